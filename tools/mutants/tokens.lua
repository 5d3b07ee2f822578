--- What C and Lua have in common when mutants are looked for: comparing, adding, constants.
--
-- A candidate is a change of one place: { first =, last = (bytes), text = (what stands there then),
-- kind = }. Texts are lists, of which one is picked.

local tokens = {}

--- The number of the line of each byte that begins a token; `list` is in order.
function tokens.number_lines(source, list)
  local line, at = 1, 1
  for _, token in ipairs(list) do
    for _ in source:sub(at, token.first - 1):gmatch("\n") do line = line + 1 end
    token.line, at = line, token.first
  end
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

local CHOICES = {}
for i, form in ipairs {
  "^%s*X%s*%?%s*X%s*:%s*X", "^%s*X%)%s*X%s*=%s*X", "^%s*X then%s*X%s*=%s*X",
} do
  CHOICES[i] = form:gsub("X", function() return OPERAND end)
end

local RETURNS = {}
for i, form in ipairs { "^%s*X%)%s*return%s+X%s*;", "^%s*X then%s+return%s+X%s+end" } do
  RETURNS[i] = form:gsub("X", function() return OPERAND end)
end

-- Is this the comparison of a least or a greatest? There it is the same whether equals count:
-- a < b ? a : b, if (a < b) a = b, if (a < b) return b.
local function chooses(before, after)
  local left = before:match(OPERAND .. "%s*$")
  for _, pattern in ipairs(CHOICES) do
    local right, one, other = after:match(pattern)
    if left and right then
      return one == left and other == right or one == right and other == left
    end
  end
  for _, pattern in ipairs(RETURNS) do
    local right, returned = after:match(pattern)
    if left and right then return returned == left or returned == right end
  end
end

--- What a comparison becomes; `unequal` is how the language writes that.
function tokens.other_comparisons(source, token, unequal)
  if token.text == "==" then return { unequal } end
  if token.text == unequal then return { "==" } end
  if not EDGE[token.text] then return nil end
  local before = source:sub(math.max(1, token.first - 80), token.first - 1)
  local after = source:sub(token.last + 1, token.last + 200)
  return { (chooses(before, after) and MIRROR or EDGE)[token.text] }
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
