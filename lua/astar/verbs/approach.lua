--- unit:approach(target [, query]) -> true | nil, code. Comes near to a unit that moves: next to
-- it, or as near as the query's `within` says. The unit searches for a new path when the target has
-- moved by more than a quarter of the remaining distance, not at each of its steps. Within NEAR
-- cells it first looks at FEW nodes at once, if the tick has so many left, instead of waiting for
-- the queue: while it waited for the answer it would fall behind. Codes: those of go; "gone", the
-- target was removed; "unseen", and the cell where the unit saw it last during this call.
-- @card unit:approach(unit [, query]) - goes next to a unit that moves

local check = require "astar.units.values"
local distance = require "astar.units.distance"

local EVERY, SHARE, NEAR = 2, 4, 12
local FEW = 64                                   -- nodes: what beginning a search is worth
local RENEWED = { unseen = true, reached = true, drifted = true }

-- Has the target gone so far from where it was that another way may be better?
local function has_drifted(unit, target, from)
  local drift = distance.cells(unit.world, target, from)
  return drift == math.huge or drift * SHARE > unit:distance(from)
end

local function vanished(target, seen)
  if target.removed then return nil, "gone" end
  return nil, "unseen", seen and seen.x, seen and seen.y
end

return function(unit, target, query)
  check.argument(check.is_place(target) and target ~= unit, 1, "approach", "a target", target)
  check.argument(check.is_query(query), 2, "approach", "a table", query)
  check.query(unit, 2, query)
  check.passed()
  query = check.within(query, 1)
  local quick = check.within(query, 1)
  quick.budget, quick.partial = math.min(query.budget or FEW, FEW), nil
  local hindered = false                         -- then go knows better what to do
  local aim, seen                                -- where it was when the way was found; and last
  local function look()
    if not unit:sees(target) then return "unseen" end
    seen = { x = target.x, y = target.y }
    if unit:distance(target) <= query.within then return "reached" end
    return has_drifted(unit, target, aim) and "drifted"
  end
  if unit:sees(target) then seen = { x = target.x, y = target.y } end
  unit:sleep(1)
  while unit:sees(target) do
    aim = { x = target.x, y = target.y, width = target.width or 1, height = target.height or 1 }
    seen = aim
    if unit:distance(target) <= query.within then return true end
    local path = not hindered and unit:distance(aim) <= NEAR and unit:_quick_path(aim, quick)
    local done, code
    if path then
      done, code = unit:watch(EVERY, look, unit.walk, path)
      hindered = not done and not RENEWED[code]
    else
      done, code = unit:watch(EVERY, look, unit.go, aim, query)
      hindered = false
      if not done and not RENEWED[code] then return nil, code end
      -- It may be near across a link.
      if done and unit:sees(target) and target.x == aim.x and target.y == aim.y then return true end
    end
  end
  return vanished(target, seen)
end
