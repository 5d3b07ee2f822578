--- unit:follow(target [, query]) -> nil, code. Stays near a unit that moves, 2 cells or as the
-- query's `within` says, until something prevents it. Codes: those of chase.

local check = require "astar.check"

local EVERY = 4

return function(unit, target, query)
  check.argument(check.is_place(target) and target ~= unit, 1, "follow", "a target", target)
  check.argument(check.is_query(query), 2, "follow", "a table", query)
  query = check.within(query, 2)
  while true do
    local done, code = unit:chase(target, query)
    if not done then return nil, code end
    while unit:sees(target) and unit:distance(target) <= query.within do unit:sleep(EVERY) end
  end
end
