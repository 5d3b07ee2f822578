--- Random maps of Tiled, written in its three forms. ATTRIBUTES is the format's description: each
-- attribute of each element, and values of it. Those of DRAWN have no meaning here.

local base64 = require("astar.formats.base64").encode
local core = require "astar.core"

local tiled = {}

-- ---- the attributes ----------------------------------------------------------------------------

local function of(list) return function(random) return random:pick(list) end end
local function int(low, high) return function(random) return random:int(low, high) end end
local function merge(...)
  local all = {}
  for _, part in ipairs { ... } do
    for name, value in pairs(part) do all[name] = value end
  end
  return all
end

local word, color = of { "", "a", "b c", "<&>'", "ü" }, of { "#ff0000", "#80ff00ff" }
local bool, part, pixels = of { true, false }, of { 0, 0.25, 1 }, of { 0, 3, -16, 32.5 }

local LAYER = { id = int(1, 99), class = word, visible = bool, locked = bool, opacity = part,
  tintcolor = color, offsetx = pixels, offsety = pixels, parallaxx = part, parallaxy = part,
  mode = of { "normal", "add", "multiply" } }

tiled.DRAWN = {
  map = { version = of { "1.10", "1.12" }, tiledversion = of { "1.12.2" }, class = word,
    renderorder = of { "right-down", "left-up" }, compressionlevel = int(-1, 9),
    parallaxoriginx = pixels, parallaxoriginy = pixels, backgroundcolor = color,
    nextlayerid = int(1, 99), nextobjectid = int(1, 99) },
  tileset = { class = word, spacing = int(0, 2), margin = int(0, 2), columns = int(0, 4),
    tilerendersize = of { "tile", "grid" }, fillmode = of { "stretch", "preserve-aspect-fit" },
    backgroundcolor = color },
  tile = { probability = part },
  tilelayer = LAYER, group = LAYER,
  imagelayer = merge(LAYER, { x = int(0, 9), y = int(0, 9), repeatx = bool, repeaty = bool }),
  objectgroup = merge(LAYER, { color = color, draworder = of { "topdown", "index" } }),
  object = { opacity = part },
}

-- Others are made by the functions below, since they depend on one another.
tiled.ATTRIBUTES = {
  object = { name = word, type = word, visible = bool, rotation = of { 0, 90, 180, 270, -90 } },
  tile = { type = of { "", "hut" } },
  tileset = { name = word, tilecount = int(4, 9), objectalignment = of { "unspecified", "topleft",
    "top", "topright", "left", "center", "right", "bottomleft", "bottom", "bottomright" } },
}

local function fill(element, random, attributes)
  for _, name in ipairs(core.keys(attributes)) do
    if random:chance(0.6) then element[name] = attributes[name](random) end
  end
  return element
end

-- An element with some of its attributes.
local function element(random, kind, own)
  fill(own, random, tiled.DRAWN[kind] or {})
  fill(own, random, tiled.ATTRIBUTES[kind] or {})
  own.kind = kind
  return own
end

-- ---- properties --------------------------------------------------------------------------------

local VALUES = { string = of { "", "x y", "two\nlines", "<&>\"" }, int = int(-5, 5), bool = bool,
  float = of { 0, 0.5, -2.25 }, color = color, file = of { ".", "a/b.png" }, object = int(0, 9) }
local NESTED = { "class", "list" }
local SCALARS = core.keys(VALUES)

local properties

local function property(random, depth, in_class)
  local kind = random:pick(SCALARS)
  if kind == "object" and in_class then kind = "int" end
  if depth < 3 and random:chance(0.4) then kind = random:pick(NESTED) end
  local one = { type = kind }
  if kind == "class" then one.value = properties(random, depth + 1, true)
  elseif kind == "list" then
    one.value = {}
    for i = 1, random:int(0, 3) do one.value[i] = property(random, depth + 1, in_class) end
  else one.value = VALUES[kind](random) end
  return one
end

function properties(random, depth, in_class)
  local list = {}
  for i, name in ipairs { "p", "q", "terrain of", "hp" } do
    if random:chance(0.4) then
      list[#list + 1] = property(random, depth, in_class)
      list[#list].name = name .. i
    end
  end
  return list
end

-- ---- the elements ------------------------------------------------------------------------------

local GROUNDS = { { type = "string", name = "terrain", value = "plain" },
  { type = "bool", name = "blocked", value = true }, { type = "int", name = "cost", value = 35 } }

local function tileset(random, map)
  local set = element(random, "tileset", { firstgid = 1, tilewidth = map.tilewidth,
    tileheight = map.tileheight, tiles = {}, properties = properties(random, 1) })
  if random:chance(0.5) then set.tileoffset = { x = random:int(-9, 9), y = random:int(-9, 9) } end
  for id = 0, 3 do
    local tile = element(random, "tile", { id = id, properties = properties(random, 1) })
    tile.properties[#tile.properties + 1] = GROUNDS[id + 1]
    if random:chance(0.3) then tile.size = { 2 * map.tilewidth, map.tileheight } end
    set.tiles[#set.tiles + 1] = tile
  end
  return set
end

local FLAGS = { 0, 0, 0, 0x80000000, 0x40000000, 0x20000000, 0x10000000 }

local function block(random, own)
  own.data = {}
  for i = 1, own.width * own.height do
    own.data[i] = random:int(0, 4)
    if own.data[i] > 0 then own.data[i] = own.data[i] + random:pick(FLAGS) end
  end
  return own
end

local function tile_layer(random, map)
  local layer = element(random, "tilelayer", { x = 0, y = 0, width = map.width,
    height = map.height, encoding = random:pick { "list", "csv", "base64" } })
  if not map.infinite then return block(random, layer) end
  layer.x, layer.y, layer.chunks = random:int(-1, 1), random:int(-1, 1), {}
  for i = 1, random:int(1, 3) do
    layer.chunks[i] = block(random, { x = random:int(-4, 4), y = random:int(-4, 4), width = 2,
      height = 3 })
  end
  return layer
end

-- Where Tiled draws the middle of a cell of the map, counted from 0.
local function middle(map, x, y)
  local w, h = map.tilewidth, map.tileheight
  if map.orientation == "isometric" then
    return (map.height + x - y) * w / 2, (x + y + 1) * h / 2
  elseif map.staggeraxis == "y" then
    return x * w + w / 2 + y % 2 * w / 2, y * (h + map.hexsidelength) / 2 + h / 2
  elseif map.staggeraxis == "x" then
    return x * (w + map.hexsidelength) / 2 + w / 2, y * h + h / 2 + x % 2 * h / 2
  end
  return x * w + w / 2, y * h + h / 2
end

-- From a place on the screen to the coordinates of an object.
local function to_file(map, x, y)
  if map.orientation ~= "isometric" then return x, y end
  local across = (x - map.height * map.tilewidth / 2) / map.tilewidth
  local down = y / map.tileheight
  return (down + across) * map.tileheight, (down - across) * map.tileheight
end

local ACROSS, DOWN = { left = 0, right = 1 }, { top = 0, bottom = 1 }

-- A tile object whose picture lies exactly over a cell, and turned about its own point.
local function over_cell(random, map, set, object)
  local name, x, y = set.objectalignment or "unspecified", random:int(0, 3), random:int(0, 3)
  if name == "unspecified" then
    name = map.orientation == "isometric" and "bottom" or "bottomleft"
  end
  local w, h, offset = map.tilewidth, map.tileheight, set.tileoffset or { x = 0, y = 0 }
  local tile = set.tiles[random:int(1, 4)]
  local size, degrees = tile.size or { w, h }, object.rotation or 0
  local dx = (0.5 - (ACROSS[name:match "left$" or name:match "right$"] or 0.5)) * w
    + offset.x * w / size[1]
  local dy = (0.5 - (DOWN[name:match "^top" or name:match "^bottom"] or 0.5)) * h
    + offset.y * h / size[2]
  for _ = 1, degrees / 90 % 4 do dx, dy = -dy, dx end
  local at_x, at_y = middle(map, x, y)
  object.gid, object.width, object.height = tile.id + 1 + random:pick(FLAGS), w, h
  object.x, object.y = to_file(map, at_x - dx, at_y - dy)
  object.cell = { x + 1, y + 1 }
end

local function points(random)
  local list = {}
  for i = 1, random:int(2, 4) do list[i] = { x = random:int(-20, 60), y = random:int(-20, 60) } end
  return list
end

local function object(random, map, set, number)
  local one = element(random, "object", { x = random:int(-8, 70), y = random:int(-8, 70),
    properties = properties(random, 1) })
  if random:chance(0.9) then one.id = number end
  if random:chance(0.5) then one.width, one.height = random:int(0, 40), random:int(0, 40) end
  one.shape = random:pick { "tile", "tile", "rectangle", "ellipse", "capsule", "point", "polygon",
    "polyline", "text" }
  if one.shape == "tile" then over_cell(random, map, set, one)
  elseif one.shape == "text" then one.text = random:pick { "", "Hello <you>", "two\nlines" }
  elseif one.shape:find "^poly" then one.points = points(random) end
  return one
end

local layers

local function layer(random, map, depth)
  local kind = random:pick { "tilelayer", "tilelayer", "objectgroup", "imagelayer", "group" }
  if kind == "tilelayer" then return tile_layer(random, map) end
  local one = element(random, kind, {})
  if kind == "objectgroup" then
    one.objects = {}
    for i = 1, random:int(0, 4) do
      map.objects = map.objects + 1
      one.objects[i] = object(random, map, map.tilesets[1], map.objects)
    end
  elseif kind == "group" then one.layers = depth < 3 and layers(random, map, depth + 1) or {} end
  return one
end

function layers(random, map, depth)
  local list = {}
  for i = 1, random:int(0, 3) do
    list[i] = layer(random, map, depth)
    list[i].name, list[i].properties = random:pick { "", "a", "b" }, properties(random, 1)
  end
  return list
end

local GRIDS = {
  { orientation = "orthogonal" }, { orientation = "isometric" },
  { orientation = "oblique", skewx = 8, skewy = -4 },
  { orientation = "staggered", staggeraxis = "y", staggerindex = "even", hexsidelength = 0 },
  { orientation = "hexagonal", staggeraxis = "y", staggerindex = "odd", hexsidelength = 6 },
  { orientation = "hexagonal", staggeraxis = "x", staggerindex = "odd", hexsidelength = 10 },
  { orientation = "hexagonal", staggeraxis = "x", staggerindex = "even", hexsidelength = 6 },
}

--- A map as a tree of elements: { kind =, attributes, properties =, tilesets =, layers = … }.
function tiled.random(random)
  local map = element(random, "map", merge(random:pick(GRIDS), { width = 5, height = 4,
    tilewidth = 16, tileheight = 16, infinite = random:chance(0.3), objects = 0,
    properties = properties(random, 1) }))
  map.tilesets = { tileset(random, map) }
  map.layers = layers(random, map, 1)
  map.layers[#map.layers + 1] = tile_layer(random, map)
  map.objects = nil
  return map
end

-- ---- writing: what all forms share -------------------------------------------------------------

local ENTITIES = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;",
  ["'"] = "&apos;" }

-- What is not an attribute in any form.
local OTHERS = { kind = true, properties = true, tilesets = true, layers = true, tiles = true,
  objects = true, chunks = true, data = true, encoding = true, shape = true, points = true,
  text = true, size = true, cell = true, tileoffset = true }

local function packed(data)
  local pieces = {}
  for i, id in ipairs(data) do
    pieces[i] = string.char(id % 256, math.floor(id / 256) % 256, math.floor(id / 65536) % 256,
      math.floor(id / 16777216))
  end
  return base64(table.concat(pieces))
end

local function numbers(data)
  local list = {}
  for i, id in ipairs(data) do list[i] = ("%.0f"):format(id) end
  return table.concat(list, ",")
end

-- ---- writing: XML ------------------------------------------------------------------------------

local function escaped(value) return (tostring(value):gsub("[<>&\"']", ENTITIES)) end

local function xml(tag, attributes, inside)
  local pieces = { "<", tag }
  for _, name in ipairs(core.keys(attributes)) do
    local value = attributes[name]
    if not OTHERS[name] then
      if type(value) == "boolean" and tag ~= "property" and tag ~= "item" then
        value = value and 1 or 0
      elseif type(value) == "number" and value % 1 == 0 then value = ("%.0f"):format(value) end
      pieces[#pieces + 1] = (' %s="%s"'):format(name, escaped(value))
    end
  end
  pieces[#pieces + 1] = ">" .. (inside or "") .. "</" .. tag .. ">"
  return table.concat(pieces)
end

local function xml_list(list, write, ...)
  local pieces = {}
  for i, one in ipairs(list) do pieces[i] = write(one, ...) end
  return table.concat(pieces, "\n")
end

local function xml_property(one, tag)
  local attributes, inside = { name = one.name, type = one.type }, nil
  if one.type == "class" then
    inside = xml("properties", {}, xml_list(one.value, xml_property, "property"))
  elseif one.type == "list" then inside = xml_list(one.value, xml_property, "item")
  elseif tostring(one.value):find "\n" then inside = escaped(one.value)
  else attributes.value = one.value end
  return xml(tag, attributes, inside)
end

local function xml_properties(of_element)
  local list = of_element.properties
  return list and xml("properties", {}, xml_list(list, xml_property, "property")) or ""
end

local function xml_data(one, encoding)
  if encoding == "base64" then return packed(one.data) end
  if encoding == "csv" then return numbers(one.data) end
  return (numbers(one.data):gsub("(%d+),?", '<tile gid="%1"/>'))
end

local function xml_object(one)
  local inside = xml_properties(one)
  if one.points then
    local list = {}
    for i, point in ipairs(one.points) do list[i] = point.x .. "," .. point.y end
    inside = inside .. xml(one.shape, {}):gsub(">", (' points="%s">'):format(
      table.concat(list, " ")), 1)
  elseif one.shape == "text" then inside = inside .. xml("text", { wrap = 1 }, escaped(one.text))
  elseif one.shape ~= "tile" and one.shape ~= "rectangle" then
    inside = inside .. xml(one.shape, {})
  end
  return xml("object", one, inside)
end

local function xml_layer(one)
  local inside = xml_properties(one)
  if one.kind == "tilelayer" then
    local encoding, data = one.encoding
    if one.chunks then
      data = xml_list(one.chunks, function(chunk)
        return xml("chunk", chunk, xml_data(chunk, encoding))
      end)
    else data = xml_data(one, encoding) end
    local tag = encoding == "list" and "<data>" or ('<data encoding="%s">'):format(encoding)
    return xml("layer", one, inside .. tag .. data .. "</data>")
  elseif one.kind == "objectgroup" then inside = inside .. xml_list(one.objects, xml_object)
  elseif one.kind == "group" then inside = inside .. xml_list(one.layers, xml_layer) end
  return xml(one.kind, one, inside)
end

local function xml_tile(one)
  local image = one.size and xml("image", { source = "a.png", width = one.size[1],
    height = one.size[2] }) or ""
  return xml("tile", one, xml_properties(one) .. image)
end

local function xml_tileset(one)
  local offset = one.tileoffset and xml("tileoffset", one.tileoffset) or ""
  return xml("tileset", one, offset .. xml_properties(one) .. xml_list(one.tiles, xml_tile))
end

--- .tmx
function tiled.tmx(map)
  return '<?xml version="1.0" encoding="UTF-8"?>\n' .. xml("map", map, xml_properties(map)
    .. xml_list(map.tilesets, xml_tileset) .. xml_list(map.layers, xml_layer))
end

-- ---- writing: JSON and Lua ---------------------------------------------------------------------

local QUOTED = { ["\n"] = "\\n", ['"'] = '\\"', ["\\"] = "\\\\" }

local FORMS = {
  json = { first = "[", last = "]", key = '"%s": ' },
  lua = { first = "{", last = "}", key = '["%s"] = ' },
}

local function written(value, form)
  if type(value) == "string" then return '"' .. value:gsub('[\n"\\]', QUOTED) .. '"' end
  if type(value) == "number" and value % 1 == 0 then return ("%.0f"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local pieces = {}
  if value.is_list then
    for i, one in ipairs(value) do pieces[i] = written(one, form) end
    return form.first .. table.concat(pieces, ",") .. form.last
  end
  for _, name in ipairs(core.keys(value)) do
    pieces[#pieces + 1] = form.key:format(name) .. written(value[name], form)
  end
  return "{" .. table.concat(pieces, ",\n") .. "}"
end

local function each(list, convert, ...)
  local result = { is_list = true }
  for i, one in ipairs(list) do result[i] = convert(one, ...) end
  return result
end

local lua_value, json_value

-- Members of a class have no type.
local function members(list, value)
  local result = {}
  for _, one in ipairs(list) do result[one.name] = value(one) end
  return result
end

function lua_value(one)
  if one.type == "class" then return members(one.value, lua_value) end
  if one.type == "list" then return each(one.value, lua_value) end
  if one.type == "object" then return { id = one.value } end
  return one.value
end

local function typed(one) return { name = one.name, type = one.type, value = json_value(one) } end

function json_value(one)
  if one.type == "class" then return members(one.value, json_value) end
  if one.type == "list" then return each(one.value, typed) end
  return one.value
end

local function plain(one, is_lua)
  local result = {}
  for name, value in pairs(one) do
    if not OTHERS[name] then result[name] = value end
  end
  if one.properties and is_lua then result.properties = members(one.properties, lua_value)
  elseif one.properties then result.properties = each(one.properties, typed) end
  result.tileoffset = one.tileoffset
  return result
end

local function plain_data(one, result, encoding)
  result.data = encoding == "base64" and packed(one.data) or each(one.data, function(id)
    return id
  end)
  return result
end

local function plain_object(one, is_lua)
  local result = plain(one, is_lua)
  if is_lua then result.shape = one.shape == "tile" and "rectangle" or one.shape
  elseif one.shape ~= "tile" and one.shape ~= "rectangle" then result[one.shape] = true end
  if one.points then result[one.shape] = each(one.points, function(point) return point end) end
  if one.shape == "text" then
    result.text = is_lua and one.text or { text = one.text, wrap = true }
  end
  return result
end

local function plain_layer(one, is_lua)
  local result = plain(one, is_lua)
  result.type = one.kind
  if one.kind == "tilelayer" then
    local encoding = one.encoding
    if encoding == "base64" then result.encoding = encoding
    elseif is_lua then result.encoding = "lua" end
    if not one.chunks then return plain_data(one, result, encoding) end
    result.chunks = each(one.chunks, function(chunk)
      return plain_data(chunk, plain(chunk), encoding)
    end)
  elseif one.kind == "objectgroup" then result.objects = each(one.objects, plain_object, is_lua)
  elseif one.kind == "group" then result.layers = each(one.layers, plain_layer, is_lua) end
  return result
end

local function plain_tile(one, is_lua)
  local result = plain(one, is_lua)
  if one.size then
    local prefix = is_lua and "" or "image"
    result[prefix .. "width"], result[prefix .. "height"] = one.size[1], one.size[2]
  end
  return result
end

local function plain_map(map, is_lua)
  local result = plain(map, is_lua)
  result.layers = each(map.layers, plain_layer, is_lua)
  result.tilesets = each(map.tilesets, function(set)
    local one = plain(set, is_lua)
    one.tiles = each(set.tiles, plain_tile, is_lua)
    return one
  end)
  return result
end

--- .tmj
function tiled.tmj(map)
  local result = plain_map(map, false)
  result.type = "map"
  return written(result, FORMS.json)
end

--- .lua
function tiled.lua(map)
  local result = plain_map(map, true)
  result.infinite = nil
  return "return " .. written(result, FORMS.lua)
end

--- The same map without the attributes that have no meaning here.
function tiled.undrawn(one)
  if type(one) ~= "table" then return one end
  local result, drawn = {}, tiled.DRAWN[one.kind] or {}
  for name, value in pairs(one) do
    if not drawn[name] then result[name] = tiled.undrawn(value) end
  end
  return result
end

return tiled
