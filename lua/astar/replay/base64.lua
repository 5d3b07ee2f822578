--- Bytes as letters, four for every three.

local LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

local letter = {}
for i = 0, 63 do letter[i] = LETTERS:sub(i + 1, i + 1) end

local floor = math.floor

local function quad(a, b, c)
  local bits = a * 65536 + (b or 0) * 256 + (c or 0)
  return letter[floor(bits / 262144)] .. letter[floor(bits / 4096) % 64]
    .. (b and letter[floor(bits / 64) % 64] or "=") .. (c and letter[bits % 64] or "=")
end

return function(bytes)
  local pieces = {}
  for i = 1, #bytes, 3 do pieces[#pieces + 1] = quad(bytes:byte(i, i + 2)) end
  return table.concat(pieces)
end
