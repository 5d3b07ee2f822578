--- The bytes that letters stand for, see base64.lua.

local byte, char, floor = string.byte, string.char, math.floor

local VALUES = {}
for i = 0, 25 do VALUES[65 + i], VALUES[97 + i] = i, 26 + i end
for i = 0, 9 do VALUES[48 + i] = 52 + i end
VALUES[43], VALUES[47] = 62, 63

-- Most groups of four letters come many times over. A table of what they stand for, of limited
-- size.
local function memory()
  local room = 65536
  return setmetatable({}, { __index = function(known, letters)
    local a, b, c, d = byte(letters, 1, 4)
    local bits = VALUES[a] * 262144 + VALUES[b] * 4096 + VALUES[c] * 64 + VALUES[d]
    local bytes = char(floor(bits / 65536), floor(bits / 256) % 256, bits % 256)
    if room > 0 then room, known[letters] = room - 1, bytes end
    return bytes
  end })
end

--- Bytes | nil: that is no base64. Blanks are left out.
return function(text)
  text = text:gsub("%s", "")
  local letters, pad = text:match("^([%a%d+/]*)(=?=?)$")
  if not letters or #text % 4 ~= 0 then return nil end
  local bytes = (letters .. ("A"):rep(#pad)):gsub("....", memory())
  return bytes:sub(1, #bytes - #pad)
end
