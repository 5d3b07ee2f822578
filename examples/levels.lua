-- Levels: a hill with a cave under it, and an island. A ladder leads down into the cave, a ferry
-- crosses to the island, and a gate in the hill can be closed. They are one map: one path leads
-- through all of them, and what is counted in cells keeps to a level.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  terrains = { plain = 10, water = { cost = false, opaque = false }, wall = false },
  legend = { ["~"] = "water" },
  levels = {
    { name = "hill", rows = {
      ".......#......",
      ".......#......",
      "..............",
      ".......#......",
      ".......#.....~",
    } },
    { name = "cave", rows = {
      "##########",
      "#.....####",
      "####.....#",
      "##########",
    } },
    { name = "island", rows = {
      "~....~",
      ".....~",
      "~....~",
    } },
  },
}
local hill, cave, island = map:level "hill", map:level "cave", map:level "island"

-- Links lead from level to level. A level tells which cell of the map one of its cells is.
map:link { from = { hill:cell(2, 2) }, to = { cave:cell(2, 2) }, cost = 25 }
map:link { from = { cave:cell(9, 3) }, to = { hill:cell(13, 2) }, cost = 25 }
map:link { from = { hill:cell(13, 5) }, to = { island:cell(1, 2) }, cost = 90 }

local function show(words, path)
  print(("%s: %d cells, cost %d."):format(words, #path, path.cost))
  io.write(map:draw { path = path, links = true })
end

local x, y = hill:cell(1, 1)
local to_x, to_y = island:cell(4, 1)
show("Through the gate and with the ferry", map:path(x, y, to_x, to_y))

-- The gate is closed: the way leads through the cave.
local gate_x, gate_y = hill:cell(8, 3)
map:set(gate_x, gate_y, "wall")
print()
show("Through the cave", map:path(x, y, to_x, to_y))

-- A unit goes there. What it sees ends at the edge of its level.
local red = map:player "red"
red:reveal()
local scout = red:unit { x = x, y = y, speed = 1, sight = 20 }
scout:follow_path(scout:path(to_x, to_y))
local last
for _ = 1, 60 do
  map:tick()
  if scout.level ~= last then
    local _, on_x, on_y = map:level_at(scout.x, scout.y)
    print(("%stick %d: %s, %d, %d; the island is %s"):format(last and "" or "\n", map.ticks,
      scout.level, on_x, on_y, (red:knows(to_x, to_y))))
    last = scout.level
  end
end

-- A stamp of danger, wide as it is, is felt in the cave alone.
local noise = map:influence "noise"
local noise_x, noise_y = cave:cell(5, 2)
noise:add(noise_x, noise_y, 50, 20)
for level in map:levels() do
  local _, _, most = noise:max_near(level.x, level.y, 20)
  print(("%s: noise up to %d"):format(tostring(level), most))
end
