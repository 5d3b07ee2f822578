--- unit:retreat([places [, query]]) -> true | nil, code. Goes to a place from a list (by default
-- its home): the one that is cheapest to reach among those with no known enemy near. If enemies
-- come there meanwhile it goes to another one. A query should give danger a high weight: {
-- influence = { danger = 8 } }; its `within` is 2 by default. Codes: "unsafe", there is no such
-- place; those of go.
-- @card unit:retreat([places [, query]]) - goes to the place, or home, that no enemy is near

local check = require "astar.units.values"
local pause = require "astar.verbs.pause"

local EVERY, SAFE = 4, 6

local function safe_ones(unit, places)
  local safe = {}
  for _, place in ipairs(places) do
    place = check.target(place)
    if not place.removed and not unit:enemies(SAFE, place)[1] then safe[#safe + 1] = place end
  end
  return safe
end

-- Goes to such a place: true | nil, code.
local function run(unit, places, query)
  while true do
    local safe = safe_ones(unit, places)
    if not safe[1] then return nil, "unsafe" end
    local question = pause.question("retreat", safe, query)
    local found, code = unit:find_nearest(safe, query)
    pause.after(unit, question, found)
    if not found then return nil, code end
    local place = found.goal
    local done, why = unit:watch(EVERY, function()
      return (place.removed or unit:enemies(SAFE, place)[1]) and "unsafe"
    end, unit.go, found.x, found.y, query)
    if done then return true end
    if why ~= "unsafe" then return nil, why end
  end
end

return function(unit, places, query)
  places = places or { unit.home }
  check.some_cells("retreat", 1, "places", places)
  check.argument(check.is_query(query), 2, "retreat", "a table", query)
  check.query(unit, 2, query)
  check.passed()
  query = check.within(query, 2)
  pause.before(unit, pause.question("retreat", safe_ones(unit, places), query))
  return run(unit, places, query)
end
