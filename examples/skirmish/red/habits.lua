-- What red's people have in common. Other files of the mod get at it by require "habits".

local think = require "astar.think"

local habits = {}

-- A query says what counts on the way. "red fear" is an influence map of the game: high where red's
-- units have died, fading with time. With this weight a pass where many died is worth a long way
-- round.
habits.careful = { within = 1, influence = { ["red fear"] = 2 } }

-- Goes home and stays there until it is healthy. If it cannot get home it keeps trying, less and
-- less often.
habits.heal = think.sequence(
  think.retry(function(unit) return unit:go(unit.home, habits.careful) end),
  think.act("await", "healed", 400))

return habits
