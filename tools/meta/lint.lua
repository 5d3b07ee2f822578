--- Reads scripts as an editor with the annotations does, and says what it would complain about:
-- methods and fields that a class has not, the number of arguments, unknown keys of options, words
-- that are none of those that may be there, fields that cannot be set. It follows types from
-- declarations through variables, loops and calls. What it does not know it takes for anything.

local reader = require "meta.lint.expressions"
local syntax = require "astar.mods.source.syntax"

local lint = {}

local ANY, MANY, key_of, tree = reader.ANY, reader.MANY, reader.key_of, reader.tree

-- Variables of these names are guessed to be of these classes, where nothing else is known.
local GUESSES = {
  game = { unit = "WorldUnit", world = "World" },
  mods = { unit = "Unit", foe = "Unit" },
}

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
