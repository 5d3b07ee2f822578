-- What blue's people have in common.

local think = require "astar.think"

local habits = {}

-- They mind the places where their own have died, but not much.
habits.bold = { within = 1, influence = { ["blue fear"] = 0.5 } }

habits.heal = think.sequence(
  think.retry(function(unit) return unit:go(unit.home, habits.bold) end),
  think.act("await", "healed", 400))

return habits
