--- Reads scripts as an editor with the annotations does, and says what it would complain about:
-- methods and fields that a class has not, the number of arguments, unknown keys of options, words
-- that are none of those that may be there, fields that cannot be set. It follows types from
-- declarations through variables, loops and calls. What it does not know it takes for anything.

local syntax = require "astar.mods.source.syntax"
local types = require "meta.types"

local lint = {}

local ANY = { tag = "plain", name = "any" }
local MANY = { tag = "plain", name = "any", rest = true }

-- Variables of these names are guessed to be of these classes, where nothing else is known.
local GUESSES = {
  game = { unit = "WorldUnit", world = "World" },
  mods = { unit = "Unit", foe = "Unit" },
}

local reader = {}
reader.__index = reader

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

-- ---- literals -----------------------------------------------------------------------------------

local check = {}

-- A word where only some may be.
function check.String(self, node, list)
  local words = {}
  for _, one in ipairs(list) do
    if one.tag == "literal" then
      words[one.text:sub(2, -2)] = true
    elseif one.tag == "item" and one.item.kind == "words" then
      for _, word in ipairs(one.item.list) do words[word] = true end
    elseif one.tag ~= "plain" or one.name == "any" or one.name == "string" then
      return
    end
  end
  if next(words) and not words[node.value] then
    self:complain(node, "'%s' is none of the words that may be here", node.value)
  end
end

-- A table of options: its keys, and what they hold. Of several kinds the one with most of the keys.
function check.Table(self, node, list)
  local best, most
  for _, one in ipairs(list) do
    if one.tag == "list" or one.tag == "table" then
      best = best or one
    elseif one.tag == "item" and one.item.kind ~= "class" and one.item.kind ~= "words" then
      local known = 0
      for _, item in ipairs(node.items) do
        local key = item.key and item.key.tag == "String" and item.key.value
        if key and (self:member(one.item, key) or self:member(one.item, "[string]")) then
          known = known + 1
        end
        if not item.key and self:member(one.item, "[integer]") then known = known + 1 end
      end
      if not most or known > most then best, most = one, known end
      if known == 0 and #node.items > 0 and #list > 1 then best, most = nil, nil end
    end
  end
  if not best then return end
  for _, item in ipairs(node.items) do self:check_item(item, best) end
end

function reader:check_item(item, type)
  local key = item.key and item.key.tag == "String" and item.key.value
  local expected
  if type.tag == "list" then expected = not item.key and type.of
  elseif type.tag == "table" then expected = type.value
  elseif key then
    local field = self:member(type.item, key) or self:member(type.item, "[string]")
    if not field then
      self:complain(item, "unknown key '%s' of %s", key, type.item.name)
      return
    end
    expected = tree(field.type)
  elseif not item.key then
    expected = self:entry(type.item, "[integer]")
  end
  if expected then self:expect(item.value, expected) end
end

function check.Function(self, node, list)
  for _, one in ipairs(list) do
    if one.tag == "fun" and not node.is_typed then
      node.is_typed = true
      for i, variable in ipairs(node.parameters) do
        local parameter = one.parameters[i]
        if parameter and parameter.name ~= "..." and parameter.type then
          variable.type = parameter.type
        end
      end
      self:block(node.body)
      return
    end
  end
end

-- An expression where a type is expected.
function reader:expect(node, type)
  if not self:may_be(node, type) then
    self:complain(node, "%s expected, got a %s", types.text(type), KIND[node.tag] or "thing of "
      .. "another class")
  end
  if check[node.tag] then check[node.tag](self, node, self:alternatives(type)) end
end

-- ---- expressions: each returns the types of its results -----------------------------------------

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

function values.Name(self, node)
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

function reader:results(signature)
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
  return signature and self:results(signature) or { ANY }
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

-- ---- statements ---------------------------------------------------------------------------------

local statements = {}

local function assign(variables, list)
  for i, variable in ipairs(variables) do
    local type = list[i]
    if type and type ~= ANY and type ~= MANY then variable.type = variable.type or type end
  end
end

function statements.Local(self, node) assign(node.variables, self:list(node.values)) end

function statements.Set(self, node)
  self:list(node.values)
  for _, target in ipairs(node.targets) do
    if target.tag == "Index" and key_of(target) then
      local object = self:value(target.object)
      for _, one in ipairs(self:alternatives(object)) do
        if one.tag == "item" and one.item.kind == "class" then
          local field = self:member(one.item, key_of(target))
          if not field or not field.settable then
            self:complain(target, "field '%s' of %s cannot be set", key_of(target), one.item.name)
          end
        end
      end
    elseif target.tag == "Index" then
      self:value(target.object)
      self:value(target.key)
    end
  end
end

function statements.Run(self, node) self:values(node.call) end
function statements.Return(self, node) self:list(node.values) end
function statements.Block(self, node) self:block(node.body) end

function statements.While(self, node)
  self:value(node.condition)
  self:block(node.body)
end

function statements.Repeat(self, node)
  self:block(node.body)
  self:value(node.condition)
end

function statements.If(self, node)
  for _, condition in ipairs(node.conditions) do self:value(condition) end
  for _, body in ipairs(node.bodies) do self:block(body) end
end

function statements.Count(self, node)
  self:list(node.bounds)
  self:block(node.body)
end

function statements.Each(self, node)
  local first = self:list(node.values)[1] or ANY
  if first.tag == "iterator" then
    local list = {}
    for i, one in ipairs(first.each) do list[i] = tree(one.type) end
    assign(node.variables, list)
  elseif first.tag == "pairs" then
    assign(node.variables, { { tag = "plain", name = "integer" }, first.of })
  end
  self:block(node.body)
end

function reader:block(body)
  for _, node in ipairs(body) do
    if statements[node.tag] then statements[node.tag](self, node) end
  end
end

-- Variables that are assigned to later are not followed.
local function find_changes(node)
  if node.tag == "Set" then
    for _, target in ipairs(node.targets) do
      if target.tag == "Name" and target.variable then target.variable.changes = true end
    end
  end
  for key, value in pairs(node) do
    if type(value) == "table" and key ~= "variable" and key ~= "variables" and key ~= "type"
      and key ~= "parameters" then
      find_changes(value)
    end
  end
end

--- What is wrong in a script, a list of texts. `set`: the declarations; `name`: the script's, for
-- messages.
function lint.check(set, text, name)
  local body, line = syntax.tree(text)
  if not body then return { ("%s:%s: this is not Lua"):format(name, line) } end
  find_changes { body = body }
  local self = setmetatable({ set = set, name = name, problems = {}, waiting = {},
    guesses = GUESSES[set.name] or {} }, reader)
  self:block(body)
  -- Functions last: the variables around them have their types by then.
  local at = 1
  while self.waiting[at] do
    local node = self.waiting[at]
    if not node.is_typed then
      node.is_typed = true
      self:block(node.body)
    end
    at = at + 1
  end
  local seen, problems = {}, {}
  for _, problem in ipairs(self.problems) do
    if not seen[problem] then problems[#problems + 1] = problem end
    seen[problem] = true
  end
  return problems
end

return lint
