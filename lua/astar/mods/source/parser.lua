--- Reading Lua's expressions: the tokens, the scopes of variables, and the nodes that syntax.lua
-- describes. Parser.block, which functions need, is set by syntax.lua.

local tokens = require "astar.mods.source.tokens"

local Parser = {}
Parser.__index = Parser

-- ---- tokens -------------------------------------------------------------------------------------

function Parser:fail()
  error({ line = self.token.line, near = self.token.value }, 0)
end

function Parser:advance()
  local token = self.token
  self.at = self.at + 1
  self.token = self.list[self.at] or token
  return token
end

function Parser:is(kind) return self.token.kind == kind end

function Parser:accept(kind)
  if self.token.kind == kind then return self:advance() end
end

function Parser:expect(kind)
  return self:accept(kind) or self:fail()
end

--- A node of the tree, with its tag and its line.
function Parser:node(tag, line, node)
  node.tag, node.line = tag, line or self.token.line
  return node
end

-- ---- scopes -------------------------------------------------------------------------------------

function Parser:enter() self.scope = { above = self.scope, variables = {} } end

function Parser:leave() self.scope = self.scope.above end

function Parser:declare(name, line)
  local variable = { name = name, line = line }
  self.scope.variables[name], self.names[name] = variable, true
  return variable
end

function Parser:variable_of(name)
  local scope = self.scope
  while scope do
    if scope.variables[name] then return scope.variables[name] end
    scope = scope.above
  end
end

function Parser:name_node(token)
  return self:node("Name", token.line, { name = token.value,
    variable = self:variable_of(token.value) })
end

-- ---- expressions --------------------------------------------------------------------------------

function Parser.expressions(p)
  local list = {}
  repeat list[#list + 1] = p:expression(0) until not p:accept(",")
  return list
end

local function table_item(p)
  local line = p.token.line
  if p:accept("[") then
    local key = p:expression(0)
    p:expect("]")
    p:expect("=")
    return { key = key, value = p:expression(0), line = line }
  end
  local following = p.list[p.at + 1]
  if p:is("name") and following and following.kind == "=" then
    local name = p:advance()
    p:advance()
    return { key = p:node("String", line, { value = name.value }), value = p:expression(0),
      line = line }
  end
  return { value = p:expression(0), line = line }
end

local function table_node(p)
  local line, items = p:expect("{").line, {}
  while not p:is("}") do
    items[#items + 1] = table_item(p)
    if not p:accept(",") and not p:accept(";") then break end
  end
  p:expect("}")
  return p:node("Table", line, { items = items })
end

local function read_parameters(p, list)
  while not p:is(")") do
    if p:accept("...") then return true end
    local token = p:expect("name")
    list[#list + 1] = p:declare(token.value, token.line)
    if not p:accept(",") then return false end
  end
  return false
end

-- From the parameters to the end.
function Parser.function_node(p, line, has_self)
  p:enter()
  local parameters = {}
  if has_self then parameters[1] = p:declare("self", line) end
  p:expect("(")
  local is_vararg = read_parameters(p, parameters)
  p:expect(")")
  local body = p:block()
  p:expect("end")
  p:leave()
  return p:node("Function", line, { parameters = parameters, is_vararg = is_vararg, body = body,
    has_self = has_self })
end

local SIMPLE = {
  ["nil"] = "Nil", ["true"] = "Bool", ["false"] = "Bool", ["..."] = "Vararg", number = "Number",
  string = "String",
}

local function arguments(p)
  if p:is("string") then
    local token = p:advance()
    return { p:node("String", token.line, { value = token.value }) }
  end
  if p:is("{") then return { table_node(p) } end
  p:expect("(")
  local list = p:is(")") and {} or p:expressions()
  p:expect(")")
  return list
end

local function primary(p)
  local token = p.token
  if p:accept("name") then return p:name_node(token) end
  p:expect("(")
  local value = p:expression(0)
  p:expect(")")
  return p:node("Paren", token.line, { value = value })
end

function Parser.named_key(p)
  local token = p:expect("name")
  return p:node("String", token.line, { value = token.value })
end

-- A name or what is in parentheses, and all that is read of it or called.
function Parser.suffixed(p)
  local node = primary(p)
  while true do
    local line = p.token.line
    if p:accept(".") then
      node = p:node("Index", line, { object = node, key = p:named_key() })
    elseif p:accept("[") then
      node = p:node("Index", line, { object = node, key = p:expression(0) })
      p:expect("]")
    elseif p:accept(":") then
      local name = p:expect("name")
      node = p:node("Method", name.line, { object = node, name = name.value,
        arguments = arguments(p) })
    elseif p:is("(") or p:is("string") or p:is("{") then
      node = p:node("Call", line, { called = node, arguments = arguments(p) })
    else
      return node
    end
  end
end

local function simple(p)
  local token = p.token
  local tag = SIMPLE[token.kind]
  if tag then
    p:advance()
    return p:node(tag, token.line, { value = token.value })
  end
  if p:is("{") then return table_node(p) end
  if p:accept("function") then return p:function_node(token.line, false) end
  return p:suffixed()
end

local UNARY, ABOVE_UNARY = { ["not"] = true, ["-"] = true, ["#"] = true, ["~"] = true }, 12

-- How strongly an operator binds what is left of it, and what is right of it.
local BINARY = {
  ["or"] = { 1, 1 }, ["and"] = { 2, 2 },
  ["<"] = { 3, 3 }, [">"] = { 3, 3 }, ["<="] = { 3, 3 }, [">="] = { 3, 3 }, ["~="] = { 3, 3 },
  ["=="] = { 3, 3 }, ["|"] = { 4, 4 }, ["~"] = { 5, 5 }, ["&"] = { 6, 6 }, ["<<"] = { 7, 7 },
  [">>"] = { 7, 7 }, [".."] = { 9, 8 }, ["+"] = { 10, 10 }, ["-"] = { 10, 10 },
  ["*"] = { 11, 11 }, ["/"] = { 11, 11 }, ["//"] = { 11, 11 }, ["%"] = { 11, 11 },
  ["^"] = { 14, 13 },
}

function Parser.expression(p, limit)
  local left
  local token = p.token
  if UNARY[token.kind] then
    p:advance()
    left = p:node("Unary", token.line, { op = token.kind, value = p:expression(ABOVE_UNARY) })
  else
    left = simple(p)
  end
  local binding = BINARY[p.token.kind]
  while binding and binding[1] > limit do
    local op = p:advance()
    left = p:node("Binary", op.line, { op = op.kind, left = left,
      right = p:expression(binding[2]) })
    binding = BINARY[p.token.kind]
  end
  return left
end

--- A parser of a script | nil, line.
function Parser.new(text)
  local list, line = tokens.of(text)
  if not list then return nil, line end
  local p = setmetatable({ list = list, at = 1, token = list[1], names = {} }, Parser)
  p:enter()
  return p
end

return Parser
