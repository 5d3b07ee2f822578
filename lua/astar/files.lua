--- Files: where maps, saves, graphs, mods and replays are read from, and where they are written.
--
-- These are files on the disk until the game sets other ones with astar.files{}: an archive, what
-- an engine lets a game see, what a sandbox allows. No other file of the library reads or writes
-- any; its own modules come through `require` alone.

local blame = require "astar.arguments.blame"
local copied = require "astar.copied"
local core = require "astar.core"
local options = require "astar.arguments.options"

local files = {}

local unpack = table.unpack or unpack

-- ---- the game's ---------------------------------------------------------------------------------

local FUNCTION = { "function", "a function" }
local VALID = { read = FUNCTION, list = FUNCTION, write = FUNCTION, changed = FUNCTION }

local hooks                                      -- nil: the disk

--- Sets where files are read from and written to: a table with some of `read`, `list`, `write` and
-- `changed`, see docs/embedding.md; nil: the disk again. Returns what was set before, or nil.
function files.set(given)
  if given ~= nil and type(given) ~= "table" then
    blame.fail("files", 1, "a table of functions expected, got %s", type(given))
  end
  if given then options.check("files", given, VALID) end
  local before = hooks
  hooks = given and copied(given)
  return before
end

-- What a function of the game's returns for a name; false and a message where it raises an error.
local function ask(name, file, ...)
  local f = hooks[name]
  if not f then
    return false, ("%s: astar.files has been given no '%s'"):format(file, name)
  end
  local results = { pcall(f, file, ...) }
  if results[1] then return unpack(results, 2, 3) end
  return false, ("%s: %s"):format(file, blame.in_words(results[2]))
end

-- nil and what the game has said of a file; messages begin with the file's name.
local function failed(file, message, otherwise)
  if message == nil then message = otherwise end
  local words = blame.in_words(message)
  if words:sub(1, #file) == file then return nil, words end
  return nil, ("%s: %s"):format(file, words)
end

-- ---- reading ------------------------------------------------------------------------------------

local FIRST = 65536                              -- bytes

local function read_from_disk(file, check)
  local handle, message = io.open(file, "rb")
  if not handle then return nil, message end
  local first, rest = handle:read(FIRST), ""
  local why = not first and select(2, handle:read(0))            -- a folder
  local complaint = not why and check and check(first or "")
  if first and not complaint then rest, why = handle:read("*a") end
  handle:close()
  if complaint then return nil, complaint end
  if why or not rest then return nil, ("%s: %s"):format(file, why or "it cannot be read") end
  return (first or "") .. rest
end

--- All of a file: a text | nil, message, which begins with its name. `check(text)` gets its first
-- bytes, 65536 at most, before the rest is read, and returns a message if that is not to happen.
function files.read(file, check)
  if not hooks then return read_from_disk(file, check) end
  local text, message = ask("read", file)
  if text == nil or text == false then return failed(file, message, "there is no such file") end
  if type(text) ~= "string" then
    return nil, ("%s: `read` has returned a %s, and no text"):format(file, type(text))
  end
  local complaint = check and check(text:sub(1, FIRST))
  if complaint then return nil, complaint end
  return text
end

--- A file in a folder that somebody else has filled: a text | nil, message. On the disk only
-- regular files are read, and none to which a link leads out of the folder. `place` is the folder
-- and a slash, or "".
function files.read_in(place, file, most)
  if not hooks then
    local text, problem = core.read_file(place == "" and "." or place, file, most)
    if text then return text end
    return nil, ("%s%s: %s"):format(place, file, problem)
  end
  local text, message = files.read(place .. file)
  if text and #text > most then
    return nil, ("%s%s: more than %d bytes"):format(place, file, most)
  end
  return text, message
end

--- What is another value when the file has changed: a stamp; false: none can be had, the file has
-- to be read; nil: there is no such file.
function files.stamp(file)
  if not hooks then return core.file_stamp(file) end
  if not hooks.changed then return false end
  return (ask("changed", file))                  -- false: reading it says what is wrong
end

-- ---- folders ------------------------------------------------------------------------------------

local function list_from_disk(folder)
  local list = {}
  for kind, name in (core.list_folder(folder) or ""):gmatch("(%l) ([^\n]+)\n") do
    list[#list + 1] = kind == "d" and name .. "/" or name
  end
  return list
end

-- A copy, as the game may change its list meanwhile, without what is no name in this very folder.
-- It is read without its metatable, which could raise errors, or go on without end.
local function names_of(list)
  local names = {}
  for i = 1, math.huge do
    local name = rawget(list, i)
    if name == nil then break end
    if type(name) == "string" and name:find("^[^/]+/?$") and name:sub(1, 1) ~= "." then
      names[#names + 1] = name
    end
  end
  return names
end

--- What is in a folder, in any order: a list of names, of which those of folders end in a slash |
-- nil, message. On the disk, links and names that begin with a dot are left out. A folder that is
-- not there is empty.
function files.list(folder)
  if not hooks then return list_from_disk(folder) end
  local list, message = ask("list", folder)
  if not list and message ~= nil then return failed(folder, message) end
  if list == nil then return {} end
  if type(list) ~= "table" then
    return nil, ("%s: `list` has returned a %s, and no list of names"):format(folder, type(list))
  end
  return names_of(list)
end

-- ---- writing ------------------------------------------------------------------------------------

local function write_over(file, text)
  local handle, message = io.open(file, "wb")
  if not handle then return nil, message end
  local written, why = handle:write(text)
  local closed, close_why = handle:close()
  if written and closed then return true end
  return nil, ("%s: %s"):format(file, why or close_why)
end

-- All at once: if that fails, or is cut off, what was there before still is. `place`: the file's
-- own path, behind all links.
local function replace_on_disk(file, place, text)
  local done
  local part, message = core.file_beside(place)
  if part then
    done, message = write_over(part, text)
    if done then done, message = core.replace_file(part, place) end
    if done then return true end
    os.remove(part)
    if message:sub(1, #part) == part then message = message:sub(#part + 3) end
  end
  return nil, ("%s: %s"):format(file, message)
end

local function write_to_disk(file, text)
  local place, message = core.written_place(file)
  if place then return replace_on_disk(file, place, text) end
  if place == false then return write_over(file, text) end
  return nil, ("%s: %s"):format(file, message)
end

--- Why a file cannot be written, as far as that can be told without writing: a message, which
-- begins with its name; or nil.
function files.refusal(file)
  if hooks then
    return not hooks.write and ("%s: astar.files has been given no 'write'"):format(file) or nil
  end
  local place, message = core.written_place(file)
  return place == nil and ("%s: %s"):format(file, message) or nil
end

--- Does a name stand for what is no file on a disk, or for what a process has open, as /dev/stdout?
function files.is_written_directly(file)
  return not hooks and core.written_place(file) == false
end

--- Writes a file, or replaces it: true | nil, message, which begins with its name. On the disk it
-- is replaced all at once; what was there before stays if that fails. A link stays, and what it
-- leads to is replaced.
function files.write(file, text)
  if not hooks then return write_to_disk(file, text) end
  local done, message = ask("write", file, text)
  if not done then return failed(file, message, "it was not written") end
  return true
end

--- What a method that saves an object returns: without a file the content; else that is written to
-- it: the object | nil, message.
function files.saved(object, content, file)
  if not file then return content end
  local done, message = files.write(file, content)
  if not done then return nil, message end
  return object
end

return files
