--- Text from others, for a terminal or a log: control characters, which could clear the screen or
-- overwrite other lines, are shown as Lua writes them, "\27". Line breaks and tabs stay.

local CONTROL, BYTES = {}, {}                    -- what is shown in place of bytes
for byte = 0, 255 do
  local c = string.char(byte)
  if byte >= 128 then BYTES[c] = ("\\%d"):format(byte) end
  if (byte < 32 or byte == 127) and c ~= "\n" and c ~= "\t" then
    CONTROL[c] = ("\\%d"):format(byte)
  end
end

-- The ways in which UTF-8 writes a character beyond ASCII.
local WAYS = {
  "[\240-\244][\128-\191][\128-\191][\128-\191]", "[\225-\239][\128-\191][\128-\191]",
  "\224[\160-\191][\128-\191]", "[\194-\223][\128-\191]",
}

-- Control characters beyond ASCII, and those that turn the direction of what follows.
local HIDDEN = { "\194[\128-\159]", "\226\128[\142\143\168-\174]", "\226\129[\166-\169]" }

local function is_utf8(text)
  for _, way in ipairs(WAYS) do text = text:gsub(way, " ") end
  return not text:find("[\128-\255]")
end

local function escaped(text) return (text:gsub("[\128-\255]", BYTES)) end

--- The text as it can be shown. Where it is no UTF-8 all that is beyond ASCII is shown in numbers.
return function(text)
  text = text:gsub("%c", CONTROL)
  if not text:find("[\128-\255]") then return text end
  if not is_utf8(text) then return escaped(text) end
  for _, pattern in ipairs(HIDDEN) do text = text:gsub(pattern, escaped) end
  return text
end
