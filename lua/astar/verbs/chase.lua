--- unit:chase(target [, query]) -> true | nil, code. Runs after a unit until it is next to it, or
-- as near as the query's `within` says. If it loses sight of the target, it goes to where it saw it
-- last. Codes: "lost", the target was not visible from there either; "gone", it was removed; those
-- of go.
-- @card unit:chase(unit [, query]) - the same, and on to where it was seen last

local check = require "astar.units.values"

local EVERY = 4

return function(unit, target, query)
  check.argument(check.is_place(target) and target ~= unit, 1, "chase", "a target", target)
  check.argument(check.is_query(query), 2, "chase", "a table", query)
  check.query(unit, 2, query)
  check.passed()
  local function look() return unit:sees(target) and "seen" end
  while true do
    local done, code, x, y = unit:approach(target, query)
    if done then return true end
    if code ~= "unseen" then return nil, code end
    if not x then return nil, "lost" end
    local _, why = unit:watch(EVERY, look, unit.go, x, y)
    if why ~= "seen" and not unit:sees(target) then return nil, "lost" end
  end
end
