-- Digs, and runs when it is attacked.

local think = require "astar.think"
local habits = require "habits"

local MINES = { { x = 14, y = 11 }, { x = 81, y = 34 } }

-- One load. unit:gather would go to the nearest ore; these are sent to the mine that is theirs.
local function fetch(unit)
  local mine = MINES[unit.data.number % 3 == 0 and 2 or 1]
  local done, code = unit:go(mine, { within = 3, influence = habits.careful.influence })
  if not done then return nil, code end
  local ore
  ore, code = unit:gather("ore", habits.careful)
  if not ore then return nil, code end
  unit:await("full", 60)
  return unit:go(unit.home, habits.careful)
end

-- A unit that is attacked runs home, whatever it was doing.
return think.interrupt(think.loop(think.succeed(fetch)), { attacked = habits.heal })
