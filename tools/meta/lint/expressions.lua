--- Expressions: each returns the types of its results.

local reader = require "meta.lint.literals"

local ANY, MANY, tree = reader.ANY, reader.MANY, reader.tree

local values = {}

function reader:values(node)
  local read = values[node.tag]
  return read and read(self, node) or { ANY }
end

function reader:value(node) return self:values(node)[1] or ANY end

function reader:list(nodes)
  local list = {}
  for i, node in ipairs(nodes) do
    local found = self:values(node)
    if i < #nodes then
      list[i] = found[1] or ANY
    else
      for k, type in ipairs(found) do list[i + k - 1] = type end
    end
  end
  return list
end

function values.Number() return { { tag = "plain", name = "number" } } end
function values.String() return { { tag = "plain", name = "string" } } end
function values.Paren(self, node) return { self:value(node.value) } end
function values.Vararg() return { MANY } end

function values.Binary(self, node)
  local left, right = self:value(node.left), self:value(node.right)
  if node.op == "or" then return { left ~= ANY and left or right } end
  if node.op == "and" then return { right } end
  return { ANY }
end

function values.Unary(self, node)
  self:value(node.value)
  return { ANY }
end

function values.Table(self, node)
  for _, item in ipairs(node.items) do
    if item.key then self:value(item.key) end
    self:value(item.value)
  end
  return { { tag = "plain", name = "table" } }
end

-- What a class of objects is called in parameters tells of those that nobody calls with a type.
function values.Function(self, node)
  for _, variable in ipairs(node.parameters) do
    local guess = self.guesses[variable.name]
    if variable.type == nil and guess then variable.type = { tag = "class", name = guess } end
  end
  node.visited = true
  table.insert(self.waiting, node)
  return { { tag = "plain", name = "function" } }
end

function values.Name(_, node)
  local variable = node.variable
  return { variable and not variable.changes and variable.type or ANY }
end

local function key_of(node) return node.key.tag == "String" and node.key.value end

function values.Index(self, node)
  local object, key = self:value(node.object), key_of(node)
  if not key then
    self:value(node.key)
    return { self:element(object) }
  end
  local type, method, owner, missing = self:look_up(object, key)
  if missing and not self:entry(missing, "[string]") then
    self:complain(node, "%s has no field '%s'", missing.name, key)
  end
  if method then return { { tag = "method", method = method, item = owner } } end
  return { type }
end

local function results_of(signature)
  local list = {}
  for _, alternative in ipairs(signature.results) do
    for place, one in ipairs(alternative) do
      local type = one.each and { tag = "iterator", each = one.each } or tree(one.type)
      if one.name:find "%.%.%.$" then type = MANY end
      if not list[place] then
        list[place] = type
      elseif list[place].tag ~= "iterator" and type.tag ~= "iterator" then
        list[place] = { tag = "union", list[place], type }
      end
    end
  end
  return list
end

function reader:call(node, method, arguments, shown)
  local signature, fits = self:overload(method, arguments)
  if not fits then
    self:complain(node, "%s does not take %d arguments: %s", shown, #arguments,
      method.overloads[1].signature.shown)
  end
  for i, argument in ipairs(arguments) do
    local parameter = signature and signature.parameters[i]
    if parameter and parameter.name ~= "..." then self:expect(argument, tree(parameter.type)) end
    self:value(argument)
  end
  return signature and results_of(signature) or { ANY }
end

function values.Method(self, node)
  local object = self:value(node.object)
  local _, method, _, missing = self:look_up(object, node.name)
  if missing then
    self:complain(node, "%s has no method '%s'", missing.name, node.name)
  elseif method and method.overloads[1].signature.sign == ":" then
    return self:call(node, method, node.arguments, node.name)
  end
  self:list(node.arguments)
  return { MANY }
end

local function global(node)
  return node.tag == "Name" and not node.variable and node.name
end

function reader:required(node)
  local name = node.arguments[1] and node.arguments[1].value
  for _, item in ipairs(self.set.items) do
    if item.kind == "module" and item.module == name then
      return { { tag = "class", name = item.name } }
    end
  end
  return { ANY }
end

local globals = {}

function globals.require(self, node) return self:required(node) end
function globals.assert(self, node) return self:list(node.arguments) end

function globals.ipairs(self, node)
  return { { tag = "pairs", of = self:element(self:list(node.arguments)[1] or ANY) } }
end

function values.Call(self, node)
  local name = global(node.called)
  if name and globals[name] then return globals[name](self, node) end
  local called = self:value(node.called)
  if called.tag == "method" and called.method.overloads[1].signature.sign == "." then
    return self:call(node, called.method, node.arguments, called.method.name)
  end
  for _, one in ipairs(called.tag == "class" and self:alternatives(called) or {}) do
    local _, calls = self:member(one.item, "")
    if calls then return self:call(node, calls, node.arguments, one.item.name) end
  end
  self:list(node.arguments)
  return { MANY }
end

reader.key_of = key_of

return reader
