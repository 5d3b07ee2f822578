--- The picture of the terrain: painted once, cell by cell, and where a cell has changed painted
-- again. Borders between terrains are bent a little, so that the grid does not show.

local ffi = require "ffi"
local texture = require "view.texture"

local ground = {}
ground.__index = ground

local SIZE = 16                        -- pixels of a cell
local BEND = 0.8                       -- cells: how far a border may stray
local REACH = 1                        -- cells around a changed one that look different then

local floor, min, max = math.floor, math.min, math.max

function ground.new(map)
  local width, height = map.width * SIZE, map.height * SIZE
  local self = setmetatable({ map = map, width = width, height = height, kinds = {} }, ground)
  for number, name in map:terrains() do self.kinds[number] = texture.kinds[name] or texture.other end
  self.data = love.image.newImageData(width, height)
  self.pixels = ffi.cast("uint8_t *", self.data:getFFIPointer())
  self.terrain = ffi.new("uint8_t[?]", width * height)          -- of each pixel
  self.shown = map:terrain_bytes()
  self:paint(1, 1, map.width, map.height)
  self.image = love.graphics.newImage(self.data, { mipmaps = true })
  self.image:setFilter("linear", "linear")
  return self
end

-- The terrain of a cell, counted from 0; outside the map that of the nearest.
local function terrain_at(self, x, y)
  x = max(0, min(self.map.width - 1, x))
  y = max(0, min(self.map.height - 1, y))
  return self.shown:byte(y * self.map.width + x + 1)
end

-- The terrain of a point: of its cell, or of a neighbour that strays into it.
local function bent_terrain(self, u, v)
  local own = terrain_at(self, floor(u), floor(v))
  if self.kinds[own].is_built then return own end
  local du = love.math.noise(u * 1.1, v * 1.1 + 300) - 0.5
  local dv = love.math.noise(u * 1.1 + 700, v * 1.1) - 0.5
  local other = terrain_at(self, floor(u + du * BEND), floor(v + dv * BEND))
  return self.kinds[other].is_built and own or other
end

local function find_terrains(self, x1, y1, x2, y2)
  for y = y1, y2 do
    for x = x1, x2 do
      self.terrain[y * self.width + x] = bent_terrain(self, (x + 0.5) / SIZE, (y + 0.5) / SIZE)
    end
  end
end

-- Light and shadow at a pixel: what lies to the upper left and is high throws a shadow, and a high
-- thing's lower edge is dark.
local function light_at(self, x, y, own)
  local kind = self.kinds[own]
  for step = 1, 7 do
    if x < step or y < step then break end
    local other = self.terrain[(y - step) * self.width + x - step]
    local height = self.kinds[other].height or 0
    if kind.is_low and not self.kinds[other].is_low then height = max(height, 3) end
    if other ~= own and height >= step and height > (kind.height or 0) then return 0.72 end
  end
  if kind.height and y + 2 < self.height and x + 1 < self.width then
    if self.terrain[(y + 2) * self.width + x + 1] ~= own then return 0.8 end
    if y >= 2 and self.terrain[(y - 2) * self.width + x] ~= own then return 1.12 end
  end
  return 1
end

-- Where water meets land there is a light edge.
local function is_shore(self, x, y)
  if x + 3 >= self.width or y + 3 >= self.height then return false end
  return not (self.kinds[self.terrain[y * self.width + x + 3]].is_low
    and self.kinds[self.terrain[(y + 3) * self.width + x]].is_low)
end

local function color_pixels(self, x1, y1, x2, y2)
  for y = y1, y2 do
    for x = x1, x2 do
      local own = self.terrain[y * self.width + x]
      local kind = self.kinds[own]
      local red, green, blue = kind.paint((x + 0.5) / SIZE, (y + 0.5) / SIZE)
      local light = light_at(self, x, y, own) * texture.grain(x, y)
      if kind.is_low and is_shore(self, x, y) then light = light * 1.16 end
      local at = (y * self.width + x) * 4
      self.pixels[at] = min(255, max(0, red * light))
      self.pixels[at + 1] = min(255, max(0, green * light))
      self.pixels[at + 2] = min(255, max(0, blue * light))
      self.pixels[at + 3] = 255
    end
  end
end

--- Paints a rectangle of cells, counted from 1.
function ground:paint(x, y, width, height)
  local x1, y1 = max(0, (x - 1) * SIZE), max(0, (y - 1) * SIZE)
  local x2 = min(self.width, (x - 1 + width) * SIZE) - 1
  local y2 = min(self.height, (y - 1 + height) * SIZE) - 1
  find_terrains(self, x1, y1, x2, y2)
  color_pixels(self, x1, y1, x2, y2)
end

-- The smallest rectangle of cells with what differs, or nil. An unseen cell, 0, lies under the fog:
-- it keeps its picture.
local function changes(self, bytes)
  local left, top, right, bottom
  local list = {}
  for i = 1, #bytes do
    local now, before = bytes:byte(i), self.shown:byte(i)
    if now == 0 then now = before end
    list[i] = now
    if now ~= before then
      local x, y = (i - 1) % self.map.width + 1, floor((i - 1) / self.map.width) + 1
      left, top = min(left or x, x), min(top or y, y)
      right, bottom = max(right or x, x), max(bottom or y, y)
    end
  end
  return left, top, right, bottom, list
end

local function text_of(list)
  local parts = {}
  for i = 1, #list, 4096 do
    parts[#parts + 1] = string.char(unpack(list, i, min(#list, i + 4095)))
  end
  return table.concat(parts)
end

--- Shows the terrain as a player knows it; nil: as it is.
function ground:update(player)
  local bytes = (player or self.map):terrain_bytes()
  if bytes == self.last then return end
  self.last = bytes
  local left, top, right, bottom, list = changes(self, bytes)
  if not left then return end
  self.shown = text_of(list)
  self:paint(left - REACH, top - REACH, right - left + 1 + 2 * REACH, bottom - top + 1 + 2 * REACH)
  self.image:replacePixels(self.data)
end

function ground:draw(camera)
  local x, y = camera:to_screen(0, 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, x, y, 0, camera.scale / SIZE)
end

return ground
