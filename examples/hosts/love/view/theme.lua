--- Colours, fonts, and the few shapes that panels are made of.

local theme = {}

local function rgb(hex, alpha)
  return { tonumber(hex:sub(1, 2), 16) / 255, tonumber(hex:sub(3, 4), 16) / 255,
    tonumber(hex:sub(5, 6), 16) / 255, alpha or 1 }
end

theme.back = rgb "12161d"
theme.panel = rgb("1a2029", 0.96)
theme.edge = rgb "2c3542"
theme.raised = rgb "27303d"
theme.text = rgb "dbe2ea"
theme.dim = rgb "8592a3"
theme.accent = rgb "f2c566"
theme.bad = rgb "ff7a6b"
theme.good = rgb "83c98a"
theme.sides = {
  red = { body = rgb "d9524a", dark = rgb "64201f", light = rgb "ffd2c8", way = rgb "ff8d7d" },
  blue = { body = rgb "3f86dc", dark = rgb "173a66", light = rgb "cfe6ff", way = rgb "86bdff" },
}
theme.terrains = {
  plain = rgb "8fab6c", road = rgb "cdb98c", wood = rgb "47693f", swamp = rgb "77804f",
  water = rgb "4d87ab", mountain = rgb "8d8780", bridge = rgb "a67e50", ore = rgb "d5a93c",
}

theme.PANEL_WIDTH = 292
theme.BAR_HEIGHT = 58

--- Fonts need a window: call it once there is one.
function theme.load()
  theme.small = love.graphics.newFont(11)
  theme.normal = love.graphics.newFont(13)
  theme.bold = love.graphics.newFont(17)
  theme.figure = love.graphics.newFont(22)
end

function theme.color(color, alpha)
  love.graphics.setColor(color[1], color[2], color[3], (color[4] or 1) * (alpha or 1))
end

--- A text; align: "left", "center", "right" within the width.
function theme.write(text, x, y, color, font, width, align)
  theme.color(color or theme.text)
  love.graphics.setFont(font or theme.normal)
  if width then
    love.graphics.printf(text, math.floor(x), math.floor(y), width, align or "left")
  else
    love.graphics.print(text, math.floor(x), math.floor(y))
  end
end

--- A rectangle with round corners, filled, with an edge.
function theme.box(x, y, width, height, fill, edge, radius)
  theme.color(fill or theme.panel)
  love.graphics.rectangle("fill", x, y, width, height, radius or 6)
  if edge then
    theme.color(edge)
    love.graphics.setLineWidth(1)
    love.graphics.rectangle("line", x + 0.5, y + 0.5, width - 1, height - 1, radius or 6)
  end
end

--- A bar that is full to a share.
function theme.bar(x, y, width, height, share, color)
  theme.box(x, y, width, height, theme.back, nil, height / 2)
  if share > 0 then
    theme.box(x, y, math.max(height, width * math.min(1, share)), height, color, nil, height / 2)
  end
end

return theme
