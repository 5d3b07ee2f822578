--- unit:gather(targets [, query]) -> found | nil, code. Goes next to the nearest of many targets: a
-- list of cells, or the name of a terrain. The target is reserved: no other unit of
-- its player gathers it until this unit gathers again or its behaviour ends. If the target vanishes
-- on the way, the unit goes to the next one. found: x, y, goal. Codes: "none", "taken", those of a
-- search and of go. Where it has found nothing, it waits before it searches there again.
-- @card unit:gather(targets [, query]) - reserves and goes to the nearest of a list, or of a
--   terrain; returns it

local check = require "astar.units.values"
local pause = require "astar.verbs.pause"

local EVERY = 4

local function present(unit, targets)
  if type(targets) == "string" then return targets end
  local list = {}
  for _, one in ipairs(targets) do
    if unit:sees(one) then list[#list + 1] = one end
  end
  return list
end

-- The nearest that can be reserved.
local function choose(unit, list, query)
  local count, name = 1, unit.player.name
  while #list > 0 do
    local found, code = unit:find_nearest(list, query, count)
    for _, one in ipairs(found or {}) do
      if unit:reserve(("gather %s %d %d"):format(name, one.x, one.y), "gather") then return one end
    end
    if not found or #found < count then return nil, code or "taken" end
    count = count * 4
  end
  return nil, "none"
end

local function is_there(unit, targets, found)
  if not found.goal then return select(2, unit:knows(found.x, found.y)) == targets end
  for _, one in ipairs(targets) do
    if one == found.goal then return unit:sees(one) end
  end
end

return function(unit, targets, query)
  local is_terrain = type(targets) == "string"
  check.argument(is_terrain or check.is_object(targets), 1, "gather",
    "a terrain, or a list of cells,", targets)
  if not is_terrain then check.cells("gather", 1, "targets", targets) end
  check.argument(check.is_query(query), 2, "gather", "a table", query)
  check.query(unit, 2, query)
  check.passed()
  query = check.within(query, 1)
  local keep = unit:defer(function() unit:release("gather") end)
  pause.before(unit, pause.question("gather", present(unit, targets), query))
  local found, done, code
  repeat
    local list = present(unit, targets)
    local question = pause.question("gather", list, query)
    found, code = choose(unit, list, query)
    if #list > 0 then pause.after(unit, question, found) end
    if not found then break end
    local function look() return not is_there(unit, targets, found) and "vanished" end
    done, code = unit:watch(EVERY, look, unit.go, found.x, found.y, query)
    done = done and not look() and unit:distance(check.target(found.goal or found)) <= query.within
  until done or code and code ~= "vanished"
  keep()
  if done then return found end
  unit:release("gather")
  return nil, code
end
