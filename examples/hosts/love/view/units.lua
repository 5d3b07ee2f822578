--- Units: the shape tells the role, the colour the side. Below a unit that is hurt or chosen there
-- is its health, on one that carries ore a nugget.

local rules = require "demo.rules"
local theme = require "view.theme"

local units = {}

local LEAST = 5                        -- pixels: smaller is not drawn, however far away
local SHARE = 0.45                     -- of a cell: the radius

-- In a square from -1 to 1.
local SHAPES = {
  soldier = { -0.85, -0.9, 0.85, -0.9, 0.85, 0.15, 0, 1.05, -0.85, 0.15 },       -- a shield
  scout = { 1.2, 0, -0.85, 0.9, -0.4, 0, -0.85, -0.9 },                          -- an arrow
}

local function outline(role, x, y, radius, mode)
  local shape = SHAPES[role]
  if not shape then return love.graphics.circle(mode, x, y, radius) end
  local points = {}
  for i = 1, #shape, 2 do
    points[i], points[i + 1] = x + shape[i] * radius, y + shape[i + 1] * radius
  end
  if mode == "line" or love.math.isConvex(points) then
    return love.graphics.polygon(mode, points)
  end
  for _, triangle in ipairs(love.math.triangulate(points)) do
    love.graphics.polygon(mode, triangle)
  end
end

local function turned(role, x, y, radius, angle, draw)
  love.graphics.push()
  love.graphics.translate(x, y)
  if role == "scout" then love.graphics.rotate(angle) end
  draw(role, 0, 0, radius)
  love.graphics.pop()
end

local function body(unit, x, y, radius, angle)
  local colors, data = theme.sides[unit.data.side], unit.data
  theme.color(theme.back, 0.35)
  love.graphics.ellipse("fill", x + radius * 0.15, y + radius * 0.95, radius, radius * 0.45)
  turned(data.role, x, y, radius, angle, function(role, cx, cy, r)
    theme.color(colors.body)
    outline(role, cx, cy, r, "fill")
    theme.color(colors.dark)
    love.graphics.setLineWidth(math.max(1.2, r * 0.16))
    outline(role, cx, cy, r, "line")
  end)
  theme.color(data.load and theme.accent or colors.light, data.load and 1 or 0.85)
  if data.role == "soldier" then
    love.graphics.setLineWidth(math.max(1, radius * 0.2))
    love.graphics.line(x, y - radius * 0.6, x, y + radius * 0.5)
    love.graphics.line(x - radius * 0.5, y - radius * 0.25, x + radius * 0.5, y - radius * 0.25)
  elseif data.role == "gatherer" then
    love.graphics.circle("fill", x, y, radius * (data.load and 0.55 or 0.3))
  end
end

local function health_color(share)
  return share > 0.6 and theme.good or share > 0.3 and theme.accent or theme.bad
end

local function health(unit, x, y, radius)
  local share = math.max(0, unit.data.hp / rules.kinds[unit.data.role].hp)
  local width, height = radius * 2.3, math.max(2.5, radius * 0.3)
  local left, top = x - width / 2, y - radius * 1.45 - height
  theme.color(theme.back, 0.85)
  love.graphics.rectangle("fill", left - 1, top - 1, width + 2, height + 2)
  theme.color(health_color(share))
  love.graphics.rectangle("fill", left, top, width * share, height)
end

local function ring(x, y, radius, color)
  theme.color(color)
  love.graphics.setLineWidth(math.max(1.5, radius * 0.16))
  love.graphics.circle("line", x, y, radius * 1.5)
end

--- Draws one. options: is_chosen; is_hot, the mouse is over it; is_plain, a picture on a button.
function units.draw_one(unit, x, y, radius, angle, options)
  if options.is_chosen then ring(x, y, radius, theme.accent) end
  if options.is_hot and not options.is_chosen then ring(x, y, radius, theme.text) end
  body(unit, x, y, radius, angle)
  local is_hurt = unit.data.hp < rules.kinds[unit.data.role].hp
  if is_hurt or options.is_chosen or options.is_hot then health(unit, x, y, radius) end
  if unit.error and not options.is_plain then
    theme.color(theme.bad)
    love.graphics.circle("fill", x + radius, y - radius, 7)
    theme.write("!", x + radius - 2, y - radius - 7, theme.back, theme.small)
  end
end

--- The radius of a unit in pixels.
function units.radius(camera) return math.max(LEAST, camera.scale * SHARE) end

--- Draws all that a player may know of; nil: all. stage: see main.lua.
function units.draw(stage, player)
  local camera, motion = stage.camera, stage.motion
  local left, top, right, bottom = camera:bounds()
  local radius, share = units.radius(camera), stage.clock:share()
  for unit in stage.session.world:units() do
    local x, y = motion:position(unit, share)
    local is_here = x > left - 1 and x < right + 1 and y > top - 1 and y < bottom + 1
    if is_here and (not player or unit:visible_to(player)) then
      local screen_x, screen_y = camera:to_screen(x, y)
      stage.headings[unit.id] = motion:heading(unit) or stage.headings[unit.id] or 0
      units.draw_one(unit, screen_x, screen_y, radius, stage.headings[unit.id],
        { is_chosen = stage.selection:has(unit), is_hot = stage.hot == unit })
    end
  end
end

return units
