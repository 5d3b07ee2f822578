--- unit:guard(place [, options]) -> nil, code. Stays next to a place, attacks enemies that come
-- within `radius` (5) of it, and returns to the place. `engage`: what it does then, by default
-- unit:engage. It guards until something prevents it; codes: those of go.
-- @card unit:guard(place [, { radius, engage }]) - stays there, and engages enemies within 5
--   cells; never done

local check = require "astar.units.values"
local options = require "astar.arguments.options"

local EVERY = 20
local VALID = { radius = options.whole(0, 2 ^ 31 - 1), engage = { "function", "a function" } }

local function stand_by(unit, place)
  while true do
    local done, code = unit:go(place, { within = 1 })
    if not done then return nil, code end
    repeat unit:sleep(EVERY) until place.removed or unit:distance(place) > 1
  end
end

return function(unit, place, given)
  check.argument(check.is_place(place) and place ~= unit, 1, "guard", "a place", place)
  if given then options.check("guard", given, VALID, 2) end
  check.passed()
  given = given or {}
  return unit:defend(place, given.radius or 5, given.engage or unit.engage, stand_by, place)
end
