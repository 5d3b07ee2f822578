--- Pauses of verbs that found nothing: a script that calls one again and again from the same cell
-- waits before each search, twice as long as before the last one.

local object = require "astar.world.object"

local LEAST, MOST, SPREAD = 4, 64, 4             -- ticks; units do not all search in the same one

local pause = {}

--- Before a verb of that name searches: a tick, or as long as it has found nothing here.
function pause.before(unit, name)
  local task = object.of(unit)._task
  local last = task and task._fruitless and task._fruitless[name]
  if not last or last.x ~= unit.x or last.y ~= unit.y then return unit:sleep(1) end
  unit:sleep(last.ticks + unit.id % SPREAD)
end

--- After it: has it found something?
function pause.after(unit, name, is_fruitful)
  local task = object.of(unit)._task
  if not task then return end
  local all = task._fruitless or {}
  local last = all[name]
  task._fruitless, all[name] = all, nil
  if is_fruitful then return end
  local again = last and last.x == unit.x and last.y == unit.y
  local ticks = again and math.min(2 * last.ticks, MOST) or LEAST
  all[name] = { x = unit.x, y = unit.y, ticks = ticks }
end

return pause
