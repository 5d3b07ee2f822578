local careful = { within = 1, influence = { ["red fear"] = 1 } }
local MINES = { { x = 14, y = 10 }, { x = 81, y = 33 } }
local script = {}
function script.gatherer(unit)
  while true do
    local mine = MINES[unit.id % 2 + 1]
    if unit:go(mine, careful) then unit:wait(30) end
    unit:go(unit.home, careful)
    unit:wait(3)
  end
end
function script.soldier(unit)
  while true do unit:go(46, 31) unit:wait(20) unit:go(unit.home, careful) end
end
function script.scout(unit)
  while true do
    unit:go(unit.world.random(100), unit.world.random(40), {partial = true})
    unit:wait(2)
  end
end
return script
