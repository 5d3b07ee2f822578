-- Movement classes: walkers, boats, and a giant of 2 x 2 cells, on the same map.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local map = astar.map {
  terrains = { plain = 10, water = false, bridge = 6, wall = false },
  legend = { ["~"] = "water", H = "bridge" },
  rows = {
    "..........~~~.............",
    "...........~~~............",
    "....#......~~~......#.....",
    "....#.....HHHHH.....#.....",
    "....#......~~~......#.....",
    "..........~~~.......#.....",
    "........~~~~~~~~....#.....",
    ".......~~~~..~~~~~~~~~~~~~",
    "......~~~~.....~~~~~~~~~~~",
  },
}

local boat = map:class { plain = false, bridge = 10, water = 10 }
local giant = map:class { size = 2, water = 40 }       -- it wades; bridges are too narrow
local tower = map:class { diagonal = "never" }         -- moves as the tower in chess

local function show(what, path, why)
  print(what .. (path and (", cost %d:"):format(path.cost) or ": " .. why))
  if path then io.write(map:draw { path = path }, "\n") end
end

show("On foot", map:path(2, 4, 24, 4))
show("Never diagonally", map:path(2, 4, 24, 4, { class = tower }))
show("A giant", map:path(2, 4, 24, 4, { class = giant }))
show("A boat", map:path(12, 1, 25, 9, { class = boat }))
show("A boat over land", map:path(12, 1, 25, 5, { class = boat }))
