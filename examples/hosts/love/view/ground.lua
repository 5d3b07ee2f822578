--- The picture of the terrain: painted once, cell by cell, and where a cell has changed painted
-- again. Borders between terrains are bent a little, so that the grid does not show. It is a
-- million pixels, so what is asked for each of them lies in arrays of LuaJIT's FFI.

local ffi = require "ffi"
local texture = require "view.texture"

local ground = {}
ground.__index = ground

local SIZE = 16                        -- pixels of a cell
local BEND = 1                         -- cells: how far a border may stray, twice
local WAVE = 0.62                      -- how quickly it does
local ROAD = 0.36                      -- cells: half of a road's width
local STRIP = 255                      -- the number that a road's pixels have
local SHADOW = 7                       -- pixels: the longest
local REACH = 1                        -- cells around a changed one that look different then

local floor, min, max, noise = math.floor, math.min, math.max, love.math.noise

-- ---- what is known of terrains and cells -------------------------------------------------------

-- By the number of a terrain.
local function read_kinds(self)
  self.kinds = { [0] = texture.other, [STRIP] = texture.road }
  for number, name in self.map:terrains() do
    self.kinds[number] = texture.kinds[name] or texture.other
  end
  for _, key in ipairs { "is_built", "is_low", "is_road", "joins_road", "rises" } do
    self[key] = ffi.new("uint8_t[256]")
    for number, kind in pairs(self.kinds) do
      self[key][number] = kind[key] == true and 1 or kind[key] or 0
    end
  end
end

-- The terrain of a cell, counted from 0; outside the map that of the nearest.
local function cell(self, x, y)
  x = max(0, min(self.columns - 1, x))
  y = max(0, min(self.rows - 1, y))
  return self.cells[y * self.columns + x]
end

-- The strips of road that touch a cell: a flat list of the ends of each, u1, v1, u2, v2.
local function strips_at(self, x, y)
  local list = {}
  for road_y = y - 1, y + 1 do
    for road_x = x - 1, x + 1 do
      for i = 0, self.is_road[cell(self, road_x, road_y)] * 9 - 1 do
        local near_x, near_y = road_x - 1 + i % 3, road_y - 1 + floor(i / 3)
        local near = cell(self, near_x, near_y)
        if i ~= 4 and (self.is_road[near] == 1 or self.joins_road[near] == 1) then
          for _, place in ipairs { road_x, road_y, near_x, near_y } do
            list[#list + 1] = place + 0.5
          end
        end
      end
    end
  end
  return list
end

-- ---- pixels ------------------------------------------------------------------------------------

local function distance_to_line(u, v, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local along = max(0, min(1, ((u - x1) * dx + (v - y1) * dy) / (dx * dx + dy * dy)))
  local away_x, away_y = u - x1 - along * dx, v - y1 - along * dy
  return math.sqrt(away_x * away_x + away_y * away_y)
end

local function is_on_road(strips, u, v)
  if #strips == 0 then return false end
  local half = ROAD + (noise(u * 2, v * 2) - 0.5) * 0.12
  for i = 1, #strips, 4 do
    if distance_to_line(u, v, strips[i], strips[i + 1], strips[i + 2], strips[i + 3]) < half then
      return true
    end
  end
  return false
end

-- The terrain of a point: of its cell, or of a neighbour that strays into it.
local function bent_terrain(self, own, strips, u, v)
  if is_on_road(strips, u, v) then return STRIP end
  local du = noise(u * WAVE, v * WAVE + 300) - 0.5
  local dv = noise(u * WAVE + 700, v * WAVE) - 0.5
  local other = cell(self, floor(u + du * BEND), floor(v + dv * BEND))
  return self.is_built[other] == 1 and own or other
end

local function find_terrains(self, x, y)
  local own = cell(self, x, y)
  local strips = strips_at(self, x, y)
  for row = y * SIZE, (y + 1) * SIZE - 1 do
    local at = row * self.width + x * SIZE
    for column = 0, SIZE - 1 do
      self.terrain[at + column] = self.is_built[own] == 1 and own
        or bent_terrain(self, own, strips, x + (column + 0.5) / SIZE, (row + 0.5) / SIZE)
    end
  end
end

-- Light and shadow at a pixel: what lies to the upper left and is high throws a shadow, and a high
-- thing's lower edge is dark. Water lies low, and its edge is light.
local function light_at(self, x, y, own)
  local terrain, at, own_rise = self.terrain, y * self.width + x, self.rises[own]
  for step = 1, min(SHADOW, x, y) do
    local other = terrain[at - step * (self.width + 1)]
    local height = self.rises[other]
    if self.is_low[own] == 1 and self.is_low[other] == 0 then height = max(height, 3) end
    if height >= step and height > own_rise then return 0.72 end
  end
  if x + 3 >= self.width or y + 3 >= self.height or y < 2 then return 1 end
  if self.is_low[own] == 1 then
    local right, below = terrain[at + 3], terrain[at + 3 * self.width]
    return self.is_low[right] + self.is_low[below] < 2 and 1.16 or 1
  end
  if own_rise == 0 then return 1 end
  if terrain[at + 2 * self.width + 1] ~= own then return 0.8 end
  return terrain[at - 2 * self.width] ~= own and 1.12 or 1
end

local function color_cell(self, cell_x, cell_y)
  for y = cell_y * SIZE, (cell_y + 1) * SIZE - 1 do
    for x = cell_x * SIZE, (cell_x + 1) * SIZE - 1 do
      local at = y * self.width + x
      local own = self.terrain[at]
      local red, green, blue = self.kinds[own].paint((x + 0.5) / SIZE, (y + 0.5) / SIZE)
      local light = light_at(self, x, y, own) * texture.grain(x, y)
      self.pixels[at * 4] = min(255, max(0, red * light))
      self.pixels[at * 4 + 1] = min(255, max(0, green * light))
      self.pixels[at * 4 + 2] = min(255, max(0, blue * light))
      self.pixels[at * 4 + 3] = 255
    end
  end
end

-- ---- the picture -------------------------------------------------------------------------------

-- Paints the cells of a list: indices from 0.
local function paint(self, list)
  for _, index in ipairs(list) do
    find_terrains(self, index % self.columns, floor(index / self.columns))
  end
  for _, index in ipairs(list) do
    color_cell(self, index % self.columns, floor(index / self.columns))
  end
end

function ground.new(map)
  local columns, rows = map.width, map.height
  local width, height = columns * SIZE, rows * SIZE
  local self = setmetatable({
    map = map, columns = columns, rows = rows, width = width, height = height,
    cells = ffi.new("uint8_t[?]", columns * rows),              -- the terrain of each cell
    terrain = ffi.new("uint8_t[?]", width * height),            -- and of each pixel
    data = love.image.newImageData(width, height),
  }, ground)
  read_kinds(self)
  self.pixels = ffi.cast("uint8_t *", self.data:getFFIPointer())
  ffi.copy(self.cells, map:terrain_bytes(), columns * rows)
  local all = {}
  for index = 0, columns * rows - 1 do all[index + 1] = index end
  paint(self, all)
  self.image = love.graphics.newImage(self.data, { mipmaps = true })
  self.image:setFilter("linear", "linear")
  return self
end

-- Adds the cells that look different when one has changed.
local function add_around(self, index, list, is_in)
  local x, y = index % self.columns, floor(index / self.columns)
  for near_y = max(0, y - REACH), min(self.rows - 1, y + REACH) do
    for near_x = max(0, x - REACH), min(self.columns - 1, x + REACH) do
      local near = near_y * self.columns + near_x
      if not is_in[near] then
        is_in[near], list[#list + 1] = true, near
      end
    end
  end
end

--- Shows the terrain as a player knows it; nil: as it is. An unseen cell, 0, lies under the fog: it
-- keeps its picture.
function ground:update(player)
  local bytes = (player or self.map):terrain_bytes()
  if bytes == self.last then return end
  self.last = bytes
  local list, is_in = {}, {}
  for index = 0, #bytes - 1 do
    local now = bytes:byte(index + 1)
    if now ~= 0 and now ~= self.cells[index] then
      self.cells[index] = now
      add_around(self, index, list, is_in)
    end
  end
  if #list == 0 then return end
  paint(self, list)
  self.image:replacePixels(self.data)
end

function ground:draw(camera)
  local x, y = camera:to_screen(0, 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, x, y, 0, camera.scale / SIZE)
end

return ground
