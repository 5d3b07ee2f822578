--- The first of the library's files in a mod's state. It defines `require` for the others, which
-- the host hands over with box:define.

-- luacheck: globals sandbox require debug

local loaders, loaded = {}, {}
local explain, running, safe = sandbox.explain, sandbox.running, sandbox.safe

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

-- What task.lua and doing.lua of world/ ask the debug library for: where an error came from, as far
-- as it is the mod's; which functions a coroutine is in; what one of them was called with.
debug = {
  getlocal = sandbox.variable,
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
  local _, nearest, distance, is_near = sandbox.host("spell", name, names)
  return nearest, distance, is_near
end

core.keys, core.before, core.same = sandbox.keys, sandbox.before, sandbox.same
core.holds_more, core.copied = sandbox.holds_more, sandbox.copied
core.packed, core.merge_packed = sandbox.packed, sandbox.merge_packed

function core.note() end                         -- for messages of the host

loaded["astar.core"] = core
loaded["astar.length"] = sandbox.length          -- depends only on what is in a list

-- ---- blame.lua, as far as the mod's own lines go ------------------------------------------------

local blame = {}

local function name_of(func)
  for _, module in ipairs { "astar.verbs", "astar.world.senses", "astar.world.mind" } do
    for name, f in pairs(loaded[module] or {}) do
      if f == func then return name end
    end
  end
end

local made = sandbox.weak "k"                    -- of actions: the lines that made them

-- The innermost line of the mod's, and the method of the library that it has called, directly or
-- through pcall. The mod's function may have left the stack, as it has ended with a tail call of
-- the method; an action within which that is called stands for the line that made it.
local function called_in(thread)
  local level, called = 0, nil
  repeat
    local func, is_mods, place = running(thread, level)
    if is_mods then return place, called end
    if called and made[func] then return made[func], called end
    called, level = func and name_of(func) or called, level + 1
  until not func
  return nil, called
end

function blame.places(thread)
  local place = called_in(thread or coroutine.running())
  return place, place
end

function blame.defined(f)
  local file, line = explain(f)
  return file and (line and ("%s:%d"):format(file, line) or file) or made[f]
end

--- As in the host's state; `chunk`: it is what the file has returned, which is that function.
function blame.action(f, chunk)
  made[f] = made[f] or chunk and blame.defined(chunk) or blame.places()
  return f
end

function blame.raise(format, method)
  local place, called = called_in(coroutine.running())
  if method then format = format:format(called or method) end
  error((place and place .. ": " or "") .. format, 0)
end

function blame.fail(method, position, format, ...)
  local _, called = called_in(coroutine.running())
  local words, name = format:format(...), called or method or "?"
  if method and name ~= method then
    blame.raise(("bad argument to '%s' (%s)"):format(name, words))
  elseif position == 0 then
    blame.raise(("calling '%s' on bad self (%s)"):format(name, words))
  end
  blame.raise(("bad argument #%d to '%s' (%s)"):format(position, name, words))
end

-- What the host refuses it says of its own method: the mod has called another one, perhaps.
sandbox.expose("refused", function(message)
  local _, called = called_in(coroutine.running())
  local is_text = called and type(message) == "string"
  local at = is_text and message:sub(1, 17) == "bad argument to '" and message:find("' (", 1, true)
  if not at then return message end
  return ("bad argument to '%s%s"):format(called, message:sub(at))
end)

loaded["astar.arguments.blame"] = blame
