--- How many cases a spec tries of a kind.
--
-- `make test` tries all. With ASTAR_FEWER=N one of N is tried of cases that differ by nothing but a
-- random seed, a value, or the tick: `make check` runs all specs once more under sanitizers, and
-- again under LuaJIT. What these find is in the code that runs, and that is the same in each case
-- of a kind. `.ci/run`, which runs both, tries a quarter of the cases before.

local cases = {}

local fewer = tonumber(os.getenv "ASTAR_FEWER") or 1

cases.are_fewer = fewer > 1

--- How many of `count` are tried: one at least.
function cases.of(count)
  return math.max(1, math.floor(count / fewer))
end

--- How often at least the cases that are tried must have met something, if all of them meet it
-- `count` times. A part of them meets its share, more or less, as chance has it: half of the share
-- is expected, and nothing where the share is below eight, which chance may well miss.
function cases.least(count)
  if not cases.are_fewer then return count end
  local share = count / fewer
  return share < 8 and 0 or math.floor(share / 2)
end

--- Those of a list that are tried: one at least. Lists with another `salt` begin with another one.
function cases.some(list, salt)
  if not cases.are_fewer then return list end
  local some, first = {}, (salt or 0) % math.max(1, math.min(fewer, #list)) + 1
  for i = first, #list, fewer do some[#some + 1] = list[i] end
  return some
end

return cases
