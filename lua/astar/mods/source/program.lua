--- What is known of a mod from its text: which values are units, players, paths, codes …, and which
-- events it tells and hears. Nothing is run. The files are gone through again and again until
-- nothing new is learned; then once more, when what is wrong is noted (mistakes.lua).
--
-- Units are found from where they come: the first parameter of a behaviour, of what think combines,
-- of functions that are called with one; results of unit:enemies and the like. Where that says
-- nothing of a parameter, one that is called `unit`, or whose verbs are called, is taken for a
-- unit; then only what is nearly the name of a field is noted.

local expressions = require "astar.mods.source.expressions"
local statements = require "astar.mods.source.statements"
local syntax = require "astar.mods.source.syntax"
local kinds = require "astar.mods.source.kinds"
local arguments = require "astar.mods.arguments"
local types = require "astar.mods.source.types"
local pairs = require "astar.pairs".pairs

local Program = {}
Program.__index = Program

local any, join = types.any, types.join
local MOST_PASSES = 30

-- What is learned from a node, by its tag.
local visit = {}
for _, list in ipairs { expressions, statements } do
  for tag, f in pairs(list) do visit[tag] = f end
end

-- ---- learning -----------------------------------------------------------------------------------

--- What is under a key of a table is also of that type.
function Program:learn(slot, key, type)
  local joined = join(slot[key], type)
  if joined ~= slot[key] then
    slot[key], self.changed = joined, true
  end
end

--- Functions of such a type are actions: they are called with a unit, and with what follows.
function Program:is_action(type, ...)
  if not types.is(type, "function") then return end
  for _, node in ipairs(type.nodes) do
    for i, what in ipairs { types.unit, ... } do
      local variable = node.parameters[i]
      if variable then self:learn(variable, "type", what) end
    end
  end
end

--- The parameters of functions of such a type get values of these types.
function Program:pass(type, given)
  for _, node in ipairs(type.nodes) do
    for i, variable in ipairs(node.parameters) do self:learn(variable, "type", given[i]) end
  end
end

--- What is wrong, once all is known, and the name that is.
function Program:note(line, name, text, ...)
  if not self.noted then return end
  local list = self.noted
  list[#list + 1] = { file = self.file.name, line = line, name = name,
    text = text:format(...) }
end

-- ---- going through nodes ------------------------------------------------------------------------

--- The types of an expression that may have several values.
function Program:values_of(node)
  if node.tag == "Call" or node.tag == "Method" then return visit[node.tag](self, node) end
  return { self:type_of(node) }
end

function Program:type_of(node)
  if node.tag == "Call" or node.tag == "Method" then return visit[node.tag](self, node)[1] end
  return visit[node.tag](self, node)
end

--- The types of a list of expressions, of which the last may have several values.
function Program:types_of(nodes)
  local list = {}
  for i, node in ipairs(nodes) do
    if i < #nodes then
      list[i] = self:type_of(node)
    else
      local last = self:values_of(node)
      for k = 1, 8 do list[i + k - 1] = last[k] end
    end
  end
  return list
end

function Program:go_through(body)
  for _, node in ipairs(body) do visit[node.tag](self, node) end
end

--- What is under a name, or under any key, of something of a type.
function Program:member(type, name, node)
  if type == nil or type.kind == "any" then return type end
  if type.kind == "table" then
    local found = types.field(type, name)
    if found == nil and name then self.mistakes.missing_field(self, type, name, node) end
    return found
  end
  if type.kind == "list" then return name and any or type.of end
  if type.kind == "library" then return self.mistakes.library_member(self, type, name, node) end
  local members = kinds.members(type.kind)
  if type.kind == "facts" and name then self.facts[name] = true end
  if not members or not name then return any end
  if members[name] then return members[name] end
  self.mistakes.no_member(self, type, name, node)
  return any
end

local function results_of_nodes(nodes)
  local results = {}
  for _, node in ipairs(nodes) do
    for i = 1, 8 do results[i] = join(results[i], node.results and node.results[i]) end
  end
  return results
end

--- Calls something of a type: the types of what comes back.
function Program:call(type, given, node)
  if type == nil then return {} end
  if type.kind == "function" then
    self:pass(type, given)
    return results_of_nodes(type.nodes)
  end
  if type.kind == "library" then return self.calls.library(self, type.name, given, node) end
  if type.kind == "method" then return type.results end
  return { any, any, any, any }
end

-- ---- files --------------------------------------------------------------------------------------

--- The type of what a file of the mod returns, for require; nil, where there is no such file.
function Program:required(name)
  local problem, path = arguments.file(name)
  if problem then return any end
  local file = self.files[path] or self:add(path)
  return file and file.results[1], file ~= nil
end

--- Reads a file; nil, where there is none. One that is no Lua is known, and has no statements.
function Program:add(path)
  local text = self.read(path)
  if not text then return nil end
  local tree, more = syntax.tree(text)
  local file = { name = path, body = tree or {}, declared = tree and more or {}, results = {},
    broken = not tree and text }
  self.files[path], self.changed = file, true
  self.order[#self.order + 1] = file
  return file
end

local function run_files(self)
  local i = 1
  while self.order[i] do                         -- some come while others are gone through
    self.file, self.within = self.order[i], false
    self:go_through(self.file.body)
    i = i + 1
  end
end

-- The behaviours that mod.lua names are actions.
local function begin_behaviours(self)
  local main = self.files["mod.lua"]
  local behaviours = main and types.is(main.results[1], "table")
    and types.field(main.results[1], "behaviours")
  if not types.is(behaviours, "table") then return end
  for _, node in ipairs(behaviours.nodes) do
    for _, type in pairs(node.fields) do
      if type.kind == "string" and type.value then type = self:required(type.value) end
      self:is_action(type)
    end
  end
end

local function settle(self)
  local passes = 0
  repeat
    self.changed, passes = false, passes + 1
    run_files(self)
    begin_behaviours(self)
  until not self.changed or passes == MOST_PASSES
end

--- A program: `read(path)` returns a file's text, or nil; `library`: the names of what mods have of
-- Lua's library, sets by the names of its tables, true for functions; `tools`: mistakes and calls,
-- and what is known of the game; `more`: files beside mod.lua and those that it requires, or nil.
function Program.new(read, library, tools, more)
  local self = setmetatable({
    read = read, library = library, mistakes = tools.mistakes, calls = tools.calls,
    events = tools.game and tools.game.events, files = {}, order = {}, globals = {},
    made = {}, keys = {}, defined = {}, told = {}, heard = {}, facts = {}, unknown = {},
    blamed = {},
    noted = false, changed = false, file = false, within = false,
  }, Program)
  self:add("mod.lua")
  for _, path in ipairs(more or {}) do
    if not self.files[path] then self:add(path) end
  end
  settle(self)
  self.calls.guess(self)
  settle(self)
  return self
end

-- As Lua says it of a file that is no Lua.
local function note_broken(self, file)
  local _, message = (loadstring or load)(file.broken, "=" .. file.name)
  local line, text = (message or ""):match(":(%d+): (.*)$")
  self.file = file
  self:note(tonumber(line) or 1, false, "%s", text or "this is not Lua")
end

local function by_place(a, b)
  if a.file ~= b.file then return a.file < b.file end
  if a.line ~= b.line then return a.line < b.line end
  return a.text < b.text
end

--- What is wrong: a list of { file, line, text, name }, `name` being the name that is wrong.
function Program:check()
  self.noted = {}
  run_files(self)
  for _, file in ipairs(self.order) do
    if file.broken then note_broken(self, file) end
  end
  self.mistakes.unheard(self)
  table.sort(self.noted, by_place)
  return self.noted
end

return Program
