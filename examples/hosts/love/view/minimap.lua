--- The whole map, small, in the panel; a click there moves the camera.

local theme = require "view.theme"

local minimap = {}

local WIDTH = theme.PANEL_WIDTH - 32

--- Its rectangle on the screen.
function minimap.place(stage)
  local map = stage.session.map
  return stage.width - theme.PANEL_WIDTH + 16, 16, WIDTH, math.floor(WIDTH * map.height / map.width)
end

--- The place of the game under a point of the screen, or nil.
function minimap.at(stage, x, y)
  local left, top, width, height = minimap.place(stage)
  if x < left or y < top or x >= left + width or y >= top + height then return nil end
  local scale = stage.session.map.width / width
  return (x - left) * scale, (y - top) * scale
end

local function draw_units(stage, player, left, top, scale)
  for unit in stage.session.world:units() do
    if not player or unit:visible_to(player) then
      local x, y = unit:position()
      theme.color(theme.sides[unit.data.side].body)
      love.graphics.rectangle("fill", left + x * scale - 1.5, top + y * scale - 1.5, 3, 3)
    end
  end
end

local function draw_camera(stage, left, top, width, height, scale)
  local x1, y1, x2, y2 = stage.camera:bounds()
  local function within(value, most) return math.max(0, math.min(most, value * scale)) end
  x1, x2, y1, y2 = within(x1, width), within(x2, width), within(y1, height), within(y2, height)
  theme.color(theme.text, 0.8)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", left + x1, top + y1, x2 - x1, y2 - y1)
end

function minimap.draw(stage, player)
  local left, top, width, height = minimap.place(stage)
  local scale = width / stage.session.map.width
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(stage.ground.image, left, top, 0, width / stage.ground.width)
  love.graphics.draw(stage.fog.image, left, top, 0, scale)
  draw_units(stage, player, left, top, scale)
  draw_camera(stage, left, top, width, height, scale)
  theme.color(theme.edge)
  love.graphics.rectangle("line", left - 0.5, top - 0.5, width + 1, height + 1)
end

return minimap
