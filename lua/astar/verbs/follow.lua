--- unit:follow(target [, query]) -> nil, code. Stays near a unit that moves, within 2 cells or the
-- query's `within`, until something prevents it. Where others are in between, it stands as near as
-- it can until the target has moved. Codes: those of chase, but for "crowded".
-- @card unit:follow(unit [, query]) - stays within 2 cells of it; never done

local check = require "astar.units.values"

local EVERY, REST = 4, 32

-- Stays until the target is too far away, or out of sight: then where it was seen last. Behind
-- others, without a distance, and across a link, until the target has moved, or after a while.
local function stay_near(unit, target, distance)
  local seen
  local x, y, till = target.x, target.y, unit.world.ticks + REST
  local is_near = distance and unit:distance(target) <= distance
  local function stays()
    if is_near then return unit:distance(target) <= distance end
    return target.x == x and target.y == y and unit.world.ticks < till
  end
  while unit:sees(target) and stays() do
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
    if not done and code ~= "crowded" then return nil, code end
    local seen = unit:sees(target) and stay_near(unit, target, done and query.within)
    if seen and not target.removed then unit:watch(EVERY, look, unit.go, seen.x, seen.y) end
  end
end
