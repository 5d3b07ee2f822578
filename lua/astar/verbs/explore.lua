--- unit:explore([query]) -> true | nil, code. Goes to cells that its player has not seen, the
-- nearest first. True: there are none left that it can come near to. Codes: "blind", it has stood
-- before those left and did not see them; "crowded", units are in the way; those of a search.
-- @card unit:explore([query]) - goes to what its player has not seen, until all is known

local check = require "astar.units.values"
local pause = require "astar.verbs.pause"

local EVERY, TRIES, PAUSE, ENOUGH = 4, 5, 8, 64
local UNSEEN = { unseen = true }
-- What may be over in a moment.
local PASSING = { crowded = true, changing = true, lost = true }

-- The nearest unseen cell, without those that a visit did not reveal.
local function choose(unit, query, vain)
  if #vain == ENOUGH then return nil, "blind" end
  local list, code = unit:find_nearest(UNSEEN, query, #vain + 1)
  for _, found in ipairs(list or {}) do
    if not vain[found.x .. " " .. found.y] then return found end
  end
  return nil, list and "blind" or code
end

-- Goes next to the cell, which is near enough for most units to see it, then as near as it can.
-- Notes the cell if that has not revealed it.
local function look_at(unit, found, vain)
  local function look() return unit:knows(found.x, found.y) ~= "unseen" and "seen" end
  local x, y = unit.x, unit.y
  local done, code = unit:watch(EVERY, look, unit.walk, found.path)
  local path = done and not look() and unit:find(found.x, found.y, { partial = true })
  if path then unit:watch(EVERY, look, unit.walk, path) end
  if code == "crowded" or code == "lost" then return nil, code end
  if look() or not done and (unit.x ~= x or unit.y ~= y) then return true end
  vain[#vain + 1] = found
  vain[found.x .. " " .. found.y] = true
  return true
end

local function run(unit, query)
  local tries, vain = 0, {}
  while true do
    local found, code = choose(unit, query, vain)
    pause.after(unit, pause.question("explore", UNSEEN, query), found)
    if code == "unreachable" then return true end
    local done
    if found then done, code = look_at(unit, found, vain) end
    tries = done and 0 or tries + 1
    if not done and (not PASSING[code] or tries == TRIES) then return nil, code end
    if not done then unit:wait(PAUSE) end
  end
end

return function(unit, query)
  check.argument(check.is_query(query), 1, "explore", "a table", query)
  check.query(unit, 1, query)
  check.passed()
  query = check.within(query, 1)
  pause.before(unit, pause.question("explore", UNSEEN, query))
  return run(unit, query)
end
