--- The tokens of a Lua script: Lua 5.4's, and the numbers of LuaJIT. A token is { kind, value,
-- line }. The kind is "name", "string", "number" or "eof"; of keywords and signs it is the text.
-- Only what a check of a mod needs is made of a literal: numbers keep their text.
--
-- This is a lexer of our own because the check works wherever the module works, without packages;
-- and what other programs know of Lua scripts does not tell which variable holds a unit.

local tokens = {}

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch("%a+") do KEYWORDS[word] = true end

-- Signs by their lengths, the longest first.
local SIGNS = {
  { ["..."] = true },
  { [".."] = true, ["=="] = true, ["~="] = true, ["<="] = true, [">="] = true, ["<<"] = true,
    [">>"] = true, ["//"] = true, ["::"] = true },
}
local SINGLE = "[%+%-%*/%%%^#&~|<>=%(%)%{%}%[%];:,%.]"

local ESCAPES = { a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v" }

local function character(digits, base)
  local code = tonumber(digits, base)
  if base == 10 or code < 128 then return string.char(code % 256) end
  local is_known, text = pcall(utf8 and utf8.char or error, code)   -- 5.3 knows fewer than 5.4
  return is_known and text or "?"
end

-- What follows a backslash, and what it stands for; the first that fits.
local AFTER_BACKSLASH = {
  { "^x(%x%x)()", function(digits) return string.char(tonumber(digits, 16)) end },
  { "^u{(%x+)}()", function(digits) return character(digits, 16) end },
  { "^(%d%d?%d?)()", function(digits) return character(digits, 10) end },
  { "^(z%s*)()", function() return "" end },
  { "^(\r?\n)()", function() return "\n" end },
  { "^(.)()", function(sign) return ESCAPES[sign] or sign end },
}

-- Something does: a quotation mark, or a character, that is no end of a string.
local function after_backslash(text, at)
  for _, one in ipairs(AFTER_BACKSLASH) do
    local found, behind = text:match(one[1], at)
    if found then return one[2](found), behind end
  end
end

-- What a short string holds.
local function unescaped(text)
  local parts, at = {}, 1
  while true do
    local backslash = text:find("\\", at, true)
    if not backslash then break end
    parts[#parts + 1] = text:sub(at, backslash - 1)
    parts[#parts + 1], at = after_backslash(text, backslash + 1)
  end
  return table.concat(parts) .. text:sub(at)
end

-- A long bracket at `at`: its text and what follows it; nothing where there is none.
local function long_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local first = at + #level + 2
  local last, behind = text:find("]" .. level .. "]", first, true)
  if not last then return text:sub(first), #text + 1 end
  return (text:sub(first, last - 1):gsub("^\r?\n", "")), behind + 1
end

-- A string in quotation marks at `at`.
local function quoted(text, at)
  local quote = text:match("^[\"']", at)
  if not quote then return nil end
  local last = at + 1
  while last <= #text and text:sub(last, last) ~= quote do
    last = last + (text:sub(last, last) == "\\" and 2 or 1)
  end
  return unescaped(text:sub(at + 1, last - 1)), last + 1
end

-- What follows the blanks and comments at `at`.
local function after_blanks(text, at)
  while true do
    local _, last = text:find("^%s+", at)
    at = (last or at - 1) + 1
    if text:sub(at, at + 1) ~= "--" then return at end
    local _, behind = long_bracket(text, at + 2)
    at = behind or (text:find("\n", at, true) or #text) + 1
  end
end

local function number_at(text, at)
  if not text:find("^%.?%d", at) then return nil end
  local _, last = text:find("^0[xX][%x%.]*", at)
  if last then
    local _, exponent = text:find("^[pP][+-]?%d+", last + 1)
    last = exponent or last
  else
    _, last = text:find("^[%d%.]+", at)
    local _, exponent = text:find("^[eE][+-]?%d+", last + 1)
    last = exponent or last
  end
  local _, suffix = text:find("^[%a_]+", last + 1)             -- LuaJIT's ULL and i
  return suffix or last
end

local function sign_at(text, at)
  for length = 3, 2, -1 do
    local sign = text:sub(at, at + length - 1)
    if SIGNS[4 - length][sign] then return sign end
  end
  return text:match("^" .. SINGLE, at)
end

-- The token at `at`: kind, value, and what follows it.
local function token_at(text, at)
  local word = text:match("^[%a_\128-\255][%w_\128-\255]*", at)
  if word then return KEYWORDS[word] and word or "name", word, at + #word end
  local last = number_at(text, at)
  if last then return "number", text:sub(at, last), last + 1 end
  local value, behind = quoted(text, at)
  if not value then value, behind = long_bracket(text, at) end
  if value then return "string", value, behind end
  local sign = sign_at(text, at)
  if sign then return sign, sign, at + #sign end
  return nil
end

local function lines_in(text, from, to)
  local _, count = text:sub(from, to):gsub("\n", "")
  return count
end

--- The tokens of a script, the last of which is "eof": a list | nil, line.
function tokens.of(text)
  local list, at, line = {}, (text:match("^#[^\n]*()") or 1), 1
  while true do
    local first = after_blanks(text, at)
    line = line + lines_in(text, at, first - 1)
    if first > #text then break end
    local kind, value, behind = token_at(text, first)
    if not kind then return nil, line end
    list[#list + 1] = { kind = kind, value = value, line = line }
    line = line + lines_in(text, first, behind - 1)
    at = behind
  end
  list[#list + 1] = { kind = "eof", value = "<eof>", line = line }
  return list
end

return tokens
