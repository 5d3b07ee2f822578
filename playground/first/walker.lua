-- Walks to and fro. Change what it does: it changes its mind within a tick.
return function(unit)
  local map = unit.world.map
  while true do
    local x, y = unit.world.random(1, map.width), unit.world.random(1, map.height)
    local arrived, code = unit:go(x, y)
    if not arrived then unit:say(code) end
    unit:wait(4)
  end
end
