--- How many cases a spec tries of a kind.
--
-- `make check` runs all specs once more under sanitizers and once more under LuaJIT. It sets
-- ASTAR_FEWER=8 and ASTAR_FEWER=4 for that: of cases that differ by nothing but a random seed, a
-- value, or the tick, an eighth and a quarter are tried there. `make test` tries all of them, and
-- it has done so before. What a sanitizer or another Lua finds is in the code that runs, and that
-- is the same in each case of a kind. `make test-asan` and `make test LUA=luajit` try all.

local cases = {}

local fewer = tonumber(os.getenv "ASTAR_FEWER") or 1

cases.are_fewer = fewer > 1

--- How many of `count` are tried: one at least.
function cases.of(count)
  return math.max(1, math.floor(count / fewer))
end

--- Those of a list that are tried: one at least. Lists with another `salt` begin with another one.
function cases.some(list, salt)
  if not cases.are_fewer then return list end
  local some, first = {}, (salt or 0) % math.max(1, math.min(fewer, #list)) + 1
  for i = first, #list, fewer do some[#some + 1] = list[i] end
  return some
end

return cases
