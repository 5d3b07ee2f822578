--- What the tool would do at the mouse: the brush, the unit to drop, the box of a choice.

local theme = require "view.theme"

local cursor = {}

local function draw_cells(stage, x, y, size, color)
  local left, top = stage.camera:to_screen(x - 1, y - 1)
  local width = size * stage.camera.scale
  theme.color(color)
  love.graphics.setLineWidth(1.5)
  love.graphics.rectangle("line", left, top, width, width, 2)
end

local function draw_box(stage)
  local x, y = stage.camera:to_screen(stage.box.x, stage.box.y)
  local width, height = stage.mouse.x - x, stage.mouse.y - y
  theme.color(theme.accent, 0.12)
  love.graphics.rectangle("fill", x, y, width, height)
  theme.color(theme.accent)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", x, y, width, height)
end

function cursor.draw(stage)
  if stage.box then return draw_box(stage) end
  local tool, x, y = stage.tools, stage.cell_x, stage.cell_y
  if not x then return end
  if tool.name == "paint" then
    local low = math.floor((tool.brush - 1) / 2)
    draw_cells(stage, x - low, y - low, tool.brush, theme.text)
  elseif tool.name == "drop" then
    draw_cells(stage, x, y, 1, theme.sides[tool.unit.side].way)
  elseif tool.name == "remove" then
    draw_cells(stage, x, y, 1, theme.bad)
  end
end

--- Thin lines between the cells.
function cursor.draw_grid(stage)
  local camera, map = stage.camera, stage.session.map
  local left, top, right, bottom = camera:bounds()
  theme.color(theme.back, 0.22)
  love.graphics.setLineWidth(1)
  for x = math.max(0, math.floor(left)), math.min(map.width, math.ceil(right)) do
    local screen_x, y1 = camera:to_screen(x, math.max(0, top))
    local _, y2 = camera:to_screen(x, math.min(map.height, bottom))
    love.graphics.line(screen_x, y1, screen_x, y2)
  end
  for y = math.max(0, math.floor(top)), math.min(map.height, math.ceil(bottom)) do
    local x1, screen_y = camera:to_screen(math.max(0, left), y)
    local x2 = camera:to_screen(math.min(map.width, right), y)
    love.graphics.line(x1, screen_y, x2, screen_y)
  end
end

return cursor
