--- What is learned from each kind of expression, see program.lua. Each function gets the program
-- and the node, and returns the type of the value; those of calls return a list of types.

local types = require "astar.mods.source.types"

local any, join = types.any, types.join
local visit = {}                                 -- by the tags of nodes

function visit.Nil() return nil end

function visit.Bool(_, node) return node.value == "true" and { kind = "boolean" } or nil end

function visit.Vararg() return any end

function visit.Number() return { kind = "number" } end

function visit.String(self, node)
  self.made[node.value] = true
  node.type = node.type or { kind = "string", value = node.value }
  return node.type
end

function visit.Paren(self, node) return self:type_of(node.value) end

function visit.Function(self, node)
  local outer = self.within
  node.results = node.results or {}
  self.within = node
  self:go_through(node.body)
  self.within = outer
  node.type = node.type or { kind = "function", nodes = { node } }
  return node.type
end

function visit.Table(self, node)
  node.fields, node.lines = node.fields or {}, node.lines or {}
  for i, item in ipairs(node.items) do
    local name = item.key and item.key.tag == "String" and item.key.value
    if item.key and not name then self:type_of(item.key) end
    local values = i == #node.items and not item.key and self:values_of(item.value)
      or { (self:type_of(item.value)) }
    if name then
      self:learn(node.fields, name, values[1])
      node.lines[name], self.keys[name] = item.line, true
    else
      self:learn(node, "element", values[1])
    end
  end
  node.type = node.type or { kind = "table", nodes = { node } }
  return node.type
end

function visit.Name(self, node)
  local variable = node.variable
  if variable then
    variable.used = true
    return variable.type
  end
  local global = self.globals[node.name]
  if global then return global.type end
  if self.library[node.name] then return { kind = "library", name = node.name } end
  self.mistakes.unknown_name(self, node)
  return nil
end

-- What is read of a variable, or done with it, tells what it may be.
local function mark(node, name)
  local variable = node.tag == "Name" and node.variable
  if not variable then return end
  variable.read = variable.read or {}
  variable.read[name] = true
end

function visit.Index(self, node)
  local object = self:type_of(node.object)
  local name = node.key.tag == "String" and node.key.value
  if name then mark(node.object, name) end
  local key = not name and self:type_of(node.key)
  if key then self.mistakes.key_of_words(self, object, key) end
  return self:member(object, name, node)
end

local NUMBER, TEXT, BOOLEAN = { kind = "number" }, { kind = "string" }, { kind = "boolean" }

function visit.Unary(self, node)
  self:type_of(node.value)
  if node.op == "not" then return BOOLEAN end
  mark(node.value, node.op)
  return NUMBER
end

local COMPARED = { ["=="] = true, ["~="] = true }
local ORDERED = { ["<"] = true, [">"] = true, ["<="] = true, [">="] = true }

local function visit_comparison(self, node)
  local left, right = node.left, node.right
  if left.tag == "String" then left, right = right, left end
  local type = self:type_of(left)
  if right.tag ~= "String" then
    self:type_of(right)
  elseif COMPARED[node.op] then
    self.mistakes.compared(self, type, right)
  end
  return BOOLEAN
end

function visit.Binary(self, node)
  local op = node.op
  if COMPARED[op] then return visit_comparison(self, node) end
  local left, right = self:type_of(node.left), self:type_of(node.right)
  if op == "and" then return right end
  if op == "or" then return join(left, right) end
  mark(node.left, op)
  mark(node.right, op)
  return ORDERED[op] and BOOLEAN or op == ".." and TEXT or NUMBER
end

-- ---- calls --------------------------------------------------------------------------------------

local MOST_ARGUMENTS = 32

-- A list that may have holes, with its entries so many places further.
local function shifted(list, by)
  local result = {}
  for i = 1, MOST_ARGUMENTS do
    if i + by >= 1 then result[i + by] = list[i] end
  end
  return result
end

function visit.Call(self, node)
  local called = node.called
  local type = self:type_of(called)
  local owner = called.tag == "Index" and self:type_of(called.object)
  local given = self:types_of(node.arguments)
  if types.is(type, "method") and owner then
    if owner.kind == "think" then return self.calls.think(self, type.name, given, node) end
    self.mistakes.colon(self, owner, type.name, given, node)
    if owner.kind == "unit" then
      return self.calls.unit(self, type, shifted(given, -1), node)
    end
  end
  return self:call(type, given, node)
end

function visit.Method(self, node)
  local object = self:type_of(node.object)
  mark(node.object, node.name)
  local given = self:types_of(node.arguments)
  local type = self:member(object, node.name, node)
  if types.is(object, "unit") and types.is(type, "method") then
    return self.calls.unit(self, type, given, node)
  elseif types.is(type, "function") then
    given = shifted(given, 1)
    given[1] = object
  end
  return self:call(type, given, node)
end

return visit
