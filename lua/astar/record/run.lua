--- Runs: what is in a recording, wherever that is: in a recording that goes on, or in a page.
--
-- A run has title, vault, library, width, height, grid, first, last, every, keys; parts, a list of
-- { tick, bytes, strings }; notes, bytes; and the lists strings, cast, players, layers, terrains.
-- `marks` has for each tick, from the first one on, MARK letters: UNITS for the units and their
-- paths, the rest for chance. reader.lua reads the parts and the notes.

local core = require "astar.core"
local literal = require "astar.formats.tiled.literal"
local unbase64 = require("astar.formats.base64").decode

local run = {}

run.UNITS, run.MARK = 8, 16

--- What a recorded tick is known by.
function run.mark(world)
  local chance = core.checksum(("%d %d"):format(world.random:state()))
  return world.map:_units_hash():sub(1, run.UNITS) .. chance:sub(1, run.MARK - run.UNITS)
end

local COPIED = { "title", "vault", "first", "last", "every", "keys", "strings", "cast", "layers" }

--- Of a recording, as it is now.
function run.of(recording)
  local map, list = recording._map, { library = core.version }
  for _, key in ipairs(COPIED) do list[key] = recording["_" .. key] end
  list.width, list.height, list.grid, list.players = map.width, map.height, map.grid, {}
  for i, one in ipairs(recording._players) do list.players[i] = { name = one.name } end
  list.parts, list.notes = recording:_all_parts(), recording:_all_notes()
  list.marks, list.terrains = table.concat(recording._ticks_marks), {}
  for id, name in map:terrains() do list.terrains[id] = { name = name } end
  return list
end

-- ---- pages --------------------------------------------------------------------------------------

local BEGIN, VERSION = '<script type="application/json" id="run">', 2
local NOT_ONE, DAMAGED = "not a replay", "a replay, but cut off or changed"
local TOO_LARGE = "a replay of a map that is too large for its size"
local OTHER = "a replay of another version of the library"

--- Is that text a page, of a recording or of something else?
function run.recognises(text)
  local is_page = text:sub(1, 100):lower():find "^%s*<!doctype html" ~= nil
  return is_page or text:find(BEGIN, 1, true) ~= nil
end

local LISTS = { "parts", "strings", "cast", "players", "layers" }

local function is_count(value, least)
  return type(value) == "number" and value % 1 == 0 and value >= least and value < 2 ^ 53
end

local function is_whole(list)
  for _, key in ipairs(LISTS) do
    if type(list[key]) ~= "table" then return false end
  end
  if not is_count(list.width, 1) or not is_count(list.height, 1) then return false end
  if not is_count(list.first, 0) or not is_count(list.last, list.first) then return false end
  return type(list.notes) == "string" and list.parts[1] ~= nil
end

-- A reader keeps a value for each cell, of the land, of each player's knowledge and of each layer.
-- A small file must not ask for a lot of memory: as of maps, see memory_limit in heap.c.
local FREE, SHARE, VALUE = 2 ^ 29, 128, 16

local function is_too_large(list, size)
  local planes = 1 + #list.players + #list.layers
  return list.width > (FREE + SHARE * size) / VALUE / planes / list.height
end

-- Bytes in place of letters: true, or nil.
local function decode(list)
  for i, part in ipairs(list.parts) do
    local bytes = type(part) == "table" and type(part.bytes) == "string" and unbase64(part.bytes)
    if not bytes or part.number ~= i or type(part.tick) ~= "number" then return nil end
    part.bytes = bytes
  end
  list.notes = unbase64(list.notes)
  return list.notes and true
end

--- Of the text of a page: run | nil, message.
function run.read(text)
  local _, from = text:find(BEGIN, 1, true)
  local to = from and text:find("</script>", from, true)
  if not from then return nil, NOT_ONE end
  local list = to and literal.read(text:sub(from + 1, to - 1), "json")
  if type(list) ~= "table" then return nil, DAMAGED end
  if list.version ~= VERSION then return nil, OTHER end
  if not is_whole(list) then return nil, DAMAGED end
  if is_too_large(list, #text) then return nil, TOO_LARGE end
  if not decode(list) then return nil, DAMAGED end
  list.marks = type(list.marks) == "string" and list.marks or ""
  return list
end

return run
