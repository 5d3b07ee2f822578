--- The fog: dark over what a player has never seen, dim over what it remembers. One pixel for each
-- cell, drawn large and smooth. It lifts within a third of a second.

local ffi = require "ffi"

local fog = {}
fog.__index = fog

local DARK = { [0] = 255, 112, 0 }     -- unseen, seen, visible: 255 hides all
local SPEED = 700                      -- a second

function fog.new(map)
  local data = love.image.newImageData(map.width, map.height)
  data:mapPixel(function() return 0.05, 0.065, 0.09, 0 end)
  local image = love.graphics.newImage(data)
  image:setFilter("linear", "linear")
  return setmetatable({ map = map, data = data, image = image,
    pixels = ffi.cast("uint8_t *", data:getFFIPointer()),
    dark = ffi.new("float[?]", map.width * map.height) }, fog)
end

-- The mean of a cell and the eight around it: borders get soft.
local function soften(self)
  local width, height = self.map.width, self.map.height
  for y = 0, height - 1 do
    local top, bottom = math.max(0, y - 1), math.min(height - 1, y + 1)
    for x = 0, width - 1 do
      local sum, count = 0, 0
      for near_y = top, bottom do
        for near_x = math.max(0, x - 1), math.min(width - 1, x + 1) do
          sum, count = sum + self.dark[near_y * width + near_x], count + 1
        end
      end
      self.pixels[4 * (y * width + x) + 3] = sum / count
    end
  end
end

--- Shows what a player sees; nil: there is no fog. At once: it does not lift slowly.
function fog:update(player, seconds, at_once)
  local states = player and player:state_bytes()
  local most = at_once and 255 or math.max(1, SPEED * seconds)
  for i = 0, self.map.width * self.map.height - 1 do
    local wanted = states and DARK[states:byte(i + 1)] or 0
    self.dark[i] = self.dark[i] + math.max(-most, math.min(most, wanted - self.dark[i]))
  end
  soften(self)
  self.image:replacePixels(self.data)
end

function fog:draw(camera)
  local x, y = camera:to_screen(0, 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, x, y, 0, camera.scale)
end

return fog
