--- Bytes as letters, four for every three, and back.

local base64 = {}

local byte, char, floor = string.byte, string.char, math.floor

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local LETTER, VALUES = {}, {}
for i = 0, 63 do LETTER[i], VALUES[byte(LETTERS, i + 1)] = LETTERS:sub(i + 1, i + 1), i end

local function quad(a, b, c)
  local bits = a * 65536 + (b or 0) * 256 + (c or 0)
  return LETTER[floor(bits / 262144)] .. LETTER[floor(bits / 4096) % 64]
    .. (b and LETTER[floor(bits / 64) % 64] or "=") .. (c and LETTER[bits % 64] or "=")
end

function base64.encode(bytes)
  local pieces = {}
  for i = 1, #bytes, 3 do pieces[#pieces + 1] = quad(byte(bytes, i, i + 2)) end
  return table.concat(pieces)
end

--- Maps have few kinds of cells, so most groups of letters or bytes come many times over. A table
-- of what groups stand for, found by `f`, of limited size.
function base64.memory(f)
  local room = 65536
  return setmetatable({}, { __index = function(known, group)
    local value = f(group)
    if room > 0 then room, known[group] = room - 1, value end
    return value
  end })
end

local function bytes_of(letters)
  local a, b, c, d = byte(letters, 1, 4)
  local bits = VALUES[a] * 262144 + VALUES[b] * 4096 + VALUES[c] * 64 + VALUES[d]
  return char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
end

--- Bytes | nil: that is no base64. Blanks are left out.
function base64.decode(text)
  text = text:gsub("%s", "")
  local letters, pad = text:match("^([%a%d+/]*)(=?=?)$")
  if not letters or #text % 4 ~= 0 then return nil end
  local bytes = (letters .. ("A"):rep(#pad)):gsub("....", base64.memory(bytes_of))
  return bytes:sub(1, #bytes - #pad)
end

return base64
