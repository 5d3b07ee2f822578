--- Paths as thin lines: those of the chosen units, or of all, and the one that the mouse asks for.

local theme = require "view.theme"

local routes = {}

routes.MODES = { "chosen", "all", "none" }

local APART = 1.6                      -- cells between two dots that run along a path
local PACE = 2.2                       -- cells a second

-- The rest of a unit's way as a line on the screen, from where it is drawn.
local function line_of(stage, unit)
  local camera, route = stage.camera, unit.route
  local x, y = stage.motion:position(unit, stage.clock:share())
  local points = { camera:to_screen(x, y) }
  for i, cell_x, cell_y in route:turns() do
    if i > unit.progress then
      points[#points + 1], points[#points + 2] = camera:to_screen(stage.session.map:center(cell_x, cell_y))
    end
  end
  return points
end

local function draw_line(points, color, alpha, width)
  if #points < 4 then return end
  theme.color(theme.back, alpha * 0.5)
  love.graphics.setLineWidth(width + 2)
  love.graphics.line(points)
  theme.color(color, alpha)
  love.graphics.setLineWidth(width)
  love.graphics.line(points)
end

-- The end of a way.
local function draw_end(points, color)
  local x, y = points[#points - 1], points[#points]
  theme.color(color)
  love.graphics.setLineWidth(1.5)
  love.graphics.circle("line", x, y, 4)
end

local function draw_route(stage, unit, is_strong)
  local color = theme.sides[unit.data.side].way
  local points = line_of(stage, unit)
  draw_line(points, color, is_strong and 0.95 or 0.4, is_strong and 1.6 or 1)
  if is_strong and #points >= 4 then draw_end(points, color) end
end

--- Those of the units that the player may know the way of: its own; nil: of all.
function routes.draw(stage, side)
  if stage.routes == "none" then return end
  for unit in stage.session.world:units() do
    local is_chosen = stage.selection:has(unit)
    local is_shown = is_chosen or stage.routes == "all"
    if is_shown and unit.route and (not side or side == unit.data.side) then
      draw_route(stage, unit, is_chosen)
    end
  end
end

--- The path to the cell under the mouse, with dots that run along it.
function routes.draw_probe(stage)
  local path, camera = stage.probe.path, stage.camera
  if not path or #path < 2 then return end
  local points = {}
  for _, x, y in path:turns() do
    points[#points + 1], points[#points + 2] = camera:to_screen(stage.session.map:center(x, y))
  end
  local color = path.status == "complete" and theme.accent or theme.bad
  draw_line(points, color, 0.55, 1.2)
  theme.color(color)
  for distance = (stage.time * PACE) % APART, path.distance, APART do
    local x, y = camera:to_screen(path:point(distance))
    love.graphics.circle("fill", x, y, 2.2)
  end
  draw_end(points, color)
end

return routes
