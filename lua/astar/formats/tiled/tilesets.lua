--- Tilesets, in the map's file or in files of their own: the properties of each tile, and where
-- the pictures of objects lie.

local checked = require "astar.formats.tiled.checked"
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because

local tilesets = {}

local MOST = 2 ^ 28            -- the four bits above say how a tile is turned

-- Which point of a picture lies where its object is: parts of its width and its height.
local ALIGNMENTS = {
  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },
  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },
  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },
}

local function alignment(given, default, what)
  local name = checked.text(given, "objectalignment", what)
  if name == "" or name == "unspecified" then name = default end
  return ALIGNMENTS[name] or reject("%s: unknown objectalignment '%s'", what, name:sub(1, 20))
end

-- The size of a tile's picture: its own, or a part of it, or that of all tiles of the set; 0 where
-- the file does not say it.
local function size_of(one, given, what)
  local size = {}
  for i, key in ipairs { "width", "height" } do
    local from, name = one, key
    if one[key] == nil then name = "image" .. key end
    if one[name] == nil then from, name = given, "tile" .. key end
    size[i] = checked.number(from, name, 0, what)
  end
  return size
end

-- { first =, align =, offset =, size =, tiles = { [id] = { properties =, class =, size = } } },
-- with pairs of numbers for both axes. `default` is the alignment where none is specified.
local function tileset(first, given, default, what)
  local tiles = {}
  what = ("%s: tileset '%s'"):format(what, checked.text(given, "name", what):sub(1, 60))
  if given.tileproperties ~= nil then
    reject("%s is from a Tiled before 1.2: save it again with a newer one", what)
  end
  for _, one in checked.each(given, "tiles", what) do
    local id = checked.whole(one, "id", 0, MOST, what)
    local about = ("%s, tile %d"):format(what, id)
    tiles[id] = { properties = properties.resolve(properties.of(one, about), {}), what = about,
      class = checked.class(one, about), size = size_of(one, given, about) }
  end
  local offset = checked.list(given, "tileoffset", what)
  return { first = first, tiles = tiles, align = alignment(given, default, what),
    offset = { checked.number(offset, "x", 0, what), checked.number(offset, "y", 0, what) },
    size = size_of({}, given, what) }
end

-- Two tilesets with the same first number would each claim the same tiles.
local function sort(sets, what)
  table.sort(sets, function(a, b) return a.first > b.first end)
  for i = 2, #sets do
    if sets[i].first == sets[i - 1].first then
      reject("%s: two tilesets have the firstgid %d", what, sets[i].first)
    end
  end
  return sets
end

--- Reads the tilesets of a map, or of a template. `file(name)` returns the table in a file beside
-- that, and how to call it; `default` is where objects lie in sets that do not say it.
function tilesets.read(map, file, default, what)
  local sets = {}
  for i, given in checked.each(map, "tilesets", what) do
    local about = ("%s: tilesets[%d]"):format(what, i)
    local first = checked.whole(given, "firstgid", 1, MOST, about)
    local source = given.source
    if not given.tiles and not source then source = given.filename end        -- of Lua
    local where = what
    if source then given, where = file(checked.text({ source = source }, "source", about)) end
    if source and given.type ~= "tileset" and not given.tiles and not given.tilecount then
      reject("%s: no tileset", where)
    end
    sets[i] = tileset(first, given, default, where)
  end
  return sort(sets, what)
end

-- The tileset of a tile: the one with the greatest first number that is not above it; or nil.
local function set_of(sets, id)
  local from, to = 1, #sets
  while from < to do
    local middle = math.floor((from + to) / 2)
    if id >= sets[middle].first then to = middle else from = middle + 1 end
  end
  local set = sets[from]
  return set and id >= set.first and set or nil
end

--- What the file says of the tile that has a number, or nil, and its tileset. It makes no
-- difference how the tile is turned.
function tilesets.tile(sets, number, what)
  local id = number % MOST
  local set = set_of(sets, id) or reject("%s: tile %d is in no tileset", what, id)
  return set.tiles[id - set.first], set
end

return tilesets
