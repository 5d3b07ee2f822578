--- Mutants of C, on the level of tokens: in the bodies of functions, outside of assertions.

local tokens = require "mutants.tokens"

local c = {}

local OPERATORS = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
  "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=" }

-- Where a comment, or what is for the preprocessor, ends.
local function special(source, at)
  local two = source:sub(at, at + 1)
  if two == "/*" then return select(2, source:find("*/", at, true)) + 1 end
  if two == "//" then return source:find("\n", at, true) or #source + 1 end
  if two:sub(1, 1) ~= "#" then return nil end
  repeat
    local stop = source:find("\n", at, true) or #source
    local more = source:sub(stop - 1, stop - 1) == "\\"
    at = stop + 1
  until not more
  return at
end

--- The tokens; comments and what is for the preprocessor are none.
function c.tokens(source) return tokens.split(source, OPERATORS, special) end

-- ---- functions ----------------------------------------------------------------------------------

local INTEGERS = { "^int$", "^unsigned$", "^u?int%d+_t$", "^size_t$", "^Cell$", "^long$" }

-- Functions whose result Lua drops: finalizers, and those that set a field.
local function is_dropped(name) return name:find("_gc$") or name:find("_set_") end

-- What a function returns: "bool", "pointer", "integer", "dropped", or something else.
local function kind_of(list, from, to)
  local kind = "other"
  if is_dropped(list[to + 1].text) and list[to + 3].text == "lua_State" then return "dropped" end
  for i = from, to do
    local text = list[i].text
    if text == "*" then return "pointer" end
    if text == "bool" then kind = "bool" end
    for _, pattern in ipairs(INTEGERS) do
      if text:match(pattern) then kind = "integer" end
    end
  end
  return kind
end

-- The bodies of functions: { from =, to = (indices of tokens), returns = }.
local function functions(list)
  local found, begun, i = {}, 1, 1
  while i <= #list do
    local text = list[i].text
    if text == "(" then
      i = tokens.closing(list, i)
    elseif text == "{" then
      local to = tokens.closing(list, i)
      if i > 1 and list[i - 1].text == ")" then
        local head = begun
        while list[head].text ~= "(" do head = head + 1 end
        found[#found + 1] = { from = i, to = to, returns = kind_of(list, begun, head - 2) }
      end
      i = to
      if list[i + 1] and list[i + 1].text ~= ";" then begun = i + 1 end
    elseif text == ";" then
      begun = i + 1
    end
    i = i + 1
  end
  return found
end

-- ---- candidates ---------------------------------------------------------------------------------

local KEYWORDS = { ["return"] = true, ["if"] = true, ["else"] = true, ["for"] = true,
  ["while"] = true, ["do"] = true, ["switch"] = true, ["case"] = true, ["default"] = true,
  ["break"] = true, ["continue"] = true, ["goto"] = true, ["sizeof"] = true, ["static"] = true,
  ["const"] = true, ["struct"] = true, ["assert"] = true }

local AFTER_NAME = { ["("] = true, ["["] = true, ["."] = true, ["->"] = true, ["="] = true,
  ["++"] = true, ["--"] = true, ["+="] = true, ["-="] = true, ["*="] = true, ["/="] = true,
  ["&="] = true, ["|="] = true, ["^="] = true, ["<<="] = true, [">>="] = true, ["%="] = true }

local SWAPS = { ["&&"] = "||", ["||"] = "&&", ["+="] = "-=", ["-="] = "+=", min = "max",
  max = "min", ["true"] = "false", ["false"] = "true" }

-- No code of a release.
local ASSERTIONS = { assert = true, static_assert = true, ASTAR_ASSERT = true }

-- Calls whose arguments are left as they are: they say for how much Lua should make room at once.
-- With another number the same happens, in other time; and beyond the room that is asked for Lua's
-- stack has some more.
local HINTS = { lua_createtable = true, lua_checkstack = true, luaL_checkstack = true,
  la_stack_reserve = true }

-- Statements that say how soon the collector runs, and nothing else.
local TELLS = { la_tell_collector = true }

-- Calls that never return: what is made of their result is never seen.
local RAISES = { lua_error = true, luaL_error = true, luaL_argerror = true, luaL_typeerror = true,
  la_fail = true, la_reject = true, la_blame_argument = true, la_blame_error = true }

-- Is it one of the numbers in "capacity * 2 : 16"? They too say for how much room is made at once.
local function is_room(list, i)
  if list[i - 1].text == ":" then i = i - 2 end
  return list[i - 2].text == "capacity" and list[i - 1].text == "*" and list[i + 1].text == ":"
end

local HEADS = { ["if"] = true, ["while"] = true, ["for"] = true, ["switch"] = true }

local function is_operand(token)
  return token.kind == "number" or token.text == ")" or token.text == "]"
    or (token.kind == "name" and not KEYWORDS[token.text])
end

-- The index of the semicolon that ends the statement; nil where a bracket closes before.
local function end_of(list, index, to)
  local i = index
  while i <= to do
    local text = list[i].text
    if text == ";" then return i end
    if text == "(" or text == "[" or text == "{" then
      i = tokens.closing(list, i)
    elseif text == ")" or text == "]" or text == "}" then
      return nil
    end
    i = i + 1
  end
end

local function is_statement(list, i)
  local token, after = list[i], list[i + 1].text
  if token.text == "*" or token.text == "++" or token.text == "--" then return true end
  return token.kind == "name" and not KEYWORDS[token.text] and AFTER_NAME[after]
end

local Finder = {}
Finder.__index = Finder

function Finder:add(kind, first, last, texts)
  self.found[#self.found + 1] = { kind = kind, first = first.first, last = last.last,
    line = first.line, texts = texts }
end

function Finder:returned(i, to, returns)
  local list = self.list
  local stop = end_of(list, i + 1, to)
  if not stop or stop == i + 1 then return end
  if RAISES[list[i + 1].text] and list[i + 2].text == "(" then return end
  local first, last = list[i + 1], list[stop - 1]
  local value = self.source:sub(first.first, last.last)
  if returns == "bool" and value ~= "true" and value ~= "false" then
    self:add("returned value", first, last, { "!(" .. value .. ")" })
  elseif returns == "integer" then
    self:add("returned value", first, last, { "(" .. value .. ") + 1" })
  elseif returns == "pointer" and value ~= "NULL" then
    self:add("returned value", first, last, { "NULL" })
  end
end

function Finder:statement(i, to, returns)
  local list = self.list
  local text = list[i].text
  if text == "return" then
    self:returned(i, to, returns)
  elseif (text == "break" or text == "continue") and list[i + 1].text == ";" then
    self:add(text .. " removed", list[i], list[i], { "" })
  elseif is_statement(list, i) then
    local stop = end_of(list, i, to)
    if stop then self:add("statement removed", list[i], list[stop - 1], { "" }) end
  end
end

function Finder:token(i)
  local list, token = self.list, self.list[i]
  local text = token.text
  local compared = token.kind == "operator" and tokens.other_comparisons(self.source, token, "!=")
  if compared then self:add("comparison", token, token, compared) end
  if SWAPS[text] and token.kind ~= "quoted" then
    self:add("exchanged", token, token, { SWAPS[text] })
  elseif (text == "+" or text == "-") and is_operand(list[i - 1]) then
    self:add("arithmetic", token, token, { text == "+" and "-" or "+" })
  elseif text == "!" then
    self:add("negation", token, token, { "" })
  elseif token.kind == "number" then
    if self.is_dropped and list[i - 1].text == "return" then return end
    local others = tokens.other_numbers(text)
    if others and not is_room(list, i) then self:add("constant", token, token, others) end
  elseif (text == "if" or text == "while") and list[i + 1].text == "(" then
    local close = tokens.closing(list, i + 1)
    local first, last = list[i + 2], list[close - 1]
    local condition = self.source:sub(first.first, last.last)
    self:add("negation", first, last, { "!(" .. condition .. ")" })
  end
end

-- Whether a statement begins after the token at `i`; `heads` are the brackets that close a head.
local function begins_after(list, i, heads, labels)
  local text = list[i].text
  return text == ";" or text == "{" or text == "}" or text == "else" or text == "do"
    or heads[i] or labels[i]
end

function Finder:body(body)
  local list, heads, labels, depth = self.list, {}, {}, 0
  local starts, i = true, body.from + 1
  self.is_dropped = body.returns == "dropped"
  while i < body.to do
    local text = list[i].text
    if starts and depth == 0 and not ASSERTIONS[text] and not TELLS[text] then
      self:statement(i, body.to, body.returns)
    end
    if ASSERTIONS[text] or HINTS[text] or TELLS[text] then
      i = tokens.closing(list, i + 1)
    else
      if HEADS[text] then heads[tokens.closing(list, i + 1)] = true end
      if text == "case" or text == "default" then
        local colon = i
        while list[colon].text ~= ":" do colon = colon + 1 end
        labels[colon] = true
      end
      if text == "(" then depth = depth + 1 end
      if text == ")" then depth = depth - 1 end
      self:token(i)
    end
    starts = begins_after(list, i, heads, labels)
    i = i + 1
  end
end

--- All candidates of a source.
function c.candidates(source)
  local self = setmetatable({ source = source, list = c.tokens(source), found = {} }, Finder)
  for _, body in ipairs(functions(self.list)) do self:body(body) end
  return self.found
end

return c
