--- unit:attack_move(x, y [, options]) -> true | nil, code, or unit:attack_move(target [, options]).
-- Goes to a goal as unit:go does, and attacks enemies that come within `radius` (6) of it on the
-- way. `engage`: what it does then, by default unit:engage; `query`: for the path. Codes: those of
-- go.
-- @card unit:attack_move(x, y [, { radius, engage, query }]) - goes there, or to a target, and
--   engages enemies on the way

local check = require "astar.units.values"
local options = require "astar.arguments.options"

local VALID = { radius = options.whole(0, 2 ^ 31 - 1), engage = { "function", "a function" },
  query = { "table userdata", "a query" } }

return function(unit, x, y, given)
  local is_target = type(x) ~= "number"
  if is_target then
    check.goal_place("attack_move", x)
    given = y
  else
    check.point("attack_move", x, y)
    check.cell(unit, 1, x, y)
  end
  if given then options.check("attack_move", given, VALID, is_target and 2 or 3) end
  given = given or {}
  check.query(unit, is_target and 2 or 3, given.query)
  check.passed()
  local radius, engage, query = given.radius or 6, given.engage or unit.engage, given.query
  if is_target then return unit:defend(unit, radius, engage, unit.go, x, query) end
  return unit:defend(unit, radius, engage, unit.go, x, y, query)
end
