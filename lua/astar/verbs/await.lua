--- unit:await(event [, ticks]) -> true, what it was told with | nil, "timeout". Waits for the next
-- event of that name; one that has come in this very turn is not the next.
return function(unit, name, ticks)
  if type(name) ~= "string" then
    error(("bad argument #1 to 'await' (the event's name expected, got %s)"):format(type(name)), 2)
  end
  if ticks ~= nil and (type(ticks) ~= "number" or ticks ~= ticks) then
    error(("bad argument #2 to 'await' (a number of ticks expected, got %s)")
      :format(tostring(ticks)), 2)
  end
  local till = ticks and unit.world.ticks + ticks or math.huge
  repeat
    unit:sleep(till - unit.world.ticks)
    if unit:event(name) then return unit:event(name) end
  until unit.world.ticks >= till
  return nil, "timeout"
end
