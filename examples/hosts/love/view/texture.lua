--- What each terrain looks like: the colour of a point of the map, computed, without a file of
-- pictures. Coordinates are in cells.

local bit = require "bit"

local texture = {}

local noise, floor, sqrt, abs = love.math.noise, math.floor, math.sqrt, math.abs
local band, bxor, rshift, tobit = bit.band, bit.bxor, bit.rshift, bit.tobit

-- A number from 0 to 1 for a pair of whole numbers.
local function hash(x, y)
  local h = tobit(x * 73856093 + y * 19349663)
  h = bxor(h, rshift(h, 13))
  h = band(h, 0xffffff) * 1597
  h = bxor(tobit(h), rshift(tobit(h), 11))
  return band(h, 0xffff) / 0xffff
end

-- The nearest of points that lie scattered, one in each square of the size: how far, the way to it,
-- and a number of its own. Tree crowns, rocks and nuggets are made of it.
local function nearest(u, v, size)
  local x, y = u / size, v / size
  local cell_x, cell_y = floor(x), floor(y)
  local best, best_x, best_y, own = 9, 0, 0, 0
  for iy = cell_y - 1, cell_y + 1 do
    for ix = cell_x - 1, cell_x + 1 do
      local dx = ix + 0.2 + 0.6 * hash(ix, iy) - x
      local dy = iy + 0.2 + 0.6 * hash(ix + 57, iy + 131) - y
      local distance = dx * dx + dy * dy
      if distance < best then
        best, best_x, best_y, own = distance, dx, dy, hash(ix + 211, iy + 17)
      end
    end
  end
  return sqrt(best), best_x, best_y, own
end

-- ---- terrains: red, green, blue, 0 to 255 ------------------------------------------------------

local function grass(u, v)
  local low = noise(u * 0.13, v * 0.13) - 0.5
  local tuft = noise(u * 2.7, v * 2.7) - 0.5
  local light = 1 + low * 0.16 + tuft * 0.07
  return (134 + low * 24) * light, 156 * light, (104 - low * 12) * light
end

local function road(u, v)
  local light = 1 + (noise(u * 3, v * 3) - 0.5) * 0.12
  return 201 * light, 180 * light, 138 * light
end

local function wood(u, v)
  local distance, dx, dy, own = nearest(u, v, 0.62)
  if distance > 0.56 then return 58, 82, 50 end
  local light = 0.86 + 0.30 * own + (dx + dy) * 0.42 - distance * 0.35
  return 78 * light, 116 * light, 66 * light
end

local function swamp(u, v)
  local pool = noise(u * 0.55 + 40, v * 0.75)
  if pool > 0.62 then
    local light = 1 + (pool - 0.62) * 0.5
    return 84 * light, 110 * light, 104 * light
  end
  local light = 1 + (noise(u * 3.1, v * 3.1) - 0.5) * 0.16
  return 122 * light, 131 * light, 84 * light
end

local function water(u, v)
  local deep = noise(u * 0.16 + 9, v * 0.16) - 0.5
  local wave = noise(u * 0.9 + 5, v * 2.6)
  local light = 1 + deep * 0.14 + (wave > 0.74 and 0.13 or 0)
  return 76 * light, 134 * light, 170 * light
end

local function mountain(u, v)
  local distance, dx, dy, own = nearest(u, v, 1.1)
  local light = 0.86 + 0.12 * own + (dx * 0.75 + dy) * 0.42
  light = light + (noise(u * 4, v * 4) - 0.5) * 0.08
  if own > 0.7 and distance + noise(u * 2.2, v * 2.2) * 0.5 < 0.44 then
    return 214 * light + 14, 218 * light + 14, 224 * light + 14           -- snow
  end
  return 141 * light, 135 * light, 128 * light
end

local function scree(u, v)
  local distance, dx, dy, own = nearest(u, v, 0.34)
  local light = 0.92 + own * 0.14 + (dx + dy) * 0.2 - (distance > 0.45 and 0.1 or 0)
  return 168 * light, 160 * light, 146 * light
end

local function planks(u, v)
  local across = (v * 4) % 1
  local light = 0.92 + 0.16 * hash(floor(v * 4), floor(u * 0.5)) - (across < 0.18 and 0.22 or 0)
  return 172 * light, 131 * light, 84 * light
end

local function roof(u, v)
  local row = v * 5
  local tile = (u * 4 + (floor(row) % 2) * 0.5) % 1
  local light = 1 + (row % 1 < 0.2 and -0.16 or 0) + (tile < 0.14 and -0.1 or 0)
  return 171 * light, 98 * light, 76 * light
end

local function stones(u, v)
  local row = v * 3
  local stone = (u * 2 + (floor(row) % 2) * 0.5) % 1
  local light = 1 + (row % 1 < 0.14 and -0.2 or 0) + (stone < 0.09 and -0.2 or 0)
  return 152 * light, 143 * light, 158 * light
end

local function ore(u, v)
  local distance, dx, dy, own = nearest(u, v, 0.36)
  if distance < 0.4 and own > 0.3 then
    local light = 0.9 + (dx + dy) * 0.5 + own * 0.15
    return 232 * light, 184 * light, 72 * light
  end
  return scree(u, v)
end

local function cave(u, v)
  local light = 1 + (noise(u * 0.8, v * 0.8) - 0.5) * 0.22 + (noise(u * 4, v * 4) - 0.5) * 0.08
  return 116 * light, 101 * light, 88 * light
end

local function rock(u, v)
  local _, dx, dy, own = nearest(u, v, 0.8)
  local light = 0.9 + 0.25 * own + (dx + dy) * 0.4
  return 52 * light, 47 * light, 47 * light
end

local function mouth(u, v)
  local dx, dy = u % 1 - 0.5, v % 1 - 0.5
  local distance = sqrt(dx * dx + dy * dy)
  if distance < 0.36 then return 26, 22, 24 end
  return scree(u, v)
end

-- Bars of a side's colour; everybody's are of wood.
local function gate(red, green, blue)
  return function(u, v)
    local bar = (u * 3) % 1
    local light = (bar < 0.3 and 0.62 or 1) * (abs(v % 1 - 0.5) > 0.4 and 0.7 or 1)
    return red * light, green * light, blue * light
  end
end

local function void() return 18, 22, 29 end

--- For each terrain: paint(u, v) -> red, green, blue; is_built, it ends sharply at its cell's edge;
-- rises, it throws a shadow of so many sixteenths of a cell; is_low, banks throw theirs on it;
-- is_road, a strip leads from its middle to its neighbours'; joins_road, and to this one's.
texture.kinds = {
  void = { paint = void, is_built = true },
  plain = { paint = grass }, road = { paint = grass, is_road = true },
  bridge = { paint = planks, is_built = true, joins_road = true, rises = 2 },
  landing = { paint = planks, is_built = true },
  scree = { paint = scree }, swamp = { paint = swamp }, wood = { paint = wood, rises = 4 },
  water = { paint = water, is_low = true }, mountain = { paint = mountain, rises = 6 },
  house = { paint = roof, is_built = true, rises = 5 },
  keep = { paint = stones, is_built = true, rises = 7 },
  ore = { paint = ore, rises = 2 }, cave = { paint = cave }, rock = { paint = rock, rises = 4 },
  ["cave mouth"] = { paint = mouth, is_built = true },
  gate = { paint = gate(150, 118, 80), is_built = true, joins_road = true, rises = 3 },
  ["red gate"] = { paint = gate(196, 84, 74), is_built = true, rises = 3 },
  ["blue gate"] = { paint = gate(74, 124, 196), is_built = true, rises = 3 },
}

--- The strip of a road, which is drawn over the ground of its cells.
texture.road = { paint = road }

--- Of a terrain that it does not know.
texture.other = { paint = scree }

--- A little unevenness for a pixel.
function texture.grain(x, y) return 0.975 + 0.05 * hash(x, y) end

return texture
