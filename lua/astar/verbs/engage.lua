--- unit:engage(foe) -> true | nil, code. What the verbs that fight do with a foe, unless the game
-- gives them something better: it runs up to it, tells it "attacked" with itself, and takes breath.
-- Codes: those of chase.

local check = require "astar.arguments.values"

local BREATH = 8

return function(unit, foe)
  check.argument(check.is_unit(foe, unit), 1, "engage", "another unit", foe)
  local done, code = unit:chase(foe)
  if not done then return nil, code end
  foe:tell("attacked", unit)
  return unit:wait(BREATH)
end
