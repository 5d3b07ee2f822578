--- unit:go(x, y [, query]) -> true | nil, code, or unit:go(target [, query]) with anything that has
-- x and y. If the target is a unit, a cell next to it is near enough. The unit follows the cheapest
-- path, and searches again if the path was cut and not repaired, or the target has moved. If units
-- block all paths, and may be asked to make way, it goes through them; if they stand on all of the
-- goal, it goes to them and stands as near as it can. Codes: those of a search; "crowded", it does
-- so; "partial", with `partial` in the query: it came as near as it could; "gone" and "unseen", of
-- the target; "stuck", it has searched TRIES times and come no nearer. What has failed and would
-- fail again is not searched for again: the unit waits REST ticks and returns the same code.
-- @card unit:go(x, y [, query]), unit:go(target [, query]) - goes there by the cheapest way, and
--   finds others

local check = require "astar.units.values"
local distances = require "astar.units.distance"
local levels = require "astar.units.levels"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs

local TRIES, PAUSE, REST = 8, 4, 32
local PLACES = 256            -- the cells of the largest goal in which a free one is searched for

-- What may be over in a moment. All else would be the same if it was tried again.
local PASSING = { crowded = true, changing = true, blocked = true, lost = true, stopped = true,
  moved = true }

local function cell_of(unit) return unit.y * 65536 + unit.x end

local function is_table(query) return query == nil or type(query) == "table" end

local function near_enough(target, query)
  return check.within(query, check.is_unit(target) and 1 or 0)
end

-- A query that may look at one cell: it tells whether units stand on all of the goal. Its code is
-- nil if there is a way that needs no more, and "budget" if that cannot be known.
local function glance(unit, target, query, within)
  local given = near_enough(target, query)
  given.budget, given.partial, given.claims, given.within = 1, nil, false, within or given.within
  return select(2, unit:_quick_path(target, given))
end

-- ---- places that are left -----------------------------------------------------------------------

-- The cells of the goal, and those that `within` adds, on its level.
local function area(unit, target, within)
  local world = unit.world
  local level = levels.around(object.levels(world), target.x, target.y, world.map)
  local left, top = math.max(target.x - within, level.x), math.max(target.y - within, level.y)
  local right = math.min(target.x + (target.width or 1) - 1 + within, level.x + level.width - 1)
  local bottom = math.min(target.y + (target.height or 1) - 1 + within,
    level.y + level.height - 1)
  return left, top, right, bottom
end

-- Is a cell of that area as near as `within` says? Of squares all are.
local function counts(unit, target, within, x, y)
  if unit.world.map.grid == "square" then return true end
  local rect = { x = target.x, y = target.y, width = target.width or 1,
    height = target.height or 1 }
  return distances.to_rectangle(unit.world, x, y, unit.class.size, rect) <= within
end

-- The nearest cell of the goal in which nobody stands and to which no other is on its way through
-- those who stand around; nil: there is none.
local function free_place(unit, target, query)
  local within = near_enough(target, query).within
  local left, top, right, bottom = area(unit, target, within)
  if (right - left + 1) * (bottom - top + 1) > PLACES then return nil end
  local free = {}
  for y = top, bottom do
    for x = left, right do
      local place = { x = x, y = y }
      local is_near = counts(unit, target, within, x, y)
      local code = is_near and glance(unit, place, query, 0)
      if is_near and (not code or code == "budget") then free[#free + 1] = place end
    end
  end
  for i, place in ipairs(free) do place.away, place.index = unit:distance(place), i end
  table.sort(free, function(a, b)
    if a.away ~= b.away then return a.away < b.away end
    return a.index < b.index
  end)
  for _, place in ipairs(free) do
    if unit:reserve(("go %s %d %d"):format(unit.player.name, place.x, place.y), "go") then
      return place
    end
  end
  return nil
end

-- ---- one try ------------------------------------------------------------------------------------

-- Units that stand in the only way may make way, if they are asked to; those that have come to the
-- goal first stay there. A unit that has come to them (`waits`) goes through them to a place
-- that is left. Compiled queries stay as they are.
local function find(unit, target, query, waits)
  local path, code = unit:_find(target, query)
  local may_ask = unit.avoidance == "yield" and is_table(query)
  if path or not may_ask or not unit:sees(target) then return path, code end
  local is_taken = code == "goal_blocked" and unit:reachable(target, query)
  if code ~= "crowded" and not is_taken then return nil, code end
  local through, goal = near_enough(target, query), target
  through.occupancy = false
  if waits then
    goal = not is_taken and free_place(unit, target, query)
    if not goal then return nil, "crowded" end
    through.within = 0
  end
  return unit:_find(goal, through)
end

local function way(unit, target, query, waits)
  local seen = unit:sees(target)
  local x, y = seen and target.x, seen and target.y
  local release = unit:defer(function() unit:release("go") end)
  local path, code = find(unit, target, query, waits)
  local done, why
  if path then done, why = unit:walk(path, query) end
  release()
  unit:release("go")
  if not path then return nil, code end
  if not done then return nil, why, path.distance end
  if not unit:sees(target) or target.x ~= x or target.y ~= y then return nil, "moved" end
  if path.status == "partial" then return nil, "partial" end
  return true
end

-- ---- what has failed ----------------------------------------------------------------------------

local REMEMBERED = { crowded = true, unreachable = true, goal_blocked = true }

local function includes(query, other)
  for key, value in pairs(other) do
    if query[key] ~= value then return false end
  end
  return true
end

-- Only tables of options are remembered: they can be compared.
local function note(unit, target, query, code)
  return { x = unit.x, y = unit.y, class = unit.class, goal_x = target.x, goal_y = target.y,
    width = target.width or 1, height = target.height or 1, query = query or {}, code = code }
end

local function is_same(failed, unit, target, query)
  return failed.x == unit.x and failed.y == unit.y and failed.goal_x == target.x
    and failed.goal_y == target.y and failed.class == unit.class
    and failed.width == (target.width or 1) and failed.height == (target.height or 1)
    and includes(failed.query, query or {}) and includes(query or {}, failed.query)
end

-- Would it fail in the same way?
local function fails_again(unit, target, query, code)
  if code == "crowded" then return glance(unit, target, query) == "goal_blocked" end
  return select(2, unit:reachable(target, query)) == code
end

-- The code with which the unit failed to go there from this cell, if it did, and whether it would
-- fail again.
local function rest(unit, target, query)
  local task = object.of(unit)._task
  local failed = task and task._failed_way
  if not failed or not is_table(query) or not is_same(failed, unit, target, query) then
    return nil
  end
  unit:sleep(REST + unit.id % PAUSE * PAUSE)
  local same = unit:sees(target) and is_same(failed, unit, target, query)
  return failed.code, same and fails_again(unit, target, query, failed.code)
end

local function fail(unit, target, query, code)
  local task = object.of(unit)._task
  if task and REMEMBERED[code] and is_table(query) and unit:sees(target) then
    task._failed_way = note(unit, target, query, code)
  end
  return nil, code
end

-- -------------------------------------------------------------------------------------------------

return function(unit, x, y, query)
  local is_target = type(x) ~= "number"
  if is_target then check.goal_place("go", x) else check.point("go", x, y) end
  check.goal(unit, x, y, query)
  check.passed()
  local target = is_target and x or { x = x, y = y }
  if is_target then query = y end
  local known, again = rest(unit, target, query)
  if again then return nil, known end
  local tries, nearest, here, waits = 0, math.huge, cell_of(unit), known == "crowded"
  while tries < TRIES do
    local done, code, distance = way(unit, target, query, waits)
    if done then return true end
    local stays, waited = cell_of(unit) == here, waits
    here = cell_of(unit)
    waits = code == "crowded" and (unit:event "crowded" or stays and waited)
    if not PASSING[code] or waits and waited and stays then
      return fail(unit, target, query, code)
    end
    if distance and distance < nearest then tries, nearest = 0, distance end
    if stays or code == "crowded" then tries = tries + 1 end
    local news = code == "lost" or code == "blocked" or waits   -- another way is there at once
    if stays and not news then unit:wait(PAUSE * tries + unit.id % PAUSE) end
  end
  return nil, "stuck"
end
