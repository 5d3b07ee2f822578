--- How many cases a spec tries of those that differ by nothing but a random seed, or a value:
-- ASTAR_CASES, see docs/reliability.md.

local cases = {}

local given = os.getenv "ASTAR_CASES" or "1"
local times = assert(given:match "^[1-9]%d*$" and tonumber(given),
  "ASTAR_CASES is an integer of 1 or more")

--- How many are tried where `count` are by default. They are numbered, and each is made from its
-- number alone.
function cases.of(count) return count * times end

--- So many of a list, at most all. Lists with another `salt` begin with another one.
function cases.pick(list, count, salt)
  local some = {}
  for i = 1, math.min(#list, cases.of(count)) do some[i] = list[(i + salt) % #list + 1] end
  return some
end

return cases
