--- The objects of a map, as plain tables, and the links among them. docs/formats.md says what they
-- hold.

local attempt = require("astar.arguments.reject").attempt
local core = require "astar.core"
local checked = require "astar.formats.tiled.checked"
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because
local tilesets = require "astar.formats.tiled.tilesets"

local objects = {}

local MAX_ID = 2 ^ 53

-- ---- places ------------------------------------------------------------------------------------

-- From a way in the file to one of the game. In isometric maps the file has lengths along the
-- map's axes, in which each side of a tile is as long as a tile is high.
local function to_game(job, x, y)
  if job.orientation ~= "isometric" then return x, y end
  local across, down = x / job.tile_height, y / job.tile_height
  return (across - down) * job.tile_width / 2, (across + down) * job.tile_height / 2
end

-- Cosine and sine of the angles at which both are whole. math.cos is a little off there, which
-- would move what lies at the edge of a cell into the next one.
local WHOLE = { [0] = { 1, 0 }, [90] = { 0, 1 }, [180] = { -1, 0 }, [270] = { 0, -1 } }

-- At other angles the last bits differ from machine to machine: they are rounded away, so that all
-- find the same cell.
local GRAIN = 1024

local function rounded(value)
  return math.floor(value * GRAIN + 0.5) / GRAIN
end

-- A point of the game beside the object's own, turned with it.
local function beside(job, given, dx, dy)
  local x, y = to_game(job, given.x, given.y)
  local degrees = given.rotation % 360
  local whole = WHOLE[degrees]
  x = x + job.origin_of_tiles
  if whole then
    local cos, sin = whole[1], whole[2]
    return x + dx * cos - dy * sin, y + dx * sin + dy * cos
  end
  local cos, sin = math.cos(math.rad(degrees)), math.sin(math.rad(degrees))
  return rounded(x + dx * cos - dy * sin), rounded(y + dx * sin + dy * cos)
end

-- From a tile object's own point to where it stands: half a tile of the map above the middle of
-- its picture's lower edge, or at the picture's centre if that is lower. The tileset says which
-- point of the picture the own one is, and how far it is moved; that grows with the picture.
local function stand_of(job, given)
  local set, size = given.set, given.tile_size
  local function along(i, length, part)
    local grown = size[i] > 0 and length / size[i] or 1
    return part - length * set.align[i] + set.offset[i] * grown
  end
  local width, height = given.width, given.height
  return along(1, width, width / 2),
    along(2, height, height - math.min(height / 2, job.tile_height / 2))
end

-- The place of an object.
local function place_of(job, given)
  if given.gid then return beside(job, given, stand_of(job, given)) end
  return beside(job, given, to_game(job, given.width / 2, given.height / 2))
end

-- The cells that a rectangle covers, those on the map; nil: there are none, or it is turned.
local function area_of(job, map, given)
  if map.grid ~= "square" or given.rotation ~= 0 then return nil end
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

local SHAPES = { "point", "ellipse", "capsule", "polygon", "polyline", "text", "rectangle" }
local HAS_AREA = { rectangle = true, ellipse = true, capsule = true }

-- Lua names the shape, the others have a field of its name.
local function shape_of(given, what)
  if given.gid then return "tile" end
  for _, shape in ipairs(SHAPES) do
    if given[shape] or given.shape == shape then return shape end
  end
  if given.shape == nil then return "rectangle" end
  return reject("%s: its shape is %s, which is not known", what, core.show(given.shape))
end

local function points_of(job, map, numbers, given, shape, what)
  local points = {}
  for i, one in checked.each(given, shape, what) do
    local wx, wy = beside(job, numbers, to_game(job, checked.number(one, "x", nil, what),
      checked.number(one, "y", nil, what)))
    local cell_x, cell_y = map:cell_at(wx, wy)
    points[i] = { x = cell_x, y = cell_y, wx = wx, wy = wy }
  end
  return points
end

-- What an object takes from its tile, where it does not say it.
local function add_tile(job, result, numbers, sets, what)
  local tile, set = tilesets.tile(sets, numbers.gid, what)
  numbers.set, numbers.tile_size = set, tile and tile.size or set.size
  for i, key in ipairs { "width", "height" } do
    local own = numbers.tile_size[i] > 0 and numbers.tile_size[i] or job["tile_" .. key]
    if numbers[key] == 0 then numbers[key] = own end
  end
  if not tile then return end
  properties.add(result.properties, tile.properties)
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
    result.wx, result.wy = beside(job, numbers, 0, 0)
  else
    result.wx, result.wy = place_of(job, numbers)
    if HAS_AREA[result.shape] then result.area = area_of(job, map, numbers) end
  end
  result.x, result.y = map:cell_at(result.wx, result.wy)
end

local function object(job, map, given, layer, what)
  local id = checked.whole(given, "id", 0, MAX_ID, what, 0)
  if id > 0 then what = ("%s, object %d"):format(layer.what, id) end
  local whole, own, sets = job.complete(given, what)
  local result = { id = id, name = checked.text(whole, "name", what), properties = own,
    class = checked.class(whole, what), shape = shape_of(whole, what),
    layer = checked.text(layer.source, "name", what), visible = whole.visible ~= false,
    text = type(whole.text) == "table" and whole.text.text or whole.text }
  local numbers = numbers_of(whole, what)
  if numbers.gid then add_tile(job, result, numbers, sets, what) end
  set_places(job, map, result, whole, numbers, what)
  return result, what
end

-- ---- all objects -------------------------------------------------------------------------------

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
  local list, whats, by_id = {}, {}, {}
  for _, layer in ipairs(layers) do
    if layer.type == "objectgroup" then             -- Tiled can move layers of tiles only
      checked.whole(layer.source, "x", 0, 0, layer.what, 0)
      checked.whole(layer.source, "y", 0, 0, layer.what, 0)
    end
    for i, given in checked.each(layer.source, "objects", layer.what) do
      local one, what = object(job, map, given, layer, ("%s, objects[%d]"):format(layer.what, i))
      list[#list + 1], whats[#whats + 1] = one, what
      if one.id > 0 then by_id[one.id] = by_id[one.id] or one end
    end
  end
  for i, one in ipairs(list) do
    properties.resolve(one.properties, by_id)
    if one.class:lower() == "link" then link(map, one, whats[i]) end
  end
  list.properties = properties.resolve(job.properties, by_id)
  return list
end

return objects
