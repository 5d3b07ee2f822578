--- Where a group is to gather: group:regroup, of the game and of mods, which both ask the units.
--
-- One unit, that in the middle, lists the best places that are safe; then each unit tells how long
-- it walks to each of them. The place is taken to which the slowest is on its way the shortest
-- time; to be seen there by an enemy, and danger, count as longer ways.

local options = require "astar.arguments.options"

local rally = {}

local MOST = 256                                 -- places that the units are asked about
local KNOWN, SAFE, WITHIN = 40, 7, 24            -- cells
local SLOWEST = 1 / 256                          -- cells a tick: some stand
local SEEN, AWAY, DANGER = 50, 10, 8             -- what these are worth, in the cost of walking

rally.OPTIONS = { within = options.whole(1, 255), safe = options.whole(0, 255) }

-- The middle of all, and the unit next to it.
local function middle(units)
  local left, top, right, bottom = math.huge, math.huge, 0, 0
  for _, unit in ipairs(units) do
    left, right = math.min(left, unit.x), math.max(right, unit.x)
    top, bottom = math.min(top, unit.y), math.max(bottom, unit.y)
  end
  local place = { x = math.floor((left + right) / 2), y = math.floor((top + bottom) / 2) }
  local best, least
  for _, unit in ipairs(units) do
    local away = unit:distance(place)
    if not best or away < least then best, least = unit, away end
  end
  return place, best
end

-- Places that are safe, those near the middle first | nil, code.
local function safe_places(units, given)
  local place, unit = middle(units)
  local enemies = unit:enemies(KNOWN)
  local score = { { "distance", to = place, weight = -AWAY },
    { "sight", of = enemies, weight = -SEEN, name = "seen" } }
  if unit:influence("danger") then score[3] = { "danger", weight = -DANGER } end
  local filter
  if enemies[1] then filter = { { "distance", to = enemies, min = given.safe or SAFE } } end
  return unit:positions { from = { ring = { 0, given.within or WITHIN, of = place } },
    filter = filter, score = score, count = MOST }
end

local function key_of(place) return place.x .. " " .. place.y end

-- By place, how long the slowest is on its way; those that one cannot reach are missing.
local function longest_times(units, places)
  local cells, times = {}, {}
  for i, place in ipairs(places) do
    cells[i], times[key_of(place)] = { x = place.x, y = place.y }, 0
  end
  for _, unit in ipairs(units) do
    local reached, code = unit:positions { from = { cells = cells }, count = MOST,
      score = { { "walk" } }, query = { occupancy = false } }   -- friendly units will have left
    if not reached then return nil, code end
    local longest, speed = {}, math.max(unit.speed, SLOWEST)
    for _, place in ipairs(reached) do
      local before = times[key_of(place)]
      longest[key_of(place)] = before and math.max(before, place.score / speed)
    end
    times = longest
  end
  return times
end

-- The cells that all cover together.
local function cells_of(units)
  local count = 0
  for _, unit in ipairs(units) do count = count + unit.class.size ^ 2 end
  return count
end

-- Are there so many cells around a place, of those that all can reach?
local function has_room(place, places, times, cells)
  local far, count = math.ceil(math.sqrt(cells)), 0
  for _, other in ipairs(places) do
    local away = math.max(math.abs(place.x - other.x), math.abs(place.y - other.y))
    if away <= far and times[key_of(other)] then count = count + 1 end
    if count >= cells then return true end
  end
  return false
end

--- The place for a list of units | nil, code: "none", there is none that all can reach; those of
-- unit:positions.
function rally.choose(units, given)
  local places, code = safe_places(units, given)
  if not places then return nil, code end
  local times, why = longest_times(units, places)
  if not times then return nil, why end
  local cells, best, least = cells_of(units), nil, nil
  for _, place in ipairs(places) do
    local time = times[key_of(place)]
    if time then time = time - place.why.seen - (place.why.danger or 0) end
    if time and (not best or time < least) and has_room(place, places, times, cells) then
      best, least = place, time
    end
  end
  if not best then return nil, "none" end
  return { x = best.x, y = best.y }
end

return rally
