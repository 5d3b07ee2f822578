--- unit:go(x, y [, query]) -> true | nil, code, or unit:go(target [, query]) with anything that has
-- x and y; to a unit it is enough to come next to it. Goes by the way that is cheapest at every
-- moment: where it turns out to be blocked another one is looked for, and so it is where the target
-- has moved meanwhile; where units stand in all ways, and it may ask them to make way, it goes
-- through them. Codes: those of a search; "partial", the query's `partial` brought it as near as it
-- gets; "gone", the target was removed; "stuck", it has looked for a way TRIES times without coming
-- any further.

local check = require "astar.check"

local TRIES, PAUSE = 8, 4

-- What may be over in a moment. All else would be the same if it was tried again.
local PASSING = { crowded = true, changing = true, blocked = true, lost = true, stopped = true,
  moved = true }

-- Those who stand in the only way may make way, if it is asked for. Compiled queries stay as they
-- are.
local function find_through(unit, x, y, query)
  if type(x) ~= "number" and x.removed then return nil, "gone" end
  local goal, asked = unit.goal(x, y, query)
  if asked ~= nil and type(asked) ~= "table" then return nil, "crowded" end
  local through = {}
  for key, value in pairs(asked or {}) do through[key] = value end
  through.occupancy = false
  return unit:find(goal, through)
end

local function find(unit, x, y, query)
  local path, code = unit:find(x, y, query)
  if code == "crowded" and unit.collisions == "sidestep" then
    return find_through(unit, x, y, query)
  end
  return path, code
end

local function way(unit, x, y, query)
  local target = type(x) ~= "number" and not x.removed and x
  local was_x, was_y = target and target.x, target and target.y
  local path, code = find(unit, x, y, query)
  if not path then return nil, code end
  local done, why = unit:walk(path)
  if not done then return nil, why end
  if target and (target.removed or target.x ~= was_x or target.y ~= was_y) then
    return nil, "moved"
  elseif path.status == "partial" then
    return nil, "partial"
  end
  return true
end

return function(unit, x, y, query)
  if type(x) == "number" then
    check.argument(type(y) == "number", 2, "go", "a number", y)
  else
    check.argument(check.is_place(x), 1, "go", "a goal, x and y or something that has them,", x)
  end
  local tries, from_x, from_y = 0, unit.x, unit.y
  while tries < TRIES do
    local done, code = way(unit, x, y, query)
    if done then return true end
    if not PASSING[code] then return nil, code end
    local moved = unit.x ~= from_x or unit.y ~= from_y
    tries = moved and 1 or tries + 1
    from_x, from_y = unit.x, unit.y
    if not moved and code ~= "lost" then unit:wait(PAUSE * tries) end
  end
  return nil, "stuck"
end
