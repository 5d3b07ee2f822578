--- The tiles of a layer, as a list of numbers row by row, however they are written: as a list, as
-- CSV, or in base64, compressed or not.

local base64 = require "astar.formats.base64"
local checked = require "astar.formats.tiled.checked"
local inflate = require "astar.formats.tiled.inflate"
local reject = require("astar.arguments.reject").because

local cells = {}

local byte = string.byte

local function from_csv(text, what)
  local list, count = {}, 0
  for word in text:gmatch("[^,%s]+") do
    count = count + 1
    list[count] = word:find("^%d+$") and tonumber(word)
      or reject("%s: tile %d is '%s'", what, count, word:sub(1, 20))
  end
  return list
end

-- ---- base64 ------------------------------------------------------------------------------------

local function number_of(bytes)
  local a, b, c, d = byte(bytes, 1, 4)
  return a + b * 256 + c * 65536 + d * 16777216
end

local function from_base64(text, compression, size, given, what)
  local bytes = base64.decode(text) or reject("%s: its data are no base64", what)
  if compression ~= "" then bytes = inflate(bytes, compression, 4 * size, given, what) end
  if #bytes ~= 4 * size then
    reject("%s: its data have %d bytes, expected %d", what, #bytes, 4 * size)
  end
  local list, count, numbers = {}, 0, base64.memory(number_of)
  for four in bytes:gmatch("....") do
    count = count + 1
    list[count] = numbers[four]
  end
  return list
end

-- ---- a layer or a chunk of it ------------------------------------------------------------------

local function read(data, layer, size, given, what)
  if type(data) == "table" then return data end
  if type(data) ~= "string" then reject("%s: it has no data", what) end
  local encoding = checked.text(layer, "encoding", what)
  if encoding == "base64" then
    return from_base64(data, checked.text(layer, "compression", what), size, given, what)
  elseif encoding ~= "csv" then
    reject("%s: unknown encoding '%s'", what, encoding:sub(1, 20))
  end
  return from_csv(data, what)
end

local function check(list, size, what)
  if #list ~= size then reject("%s: %d tiles, expected %d", what, #list, size) end
  for i = 1, size do
    local id = list[i]
    if type(id) ~= "number" or not (id >= 0 and id < 4294967296) or id % 1 ~= 0 then
      reject("%s: tile %d is no number of a tile", what, i)
    end
  end
  return list
end

--- The numbers of a layer's tiles, or those of a chunk of it, for a block of width × height cells.
function cells.of(data, layer, width, height, given, what)
  local size = width * height
  return check(read(data, layer, size, given, what), size, what)
end

return cells
