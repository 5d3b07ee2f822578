--- unit:escort(ward [, options]) -> nil, code. Stays near a unit that moves, and attacks enemies
-- that come within `radius` (5) of it. `engage`: what it does then, by default unit:engage. Codes:
-- "gone", the ward was removed; those of follow.
-- @card unit:escort(unit [, { radius, engage }]) - the same beside a unit

local check = require "astar.units.values"
local options = require "astar.arguments.options"

local VALID = { radius = options.whole(0, 2 ^ 31 - 1), engage = { "function", "a function" } }

return function(unit, ward, given)
  check.argument(check.is_unit(ward, unit), 1, "escort", "another unit", ward)
  if given then options.check("escort", given, VALID, 2) end
  check.passed()
  given = given or {}
  return unit:defend(ward, given.radius or 5, given.engage or unit.engage, unit.follow, ward)
end
