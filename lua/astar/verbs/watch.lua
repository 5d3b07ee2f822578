--- unit:watch(ticks, look, verb, ...) -> what the verb returned | nil, code. Runs a verb, and calls
-- look() whenever something has happened, and every `ticks` ticks. When look returns something, the
-- verb is dropped, and that is the code.
--
-- Most verbs that react to events use it. It takes at least a tick.
-- @card unit:watch(ticks, look, verb, ...) - runs a verb until `look()` returns something: that
--   is the code

local check = require "astar.units.values"

return function(unit, ticks, look, verb, ...)
  check.argument(check.is_count(ticks), 1, "watch", "a number of ticks", ticks)
  check.argument(check.is_function(look), 2, "watch", "a function", look)
  check.argument(check.is_function(verb), 3, "watch", "a verb", verb)
  check.passed()
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
