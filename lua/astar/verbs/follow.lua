--- unit:follow(target [, query]) -> nil, code. Stays near a unit that moves, within 2 cells or the
-- query's `within`, until something prevents it. Codes: those of chase.
-- @card unit:follow(unit [, query]) - stays within 2 cells of it; never done

local check = require "astar.units.values"

local EVERY = 4

-- Stays until the target is too far away, or out of sight: then where it was seen last.
local function stay_near(unit, target, distance)
  local seen
  while unit:sees(target) and unit:distance(target) <= distance do
    seen = { x = target.x, y = target.y }
    unit:sleep(EVERY)
  end
  return not unit:sees(target) and seen
end

return function(unit, target, query)
  check.argument(check.is_place(target) and target ~= unit, 1, "follow", "a target", target)
  check.argument(check.is_query(query), 2, "follow", "a table", query)
  check.query(unit, 2, query)
  check.passed()
  query = check.within(query, 2)
  local function look() return unit:sees(target) and "seen" end
  while true do
    local done, code = unit:chase(target, query)
    if not done then return nil, code end
    local seen = stay_near(unit, target, query.within)
    if seen and not target.removed then unit:watch(EVERY, look, unit.go, seen.x, seen.y) end
  end
end
