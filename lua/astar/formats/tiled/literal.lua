--- Reads data: JSON, or a Lua table behind `return`, as Tiled exports maps. Nothing is run, so a
-- file can do no more than be wrong. The two differ in punctuation only, so one reader has both.
--
-- A reader gets the place where its value begins, and returns the value and the place behind it.
-- What is wrong is raised as { at =, reason = } and caught in literal.read.

local literal = {}

local MOST_DEEP = 100

local function fail(at, format, ...)
  error({ at = at, reason = format:format(...) })
end

local function shown(text, at)
  local word = text:match("^[%w_]+", at) or text:sub(at, at)
  if word == "" then return "the end of the file" end
  return ("'%s'"):format(word:sub(1, 20))
end

-- The next place with neither a blank nor, in Lua, a comment.
local function skip(text, at, is_json)
  at = text:find("%S", at) or #text + 1
  while not is_json and text:sub(at, at + 1) == "--" do
    at = text:find("\n", at, true) or #text + 1
    at = text:find("%S", at) or #text + 1
  end
  return at
end

-- ---- strings -----------------------------------------------------------------------------------

local ESCAPES = { n = "\n", t = "\t", r = "\r", b = "\b", f = "\f", a = "\a", v = "\v",
  ["/"] = "/", ["\\"] = "\\", ['"'] = '"', ["'"] = "'", ["\n"] = "\n" }

local char, floor = string.char, math.floor

local function utf8_of(code)
  if code < 0x80 then return char(code) end
  local last = char(0x80 + code % 64)
  if code < 0x800 then return char(0xC0 + floor(code / 64)) .. last end
  last = char(0x80 + floor(code / 64) % 64) .. last
  if code < 0x10000 then return char(0xE0 + floor(code / 4096)) .. last end
  return char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64) .. last
end

-- \u and four digits; two of them may stand for one character.
local function unicode(text, at)
  local code = tonumber(text:match("^\\u(%x%x%x%x)", at) or "", 16)
  if not code then fail(at, "'\\u' needs four hexadecimal digits") end
  local low = code >= 0xD800 and code < 0xDC00 and
    tonumber(text:match("^\\u([dD][c-fC-F]%x%x)", at + 6) or "", 16)
  if not low then return utf8_of(code), at + 6 end
  return utf8_of(0x10000 + (code - 0xD800) * 0x400 + low - 0xDC00), at + 12
end

local function escape(text, at, is_json)
  local letter = text:sub(at + 1, at + 1)
  if ESCAPES[letter] then return ESCAPES[letter], at + 2 end
  if is_json and letter == "u" then return unicode(text, at) end
  local digits = not is_json and text:match("^%d%d?%d?", at + 1)
  if digits and tonumber(digits) < 256 then return char(tonumber(digits)), at + 1 + #digits end
  return fail(at, "unknown escape '\\%s'", letter)
end

local function string_at(text, at, is_json)
  local pieces, from = {}, at + 1
  while true do
    local stop = text:find('[\\"]', from)
    if not stop then fail(at, "the string has no end") end
    pieces[#pieces + 1] = text:sub(from, stop - 1)
    if text:byte(stop) == 34 then return table.concat(pieces), stop + 1 end
    pieces[#pieces + 1], from = escape(text, stop, is_json)
  end
end

-- ---- numbers and words -------------------------------------------------------------------------

local WORDS = {
  [true] = { ["true"] = { true }, ["false"] = { false }, null = {} },
  [false] = { ["true"] = { true }, ["false"] = { false }, ["nil"] = {} },
}

local function plain_at(text, at, is_json)
  local digits = text:match("^%-?%d+%.?%d*[eE]?[+-]?%d*", at)
  local number = digits and tonumber(digits)
  if number and number - number == 0 then return number, at + #digits end      -- not infinite
  local word = text:match("^%l+", at)
  local known = WORDS[is_json][word or ""]
  if not known then fail(at, "a value expected, got %s", shown(text, at)) end
  return known[1], at + #word
end

-- Long lists are those of cells: whole numbers at the start of a list, each with a comma behind
-- it, are taken at once.
local function numbers(text, at, list)
  local run, count, next_at = text:match("^[%d,%s]+", at) or "", 0, 1
  for from, digits, behind in run:gmatch("()(%d+)%s*,%s*()") do
    if from ~= next_at then break end
    count, next_at = count + 1, behind
    list[count] = tonumber(digits)
  end
  return at + next_at - 1, count
end

-- ---- tables ------------------------------------------------------------------------------------

local value_at

local function punctuation(text, at, mark, is_json)
  at = skip(text, at, is_json)
  if text:sub(at, at) ~= mark then
    fail(at, "'%s' expected, got %s", mark, shown(text, at))
  end
  return skip(text, at + 1, is_json)
end

-- What stands before a value of Lua: `name =`, `["name"] =` or `[1] =`; nil without one.
local function lua_key(text, at, depth)
  local name, behind = text:match("^([%a_][%w_]*)%s*=()", at)
  if name then return name, skip(text, behind, false) end
  if text:sub(at, at) ~= "[" then return nil, at end
  local key, stop = value_at(text, skip(text, at + 1, false), false, depth)
  if type(key) ~= "string" and type(key) ~= "number" then
    fail(at, "a key is a name or a number")
  end
  return key, punctuation(text, punctuation(text, stop, "]", false), "=", false)
end

local function json_key(text, at)
  if text:sub(at, at) ~= '"' then fail(at, "a key expected, got %s", shown(text, at)) end
  local key, stop = string_at(text, at, true)
  return key, punctuation(text, stop, ":", true)
end

-- `key_at` is nil where there are no keys.
local function table_at(text, at, close, key_at, is_json, depth)
  if depth > MOST_DEEP then fail(at, "more than %d tables in one another", MOST_DEEP) end
  local result, count = {}, 0
  at = skip(text, at + 1, is_json)
  if close == "]" or not is_json then at, count = numbers(text, at, result) end
  while text:sub(at, at) ~= close do
    local key, value
    if key_at then key, at = key_at(text, at, depth) end
    value, at = value_at(text, at, is_json, depth)
    if key == nil then
      count = count + 1
      key = count
    end
    result[key] = value
    at = skip(text, at, is_json)
    if text:sub(at, at) ~= close then at = punctuation(text, at, ",", is_json) end
  end
  return result, at + 1
end

function value_at(text, at, is_json, depth)
  local first = text:sub(at, at)
  if first == '"' then return string_at(text, at, is_json) end
  if first == "{" then
    return table_at(text, at, "}", is_json and json_key or lua_key, is_json, depth + 1)
  elseif first == "[" and is_json then
    return table_at(text, at, "]", nil, true, depth + 1)
  end
  return plain_at(text, at, is_json)
end

-- ---- the whole ---------------------------------------------------------------------------------

local function whole(text, is_json)
  local at = skip(text, 1, is_json)
  if not is_json then at = skip(text, text:match("^return()", at) or at, false) end
  if text:sub(at, at) ~= "{" then fail(at, "a table expected, got %s", shown(text, at)) end
  local value, behind = value_at(text, at, is_json, 0)
  behind = skip(text, behind, is_json)
  if behind <= #text then fail(behind, "%s behind the end", shown(text, behind)) end
  return value
end

local function line_of(text, at)
  local _, before = text:sub(1, at - 1):gsub("\n", "")
  return before + 1
end

--- Whether a text looks like a literal: "json", "lua" or nil.
function literal.recognises(text)
  if text:find("^%s*{") then return "json" end
  local at = skip(text, 1, false)
  return text:find("^return%s*{", at) and "lua" or nil
end

--- The table that a text holds, "json" or "lua"; or nil, the line, and what is wrong there.
function literal.read(text, language)
  local ok, value = pcall(whole, text, language == "json")
  if ok then return value end
  if type(value) ~= "table" then error(value, 0) end
  return nil, line_of(text, value.at), value.reason
end

return literal
