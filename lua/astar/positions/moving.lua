--- What verbs share that go to the best place of a position query.

local check = require "astar.units.values"
local distance = require "astar.units.distance"

local moving = {}

local EVERY, SHARE = 4, 4
local DANGER = 8                                 -- its weight, where there is such a map
local FAR, NEAR = 24, 12                         -- cells

--- Adds to the terms what every verb wants: a short way, no danger, no crowd of friends. `walk`:
-- how much the way counts, 1 unless it is given.
function moving.score(unit, terms, walk)
  terms[#terms + 1] = { "walk", weight = -(walk or 1) }
  terms[#terms + 1] = { "crowding", radius = 1, side = "friends", weight = -5 }
  if unit:influence("danger") then terms[#terms + 1] = { "danger", weight = -DANGER } end
  return terms
end

--- Those of a list that the player sees, each with x and y.
function moving.seen(unit, list)
  local seen = {}
  for _, one in ipairs(list) do
    if unit:sees(one) then seen[#seen + 1] = check.target(one) end
  end
  return seen
end

--- Has what was at `before` gone so far that another place may be better: by a quarter of how far
-- it is from the unit?
function moving.has_drifted(unit, before, now)
  local way = distance.cells(unit.world, now, before)
  return way == math.huge or way * SHARE > unit:distance(now)
end

--- A function that tells this of a list: whether one that is seen has.
function moving.drift(unit, list)
  local before = {}
  for i, one in ipairs(list) do before[i] = { x = one.x, y = one.y } end
  return function()
    for i, one in ipairs(list) do
      if unit:sees(one) and moving.has_drifted(unit, before[i], one) then return true end
    end
    return false
  end
end

--- Comes nearer to a spot that is far away. To find the best of the places around it one has to be
-- near: what all of them have in common is the way there. Returns a code of look(), if it has said
-- one; whatever else prevents it, the places may be looked at.
function moving.come_near(unit, spot, look, query)
  if unit:distance(spot) <= FAR then return nil end
  local said
  unit:watch(EVERY, function()
    said = look()
    return said
  end, unit.go, spot, check.within(query, NEAR))
  return said
end

--- Goes to the best place, and to another one whenever look() says "again". options() returns the
-- position query as it is then, or nil and a code. `spot`: what the places are around, if that may
-- be far away. Returns true and the place | nil, code: what look() has said, or those of
-- find_position and go.
function moving.go(unit, options, look, query, spot)
  while true do
    local code = spot and moving.come_near(unit, spot(), look, query)
    if code and code ~= "again" then return nil, code end
    local asked
    asked, code = options()
    if not asked then return nil, code end
    local place, why = unit:find_position(asked)
    if not place then return nil, why end
    if place.x == unit.x and place.y == unit.y then return true, place end
    local done
    done, code = unit:watch(EVERY, look, unit.go, place.x, place.y, query)
    if done then return true, place end
    if code ~= "again" then return nil, code end
  end
end

return moving
