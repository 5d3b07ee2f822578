--- unit:go(x, y [, query]) -> true | nil, code, or unit:go(target [, query]) with anything that has
-- x and y. If the target is a unit, a cell next to it is near enough, and so is the other end of a
-- link on which it stands. The unit follows the cheapest path, and searches again if the path was
-- cut and not repaired, or the target has moved. If units block all paths, and may be asked to make
-- way, it goes through them. Units that go to the same goal gather round it: when it comes near,
-- each takes the nearest place that is left by walking, which no other takes then. Codes: those of
-- a search; "crowded", others have the goal, and no place that it can come to is left nearer to it;
-- "partial", with `partial` in the query: it came as near as it could; "gone" and "unseen", of the
-- target; "stuck", it has tried several times and come no nearer, or had no nodes to look for a
-- place. What has failed and would fail again is not searched for again: the unit waits REST ticks
-- and returns the same code.
-- @card unit:go(x, y [, query]), unit:go(target [, query]) - goes there by the cheapest way, and
--   finds others

local check = require "astar.units.values"
local distances = require "astar.units.distance"
local length = require "astar.length"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs

local TRIES, PAUSE, REST = 8, 4, 32
local NEAR = 12               -- steps before the goal, from which on it has a place of its own
local AROUND = 24             -- cells: so far away it goes round others who stand
local SHORT = 8               -- steps to wait for those who may not make way
local FEW = 3                 -- tries, after which it goes round a goal that is not full
local MOST = 32               -- places to which it goes one after the other
local SEVERAL = 256           -- places, of which it tries if any can be reached
local GAIN = 5                -- steps: for less it does not go through others who stand
local JOINED = 2              -- tries, as which one counts that has tried all places
local FAR = 65536             -- what the way costs at least to a cell beyond all places
local QUICK = 512             -- nodes of a path that is to be there at once

-- What may be over in a moment. All else would be the same if it was tried again.
local PASSING = { crowded = true, full = true, changing = true, blocked = true, lost = true,
  stopped = true, moved = true }

local function cell_of(unit) return unit.y * 65536 + unit.x end

local function is_table(query) return query == nil or type(query) == "table" end

local function near_enough(target, query)
  return check.within(is_table(query) and query or nil, check.is_unit(target) and 1 or 0)
end

-- A query that may look at one cell: it tells whether units stand on all of the goal. Its code is
-- nil if there is a way that needs no more, and "budget" if that cannot be known.
local function probe(unit, target, query, within)
  local given = near_enough(target, query)
  given.budget, given.partial, given.claims, given.within = 1, nil, false, within or given.within
  return select(2, unit:_quick_path(target, given))
end

local function rectangle(target)
  return { x = target.x, y = target.y, width = target.width or 1, height = target.height or 1 }
end

-- Is the unit near enough to the goal, if it stands at x, y?
local function is_near(unit, target, query, x, y)
  return distances.to_rectangle(unit.world, x, y, unit.class.size, rectangle(target))
    <= near_enough(target, query).within
end

-- Would it be one step nearer than it has to be at the other end of a link?
local function is_linked(unit, target, query)
  local within = near_enough(target, query).within
  local ends = within > 0 and unit:_link_ends() or {}
  for i = 1, #ends, 2 do
    local away = distances.to_rectangle(unit.world, ends[i], ends[i + 1], unit.class.size,
      rectangle(target))
    if away < within then return true end
  end
  return false
end

local function is_there(unit, target, query)
  return is_near(unit, target, query, unit.x, unit.y) or is_linked(unit, target, query)
end

-- ---- places round the goal ----------------------------------------------------------------------

local function purpose_of(unit) return "go " .. unit.player.name end

-- Keeps the cells of a place from others. False: somebody has one.
local function keep(unit, place)
  local keys, last, purpose = {}, unit.class.size - 1, purpose_of(unit)
  for y = place.y, place.y + last do
    for x = place.x, place.x + last do keys[#keys + 1] = ("%s %d %d"):format(purpose, x, y) end
  end
  return unit:_reserve_all(keys, "go")
end

-- The places that are left at the goal, the nearest first by what the way costs from its cell x, y,
-- or else those around it that are nearer than the unit; of equally near ones the nearest to the
-- unit is the first: a list of at least `most`, if there are, and what the way costs to the
-- unit's own cell, math.huge if that is not known; or nil, "budget".
local function places_left(unit, goal, within, x, y, most)
  local found, own = unit:_places_left(x, y, goal, within, most, purpose_of(unit))
  if not found then return nil, own end
  local list, best = {}, 1
  for i = 1, #found / 3 do
    list[i] = { x = found[3 * i - 2], y = found[3 * i - 1], cost = found[3 * i] }
    if list[i].cost == list[1].cost and unit:distance(list[i]) < unit:distance(list[best]) then
      best = i
    end
  end
  list[1], list[best] = list[best], list[1]
  return list, own
end

-- Is no place left at the goal itself, or is that not known?
local function is_full(unit, target, query, x, y)
  local list = places_left(unit, target, near_enough(target, query).within, x, y, 1)
  return not list or not list[1]
end

-- The query for the way to a place; `through` friendly units that make way, or round them: who
-- stands far ahead stands there still when the unit comes by.
local function way_to(place, query, through)
  local asked = near_enough(place, query)
  asked.within, asked.partial = 0, nil
  asked.claim_radius = through and 0 or asked.claim_radius or AROUND
  return asked
end

-- May the unit go through friends to come to a place? To the goal, or if it gets that much nearer:
-- for less they would push each other about.
local function may_pass(unit, target, query, place, own)
  return unit.avoidance == "yield" and (own - place.cost >= GAIN
    or is_near(unit, target, query, place.x, place.y))
end

-- Does a path lead through a target to which the unit only comes near? It does not push that away.
local function crosses(path, target, query)
  if near_enough(target, query).within == 0 then return false end
  local rect = rectangle(target)
  for i = 2, length(path) - 1 do
    local x, y = path:cell(i)
    if x >= rect.x and x < rect.x + rect.width and y >= rect.y and y < rect.y + rect.height then
      return true
    end
  end
  return false
end

-- The path, if it takes few nodes.
local function find_quickly(unit, place, query)
  local quick = check.within(query, 0)
  quick.budget = QUICK
  return unit:_quick_path(place, quick)
end

local function find_place(unit, place, query)
  local path, code = find_quickly(unit, place, query)
  if path or code ~= "budget" then return path, code end
  return unit:_find(place, query)
end

-- The path to a place, which is kept from others if there is one: path | nil, code.
local function find_kept(unit, target, query, place, own)
  keep(unit, place)
  local path, code = find_place(unit, place, way_to(place, query))
  if code == "crowded" and unit:sees(target) and may_pass(unit, target, query, place, own) then
    path, code = find_place(unit, place, way_to(place, query, true))
    if path and unit:sees(target) and crosses(path, target, query) then
      path, code = nil, "crowded"
    end
  end
  if not path then unit:release("go") end
  return path, code
end

-- The same to the nearest of several places that can be reached: through friends, or round all.
local function find_first(unit, target, query, list, own)
  local is_pushing = may_pass(unit, target, query, list[1], own)
  for _, through in ipairs(is_pushing and { true, false } or { false }) do
    local first
    local found, code = unit:find_nearest(list, way_to(list[1], query, through), #list)
    if not unit:sees(target) then return nil, "moved" end
    for _, one in ipairs(found or {}) do
      local is_nearer = not first or one.index < first.index
      if is_nearer and not crosses(one.path, target, query) then first = one end
    end
    if first then
      if not keep(unit, list[first.index]) then return nil, "blocked" end
      return first.path
    end
    if code and code ~= "crowded" then return nil, code end
  end
  return nil, "crowded"
end

-- ---- one try ------------------------------------------------------------------------------------

local function takes_part(query) return type(query) == "table" and query.partial end

-- The path to the goal: path | nil, code. With `partial` one that leads as near as the terrain
-- allows; but where only units are in the way, what is near by walking counts, see `join`.
local function find_plainly(unit, target, query)
  if not takes_part(query) or not unit:sees(target) then return unit:_find(target, query) end
  local whole = near_enough(target, query)
  whole.partial = nil
  if unit:reachable(target, whole) then
    local path, code = unit:_find(target, whole)
    local in_the_way = code == "crowded" or code == "goal_blocked"
    if path or in_the_way or not unit:sees(target) then return path, code end
  end
  return unit:_find(target, query)
end

-- The path to the goal, if need be through friends that make way, or else through anybody, who may
-- do so: path, wait_limit | nil, code. Compiled queries stay as they are.
local function find(unit, target, query)
  local path, code = find_plainly(unit, target, query)
  local makes_way = code == "crowded" and unit.avoidance == "yield" and is_table(query)
  if not makes_way or not unit:sees(target) then return path, code end
  local through = near_enough(target, query)
  through.claim_radius, through.partial = 0, nil
  path, code = unit:_find(target, through)
  if not unit:sees(target) or path and not crosses(path, target, query) then return path, code end
  if path then return nil, "crowded" end
  if code ~= "crowded" then return nil, code end
  through.occupancy = false
  path, code = unit:_find(target, through)
  return path, path and SHORT or code
end

-- Follows a path to the cell x, y of the goal, or to a place near it: true | nil, code. When it
-- comes near, others may be there, or on their way: it takes the nearest place that is left for its
-- own, and goes there.
local function walk(unit, target, path, query, x, y, wait_limit)
  local seen = unit:sees(target)
  local goal_x, goal_y = seen and target.x, seen and target.y
  local function choose()
    if not unit:sees(target) then return false end
    local list = places_left(unit, target, near_enough(target, query).within, x, y, 1)
    if not list then return false end
    if not list[1] then return true end
    keep(unit, list[1])
    local end_x, end_y = path:cell(-1)
    if list[1].x == end_x and list[1].y == end_y then return true end
    local other = find_quickly(unit, list[1], way_to(list[1], query))
    path = other or path
    return other ~= nil, other
  end
  local done, code = unit:walk(path, query,
    { choose = is_table(query) and choose, near = NEAR, wait_limit = wait_limit })
  if not done then return nil, code end
  if not unit:sees(target) or target.x ~= goal_x or target.y ~= goal_y then return nil, "moved" end
  if path.status == "partial" then return nil, "partial" end
  return true
end

-- The path to a place that is left, and what the way costs to the unit's own cell: path, nil, cost
-- | nil, code: "full", none is left, or others are on their way to all; "crowded", there is no way
-- to any.
local function find_left(unit, target, query, x, y)
  local path, code = nil, "crowded"
  local within, size = near_enough(target, query).within, (target.width or 1) * (target.height or 1)
  local list, own = places_left(unit, target, within, x, y, 1)
  if not list then return nil, own end
  if not list[1] and within == 0 and size == 1 then return nil, "full" end
  if list[1] then path, code = find_kept(unit, target, query, list[1], own) end
  if code ~= "crowded" then return path, code, own end
  if not unit:sees(target) then return nil, "moved" end
  list, own = places_left(unit, target, false, x, y, SEVERAL)
  if not list then return nil, own end
  if not list[1] then return nil, "full" end
  path, code = find_first(unit, target, query, list, own)
  return path, code, own
end

-- Others have the goal: it goes to the nearest place that is left, and from there to one that is
-- nearer still, until there is none: true | nil, code, which is "full" then. On the way it keeps
-- its place, also if a nearer one is given up meanwhile: that may lie behind it. "blocked": the
-- place was taken on the way, most recently; "stuck": it could not look often enough.
local function join(unit, target, query, x, y)
  if not unit:sees(target) then return nil, "moved" end
  local tries, nearest, before, code = 0, math.huge, nil, nil
  local goal_x, goal_y = target.x, target.y
  for _ = 1, MOST do
    if not unit:sees(target) then return nil, "moved" end
    local here = cell_of(unit)
    local path, why, own = find_left(unit, target, query, x, y)
    code = why
    local ends = code == "full" or code == "crowded" and before == code
    if ends and cell_of(unit) == here then return nil, "full" end
    before = code
    if path then unit:walk(path, query) end
    if not unit:sees(target) or target.x ~= goal_x or target.y ~= goal_y then
      return nil, "moved"
    end
    if path and is_there(unit, target, query) then return true end
    if own == math.huge and path then own = FAR + length(path) end
    if path and cell_of(unit) ~= here and own < nearest then
      tries, nearest = 0, own
    elseif code == "budget" then                 -- it has not looked yet
      unit:wait(PAUSE + unit.id % PAUSE)
    else
      tries = tries + 1
      if tries == TRIES then return nil, code == "goal_blocked" and "blocked" or "full" end
      unit:wait(PAUSE * tries)
    end
  end
  return nil, code == "budget" and "stuck" or "full"
end

-- Is it one step nearer at the other end of a link? Then it stays, for a tick at least.
local function stays_linked(unit, target, query)
  if not is_table(query) or not unit:sees(target) or not is_linked(unit, target, query) then
    return false
  end
  unit:sleep(1)
  return true
end

-- One try: true | nil, code, how far the path that it has walked leads from the goal, and the cell
-- of the goal round which places are sought.
local function try(unit, target, query, tries)
  local is_next = check.is_unit(target) and near_enough(target, query).within == 1
  if is_next and stays_linked(unit, target, query) then return true end
  local path, code = find(unit, target, query)
  local x, y, away, done, wait_limit
  if path then
    x, y = path:cell(-1)
    away, wait_limit = path.distance, code
    done, code = walk(unit, target, path, query, x, y, wait_limit)
    if done and (not is_table(query) or is_there(unit, target, query)) then return true end
  end
  if code == "crowded" and stays_linked(unit, target, query) then return true end
  local may_be_full = done or code == "goal_blocked" or code == "crowded"
  if not may_be_full or not is_table(query) or not unit:sees(target) then return nil, code, away end
  local may_join = done or not path or wait_limit or tries >= FEW
    or probe(unit, target, query) == "goal_blocked"
  if not may_join or not unit:reachable(target, query) then return nil, code or "moved", away end
  if not x then                                  -- where it would stand if nobody was there
    local asked = near_enough(target, query)
    asked.occupancy, asked.partial = false, nil
    path, code = unit:_find(target, asked)
    if not path then return nil, code end
    x, y = path:cell(-1)
  end
  done, code = join(unit, target, query, x, y)
  if done or not unit:sees(target) then return done, code end
  return nil, code, away, x, y
end

-- Tries until it is there, or it would be in vain.
local function try_often(unit, target, query)
  local tries, nearest, last = 0, math.huge, nil
  while tries < TRIES do
    local here = cell_of(unit)
    local done, code, away, x, y = try(unit, target, query, tries)
    if done then return true end
    -- Who stands in the way, and not at the goal, may go on.
    if code == "full" and not unit:sees(target) then code = "moved" end
    local is_final = code == "full" and probe(unit, target, query, 0) == "goal_blocked"
    if is_final or not PASSING[code] then return nil, code, x, y end
    local stays = cell_of(unit) == here
    if away and away < nearest then tries, nearest = 0, away end
    if code == "full" then tries = tries + JOINED
    elseif stays or code == "crowded" then tries = tries + 1 end
    if tries >= TRIES and code == "full" and is_full(unit, target, query, x, y) then
      return nil, code, x, y
    end
    local news = code == "lost" or code == "blocked"   -- another way is there at once
    if stays and not news then unit:wait(PAUSE * tries + unit.id % PAUSE) end
    last = code
  end
  local is_beside = last == "crowded" and check.is_unit(target) and unit:sees(target)
    and unit:distance(target) <= NEAR
  return nil, is_beside and last or "stuck"
end

-- ---- what has failed ----------------------------------------------------------------------------

local REMEMBERED = { crowded = true, unreachable = true, goal_blocked = true }

local function includes(query, other)
  for key, value in pairs(other) do
    if query[key] ~= value then return false end
  end
  return true
end

-- Only tables of options are remembered: they can be compared. from_x, from_y: round which cell
-- places were sought.
local function note(unit, target, query, code, from_x, from_y)
  return { x = unit.x, y = unit.y, class = unit.class, goal_x = target.x, goal_y = target.y,
    width = target.width or 1, height = target.height or 1, query = query or {}, code = code,
    from_x = from_x, from_y = from_y }
end

local function is_same(failed, unit, target, query)
  return failed.x == unit.x and failed.y == unit.y and failed.goal_x == target.x
    and failed.goal_y == target.y and failed.class == unit.class
    and failed.width == (target.width or 1) and failed.height == (target.height or 1)
    and includes(failed.query, query or {}) and includes(query or {}, failed.query)
end

-- Would it fail in the same way?
local function fails_again(unit, target, query, failed)
  if failed.code ~= "crowded" then
    return select(2, unit:reachable(target, query)) == failed.code
  end
  if probe(unit, target, query) ~= "goal_blocked" or not failed.from_x then return false end
  return is_full(unit, target, query, failed.from_x, failed.from_y)
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
  return failed.code, same and fails_again(unit, target, query, failed)
end

local function fail(unit, target, query, code, x, y)
  local task = object.of(unit)._task
  if task and REMEMBERED[code] and is_table(query) and unit:sees(target) then
    task._failed_way = note(unit, target, query, code, x, y)
  end
  return code
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
  local crowded = takes_part(query) and "partial" or "crowded"
  if again then return nil, known == "crowded" and crowded or known end
  local release = unit:defer(function() unit:release("go") end)
  local done, code, at_x, at_y = try_often(unit, target, query)
  release()
  unit:release("go")
  if done then return true end
  code = fail(unit, target, query, code == "full" and "crowded" or code, at_x, at_y)
  return nil, code == "crowded" and crowded or code
end
