-- Graphs: the countries of a board game. An army takes the cheapest way; a dangerous country makes
-- it another one, and so does a closed border, once its player knows. Then waypoints over a map.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

-- x to the right, y down, in characters of the picture below.
local world = astar.graph {
  nodes = {
    Alaska = { x = 3, y = 1 }, Alberta = { x = 16, y = 1 }, Ontario = { x = 30, y = 1 },
    Quebec = { x = 44, y = 1 }, Western = { x = 16, y = 4 }, Eastern = { x = 34, y = 4 },
    Mexico = { x = 22, y = 7 },
  },
  edges = {
    { "Alaska", "Alberta", cost = 14 }, { "Alberta", "Ontario", cost = 15 },
    { "Ontario", "Quebec", cost = 15 }, { "Alberta", "Western", cost = 4 },
    { "Western", "Eastern", cost = 19 }, { "Eastern", "Ontario", cost = 6 },
    { "Eastern", "Quebec", cost = 12 }, { "Western", "Mexico", cost = 8 },
    { "Mexico", "Eastern", cost = 13 },
  },
}

-- A picture: the names where they are, those on the path with their place on it.
local function picture(path)
  local place, rows = {}, {}
  for name, i in path:nodes() do place[name] = i end
  for y = 1, 7 do rows[y] = {} end
  for name in world:nodes() do
    local node = world:node(name)
    local text = place[name] and ("[%d %s]"):format(place[name], name) or name
    for i = 1, #text do rows[node.y][node.x + i] = text:sub(i, i) end
  end
  for y = 1, 7, 3 do
    local line = {}
    for x = 1, 60 do line[x] = rows[y][x] or " " end
    print((table.concat(line):gsub(" +$", "")))
  end
end

local function show(title, path)
  print(("\n%s: cost %d"):format(title, path.cost))
  picture(path)
end

show("From Alaska to Quebec", world:path("Alaska", "Quebec"))
show("Ontario is dangerous", world:path("Alaska", "Quebec", { extra_cost = { Ontario = 20 } }))

-- The border is closed behind the player's back: its army learns that when it is there.
local red = world:player "red"
red:reveal()
world:edge("Alberta", "Ontario"):close()
local army = world:unit { at = "Alaska", player = red, speed = 5 }
show("\nRed does not know of the closed border", army:path("Quebec"))
army:follow_path(army:path("Quebec"))
while army.state ~= "standing" do
  world:tick()
  for kind, who in world:events() do
    print(("tick %d: %s, %s"):format(world.ticks, kind, tostring(who)))
  end
  if army.state == "blocked" then army:follow_path(army:path("Quebec")) end
end

-- How far do eight points of movement lead from Western?
print "\nWithin a cost of 15 of Western:"
local near = world:field { from = "Western", max_cost = 15 }
for name, cost in near:nodes() do print("", name, cost) end

-- Waypoints: the corners of obstacles, joined where a straight line is free.
local map = astar.map { rows = {
  ".................",
  "..#####....##....",
  "..#...#....##....",
  "......#..........",
  "..#...#...####...",
  "..#####..........",
  ".................",
} }
local graph = astar.waypoints(map, { points = { { 4, 4 }, { 17, 7 } }, corners = true })
local path = graph:path("4,4", "17,7")
local on_path = {}
for node, i in path:nodes() do on_path[node] = i end
print(("\n%s: from 4, 4 to 17, 7 for %d. o: a waypoint"):format(tostring(graph), path.cost))
for y, row in ipairs(map:rows()) do
  local line = {}
  for x = 1, map.width do
    local name = ("%d,%d"):format(x, y)
    local is_node = pcall(graph.node, graph, name)
    line[x] = on_path[name] or (is_node and "o") or row:sub(x, x)
  end
  print(table.concat(line))
end
