--- The fog: dark over what a player has never seen, dim over what it remembers. One pixel for each
-- cell, drawn large and smooth. It lifts slowly, as the eye likes it.

local ffi = require "ffi"

local fog = {}
fog.__index = fog

local DARK = { [0] = 236, 118, 0 }     -- unseen, seen, visible: 255 hides all
local SPEED = 700                      -- a second

function fog.new(map)
  local data = love.image.newImageData(map.width, map.height)
  data:mapPixel(function() return 0.05, 0.065, 0.09, 0 end)
  local image = love.graphics.newImage(data)
  image:setFilter("linear", "linear")
  return setmetatable({ map = map, data = data, image = image,
    pixels = ffi.cast("uint8_t *", data:getFFIPointer()) }, fog)
end

--- Shows what a player sees; nil: there is no fog. At once: it does not lift slowly.
function fog:update(player, seconds, at_once)
  local states = player and player:state_bytes()
  local most = at_once and 255 or math.max(1, SPEED * seconds)
  for i = 0, self.map.width * self.map.height - 1 do
    local wanted = states and DARK[states:byte(i + 1)] or 0
    local now = self.pixels[4 * i + 3]
    self.pixels[4 * i + 3] = now + math.max(-most, math.min(most, wanted - now))
  end
  self.image:replacePixels(self.data)
end

function fog:draw(camera)
  local x, y = camera:to_screen(0, 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.image, x, y, 0, camera.scale)
end

return fog
