-- Where maps come from: sources.lua SIZE prints lines "WHAT TIME", microseconds of processor time,
-- for a map of SIZE x SIZE cells with three terrains: from rows of text; from a game's own table,
-- with a table and with a function as `walkable`; and from Tiled's files, as lists and in base64.
-- Then "end WRONG": maps that are not the same as that from rows.

local clock = require "bench.stopwatch"
local astar = require "astar"
local base64 = require("astar.formats.base64").encode
local random = require "bench.random"

local size = tonumber(arg[1])
local ROUNDS = 5

local LETTERS, NAMES = { ".", "#", "%" }, { "plain", "wall", "swamp" }
local TERRAINS = { plain = 10, wall = false, swamp = 35 }

local rows, from, cells, int = {}, {}, {}, random(7)
for y = 1, size do
  local letters, row = {}, {}
  for x = 1, size do
    local kind = math.max(1, int(1, 5) - 2)
    letters[x], row[x], cells[#cells + 1] = LETTERS[kind], kind, kind
  end
  rows[y], from[y] = table.concat(letters), row
end

-- ---- as Tiled writes it ------------------------------------------------------------------------

local TILES = [[{"id":0,"properties":[{"name":"terrain","type":"string","value":"plain"}]},
{"id":1,"properties":[{"name":"terrain","type":"string","value":"wall"}]},
{"id":2,"properties":[{"name":"terrain","type":"string","value":"swamp"},
{"name":"cost","type":"int","value":35}]}]]

local function tmj(encoding, data)
  return ([[{"type":"map","orientation":"orthogonal","width":%d,"height":%d,"tilewidth":1,
"tileheight":1,"tilesets":[{"firstgid":1,"name":"t","tiles":[%s]}],"layers":[{"type":"tilelayer",
"name":"a","width":%d,"height":%d%s,"data":]]):format(size, size, TILES, size, size, encoding)
    .. data .. "}]}"
end

local function lua()
  return ([[return { orientation = "orthogonal", width = %d, height = %d, tilewidth = 1,
  tileheight = 1, tilesets = { { firstgid = 1, name = "t", tiles = {
    { id = 0, properties = { ["terrain"] = "plain" } },
    { id = 1, properties = { ["terrain"] = "wall" } },
    { id = 2, properties = { ["terrain"] = "swamp", ["cost"] = 35 } } } } },
  layers = { { type = "tilelayer", name = "a", width = %d, height = %d, encoding = "lua", data = {
    ]]):format(size, size, size, size) .. table.concat(cells, ", ") .. "\n} } } }"
end

local function packed()
  local bytes = {}
  for i, kind in ipairs(cells) do bytes[i] = string.char(kind, 0, 0, 0) end
  return base64(table.concat(bytes))
end

-- ---- measuring ---------------------------------------------------------------------------------

local legend, text_of_rows = { ["%"] = "swamp" }, table.concat(rows, "\n")
local first = astar.map { rows = rows, legend = legend, terrains = TERRAINS }:hash()
local wrong = 0

local function say(what, make)
  for _ = 1, ROUNDS do
    collectgarbage()
    clock.start()
    local map = make()
    print(("%s %.1f"):format(what, clock.stop()))
    if map:hash() ~= first then wrong = wrong + 1 end
    map:close()
  end
end

say("rows", function()
  return astar.map { rows = text_of_rows, legend = legend, terrains = TERRAINS }
end)
say("from-table", function()
  return astar.map { from = from, walkable = NAMES, terrains = TERRAINS }
end)
say("from-function", function()
  return astar.map { from = from, walkable = function(kind) return NAMES[kind] end,
    terrains = TERRAINS }
end)
local list = tmj("", "[" .. table.concat(cells, ",") .. "]")
say("tmj-list", function() return assert(astar.read(list)) end)
local bytes = tmj(',"encoding":"base64"', '"' .. packed() .. '"')
say("tmj-base64", function() return assert(astar.read(bytes)) end)
local script = lua()
say("lua", function() return assert(astar.read(script)) end)
print(("end %d"):format(wrong))
