--- unit:gather(targets [, query]) -> found | nil, code. Goes next to the nearest of many: a list of
-- anything that has x and y, or the name of a terrain. No other unit of the world goes to the same
-- meanwhile, nor later, until this one gathers again or its behaviour ends. Where it vanishes on
-- the way (it is taken from the list, removed, or seen to be other terrain) the next one is looked
-- for. found: x, y, and for a list goal. Codes: "none", the list is empty; "taken", others are
-- after all of them; those of a search and of go.

local check = require "astar.check"
local EVERY = 4

local function present(targets)
  if type(targets) == "string" then return targets end
  local list = {}
  for _, one in ipairs(targets) do
    if not one.removed then list[#list + 1] = one end
  end
  return list
end

-- The nearest that can be reserved.
local function choose(unit, list, query)
  local count = 1
  while #list > 0 do
    local found, code = unit:nearest(list, query, count)
    for _, one in ipairs(found or {}) do
      if unit:reserve(("gather %d %d"):format(one.x, one.y), "gather") then return one end
    end
    if not found or #found < count then return nil, code or "taken" end
    count = count * 4
  end
  return nil, "none"
end

local function is_there(unit, targets, found)
  if type(targets) == "string" then return select(2, unit:knows(found.x, found.y)) == targets end
  for _, one in ipairs(present(targets)) do
    if one == found.goal then return true end
  end
  return false
end

return function(unit, targets, query)
  local kind = type(targets)
  check.argument(kind == "table" or kind == "string", 1, "gather", "a list or terrain", targets)
  check.argument(check.is_query(query), 2, "gather", "a table", query)
  query = check.within(query, 1)
  local keep = unit:defer(function() unit:release("gather") end)
  unit:sleep(1)
  local found, done, code
  repeat
    found, code = choose(unit, present(targets), query)
    if not found then break end
    local function look() return not is_there(unit, targets, found) and "vanished" end
    done, code = unit:watch(EVERY, look, unit.go, found.x, found.y, query)
    done = done and not look()
  until done or code and code ~= "vanished"
  keep()
  if done then return found end
  unit:release("gather")
  return nil, code
end
