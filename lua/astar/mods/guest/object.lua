--- Objects in a mod's state: units, players, paths, tasks. A mod can hold and compare them, and
-- call their methods. Each is an empty table, except for one key that no mod has. The private
-- fields are under that key, so a mod cannot read or write them, leave a mark on an object, or make
-- an object of a table of its own.

local object = {}

local setmetatable, type = setmetatable, type

local INNER = {}                                 -- the key

--- An object of a kind, "unit", "path" …, with a metatable that is sealed, and what is private.
function object.new(kind, metatable, fields)
  fields.kind = kind
  return setmetatable({ [INNER] = fields }, metatable)
end

local bridge = require "astar.mods.guest.bridge"
local remembered, private = bridge.object, bridge.private

--- The object that `known`, which may be weak, has under a name, or a new one; and what is private
-- of it: a copy of `fields`, if it is new. Costs the same whether or not the collector has taken
-- the one that there was. So the caller must not use what an object that nothing held has kept.
function object.remember(known, name, metatable, fields)
  local self = remembered(known, name, INNER, fields, metatable)
  return self, self[INNER]
end

--- The key, for metamethods: Lua calls them with an object of theirs, and there it is the fastest
-- way to what is private.
object.KEY = INNER

--- What is private of an object of that kind; nil: the value is none.
function object.inner(value, kind)
  local inner = private(value, INNER)
  if inner and inner.kind == kind then return inner end
  return nil
end

local function refuse(value, kind)
  error(("a %s expected, got %s"):format(kind, type(value)), 0)
end

--- The same, for what has to be one: `self` of a method.
function object.expect(value, kind)
  local inner = private(value, INNER)
  if inner and inner.kind == kind then return inner end
  refuse(value, kind)
end

-- ---- what astar.object has in the game's state --------------------------------------------------

object.of, object.is_unit = bridge.private_of(INNER, "unit")

function object.is_body() return false end       -- mods have none

function object.is_path(value) return object.inner(value, "path") ~= nil end

function object.foreign() return nil end         -- set by unit.lua

function object.is_recording() return false end  -- the host sees to it

local its_levels = {}

--- The host tells them when it loads the mod.
function object.take_levels(list) its_levels = list end

function object.levels() return its_levels end

-- ---- tasks --------------------------------------------------------------------------------------

local strict = require "astar.arguments.strict"

local SHOWN = { ended = true, failed = true, message = true, wake = true }
local methods = {}
local TASK = { ended = true, failed = true, message = true, wake = true, values = true,
  drop = true }
local metatable = require("astar.mods.guest.bridge").seal {}

function methods.values(self) return object.expect(self, "task").task:values() end

function methods.drop(self) return object.expect(self, "task").task:drop() end

function metatable.__index(self, key)
  if SHOWN[key] then return object.expect(self, "task").task[key] end
  return methods[key] or strict.read("task", key, TASK)
end

function metatable.__newindex(_, key)
  strict.write("task", key, TASK, {})
end

function object.shown_task(task) return object.new("task", metatable, { task = task }) end

function object.task_of(shown)
  local inner = object.inner(shown, "task")
  return inner and inner.task
end

return object
