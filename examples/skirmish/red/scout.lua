-- Explores land that nobody has seen, and runs from any attacker. When all is known it patrols.

local think = require "astar.think"
local habits = require "habits"

local ROUNDS = {
  { x = 30, y = 25 }, { x = 38, y = 14 }, { x = 55, y = 10 },
  { x = 76, y = 22 }, { x = 54, y = 30 },
}

return think.interrupt(
  think.loop(think.selector(
    think.act("explore", habits.careful),
    think.act("patrol", ROUNDS, 1),
    think.act("wait", 20))),
  { attacked = think.succeed(think.act("flee", nil, { ticks = 60 })) })
