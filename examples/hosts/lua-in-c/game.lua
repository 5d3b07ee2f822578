-- The rules: a map, a player, and a unit that the mod `post` moves. Returns the function that the
-- host calls for each tick; what it returns, the host prints.

local astar = require "astar"

local map = astar.map { rows = {
  "............",
  ".####..###..",
  ".#..........",
  ".####..###..",
  "............",
} }
local world = astar.world { map = map, seed = 1, report = function(report) print(report.text) end }

local folder = package.path:match "^(.-)/%?%.lua"
assert(world:mod(folder .. "/mods/post"))
local runner = world:unit { player = "red", x = 1, y = 1, sight = 5, behaviour = "post.runner" }

return function()
  world:tick()
  for event, unit in world:events() do
    if event == "arrived" then
      return ("tick %d: the runner has arrived at %d, %d"):format(world.ticks, unit.x, unit.y)
    end
  end
  if world.ticks == 100 then return ("tick 100: it is at %d, %d"):format(runner.x, runner.y) end
end
