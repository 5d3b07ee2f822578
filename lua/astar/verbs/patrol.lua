--- unit:patrol(points [, rounds]) -> true | nil, code. Goes from point to point, a list of
-- cells, endlessly or for a number of rounds. It begins with the nearest point. It skips a
-- point that it cannot reach, and gets the event "unreached" with the point's place in the list and
-- the code. If it could reach none in a whole round, it returns the last code.
-- @card unit:patrol(points [, rounds]) - goes from point to point, for ever or so many rounds

local check = require "astar.units.values"
local length = require "astar.length"

local function first_of(unit, points)
  local present = {}
  for i, point in ipairs(points) do
    local x, y = check.at(point)
    if not point.removed then present[#present + 1] = { x = x, y = y, place = i } end
  end
  local found = present[1] and unit:find_nearest(present, { within = 1 })
  return found and found.goal.place or 1
end

return function(unit, points, rounds)
  check.some_cells("patrol", 1, "points", points)
  check.argument(rounds == nil or check.is_count(rounds), 2, "patrol", "a number of rounds", rounds)
  check.passed()
  local count, first, missed = length(points), first_of(unit, points), 0
  unit:sleep(1)
  for visit = 0, (rounds or math.huge) * count - 1 do
    local place = (first - 1 + visit) % count + 1
    local done, code = unit:go(check.target(points[place]))
    if done then
      missed = 0
    else
      unit:tell("unreached", place, code)
      missed = missed + 1
      if missed == count then return nil, code end
    end
  end
  return true
end
