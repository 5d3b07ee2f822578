-- Hexagons: a valley with a river and a ford. Two scouts look around, a wagon takes the road, and a
-- swarm goes around its danger.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

-- Every second row is shifted, in what is read and in what is drawn.
local map = astar.map {
  grid = "hex",
  terrains = { plain = 10, road = 5, water = { cost = false, opaque = false },
    wood = { cost = 20, opaque = true } },
  legend = { ["="] = "road", ["~"] = "water", ["T"] = "wood" },
  rows = [[
. . . . . ~ . . . . . .
 . T T . . ~ . . . T . .
. T T . . ~ ~ . . T T .
 . . . . . ~ . . . . . .
= = = = = = = = = . . .
 . . . . ~ . . . = . . .
. . T . ~ ~ . . . = = =
 . T T . ~ . . . . . . .]],
}

local path = map:path(1, 1, 12, 1)
print(("Over the ford: %d cells, cost %d, %d steps as the crow flies."):format(#path, path.cost,
  map:distance(1, 1, 12, 1)))
io.write(map:draw { path = path })

-- Circles are hexagons here: what a stamp covers, what a scout sees, what is near.
local danger = map:influence "danger"
danger:add(8, 4, 60, 2)
local around = map:path(1, 1, 12, 1, { influence = { danger = 1 } })
print(("\nAround the danger: %d cells, cost %d."):format(#around, around.cost))
io.write(map:draw { path = around, influence = danger })

local red = map:player "red"
local scout = red:unit { x = 4, y = 3, sight = 3 }
print("\nWhat a scout sees, behind no wood:")
io.write(map:draw { player = red, units = true })
print(("Units within 3 steps that it knows of: %d."):format(
  #map:units_near(scout.x, scout.y, 3, red)))

-- Axial coordinates, in which a step in one direction adds the same everywhere.
local q, r = map:to_axial(4, 3)
print(("\nThe scout is at q, r = %d, %d; three steps to the lower right is %d, %d."):format(q, r,
  map:from_axial(q, r + 3)))

-- Where tops are flat, every second column is shifted.
local island = astar.map { grid = "flat_hex", width = 9, height = 3 }
island:fill(5, 1, 1, 2, "wall")
print("\nFlat tops:")
io.write(island:draw { path = island:path(1, 1, 9, 1) })
