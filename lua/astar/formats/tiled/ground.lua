--- The terrain of a map, from its tile layers. The uppermost tile with a say decides a cell. A tile
-- that says nothing leaves it to its layer, that to the groups around it; where nothing is said the
-- tile below decides, and below all tiles the map's own properties.

local core = require "astar.core"
local cells = require "astar.formats.tiled.cells"
local checked = require "astar.formats.tiled.checked"
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because
local rows = require "astar.formats.rows"
local tilesets = require "astar.formats.tiled.tilesets"

local ground = {}

local FAR = 2 ^ 28

-- A small file must not make a large map, though compressed data, and chunks that lie far from each
-- other, can claim any size: above so many cells the file has at least a byte for so many of them.
-- Only large maps that are nearly empty have less: zlib packs 190 cells of the same tile into a
-- byte. Layers together may hold several times what the map has.
local MANY, SHARE, LAYERS = 2 ^ 22, 64, 4

-- ---- layers ------------------------------------------------------------------------------------

local TYPES = { tilelayer = true, objectgroup = true, imagelayer = true, group = true }

-- One layer, as { type =, kind =, source = the table of the file, what = }.
local function add(list, layer, kind, map, kinds)
  local what = ("%s: layer '%s'"):format(map, checked.text(layer, "name", map):sub(1, 60))
  local own = properties.of(layer, what)
  if own.ignore == true or own.ignore == "true" then return end
  kind = kinds:of(own, what) or kind
  if not TYPES[layer.type] then
    reject("%s: its type is %s, which is not known", what, core.show(layer.type))
  elseif layer.type == "group" then ground.layers(layer, kinds, map, list, kind)
  else list[#list + 1] = { source = layer, kind = kind, what = what, type = layer.type } end
end

--- The layers of a map or a group, those of groups among them, from the lowest on. Those with the
-- property `ignore` are left out.
function ground.layers(holder, kinds, what, list, kind)
  list = list or {}
  for _, layer in checked.each(holder, "layers", what) do
    add(list, layer, kind, what, kinds)
  end
  return list
end

-- ---- blocks of tiles ---------------------------------------------------------------------------

-- { x =, y =, width =, height =, data = }
local function block(layer, source, data, what)
  local one = { layer = layer, data = data,
    x = checked.whole(layer.source, "x", -FAR, FAR, what, 0),
    y = checked.whole(layer.source, "y", -FAR, FAR, what, 0),
    width = checked.whole(source, "width", 1, FAR, what),
    height = checked.whole(source, "height", 1, FAR, what) }
  local wrong = rows.size_error(one.width, one.height)
  if wrong then reject("%s: %s", what, wrong) end
  return one
end

local function chunks_of(layer, list)
  for i, chunk in checked.each(layer.source, "chunks", layer.what) do
    local what = ("%s, chunk %d"):format(layer.what, i)
    local one = block(layer, chunk, chunk.data, what)
    one.x = one.x + checked.whole(chunk, "x", -FAR, FAR, what)
    one.y = one.y + checked.whole(chunk, "y", -FAR, FAR, what)
    list[#list + 1] = one
  end
end

-- Those of the uppermost layer first.
local function blocks_of(layers)
  local list = {}
  for i = #layers, 1, -1 do
    local layer = layers[i]
    if layer.type == "tilelayer" and layer.source.chunks then chunks_of(layer, list)
    elseif layer.type == "tilelayer" then
      list[#list + 1] = block(layer, layer.source, layer.source.data, layer.what)
    end
  end
  return list
end

-- The smallest rectangle around all chunks.
local function around(blocks, what)
  local left, top, right, bottom = FAR, FAR, -FAR, -FAR
  for _, one in ipairs(blocks) do
    left, top = math.min(left, one.x), math.min(top, one.y)
    right, bottom = math.max(right, one.x + one.width), math.max(bottom, one.y + one.height)
  end
  if #blocks == 0 then reject("%s: the map has no tiles, so it has no size", what) end
  return left, top, right - left, bottom - top
end

-- ---- cells -------------------------------------------------------------------------------------

-- What the tiles of a layer decide: from the number of a tile to a kind, or false.
local function decider(layer, sets, kinds)
  return setmetatable({ [0] = false }, { __index = function(known, number)
    local tile = tilesets.tile(sets, number, layer.what)
    local kind = tile and kinds:of(tile.properties, tile.what) or layer.kind or false
    known[number] = kind
    return kind
  end })
end

local function decide(decided, one, size, kind_of)
  local i = 0
  for y = one.y - size.top, one.y - size.top + one.height - 1 do
    local first = y * size.width + one.x - size.left
    for at = first + 1, first + one.width do
      i = i + 1
      if not decided[at] then decided[at] = kind_of[one.data[i]] end
    end
  end
end

local function check_inside(one, size)
  if one.x < size.left or one.y < size.top or one.x + one.width > size.left + size.width
    or one.y + one.height > size.top + size.height then
    reject("%s: %d x %d tiles from %d, %d on, the map has %d x %d", one.layer.what, one.width,
      one.height, one.x, one.y, size.width, size.height)
  end
end

-- Hexagons of each second line are shifted: such lines must stay even, or odd.
local function keep_shift(size, grid)
  if grid == "hex" and size.top % 2 == 1 then
    size.top, size.height = size.top - 1, size.height + 1
  elseif grid == "flat_hex" and size.left % 2 == 1 then
    size.left, size.width = size.left - 1, size.width + 1
  end
end

-- Only infinite maps have chunks. Lua files do not say that a map is infinite.
local function is_infinite(map, layers)
  if map.infinite == true then return true end
  for _, layer in ipairs(layers) do
    if layer.source.chunks then return true end
  end
  return false
end

local function size_of(map, layers, blocks, grid, what)
  local size = { left = 0, top = 0 }
  if is_infinite(map, layers) then
    size.left, size.top, size.width, size.height = around(blocks, what)
    keep_shift(size, grid)
  else
    size.width = checked.whole(map, "width", 1, FAR, what)
    size.height = checked.whole(map, "height", 1, FAR, what)
  end
  local wrong = rows.size_error(size.width, size.height)
  if wrong then reject("%s: %s", what, wrong) end
  return size
end

local function check_share(count, free, bytes, what)
  if count > free and count > bytes * SHARE then
    reject("%s of %.0f cells in a file of %d bytes: above %d, it has to have one for %d cells at "
      .. "least, unless the option `memory` says how much it may take", what, count, bytes, free,
      SHARE)
  end
end

-- All that can be said of the blocks before their data are read.
local function check_blocks(job, size, blocks)
  local tiles = 0
  for _, one in ipairs(blocks) do
    check_inside(one, size)
    tiles = tiles + one.width * one.height
  end
  if job.memory and size.width * size.height + tiles > job.memory then
    reject("%s: %d x %d cells and %.0f tiles take more memory than the option `memory` allows",
      job.what, size.width, size.height, tiles)
  elseif job.memory then return end
  check_share(size.width * size.height, MANY, job.bytes, job.what .. ": a map")
  check_share(tiles, MANY * LAYERS, job.bytes, job.what .. ": layers")
end

--- The size of a map, { left =, top =, width =, height = } in tiles; the kind of each cell, row by
-- row, or false; and the blocks that hold all cells with a kind. `job` has the table of the file
-- and what belongs to it, see init.lua.
function ground.read(job, layers, kinds)
  local blocks = blocks_of(layers)
  local size = size_of(job.map, layers, blocks, job.grid, job.what)
  local decided, deciders = {}, {}
  check_blocks(job, size, blocks)
  for _, one in ipairs(blocks) do
    one.data = cells.of(one.data, one.layer.source, one.width, one.height, job.inflate,
      one.layer.what)
    deciders[one.layer] = deciders[one.layer] or decider(one.layer, job.sets, kinds)
    decide(decided, one, size, deciders[one.layer])
    one.data = nil
  end
  return size, decided, blocks
end

-- One byte for each cell of a block.
local function bytes_of(one, size, decided, id_of, fill)
  local bytes, count = {}, 0
  for y = one.y - size.top, one.y - size.top + one.height - 1 do
    local first = y * size.width + one.x - size.left
    for at = first + 1, first + one.width do
      local kind = decided[at]
      count = count + 1
      bytes[count] = kind and id_of[kind.name] or fill
    end
  end
  return table.concat(bytes)
end

--- Paints what ground.read has found. Layers have their blocks in the same places, each of which is
-- painted once: so the time goes with what the file holds, not with the size that it claims.
function ground.paint(map, size, decided, blocks)
  local id_of, painted = {}, {}
  for id, name in map:terrains() do id_of[name] = string.char(id) end
  local fill = id_of[map:get(1, 1)]
  for _, one in ipairs(blocks) do
    local place = ("%d %d %d %d"):format(one.x, one.y, one.width, one.height)
    if not painted[place] then
      map:_paint(bytes_of(one, size, decided, id_of, fill), one.x - size.left + 1,
        one.y - size.top + 1, one.width, one.height)
    end
    painted[place] = true
  end
end

return ground
