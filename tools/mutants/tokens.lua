--- What C and Lua have in common when mutants are looked for: comparing, adding, constants.
--
-- A candidate is a change of one place: { first =, last = (bytes), text = (what stands there then),
-- kind = }. Texts are lists, of which one is picked.

local tokens = {}

local function operator_at(source, at, operators)
  for _, one in ipairs(operators) do
    if source:sub(at, at + #one - 1) == one then return one end
  end
  return source:sub(at, at)
end

-- A quoted text, from the quote to the quote.
local function quoted_at(source, at)
  local quote, i = source:sub(at, at), at + 1
  while source:sub(i, i) ~= quote do
    i = i + (source:sub(i, i) == "\\" and 2 or 1)
  end
  return source:sub(at, i)
end

-- The number of the line of each byte that begins a token; `list` is in order.
local function number_lines(source, list)
  local line, at = 1, 1
  for _, token in ipairs(list) do
    for _ in source:sub(at, token.first - 1):gmatch("\n") do line = line + 1 end
    token.line, at = line, token.first
  end
end

--- The tokens of a source. `operators`: those of several letters, longer ones first.
-- `special(source, at)` returns where what is no token ends, as a comment does, or nil and a quoted
-- text that begins there in the language's own way.
function tokens.split(source, operators, special)
  local list, at = {}, 1
  local function add(kind, text)
    list[#list + 1] = { kind = kind, text = text, first = at, last = at + #text - 1 }
    at = at + #text
  end
  while at <= #source do
    local first = source:sub(at, at)
    local behind, quoted = special(source, at)
    if first:match("%s") then
      at = source:find("%S", at) or #source + 1
    elseif behind then
      at = behind
    elseif quoted then
      add("quoted", quoted)
    elseif first:match("[%a_]") then
      add("name", source:match("^[%w_]+", at))
    elseif first:match("%d") then
      add("number", source:match("^[%d.]+[eE][+-]%d+", at) or source:match("^[%w.]+", at))
    elseif first == '"' or first == "'" then
      add("quoted", quoted_at(source, at))
    else
      add("operator", operator_at(source, at, operators))
    end
  end
  number_lines(source, list)
  return list
end

--- 7 -> 8, 6; 0 -> 1. Suffixes stay. nil: no whole number.
function tokens.other_numbers(text)
  local digits, suffix = text:match("^(0[xX]%x+)([uUlL]*)$")
  if not digits then digits, suffix = text:match("^(%d+)([uUlL]*)$") end
  local value = digits and math.tointeger(tonumber(digits))
  if not value then return nil end
  local pattern = digits:match("^0[xX]") and "0x%x%s" or "%d%s"
  local texts = { pattern:format(value + 1, suffix) }
  if value > 0 then texts[2] = pattern:format(value - 1, suffix) end
  return texts
end

local EDGE = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">" }
local MIRROR = { ["<"] = ">", ["<="] = ">=", [">"] = "<", [">="] = "<=" }
local OPERAND = "([%w_%.%->%[%]]+)"

-- Patterns in which X is an operand.
local function patterns(forms)
  local list = {}
  for i, form in ipairs(forms) do list[i] = form:gsub("X", function() return OPERAND end) end
  return list
end

local CHOICES = patterns {
  "^%s*X%s*%?%s*X%s*:%s*X", "^%s*(.-)%)%s*X%s*=%s*(.-);", "^%s*(.-) then%s*X%s*=%s*(.-) end",
}
local RETURNS = patterns { "^%s*X%)%s*return%s+X%s*;", "^%s*X then%s+return%s+X%s+end" }

-- Are these two operands the same two, in some order?
local function are_both(a, b, one, other)
  return one == a and other == b or one == b and other == a
end

-- Is this the comparison of a least or a greatest? There it is the same whether equals count:
-- a < b ? a : b, if (a < b) a = b, if (a < b) return b.
local function chooses(before, after)
  local left = before:match(OPERAND .. "%s*$")
  for _, pattern in ipairs(CHOICES) do
    local right, one, other = after:match(pattern)
    if left and right then
      return are_both(left, right, one, other)
    end
  end
  for _, pattern in ipairs(RETURNS) do
    local right, returned = after:match(pattern)
    if left and right then return returned == left or returned == right end
  end
end

-- Is this a difference of two that is 0 if they are equal, a > b ? a - b : 0, or the absolute value
-- of one? There, too, it is the same whether equals count.
local DIFFERENCES = patterns {
  "^%s*X%s*%?%s*X%s+%-%s+X%s*:%s*0%f[%W]", "^%s*X%s*%?%s*X%s+%-%s+X%s*:%s*X%s+%-%s+X",
}
local ABSOLUTES = patterns { "^%s*0%s*%?%s*%-X%s*:%s*X", "^%s*0%s*%?%s*X%s*:%s*%-X" }

local function subtracts(before, after)
  local left = before:match(OPERAND .. "%s*$")
  for _, pattern in ipairs(DIFFERENCES) do
    local right, a, b, c, d = after:match(pattern)
    if left and right and are_both(left, right, a, b) then
      return c == nil or are_both(left, right, c, d)
    end
  end
  for _, pattern in ipairs(ABSOLUTES) do
    local a, b = after:match(pattern)
    if left and a == left and b == left then return true end
  end
end

-- Has it just been said that they are not equal, as in if (a != b) return a < b?
local UNEQUAL = patterns {
  "X%s*!=%s*X%)%s*return%s+X%s*$", "X%s*!=%s*X%s*%?%s*X%s*$",
  "X%s*~=%s*X then%s+return%s+X%s*$",
}

local function are_unequal(before, after)
  local right = after:match("^%s*" .. OPERAND)
  for _, pattern in ipairs(UNEQUAL) do
    local a, b, left = before:match(pattern)
    if left and right then return are_both(left, right, a, b) end
  end
end

--- What a comparison becomes; `unequal` is how the language writes that.
function tokens.other_comparisons(source, token, unequal)
  if token.text == "==" then return { unequal } end
  if token.text == unequal then return { "==" } end
  if not EDGE[token.text] then return nil end
  local before = source:sub(math.max(1, token.first - 80), token.first - 1)
  local after = source:sub(token.last + 1, token.last + 200)
  local is_alike = chooses(before, after) or subtracts(before, after) or are_unequal(before, after)
  return { (is_alike and MIRROR or EDGE)[token.text] }
end

--- The index of the bracket that closes the one at `index`, or nil.
function tokens.closing(list, index)
  local depth = 0
  for i = index, #list do
    local text = list[i].text
    if text == "(" or text == "{" or text == "[" then depth = depth + 1 end
    if text == ")" or text == "}" or text == "]" then
      depth = depth - 1
      if depth == 0 then return i end
    end
  end
end

return tokens
