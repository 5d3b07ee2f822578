-- What the game keeps for a unit of a mod: what each thing weighs, how long it is kept, and what is
-- said when there is no room for it.

local Account = require "astar.mods.account"
local astar = require "astar"
local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . .
  . . # # # # . .
  . . . . . . . .
]]

local FORGOTTEN = "false\tthis path was forgotten: the host keeps the last ones of each unit"

-- A behaviour is run: what it prints, and how many bytes the game kept for the mod whenever it
-- printed "kept".
local function run(text, limits, ticks)
  local world = small_world(FIELD)
  local weights, lines = {}, {}
  local given, mod, why = { print = function(mod, line)
    local account = mod._parts[1].account
    if line == "kept" then weights[#weights + 1] = account.kept else lines[#lines + 1] = line end
  end }
  for key, value in pairs(limits or {}) do given[key] = value end
  mod, why = modded(world, "return function(unit)\n" .. text .. "\nend", given)
  assert(mod, why)
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9,
    behaviour = "test.it" }
  world.run(ticks or 4)
  assert.same({}, world.reports)
  return lines, weights, unit, world
end

-- By how much each weight is more than the one before.
local function steps(weights)
  local list = {}
  for i = 2, #weights do list[i - 1] = weights[i] - weights[i - 1] end
  return list
end

local function bytes_of(unit, ...)
  local path = assert(unit:path(...))
  return (select(2, path:_bytes()))
end

describe("what the game keeps of a unit of a mod #quick", function()
  it("weighs what the page says: paths, requests, keys", function()
    local _, weights, unit = run [[
      print "kept"
      local path = unit:path(6, 1)
      print "kept"
      local ticket = unit.body:request_path({ x = 7, y = 1 })
      print "kept"
      unit.world:reserve("abc", unit)
      print "kept"
      unit.world:release("abc", unit)
      print "kept"
      unit:wait(2)
      print "kept"
      print(ticket.path ~= nil)
      print "kept"]]
    local short, long = 256 + bytes_of(unit, 6, 1), 256 + bytes_of(unit, 7, 1)
    local key = 256 + #"3 red=abc"
    assert.same({ short, 1024, key, -key, long, -1024 }, steps(weights))
  end)

  it("weighs what the page says: eyes of sights, beside the map", function()
    local _, weights = run [[
      local eyes = {}
      for i = 1, 3 do
        eyes[i] = { x = i, y = 1 }
        unit.world:sight(eyes, 4)
        print "kept"
      end]]
    local of_sights = steps(weights)
    assert.is_near(128 + 81 / 4, of_sights[2] - of_sights[1], 1)
  end)

  it("weighs its names: 512 bytes for a behaviour beside the name", function()
    local function size(names)
      local mod = assert(small_world(FIELD):mod { name = "test", files = { ["mod.lua"] =
        ("local f = function() end return { name = 'test', version = '1', behaviours = { %s } }")
          :format(names) } })
      return mod._spare.bytes
    end
    local weight = Account.weight { "a", "b" } - Account.weight { "a" }
    assert.equal(512 + weight, size "a = f, b = f" - size "a = f --[[]]")
  end)

  it("is no mod whose files and names need more than half of it", function()
    local main = "return { name = 'test', version = '1', behaviours = {} }"
    local function load(bytes)
      return small_world(FIELD):mod({ name = "test", files = {
        ["mod.lua"] = main .. "--" .. ("x"):rep(bytes) } }, { kept = 65536 })
    end
    local room = 32768 - load(0)._spare.bytes
    assert.truthy(load(room))
    local _, why = load(room + 1)
    assert.equal("test/mod.lua: the game keeps at most 32768 bytes of a mod's files and names, and "
      .. "these are 32769", why)
  end)

  it("is its route, as long as it follows it and the mod asks for no other", function()
    local lines, weights, unit = run([[
      unit.body:follow_path(unit:path(8, 1))
      local old = unit.route
      for i = 1, 20 do unit:path(2, 1) end
      print(old:point(2))
      print "kept"
      unit.body:follow_path(unit:path(7, 1))
      local _ = unit:path(2, 1), unit.route
      print(unit.route:point(2))
      print "kept"
      print(pcall(old.point, old, 2))]], nil, 2)
    assert.same({ "2.5\t0.5", "2.5\t0.5",
      FORGOTTEN }, lines)
    local longer = bytes_of(unit, 8, 1) - bytes_of(unit, 7, 1)
    assert.same({ -longer }, steps(weights))
  end)

  it("is the last answers with up to 256 paths", function()
    local lines = run([[
      local goals = {}
      for x = 1, 8 do goals[x], goals[8 + x] = { x = x, y = 1 }, { x = x, y = 3 } end
      for i, x in ipairs { 1, 2, 7, 8 } do goals[16 + i] = { x = x, y = 2 } end
      local first = unit.body:nearest(goals, {}, 20)[1].path
      for _ = 2, 12 do unit.body:nearest(goals, {}, 20) end
      print(pcall(first.point, first, 1))
      unit.body:nearest(goals, {}, 16)
      print(pcall(first.point, first, 1))
      unit:path(2, 1)
      print(pcall(first.point, first, 1))]], { instructions = 1e6, nodes = 1e5 })
    assert.same({ "true\t0.5\t0.5", "true\t0.5\t0.5", FORGOTTEN }, lines)
  end)

  it("is the 16 last answers", function()
    local lines = run([[
      local first = unit:path(8, 1)
      for i = 1, 15 do unit:path(2, 1) end
      print(#first, pcall(first.point, first, 1))
      unit:path(2, 1)
      print(pcall(first.point, first, 1))]], nil, 2)
    assert.same({ "8\ttrue\t1.5\t0.5",
      FORGOTTEN }, lines)
  end)

  it("is no path for which there is no room in half of it", function()
    local world = small_world(("." .. (" ."):rep(39) .. "\n"):rep(3))
    local mod = modded(world, [[return function(unit)
      for i = 1, 16 do unit:path(40, 3) end
      unit:wait(9)
    end]], { kept = 65536 })
    local size = 256 + bytes_of(world:unit { player = "blue", x = 1, y = 1, sight = 0 }, 40, 3)
    local count = math.floor(32768 / 16 / size)
    for x = 1, count + 2 do
      world:unit { player = "red", x = x, y = 2, sight = 0, behaviour = "test.it" }
    end
    world.run(2)
    local account = mod._parts[1].account
    assert.is_true(account.answers <= 32768 and account.answers > 32768 - size)
    assert.matches("the game keeps at most 32768 bytes of paths for a mod, and has no room for %d+ "
      .. "more", world.reports[1].message)
  end)

  it("is 16 requests: what is asked beyond them, or taken back, ends the first", function()
    local lines = run([[
      local tickets = {}
      for i = 1, 17 do tickets[i] = unit.body:request_path { x = 2, y = 1 } end
      unit:wait(2)
      print(tickets[1].path, tickets[1].code, #tickets[2].path, #tickets[17].path)
      local one = unit.body:request_path { x = 2, y = 1 }
      one:cancel()
      one:cancel()
      print(one.done, one.path, one.code)]], { requests = 20 })
    assert.same({ "nil\tcancelled\t2\t2", "true\tnil\tcancelled" }, lines)
  end)

  local ASKS = [[
    return function(unit)
      local ticket = unit.id == 1 and unit.body:request_path { x = 40, y = 1 }
      if unit.id > 1 then for i = 1, 16 do unit:path(40, 3) end end
      unit:wait(3)
      if ticket then print(ticket.done, ticket.path, ticket.code) end
    end]]

  it("is no path of a request for which there is no room in half of it", function()
    local world = small_world(("." .. (" ."):rep(39) .. "\n"):rep(3))
    local lines = select(2, modded(world, ASKS, { kept = 65536 }))
    for x = 1, 12 do
      world:unit { player = "red", x = x, y = 2, sight = 0, behaviour = "test.it" }
    end
    world.run(3)
    assert.same({}, lines)
    local text, again = kind.is_vault and assert(world:save()), nil
    world.run(3)
    assert.same({ "true\tnil\tbudget" }, lines)
    if not text then return end                  -- elsewhere a world that is saved asks once more
    local loaded = astar.read_world(text, { setup = function(new)
      again = select(2, modded(new, ASKS, { kept = 65536 }))
    end })
    for _ = 1, 3 do loaded:tick() end
    assert.same(lines, again)
  end)

  it("is as many requests as wait, whatever has been answered", function()
    local lines = run([[
      local ask = function(x) return unit.body:request_path { x = x, y = 1 } end
      local first, second = ask(2), ask(3)
      print(select(2, pcall(ask, 4)))
      unit:wait(2)
      local third, fourth = ask(4), ask(5)
      print(select(2, pcall(ask, 6)))
      print(#first.path, #second.path)]], { requests = 2 })
    assert.same({ "unit 1 has 2 requests that wait: a mod's units have no more",
      "unit 1 has 2 requests that wait: a mod's units have no more", "2\t3" }, lines)
  end)
end)
