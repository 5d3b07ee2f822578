--- unit:await(event [, ticks]) -> true, arguments of the event | nil, "timeout". Waits for the next
-- event of that name. An event that came in the present activation is not the next one.
-- @card unit:await(event [, ticks]) - waits for the next event of that name; returns true and its
--   arguments

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"

return function(unit, name, ticks)
  if type(name) ~= "string" then
    blame.fail("await", 1, "the event's name expected, got %s", type(name))
  end
  if ticks ~= nil and (type(ticks) ~= "number" or ticks ~= ticks) then
    blame.fail("await", 2, "a number of ticks expected, got %s", tostring(ticks))
  end
  check.passed()
  local till = ticks and unit.world.ticks + ticks or math.huge
  repeat
    unit:sleep(till - unit.world.ticks)
    if unit:event(name) then return unit:event(name) end
  until unit.world.ticks >= till
  return nil, "timeout"
end
