--- Undefined names in a script: neither declared in it nor known. They are found without running
-- the code, also in parts that rarely run. A name that is declared anywhere in the file is treated
-- as known in all of it. So every name reported is undefined, but not every undefined name is
-- reported.

local options = require "astar.arguments.options"

local globals = {}

local KEYWORDS = {}
for word in ([[and break do else elseif end false for function goto if in local nil not or repeat
  return then true until while]]):gmatch("%a+") do KEYWORDS[word] = true end

-- What a long bracket or a quotation at `at` is followed by, or nil where there is none.
local function after_quoted(text, at)
  local level = text:match("^%[(=*)%[", at)
  if level then
    local _, last = text:find("]" .. level .. "]", at, true)
    return (last or #text) + 1
  end
  local quote = text:match("^[\"']", at)
  if not quote then return nil end
  local last = at + 1
  while last <= #text and text:sub(last, last) ~= quote do
    last = last + (text:sub(last, last) == "\\" and 2 or 1)
  end
  return last + 1
end

-- What a comment at `at` is followed by, or nil.
local function after_comment(text, at)
  if text:sub(at, at + 1) ~= "--" then return nil end
  if text:find("^%[=*%[", at + 2) then return after_quoted(text, at + 2) end
  return (text:find("\n", at, true) or #text) + 1
end

local function count_lines(text, from, to)
  local _, lines = text:sub(from, to):gsub("\n", "")
  return lines
end

-- The words and signs of a script: a list of { text, line }.
local function tokens_of(text)
  local list, at, line = {}, 1, 1
  while at <= #text do
    local behind = after_comment(text, at) or after_quoted(text, at)
    if behind then
      line, at = line + count_lines(text, at, behind - 1), behind
      list[#list + 1] = { "", line }
    else
      local word = text:match("^[%a_][%w_]*", at) or text:match("^%.?%d[%w.]*", at)
        or text:match("^%.%.%.?", at) or text:match("^[=~<>]=", at) or text:match("^::", at)
        or text:sub(at, at)
      if word == "\n" then line = line + 1 end
      if not word:find("^%s$") then list[#list + 1] = { word, line } end
      at = at + #word
    end
  end
  return list
end

local function is_name(word)
  return word ~= nil and word:find("^[%a_]") ~= nil and not KEYWORDS[word]
end

local function word_at(list, i)
  return list[i] and list[i][1]
end

-- Adds the names of a list of them, with commas between; and the attributes of Lua 5.4.
local function add_names(list, i, names)
  while is_name(word_at(list, i)) do
    names[word_at(list, i)] = true
    i = i + 1
    if word_at(list, i) == "<" then i = i + 3 end
    if word_at(list, i) ~= "," then return end
    i = i + 1
  end
end

-- Adds the parameters of the function whose keyword stands at i.
local function add_parameters(list, i, names)
  while word_at(list, i) and word_at(list, i) ~= "(" do
    if word_at(list, i) == ":" then names.self = true end
    i = i + 1
  end
  add_names(list, i + 1, names)
end

local function declared(list)
  local names = {}
  for i = 1, #list do
    local word = list[i][1]
    if word == "local" then
      local is_function = word_at(list, i + 1) == "function"
      add_names(list, is_function and i + 2 or i + 1, names)
    elseif word == "for" then
      add_names(list, i + 1, names)
    elseif word == "function" then
      add_parameters(list, i, names)
      if is_name(word_at(list, i + 1)) then names[word_at(list, i + 1)] = true end
    elseif word == "=" and is_name(word_at(list, i - 1)) then
      local before = word_at(list, i - 2)
      if before ~= "." and before ~= "{" then names[word_at(list, i - 1)] = true end
    end
  end
  return names
end

--- The names that are nothing: a list of { name, line }; and those that the script declares, a
-- list. `known`: a set of names.
function globals.unknown(text, known)
  local list, result = tokens_of(text), {}
  local names = declared(list)
  local own = options.names(names)
  for i = 1, #list do
    local word, before, after = list[i][1], word_at(list, i - 1), word_at(list, i + 1)
    local is_field = before == "." or before == ":" or before == "::" or before == "goto"
    local is_key = after == "=" and (before == "{" or before == "," or before == ";")
    is_field = is_field or before == "<" and after == ">"      -- an attribute
    if is_name(word) and not is_field and not is_key and not names[word] and not known[word] then
      result[#result + 1] = { name = word, line = list[i][2] }
      names[word] = true
    end
  end
  return result, own
end

return globals
