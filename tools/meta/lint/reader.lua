--- What lint.lua knows of a script while it reads it: types, what they have, and which calls fit.

local types = require "meta.types"

local reader = {}
reader.__index = reader

local ANY = { tag = "plain", name = "any" }

--- The type of what nothing is known of; and of any number of such.
reader.ANY, reader.MANY = ANY, { tag = "plain", name = "any", rest = true }

function reader:complain(node, format, ...)
  self.problems[#self.problems + 1] = ("%s:%d: %s"):format(self.name, node.line or 0,
    format:format(...))
end

-- ---- types --------------------------------------------------------------------------------------

local parsed = {}

local function tree(text)
  parsed[text] = parsed[text] or types.read(text)
  return parsed[text]
end

-- What the name of a set stands for, as a list of types without unions; `any` is an empty list.
function reader:alternatives(node, list)
  list = list or {}
  if node.tag == "union" then
    for _, one in ipairs(node) do self:alternatives(one, list) end
  elseif node.tag == "class" then
    local item = self.set.by_name[node.name]
    if item.kind == "type" then return self:alternatives(tree(item.type), list) end
    list[#list + 1] = { tag = "item", item = item }
  elseif not (node.tag == "plain" and node.name == "nil") then
    list[#list + 1] = node
  end
  return list
end

-- A field or a method of an item or of those that it comes from.
function reader:member(item, name)
  while item do
    for _, field in ipairs(item.fields) do
      if field.name == name then return field end
    end
    for _, method in ipairs(item.methods) do
      if method.name == name then return nil, method end
    end
    item = item.parent and self.set.by_name[item.parent]
  end
end

-- The type of what an item has under other keys: "[string]" or "[integer]".
function reader:entry(item, key)
  local field = self:member(item, key)
  return field and tree(field.type)
end

-- The type of a field; and its method; true behind them, if the object is known not to have it.
function reader:look_up(type, name)
  local missing
  for _, one in ipairs(self:alternatives(type)) do
    if one.tag ~= "item" or one.item.kind == "words" then return ANY end
    local field, method = self:member(one.item, name)
    if field then return tree(field.type) end
    if method then return ANY, method, one.item end
    missing = missing or one.item
  end
  return ANY, nil, nil, missing
end

-- What a list holds.
function reader:element(type)
  for _, one in ipairs(self:alternatives(type)) do
    if one.tag == "list" then return one.of end
    if one.tag == "table" then return one.value end
    if one.tag == "item" then return self:entry(one.item, "[integer]") or ANY end
  end
  return ANY
end

-- ---- calls --------------------------------------------------------------------------------------

local function bounds(parameters)
  local least, most = 0, #parameters
  for i, one in ipairs(parameters) do
    if one.name == "..." then most = math.huge
    elseif not one.optional then least = i end
  end
  return least, most
end

local function is_open(node)
  return node and (node.tag == "Call" or node.tag == "Method" or node.tag == "Vararg")
end

-- The overload that takes so many arguments, the last of which may be several.
function reader:overload(method, arguments)
  local count, open = #arguments, is_open(arguments[#arguments])
  local first
  for _, one in ipairs(method.overloads) do
    local least, most = bounds(one.signature.parameters)
    if (count >= least or open) and (count <= most) then
      first = first or one.signature
      if self:fits(one.signature, arguments) then return one.signature, true end
    end
  end
  return first, first ~= nil
end

-- Of overloads that take as many arguments, the one whose literals may be there.
function reader:fits(signature, arguments)
  for i, node in ipairs(arguments) do
    local parameter = signature.parameters[i]
    if not parameter or parameter.name == "..." then return true end
    if not self:may_be(node, tree(parameter.type)) then return false end
  end
  return true
end

local KIND = { Number = "number", String = "string", Table = "table", Function = "function",
  Bool = "boolean" }
local PLAIN = { integer = "number", number = "number", string = "string", boolean = "boolean",
  ["false"] = "boolean", ["true"] = "boolean", table = "table", ["function"] = "function",
  userdata = "userdata" }

-- May a literal, or a variable of a known class, be of a type?
function reader:may_be(node, type)
  local kind = KIND[node.tag]
  local is_item
  if node.tag == "Name" and node.variable then
    for _, one in ipairs(self:alternatives(node.variable.type or ANY)) do
      if one.tag ~= "item" or one.item.kind == "words" then return true end
      is_item = one.item
    end
  end
  if not kind and not is_item then return true end
  for _, one in ipairs(self:alternatives(type)) do
    if is_item then
      if one.tag == "item" then
        local item = is_item
        while item do
          if item == one.item then return true end
          item = item.parent and self.set.by_name[item.parent]
        end
      end
      if one.tag == "plain" and (one.name == "any" or one.name == "userdata") then return true end
      if one.tag == "plain" and one.name == "table" then return true end
      if one.tag == "table" or one.tag == "list" then return true end
    elseif one.tag == "plain" then
      if one.name == "any" or PLAIN[one.name] == kind then return true end
    elseif one.tag == "item" then
      local is_words = one.item.kind == "words"
      if is_words and kind == "string" then return true end
      if not is_words and one.item.kind ~= "class" and kind == "table" then return true end
    elseif one.tag == "literal" then
      if kind == "string" then return true end
    elseif one.tag == "fun" then
      if kind == "function" then return true end
    elseif kind == "table" then
      return true
    end
  end
  return false
end

reader.tree = tree
reader.KIND = KIND

return reader
