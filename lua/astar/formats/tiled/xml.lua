--- Reads Tiled's XML, .tmx, .tsx and .tx, into tables like those of its JSON. XML is read by the
-- library LuaExpat, if the machine has it.

local later = require "astar.later"

local xml = {}

local MISSING = "XML needs the library LuaExpat, which is not there (LuaRocks: luaexpat, Debian: "
  .. "lua-expat); or let Tiled %s"

local MOST_DEEP = 100      -- groups in one another; what lies deeper is left out

local NUMBERS = {}
for _, name in ipairs { "firstgid", "gid", "height", "hexsidelength", "id", "rotation", "tilecount",
  "tileheight", "tilewidth", "width", "x", "y" } do
  NUMBERS[name] = true
end

local function attributes(element)
  local result = {}
  for _, name in ipairs(element.attr) do
    local value = element.attr[name]
    if NUMBERS[name] then value = tonumber(value) or value end
    if name == "visible" or name == "infinite" then value = value ~= "0" end
    result[name] = value
  end
  return result
end

local function each(element, tag)
  local at = 0
  return function()
    repeat at = at + 1 until element[at] == nil
      or type(element[at]) == "table" and (not tag or element[at].tag == tag)
    return element[at]
  end
end

local function first(element, tag)
  return each(element, tag)()
end

local function text_of(element)
  local pieces = {}
  for _, child in ipairs(element) do
    if type(child) == "string" then pieces[#pieces + 1] = child end
  end
  return table.concat(pieces)
end

-- ---- properties --------------------------------------------------------------------------------

local properties

local convert = {}

convert["bool"] = function(value) return value == "true" end
convert["int"] = tonumber
convert["float"] = tonumber
convert["object"] = tonumber

local function value_of(element)
  local kind, value = element.attr.type, element.attr.value
  if kind == "class" then
    local members = {}
    for _, member in ipairs(properties(element) or {}) do members[member.name] = member.value end
    return members
  end
  value = value or text_of(element)                              -- of several lines
  if convert[kind] then return convert[kind](value) end
  return value
end

function properties(element)
  local list, holder = {}, first(element, "properties")
  if not holder then return nil end
  for one in each(holder, "property") do
    list[#list + 1] = { name = one.attr.name, type = one.attr.type, value = value_of(one) }
  end
  return list
end

-- ---- layers and objects ------------------------------------------------------------------------

-- Old files have an element for each cell.
local function data_of(element, encoding)
  if encoding then return text_of(element) end
  local list = {}
  for tile in each(element, "tile") do list[#list + 1] = tonumber(tile.attr.gid or "0") end
  return list
end

local function tile_layer(element, result)
  local data = first(element, "data")
  if not data then return result end
  result.encoding, result.compression = data.attr.encoding, data.attr.compression
  if not first(data, "chunk") then
    result.data = data_of(data, result.encoding)
    return result
  end
  result.chunks = {}
  for chunk in each(data, "chunk") do
    local one = attributes(chunk)
    one.data = data_of(chunk, result.encoding)
    result.chunks[#result.chunks + 1] = one
  end
  return result
end

local function points_of(element)
  local points = {}
  for x, y in (element.attr.points or ""):gmatch("([^%s,]+),([^%s,]+)") do
    points[#points + 1] = { x = tonumber(x), y = tonumber(y) }
  end
  return points
end

local function object_of(element)
  local result = attributes(element)
  result.properties = properties(element)
  for child in each(element) do
    local tag = child.tag
    if tag == "polygon" or tag == "polyline" then result[tag] = points_of(child)
    elseif tag == "text" then result.text = text_of(child)
    elseif tag ~= "properties" then result[tag] = true end       -- point, ellipse
  end
  return result
end

local function objects_of(element, result)
  result.objects = {}
  for one in each(element, "object") do result.objects[#result.objects + 1] = object_of(one) end
  return result
end

local layers_of

local LAYERS = {
  layer = { "tilelayer", tile_layer },
  objectgroup = { "objectgroup", objects_of },
  imagelayer = { "imagelayer", function(_, result) return result end },
  group = { "group", function(element, result, depth)
    result.layers = depth < MOST_DEEP and layers_of(element, depth + 1) or {}
    return result
  end },
}

function layers_of(element, depth)
  local list = {}
  for child in each(element) do
    local kind = LAYERS[child.tag]
    if kind then
      local result = attributes(child)
      result.type, result.properties = kind[1], properties(child)
      list[#list + 1] = kind[2](child, result, depth)
    end
  end
  return list
end

-- ---- files -------------------------------------------------------------------------------------

local function tileset_of(element)
  local result = attributes(element)
  result.properties, result.tiles = properties(element), {}
  if not result.source then result.type = "tileset" end
  for tile in each(element, "tile") do
    local one = attributes(tile)
    one.properties = properties(tile)
    result.tiles[#result.tiles + 1] = one
  end
  return result
end

local ROOTS = { tileset = tileset_of }

function ROOTS.map(element)
  local result = attributes(element)
  result.type, result.properties, result.layers = "map", properties(element), layers_of(element, 0)
  result.tilesets = {}
  for one in each(element, "tileset") do
    result.tilesets[#result.tilesets + 1] = tileset_of(one)
  end
  return result
end

function ROOTS.template(element)
  local tileset, object = first(element, "tileset"), first(element, "object")
  return { type = "template", tileset = tileset and tileset_of(tileset),
    object = object and object_of(object) }
end

--- Whether a text looks like XML.
function xml.recognises(text)
  return text:find("^%s*<[?!%a]") ~= nil
end

--- The table of a file; or nil, the line or nil, and what is wrong there. `instead` says what Tiled
-- can do so that no XML is needed.
function xml.read(text, instead)
  local has_library, lom = pcall(later.load, "lxp.lom")
  if not has_library then return nil, nil, MISSING:format(instead) end
  local element, message, line = lom.parse(text)
  if not element then return nil, line, tostring(message) end
  local root = ROOTS[element.tag]
  if not root then return nil, 1, ("'%s' is no map of Tiled's"):format(element.tag:sub(1, 40)) end
  return root(element)
end

return xml
