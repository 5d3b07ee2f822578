-- Fog of war: a unit plans with what its player knows, finds a wall, and plans again.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..............................",
    "..................#...........",
    "..................#...........",
    "..................#...........",
    ".............######...........",
    "..................#...........",
    "..................#...........",
    "..............................",
  },
}
local red = map:player("red")
local scout = red:unit { x = 2, y = 3, sight = 5, speed = 0.5 }

local function go(x, y)
  local plans = 0
  while scout.x ~= x or scout.y ~= y do
    if scout.state == "standing" or scout:blocked() then
      local path = assert(scout:path(x, y))
      scout:follow_path(path)
      plans = plans + 1
      print(("tick %d, plan %d: %d cells at a cost of %d"):format(map.ticks, plans, #path,
        path.cost))
      io.write(map:draw { player = red, path = path, units = true }, "\n")
    end
    map:tick()
  end
end

go(28, 3)
print(("Arrived at tick %d."):format(map.ticks))
