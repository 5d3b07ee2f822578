--- Which line of the script an error is to name. An error that is raised deep in the library would
-- name a line that the script's author has never seen, and a method that the script did not call.
-- The line that called the library, and the name by which it called, are found by blame.c.

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

-- ---- places -------------------------------------------------------------------------------------

--- places([thread, level]): file and line of the innermost Lua function; and of the innermost one
-- that is not the library's, or of an action of `think`, which stands for the line that made it.
-- Each may be nil. `thread` is a coroutine that does not run; without one, level 1 is the caller.
blame.places = core.places

--- defined(f): file and line where an action was made, or where a function of the script's begins;
-- nil, for others. They stand for its line where that is gone from the stack, as it has ended with
-- `return unit:go(nil)`.
blame.defined = core.defined

--- action(f): notes the line of the script that runs as the one that made an action. Returns that.
blame.action = core.action

--- Raises an error about an argument of `method`, a function of the library that runs: by its
-- position, without the object; 0: the object itself. Where the script has called another function
-- of the library, which has called this one, the message names that, and no position. Without
-- `method` it is about an argument of the function that the script has called, whichever that is.
function blame.fail(method, position, format, ...)
  core.fail(method, position, format:format(...))
end

--- raise(message [, method]): raises an error that names the line that called the library. %s in
-- the message stands for the name of the function called; `method` is that name where the stack
-- does not tell it.
blame.raise = core.raise

--- The words of an error of which `inside` and `outside` are known: the script's line is added,
-- unless they begin with a place that is not the library's own.
function blame.words(words, inside, outside)
  if not outside or words:sub(1, #outside + 1) == outside .. ":" then return words end
  words = words:gsub("^%?:[%d?-]+: ", "")        -- a line of the library's that was stripped
  if words:find("^bad argument ") or words:find("^calling '") then
    return ("%s: %s"):format(outside, words)
  end
  local is_own = inside and words:sub(1, #inside + 1) == inside .. ":"
  if words:find(":%d+:") and not is_own then return words end
  return ("%s (at %s)"):format(words, outside)
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
