--- Walkers: units of two players, with sight, on a map with walls in a tenth of its cells.
--
-- walkers.world: in mods. Each walks to a place nearby, waits 20 ticks, and so on. It counts its
-- turns in unit.data, so that each tick changes some of that.

local astar = require "astar"

local walkers = {}

local BEHAVIOUR = [[return function(unit, side)
  local turns = 0
  local function within(value) return math.max(1, math.min(side, value)) end
  while true do
    turns = turns + 1
    unit.data.turns = turns
    local path = unit:find { x = within(unit.x + (unit.x * 7 + turns * 3) % 20 - 10),
      y = within(unit.y + turns % 10 - 5) }
    if path then unit:walk(path) end
    unit:wait(20 + turns % 3)
  end
end]]

local function nothing() end

--- A map of `side` cells a side; `int` is of bench.random.
function walkers.map(side, int)
  local map = astar.map { width = side, height = side }
  for _ = 1, side * side / 10 do map:set(int(1, side), int(1, side), "wall") end
  return map
end

--- Makes `count` units on free cells, by `make` from 1 or 2 in turn, for the player, and what
-- player:unit takes: a list of what it returns.
function walkers.people(map, count, int, make)
  local units = {}
  while #units < count do
    local x, y = int(1, map.width), int(1, map.height)
    if map:get(x, y) == "plain" and not map:unit_at(x, y) then
      units[#units + 1] = make(#units % 2 + 1, { x = x, y = y, speed = 0.3, sight = 8,
        avoidance = "yield" })
    end
  end
  return units
end

--- A world of `count` units, which run the behaviours of so many mods.
function walkers.world(side, count, mods, int)
  local map = walkers.map(side, int)
  local world = astar.world { map = map, report = nothing }
  for i = 1, mods do
    assert(world:mod { files = { ["it.lua"] = BEHAVIOUR, ["mod.lua"] =
      ('return { name = "m%d", version = "1", behaviours = { it = "it.lua" } }'):format(i) } })
  end
  local made = 0
  walkers.people(map, count, int, function(number, given)
    made = made + 1
    given.player, given.data = number == 1 and "red" or "blue", { hp = 10 }
    return (world:unit(given)):behave(("m%d.it"):format(made % mods + 1), side)
  end)
  return world
end

return walkers
