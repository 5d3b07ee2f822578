--- unit:go(x, y [, query]) -> true | nil, code, or unit:go(target [, query]) with anything that has
-- x and y. If the target is a unit, a cell next to it is near enough. The unit follows the cheapest
-- path, and searches again if the path is blocked or the target has moved. If units block all
-- paths, and may be asked to make way, it goes through them. Codes: those of a search; "partial",
-- with `partial` in the query: it came as near as it could; "gone" and "unseen", of the target;
-- "stuck", it has searched TRIES times from the same cell.
-- @card unit:go(x, y [, query]), unit:go(target [, query]) - goes there by the cheapest way, and
--   finds others

local check = require "astar.arguments.values"

local TRIES, PAUSE = 8, 4

-- What may be over in a moment. All else would be the same if it was tried again.
local PASSING = { crowded = true, changing = true, blocked = true, lost = true, stopped = true,
  moved = true }

-- Units that stand in the only way may make way, if they are asked to. Compiled queries stay as
-- they are.
local function find(unit, target, query)
  local path, code = unit:find(target, query)
  local may_ask = unit.avoidance == "yield" and (query == nil or type(query) == "table")
  if code ~= "crowded" or not may_ask then return path, code end
  local through = check.within(query, check.is_unit(target) and 1 or 0)
  through.occupancy = false
  return unit:find(target, through)
end

local function way(unit, target, query)
  local seen = unit:sees(target)
  local x, y = seen and target.x, seen and target.y
  local path, code = find(unit, target, query)
  if not path then return nil, code end
  local done, why = unit:walk(path)
  if not done then return nil, why end
  if not unit:sees(target) or target.x ~= x or target.y ~= y then return nil, "moved" end
  if path.status == "partial" then return nil, "partial" end
  return true
end

return function(unit, x, y, query)
  local is_target = type(x) ~= "number"
  check.argument(not is_target or check.is_place(x), 1, "go",
    "a goal, x and y or something that has them,", x)
  check.argument(is_target or type(y) == "number", 2, "go", "a number", y)
  local target = is_target and x or { x = x, y = y }
  if is_target then query = y end
  local tries, here, last = {}, unit.y * 65536 + unit.x
  while (tries[here] or 0) < TRIES do
    local done, code = way(unit, target, query)
    if done then return true end
    if not PASSING[code] then return nil, code end
    last, here = here, unit.y * 65536 + unit.x
    if code ~= "moved" or here == last then tries[here] = (tries[here] or 0) + 1 end
    local news = code == "lost" or code == "blocked"     -- another way is there at once
    if here == last and not news then unit:wait(PAUSE * tries[here] + unit.id % PAUSE) end
  end
  return nil, "stuck"
end
