-- A watched path: carts go along the river until the bridge opens.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  rows = {
    "..............................",
    "..............................",
    "..............................",
    "~~~~~~~~~~~~~~~~~~~~~~~~~~~...",
    "..............................",
    "..............................",
  },
  legend = { ["~"] = "water" },
  terrains = { plain = 10, bridge = 8, water = false },
}
local world = astar.world { map = map, fog = false }
local cart = world:unit { player = "red", x = 2, y = 2, speed = 1,
  behaviour = function(unit) unit:go(2, 6) end }
cart:watch_path { better = 0.2, follow = true }

local function draw(title)
  print(title)
  io.write(map:draw { path = cart.route, units = true })
end

for _ = 1, 4 do world:tick() end
draw "The cart is on its way round the river:"
map:set(10, 4, "bridge")
world:tick()
for name, unit in world:events() do
  local text = "tick %d: %s has heard of a bridge"
  if name == "better" then print(text:format(world.ticks, tostring(unit))) end
end
draw "It takes the bridge:"
while cart.behaviour and not (cart.x == 2 and cart.y == 6) do world:tick() end
print(("It is there in tick %d."):format(world.ticks))
