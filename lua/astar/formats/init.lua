--- Reading and writing maps: MovingAI's .map, our own text format, bare rows of text, and Tiled's.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local files = require "astar.files"
local lazy = require "astar.lazy"
local letters = require "astar.formats.letters"
local lines = require "astar.formats.lines"
local new_map = require "astar.map.new"
local movingai = require "astar.formats.movingai"
local options = require "astar.arguments.options"
local rows = require "astar.formats.rows"
local text = require "astar.formats.text"
local reject = require "astar.arguments.reject"

local formats = {}

local CODES = {
  damaged = "a saved map, but cut off or changed",
  newer = "saved by a newer version of the library",
  older = "saved by an older version of the library, in a format that is not read any more",
  foreign = "not a saved map",
  limit = "it takes more memory than is allowed: the option `memory` says how much may be",
}

formats.LIMIT, formats.NEWER, formats.OLDER = CODES.limit, CODES.newer, CODES.older

-- A map that was saved as a whole.
local function restore(content, source, memory)
  local map, code = core.load(content, memory)
  if not map then return nil, ("%s: %s"):format(source, CODES[code]) end
  return map
end

-- The game's own kinds of terrain, by name, as astar.map takes them.
local function check_terrains(terrains, method)
  if terrains[1] ~= nil then blame.fail(method, 2, "terrains is a list, expected names") end
  local map, reason = reject.caught(reject.attempt, "", new_map,
    { width = 1, height = 1, terrains = terrains })
  if not map then blame.fail(method, 2, "%s", reason) end
end

local OPTIONS = {
  inflate = { "function", "a function" },
  memory = options.whole(1, 2 ^ 53),
  terrains = { "table", "a table" },
}

-- The options of astar.load and astar.read, or nil.
local function check_options(given, method)
  if given == nil then return nil end
  options.check(method, given, OPTIONS, 2)
  if given.terrains then check_terrains(given.terrains, method) end
  return given
end

local function check_string(value, method)
  if type(value) ~= "string" then
    blame.fail(method, 1, "string expected, got %s",
      value == nil and "no value" or type(value))
  end
end

local function parser_for(list)
  if text.recognises(list) then return text end
  if movingai.recognises(list) then return movingai end
  return rows
end

local MAGIC, WORLD = "\137ASTAR\r\n", "\137ASTAW\r\n"

local function build_text(content, source, given)
  if content:sub(1, #MAGIC) == MAGIC then return restore(content, source, given.memory) end
  local list = lines.of(content)
  local found, line, message = parser_for(list).parse(list)
  if not found then return nil, ("%s:%d: %s"):format(source, line, message) end
  local map = new_map(found.options)
  letters.remember(map, found.legend)
  local function ids(own, size) return map:_ids(own, found.legend, size.width, size.height) end
  if not found.options.levels then return map:_paint(ids(found.rows, map)) end
  for level in map:levels() do
    map:_paint(ids(found.rows[level.number], level), level.x, level.y, level.width, level.height)
  end
  return map
end

-- Tiled's formats are read by a folder of their own, which is loaded when it is needed: a text that
-- begins as they do is in no other format.
local function is_tiled(content)
  local at = content:find("%S") or 1
  return content:find("^[{<]", at) or content:find("^return%s*{", at) or content:find("^%-%-", at)
end

-- Such as a replay. It would be read as a map of Tiled, which is XML.
local function is_page(content)
  local head = content:sub(1, 200):lower()
  return head:find("^%s*<!doctype html") or head:find("^%s*<html")
end

-- The map and its objects. Only Tiled's files have some. `read` as in tiled.read.
local function build_any(content, source, read, given)
  local body = content:gsub("^\239\187\191", "")
  if is_page(body) then
    return nil, ("%s: a page for a browser, and no map"):format(source)
  elseif is_tiled(body) then
    return lazy.load("astar.formats.tiled").read(body, source, read, given)
  elseif given.terrains or given.inflate then
    return nil, ("%s: 'terrains' and 'inflate' are for maps of Tiled only"):format(source)
  end
  local map, message = build_text(content, source, given)
  if not map then return nil, message end
  return map, { properties = {} }
end

local function build(content, source, read, given)
  local map, objects = build_any(content, source, read, given or {})
  if not map or not given or not given.memory or map:memory() <= given.memory then
    return map, objects
  end
  map:close()
  return nil, ("%s: %s"):format(source, CODES.limit)
end

-- The line of the first byte that no text has, or nil.
local function binary_line(block)
  local at = block:find("[%z\1-\8\11\12\14-\31\127]")
  if not at then return nil end
  local _, before = block:sub(1, at):gsub("\n", "")
  return before + 1
end

-- What is wrong with a file that begins so, or nothing.
local function first_problem(file, block)
  if block:sub(1, #WORLD) == WORLD then
    return ("%s: a saved world: astar.load_world reads it"):format(file)
  end
  local line = block:sub(1, #MAGIC) ~= MAGIC and binary_line(block)
  return line and ("%s:%d: not a text file"):format(file, line)
end

--- A map from a text, and the list of its objects; nil and a message with the line where it is
-- broken.
function formats.read(content, given)
  check_string(content, "read")
  return build(content, "text", nil, check_options(given, "read"))
end

local MOST_BESIDE = 2 ^ 24                       -- bytes

-- The content of a file that a map names; nil and why. Maps come from anywhere: only regular files
-- of a limited size are read. A pipe, for example, would be waited for without end.
local function read_beside(name)
  local place = name:match("^.*[/\\]") or ""
  local file = name:sub(#place + 1)
  if file == "" or file == "." or file == ".." then
    return nil, ("%s: it is a folder, not a file"):format(name)
  end
  return files.read_in(place, file, MOST_BESIDE)
end

--- A map from a file, and the list of its objects; nil and a message with the line where it is
-- broken.
function formats.load(file, given)
  check_string(file, "load")
  given = check_options(given, "load")
  local content, message = files.read(file, function(block) return first_problem(file, block) end)
  if not content then return nil, message end
  return build(content, file, read_beside, given)
end

--- All of a map: a string, or, written to a file, the map; nil and a message where that fails.
function formats.save(map, file)
  if file ~= nil then check_string(file, "save") end
  return files.saved(map, map:_save(), file)
end

--- The formats that terrain can be written in, by their names.
formats.written = { "text", "movingai", "rows" }
local WRITERS = { text = text, movingai = movingai, rows = rows }

--- The terrain of a map in one of these formats: a string, or nil and why that cannot hold it.
function formats.terrain(map, name)
  local format = WRITERS[name]
  local refusal = format.refuses and format.refuses(map)
  if refusal then return nil, refusal end
  return format.write(map)
end

--- Writes the terrain of a map: the map, or nil and a message.
function formats.save_terrain(map, file)
  check_string(file, "save_terrain")
  local format = movingai.can_hold(map) and movingai or text
  return files.saved(map, format.write(map), file)
end

return formats
