-- A map that was drawn in Tiled: examples/tiled/camp.tmx, exported as camp.lua with its tileset in
-- it, which the library reads without running it. Two units walk as the map's objects say.

local folder = arg[0]:match("^(.*[/\\])") or "./"
dofile(folder .. "paths.lua")
local astar = require "astar"

local map, objects = assert(astar.load(folder .. "tiled/camp.lua"))
print(("%s: %d x %d cells, %d objects."):format(objects.properties.title, map.width, map.height,
  #objects))
for _, name, cost, opaque in map:terrains() do
  print(("  %-8s %s%s"):format(name, cost and "costs " .. cost or "blocked",
    opaque and ", opaque" or ""))
end

-- The game decides what objects are. These say it with their class, and with properties.
local world = astar.world { map = map }
world:behaviour("guard", function(unit)
  if unit.data.route then unit:patrol(unit.data.route, 1) end
  unit:go(unit.home)
end)

for _, object in ipairs(objects) do
  local own = object.properties
  if object.class == "unit" then
    world:unit { player = world:player(own.player):reveal(), x = object.x, y = object.y,
      speed = own.speed, behaviour = "guard", home = own.home,
      data = { name = object.name, route = own.route and own.route.points } }
  elseif object.link then
    print(("\nThe %s: %s"):format(object.name, tostring(object.link)))
  end
end

print("\nBefore:")
io.write(map:draw { units = true, links = true })
for _ = 1, 300 do world:tick() end
print("\nAfter 300 ticks, all are at home:")
io.write(map:draw { units = true })

-- Tiled's pixels are the game's coordinates.
local x, y = map:cell_at(200, 24)
print(("\nThe pixel 200, 24 is in cell %d, %d, whose centre is at %g, %g."):format(x, y,
  map:center(x, y)))

-- The .tmx itself is XML, for which a library is needed. Where it is missing, a message says so.
local same, why = astar.load(folder .. "tiled/camp.tmx")
print(same and "camp.tmx gives the same map." or why)
