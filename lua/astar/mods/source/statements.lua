--- What is learned from each kind of statement, see program.lua.

local types = require "astar.mods.source.types"

local any = types.any
local visit = {}                                 -- by the tags of nodes

function visit.Nothing() end

function visit.Run(self, node) self:values_of(node.call) end

function visit.Block(self, node) self:go_through(node.body) end

function visit.Local(self, node)
  local values = self:types_of(node.values)
  self.calls.name_payload(self, node)
  for i, variable in ipairs(node.variables) do self:learn(variable, "type", values[i]) end
end

local function assign(self, target, value)
  if target.tag == "Name" then
    local slot = target.variable
    if not slot then
      self.globals[target.name] = self.globals[target.name] or { name = target.name }
      slot = self.globals[target.name]
    end
    return self:learn(slot, "type", value)
  end
  local object = self:type_of(target.object)
  local name = target.key.tag == "String" and target.key.value
  if not name then self:type_of(target.key) end
  if name then self.defined[name] = true end
  if types.is(object, "table") then
    for _, node in ipairs(object.nodes) do
      self:learn(name and node.fields or node, name or "element", value)
      if name then node.lines[name] = node.lines[name] or target.line end
    end
  elseif name and object then
    self.mistakes.setting(self, object, name, target)
  end
end

function visit.Set(self, node)
  local target = node.targets[1]
  if node.values[1].has_self and target.tag == "Index" then
    local class, own = self:type_of(target.object), node.values[1].parameters[1]
    self:learn(own, "type", class)
    for _, site in ipairs(class and class.nodes or {}) do self:learn(own, "type", site.instance) end
  end
  local values = self:types_of(node.values)
  for i, each in ipairs(node.targets) do assign(self, each, values[i]) end
end

function visit.If(self, node)
  for _, condition in ipairs(node.conditions) do self:type_of(condition) end
  for _, body in ipairs(node.bodies) do self:go_through(body) end
end

function visit.While(self, node)
  self:type_of(node.condition)
  self:go_through(node.body)
end

visit.Repeat = visit.While

function visit.Count(self, node)
  self:types_of(node.bounds)
  self:learn(node.variable, "type", { kind = "number" })
  self:go_through(node.body)
end

function visit.Each(self, node)
  local source = self:types_of(node.values)[1]
  local first, second = any, any
  if source == nil then first, second = nil, nil end
  if types.is(source, "iterator") then first = source.of end
  if types.is(source, "pairs") then second = source.of end
  for i, variable in ipairs(node.variables) do
    local type = any
    if i == 1 then type = first elseif i == 2 then type = second end
    self:learn(variable, "type", type)
  end
  self:go_through(node.body)
end

function visit.Return(self, node)
  local values = self:types_of(node.values)
  local results = self.within and self.within.results or self.file.results
  for i = 1, 8 do self:learn(results, i, values[i]) end
end

return visit
