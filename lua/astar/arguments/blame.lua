--- Which line of the script an error is to name. An error that is raised deep in the library would
-- name a line that the script's author has never seen, and a method that the script did not call.
-- This module finds the line that called the library, and the name by which it called.

local core = require "astar.core"
local pairs = require "astar.pairs".pairs

local getinfo = debug and debug.getinfo

local blame = {}

-- ---- what is the library's ----------------------------------------------------------------------

local STRIPPED = "=?"                            -- what Lua calls a chunk without a name

-- What all chunks of the library are named with before the name of a module: "@…/astar/" where they
-- are files, another word and "/" or "." where they come out of an archive or a program; "=?" where
-- their names have been stripped. nil: this one is called otherwise.
local function common_prefix(source)
  return source:match("^([^\n]*astar[^\n]*[/\\.])arguments[/\\.]blame") or
    source == STRIPPED and source
end

-- Several modules, and the game's own, may stand in one file, as functions in package.preload: then
-- the library's are known by their lines.
local function note_stretches()
  for name, loader in pairs(package and package.preload or {}) do
    local is_ours = type(name) == "string" and (name .. "."):sub(1, 6) == "astar."
    local info = is_ours and type(loader) == "function" and getinfo(loader, "S")
    if info and info.what == "Lua" then
      core.library(info.source, info.linedefined, info.lastlinedefined)
    end
  end
end

local function note_library()
  local prefix = common_prefix(getinfo(1, "S").source)
  if prefix then core.library(prefix) else note_stretches() end
end

if getinfo then note_library() end

local function is_ours(info)
  return core.is_library(info.source, info.linedefined, info.lastlinedefined)
end

-- ---- places -------------------------------------------------------------------------------------

-- The name by which a function was called. A tail call leaves none, as methods are called when
-- `self` has been checked: then the name under which the library has the function.
local function name_of(info)
  if info.namewhat == "method" or info.namewhat == "field" then return info.name end
  return core.noted(info.func)
end

-- In LuaJIT a function has no line if the error in it was not raised by `error`.
local function at(info)
  if info.currentline < 1 then return info.short_src end
  return ("%s:%d"):format(info.short_src, info.currentline)
end

--- Returns file and line of the innermost Lua function; file and line of the innermost one that is
-- not the library's; and the name of the library's function that this one has called. Each may be
-- nil. `thread` is a coroutine that does not run; without one, the search begins at the caller of
-- this function, `level` levels further out.
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
    local is_lua = info.what ~= "C" and info.what ~= "tail"        -- Lua 5.1 alone tells tail calls
    if is_lua then inside = inside or at(info) end
    if is_lua and not is_ours(info) then return inside, at(info), called end
    if info.func then called = name_of(info) or called end         -- pcall has no name of ours
    level = level + 1
    info = info_at(level)
  end
  return inside
end

--- Raises an error about an argument of `method`, a function of the library that runs: by its
-- position, without the object; 0: the object itself. Where the script has called another function
-- of the library, which has called this one, the message names that and its argument.
function blame.fail(method, position, format, ...)
  core.fail(method, position, format:format(...))
end

--- Raises an error that names the line that called the library. %s in the message stands for the
-- name of the function called; `method` is that name where the stack does not tell it.
function blame.raise(message, method)
  core.raise(message, method)
end

--- All of a file, a text | nil: files.lua sets another one, which reads what the game says.
function blame.read(name)
  local file = io and io.open(name, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

-- The lines of a chunk: of its file, or of the text that it was made of.
local function lines_of(source)
  local text = source
  if source:sub(1, 1) == "@" then
    text = blame.read(source:sub(2))
    if not text then return nil end
  end
  local lines = {}
  for line in (text .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line end
  return lines
end

-- The one line of a function that returns what a call of that name returns; nil: several, or none.
local function line_of_return(info, name)
  local lines, found = lines_of(info.source), nil
  for number = info.linedefined, lines and info.lastlinedefined or 0 do
    local line = info.activelines[number] and lines[number] or ""
    if line:find("return%f[^%w_].-%f[%w_]" .. name .. "%f[^%w_]") then
      if found then return nil end
      found = number
    end
  end
  return found
end

--- File and line where a function is to blame that is gone from the stack, as it has ended with
-- `return unit:go(nil)`: a tail call. Where the line cannot be found, that where it begins.
function blame.lost(f, message)
  local info = getinfo and type(f) == "function" and getinfo(f, "S")
  if not info or info.what == "C" or info.source == STRIPPED or is_ours(info) then return nil end
  info = getinfo(f, "SL")                        -- of what is stripped, Lua 5.4.4 must not be asked
  local name = type(message) == "string" and message:match("'([%w_]+)'")
  local line = name and line_of_return(info, name) or info.linedefined
  return ("%s:%d"):format(info.short_src, line)
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
  words = words:gsub("^%?:[%d?-]+: ", "")        -- a line of the library's that was stripped
  if words:find("^bad argument ") or words:find("^calling '") then
    return ("%s: %s"):format(outside, words)
  end
  if not words:find(":%d+:") then return ("%s (at %s)"):format(words, outside) end
  local rest = inside and inside ~= outside and behind(words, inside)
  if not rest then return words end
  local said = rest:match("^bad argument #?%d* ?to '(.-)' %(")
  if not said then return ("%s (at %s)"):format(words, outside) end
  if called and said ~= called then
    rest = rest:gsub("^bad argument #?%d* ?to '.-'", ("bad argument to '%s'"):format(called))
  end
  return ("%s: %s"):format(outside, rest)
end

-- What is said of values that have no words of their own.
local KINDS = { table = "a table", ["function"] = "a function", thread = "a thread",
  userdata = "a userdata" }

-- Lua writes an address behind a colon or in parentheses, on Windows without the 0x.
local function has_address(words)
  return words:find("0x%x+%)?$") or words:find("[(:] ?%x%x%x%x%x%x%x%x+%)?$")
end

--- Whatever it is that was raised: its own __tostring may fail, too. Addresses are never shown, as
-- they are others each time.
function blame.in_words(message)
  local ok, words = pcall(tostring, message)
  if not ok or type(words) ~= "string" then return "an error that cannot be shown" end
  local kind = KINDS[type(message)]
  if kind and (not getmetatable(message) or has_address(words)) then return kind end
  return words
end

--- What is wrong, for those who have not written the call: without its line, the name of the
-- function, and the number of the argument.
function blame.reason(message)
  local words = blame.in_words(message):gsub("^[^\n]-:%d+: ", "")
  return words:match("^bad argument #%d+ to '[%w_]+' %((.*)%)$") or words
end

return blame
