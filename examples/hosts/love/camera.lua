--- The part of the map that the window shows: scrolling, zooming, and from the screen to the game's
-- coordinates and back. A cell is 1 wide in the game. Plain Lua.

local camera = {}
camera.__index = camera

local CLOSEST = 56                     -- pixels of a cell
local QUICK = 12                       -- how quickly a glide comes to its end

--- A camera for a map of so many cells.
function camera.new(width, height)
  return setmetatable({ map_width = width, map_height = height, left = 0, top = 0, width = 1,
    height = 1, x = width / 2, y = height / 2, scale = 1, wanted = 1 }, camera)
end

-- So small that the whole map is to be seen.
local function farthest(self)
  return math.min(self.width / self.map_width, self.height / self.map_height) * 0.97
end

-- The middle of the picture stays on the map.
local function stay(self)
  self.x = math.max(0, math.min(self.map_width, self.x))
  self.y = math.max(0, math.min(self.map_height, self.y))
end

--- The rectangle of the screen that shows the map.
function camera:set_screen(left, top, width, height)
  self.left, self.top, self.width, self.height = left, top, width, height
end

function camera:show_all()
  self.x, self.y = self.map_width / 2, self.map_height / 2
  self.scale = farthest(self)
  self.wanted = self.scale
end

--- Shows a place in the middle, with cells of so many pixels.
function camera:look_at(x, y, scale)
  self.x, self.y = x, y
  if scale then self.scale, self.wanted = scale, scale end
  stay(self)
end

function camera:to_screen(x, y)
  return self.left + self.width / 2 + (x - self.x) * self.scale,
    self.top + self.height / 2 + (y - self.y) * self.scale
end

function camera:to_game(screen_x, screen_y)
  return self.x + (screen_x - self.left - self.width / 2) / self.scale,
    self.y + (screen_y - self.top - self.height / 2) / self.scale
end

--- By pixels.
function camera:scroll(dx, dy)
  self.x, self.y = self.x + dx / self.scale, self.y + dy / self.scale
  stay(self)
end

--- Closer by a factor; what is under that point of the screen stays there.
function camera:zoom(factor, screen_x, screen_y)
  self.wanted = math.max(farthest(self), math.min(CLOSEST, self.wanted * factor))
  self.pivot_x, self.pivot_y = screen_x, screen_y
end

--- Glides to the size that was asked for.
function camera:update(seconds)
  if math.abs(self.wanted / self.scale - 1) < 0.001 then return end
  local x, y = self:to_game(self.pivot_x, self.pivot_y)
  self.scale = self.scale * (self.wanted / self.scale) ^ math.min(1, seconds * QUICK)
  local now_x, now_y = self:to_game(self.pivot_x, self.pivot_y)
  self.x, self.y = self.x + x - now_x, self.y + y - now_y
  stay(self)
end

--- The part of the game that is to be seen: left, top, right, bottom.
function camera:bounds()
  local left, top = self:to_game(self.left, self.top)
  local right, bottom = self:to_game(self.left + self.width, self.top + self.height)
  return left, top, right, bottom
end

return camera
