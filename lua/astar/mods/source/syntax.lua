--- The syntax of Lua 5.4: a script as a tree, in which each name knows its variable. A node is a
-- table with `tag` and `line`:
--
--   expressions  Nil Bool Vararg · Number, String { value } · Function { parameters, is_vararg,
--                body } · Table { items, each { key, value, line } } · Name { name, variable } ·
--                Index { object, key } · Call { called, arguments } · Method { object, name,
--                arguments } · Binary { op, left, right } · Unary { op, value } · Paren { value }
--   statements   Local { variables, values } · Set { targets, values } · Run { call } ·
--                Block { body } · While, Repeat { condition, body } · If { conditions, bodies } ·
--                Count { variable, bounds, body } · Each { variables, values, body } ·
--                Return { values } · Nothing (break, goto, labels)
--
-- A variable is { name, line }; a Name without one is global. A script that does not compile is
-- refused with a line, but not every such script is: Lua says better what is wrong.

local Parser = require "astar.mods.source.parser"

local syntax, statements = {}, {}

-- ---- statements ---------------------------------------------------------------------------------

local function inner_block(p)
  p:enter()
  local body = p:block()
  p:leave()
  return body
end

-- The names of a `local`, which are declared behind their values.
local function attributed_names(p)
  local names = {}
  repeat
    names[#names + 1] = p:expect("name")
    if p:accept("<") then
      p:expect("name")
      p:expect(">")
    end
  until not p:accept(",")
  return names
end

local function declare_all(p, names)
  local list = {}
  for i, token in ipairs(names) do list[i] = p:declare(token.value, token.line) end
  return list
end

local function local_function(p, line)
  local token = p:expect("name")
  local variable = p:declare(token.value, token.line)
  return p:node("Local", line,
    { variables = { variable }, values = { p:function_node(line, false) } })
end

statements["local"] = function(p, line)
  if p:accept("function") then return local_function(p, line) end
  local names = attributed_names(p)
  local values = p:accept("=") and p:expressions() or {}
  return p:node("Local", line, { variables = declare_all(p, names), values = values })
end

statements["function"] = function(p, line)
  local target, has_self = p:name_node(p:expect("name")), false
  while not has_self and (p:is(".") or p:is(":")) do
    has_self = p:advance().kind == ":"
    target = p:node("Index", line, { object = target, key = p:named_key() })
  end
  local value = p:function_node(line, has_self)
  return p:node("Set", line, { targets = { target }, values = { value } })
end

statements["if"] = function(p, line)
  local conditions, bodies = {}, {}
  repeat
    conditions[#conditions + 1] = p:expression(0)
    p:expect("then")
    bodies[#bodies + 1] = inner_block(p)
  until not p:accept("elseif")
  if p:accept("else") then bodies[#bodies + 1] = inner_block(p) end
  p:expect("end")
  return p:node("If", line, { conditions = conditions, bodies = bodies })
end

statements["while"] = function(p, line)
  local condition = p:expression(0)
  p:expect("do")
  local body = inner_block(p)
  p:expect("end")
  return p:node("While", line, { condition = condition, body = body })
end

-- The condition sees the variables of the body.
statements["repeat"] = function(p, line)
  p:enter()
  local body = p:block()
  p:expect("until")
  local condition = p:expression(0)
  p:leave()
  return p:node("Repeat", line, { condition = condition, body = body })
end

statements["do"] = function(p, line)
  local body = inner_block(p)
  p:expect("end")
  return p:node("Block", line, { body = body })
end

local function loop_body(p, node)
  p:expect("do")
  node.body = p:block()
  p:expect("end")
  p:leave()
  return node
end

statements["for"] = function(p, line)
  local names = { p:expect("name") }
  if p:accept("=") then
    local bounds = p:expressions()
    p:enter()
    local variable = p:declare(names[1].value, line)
    return loop_body(p, p:node("Count", line, { variable = variable, bounds = bounds }))
  end
  while p:accept(",") do names[#names + 1] = p:expect("name") end
  p:expect("in")
  local values = p:expressions()
  p:enter()
  return loop_body(p, p:node("Each", line, { variables = declare_all(p, names), values = values }))
end

local ENDS = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true,
  eof = true }

statements["return"] = function(p, line)
  local values = {}
  if not ENDS[p.token.kind] and not p:is(";") then values = p:expressions() end
  p:accept(";")
  return p:node("Return", line, { values = values })
end

statements["break"] = function(p, line) return p:node("Nothing", line, {}) end

statements["goto"] = function(p, line)
  p:expect("name")
  return p:node("Nothing", line, {})
end

statements["::"] = function(p, line)
  p:expect("name")
  p:expect("::")
  return p:node("Nothing", line, {})
end

local function expression_statement(p, line)
  local node = p:suffixed()
  if node.tag == "Call" or node.tag == "Method" then
    return p:node("Run", line, { call = node })
  end
  local targets = { node }
  while p:accept(",") do targets[#targets + 1] = p:suffixed() end
  p:expect("=")
  return p:node("Set", line, { targets = targets, values = p:expressions() })
end

function Parser:block()
  local list = {}
  while not ENDS[self.token.kind] do
    local token = self.token
    local read = statements[token.kind]
    if read then
      self:advance()
      list[#list + 1] = read(self, token.line)
      if token.kind == "return" then break end
    elseif not self:accept(";") then
      list[#list + 1] = expression_statement(self, token.line)
    end
  end
  return list
end

-- ---- a script -----------------------------------------------------------------------------------

local function whole(p)
  local body = p:block()
  if not p:is("eof") then p:fail() end
  return body
end

--- The statements of a script, and the names that it declares, a set | nil, the line where it
-- cannot go on.
function syntax.tree(text)
  local p, line = Parser.new(text)
  if not p then return nil, line end
  local ok, result = pcall(whole, p)
  if ok then return result, p.names end
  return nil, type(result) == "table" and result.line or p.token.line   -- or too deep for Lua
end

return syntax
