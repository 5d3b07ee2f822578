--- Tilesets, in the map's file or in files of their own: the properties of each tile.

local checked = require "astar.formats.tiled.checked"
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because

local tilesets = {}

local MOST = 2 ^ 28            -- the four bits above say how a tile is turned

-- { first =, name =, tiles = { [id] = { properties =, references =, class = } } }
local function tileset(first, given, what)
  local tiles = {}
  if given.tileproperties ~= nil then
    reject("%s: it is from a Tiled before 1.2: save it again with a newer one", what)
  end
  what = ("%s: tileset '%s'"):format(what, checked.text(given, "name", what):sub(1, 60))
  for _, one in checked.each(given, "tiles", what) do
    local id = checked.whole(one, "id", 0, MOST, what)
    local about = ("%s, tile %d"):format(what, id)
    local own, references = properties.of(one, about)
    tiles[id] = { properties = own, references = references, what = about,
      class = checked.text(one, one.class and "class" or "type", about) }
  end
  return { first = first, tiles = tiles }
end

--- Reads the tilesets of a map. `file(name)` returns the table in a file beside the map's, and how
-- to call it.
function tilesets.read(map, file, what)
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
    sets[i] = tileset(first, given, where)
  end
  table.sort(sets, function(a, b) return a.first > b.first end)
  return sets
end

--- The tile that has a number, without regard to how it is turned; nil: it has none of its own.
function tilesets.tile(sets, number, what)
  local id = number % MOST
  for _, set in ipairs(sets) do
    if id >= set.first then return set.tiles[id - set.first] end
  end
  return reject("%s: tile %d is in no tileset", what, id)
end

return tilesets
