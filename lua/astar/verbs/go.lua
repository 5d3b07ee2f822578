--- unit:go(x, y [, query]) -> true | nil, code, or unit:go(target [, query]) with anything that has
-- x and y; to a unit it is enough to come next to it. Goes by the way that is cheapest at every
-- moment: where it turns out to be blocked another one is looked for. Codes: those of a search;
-- "partial", the query's `partial` brought it as near as it gets; "stuck", it has looked for a way
-- TRIES times without getting any nearer.

local TRIES, PAUSE = 8, 4

local function way(unit, x, y, query)
  local path, code = unit:find(x, y, query)
  if not path then return nil, code end
  local done, why = unit:walk(path)
  if done and path.status == "partial" then return nil, "partial" end
  return done, why
end

return function(unit, x, y, query)
  local tries, from_x, from_y = 0, unit.x, unit.y
  while tries < TRIES do
    local done, code = way(unit, x, y, query)
    if done then return true end
    if code == "partial" or code == "unreachable" or code == "goal_blocked" or code == "limit" then
      return nil, code
    end
    local moved = unit.x ~= from_x or unit.y ~= from_y
    tries = moved and 1 or tries + 1
    from_x, from_y = unit.x, unit.y
    if not moved and code ~= "lost" then unit:wait(PAUSE * tries) end
  end
  return nil, "stuck"
end
