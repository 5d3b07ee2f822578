--- Mutants of Lua, on the level of tokens. Statements are found by trying whether what is there can
-- be compiled alone; each candidate is one that compiles.

local tokens = require "mutants.tokens"

local lua = {}

local OPERATORS = { "...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>" }

-- Where a comment ends; or nil and a text in long brackets.
local function special(source, at)
  local level = source:match("^%-%-%[(=*)%[", at)
  if level then return select(2, source:find("]" .. level .. "]", at, true)) + 1 end
  if source:match("^%-%-", at) then return source:find("\n", at, true) or #source + 1 end
  level = source:match("^%[(=*)%[", at)
  if level then
    return nil, source:sub(at, select(2, source:find("]" .. level .. "]", at, true)))
  end
end

--- The tokens; comments are none.
function lua.tokens(source) return tokens.split(source, OPERATORS, special) end

local SWAPS = { ["and"] = "or", ["or"] = "and", ["true"] = "false", ["false"] = "true",
  min = "max", max = "min" }

local KEYWORDS = { ["and"] = true, ["or"] = true, ["not"] = true, ["return"] = true,
  ["then"] = true, ["do"] = true, ["else"] = true, ["elseif"] = true, ["if"] = true,
  ["while"] = true, ["until"] = true,
  ["repeat"] = true, ["in"] = true, ["for"] = true, ["local"] = true,
  ["function"] = true, ["end"] = true, ["goto"] = true, ["nil"] = true }

local BEFORE_STATEMENT = { ["then"] = true, ["do"] = true, ["else"] = true, ["repeat"] = true,
  ["end"] = true, [";"] = true, [")"] = true, ["}"] = true, ["true"] = true, ["false"] = true,
  ["nil"] = true, ["]"] = true }

local function is_operand(token)
  return token.kind == "number" or token.text == ")" or token.text == "]" or token.text == "}"
    or (token.kind == "name" and not KEYWORDS[token.text])
end

local function compiles(text) return load(text) ~= nil end

local Finder = {}
Finder.__index = Finder

function Finder:add(kind, first, last, texts)
  local fit = {}
  for _, text in ipairs(texts) do
    local source = self.source:sub(1, first.first - 1) .. text .. self.source:sub(last.last + 1)
    if compiles(source) then fit[#fit + 1] = text end
  end
  if #fit == 0 then return end
  self.found[#self.found + 1] = { kind = kind, first = first.first, last = last.last,
    line = first.line, texts = fit }
end

-- Is this the place in a text where `sub` or `find` begins? There 0 is the same as 1.
local function is_place(list, i)
  local before, after = list[i - 1].text, list[i + 1] and list[i + 1].text
  return before == "(" and list[i - 2].text == "sub"
    or before == "," and after == "," and list[i + 2].text == "true"
end

-- Is this what says to `find` that a text is no pattern, where it is the same as one?
local function is_needless(list, i)
  local text = list[i - 4]
  return list[i].text == "true" and list[i - 1].text == "," and list[i - 2].kind == "number"
    and text.kind == "quoted" and not text.text:find "[%^%$%(%)%%%.%[%]%*%+%-%?]"
end

local MOST_TOKENS = 60

-- An assignment or a call that begins at token i and ends with its line, or before an `end`.
function Finder:statement(i)
  local list, token, before = self.list, self.list[i], self.list[i - 1]
  local may_begin = not before or BEFORE_STATEMENT[before.text] or before.line < token.line
    and (before.kind == "name" and not KEYWORDS[before.text] or before.kind ~= "operator")
  if not may_begin or KEYWORDS[token.text] or SWAPS[token.text] then return end
  for k = i + 1, math.min(#list, i + MOST_TOKENS) do
    local after = list[k + 1]
    local ends = not after or after.line > list[k].line or after.text == "end"
      or after.text == "else" or after.text == "until"
    local text = ends and self.source:sub(token.first, list[k].last)
    if text and (compiles(text) or compiles("local function f(...) " .. text .. " end")) then
      self:add("statement removed", token, list[k], { "" })
      return
    end
  end
end

function Finder:returned(i)
  local list = self.list
  local first = list[i + 1]
  if not first or KEYWORDS[first.text] and first.text ~= "function" and first.text ~= "not" then
    return
  end
  for k = i + 1, math.min(#list, i + MOST_TOKENS) do
    local after = list[k + 1]
    local ends = not after or after.line > list[k].line or after.text == "end"
      or after.text == "else"
    local text = ends and self.source:sub(list[i].first, list[k].last)
    if text and compiles("local function f(...) " .. text .. " end") then
      local is_false = k == i + 1 and first.text == "false"  -- which is exchanged for true, as in C
      if not is_false then self:add("returned value", first, list[k], { "nil" }) end
      return
    end
  end
end

function Finder:condition(i)
  local list, k = self.list, i + 1
  while list[k].text ~= "then" and list[k].text ~= "do" and k < i + MOST_TOKENS do k = k + 1 end
  local first, last = list[i + 1], list[k - 1]
  local text = self.source:sub(first.first, last.last)
  self:add("negation", first, last, { "not (" .. text .. ")" })
end

function Finder:token(i)
  local list, token = self.list, self.list[i]
  local text = token.text
  if token.kind == "quoted" then return end
  local compared = tokens.other_comparisons(self.source, token, "~=")
  if compared then self:add("comparison", token, token, compared) end
  if SWAPS[text] then
    if i > 4 and is_needless(list, i) then return end
    self:add("exchanged", token, token, { SWAPS[text] })
  elseif (text == "+" or text == "-") and i > 1 and is_operand(list[i - 1]) then
    self:add("arithmetic", token, token, { text == "+" and "-" or "+" })
  elseif token.kind == "number" then
    local others = tokens.other_numbers(text)
    if text == "1" and is_place(list, i) then others = { "2" } end
    if others then self:add("constant", token, token, others) end
  elseif text == "not" then
    self:add("negation", token, token, { "" })
  elseif text == "if" or text == "elseif" or text == "while" then
    self:condition(i)
  elseif text == "return" then
    self:returned(i)
  elseif text == "break" then
    self:add("break removed", token, token, { "" })
  elseif token.kind == "name" then
    self:statement(i)
  end
end

--- All candidates of a source.
function lua.candidates(source)
  local self = setmetatable({ source = source, list = lua.tokens(source), found = {} }, Finder)
  for i = 1, #self.list do self:token(i) end
  return self.found
end

return lua
