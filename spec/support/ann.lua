--- A world with one unit, Ann, which may stay: world, unit.

local astar = require "astar"

return function()
  local world = astar.world { map = astar.map { width = 8, height = 4 }, seed = 7,
    report = error }
  world:behaviour("stay", function(unit) unit:wait(1000) end)
  return world, world:unit { player = "red", x = 2, y = 2, data = { name = "Ann" } }
end
