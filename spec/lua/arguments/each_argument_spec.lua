--- Each argument of each public function wrong in turn, and each key of its options: the error
-- names the number of the argument, and the key; in the game and in a mod.

local good_calls = require "support.good_calls"
local modded = require "support.modded"
local skip = require "support.skip"
local small_world = require "support.small_world"

local PLACES = [[
  local function f() end
  local place, player, world = { x = 3, y = 1 }, unit.player, unit.world
  local friend, foe = unit:friends(20)[1], unit:enemies(20)[1]
  local path, query = unit:path(8, 2), setmetatable({}, {})
]]
local TASK = "local task = unit:start(function() end)\n"

local OF_MODS = [[
  local many = {}
  for i = 1, 1025 do many[i] = place end
  local class, areas, influence = unit.class, world:areas(), world:influence { "own" }
  local group = world:group { units = { unit } }
]]
local OF_GAME = [[
  local astar = require "astar"
  local think, map, class = astar.think, world.map, unit.class
  local rectangle = { x = 5, y = 1, width = 1, height = 1 }
  local group, random = world:group { units = { unit } }, world.random
  local world_snapshot, timeline, recording = world:snapshot(), world:timeline(),
    astar.record(world)
  local influence = map:influence "danger"
  local search, field = map:search(3, 1, 5, 1), map:field { place }
  local areas, sight = map:areas(), map:sight { { 3, 1, 3 } }
  local squads, closed = require "astar.squads", world:snapshot()
  closed:close()
  local foreign = astar.world { map = astar.map { width = 3, height = 3 } }:snapshot()
  local hexagons = astar.map { width = 3, height = 3, grid = "hex" }
  local saved, legend = path:save(), setmetatable({}, {})
  local routes = map:routes { places = { a = { 3, 1 }, b = { 5, 1 } } }
]]

local function new_unit()
  local world = small_world("................\n................")
  world:influence "danger"
  world:unit { player = "red", x = 2, y = 1 }
  world:unit { player = "blue", x = 14, y = 1 }
  return world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 20 }
end

describe("an error names the number of the argument that is wrong, and the key", function()
  for _, kind in ipairs { "game", "world", "paths" } do
    it("of a " .. kind, function()
      local unit = new_unit()
      local source = good_calls.source(PLACES .. OF_GAME, good_calls[kind])
      local found, tried = assert((loadstring or load)(source))()(unit)
      assert.same({}, found)
      assert.is_true(tried > 70)
    end)
  end

  local yielding_it = skip.where(skip.unyielding())

  yielding_it("of a verb", function()
    local unit, found, tried = new_unit(), nil, nil
    local f = assert((loadstring or load)(good_calls.source(TASK .. PLACES, good_calls.unit)))()
    unit:behave(function() found, tried = f(unit) end)
    unit.world.run(300, function() return found end)
    assert.same({}, unit.world.reports)
    assert.same({}, found)
    assert.is_true(tried > 200)
  end)

  it("in a mod", function()
    local unit = new_unit()
    local source = good_calls.source(TASK .. PLACES .. OF_MODS, good_calls.unit .. good_calls.mod)
    local _, lines = modded(unit.world, "local try = (function()\n" .. source .. [[
      end)()
      return function(unit)
        local found, tried = try(unit, true)
        for _, line in ipairs(found) do print(line) end
        print(tried > 300)
      end]])
    unit:behave "test.it"
    unit.world.run(300, function() return lines[1] end)
    assert.same({}, unit.world.reports)
    assert.same({ "true" }, lines)
  end)
end)
