--- Reads Tiled's XML, .tmx, .tsx and .tx, into tables like those of its JSON. XML is read by the
-- library LuaExpat, if the machine has it.

local lazy = require "astar.lazy"
local rejection = require "astar.arguments.reject"

local reject = rejection.because
local xml = {}

local MISSING = "XML needs the library LuaExpat, which is not there (LuaRocks: luaexpat, Debian: "
  .. "lua-expat); or let Tiled %s"

-- Elements are read by functions that call themselves for what is inside: a file that is nested
-- without end must not fill the stack, and no memory before that.
local MOST_DEEP = 250

-- ---- elements ----------------------------------------------------------------------------------

-- What builds the tree of elements, { tag =, attr =, elements and texts in order … }, and the tree.
local function builder()
  local tree = { depth = 0 }
  local on = {}

  function on.StartElement(parser, tag, attr)
    local element, parent = { tag = tag, attr = attr }, tree[tree.depth]
    if tree.depth == MOST_DEEP then
      tree.deep = tree.deep or parser:pos()
      return parser:stop()
    end
    if parent then parent[#parent + 1] = element else tree.root = element end
    tree.depth = tree.depth + 1
    tree[tree.depth] = element
  end

  function on.EndElement() tree.depth = tree.depth - 1 end

  function on.CharacterData(_, text)
    local element = tree[tree.depth]
    element[#element + 1] = text
  end

  return on, tree
end

-- The outermost element; or nil, what is wrong, and the line.
local function parse(lxp, text)
  local on, tree = builder()
  local parser = lxp.new(on)
  local done, message, line = parser:parse(text)
  if done then done, message, line = parser:parse() end
  if tree.deep then
    return nil, ("more than %d elements in one another"):format(MOST_DEEP), tree.deep
  end
  if done then parser:close() end
  return done and tree.root, tostring(message), line
end

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

local members

-- { name =, type =, value = }: values are text, or lists of such tables.
local function property(element)
  local kind, value = element.attr.type or "string", element.attr.value
  if kind == "class" then value = members(first(element, "properties"), "property")
  elseif kind == "list" then value = members(element, "item")
  elseif not value and element[1] then value = text_of(element) end          -- of several lines
  return { name = element.attr.name, type = kind, value = value }
end

-- Those with a tag in an element, or nil.
function members(holder, tag)
  local list = {}
  if not holder then return nil end
  for one in each(holder, tag) do list[#list + 1] = property(one) end
  return list
end

local function properties(element)
  return members(first(element, "properties"), "property")
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
  if not data then return end
  result.encoding, result.compression = data.attr.encoding, data.attr.compression
  if not first(data, "chunk") then
    result.data = data_of(data, result.encoding)
    return
  end
  result.chunks = {}
  for chunk in each(data, "chunk") do
    local one = attributes(chunk)
    one.data = data_of(chunk, result.encoding)
    result.chunks[#result.chunks + 1] = one
  end
end

local function points_of(element)
  local points = {}
  for word in (element.attr.points or ""):gmatch("%S+") do
    local x, y = word:match("^([^,]+),([^,]+)$")
    x, y = tonumber(x or ""), tonumber(y or "")
    if not x or not y then
      reject("a point of a %s is '%s', expected two numbers, 'x,y'", element.tag, word:sub(1, 40))
    end
    points[#points + 1] = { x = x, y = y }
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
    elseif tag ~= "properties" then result[tag] = true end       -- point, ellipse, capsule
  end
  return result
end

local function objects_of(element, result)
  result.objects = {}
  for one in each(element, "object") do result.objects[#result.objects + 1] = object_of(one) end
end

local layers_of

-- By their elements: the types, and what adds to a layer what is in it.
local LAYERS = {
  layer = { "tilelayer", tile_layer },
  objectgroup = { "objectgroup", objects_of },
  imagelayer = { "imagelayer", function() end },
  group = { "group", function(element, result) result.layers = layers_of(element) end },
}

function layers_of(element)
  local list = {}
  for child in each(element) do
    local kind = LAYERS[child.tag]
    if kind then
      local result = attributes(child)
      result.type, result.properties = kind[1], properties(child)
      kind[2](child, result)
      list[#list + 1] = result
    end
  end
  return list
end

-- ---- files -------------------------------------------------------------------------------------

local function tileset_of(element)
  local result = attributes(element)
  result.properties, result.tiles = properties(element), {}
  if not result.source then result.type = "tileset" end
  local offset = first(element, "tileoffset")
  result.tileoffset = offset and attributes(offset)
  for tile in each(element, "tile") do
    local one, image = attributes(tile), first(tile, "image")
    image = image and attributes(image) or {}
    one.properties, one.imagewidth, one.imageheight = properties(tile), image.width, image.height
    result.tiles[#result.tiles + 1] = one
  end
  return result
end

local ROOTS = { tileset = tileset_of }

function ROOTS.map(element)
  local result = attributes(element)
  result.type, result.properties, result.layers = "map", properties(element), layers_of(element)
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
  local has_library, lxp = pcall(lazy.load, "lxp")
  if not has_library then return nil, nil, MISSING:format(instead) end
  local element, message, line = parse(lxp, text)
  if not element then return nil, line, message end
  local root = ROOTS[element.tag]
  if not root then return nil, 1, ("'%s' is no map of Tiled's"):format(element.tag:sub(1, 40)) end
  local value, reason = rejection.caught(root, element)
  return value, nil, reason
end

return xml
