--- unit:watch(ticks, look, verb, ...) -> what the verb returned | nil, code. Does what a verb does,
-- and calls look() whenever something has happened, and every so many ticks. When that returns
-- something, the verb is dropped, and this is the code.
--
-- Most verbs that keep an eye on something are made of it. It takes a tick at least.

local check = require "astar.arguments.values"

return function(unit, ticks, look, verb, ...)
  check.argument(check.is_count(ticks), 1, "watch", "a number of ticks", ticks)
  check.argument(check.is_function(look), 2, "watch", "a function", look)
  check.argument(check.is_function(verb), 3, "watch", "a verb", verb)
  local world = unit.world
  local began, inner = world.ticks, unit:start(verb, ...)
  while not unit:step(inner) do
    unit:sleep(math.max(1, math.min(ticks, inner.wake - world.ticks)))
    local code = look()
    if code then
      inner:drop()
      return nil, code
    end
  end
  if world.ticks == began then unit:sleep(1) end
  return inner:values()
end
