-- Explores; when all is known it goes the rounds.

local think = require "astar.think"
local habits = require "habits"

local ROUNDS = {
  { x = 80, y = 10 }, { x = 76, y = 29 }, { x = 30, y = 25 }, { x = 38, y = 12 },
}

return think.interrupt(
  think.loop(think.selector(think.act("explore", habits.bold),
    think.act("patrol", ROUNDS, 1),
    think.act("wait", 20))),
  { attacked = think.succeed(think.act("flee", nil, { ticks = 60 })) })
