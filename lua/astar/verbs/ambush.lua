--- unit:ambush(spot [, options]) -> true, enemy | nil, code. Hides near a place, such as a gate or
-- a bend of a road, that it can see from there, and waits for an enemy. It stands 2 to `range` (5)
-- cells away, out of sight of `from`, a place or a list of them, as far as that goes: by default
-- the enemies that its player knows of within 40 cells, or else the other side of the spot. Ends
-- when its player sees an enemy within `range` of the spot, or next to the unit. Codes: "none",
-- nobody could stand there; "taken"; "timeout", after `ticks` none has come; "gone" and "unseen",
-- of a spot that is a unit; those of go.
-- @card unit:ambush(spot [, { range, from, ticks }]) - hides near it until an enemy comes

local check = require "astar.units.values"
local levels = require "astar.units.levels"
local moving = require "astar.positions.moving"
local object = require "astar.units.object"
local options = require "astar.arguments.options"

local EVERY, KNOWN, SEEN = 4, 40, 100            -- ticks; cells; what it costs to be seen by one
local VALID = { range = options.whole(1, 255), from = { "table userdata", "a place or a list" },
  ticks = options.whole(0), query = { "table", "a table" } }

-- The enemy that has come: near the spot, or next to the unit.
local function arrival(unit, spot, range)
  return unit:enemies(range, spot)[1] or unit:enemies(1)[1]
end

-- As far beyond the spot as the unit is on this side of it, a list; on another level it is on no
-- side.
local function other_side(unit, spot)
  local list = object.levels(unit.world)
  if not levels.same(list, unit.x, unit.y, spot.x, spot.y) then return {} end
  local level = levels.around(list, spot.x, spot.y, unit.world.map)
  local right, bottom = level.x + level.width - 1, level.y + level.height - 1
  return { { x = math.max(level.x, math.min(right, 2 * spot.x - unit.x)),
    y = math.max(level.y, math.min(bottom, 2 * spot.y - unit.y)) } }
end

local function watchers_of(unit, spot)
  local enemies = unit:enemies(KNOWN)
  return enemies[1] and enemies or other_side(unit, spot)
end

return function(unit, spot, given)
  check.argument(check.is_place(spot) and spot ~= unit, 1, "ambush", "a place", spot)
  if given then options.check("ambush", given, VALID, 2) end
  given = given or {}
  check.query(unit, 2, given.query)
  check.passed()
  if spot.removed or not unit:sees(spot) then
    unit:sleep(1)
    return nil, spot.removed and "gone" or "unseen"
  end
  spot = { x = spot.x, y = spot.y, width = spot.width or 1, height = spot.height or 1 }
  local range = given.range or 5
  local till = given.ticks and unit.world.ticks + given.ticks or math.huge
  local function query()
    local watchers = given.from or watchers_of(unit, spot)
    return { from = { ring = { math.min(2, range), range, of = spot } },
      filter = { { "sight", of = spot, range = range } },
      score = moving.score(unit, { { "sight", of = watchers, weight = -SEEN, name = "seen" } }),
      reserve = "ambush", query = given.query }
  end
  local function look()
    if arrival(unit, spot, range) then return "enemy" end
    return unit.world.ticks >= till and "timeout"
  end
  local undo = unit:defer(function() unit:release("ambush") end)
  unit:sleep(1)
  local done, code = moving.go(unit, query, look, given.query, function() return spot end)
  local enemy = arrival(unit, spot, range)
  while done and not enemy and unit.world.ticks < till do
    unit:sleep(math.min(EVERY, till - unit.world.ticks))
    enemy = arrival(unit, spot, range)
  end
  undo()
  unit:release("ambush")
  if enemy then return true, enemy end
  return nil, code ~= "enemy" and not done and code or "timeout"
end
