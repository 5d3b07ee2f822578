-- Saving worlds with mods.

local astar = require "astar"
local builds = require "support.builds"
local busy = require "support.busy_world"
local modded = require "support.modded"
local skip = require "support.skip"

local play, restored = busy.play, busy.restored

local function expect_alike(a, b, ticks)
  for tick = 0, ticks do
    assert.equal(a:hash(), b:hash(), ("not alike %d ticks later"):format(tick))
    play(a)
    play(b)
  end
end

-- ---- mods ---------------------------------------------------------------------------------------

-- A mod whose units use what the host keeps for them: tickets, paths, fields, keys, data.
local MOD = {
  ["mod.lua"] = [[return { name = "test", version = "1.5", behaviours = {
    runner = "runner.lua", coward = "coward.lua", digger = "digger.lua" } }]],
  ["ways.lua"] = "return { { x = 19, y = 1 }, { x = 1, y = 10 }, { x = 12, y = 6 } }",
  ["runner.lua"] = [[
    local ways = require "ways"
    local turns = 0
    local function run(unit, places, times)
      for _ = 1, times do
        for _, place in ipairs(places) do
          turns = turns + 1
          unit.data.turns, unit.data.last = turns, { x = place.x, list = { times } }
          local done, code = unit:go(place)
          unit:tell("stop", done or code, unit)
          for _, friend in ipairs(unit:friends(9)) do
            if friend.behaviour == "test.runner" then
              friend.data.greeted = (friend.data.greeted or 0) + 1
            end
          end
        end
      end
      unit:behave("test.digger")
    end
    return function(unit, times) return run(unit, ways, times) end]],
  ["coward.lua"] = [[
    return function(unit)
      while true do
        if unit:event("hit") then unit.data.hits = (unit.data.hits or 0) + 1 end
        local enemy = unit:enemies(6)[1]
        if enemy then unit:flee({ enemy }, { ticks = 9 }) else unit:sleep(7) end
      end
    end]],
  ["digger.lua"] = [[
    return function(unit)
      unit:defer(function() unit.data.dropped = unit.world.ticks end)
      while true do
        local found, code = unit:gather("ore", { within = 1 })
        unit.data.found = found and found.x or code
        unit:reserve("well " .. unit.id % 2, "water")
        unit:wait(unit.world.random(9))
        unit:go(unit.home)
      end
    end]],
}

local function world_with_mod(seed)
  local world = busy.world(seed)
  assert(modded(world, MOD))
  local names = { "runner", "coward", "digger" }
  for i = 1, 9 do
    local unit = world:unit { player = i % 2 == 0 and "red" or "blue", x = 5 + i, y = 10,
      speed = 0.5, sight = 5, data = {} }
    unit:behave("test." .. names[i % 3 + 1], 1 + i)
  end
  return world
end

local function with_mod(world)
  return restored(world, { mods = { { name = "test", files = MOD } } })
end

describe("a world with mods", function()
  for _, ticks in ipairs { 0, 1, 2, 19, 80 } do
    it(("continues exactly, tick %d"):format(ticks), function()
      local world = world_with_mod(ticks)
      for _ = 1, ticks do play(world) end
      expect_alike(world, with_mod(world), 60)
      assert.equal(0, world.failures)
    end)
  end

  it("continues exactly when it is saved again and again", function()
    local world = world_with_mod(5)
    for _ = 1, 6 do
      local other = with_mod(world)
      expect_alike(world, other, 13)
      world = other
    end
  end)

  it("continues exactly when it was reloaded just before", function()
    local world = world_with_mod(3)
    for _ = 1, 10 do play(world) end
    local files = {}
    for name, text in pairs(MOD) do files[name] = text end
    files["ways.lua"] = "return { { x = 2, y = 10 }, { x = 20, y = 10 } }"
    assert(world:reload("test/ways.lua", files["ways.lua"]))
    local function patient(unit) unit:wait(500) end
    assert(world:reload("hunter", patient))
    local behaviours = { hunter = patient }
    for name, f in pairs(busy.behaviours) do behaviours[name] = behaviours[name] or f end
    expect_alike(world, restored(world, { behaviours = behaviours,
      mods = { { name = "test", files = files } } }), 60)
  end)

  it("counts fields that are made again against mods", function()
    local FILES = { ["mod.lua"] = MOD["mod.lua"]:gsub("{ *\n.*}", "{ it = 'it.lua' } }"),
      ["it.lua"] = [[
        return function(unit)
          while true do
            unit:flight { { x = 1, y = 1 } }
            local path, code = unit:path(20, 10)
            unit.data.code = code or path.cost
            unit:wait(1)
          end
        end]] }
    local function add(world) assert(modded(world, FILES, { nodes = 201 })) end
    local world = busy.world(2)
    add(world)
    local unit = world:unit { player = "red", x = 9, y = 10, behaviour = "test.it" }
    for _ = 1, 9 do play(world) end
    assert.is_number(unit.data.code)
    expect_alike(world, restored(world, { setup = add }), 5)
  end)

  it("has its mods in data", function()
    local world = world_with_mod(1)
    world.data.mod = world:mods()()
    assert.equal("mod 'test' 1.5", tostring(with_mod(world).data.mod))
  end)

  it("says which mod is missing, or what is wrong with it", function()
    local world = world_with_mod(1)
    world.data.mod = world:mods()()
    local text = world:save()
    local function why(mods)
      local again, message = astar.read_world(text, { behaviours = busy.behaviours, mods = mods })
      assert.is_nil(again)
      return message
    end
    assert.equal("text: the mod 'test' 1.5 is missing", why(nil))
    world.data.mod = nil
    text = world:save()
    assert.matches("^text: there is no behaviour 'test%.%l+', which unit %d+ is at: " ..
      "the mod 'test' 1%.5 is missing$", why(nil))
    assert.equal("text: test/mod.lua: there is no such file",
      why { { name = "test", files = {} } })
    local files = { ["mod.lua"] = "return { name = 'test', version = '2', behaviours = {} }" }
    assert.matches("^text: there is no behaviour 'test%.%l+', which unit %d+ is at$",
      why { { name = "test", files = files } })
  end)

  it("says when a mod cannot start again, and goes on with its old state", function()
    local world = world_with_mod(1)
    world:mods()()._revision.loaded["ways.lua"] = "error 'no way'"
    local text, message = world:save()
    assert.is_nil(text)
    assert.matches("no way", message)
    for _ = 1, 20 do play(world) end
    assert.equal(0, world.failures)
  end)
end)

-- ---- the skirmish -------------------------------------------------------------------------------

-- What spec/support/saved_battle.lua prints: a line for each tick, with its hash.
local function battle(lua, arguments)
  return builds.run(lua, "spec/support/saved_battle.lua " .. arguments)
end

describe("the skirmish", function()
  -- When it is saved, and how long it is played.
  local SAVES, TICKS = " 40 90 ", 120

  -- Played by this Lua and saved on the way, then played on from each file by each of `luas`.
  local function expect_alike_on(luas, threads)
    local file = os.tmpname()
    local played = battle(builds.own, ("- %d 1 %s %s"):format(TICKS, file, SAVES))
    assert.matches(("\n%d %%x+\n$"):format(TICKS), played)
    for tick in SAVES:gmatch("%d+") do
      local from = ("%s.%s"):format(file, tick)
      for _, lua in ipairs(luas) do
        local loaded = battle(lua, ("%s %d %d - %s"):format(from, TICKS, threads, SAVES))
        assert.equal(played:match("\n" .. tick .. " .*"), "\n" .. loaded, lua)
      end
      os.remove(from)
    end
    os.remove(file)
  end

  it("continues exactly from wherever it was saved, on two threads", function()
    expect_alike_on({ builds.own }, 2)
  end)

  local it_on_others = skip.where(builds.missing())

  it_on_others("continues exactly from wherever it was saved, on other Luas", function()
    expect_alike_on(builds.others(), 1)
  end)
end)
