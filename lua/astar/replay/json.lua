--- Plain data as JSON that may stand in a page: no text in it can end the element that it is in,
-- and the same data give the same text in every Lua.

local core = require "astar.core"
local exact = require "astar.save.exact"
local next = require "astar.pairs".next

local REPLACED = "[%c\"\\<>&\127-\255]"

local function code_unit(number)
  return ("\\u%04x"):format(number)
end

local function code_point(number)
  if number < 0x10000 then return code_unit(number) end
  local rest = number - 0x10000
  return code_unit(0xD800 + math.floor(rest / 0x400)) .. code_unit(0xDC00 + rest % 0x400)
end

-- The shortest sequences that encode a character of UTF-8, by their first byte: length, least.
local function sequence(first)
  if first >= 0xC2 and first < 0xE0 then return 2, 0x80, first - 0xC0 end
  if first >= 0xE0 and first < 0xF0 then return 3, 0x800, first - 0xE0 end
  if first >= 0xF0 and first < 0xF5 then return 4, 0x10000, first - 0xF0 end
end

-- The character at a place of a text, and how many bytes it has; what is not UTF-8 becomes "?".
local function character(text, at)
  local first = text:byte(at)
  if first < 128 then return code_unit(first), 1 end
  local length, least, number = sequence(first)
  if not length then return "?", 1 end
  for i = at + 1, at + length - 1 do
    local byte = text:byte(i)
    if not byte or byte < 128 or byte > 191 then return "?", 1 end
    number = number * 64 + byte - 128
  end
  local surrogate = number >= 0xD800 and number < 0xE000
  if number < least or number > 0x10FFFF or surrogate then return "?", 1 end
  return code_point(number), length
end

local function string_of(text)
  local pieces, from = {}, 1
  while true do
    local at = text:find(REPLACED, from)
    pieces[#pieces + 1] = text:sub(from, (at or 0) - 1)
    if not at then return '"' .. table.concat(pieces) .. '"' end
    local written, length = character(text, at)
    pieces[#pieces + 1] = written
    from = at + length
  end
end

local encode

local function list_of(list)
  local pieces = {}
  for i, value in ipairs(list) do pieces[i] = encode(value) end
  return "[" .. table.concat(pieces, ",") .. "]"
end

local function object_of(object)
  local pieces = {}
  for i, key in ipairs(core.keys(object)) do
    pieces[i] = string_of(key) .. ":" .. encode(object[key])
  end
  return "{" .. table.concat(pieces, ",") .. "}"
end

function encode(value)
  local kind = type(value)
  if kind == "string" then return string_of(value) end
  if kind == "boolean" then return tostring(value) end
  if kind == "table" then
    return next(value) == nil and "[]" or value[1] ~= nil and list_of(value) or object_of(value)
  end
  return exact.digits(value, 14)
end

return encode
