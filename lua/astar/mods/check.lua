--- Tries a mod and lists its mistakes; the command `astar mod check` calls it. First its files
-- are read, all Lua files in the folder, and searched for verbs, fields, events, codes and
-- functions that there are not (source/). Those to which mod.lua does not lead are named. Then each
-- of its behaviours runs in small worlds (trial.lua).
--
-- What is known of a game is a table: `events`, from the name of each event that the game tells to
-- the list of its arguments' kinds, such as { "enemy" }; `data`, what is in unit.data; `roles`,
-- from the names of behaviours to what is in unit.data of theirs; `influences`, the names of
-- influence maps. Without it nobody knows which events a game has: then only those are listed that
-- are nearly the name of a known one.

local core = require "astar.core"
local source = require "astar.mods.source"
local trial = require "astar.mods.trial"
local host_files = require "astar.mods.host_files"

local check = {}

-- ---- mistakes -----------------------------------------------------------------------------------

local function with_advice(text)
  local name = text:match("a nil value %(%a+ '([%a_]+)'%)")
    or text:match("'([%a_]+)' %(a nil value%)")
  return text .. (name and not text:find("; mods have ") and source.advice(name) or "")
end

-- Mistakes, each once, whichever unit it befalls.
local function collector()
  local list, seen = {}, {}
  return list, function(text)
    text = with_advice(text)
    local key = text:gsub("unit %d+", "unit")
    if not seen[key] then list[#list + 1] = text end
    seen[key] = true
  end
end

local function words_of(report)
  local text = report.message
  if type(text) ~= "string" or not text:find(":%d+:") then
    text = (report.where and report.where .. ": " or "") .. tostring(text)
  end
  return ("%s (%s)"):format(text, report.behaviour or tostring(report.mod))
end

-- Whether what the text shows has come about when the mod was run: the same name is wrong in the
-- same line.
local function is_among(found, mistake, place)
  local name = tostring(mistake.name)
  local quoted, key = ("'%s'"):format(name), ("unknown key '%s'"):format(name)
  local is_key = mistake.text:find(key, 1, true)
  for _, text in ipairs(found) do
    local here = text:sub(1, #place) == place and text:find(quoted, 1, true)
    if mistake.name and (here or is_key and text:find(key, 1, true)) then return true end
  end
  return false
end

-- ---- a mod --------------------------------------------------------------------------------------

-- A function that returns the text of a file of the mod, what messages call its folder, the Lua
-- files in that, and why they are not all of them, or nil.
local function reader_of(given)
  if type(given) == "string" then
    local place = given:gsub("/*$", "") .. "/"
    local read, names, unlisted = host_files.reader(given), host_files.names(given)
    return function(path) return (read(path)) end, place, names, unlisted
  end
  local names = {}
  for _, name in ipairs(core.keys(given.files)) do
    if name:sub(-4) == ".lua" then names[#names + 1] = name end
  end
  return function(path) return given.files[path] end, (given.name or "mod") .. "/", names
end

local NOT_LOADED = "the mod never loads this file: no file that it loads requires it by its name"

-- Adds what is wrong in files to which mod.lua does not lead. They are searched together with the
-- others, but in a program of their own: what they say of events and fields is not the mod's.
local function add_mistakes_of_rest(mistakes, program, reader, game, names)
  local rest = {}
  for _, path in ipairs(names) do
    if not program.files[path] and reader(path) then rest[#rest + 1] = path end
  end
  if not rest[1] then return end
  local is_rest, whole = {}, source.program(reader, game, rest)
  for _, path in ipairs(rest) do
    is_rest[path] = true
    mistakes[#mistakes + 1] = { file = path, line = 1, text = NOT_LOADED }
  end
  for _, mistake in ipairs(whole:check()) do
    if is_rest[mistake.file] then mistakes[#mistakes + 1] = mistake end
  end
end

--- The mistakes of a mod, given as to world:mod: a list of lines; and the mod and the number of
-- ticks, if it could be loaded. `game`: see above.
function check.list(given, game)
  local read, place, names, unlisted = reader_of(given)
  local program = source.program(read, game)
  local mistakes = program:check()
  add_mistakes_of_rest(mistakes, program, read, game, names)
  local found, note_found = collector()
  if unlisted then note_found(unlisted) end
  local ticks, mod = trial.run(given, program, game, function(report)
    note_found(words_of(report))
  end)
  if not ticks then note_found(mod) end
  local list, note = collector()
  for _, mistake in ipairs(mistakes) do
    local at = ("%s%s:%d: "):format(place, mistake.file, mistake.line)
    if not is_among(found, mistake, at) then note(at .. mistake.text) end
  end
  for _, text in ipairs(found) do note(text) end
  if not ticks then return list end
  return list, mod, ticks
end

return check
