--- unit:wait(ticks) -> true. Does nothing for so many ticks, whatever happens meanwhile.
return function(unit, ticks)
  if type(ticks) ~= "number" or ticks ~= ticks then
    error(("bad argument #1 to 'wait' (a number of ticks expected, got %s)")
      :format(tostring(ticks)), 2)
  end
  local till = unit.world.ticks + ticks
  while unit.world.ticks < till do unit:sleep(till - unit.world.ticks) end
  return true
end
