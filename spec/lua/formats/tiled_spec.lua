-- Maps of Tiled. The files of spec/data/tiled/ and examples/tiled/ were drawn and exported by Tiled
-- 1.8; the small texts here are written by hand.

local astar = require "astar"
local base64 = require("astar.formats.base64").encode
local file = require "support.file"
local painter = require "astar.formats.tiled.ground"
local skip = require "support.skip"

local CAMP = [[
...=..~~~.......
...=..~~~..%%...
...=...~~~.%%%..
...====HHH==....
......=~~~.=....
......=====.=...
..%....~~~..=...
.%%%...~~~.#####
.%%....~~..D...#
.......~~..#####
]]

-- The camp, made without Tiled.
local function camp()
  local map = astar.map { rows = CAMP, cell = { 16, 16 },
    legend = { ["="] = "road", ["%"] = "swamp", ["~"] = "water", H = "bridge", D = "door" },
    terrains = { plain = 10, road = 5, swamp = 35, water = false, bridge = 10,
      wall = false, door = { cost = 15, opaque = true } } }
  map:link { from = { 5, 9 }, to = { 14, 9 }, cost = 60, one_way = true }
  return map
end

local FILES = { "examples/tiled/camp.lua" }
for name in ("camp.tmj external.tmj base64.tmj"):gmatch "%S+" do
  FILES[#FILES + 1] = "spec/data/tiled/" .. name
end

local has_xml = pcall(require, "lxp")
local has_zlib = pcall(require, "zlib")

describe("blocks of a map of Tiled's #quick", function()
  it("that lie in the same place are painted once", function()
    local painted = {}
    local map = { terrains = function() return next, { [3] = "plain" } end,
      get = function() return "plain" end,
      _paint = function(_, ...) painted[#painted + 1] = table.concat({ ... }, " ") end }
    local one = { x = 5, y = 7, width = 2, height = 1 }
    local other = { x = 5, y = 8, width = 1, height = 1 }
    painter.paint(map, { left = 4, top = 7, width = 3, height = 2 }, {}, { one, other, one })
    assert.same({ "\3\3 2 1 2 1", "\3 2 2 1 1" }, painted)
  end)
end)

-- ---- small maps --------------------------------------------------------------------------------

-- A map of Tiled's as JSON. Tile 1 is plain, 2 blocked, 3 costs 35, 4 is a road, 5 says nothing.
local function json(part)
  part = part or {}
  return ([[{ "type": "map", "orientation": "%s", "width": %d, "height": %d, "tilewidth": %d,
    "tileheight": 16, "infinite": %s, %s
    "tilesets": [ { "firstgid": 1, "name": "t", "tiles": [ %s ] } ],
    "layers": [ %s ] }]]):format(part.orientation or "orthogonal", part.width or 3,
    part.height or 2, part.tile_width or 16, tostring(part.infinite or false), part.more or "",
    part.tiles or [[
      { "id": 0, "properties": [ { "name": "terrain", "type": "string", "value": "plain" } ] },
      { "id": 1, "properties": [ { "name": "blocked", "type": "bool", "value": true } ] },
      { "id": 2, "properties": [ { "name": "cost", "type": "int", "value": 35 } ] },
      { "id": 3, "properties": [ { "name": "terrain", "type": "string", "value": "road" },
                                 { "name": "cost", "type": "int", "value": 5 } ] } ]],
    part.layers or '{ "type": "tilelayer", "name": "ground", "width": 3, "height": 2, '
      .. '"data": [1,2,3,4,1,1] }')
end

local function layer(data, more)
  return ('{ "type": "tilelayer", "name": "a", "width": 3, "height": 2, %s "data": [%s] }'):format(
    more or "", data)
end

local function property(name, value)
  return ('"properties": [ { "name": "%s", "value": %s } ],'):format(name, value)
end

local function names(map)
  local list = {}
  for y = 1, map.height do
    for x = 1, map.width do list[#list + 1] = map:get(x, y) end
  end
  return table.concat(list, " ")
end

local function object_layer(objects)
  return layer "1,2,3,4,1,1" .. (', { "type": "objectgroup", "name": "things", "objects": [ %s ] }')
    :format(objects)
end

local function objects_of(objects, part)
  part = part or {}
  part.layers = object_layer(objects)
  local map, list = astar.read(json(part))
  assert(map, list)
  return list, map
end

local function refusal(text, options)
  local map, message = astar.read(text, options)
  assert.is_nil(map)
  assert.equal("string", type(message))
  return message
end

local function packed(...)
  local pieces = {}
  for i, id in ipairs { ... } do
    pieces[i] = string.char(id % 256, math.floor(id / 256) % 256, math.floor(id / 65536) % 256,
      math.floor(id / 16777216))
  end
  return table.concat(pieces)
end

local function with_data(data, more)
  return json { layers = ('{ "type": "tilelayer", "name": "a", "width": 3, "height": 2, %s '
    .. '"data": "%s" }'):format(more or "", data) }
end

-- ---- the specs ---------------------------------------------------------------------------------

local it_with_zlib = skip.where(not has_zlib and "lua-zlib is not installed" or nil)
local it_with_xml = skip.where(not has_xml and "LuaExpat is not installed" or nil)

describe("a map of Tiled", function()
  describe("is the same map", function()
    for _, name in ipairs(FILES) do
      it("from " .. name, function()
        local map = assert(astar.load(name))
        assert.equal(camp():hash(), map:hash())
      end)
    end

    for _, name in ipairs { "spec/data/tiled/zlib.tmj", "spec/data/tiled/gzip.lua" } do
      it_with_zlib("from " .. name .. ", compressed", function()
        assert.equal(camp():hash(), assert(astar.load(name)):hash())
      end)
    end

    it_with_xml("from examples/tiled/camp.tmx, with its tileset in a file", function()
      assert.equal(camp():hash(), assert(astar.load("examples/tiled/camp.tmx")):hash())
    end)

    it("as text", function()
      assert.equal(camp():hash(), assert(astar.read(file.read(FILES[1]))):hash())
      assert.equal(camp():hash(), assert(astar.read("\239\187\191" .. file.read(FILES[1]))):hash())
    end)
  end)

  it("has the same objects in all formats", function()
    local _, first = astar.load(FILES[1])
    local loaded = { "spec/data/tiled/camp.tmj", has_xml and "examples/tiled/camp.tmx" or nil }
    for _, name in ipairs(loaded) do
      local _, other = astar.load(name)
      for i, one in ipairs(first) do
        other[i].link, one.link = nil, nil
      end
      assert.same(first, other)
    end
    assert.equal("The camp", first.properties.title)
  end)

  it("of infinite size begins with its first chunk", function()
    for _, name in ipairs { "infinite.tmj", "infinite.lua" } do
      local map, objects = assert(astar.load("spec/data/tiled/" .. name))
      assert.equal(table.concat({ "............", "............", ".=%.........", "............",
        "............", "............", ".........=%.", "............" }, "\n"),
        table.concat((map:rows()), "\n"))
      assert.same({ 1, 1 }, { map:cell_at(-64, -64) })
      assert.same({ 1, 1 }, { objects[1].x, objects[1].y })
    end
  end)

  it("lies in the game where Tiled shows it", function()
    local map = astar.read(json())
    assert.same({ 3, 2 }, { map:cell_at(47, 31) })
    local isometric = astar.read(json { orientation = "isometric", tile_width = 32 })
    assert.same({ 32, 8 }, { isometric:center(1, 1) })
    assert.same({ 64, 24 }, { isometric:center(3, 1) })
    local hexagons = '"hexsidelength": 8, "staggeraxis": "%s", "staggerindex": "odd",'
    local hex = astar.read(json { orientation = "hexagonal", more = hexagons:format "y" })
    assert.equal("hex", hex.grid)
    assert.same({ 8, 8 }, { hex:center(1, 1) })
    assert.same({ 16, 20 }, { hex:center(1, 2) })
    local flat = astar.read(json { orientation = "hexagonal", more = hexagons:format "x" })
    assert.equal("flat_hex", flat.grid)
    assert.same({ 20, 16 }, { flat:center(2, 1) })
  end)

  -- The middle of a tile in pictures drawn by Tiled's own tmxrasterizer.
  it("has the centre of each cell where Tiled draws it", function()
    local DRAWN = {
      { "isometric", "", { 2, 2, 64, 24 }, { 4, 3, 80, 48 }, { 3, 1, 96, 24 } },
      { "hexagonal", '"hexsidelength": 6, "staggeraxis": "y", "staggerindex": "odd",',
        { 2, 2, 64, 19 }, { 4, 3, 112, 30 }, { 3, 1, 80, 8 } },
      { "hexagonal", '"hexsidelength": 10, "staggeraxis": "x", "staggerindex": "odd",',
        { 2, 2, 37, 32 }, { 4, 3, 79, 48 }, { 3, 1, 58, 8 } },
    }
    for _, drawn in ipairs(DRAWN) do
      local map = assert(astar.read(json { orientation = drawn[1], more = drawn[2], width = 5,
        height = 4, tile_width = 32, layers = '{ "type": "imagelayer", "name": "sky" }' }))
      for i = 3, #drawn do
        local x, y, wx, wy = drawn[i][1], drawn[i][2], drawn[i][3], drawn[i][4]
        local center_x, center_y = map:center(x, y)
        assert.near(wx, center_x, 1e-9)
        assert.near(wy, center_y, 1e-9)
        assert.same({ x, y }, { map:cell_at(wx, wy) })
      end
    end
  end)

  it("keeps hexagons shifted as they are where an infinite map begins with an odd line", function()
    local map = astar.read(json { orientation = "hexagonal", infinite = true,
      more = '"hexsidelength": 8, "staggeraxis": "y", "staggerindex": "odd",',
      layers = '{ "type": "tilelayer", "name": "a", "chunks": [ { "x": 0, "y": 1, "width": 1, '
        .. '"height": 1, "data": [2] } ] }' })
    assert.equal("plain wall", names(map))
    assert.same({ 1, 2 }, { map:cell_at(16, 20) })
  end)

  -- ---- terrain ---------------------------------------------------------------------------------

  describe("takes the terrain", function()
    it("from the tiles' properties", function()
      local map = astar.read(json())
      assert.equal("plain wall cost 35 road plain plain", names(map))
      assert.same({ 10, false }, { map:terrain "plain" })
      assert.same({ false, true }, { map:terrain "wall" })
      assert.same({ 35, false }, { map:terrain "cost 35" })
      assert.same({ 5, false }, { map:terrain "road" })
    end)

    it("from the tileset with the greatest first number that is not above the tile's", function()
      local sets = {}
      for i, first in ipairs { 30, 1, 20, 10, 40 } do
        sets[i] = ('{ "firstgid": %d, "name": "t", "tiles": [ { "id": 2, "properties": { "cost": '
          .. '%d } } ] }'):format(first, first)
      end
      local text = json { layers = layer "3,12,22,32,42,13" }
      text = text:gsub('"tilesets": %b[]', '"tilesets": [ ' .. table.concat(sets, ", ") .. " ]")
      assert.equal("cost 1 plain cost 20 cost 30 cost 40 plain", names(astar.read(text)))
    end)

    it("whichever way the tiles are turned", function()
      local turned = {}
      for i, id in ipairs { 1, 2, 3, 4, 1, 1 } do
        turned[i] = ("%.0f"):format(id + 268435456 * (i + 9))
      end
      assert.equal(astar.read(json()):hash(),
        astar.read(json { layers = layer(table.concat(turned, ",")) }):hash())
    end)

    it("from the uppermost tile with a say", function()
      local map = astar.read(json { layers = layer "2,2,1,1,1,1" .. "," .. layer "4,0,5,0,3,0" })
      assert.equal("road wall plain plain cost 35 plain", names(map))
    end)

    it("from a layer or the group around it, where its tiles say nothing", function()
      local walls = layer("5,5,0,0,1,0", property("blocked", "true"))
      assert.equal("wall wall cost 35 road plain plain",
        names(astar.read(json { layers = layer "1,2,3,4,1,1" .. "," .. walls })))
      local group = ('{ "type": "group", "name": "g", %s "layers": [ %s, %s ] }'):format(
        property("cost", 20), layer "5,0,0,0,0,0", layer("0,5,0,0,0,0", property("cost", 21)))
      assert.equal("cost 20 cost 21 plain plain plain plain", names(astar.read(json {
        layers = group })))
    end)

    it("from the map, where no tile says it", function()
      local holes = layer "1,0,5,0,0,0"
      assert.equal("plain wall wall wall wall wall",
        names(astar.read(json { layers = holes, more = property("blocked", "true") })))
      assert.equal("plain plain plain plain plain plain",
        names(astar.read(json { layers = holes })))
    end)

    it("from hidden layers, but not from those with `ignore`", function()
      local ground = layer "1,1,1,1,1,1"
      local hidden = layer("2,0,0,0,0,0", '"visible": false,')
      local ignored = layer("0,2,0,0,0,0", property("ignore", "true"))
      assert.equal("wall plain plain plain plain plain",
        names(astar.read(json { layers = ground .. "," .. hidden .. "," .. ignored })))
    end)

    it("from properties that were left as strings", function()
      local map = astar.read(json { layers = layer "1,2,1,1,1,1", tiles = '{ "id": 0, '
        .. '"properties": [ { "name": "cost", "value": "7" } ] }, { "id": 1, "properties": '
        .. '[ { "name": "blocked", "value": "true" }, { "name": "opaque", "value": "true" } ] }' })
      assert.equal("cost 7 wall cost 7 cost 7 cost 7 cost 7", names(map))
      assert.same({ false, true }, { map:terrain "wall" })
    end)

    it("that is blocked and not opaque", function()
      local map = astar.read(json { tiles = '{ "id": 1, "properties": { "blocked": true, '
        .. '"opaque": false } }' })
      assert.same({ false, false }, { map:terrain "blocked" })
    end)

    it("called wall, which is blocked, and opaque where it is blocked", function()
      local function wall(more)
        local map = astar.read(json { layers = layer "1,1,1,1,1,1", tiles = ('{ "id": 0, '
          .. '"properties": { "terrain": "wall" %s } }'):format(more) })
        return { map:terrain "wall" }
      end
      assert.same({ false, true }, wall "")
      assert.same({ false, false }, wall ', "opaque": false')
      assert.same({ 20, false }, wall ', "cost": 20')
    end)

    it("from the game's own table", function()
      local options = { terrains = { plain = 10, road = { cost = 4, height = 2 }, wall = false } }
      local map = astar.read(json(), options)
      assert.equal("plain wall cost 35 road plain plain", names(map))
      assert.same({ 4, false, 2 }, { map:terrain "road" })
      assert.equal("text: tileset 't', tile 3: 'road' is none of `terrains`, the nearest is 'rod'",
        refusal(json(), { terrains = { plain = 10, rod = 5 } }))
    end)
  end)

  it("has tiles by CSV, base64, and what the game can inflate", function()
    local map = astar.read(json())
    local bytes = packed(1, 2, 3, 4, 1, 2147483649)
    assert.equal(map:hash(), astar.read(with_data("1,2,3,4,1,1", '"encoding": "csv",')):hash())
    assert.equal(map:hash(), astar.read(with_data(" " .. base64(bytes) .. " ",
      '"encoding": "base64",')):hash())
    local text = with_data(base64 "small", '"encoding": "base64", "compression": "zstd",')
    local function inflate(given, method, size)
      assert.same({ "small", "zstd", 24 }, { given, method, size })
      return bytes
    end
    assert.equal(map:hash(), astar.read(text, { inflate = inflate }):hash())
  end)

  -- ---- objects ---------------------------------------------------------------------------------

  describe("has objects", function()
    it("with the cell in which they are", function()
      local list = objects_of [[
        { "id": 1, "name": "here", "type": "spot", "x": 20, "y": 20, "point": true },
        { "id": 2, "class": "home", "x": 16, "y": 0, "width": 32, "height": 17 },
        { "id": 3, "x": 16, "y": 32, "width": 16, "height": 16, "gid": 4 },
        { "id": 4, "x": 16, "y": 32, "width": 16, "height": 16, "rotation": -90,
          "gid": 2147483652 },
        { "id": 5, "x": 0, "y": 0, "polyline": [ { "x": 1, "y": 1 }, { "x": 40, "y": 20 } ] },
        { "id": 6, "x": -20, "y": 0, "ellipse": true, "width": 8, "height": 8 } ]]
      assert.same({ "spot", "here", "point", 2, 2, 20, 20, "things" }, { list[1].class,
        list[1].name, list[1].shape, list[1].x, list[1].y, list[1].wx, list[1].wy, list[1].layer })
      assert.equal("home", list[2].class)
      assert.same({ x = 2, y = 1, width = 2, height = 2 }, list[2].area)
      assert.same({ "tile", 2, 2 }, { list[3].shape, list[3].x, list[3].y })
      assert.same({ 8, 24 }, { list[4].wx, list[4].wy })
      assert.same({ { x = 1, y = 1, wx = 1, wy = 1 }, { x = 3, y = 2, wx = 40, wy = 20 } },
        list[5].points)
      assert.is_nil(list[6].x)
      assert.is_nil(list[6].area)
    end)

    it("with properties, those of their tile, and references", function()
      local list = objects_of([[
        { "id": 7, "gid": 4, "x": 0, "y": 16, "width": 16, "height": 16, "properties": [
          { "name": "cost", "type": "int", "value": 1 },
          { "name": "home", "type": "object", "value": 9 },
          { "name": "lost", "type": "object", "value": 10 } ] },
        { "id": 9, "x": 1, "y": 1, "point": true } ]])
      assert.equal(list[2], list[1].properties.home)
      assert.same({ "road", 1, nil }, { list[1].properties.terrain, list[1].properties.cost,
        list[1].properties.lost })
    end)

    it("with lists, classes, and references in them", function()
      local list = objects_of [[
        { "id": 1, "x": 1, "y": 1, "point": true, "properties": [
          { "name": "rounds", "type": "list", "value": [ { "type": "int", "value": "10" },
            { "type": "object", "value": 2 }, { "type": "object", "value": 9 },
            { "type": "list", "value": [ { "type": "bool", "value": true } ] } ] },
          { "name": "door", "type": "class", "propertytype": "Door",
            "value": { "key": 2, "opens": [ { "type": "string", "value": "a" } ] } },
          { "name": "hp", "type": "int" } ] },
        { "x": 1, "y": 1, "properties": { "home": 1, "hp": 3 },
          "propertytypes": { "home": "object", "hp": "int" } },
        { "id": 2, "x": 1, "y": 1 } ]]
      local own = list[1].properties
      assert.same({ 10, list[3], { true } }, own.rounds)
      assert.same({ key = 2, opens = { "a" } }, own.door)
      assert.equal(0, own.hp)
      assert.same({ home = list[1], hp = 3 }, list[2].properties)
      assert.equal(list[1], list[2].properties.home)
    end)

    it("that have no id, or that of another", function()
      local list = objects_of [[
        { "name": "a", "x": 1, "y": 1, "properties": [
          { "name": "none", "type": "object", "value": 0 },
          { "name": "to", "type": "object", "value": 3 } ] },
        { "id": 3, "name": "b", "x": 1, "y": 1 }, { "id": 3, "name": "c", "x": 1, "y": 1 } ]]
      assert.same({ 0, 3, 3 }, { list[1].id, list[2].id, list[3].id })
      assert.same({ to = list[2] }, list[1].properties)
    end)

    it("that are as large as their tile, where no size is said", function()
      local list = objects_of([[ { "gid": 1, "x": 16, "y": 32 }, { "gid": 2, "x": 16, "y": 32 } ]],
        { tiles = '{ "id": 0, "imagewidth": 48, "imageheight": 8 }' })
      assert.same({ 40, 28, 24, 24 }, { list[1].wx, list[1].wy, list[2].wx, list[2].wy })
    end)

    it("made from templates", function()
      local folder = os.tmpname()
      os.remove(folder)
      local template = '{ "type": "template", "tileset": { "firstgid": 1, "name": "t", "tiles": [ '
        .. '{ "id": 8, "type": "unit", "properties": [ { "name": "speed", "value": 2 } ] } ] }, '
        .. '"object": { "gid": 9, "width": 16, "height": 16, "name": "scout", "properties": '
        .. '[ { "name": "hp", "value": 5 }, { "name": "sight", "value": 6 } ] } }'
      file.write(folder .. "-scout.tj", template)
      file.write(folder .. ".tmj", json { layers = object_layer(([[
        { "id": 1, "template": "%s-scout.tj", "x": 16, "y": 16 },
        { "id": 2, "template": "%s-scout.tj", "x": 0, "y": 32, "name": "Ann", "properties":
          [ { "name": "hp", "value": 9 } ] } ]]):gsub("%%s", (folder:match "[^/\\]*$"))) })
      local _, list = assert(astar.load(folder .. ".tmj"))
      os.remove(folder .. ".tmj")
      os.remove(folder .. "-scout.tj")
      local said = {}
      for i, one in ipairs(list) do
        local own = one.properties
        said[i] = ("%s %s %d %d, %d %d %d"):format(one.class, one.name, one.x, one.y, own.hp,
          own.sight, own.speed)
      end
      assert.same({ "unit scout 2 1, 5 6 2", "unit Ann 1 2, 9 6 2" }, said)
    end)

    it("that are links", function()
      local list, map = objects_of([[
        { "id": 1, "type": "link", "x": 0, "y": 0, "polyline": [ { "x": 8, "y": 8 },
          { "x": 9, "y": 90 }, { "x": 40, "y": 20 } ], "properties": [
          { "name": "cost", "type": "int", "value": 30 },
          { "name": "one_way", "type": "bool", "value": true } ] },
        { "id": 2, "class": "link", "x": 8, "y": 24, "point": true, "properties": [
          { "name": "to", "type": "object", "value": 3 },
          { "name": "open", "type": "bool", "value": false } ] },
        { "id": 3, "x": 40, "y": 8, "point": true } ]])
      assert.same({ 1, 1, 3, 2 }, { list[1].link:ends() })
      assert.same({ 30, true, true }, { list[1].link.cost, list[1].link.one_way,
        list[1].link.is_open })
      assert.same({ 1, 2, 3, 1 }, { list[2].link:ends() })
      assert.same({ 10, false }, { list[2].link.cost, list[2].link.is_open })
      local count = 0
      for _ in map:links() do count = count + 1 end
      assert.equal(2, count)
    end)

    it("turned, at the edges of cells", function()
      local part = { width = 8, height = 8, layers = '{ "type": "objectgroup", "name": "things", '
        .. '"objects": [ %s ] }' }
      local turned = '{ "id": %d, "type": "link", "x": %d, "y": %d, "rotation": %s, '
        .. '"polyline": [ { "x": 0, "y": -32 }, { "x": 32, "y": 0 } ] }'
      local PLACES = {
        { 32, 0, "90", { 64, 0, 32, 32 } }, { 32, 0, "-270", { 64, 0, 32, 32 } },
        { 32, 0, "450", { 64, 0, 32, 32 } }, { 32, 32, "180", { 32, 64, 0, 32 } },
        { 32, 32, "270", { 0, 32, 32, 0 } }, { 32, 32, "-90", { 0, 32, 32, 0 } },
        { 32, 32, "360", { 32, 0, 64, 32 } },
      }
      local texts = {}
      for i, place in ipairs(PLACES) do
        texts[i] = turned:format(i, place[1], place[2], place[3])
      end
      part.layers = part.layers:format(table.concat(texts, ", "))
      local map, list = astar.read(json(part))
      assert(map, list)
      for i, place in ipairs(PLACES) do
        local a, b, ends = list[i].points[1], list[i].points[2], place[4]
        assert.same(ends, { a.wx, a.wy, b.wx, b.wy })
        assert.same({ ends[1] / 16 + 1, ends[2] / 16 + 1, ends[3] / 16 + 1, ends[4] / 16 + 1 },
          { list[i].link:ends() })
      end
    end)

    it("turned by any angle, rounded to 1/1024 of a pixel", function()
      -- The cosine and the sine of the first angle are 0.8 and 0.6.
      local list = objects_of [[
        { "id": 1, "x": 0, "y": 16, "rotation": 36.86989764584402,
          "polyline": [ { "x": 20, "y": 0 }, { "x": 0, "y": 20 }, { "x": 1, "y": 1 } ] },
        { "id": 2, "x": 0, "y": 16, "rotation": 45, "width": 10, "height": 10 } ]]
      local points = list[1].points
      assert.same({ { x = 2, y = 2, wx = 16, wy = 28 }, { wx = -12, wy = 32 } },
        { points[1], points[2] })
      assert.same({ 0.2001953125, 17.400390625 }, { points[3].wx, points[3].wy })
      assert.same({ 0, 23.0712890625 }, { list[2].wx, list[2].wy })
    end)

    it("whose cells are right in isometric maps", function()
      local list = objects_of([[
        { "id": 1, "x": 24, "y": 8, "point": true },
        { "id": 2, "gid": 4, "x": 32, "y": 16, "width": 32, "height": 40 },
        { "id": 3, "x": 16, "y": 0, "width": 32, "height": 16 } ]],
        { orientation = "isometric", tile_width = 32 })
      assert.same({ 2, 1, 48, 16 }, { list[1].x, list[1].y, list[1].wx, list[1].wy })
      assert.same({ 2, 1 }, { list[2].x, list[2].y })
      assert.same({ x = 2, y = 1, width = 2, height = 1 }, list[3].area)
    end)

    -- Tiled turns what is drawn, which in isometric maps is no rectangle.
    it("turned as they are drawn in isometric maps", function()
      local list = objects_of([[
        { "id": 1, "x": 16, "y": 0, "width": 32, "height": 0, "rotation": 90 },
        { "id": 2, "x": 16, "y": 0, "rotation": -90, "polyline": [ { "x": 16, "y": 16 } ] } ]],
        { orientation = "isometric", tile_width = 32 })
      assert.same({ 40, 24 }, { list[1].wx, list[1].wy })
      assert.same({ 64, 8 }, { list[2].points[1].wx, list[2].points[1].wy })
    end)
  end)

  it("has tilesets in other folders, and where the game keeps its files", function()
    local tileset = '{ "type": "tileset", "tilecount": 4, "tiles": [ %s ] }'
    tileset = tileset:format '{ "id": 0, "properties": { "cost": 7 } }'
    local function with(source)
      return (json { layers = layer "1,1,1,1,1,1" }:gsub('"tilesets": %b[]',
        ('"tilesets": [ { "firstgid": 1, "source": "%s" } ]'):format(source)))
    end
    local name = os.tmpname()
    local folder, base = name:match("^(.*/)(.*)$")
    file.write(name, with("../" .. folder .. base .. ".tsj"))
    file.write(name .. ".tsj", tileset)
    local map = assert(astar.load(name))
    os.remove(name)
    os.remove(name .. ".tsj")
    assert.equal("cost 7", map:get(1, 1))
    local asked, archive = {}, { ["m/a.tmj"] = with "../t/a.tsj", ["a.tmj"] = with "a.tsj",
      ["m/../t/a.tsj"] = tileset, ["a.tsj"] = tileset }
    astar.files { read = function(wanted)
      asked[#asked + 1] = wanted
      return archive[wanted]
    end }
    local one, other = astar.load "m/a.tmj", astar.load "a.tmj"
    astar.files(nil)
    assert.same({ "m/a.tmj", "m/../t/a.tsj", "a.tmj", "a.tsj" }, asked)
    assert.equal("cost 7 cost 7", one:get(1, 1) .. " " .. other:get(1, 1))
  end)

  it("of any other format has none", function()
    local _, objects = astar.read("..#\n")
    assert.same({ properties = {} }, objects)
  end)

  -- ---- refusals --------------------------------------------------------------------------------

  describe("is refused in words", function()
    local BROKEN = {
      ["text: no map of Tiled's"] = '{ "a": 1 }',
      ["text:2: ',' expected, got 'b'"] = '{ "a": 1\n b',
      ["text:1: '\\u' needs four hexadecimal digits"] = '{ "\\u00e": 1 }',
      ["text: 'staggered' fits no grid here"] = json { orientation = "staggered" },
      ["text: unknown orientation 'round'"] = json { orientation = "round" },
      ["text: its staggerindex is 'even', which fits no grid here"] = json {
        orientation = "hexagonal",
        more = '"hexsidelength": 8, "staggeraxis": "y", "staggerindex": "even",' },
      ["text: layer 'a': 5 tiles, expected 6"] = json { layers = layer "1,2,3,4,1" },
      ["text: layer 'a': tile 2 is no number of a tile"] = json { layers = layer "1,-2,3,4,1,1" },
      ["text: layer 'ground': 3 x 2 tiles from 0, 0 on, the map has 2 x 2"] = json { width = 2 },
      ["text: the map has more than 2^28 cells"] = json { width = 65536, height = 65536 },
      ["text: 'width' is 0, expected 1 to 268435456"] = json { width = 0 },
      ["text: the map has no tiles, so it has no size"] = json { infinite = true, layers = "" },
      ["text: layer 'a': its data are no base64"] = with_data("AA=A", '"encoding": "base64",'),
      ["text: layer 'a': its data have 3 bytes, expected 24"] = with_data("AAAA",
        '"encoding": "base64",'),
      ["text: layer 'a': unknown encoding 'x'"] = with_data("AAAA", '"encoding": "x",'),
      ["text: layer 'a': unknown compression 'rar'"] = with_data("AAAA",
        '"encoding": "base64", "compression": "rar",'),
      ["text: layer 'a': unknown compression '20-letters-are-shown'"] = with_data("AAAA",
        '"encoding": "base64", "compression": "20-letters-are-shown, and no more",'),
      ["text: layer 'a': tile 2 is 'x'"] = with_data("1,x,3", '"encoding": "csv",'),
      ["text: layer 'a': it has no data"] = json {
        layers = '{ "type": "tilelayer", "name": "a", "width": 3, "height": 2 }' },
      ["text: layer 'a': its data are compressed with zstd, which needs the option `inflate`; or "
        .. "choose 'CSV' or 'Base64 (uncompressed)' as Tile Layer Format in the map's properties"] =
        with_data("AAAA", '"encoding": "base64", "compression": "zstd",'),
      ["text: 'x.tsj' is a file of its own: use astar.load, or let Tiled embed it"] =
        (json():gsub('"name": "t"', '"source": "x.tsj", "name": "t"')),
      ["text: tileset 't', tile 0: cost = 0 is out of range, 1 to 65535; `blocked` is for what "
        .. "cannot be entered"] = json { tiles = '{ "id": 0, "properties": [ { "name": "cost", '
        .. '"value": 0 } ] }' },
      ["text: tileset 't', tile 1: terrain 'a' has cost = 6, but text: tileset 't', tile 0 has 5"] =
        json { tiles = '{ "id": 0, "properties": { "terrain": "a", "cost": 5 } }, '
          .. '{ "id": 1, "properties": { "terrain": "a", "cost": 6 } }' },
      ["text: tileset 't' is from a Tiled before 1.2: save it again with a newer one"] =
        (json():gsub('"name": "t"', '"name": "t", "tileproperties": {}')),
      ["text: layer 'things', object 4: a link that does not lie on the map"] = json {
        layers = object_layer('{ "id": 4, "type": "link", "x": 0, "y": 0, "polyline": '
          .. '[ { "x": 1, "y": 1 }, { "x": 900, "y": 1 } ] }') },
      ["text: layer 'things', object 4: link: no unit that may take it could stand at 2, 1 and at "
        .. "1, 1"] = json { layers = object_layer('{ "id": 4, "type": "link", "x": 0, "y": 0, '
          .. '"polyline": [ { "x": 20, "y": 1 }, { "x": 1, "y": 1 } ] }') },
      ["text: layer 'things', object 4: a link is a line, or has a property `to`, the object to "
        .. "which it leads"] = json {
        layers = object_layer '{ "id": 4, "type": "link", "x": 0, "y": 0 }' },
      ["text: layer 'things', object 4: 'x' is 'far', expected a number"] = json {
        layers = object_layer '{ "id": 4, "x": "far", "y": 0 }' },
      ["text: layer 'things', objects[2]: 'id' is -1, expected 0 to 9007199254740992"] = json {
        layers = object_layer '{ "x": 0, "y": 0 }, { "id": -1 }' },
      ["text: layer 'things': 'x' is 3, expected 0 to 0"] = json { layers =
        '{ "type": "objectgroup", "name": "things", "x": 3, "objects": [] }' },
      ["text: layer 'a': 4 x 2 tiles from 0, 1 on, the map has 3 x 2"] = json {
        layers = '{ "type": "tilelayer", "name": "a", "y": 1, "width": 4, "height": 2 }' },
      ["text: layer 'a': its type is 'clouds', which is not known"] = json {
        layers = '{ "type": "clouds", "name": "a" }' },
      ["text: layer 'things', object 4: its shape is 'star', which is not known"] = json {
        layers = object_layer '{ "id": 4, "shape": "star" }' },
      ["text: layer 'things', object 4: property 'a' has the type 'vector', which is not known"] =
        json { layers = object_layer('{ "id": 4, "properties": [ { "name": "a", "type": "vector", '
          .. '"value": 1 } ] }') },
      ["text: layer 'things', object 4: property 'a', item 1 is 'x', expected int"] = json {
        layers = object_layer('{ "id": 4, "properties": [ { "name": "a", "type": "list", "value": '
          .. '[ { "type": "int", "value": "x" } ] } ] }') },
      ["text: tileset 't': unknown objectalignment 'middle'"] =
        (json():gsub('"name": "t"', '"name": "t", "objectalignment": "middle"')),
      ["text: tileset 't': 'tiles' is no list"] =
        (json():gsub('"tiles": %b[]', '"tiles": { "0": {} }')),
      ["text: layers[1] is 3"] = json { layers = "3" },
    }

    for message, text in require("astar.pairs").pairs(BROKEN) do
      it(message, function() assert.equal(message, refusal(text)) end)
    end

    it_with_xml("where a point of XML is none", function()
      local function with(points)
        return ("<map orientation='orthogonal' width='3' height='2' tilewidth='16' "
          .. "tileheight='16'><objectgroup name='a'><object id='1' x='0' y='0'>"
          .. "<polyline points='%s'/></object></objectgroup></map>"):format(points)
      end
      local _, list = assert(astar.read(with " 1,2\n-3.5,4  "))
      assert.same({ { 1, 2 }, { -3.5, 4 } }, { { list[1].points[1].wx, list[1].points[1].wy },
        { list[1].points[2].wx, list[1].points[2].wy } })
      for _, word in ipairs { "1", "1,", ",2", "1,2,3", "a,2", "1,b" } do
        assert.equal(("text: a point of a polyline is '%s', expected two numbers, 'x,y'"):format(
          word), refusal(with("0,0 " .. word .. " 5,5")))
      end
    end)

    it("where a file of its own holds something else", function()
      local function loaded(part)
        local name = os.tmpname()
        file.write(name, json(part))
        local map, message = astar.load(name)
        os.remove(name)
        assert.is_nil(map)
        return message
      end
      local here = ".." .. io.popen("pwd"):read("*l") .. "/spec/data/tiled/"
      local template = ('{ "id": 1, "x": 0, "y": 0, "template": "%scamp.tmj" }'):format(here)
      assert.matches("/" .. here:gsub("%p", "%%%0") .. "camp%.tmj: no template$",
        loaded { layers = object_layer(template) })
      local map, message = astar.read((json():gsub('"name": "t"', '"source": "a"')))
      assert.is_nil(map)
      assert.matches("^text: 'a' is a file of its own", message)
    end)

    it("where two tilesets begin with the same number", function()
      local message = "text: two tilesets have the firstgid 1"
      local twin = '"tilesets": [ { "firstgid": 1, "name": "u" }, { "firstgid": 7, "name": "v" },'
      assert.equal(message, refusal((json():gsub('"tilesets": %[', twin))))
      local lua = "return { type = 'map', orientation = 'orthogonal', width = 1, height = 1, "
        .. "tilewidth = 16, tileheight = 16, layers = {}, tilesets = { { firstgid = 1 }, "
        .. "{ firstgid = 1.0 } } }"
      assert.equal(message, refusal((lua:gsub("'", '"'))))
    end)

    it("where a tile is in no tileset", function()
      assert.equal("text: layer 'ground': tile 1 is in no tileset",
        refusal((json():gsub('"firstgid": 1', '"firstgid": 2'))))
    end)

    it("where a file of its own is none, or is not named relative to the map's", function()
      local name = os.tmpname()
      local folder, base = name:match("^(.*/)(.*)$")
      local function loaded(source)
        file.write(name, (json():gsub('"name": "t"', '"source": "' .. source .. '"')))
        local map, message = astar.load(name)
        assert.is_nil(map)
        return message
      end
      for _, source in ipairs { "/dev/zero", "/etc/passwd", "\\\\\\\\a/b.tsj", "C:/a.tsj",
        "C:a.tsj" } do
        assert.equal(("%s: '%s' is no name relative to this file: save it again with Tiled, from "
          .. "the folder in which it is"):format(name, (source:gsub("\\\\", "\\"))), loaded(source))
      end
      assert.equal(name .. ": " .. folder .. ".: it is a folder, not a file", loaded ".")
      assert.equal(name .. ": " .. folder .. "../: it is a folder, not a file", loaded "../")
      local pipe = name .. ".tsj"
      local made = os.execute("mkfifo " .. pipe .. " 2> /dev/null")
      if made == true or made == 0 then
        assert.equal(name .. ": " .. pipe .. ": it is no regular file", loaded(base .. ".tsj"))
      end
      os.remove(pipe)
      file.write(pipe, (" "):rep(2 ^ 24 + 1))
      assert.equal(name .. ": " .. pipe .. ": more than 16777216 bytes", loaded(base .. ".tsj"))
      os.remove(pipe)
      os.remove(name)
    end)

    it("where the file of a tileset is missing", function()
      local name = os.tmpname()
      file.write(name, (file.read("spec/data/tiled/external.tmj"):gsub("ground.tsj", "none.tsj")))
      local map, message = astar.load(name)
      os.remove(name)
      assert.is_nil(map)
      assert.matches("^" .. name:gsub("%p", "%%%0") .. ": .*none%.tsj: No such file", message)
    end)

    it("where a library is missing that it needs", function()
      local loaded, preload = package.loaded["lxp"], package.preload["lxp"]
      package.loaded["lxp"] = nil
      package.preload["lxp"] = function() error "none" end
      local map, message = astar.load "examples/tiled/camp.tmx"
      package.loaded["lxp"], package.preload["lxp"] = loaded, preload
      assert.is_nil(map)
      assert.equal("examples/tiled/camp.tmx: XML needs the library LuaExpat, which is not there "
        .. "(LuaRocks: luaexpat, Debian: lua-expat); or let Tiled export the map as .tmj or .lua",
        message)
      local zlib
      zlib, package.loaded.zlib = package.loaded.zlib, nil
      package.preload.zlib = function() error "none" end
      map, message = astar.load "spec/data/tiled/zlib.tmj"
      package.loaded.zlib, package.preload.zlib = zlib, nil
      assert.is_nil(map)
      assert.matches("needs the library lua%-zlib", message)
    end)

    it_with_zlib("where compressed data are broken, or far too long", function()
      local more = '"encoding": "base64", "compression": "zlib",'
      assert.equal("text: layer 'a': its data are no zlib data",
        refusal(with_data(base64(("x"):rep(100)), more)))
      local deflated = require("zlib").deflate()(("\0"):rep(2 ^ 16), "finish")
      assert.matches("^text: layer 'a': its data have %d%d%d+ bytes, expected 24$",
        refusal(with_data(base64(deflated), more)))
      deflated = require("zlib").deflate()(("\0"):rep(2 ^ 24), "finish")
      assert.matches("^text: layer 'a': its data have %d+ bytes, compressed; 24 are expected "
        .. "without that$", refusal(with_data(base64(deflated), more)))
    end)

    it("before anything is inflated, where that is more than the file is for", function()
      local more = '"encoding": "base64", "compression": "zlib",'
      local function never() error "inflated" end
      local options = { inflate = never }
      local function with(width, height, count, bytes)
        local one = ('{ "type": "tilelayer", "name": "a", "width": %d, "height": %d, %s "data": '
          .. '"%s" }'):format(width, height, more, base64(("x"):rep(bytes)))
        return json { width = width, height = height,
          layers = one .. ("," .. one):rep(count - 1) }
      end
      assert.matches("^text: a map of 100000000 cells in a file of %d+ bytes: above 4194304, it "
        .. "has to have one for 64 cells at least, unless the option `memory` says how much it "
        .. "may take$",
        refusal(json { width = 10000, height = 10000, layers = "" }))
      local inflated = "text: layer 'a': its data are no zlib data"
      assert.equal(inflated, refusal(with(2048, 2048, 4, 1000), options))
      assert.equal(inflated, refusal(with(2200, 2200, 1, 25000), { inflate = never,
        memory = 2 * 2200 ^ 2 }))
      assert.equal("text: 2200 x 2200 cells and 4840000 tiles take more memory than the option "
        .. "`memory` allows", refusal(with(2200, 2200, 1, 57000), { memory = 2 * 2200 ^ 2 - 1 }))
      assert.matches("^text: a map of 4840000 cells in a file of %d+ bytes: above 4194304, ",
        refusal(with(2200, 2200, 1, 25000), options))
      assert.equal(inflated, refusal(with(2200, 2200, 1, 57000), options))
      assert.matches("^text: layers of 20971520 cells in a file of %d+ bytes: above 16777216, ",
        refusal(with(2048, 2048, 5, 1000), options))
      assert.matches("^text: layer 'a': its data have 200 bytes, compressed; 24 are expected",
        refusal(with(3, 2, 1, 200), options))
      local love = rawget(_G, "love")
      rawset(_G, "love", { data = { decompress = never } })
      local ok, message = pcall(refusal, with(3, 2, 1, 200))
      rawset(_G, "love", love)
      assert.is_true(ok)
      assert.matches("^text: layer 'a': its data have 200 bytes, compressed; ", message)
    end)

    it("where the options are none", function()
      local function raised(...) return select(2, pcall(astar.read, ...)) end
      assert.matches("#2 to 'read' %(table expected, got 3%)", raised(json(), 3))
      assert.matches("unknown key 'terrain', the nearest is 'terrains'", raised(json(),
        { terrain = 1 }))
      assert.matches("inflate = 3 is not a function", raised(json(), { inflate = 3 }))
      assert.matches("terrains.plain: ", raised(json(), { terrains = { plain = -1 } }))
      assert.equal("text: 'terrains' and 'inflate' are for maps of Tiled only", refusal("..\n",
        { terrains = { plain = 10 } }))
    end)
  end)

  -- ---- hostile files ---------------------------------------------------------------------------

  it("as Lua is read, and never run", function()
    for _, text in ipairs {
      "return { a = os.exit() }", "return (function() while true do end end)()",
      "return { a = 1 }, os.exit()", "return { a = 'x' .. 'y' }", "return { a = 1 } os.exit()",
      "return setmetatable({}, {})", "return { [function() end] = 1 }", "-- x\nos.exit()",
    } do
      refusal(text)
    end
  end)

  it("nested without end is refused", function()
    assert.matches("more than 100 tables in one another", refusal(('{"a":'):rep(200000)))
    assert.matches("more than 100 tables in one another", refusal("return " .. ("{"):rep(200000)))
    if not has_xml then return end
    for _, elements in ipairs { "<group>", "<properties><property name='a' type='class'>",
      "<property name='a' type='list'><item type='list'>" } do
      assert.equal("text:2: more than 250 elements in one another",
        refusal("<map>\n" .. elements:rep(60000)))
    end
  end)

  it("with long runs of a character is read, or refused, at once", function()
    local function check(text)
      local began = os.clock()
      local ok, map, message = pcall(astar.read, text)
      assert.is_true(ok, tostring(map))
      assert.is_true(map ~= nil or type(message) == "string")
      assert.is_true(os.clock() - began < 2, text:sub(1, 40))
    end
    local PLACES = { "%s", '{"a":[%s', '{"a":[1%s]}', '{"a":%s}', '{"a":"%s"}', "return {%s",
      "return { a%s = 1 }", "return { 1%s }", "--%s", "<%s", "<map a='%s'/>", "<map>%s</map>",
      '<map><objectgroup><object><polygon points="%s"/></object></objectgroup></map>',
      '<map><layer><data encoding="csv">%s</data></layer></map>' }
    for run in ("1 a - . , \\ [ = _ A / + \" <"):gmatch "%S" do
      for _, place in ipairs(PLACES) do
        local before, behind = place:match("^(.*)%%s(.*)$")
        check(before .. run:rep(50000) .. behind)
      end
    end
    for _, place in ipairs(PLACES) do
      local before, behind = place:match("^(.*)%%s(.*)$")
      for _, run in ipairs { " ", "\n", "1 ", "1,", "--\n", "1,1 ", "1,,1 " } do
        check(before .. run:rep(50000) .. behind)
      end
    end
  end)

  it("with little in it takes little, whatever size it claims", function()
    local function chunk(x, y)
      return ('{ "x": %d, "y": %d, "width": 1, "height": 1, "data": [2] }'):format(x, y)
    end
    local before = collectgarbage "count"
    local map = astar.read(json { infinite = true, layers = '{ "type": "tilelayer", "name": "a", '
      .. '"chunks": [ ' .. chunk(0, 0) .. "," .. chunk(1999, 999) .. " ] }" })
    assert.is_true(collectgarbage "count" - before < 16384)
    assert.same({ 2000, 1000 }, { map.width, map.height })
    assert.same({ "wall", "plain", "wall" }, { map:get(1, 1), map:get(1000, 500),
      map:get(2000, 1000) })
    map:close()
  end)

  it("that is cut off is refused, wherever it ends", function()
    for _, name in ipairs { "examples/tiled/camp.lua", "spec/data/tiled/camp.tmj",
      has_xml and "examples/tiled/camp.tmx" or nil } do
      local content = file.read(name):gsub("%s+$", "")
      local embedded = name:find "tmx$" and
        content:gsub("<tileset[^>]*/>", '<tileset firstgid="1" name="t"/>') or content
      for length = 1, #embedded - 1, 7 do
        local map, message = astar.read(embedded:sub(1, length))
        assert.is_nil(map)
        assert.equal("string", type(message))
      end
      assert.is_truthy(astar.read(embedded))
    end
  end)

  it("with anything in any place is read or refused, but raises no error", function()
    local VALUES = { "{}", "[]", "null", "-1", "1e400", "0.5", '"x"', "true", "4294967296",
      "[[1]]" }
    local content = file.read("spec/data/tiled/camp.tmj")
    local places = {}
    for at in content:gmatch("():[%d\"tf]") do places[#places + 1] = at end
    for i, at in ipairs(places) do
      local value = VALUES[i % #VALUES + 1]
      local changed = content:sub(1, at) .. content:sub(at + 1):gsub('^[^,}]+', value, 1)
      local ok, map, message = pcall(astar.read, changed)
      assert.is_true(ok, tostring(map))
      assert.is_true(map ~= nil or type(message) == "string")
    end
  end)
end)
