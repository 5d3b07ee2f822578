--- An influence map as heat over the ground: one pixel for each cell, drawn large and smooth.

local ffi = require "ffi"

local heat = {}
heat.__index = heat

local STRONG = 160                     -- a value that is drawn with the full colour
local MOST = 190                       -- how opaque that is, of 255

-- From little to much: yellow, orange, red, purple.
local RAMP = { { 255, 224, 130 }, { 250, 160, 70 }, { 224, 72, 58 }, { 140, 30, 90 } }

function heat.new(map)
  local data = love.image.newImageData(map.width, map.height)
  local image = love.graphics.newImage(data)
  image:setFilter("linear", "linear")
  return setmetatable({ map = map, data = data, image = image,
    pixels = ffi.cast("uint8_t *", data:getFFIPointer()),
    values = love.data.newByteData(map.width * map.height * 4) }, heat)
end

local function color(share)
  local place = share * (#RAMP - 1) + 1
  local low = math.min(#RAMP - 1, math.floor(place))
  local rest, from, to = place - low, RAMP[low], RAMP[low + 1]
  return from[1] + (to[1] - from[1]) * rest, from[2] + (to[2] - from[2]) * rest,
    from[3] + (to[3] - from[3]) * rest
end

--- Reads an influence map of the game; nil: nothing is drawn.
function heat:update(influence)
  self.is_shown = influence ~= nil
  if not influence then return end
  influence:value_bytes(self.values:getPointer())
  local values = ffi.cast("int32_t *", self.values:getFFIPointer())
  for i = 0, self.map.width * self.map.height - 1 do
    local share = math.min(1, math.abs(values[i]) / STRONG)
    local red, green, blue = color(share)
    self.pixels[4 * i], self.pixels[4 * i + 1], self.pixels[4 * i + 2] = red, green, blue
    self.pixels[4 * i + 3] = math.sqrt(share) * MOST
  end
  self.image:replacePixels(self.data)
end

function heat:draw(camera)
  if not self.is_shown then return end
  local x, y = camera:to_screen(0, 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, x, y, 0, camera.scale)
end

return heat
