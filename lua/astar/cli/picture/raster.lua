--- A map and paths over it as a PNG.

local colors = require "astar.cli.picture.colors"
local geometry = require "astar.cli.picture.geometry"
local pairs = require "astar.pairs".pairs
local png = require "astar.cli.picture.png"

local raster = {}

local floor = math.floor

-- Colours by their places in the picture's list, from 0 on: those of the marks, then the land's.
local PAPER, UNSEEN, PATH, START, GOAL, LINK, RIM = 0, 1, 2, 3, 4, 5, 6

local function palette(map)
  local list = { "ffffff", colors.unseen, colors.path, colors.start, colors.goal, colors.link,
    "ffffff" }
  local place, by_color, by_name = { unseen = UNSEEN }, {}, colors.of(map)
  for _, name in map:terrains() do
    local color = by_name[name]
    if not by_color[color] then
      list[#list + 1] = color
      by_color[color] = #list - 1
    end
    place[name] = by_color[color]
  end
  return list, place
end

-- ---- marks: by row of pixels, a table from column to colour -------------------------------------

local function disc(marks, px, py, radius, color)
  local most = math.max(radius, 0.5)
  for y = floor(py - most), floor(py + most) do
    for x = floor(px - most), floor(px + most) do
      if (x + 0.5 - px) ^ 2 + (y + 0.5 - py) ^ 2 <= most * most + 0.01 then
        marks[y] = marks[y] or {}
        marks[y][x] = color
      end
    end
  end
end

local function stroke(marks, line, scale)
  local color = line.link and LINK or PATH
  for i = 2, #line.points do
    local from, to = line.points[i - 1], line.points[i]
    local dx, dy = (to[1] - from[1]) * scale, (to[2] - from[2]) * scale
    local steps = math.max(1, math.ceil(2 * math.max(math.abs(dx), math.abs(dy))))
    for step = 0, steps do
      local is_gap = line.link and floor(step / math.max(2, scale)) % 2 == 1
      if not is_gap then
        disc(marks, from[1] * scale + dx * step / steps, from[2] * scale + dy * step / steps,
          math.max(1.25, scale * 0.15), color)
      end
    end
  end
end

local function marks_of(scene)
  local marks, scale = {}, scene.scale
  for _, line in ipairs(scene.lines) do stroke(marks, line, scale) end
  for i, color in ipairs { START, GOAL } do
    local px, py = scene.ends[i][1] * scale, scene.ends[i][2] * scale
    disc(marks, px, py, math.max(4, scale * 0.44), RIM)
    disc(marks, px, py, math.max(3, scale * 0.36), color)
  end
  return marks
end

-- ---- rows ---------------------------------------------------------------------------------------

-- A row of squares is the same on all its rows of pixels.
local function square_rows(map, scene, place)
  local at, row, scale = 0, nil, scene.scale
  return function(py)
    local y = floor(py / scale) + 1
    if y == at then return row end
    local list = {}
    for x = 1, map.width do list[x] = string.char(place[scene.name_at(x, y)]):rep(scale) end
    at, row = y, table.concat(list)
    return row
  end
end

local function hex_rows(map, scene, place, shape, width)
  return function(py)
    local list = {}
    for px = 1, width do
      local x, y = shape.cell_at((px - 0.5) / scene.scale, (py + 0.5) / scene.scale)
      local is_on_map = x and x >= 1 and y >= 1 and x <= map.width and y <= map.height
      list[px] = string.char(is_on_map and place[scene.name_at(x, y)] or PAPER)
    end
    return table.concat(list)
  end
end

local function marked(row, marks)
  if not marks then return row end
  local columns, pieces, from = {}, {}, 1
  for x in pairs(marks) do
    if x >= 0 and x < #row then columns[#columns + 1] = x end
  end
  table.sort(columns)
  for _, x in ipairs(columns) do
    pieces[#pieces + 1] = row:sub(from, x) .. string.char(marks[x])
    from = x + 2
  end
  return table.concat(pieces) .. row:sub(from)
end

--- Width and height in pixels.
function raster.size(map, scale)
  local width, height = geometry.of(map).size(map)
  return math.ceil(width * scale), math.ceil(height * scale)
end

--- The picture as a string; scene: as for svg.draw.
function raster.draw(map, scene)
  local shape = geometry.of(map)
  local width, height = raster.size(map, scene.scale)
  local list, place = palette(map)
  local marks = marks_of(scene)
  local row_of = shape.corners and hex_rows(map, scene, place, shape, width)
    or square_rows(map, scene, place)
  local py = -1
  return png.encode(width, height, list, function()
    py = py + 1
    if py < height then return marked(row_of(py), marks[py]) end
  end)
end

return raster
