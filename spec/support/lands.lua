--- Random lands across which units go from the left to the right: rivers with bridges, walls with
-- doors, corridors, houses, roads, fog, stairs to another level; squares and hexagons.

local astar = require "astar"

local lands = {}

local WIDTH, HEIGHT = 64, 40
local TERRAINS = { plain = 10, road = 6, water = false, wall = false }

local DRAW = {}

function DRAW.open() end

function DRAW.bridges(random, map)
  map:fill(32, 1, 2, HEIGHT, "water")
  for _ = 1, random:int(1, 3) do
    map:fill(32, random:int(4, HEIGHT - 4), 2, random:int(1, 3), "plain")
  end
end

function DRAW.doors(random, map)
  for _, x in ipairs { 28, 40 } do
    map:fill(x, 1, 1, HEIGHT, "wall")
    map:fill(x, random:int(4, HEIGHT - 4), 1, random:int(2, 3), "plain")
  end
end

function DRAW.corridor(random, map)
  map:fill(26, 1, 12, HEIGHT, "wall")
  map:fill(26, random:int(4, HEIGHT - 4), 12, random:int(1, 2), "plain")
end

function DRAW.island(random, map)
  map:fill(36, 4, WIDTH - 38, HEIGHT - 8, "water")
  map:fill(38, 6, WIDTH - 42, HEIGHT - 12, "plain")
  map:fill(36, random:int(10, HEIGHT - 10), 2, random:int(1, 2), "plain")
end

function DRAW.houses(random, map)
  for _ = 1, 40 do map:fill(random:int(24, WIDTH - 4), random:int(1, HEIGHT - 3), 4, 3, "wall") end
end

function DRAW.road(random, map)
  map:fill(1, random:int(10, HEIGHT - 10), WIDTH, 3, "road")
end

-- Two levels, the second of which only stairs lead to.
local function stairs(random)
  local rows = {}
  for y = 1, HEIGHT do rows[y] = ("."):rep(WIDTH / 2) end
  local map = astar.map { terrains = TERRAINS,
    levels = { { name = "below", rows = rows }, { name = "above", rows = rows } } }
  local below, above = map:level "below", map:level "above"
  for _ = 1, random:int(2, 4) do
    local y = random:int(3, HEIGHT - 3)
    local x1, y1 = below:cell(WIDTH / 2 - 2, y)
    local x2, y2 = above:cell(3, y)
    map:link { from = { x1, y1 }, to = { x2, y2 }, cost = 20 }
  end
  return map, above
end

local function new_map(random, names)
  if random:chance(0.2) then return stairs(random) end
  local grid = random:chance(0.25) and "hex" or "square"
  local map = astar.map { width = WIDTH, height = HEIGHT, grid = grid, terrains = TERRAINS }
  DRAW[random:pick(names)](random, map)
  return map
end

--- A world with 4 to `most` units of red on the left, of which some are of `sizes` cells, and a
-- cell on the right that they can come to: world, units, x, y. The land is one of `names`.
function lands.world(random, names, most, sizes)
  local map, above = new_map(random, names)
  local world = astar.world { map = map, seed = random:int(1, 1000), report = error,
    fog = random:chance(0.4) and not above }     -- nobody takes stairs that he has not seen
  local has_big = map.grid == "square" and not above and random:chance(0.2)
  local big = has_big and map:class { size = random:pick(sizes) }
  local units = {}
  for i = 1, random:int(4, most) do
    local unit
    repeat
      unit = world:unit { player = "red", x = random:int(1, 22), y = random:int(1, HEIGHT),
        sight = 6, speed = 0.4, class = big and i % 5 == 0 and big or nil }
    until unit
    units[i] = unit
  end
  local x, y
  repeat
    x, y = random:int(38, WIDTH - 3), random:int(4, HEIGHT - 4)
    if above then x, y = above:cell(random:int(6, WIDTH / 2 - 3), y) end
  until map:get(x, y) == "plain" and units[1]:reachable(x, y, { occupancy = false })
  return world, units, x, y
end

return lands
