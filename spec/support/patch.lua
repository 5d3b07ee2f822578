--- Saved maps and worlds in which single fields have other values, checksum and all.
--
-- patch.map(bytes, field, value) -> bytes. `field`: see lua/astar/save/map_fields.lua.
-- patch.parts(text) -> map, data; patch.world(map, data) -> text: the two parts of a saved world.

local core = require "astar.core"
local save = require "astar.save"

local patch = {}

local END_BYTES = 16                             -- the last section

local function number(value, count)
  local bytes = {}
  for i = 1, count do
    bytes[i] = string.char(value % 256)
    value = math.floor(value / 256)
  end
  return table.concat(bytes)
end

local function from_hex(digits)
  return (digits:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end):reverse())
end

local function small(value)
  local rest, bytes = value < 0 and -2 * value - 1 or 2 * value, {}
  repeat
    local low = rest % 128
    rest = (rest - low) / 128
    bytes[#bytes + 1] = string.char(rest > 0 and low + 128 or low)
  until rest == 0
  return table.concat(bytes)
end

local encode = {}

function encode.u8(value) return number(value, 1) end
function encode.u32(value) return number(value, 4) end
function encode.i32(value) return number(value % 4294967296, 4) end
function encode.name(value) return number(#value, 1) .. value end
encode.bool, encode.u64, encode.f64 = encode.u8, from_hex, from_hex
encode.small = small

-- A packet for each cell: it says the same, at greater length.
function encode.row(cells)
  local bytes = {}
  for i, cell in ipairs(cells) do bytes[i] = string.char(0, cell) end
  return table.concat(bytes)
end

function encode.block(values)
  local bytes = {}
  for i, value in ipairs(values) do bytes[i] = small(value) end
  return table.concat(bytes)
end

--- The same bytes with the checksum that they should have.
function patch.seal(bytes)
  local body = bytes:sub(1, #bytes - END_BYTES)
  return body .. "END " .. number(8, 4) .. from_hex(core.checksum(body))
end

function patch.map(bytes, field, value)
  local new = encode[field.kind](value)
  local grown = #new - (field.last - field.first + 1)
  local length = 0
  for i = 3, 0, -1 do length = length * 256 + bytes:byte(field.header + i) end
  return patch.seal(bytes:sub(1, field.header - 1) .. number(length + grown, 4)
    .. bytes:sub(field.header + 4, field.first - 1) .. new .. bytes:sub(field.last + 1))
end

--- The map and the data of a saved world.
function patch.parts(text)
  local map_size, from = text:match("^%d+ (%d+) %d+\n()", 25)
  return text:sub(from, from + map_size - 1), text:sub(from + map_size)
end

--- The saved world that is made of them.
function patch.world(map, data)
  local body = ("%d %d %d\n%s%s"):format(save.VERSION, #map, #data, map, data)
  return save.MAGIC .. core.checksum(body) .. body
end

return patch
