--- Paths as thin lines: those of the chosen units, or of all, and the one that the mouse asks for.

local theme = require "view.theme"

local routes = {}

routes.MODES = { "chosen", "all", "none" }

local APART = 1.6                      -- cells between two dots that run along a path
local PACE = 2.2                       -- cells a second

-- What is left of a path as lines on the screen: one, and one more behind each link to another
-- level. first: the index of a cell; points: with what the first line begins.
local function lines_of(stage, path, first, points)
  local map, camera = stage.session.map, stage.camera
  local lines, level = { points }, nil
  for x, y, i in path:cells() do
    local now = map:level_at(x, y).name
    if i > first then
      if level and now ~= level then lines[#lines + 1] = {} end
      local line = lines[#lines]
      line[#line + 1], line[#line + 2] = camera:to_screen(map:center(x, y))
    end
    level = now
  end
  return lines
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
  if not x then return end
  theme.color(color)
  love.graphics.setLineWidth(1.5)
  love.graphics.circle("line", x, y, 4)
end

-- The places of the orders that wait, joined by a thin line; from: where the way so far ends.
local function draw_orders(stage, unit, from, color)
  local points = { from[#from - 1], from[#from] }
  for i, order in ipairs(unit:orders()) do
    if i > 1 and type(order[1]) == "number" then
      points[#points + 1], points[#points + 2] =
        stage.camera:to_screen(stage.session.map:center(order[1], order[2]))
      draw_end(points, color)
    end
  end
  draw_line(points, color, 0.45, 1)
end

local function draw_route(stage, unit, is_strong)
  local color = theme.sides[unit.data.side].way
  local start = { stage.camera:to_screen(stage.motion:position(unit, stage.clock:share())) }
  local lines = lines_of(stage, unit.route, unit.progress, start)
  for _, points in ipairs(lines) do
    draw_line(points, color, is_strong and 0.95 or 0.45, is_strong and 1.6 or 1)
  end
  if is_strong then
    draw_end(lines[#lines], color)
    draw_orders(stage, unit, lines[#lines], color)
  end
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
  local color = path.status == "complete" and theme.accent or theme.bad
  local lines = lines_of(stage, path, 0, {})
  for _, points in ipairs(lines) do draw_line(points, color, 0.55, 1.2) end
  theme.color(color)
  for distance = (stage.time * PACE) % APART, path.distance, APART do
    local x, y = camera:to_screen(path:point(distance))
    love.graphics.circle("fill", x, y, 2.2)
  end
  draw_end(lines[#lines], color)
end

return routes
