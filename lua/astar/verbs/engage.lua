--- unit:engage(foe) -> true | nil, code. What the fighting verbs do with a foe by default: the unit
-- runs up to it, raises its event "attacked" with itself as the argument, and pauses. Codes: those
-- of chase.

local check = require "astar.arguments.values"

local BREATH = 8

return function(unit, foe)
  check.argument(check.is_unit(foe, unit), 1, "engage", "another unit", foe)
  local done, code = unit:chase(foe)
  if not done then return nil, code end
  foe:tell("attacked", unit)
  return unit:wait(BREATH)
end
