-- Verbs search in the queue and in the world's line, out of the world's budget, and pause where
-- they have found nothing. What that takes in milliseconds is in bench/verbs.lua.

local astar = require "astar"
local core = require "astar.core"
local flight = require "astar.world.flight"
local small_world = require "support.small_world"
local source = require "astar.positions.source"

local SIDE, UNITS = 1024, 200

-- A map on which much is out of reach: some walls, and a room with ore in it that has no door.
local function new_map(random)
  local map = astar.map { width = SIDE, height = SIDE,
    terrains = { plain = 10, wall = false, ore = 10, gold = 10 } }
  for _ = 1, 3 * SIDE do
    map:fill(random(SIDE - 9), random(SIDE), random(9), 1, "wall")
  end
  map:fill(1, 1, 160, 60, "plain")
  map:fill(SIDE - 9, SIDE - 9, 9, 9, "wall"):fill(SIDE - 6, SIDE - 6, 3, 3, "plain")
  return map:set(SIDE - 5, SIDE - 5, "ore")
end

local ROOM = { x = SIDE - 5, y = SIDE - 5 }

local function somewhere(unit)
  local random = unit.world.random
  local x = random(SIDE)
  return { x = x, y = random(SIDE) }
end

-- All verbs: a new one has to be added.
local VERBS = {
  wait = function(unit) return unit:wait(3) end,
  await = function(unit) return unit:await("news", 3) end,
  watch = function(unit) return unit:watch(9, function() end, unit.go, somewhere(unit)) end,
  walk = function(unit)
    local path = unit:find(somewhere(unit))
    return path and unit:watch(20, function() return true end, unit.walk, path)
  end,
  approach = function(unit, enemy) return unit:approach(unit:enemies(12)[1] or enemy) end,
  follow = function(unit, enemy)
    return unit:watch(20, function() return true end, unit.follow, enemy)
  end,
  flee = function(unit) return unit:flee(nil, { ticks = 20 }) end,
  engage = function(unit, enemy) return unit:engage(enemy) end,
  defend = function(unit) return unit:defend(unit, 6, unit.engage, unit.go, somewhere(unit)) end,
  escort = function(unit, enemy)
    local ward = unit:friends(20)[1] or enemy
    return unit:watch(20, function() return true end, unit.escort, ward)
  end,
  attack_move = function(unit) return unit:attack_move(somewhere(unit)) end,
  hold_formation = function(unit) return unit:hold_formation() end,
  take_cover = function(unit) return unit:take_cover(nil, { ticks = 20 }) end,
  flank = function(unit, enemy) return unit:flank(enemy) end,
  ambush = function(unit) return unit:ambush(somewhere(unit), { ticks = 20 }) end,
  harass = function(unit, enemy)
    return unit:watch(20, function() return true end, unit.harass, enemy)
  end,
  hold = function(unit)
    return unit:watch(20, function() return true end, unit.hold, { x = 80, y = 30 })
  end,
  gather = function(unit)
    local wanted = unit.world.random(3)
    return unit:gather(wanted == 1 and "ore" or wanted == 2 and "gold" or { ROOM, somewhere(unit) })
  end,
  explore = function(unit) return unit:explore() end,
  retreat = function(unit)
    return unit:retreat(unit.world.random(2) == 1 and { ROOM } or { ROOM, somewhere(unit) })
  end,
  patrol = function(unit) return unit:patrol({ ROOM, somewhere(unit) }, 1) end,
  go = function(unit) return unit:go(unit.world.random(2) == 1 and ROOM or somewhere(unit)) end,
  chase = function(unit, enemy) return unit:chase(enemy) end,
  guard = function(unit) return unit:watch(30, function() end, unit.guard, somewhere(unit)) end,
}
local NAMES = {}
for name in pairs(VERBS) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

-- Each unit calls one of these verbs after the other.
local function new_world(seed, names)
  local reports = {}
  local world = astar.world { map = new_map(require("astar.world.random").new(seed)), fog = false,
    seed = seed, report = function(report) reports[#reports + 1] = report.text end }
  local enemies = {}
  for i = 1, 20 do
    enemies[i] = world:unit { player = "blue", x = 7 * i, y = 14, speed = 0.4, sight = 30,
      behaviour = function(unit)
        while true do unit:go(unit.world.random(160), unit.world.random(60)) unit:wait(1) end
      end }
  end
  for i = 0, UNITS - 1 do
    world:unit { player = "red", x = 2 + i % 50 * 3, y = 2 + math.floor(i / 50) * 3, speed = 0.5,
      behaviour = function(unit)
        while true do
          VERBS[unit.world.random:pick(names)](unit, unit.world.random:pick(enemies))
        end
      end }
  end
  return world, reports
end

-- What the tables of a unit's queries are worth that a call makes at once, since nobody has paid.
local function unpaid(unit)
  local body = type(unit) == "userdata" and unit or unit._body
  return body:_pay_for_tables(nil, 0)
end

-- How many nodes each tick takes: those of the queue, of searches at once, of position queries, of
-- fields to flee by, and what is paid for tables, or should have been.
local function nodes_of_ticks(world, ticks)
  local map, methods, list, used = world.map, getmetatable(world.map).methods, {}, 0
  local undo = {}
  -- `place`: of the nodes among the results; `asker`: of the unit among the arguments.
  local function count(of, name, place, asker)
    local f = of[name]
    undo[#undo + 1] = function() of[name] = f end
    of[name] = function(...)
      if asker then used = used + unpaid((select(asker, ...))) end
      local results = { f(...) }
      used = used + (results[place] or 0)
      return results[1], results[2], results[3]
    end
  end
  count(methods, "work", 2)
  count(methods, "_positions", 3)
  count(source, "ask", 0, 1)
  count(flight, "path", 3, 2)
  count(source, "pay_for_tables", 1)
  for _, name in ipairs { "path", "nearest", "reachable" } do
    count(core.metatables.unit.methods, name, 0, 1)
  end
  local ok, message = pcall(function()
    for tick = 1, ticks do
      local before = map:_spent()
      used = 0
      world:tick()
      list[tick] = used + map:_spent() - before
    end
  end)
  for _, one in ipairs(undo) do one() end
  assert(ok, message)
  return list
end

local function stays_within_its_budget(seed, names, ticks, is_new)
  local world, reports = new_world(seed, names)
  for _, name in ipairs(is_new and {} or { "red", "blue" }) do
    world.map:prepare { player = world:player(name), layers = true }
  end
  local list = nodes_of_ticks(world, ticks)
  local budget = 3000 + 2 * world:count()
  for tick, nodes in ipairs(list) do
    assert.is_true(nodes <= budget, ("tick %d: %d of %d"):format(tick, nodes, budget))
  end
  assert.same({}, reports)
  world.map:close()
end

describe("two hundred units", function()
  it("can be at all verbs that there are #quick", function()
    for name in pairs(require "astar.verbs") do assert.is_function(VERBS[name], name) end
  end)

  for seed = 1, 2 do
    it(("at any verbs take no more nodes in a tick than its budget, seed %d"):format(seed),
      function() stays_within_its_budget(seed, NAMES, 80) end)
    it(("at any verbs take no more either while there are no tables, seed %d"):format(seed),
      function() stays_within_its_budget(seed, NAMES, 80, true) end)
  end

  it("pay for no tables by asking again and again #quick", function()
    local world = new_world(1, NAMES)
    local unit = world:unit(1)
    local owed = unpaid(unit)
    world._rest = 1e6
    assert.same({ nil, "budget" }, { unit:_path_of_rest({ x = 9, y = 9 }, { budget = 999 }) })
    assert.is_true(owed > 0)
    assert.equal(owed, unpaid(unit))
    world.map:close()
  end)

  for _, name in ipairs(NAMES) do
    it("all at one verb take no more nodes in a tick than its budget: " .. name,
      function() stays_within_its_budget(3, { name }, 30) end)
    it("all at one verb take no more either while there are no tables: " .. name,
      function() stays_within_its_budget(4, { name }, 5, true) end)
  end
end)

describe("a verb that finds nothing #quick", function()
  -- In which ticks it returned, and what.
  local function calls(verb, ticks, setup)
    local world = small_world [[
      . . . . . .
      . . . # # #
      . . . # . #
      . . . # # #
    ]]
    if setup then setup(world) end
    local ended, codes = {}, {}
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    world:unit { player = "red", x = 3, y = 1 }
    unit:behave(function(one)
      while true do
        local done, code = verb(one)
        ended[#ended + 1], codes[#codes + 1] = world.ticks, tostring(done) .. " " .. tostring(code)
      end
    end)
    world.run(ticks)
    return ended, codes
  end

  local function pauses(ended)
    local list = {}
    for i = 2, #ended do list[#list + 1] = ended[i] - ended[i - 1] end
    return list
  end

  for name, case in pairs {
    ["gather of a terrain"] = { function(unit) return unit:gather "swamp" end,
      "nil unreachable" },
    ["gather of a list"] = { function(unit) return unit:gather { { x = 5, y = 3 } } end,
      "nil unreachable", { within = 0 } },
    retreat = { function(unit) return unit:retreat({ { x = 5, y = 3 } }, { within = 0 }) end,
      "nil unreachable" },
    explore = { function(unit) return unit:explore() end, "true nil" },
  } do
    it("waits longer and longer before it searches again: " .. name, function()
      local ended, codes = calls(case[1], 120, function(world)
        world.map:player("red"):reveal()
        for player in world.map:players() do player.fog = false end
      end)
      assert.equal(case[2], codes[1])
      local list = pauses(ended)
      assert.is_true(#list >= 3 and #list < 8)
      for i = 2, #list do assert.is_true(list[i] >= list[i - 1]) end
      assert.is_true(list[#list] >= 16)
    end)
  end

  -- After how many ticks each call of a behaviour came back, and with what.
  local function waits(picture, ticks, behaviour)
    local world, list = small_world(picture), {}
    world:influence "danger"
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9 }
    unit:behave(function(one)
      behaviour(one, function(f, ...)
        local before, found, code = world.ticks, f(one, ...)
        local ended = { world.ticks - before, found and "found" or code }
        list[#list + 1] = ("%d %s"):format(ended[1], ended[2])
      end)
    end)
    world.run(ticks)
    return table.concat(list, ", ")
  end

  it("searches at once for something else", function()
    local told = waits(". , . .", 60, function(unit, call)
      for _ = 1, 3 do
        call(unit.gather, "wood")
        call(unit.gather, "swamp")
        call(unit.gather, { { x = 2, y = 1 } })
      end
    end)
    assert.equal("2 unreachable, 4 found, 4 found, 6 unreachable, 4 found, 4 found, " ..
      "10 unreachable, 4 found, 4 found", told)
  end)

  it("waits for the same, though another table says it, beside other questions", function()
    local told = waits([[
      . . . .
      # # # #
      . . . .
    ]], 60, function(unit, call)
      for _ = 1, 3 do
        call(unit.gather, { { x = 1, y = 3 } }, { within = 0, influence = { danger = 2 } })
        call(unit.gather, { { x = 2, y = 3 } }, { within = 0 })
      end
    end)
    assert.equal("2 unreachable, 2 unreachable, 6 unreachable, 6 unreachable, 10 unreachable, " ..
      "10 unreachable", told)
  end)

  it("does not wait where nothing was searched for", function()
    local told = waits((". "):rep(20), 30, function(unit, call)
      local enemy = unit.world:unit { player = "blue", x = 3, y = 1 }
      for _ = 1, 3 do call(unit.gather, {}) end
      for _ = 1, 5 do call(unit.retreat, { { x = 2, y = 1 } }) end
      enemy:place(20, 1)
      call(unit.retreat, { { x = 2, y = 1 } })
    end)
    assert.equal("1 none, 1 none, 1 none, 1 unsafe, 1 unsafe, 1 unsafe, 1 unsafe, 1 unsafe, " ..
      "4 found", told)
  end)

  it("searches at once from another cell", function()
    local world = small_world ". . . . . . . ."
    local ended = {}
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1,
      behaviour = function(one)
        for i = 2, 5 do
          one:gather "swamp"
          ended[#ended + 1] = one.world.ticks
          one:go(i, 1)
        end
      end }
    world.run(40)
    assert.equal(5, unit.x)
    for i = 2, #ended do assert.is_true(ended[i] - ended[i - 1] < 8) end
  end)
end)

describe("unit:find_nearest #quick", function()
  it("finds what nearest finds, when the world has nodes for it", function()
    local world = small_world [[
      . . . . , .
      . # # . . .
      . . . . . ,
    ]]
    local other = world:unit { player = "red", x = 6, y = 1 }
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local function same(goals, query, count)
      local now = { unit:nearest(goals, query, count) }
      local tick = world.ticks
      local waited = world.outcome(unit, 9, function(one)
        return one:find_nearest(goals, query, count)
      end)
      assert.is_true(world.ticks > tick)
      local a, b = now[1], waited[1]
      if count and a then
        assert.equal(#a, #b)
        a, b = a[#a], b[#b]
      end
      if not a then return assert.equal(now[2], waited[2]) end
      assert.same({ a.x, a.y, a.index, a.path.cost }, { b.x, b.y, b.index, b.path.cost })
      assert.equal(a.goal, b.goal)
    end
    same "swamp"
    same("swamp", nil, 2)
    same({ { x = 6, y = 3 }, { x = 1, y = 3 } })
    same { other }
    same { { x = 3, y = 3, width = 2, height = 1 } }
    same { { x = 2, y = 2 } }
    same "water"
    same { unseen = true }
    local result = world.outcome(unit, 9, function(one)
      return pcall(one.find_nearest, one, function() end)
    end)
    assert.matches("a function cannot be asked in the queue", result[2])
  end)
end)
