--- Links as dashed lines between their ends: the mouths of the cave, the ferries.

local theme = require "view.theme"

local links = {}

local DASH = 6                         -- pixels

local function draw_dashes(x1, y1, x2, y2)
  local length = math.sqrt((x2 - x1) ^ 2 + (y2 - y1) ^ 2)
  for at = 0, length - DASH, 2 * DASH do
    local from, to = at / length, (at + DASH) / length
    love.graphics.line(x1 + (x2 - x1) * from, y1 + (y2 - y1) * from, x1 + (x2 - x1) * to,
      y1 + (y2 - y1) * to)
  end
end

function links.draw(stage)
  local camera, map = stage.camera, stage.session.map
  love.graphics.setLineWidth(1)
  for link in map:links() do
    local x1, y1, x2, y2 = link:ends()
    local left, top = camera:to_screen(map:center(x1, y1))
    local right, bottom = camera:to_screen(map:center(x2, y2))
    theme.color(theme.text, 0.22)
    draw_dashes(left, top, right, bottom)
    theme.color(theme.text, 0.6)
    love.graphics.circle("line", left, top, 3)
    love.graphics.circle("line", right, bottom, 3)
  end
end

return links
