--- unit:wait(ticks) -> true. Does nothing for that many ticks, whatever happens meanwhile; at least
-- one tick, as for every verb.
-- @card unit:wait(ticks) - does nothing for so long

local check = require "astar.units.values"

return function(unit, ticks)
  check.argument(type(ticks) == "number" and ticks == ticks, 1, "wait", "a number of ticks", ticks)
  check.passed()
  local world = unit.world
  local till = world.ticks + math.max(1, ticks)
  while world.ticks < till do unit:sleep(till - world.ticks) end
  return true
end
