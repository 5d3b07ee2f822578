--- The first of the library's files in a mod's state. It defines `require` for the others, which
-- the host hands over with box:define.

-- luacheck: globals sandbox require debug

local loaders, loaded = {}, {}
local explain, running, variable = sandbox.explain, sandbox.running, sandbox.variable
local safe = sandbox.safe

-- What require(name) will call, once: box:define.
sandbox.expose("define", function(name, loader) loaders[name] = loader end)

function require(name)
  local value = loaded[name]
  if value == nil then
    local loader = loaders[name]
    if not loader then error(("there is no '%s' in a mod's state"):format(name), 2) end
    value = loader(name)
    loaded[name] = value
  end
  return value
end

-- What task.lua and doing.lua of world/, and units/values.lua, ask the debug library for: where
-- an error came from, as far as it is the mod's; which functions a coroutine is in; what one of
-- them was called with.
debug = {
  getlocal = function(thread, level, index)
    if not index then thread, level, index = coroutine.running(), thread + 1, level end
    local name, value = variable(thread, level, index)
    return name, value                           -- no tail call, which would leave no level here
  end,
  getinfo = function(thread, level)
    local func = running(thread, level)
    return func and { func = func }
  end,
  traceback = function(thread, message)
    if type(thread) == "string" then thread, message = coroutine.running(), thread end
    local _, _, trace = explain(thread)
    if not trace then return message or "" end
    return (message and message .. "\n" or "") .. trace
  end,
}

-- Without addresses, which differ from run to run.
tostring = safe.tostring                         -- luacheck: ignore

-- In order, as files of the mod go through tables, and into what is read-only.
pairs, ipairs = sandbox.pairs, safe.ipairs   -- luacheck: ignore

-- ---- what the core does for messages ------------------------------------------------------------

local core = {}

function core.show(value)
  return type(value) == "string" and ("'%s'"):format(value) or tostring(value)
end

function core.nearest(name, names)
  local _, nearest, distance = sandbox.host("spell", name, names)
  return nearest, distance
end

core.keys, core.before, core.same = sandbox.keys, sandbox.before, sandbox.same
core.holds_more, core.copied = sandbox.holds_more, sandbox.copied
core.packed, core.merge_packed = sandbox.packed, sandbox.merge_packed

function core.note() end                         -- for messages of the host

loaded["astar.core"] = core
loaded["astar.length"] = sandbox.length          -- depends only on what is in a list

-- ---- blame.lua, as far as the mod's own lines go ------------------------------------------------

local blame = {}

-- A verb is also known by what its file returns: what checks its unit may end with a tail call of
-- that, and leave the stack.
local function name_of(func)
  for _, module in ipairs { "astar.verbs", "astar.world.senses", "astar.world.mind" } do
    for name, f in pairs(loaded[module] or {}) do
      if f == func or loaded["astar.verbs." .. name] == func then return name end
    end
  end
end

-- The method of the library that the mod's own code has called, directly or through pcall. The
-- mod's function may have left the stack, as it has ended with a tail call of the method.
local function called_in(thread)
  local level, called = 0, nil
  local func, is_mods = running(thread, level)
  while func and not is_mods do
    called, level = name_of(func) or called, level + 1
    func, is_mods = running(thread, level)
  end
  return called
end

function blame.places(thread)
  thread = thread or coroutine.running()
  if not thread then return nil, nil, nil end    -- LuaJIT has no name for its main coroutine
  local file, line = explain(thread)
  local place = file and ("%s:%d"):format(file, line)
  return place, place, called_in(thread)
end

function blame.lost() return nil end

function blame.raise(format, method)
  local place, _, called = blame.places()
  if method then format = format:format(called or method) end
  error((place and place .. ": " or "") .. format, 0)
end

function blame.fail(method, position, format, ...)
  local _, _, called = blame.places()
  local words = format:format(...)
  if called and called ~= method then
    blame.raise(("bad argument to '%s' (%s)"):format(called, words))
  elseif position == 0 then
    blame.raise(("calling '%s' on bad self (%s)"):format(method, words))
  end
  blame.raise(("bad argument #%d to '%s' (%s)"):format(position, method, words))
end

loaded["astar.arguments.blame"] = blame
