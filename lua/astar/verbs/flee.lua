--- unit:flee([threats [, options]]) -> true | nil, code. Runs from a threat, which is anything with
-- x and y, or from a list of threats, or from the enemies that its player knows of. Ends when no
-- threat is within `distance` (10), or after `ticks`. The unit avoids dead ends, and ignores
-- threats that cannot reach it. While its player has no nodes for it, it stands where it is, and
-- also while all that are near have a long way to come. Codes: "cornered", there is no better place
-- than this; "crowded", a unit is in the way; those of a search.
-- @card unit:flee([threats [, { distance, ticks }]]) - runs from targets, or from all enemies,
--   until none is within 10 cells

local cells_between = require("astar.units.distance").cells
local check = require "astar.units.values"
local length = require "astar.length"
local options = require "astar.arguments.options"

local EVERY, SHARE, MOST = 4, 4, 16              -- ticks; of a distance; threats, the nearest
local VALID = { distance = options.whole(0, 2 ^ 31 - 1), ticks = options.whole(0) }

local function keep_nearest(unit, list)
  for i, one in ipairs(list) do one.index, one.away = i, unit:distance(one) end
  table.sort(list, function(a, b)
    if a.away ~= b.away then return a.away < b.away end
    return a.index < b.index
  end)
  for i = #list, MOST + 1, -1 do list[i] = nil end
end

-- Can it come to the unit? It may, where that is too much to find out at once.
local function may_come(unit, one)
  local can, code = unit:_quick_reachable(one, { within = 1 })
  return can or code == "budget"
end

-- Those that the player knows of, and whether one of them is near and may come.
local function known(unit, threats, distance)
  local list, near = {}, false
  for _, one in ipairs(threats or unit:enemies(distance)) do
    one = check.target(one)
    if unit:sees(one) then
      list[#list + 1] = { x = one.x, y = one.y, who = one }
      near = near or unit:distance(one) <= distance and may_come(unit, one)
    end
  end
  if #list > MOST then keep_nearest(unit, list) end
  return list, near
end

-- Has one of them come so far since that another way may be better?
local function moved(unit, list)
  for _, one in ipairs(list) do
    local now = unit:sees(one.who) and one.who or one
    local drift = cells_between(unit.world, now, one)
    if drift == math.huge or drift * SHARE > unit:distance(now) then return true end
  end
end

return function(unit, threats, given)
  if check.is_place(threats) then threats = { threats } end
  if threats ~= nil then check.cells("flee", 1, "threats", threats) end
  if given then options.check("flee", given, VALID, 2) end
  check.passed()
  local distance = given and given.distance or 10
  local till = given and given.ticks and unit.world.ticks + given.ticks or math.huge
  unit:sleep(1)
  while unit.world.ticks < till do
    local list, near = known(unit, threats, distance)
    if not near then return true end
    local path, code = unit:find_flight(list)
    if not path and code ~= "unreachable" then return nil, code end
    if path and length(path) == 1 then return nil, "cornered" end
    local function look() return (moved(unit, list) or unit.world.ticks >= till) and "again" end
    local every, why = math.max(1, math.min(EVERY, till - unit.world.ticks)), nil
    if path then
      why = select(2, unit:watch(every, look, unit.walk, path))
    else
      unit:sleep(every)
    end
    if why == "crowded" then return nil, why end
  end
  return true
end
