--- Reads PNG files of 8 bits with a palette, for specs: png.read(text) -> width, height, at(x, y),
-- the colour of a pixel as "rrggbb", x and y from 0 on. Checksums, the stream and the filter are
-- read by the letter of the standards, and not with the writer's code.

local png = {}

local function number(text, at)
  local a, b, c, d = text:byte(at, at + 3)
  return ((a * 256 + b) * 256 + c) * 256 + d
end

local function xor(a, b)
  local result, place = 0, 1
  while a > 0 or b > 0 do
    if a % 2 ~= b % 2 then result = result + place end
    a, b, place = math.floor(a / 2), math.floor(b / 2), place * 2
  end
  return result
end

-- Bit by bit.
local function crc(text)
  local value = 2 ^ 32 - 1
  for i = 1, #text do
    value = xor(value, text:byte(i))
    for _ = 1, 8 do
      local odd = value % 2 == 1
      value = math.floor(value / 2)
      if odd then value = xor(value, 0xEDB88320) end
    end
  end
  return 2 ^ 32 - 1 - value
end

local function chunks(text)
  assert(text:sub(1, 8) == "\137PNG\r\n\26\n", "no PNG")
  local at, found = 9, {}
  while at <= #text do
    local size, kind = number(text, at), text:sub(at + 4, at + 7)
    local body = text:sub(at + 8, at + 7 + size)
    assert(number(text, at + 8 + size) == crc(kind .. body), kind .. ": wrong checksum")
    found[kind], at = body, at + 12 + size
  end
  assert(found.IEND, "it has no end")
  return found
end

local LENGTHS, EXTRA = {}, {}
do
  local length = 3
  for symbol = 257, 284 do
    local extra = symbol < 265 and 0 or math.floor((symbol - 261) / 4)
    LENGTHS[symbol], EXTRA[symbol] = length, extra
    length = length + 2 ^ extra
  end
  LENGTHS[285], EXTRA[285] = 258, 0
end

-- The bytes of a zlib stream of one block with the fixed code, matches at distance 1.
local function inflate(text)
  assert((text:byte(1) * 256 + text:byte(2)) % 31 == 0, "wrong head of zlib")
  local at, bit, out = 3, 0, {}
  local function next_bit()
    local value = math.floor(text:byte(at) / 2 ^ bit) % 2
    bit = bit + 1
    if bit == 8 then at, bit = at + 1, 0 end
    return value
  end
  local function bits(count)
    local value = 0
    for i = 0, count - 1 do value = value + next_bit() * 2 ^ i end
    return value
  end
  local function code(count)
    local value = 0
    for _ = 1, count do value = value * 2 + next_bit() end
    return value
  end
  local function symbol()
    local value = code(7)
    if value < 24 then return 256 + value end
    value = value * 2 + next_bit()
    if value >= 48 and value < 192 then return value - 48 end
    if value >= 192 and value < 200 then return 280 + value - 192 end
    return 144 + value * 2 + next_bit() - 400
  end
  assert(bits(1) == 1 and bits(2) == 1, "not one block with the fixed code")
  local low, high = 1, 0
  local function add(byte)
    out[#out + 1] = byte
    low = (low + byte) % 65521
    high = (high + low) % 65521
  end
  while true do
    local value = symbol()
    if value == 256 then break end
    if value < 256 then
      add(value)
    else
      local length = LENGTHS[value] + bits(EXTRA[value])
      assert(code(5) == 0, "a distance that is not 1")
      for _ = 1, length do add(out[#out]) end
    end
  end
  if bit > 0 then at = at + 1 end
  assert(number(text, at) == high * 65536 + low, "wrong Adler-32")
  assert(at + 3 == #text, "bytes behind the stream")
  return out
end

function png.read(text)
  local found = chunks(text)
  local width, height = number(found.IHDR, 1), number(found.IHDR, 5)
  assert(found.IHDR:sub(9) == "\8\3\0\0\0", "not 8 bits with a palette")
  local bytes = inflate(found.IDAT)
  assert(#bytes == height * (width + 1), "not all pixels")
  local rows = {}
  for y = 0, height - 1 do
    local from, row = y * (width + 1) + 1, {}
    assert(bytes[from] == 2, "a filter that is not Up")
    for x = 0, width - 1 do
      local above = y > 0 and rows[y - 1][x] or 0
      row[x] = (bytes[from + 1 + x] + above) % 256
    end
    rows[y] = row
  end
  return width, height, function(x, y)
    local place = rows[y][x] * 3
    return ("%02x%02x%02x"):format(found.PLTE:byte(place + 1, place + 3))
  end
end

return png
