--- Whose fault an error is. One that is raised deep in the library names a line that the script's
-- author has never seen, and a method that the script has not called: here is the line that has
-- called the library, and by which name.

local getinfo = debug and debug.getinfo
local loaded = package and package.loaded or {}

local blame = {}

-- The library's folder, as chunks are named.
local HOME = getinfo and getinfo(1, "S").source:match("^(@.*[/\\])[^/\\]+[/\\][^/\\]*$")

local function is_ours(info)
  return HOME ~= nil and info.source:sub(1, #HOME) == HOME
end

-- The name by which it was called. A tail call has left none; then the one that it is known by.
local function name_of(info)
  if info.namewhat == "method" or info.namewhat == "field" then return info.name end
  for _, module in ipairs { "astar.verbs", "astar.world.senses", "astar.world.mind" } do
    for name, f in pairs(loaded[module] or {}) do
      if f == info.func then return name end
    end
  end
end

-- In LuaJIT a function in which an error came about by itself, without `error`, has no line.
local function at(info)
  if info.currentline < 1 then return info.short_src end
  return ("%s:%d"):format(info.short_src, info.currentline)
end

--- File and line of the innermost Lua function; the same of the innermost one that is not the
-- library's, and the name of what that has called. Each may be nil. Of a coroutine that does not
-- run; or, without one, from who calls this, so many levels further out.
function blame.places(thread, level)
  if not getinfo then return nil end
  local inside, called
  local function info_at(n)
    local info
    if thread then info = getinfo(thread, n, "Slnf") else info = getinfo(n + 3, "Slnf") end
    return info
  end
  level = level or 0
  local info = info_at(level)
  while info do
    local is_lua = info.what ~= "C"
    if is_lua then inside = inside or at(info) end
    if is_lua and not is_ours(info) then return inside, at(info), called end
    called = name_of(info)
    level = level + 1
    info = info_at(level)
  end
  return inside
end

--- Raises an error that blames who has called the library. A message may have a %s for the name by
-- which it was called; `method` is that where it is not known.
function blame.raise(message, method)
  local inside, outside, called = blame.places()
  local place = outside or inside
  if method then message = message:format(outside and called or method) end
  error((place and place .. ": " or "") .. message, 0)
end

--- Raises an error again that came from within: one about an argument blames who has called the
-- library's `method`.
function blame.again(message, method)
  local position, what
  if type(message) == "string" then
    position, what = message:match("bad argument #(%d+) to '.-' (%(.*)$")
  end
  if not what then error(message, 0) end
  blame.raise(("bad argument #%s to '%s' %s"):format(position, method, what))
end

local function passed_on(method, ok, ...)
  if ok then return ... end
  blame.again((...), method)
end

--- f(), of which errors are the fault of who has called the library's `method`.
function blame.call(method, f)
  return passed_on(method, pcall(f))
end

-- What follows the place with which a message begins; nil, it begins otherwise.
local function behind(words, place)
  if words:sub(1, #place) ~= place then return nil end
  return words:match("^:%d+: (.*)$", #place + 1) or words:match("^: (.*)$", #place + 1)
end

--- The words of an error of which `inside`, `outside` and `called` are known: where they name the
-- library's line and method, now those that the script knows.
function blame.words(words, inside, outside, called)
  if not outside then return words end
  if not words:find(":%d+:") then return ("%s (at %s)"):format(words, outside) end
  local rest = inside ~= outside and behind(words, inside)
  if not rest then return words end
  local said = rest:match("^bad argument #%d+ to '(.-)' %(")
  if not said then return ("%s (at %s)"):format(words, outside) end
  if called and said ~= called then
    rest = rest:gsub("^bad argument #%d+ to '.-'", ("bad argument to '%s'"):format(called))
  end
  return ("%s: %s"):format(outside, rest)
end

return blame
