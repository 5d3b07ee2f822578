--- A map and paths over it as SVG.

local colors = require "astar.cli.picture.colors"
local escaped = require "astar.replay.escaped"
local geometry = require "astar.cli.picture.geometry"

local svg = {}

local UNIT = 10                                  -- of the picture's coordinates to a cell

-- At most two digits behind the point, and none that are 0.
local function number(value)
  return (("%.2f"):format(value * UNIT):gsub("%.?0+$", ""))
end

-- Runs of equal squares in each row, as the data of one <path> for each terrain.
local function add_squares(map, name_at, data)
  for y = 1, map.height do
    local from, name = 1, name_at(1, y)
    for x = 2, map.width + 1 do
      local next_name = x <= map.width and name_at(x, y) or false
      if next_name ~= name then
        local list = data[name]
        list[#list + 1] = ("M%s %sh%sv%sh-%sz"):format(number(from - 1), number(y - 1),
          number(x - from), number(1), number(x - from))
        from, name = x, next_name
      end
    end
  end
end

local function add_hexagons(map, name_at, data, shape)
  for y = 1, map.height do
    for x = 1, map.width do
      local cx, cy = shape.center(x, y)
      local points = {}
      for i, corner in ipairs(shape.corners) do
        points[i] = number(cx + corner[1]) .. " " .. number(cy + corner[2])
      end
      local list = data[name_at(x, y)]
      list[#list + 1] = "M" .. table.concat(points, "L") .. "z"
    end
  end
end

local function add_land(write, map, scene, shape)
  local by_name, data, order = colors.of(map), { unseen = {} }, {}
  by_name.unseen = by_name.unseen or colors.unseen
  for _, name in map:terrains() do
    data[name], order[#order + 1] = data[name] or {}, name
  end
  order[#order + 1] = "unseen"
  if shape.corners then add_hexagons(map, scene.name_at, data, shape)
  else add_squares(map, scene.name_at, data) end
  local drawn = {}
  for _, name in ipairs(order) do
    if data[name][1] and not drawn[name] then
      drawn[name] = true
      write(('<path fill="#%s" d="%s"><title>%s</title></path>\n'):format(by_name[name],
        table.concat(data[name]), escaped(name)))
    end
  end
end

local function add_line(write, line)
  local points = {}
  for i, point in ipairs(line.points) do
    points[i] = number(point[1]) .. "," .. number(point[2])
  end
  write(('<polyline points="%s"%s/>\n'):format(table.concat(points, " "), line.link
    and (' stroke="#%s" stroke-dasharray="3 3"'):format(colors.link) or ""))
end

-- A length in the picture's coordinates that is so many pixels at least.
local function at_least(units, pixels, scale)
  return number(math.max(units, pixels / scale * UNIT) / UNIT)
end

local function add_end(write, point, color, scale)
  write(('<circle cx="%s" cy="%s" r="%s" fill="#%s" stroke="#fff" stroke-width="%s"/>\n')
    :format(number(point[1]), number(point[2]), at_least(3.6, 4, scale), color,
      at_least(0.8, 1, scale)))
end

--- The picture as text. scene: name_at(x, y), the name of a terrain or "unseen"; lines, see
-- geometry.lines; title; ends, { { px, py }, { px, py } }; scale, pixels of a cell.
function svg.draw(map, scene)
  local shape, pieces = geometry.of(map), {}
  local function write(piece) pieces[#pieces + 1] = piece end
  local width, height = shape.size(map)
  write(('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %s %s">\n')
    :format(math.ceil(width * scene.scale), math.ceil(height * scene.scale), number(width),
      number(height)))
  write(("<title>%s</title>\n"):format(escaped(scene.title)))
  write('<g shape-rendering="crispEdges">\n')
  add_land(write, map, scene, shape)
  write(('</g>\n<g fill="none" stroke="#%s" stroke-width="%s" stroke-linejoin="round"'
    .. ' stroke-linecap="round">\n'):format(colors.path, at_least(3, 2.5, scene.scale)))
  for _, line in ipairs(scene.lines) do add_line(write, line) end
  write("</g>\n")
  add_end(write, scene.ends[1], colors.start, scene.scale)
  add_end(write, scene.ends[2], colors.goal, scene.scale)
  write("</svg>\n")
  return table.concat(pieces)
end

return svg
