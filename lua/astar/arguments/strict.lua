--- Fields that do not exist. Reading or setting one is an error that names the nearest field and
-- the script's line. All objects and tables of the library that are written in Lua use this; those
-- written in C have the same in src/binding/object.c.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local lazy = require "astar.lazy"
local options = require "astar.arguments.options"
local next = require "astar.pairs".next
local pairs = require "astar.pairs".pairs

local strict = {}

-- Adds the public names of a table to a set.
local function add_names(set, list)
  for name in next, list do                      -- without what `pairs` would load
    if type(name) == "string" and name:sub(1, 1) ~= "_" then set[name] = true end
  end
end

--- The set of public names that occur as keys in any of the tables; nil and false have none.
function strict.names(...)
  local set = {}
  for i = 1, select("#", ...) do add_names(set, (select(i, ...)) or {}) end
  return set
end

--- Is a name one of those that begin with "_"? They are read and set like those of plain tables.
function strict.is_private(key)
  return type(key) == "string" and key:byte() == 95             -- _
end

local is_private = strict.is_private

local function shown(key)
  return type(key) == "string" and ("'%s'"):format(key) or tostring(key)
end

-- ", the nearest is 'x'"; "" where there is none.
local function hint(key, names)
  return options.hint(tostring(key), names)
end

--- Raises an error: there is no field `key` of a `kind` to read. `names` is the set of those that
-- there are.
function strict.read(kind, key, names)
  blame.raise(("%s has no field %s%s"):format(kind, shown(key), hint(key, names)))
end

--- The same where it was to be set: `names` is the set of those that can be read, `settable` of
-- those that can be set; `advice`, what to do instead, and `how`, what changes a field that is
-- read-only, may be nil.
function strict.write(kind, key, names, settable, advice, how)
  if names[key] then
    blame.raise(("field %s of %s is read-only%s"):format(shown(key), kind,
      how and "; " .. how or ""))
  end
  blame.raise(("%s has no field %s to set%s%s"):format(kind, shown(key), hint(key, settable),
    advice and "; " .. advice or ""))
end

-- ---- the object itself --------------------------------------------------------------------------

local function bad_self(kind, name, value)
  blame.fail(name, 0, "%s expected, got %s: write %s:%s, with a colon", kind, core.show(value),
    kind, name)
end

-- Stock Lua's getmetatable searches for `__metatable`, which takes most of its time; LuaJIT
-- compiles its own.
local is_of = core.has_metatable
if type(jit) == "table" then
  function is_of(value, metatable) return getmetatable(value) == metatable end
end

local getinfo = debug and debug.getinfo

-- How many arguments a method takes, `self` included; nil: it has "...", or that cannot be told.
local function count_parameters(method)
  local info = getinfo and getinfo(method, "u")
  return info and not info.isvararg and info.nparams or nil
end

-- What scripts get of a method: it checks `self` first. It ends with a tail call, so it leaves the
-- stack, and messages about other arguments find the method where the script has called it. To pass
-- on "..." costs more than the check does, so a few arguments, as most methods have, are passed on
-- one by one.
local function guarded(kind, metatable, name, method)
  local count = count_parameters(method)
  if count and count <= 2 then
    return function(self, a)
      if not is_of(self, metatable) then bad_self(kind, name, self) end
      return method(self, a)
    end
  elseif count and count <= 4 then
    return function(self, a, b, c)
      if not is_of(self, metatable) then bad_self(kind, name, self) end
      return method(self, a, b, c)
    end
  end
  return function(self, ...)
    if not is_of(self, metatable) then bad_self(kind, name, self) end
    return method(self, ...)
  end
end

-- Are there scripts here that hold objects of these classes? In a mod's state there are none.
local has_scripts = core.has_metatable ~= nil

--- Puts the public methods of `list` into `target`, which may be the same table. Each checks that
-- `self` has that metatable, and is noted for messages, see blame.c.
function strict.methods(kind, metatable, list, target)
  local inner, outer = {}, {}
  for name, method in pairs(list) do
    if type(method) == "function" and not is_private(name) and name ~= "new" then
      inner[name], outer[name] = method, guarded(kind, metatable, name, method)
    end
  end
  core.note(":", inner)
  core.note(":", outer)
  for name, method in pairs(outer) do target[name] = method end
end

-- What may be set is kept under its own name. What is read-only is kept as `_name`, so that each
-- attempt to set it arrives at __newindex.
local function sort_fields(fields)
  local settable, hidden = {}, {}
  for name, use in pairs(fields) do
    if use == "read" then hidden[name] = "_" .. name else settable[name] = use end
  end
  return settable, hidden
end

--- Makes the objects of a class strict, and finds its methods for them. `fields` are those that a
-- script may see: "read", which are read-only; "set", which the game may set to anything; or a
-- function, for those that the game may set: it is called with the value, and raises an error where
-- that is wrong. The class keeps the field `name` as `_name`, unless it is "set". Other names that
-- begin with `_` are the library's own.
function strict.class(kind, class, fields, advice)
  local settable, hidden = sort_fields(fields)
  local names
  local function all_names()
    names = names or strict.names(class, fields)
    names.new = nil
    return names
  end
  for name, use in pairs(settable) do
    if use ~= "set" then hidden[name] = "_" .. name end
  end
  class.__name = kind
  if has_scripts then strict.methods(kind, class, class, class) end
  function class.__index(object, key)
    local method = class[key]
    if method ~= nil then return method end
    local name = hidden[key]
    if name then return rawget(object, name) end
    if settable[key] or is_private(key) then return nil end
    return strict.read(kind, key, all_names())
  end
  function class.__newindex(object, key, value)
    local use = settable[key]
    if use and use ~= "set" then
      use(value)
      return rawset(object, hidden[key], value)
    elseif not use and not is_private(key) then
      strict.write(kind, key, all_names(), settable, advice)
    end
    rawset(object, key, value)
  end
  return class
end

--- Makes a table of functions strict: what it has not is an error to read, and to set. Returns it.
-- `modules` may name what is loaded when a field is first read: { field = { module, name } }, which
-- is what the module has under that name, or, without a name, the module.
function strict.functions(kind, list, modules)
  core.note(".", list)
  modules = modules or {}
  local function load(key)
    local module, name = lazy.load(modules[key][1]), modules[key][2]
    local value = module
    if name then
      value = module[name]
      core.note(".", { [key] = value })
    end
    rawset(list, key, value)
    return value
  end
  return setmetatable(list, {
    __index = function(_, key)
      if modules[key] then return load(key) end
      if is_private(key) then return nil end
      return strict.read(kind, key, strict.names(list, modules))
    end,
    __newindex = function(_, key)
      local names = strict.names(list, modules)
      strict.write(kind, key, names, names)
    end,
    __pairs = function()                         -- all of them, where Lua asks
      for key in pairs(modules) do
        if rawget(list, key) == nil then load(key) end
      end
      return next, list, nil
    end,
    __metatable = false,
  })
end

return strict
