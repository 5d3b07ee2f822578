--- PNG files of at most 256 colours (ISO/IEC 15948, RFC 1950, RFC 1951), in plain Lua: no Lua
-- package of the distributions writes them. Pictures of maps are mostly runs of one colour and rows
-- like the row above. So each row is written as the difference to the row above, and a run of
-- equal bytes as one match at distance 1 in deflate's fixed code.

local png = {}

local floor, char = math.floor, string.char

-- ---- numbers ------------------------------------------------------------------------------------

-- Exclusive or of two bytes, in every Lua.
local function slow_xor(a, b)
  local result, place = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then result = result + place end
    a, b, place = floor(a / 2), floor(b / 2), place * 2
  end
  return result
end

local XOR = {}                                   -- of 16 x 16 halves of bytes
for i = 0, 255 do XOR[i] = slow_xor(floor(i / 16), i % 16) end

local function xor(a, b)
  return XOR[floor(a / 16) * 16 + floor(b / 16)] * 16 + XOR[a % 16 * 16 + b % 16]
end

local function xor32(a, b)
  local result, place = 0, 1
  for _ = 1, 4 do
    result = result + xor(a % 256, b % 256) * place
    a, b, place = floor(a / 256), floor(b / 256), place * 256
  end
  return result
end

local function bytes_of(value)                   -- big-endian, four bytes
  return char(floor(value / 2 ^ 24) % 256, floor(value / 2 ^ 16) % 256, floor(value / 256) % 256,
    value % 256)
end

-- ---- checksums ----------------------------------------------------------------------------------

local CRC = {}
for i = 0, 255 do
  local value = i
  for _ = 1, 8 do
    local half = floor(value / 2)
    value = value % 2 == 1 and xor32(half, 0xEDB88320) or half
  end
  CRC[i] = value
end

local function crc32(text)
  local crc = 0xFFFFFFFF
  for i = 1, #text do
    crc = xor32(CRC[xor(crc % 256, text:byte(i))], floor(crc / 256))
  end
  return 0xFFFFFFFF - crc
end

-- ---- deflate ------------------------------------------------------------------------------------

-- The fixed code: Huffman codes come with their highest bit first.
local function reversed(code, bits)
  local result = 0
  for _ = 1, bits do
    result = result * 2 + code % 2
    code = floor(code / 2)
  end
  return result
end

local CODE, BITS = {}, {}
for symbol = 0, 287 do
  local code, bits
  if symbol < 144 then code, bits = 48 + symbol, 8
  elseif symbol < 256 then code, bits = 400 + symbol - 144, 9
  elseif symbol < 280 then code, bits = symbol - 256, 7
  else code, bits = 192 + symbol - 280, 8 end
  CODE[symbol], BITS[symbol] = reversed(code, bits), bits
end

-- Of a match's length, 3 to 258: its symbol, and the extra bits behind it.
local LENGTH = { [258] = { 285, 0, 0 } }
do
  local length, symbol = 3, 257
  for extra = 0, 5 do
    for _ = 1, extra == 0 and 8 or 4 do
      for rest = 0, 2 ^ extra - 1 do
        if length < 258 then LENGTH[length] = { symbol, rest, extra } end
        length = length + 1
      end
      symbol = symbol + 1
    end
  end
end

local END, ADLER, DISTANCE_BITS = 256, 65521, 5

-- What takes bytes, and counts of equal ones, and returns a zlib stream of them.
local function new_stream()
  local out, n, held, filled = { char(0x78, 0x01) }, 1, 0, 0
  local low, high = 1, 0                         -- Adler-32
  local byte, count = nil, 0                     -- the run that is not written yet

  local function put(value, bits)
    held, filled = held + value * 2 ^ filled, filled + bits
    while filled >= 8 do
      n = n + 1
      out[n] = char(held % 256)
      held, filled = floor(held / 256), filled - 8
    end
  end

  local function put_match(length)
    local symbol, rest, extra = LENGTH[length][1], LENGTH[length][2], LENGTH[length][3]
    put(CODE[symbol], BITS[symbol])
    put(rest, extra)
    put(0, DISTANCE_BITS)                        -- distance 1
  end

  local function end_run()
    if count == 0 then return end
    high = (high + count * low + byte * (count * (count + 1) / 2)) % ADLER
    low = (low + count * byte) % ADLER
    put(CODE[byte], BITS[byte])
    local rest = count - 1
    while rest >= 3 do
      local length = rest < 258 and rest or 258
      put_match(length)
      rest = rest - length
    end
    for _ = 1, rest do put(CODE[byte], BITS[byte]) end
    count = 0
  end

  put(1, 1)                                      -- the last block
  put(1, 2)                                      -- with the fixed code
  local stream = {}

  function stream.add(value, times)
    if value ~= byte or count > 65536 then end_run() end
    byte, count = value, count + times
  end

  function stream.finish()
    end_run()
    put(CODE[END], BITS[END])
    if filled > 0 then put(0, 8 - filled) end
    return table.concat(out) .. bytes_of(high * 65536 + low)
  end

  return stream
end

-- ---- the file -----------------------------------------------------------------------------------

local UP = 2                                     -- the filter: less the byte above
local PIECE = 32                                 -- bytes that are compared at once

local function add_difference(stream, row, above, first, last)
  for i = first, last do stream.add((row:byte(i) - above:byte(i)) % 256, 1) end
end

local function add_row(stream, row, above)
  stream.add(UP, 1)
  if row == above then return stream.add(0, #row) end
  for first = 1, #row, PIECE do
    local last = math.min(first + PIECE - 1, #row)
    if row:sub(first, last) == above:sub(first, last) then
      stream.add(0, last - first + 1)
    else
      add_difference(stream, row, above, first, last)
    end
  end
end

local function chunk(kind, content)
  return bytes_of(#content) .. kind .. content .. bytes_of(crc32(kind .. content))
end

local function palette_of(colors)
  local list = {}
  for i, color in ipairs(colors) do
    list[i] = color:gsub("%x%x", function(digits) return char(tonumber(digits, 16)) end)
  end
  return table.concat(list)
end

--- A PNG file as a string. colors: a list of "rrggbb", at most 256; rows: an iterator over strings
-- of `width` bytes, each the place of a colour in the list, from 0 on.
function png.encode(width, height, colors, rows)
  local stream, above = new_stream(), ("\0"):rep(width)
  for row in rows do
    add_row(stream, row, above)
    above = row
  end
  local header = bytes_of(width) .. bytes_of(height) .. char(8, 3, 0, 0, 0)
  return "\137PNG\r\n\26\n" .. chunk("IHDR", header) .. chunk("PLTE", palette_of(colors))
    .. chunk("IDAT", stream.finish()) .. chunk("IEND", "")
end

return png
