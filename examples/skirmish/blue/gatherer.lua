-- The nearest ore, as often as it goes.

local think = require "astar.think"
local habits = require "habits"

local function fetch(unit)
  local ore, code = unit:gather("ore", habits.bold)
  if not ore then return nil, code end
  unit:await("full", 60)
  return unit:go(unit.home, habits.bold)
end

return think.interrupt(think.loop(think.succeed(fetch)),
  { attacked = think.succeed(think.act("flee", nil, { ticks = 40 })) })
