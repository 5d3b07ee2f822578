--- Reading and writing maps: MovingAI's .map, our own text format, and bare rows of text.
-- `bind` gets the library's table, so that nothing is required in a circle.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local movingai = require "astar.formats.movingai"
local pairs = require "astar.pairs".pairs
local rows = require "astar.formats.rows"
local text = require "astar.formats.text"
local places = require "astar.formats.places"

local formats = {}

local astar

-- What is no text at all is refused before the rest of the file is read.
local FIRST_BLOCK = 65536

local CODES = {
  damaged = "a saved map, but cut off or changed",
  newer = "saved by a newer version of the library",
  foreign = "not a saved map",
}

-- A map that was saved as a whole.
local function restore(content, source)
  local map, projection, origin_x, origin_y, cell_width, cell_height = core.load(content)
  if not map then return nil, ("%s: %s"):format(source, CODES[projection]) end
  return places.remember(map, projection, { origin_x, origin_y }, { cell_width, cell_height })
end

local function check_string(value, position, name)
  if type(value) ~= "string" then
    blame.fail(name, position, "string expected, got %s",
      value == nil and "no value" or type(value))
  end
end

-- The lines without their ends, LF or CR LF.
local function split(content)
  local lines, count, from = {}, 0, 1
  if content:sub(1, 3) == "\239\187\191" then from = 4 end     -- a byte order mark
  while from <= #content do
    local stop = content:find("\n", from, true) or #content + 1
    local last = stop - 1
    if content:byte(last) == 13 then last = last - 1 end
    count = count + 1
    lines[count] = content:sub(from, last)
    from = stop + 1
  end
  return lines
end

local function parser_for(lines)
  if text.recognises(lines) then return text end
  if movingai.recognises(lines) then return movingai end
  return rows
end

-- The rows, checked by their parser, as one byte a cell.
local function ids(map, list, legend)
  local by_name, by_letter, all = {}, {}, {}
  for id, name in map:terrains() do by_name[name] = string.char(id) end
  for letter, name in pairs(legend) do by_letter[letter] = by_name[name] end
  for y, row in ipairs(list) do all[y] = row:gsub("[^\128-\191][\128-\191]*", by_letter) end
  return table.concat(all)
end

local MAGIC, WORLD = "\137ASTAR\r\n", "\137ASTAW\r\n"

local function build(content, source)
  if content:sub(1, #MAGIC) == MAGIC then return restore(content, source) end
  local lines = split(content)
  local found, line, message = parser_for(lines).parse(lines)
  if not found then return nil, ("%s:%d: %s"):format(source, line, message) end
  local map = astar.map(found.options)
  if not found.options.levels then return map:_paint(ids(map, found.rows, found.legend)) end
  for level in map:levels() do
    local own = ids(map, found.rows[level.number], found.legend)
    map:_paint(own, level.x, level.y, level.width, level.height)
  end
  return map
end

-- The line of the first byte that no text has, or nil.
local function binary_line(block)
  local at = block:find("[%z\1-\8\11\12\14-\31\127]")
  if not at then return nil end
  local _, before = block:sub(1, at):gsub("\n", "")
  return before + 1
end

local function read_all(handle, file)
  local block, why = handle:read(FIRST_BLOCK)
  if why then return nil, ("%s: %s"):format(file, why) end     -- a directory
  if block and block:sub(1, #WORLD) == WORLD then
    return nil, ("%s: a saved world: astar.load_world reads it"):format(file)
  end
  local is_saved = block and block:sub(1, #MAGIC) == MAGIC
  local line = not is_saved and binary_line(block or "")
  if line then return nil, ("%s:%d: not a text file"):format(file, line) end
  return (block or "") .. (handle:read("*a") or "")
end

function formats.bind(library)
  astar = library
end

--- A map from a text; nil and a message with the line where it is broken.
function formats.read(content)
  check_string(content, 1, "read")
  return build(content, "text")
end

--- A map from a file; nil and a message with the line where it is broken.
function formats.load(file)
  check_string(file, 1, "load")
  local handle, why = io.open(file, "rb")
  if not handle then return nil, why end
  local content, message = read_all(handle, file)
  handle:close()
  if not content then return nil, message end
  return build(content, file)
end

--- Opens a file, has `fill(handle)` write it, which returns what has failed, and closes it. Returns
-- what has failed.
function formats.write(file, fill)
  local handle, why = io.open(file, "wb")
  if not handle then return why end
  local failed = fill(handle)
  local closed, close_failed = handle:close()
  failed = failed or (not closed and close_failed)
  return failed and ("%s: %s"):format(file, failed) or nil
end

--- Writes a file again, all at once: if that fails, or is cut off, what was there before still is.
-- Returns what has failed.
function formats.replace(file, content)
  local part = file .. ".part"
  local failed = formats.write(part, function(handle)
    local ok, why = handle:write(content)
    return not ok and why
  end)
  if not failed then failed = select(2, core.replace_file(part, file)) end
  if not failed then return nil end
  os.remove(part)
  if failed:sub(1, #part) == part then failed = failed:sub(#part + 3) end
  return ("%s: %s"):format(file, failed)
end

--- All of a map: a string, or, written to a file, the map; nil and a message where that fails.
function formats.save(map, file)
  if file ~= nil then check_string(file, 1, "save") end
  local saved, content = pcall(map._save, map)
  if not saved then error(content, 0) end
  if not file then return content end
  local failed = formats.replace(file, content)
  if failed then return nil, failed end
  return map
end

local function write_map(map, handle)
  local failed
  local function write(piece)
    local ok, why = handle:write(piece)
    failed = failed or (not ok and why)
  end
  local place = places.of(map)
  local format = movingai.can_hold(map, place) and movingai or text
  format.write(map, write, place)
  return failed
end

--- Writes the terrain of a map: the map, or nil and a message.
function formats.save_terrain(map, file)
  check_string(file, 1, "save_terrain")
  local failed = formats.write(file, function(handle) return write_map(map, handle) end)
  if failed then return nil, failed end
  return map
end

return formats
