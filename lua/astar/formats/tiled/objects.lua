--- The objects of a map, as plain tables, and the links among them. docs/formats.md says what they
-- hold.

local attempt = require("astar.arguments.reject").attempt
local checked = require "astar.formats.tiled.checked"
local pairs = require "astar.pairs".pairs
local reject = require("astar.arguments.reject").because
local tilesets = require "astar.formats.tiled.tilesets"

local objects = {}

local MAX_ID = 2 ^ 53

-- ---- places ------------------------------------------------------------------------------------

-- From the coordinates of an object in the file to those of the game. In isometric maps the file
-- has lengths along the map's axes, in which each side of a tile is as long as a tile is high.
local function to_game(job, x, y)
  if job.orientation ~= "isometric" then return x, y end
  local across, down = x / job.tile_height, y / job.tile_height
  return job.origin_of_tiles + (across - down) * job.tile_width / 2,
    (across + down) * job.tile_height / 2
end

-- A point beside the object's own, turned with it.
local function beside(given, dx, dy)
  local angle = math.rad(given.rotation)
  local cos, sin = math.cos(angle), math.sin(angle)
  if given.rotation == 0 then cos, sin = 1, 0 end
  return given.x + dx * cos - dy * sin, given.y + dx * sin + dy * cos
end

-- The place of an object. That of a tile is where it stands: half a tile above the middle of its
-- lower edge, which is its centre where it is as large as a tile of the map.
local function place_of(job, given)
  if not given.gid then return beside(given, given.width / 2, given.height / 2) end
  local half = job.tile_height / 2
  if job.orientation == "isometric" then return given.x - half, given.y - half end
  return beside(given, given.width / 2, -math.min(given.height / 2, half))
end

-- The cells that a rectangle covers, those on the map; nil: there are none, or it is turned.
local function area_of(job, map, given)
  if given.gid or map.grid ~= "square" or given.rotation ~= 0 then return nil end
  local side = job.orientation == "isometric" and job.tile_height or job.tile_width
  local left = math.floor(given.x / side) - job.size.left
  local right = math.ceil((given.x + given.width) / side) - job.size.left
  local top = math.floor(given.y / job.tile_height) - job.size.top
  local bottom = math.ceil((given.y + given.height) / job.tile_height) - job.size.top
  left, top = math.max(left, 0), math.max(top, 0)
  right, bottom = math.min(right, map.width), math.min(bottom, map.height)
  if left >= right or top >= bottom then return nil end
  return { x = left + 1, y = top + 1, width = right - left, height = bottom - top }
end

-- ---- one object --------------------------------------------------------------------------------

local SHAPES = { "point", "ellipse", "polygon", "polyline", "text" }

local function shape_of(given)
  if given.gid then return "tile" end
  for _, shape in ipairs(SHAPES) do
    if given[shape] or given.shape == shape then return shape end
  end
  return "rectangle"
end

local function points_of(job, map, numbers, given, shape, what)
  local points = {}
  for i, one in checked.each(given, shape, what) do
    local x, y = beside(numbers, checked.number(one, "x", nil, what),
      checked.number(one, "y", nil, what))
    local wx, wy = to_game(job, x, y)
    local cell_x, cell_y = map:cell_at(wx, wy)
    points[i] = { x = cell_x, y = cell_y, wx = wx, wy = wy }
  end
  return points
end

-- What an object takes from its tile, where it does not say it.
local function add_tile(result, tile, references)
  if not tile then return end
  for name, value in pairs(tile.properties) do
    if result.properties[name] == nil and references[name] == nil then
      result.properties[name] = value
    end
  end
  if result.class == "" then result.class = tile.class end
end

local function numbers_of(given, what)
  local result = {}
  for _, key in ipairs { "x", "y", "width", "height", "rotation" } do
    result[key] = checked.number(given, key, 0, what)
  end
  result.gid = given.gid
  if result.gid ~= nil then checked.whole(given, "gid", 1, 4294967295, what) end
  return result
end

local function set_places(job, map, result, given, numbers, what)
  if result.shape == "polygon" or result.shape == "polyline" then
    result.points = points_of(job, map, numbers, given, result.shape, what)
    result.wx, result.wy = to_game(job, numbers.x, numbers.y)
  else
    result.wx, result.wy = to_game(job, place_of(job, numbers))
    if result.shape == "rectangle" or result.shape == "ellipse" then
      result.area = area_of(job, map, numbers)
    end
  end
  result.x, result.y = map:cell_at(result.wx, result.wy)
end

-- The object, and from names of its properties to ids of others.
local function object(job, map, given, layer)
  local id = checked.whole(given, "id", 0, MAX_ID, layer.what)
  local what = ("%s, object %d"):format(layer.what, id)
  local own, references, sets
  given, own, references, sets = job.complete(given, what)
  local result = { id = id, name = checked.text(given, "name", what), properties = own,
    class = checked.text(given, given.class and "class" or "type", what), shape = shape_of(given),
    layer = checked.text(layer.source, "name", what), visible = given.visible ~= false,
    text = type(given.text) == "table" and given.text.text or given.text }
  local numbers = numbers_of(given, what)
  if numbers.gid then add_tile(result, tilesets.tile(sets, numbers.gid, what), references) end
  set_places(job, map, result, given, numbers, what)
  return result, references, what
end

-- ---- all objects -------------------------------------------------------------------------------

-- References lead to the objects themselves. One that leads nowhere is left out, as Tiled does with
-- what was deleted.
local function connect(list, references, by_id)
  for i, result in ipairs(list) do
    for name, id in pairs(references[i]) do result.properties[name] = by_id[id] end
  end
end

local function end_of(point, what)
  if not point or not point.x then reject("%s: a link that does not lie on the map", what) end
  return { point.x, point.y }
end

local function link(map, result, what)
  local points, own = result.points, result.properties
  local from, to = result, own.to
  if points then from, to = points[1], points[#points]
  elseif type(to) ~= "table" then
    reject("%s: a link is a line, or has a property `to`, the object to which it leads", what)
  end
  local options = { from = end_of(from, what), to = end_of(to, what), cost = own.cost,
    one_way = own.one_way, open = own.open }
  if options.cost == nil then options.cost = map.straight end
  result.link = attempt(what .. ": ", map.link, map, options)
end

--- The objects of all layers, in the order of the file. Those of class "link" become links of the
-- map.
function objects.read(job, map, layers)
  local list, references, whats, by_id = {}, {}, {}, {}
  for _, layer in ipairs(layers) do
    for _, given in checked.each(layer.source, "objects", layer.what) do
      local at = #list + 1
      list[at], references[at], whats[at] = object(job, map, given, layer)
      by_id[list[at].id] = list[at]
    end
  end
  connect(list, references, by_id)
  for i, one in ipairs(list) do
    if one.class:lower() == "link" then link(map, one, whats[i]) end
  end
  list.properties = job.properties
  return list
end

return objects
