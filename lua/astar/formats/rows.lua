--- Rows of text: one letter a cell. The body of every text format, and a format of its own.
--
-- A parser gets the lines of a file, see lines.lua, and returns a description, from which init.lua
-- makes the map:
--   { options = {options of astar.map}, rows = {strings}, legend = {letter = terrain name} }
-- where the options have levels, `rows` is a list of such lists;
-- or nil, the number of the line, and what is wrong there.

local core = require "astar.core"
local letters = require "astar.formats.letters"
local lines = require "astar.formats.lines"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local places = require "astar.formats.places"

local rows = {}

rows.MAX_CELLS = 2 ^ 28

--- What is read without any header; the default of astar.map.
rows.legend = { ["."] = "plain", ["#"] = "wall" }
local BY_NAME = { plain = ".", wall = "#" }

local function quoted(letter)
  if letters.is_one(letter) then return "'" .. letter .. "'" end
  return ("byte %d"):format(letter:byte())
end

-- A pattern for the first byte that begins no letter of the legend.
local function stranger(legend)
  local set = {}
  for i, letter in ipairs(core.keys(legend)) do set[i] = (letter:gsub("%W", "%%%0")) end
  return "[^" .. table.concat(set) .. "]"
end

-- Two letters may share their first byte: then each has to be looked up.
local function unknown_letter(row, legend, pattern)
  if row:find("[\128-\255]") then
    for letter in letters.each(row) do
      if not legend[letter] then return letter end
    end
  else
    local at = row:find(pattern)
    return at and row:sub(at, at)
  end
end

-- What is wrong with a row, or nil. `pattern` is that of strangers to the legend.
local function row_error(row, width, legend, pattern)
  local unknown = unknown_letter(row, legend, pattern)
  if unknown then return "unknown letter " .. quoted(unknown) end
  local count = letters.count(row)
  if count ~= width then
    return ("the row has %d cell%s, the width is %d"):format(count, count == 1 and "" or "s", width)
  end
end

--- The rows from line `first` on, checked: width × height letters of the legend. More may follow.
function rows.some(list, first, size, legend)
  local taken, pattern = {}, stranger(legend)
  for i = 1, size.height do
    local row = list[first + i - 1]
    if not row then
      return nil, lines.count(list), ("the map ends after %d of %d rows"):format(i - 1, size.height)
    end
    local wrong = row_error(row, size.width, legend, pattern)
    if wrong then return nil, first + i - 1, wrong end
    taken[i] = row
  end
  return taken
end

--- The same; nothing but blank lines may follow.
function rows.take(list, first, size, legend)
  local taken, number, message = rows.some(list, first, size, legend)
  if not taken then return nil, number, message end
  local line = lines.filled(list)
  if line then
    return nil, line, ("text after the %d row%s"):format(size.height,
      size.height == 1 and "" or "s")
  end
  return taken
end

--- What is wrong with a size, or nil.
function rows.size_error(width, height)
  if width < 1 or height < 1 then return "the map has no cells" end
  if width * height > rows.MAX_CELLS then return "the map has more than 2^28 cells" end
end

--- Parses bare rows.
function rows.parse(list)
  if not list[1] then return nil, 1, "the map is empty" end
  local width, height, taken = letters.count(list[1]), 0, {}
  local pattern, wrong = stranger(rows.legend), rows.size_error(width, 1)
  if wrong then return nil, 1, wrong end
  while list[height + 1] do
    height = height + 1
    taken[height] = list[height]
    wrong = row_error(taken[height], width, rows.legend, pattern) or rows.size_error(width, height)
    if wrong then return nil, height, wrong end
  end
  return { options = { width = width, height = height }, rows = taken, legend = rows.legend }
end

-- The rows of a map, or of a level; `by_name` has a letter for every terrain.
local function rows_of(map, by_name, level)
  local list, left, top = {}, level and level.x or 1, level and level.y or 1
  local area = level or map
  for i = 1, area.height do
    local cells = {}
    for j = 1, area.width do cells[j] = by_name[map:get(left + j - 1, top + i - 1)] end
    list[i] = table.concat(cells)
  end
  return list
end

--- The same as a text.
function rows.text(map, by_name, level)
  return table.concat(rows_of(map, by_name, level), "\n") .. "\n"
end

--- Why rows without a header that says more than their number cannot hold a map, words, or nil:
-- `they_hold` and `their` begin these.
function rows.shape_problem(map, they_hold, their)
  if map.grid ~= "square" then return they_hold .. " squares only" end
  if map:_level_count() > 0 then return they_hold .. " no levels" end
  if map.straight ~= 10 or map.diagonal ~= 14 then return their .. "steps cost 10 and 14" end
  if not places.is_default(map) then return they_hold .. " no game coordinates" end
end

--- Why bare rows cannot hold a map, words, or nil.
function rows.refuses(map)
  local problem = rows.shape_problem(map, "they hold", "")
  if problem then return problem end
  for _, name, cost, opaque, height in map:terrains() do
    local is_plain = name == "plain" and cost == 10 and not opaque
    local is_wall = name == "wall" and not cost and opaque
    if height or not (is_plain or is_wall) then
      return ("they have no letter for '%s'"):format(name)
    end
  end
end

--- A map as a text of this format.
function rows.write(map) return rows.text(map, BY_NAME) end

--- map:rows([legend]): a list of strings, and the legend (letter to name) they are written in.
function rows.of(map, given)
  if given ~= nil and type(given) ~= "table" then
    options.reject("rows", "table expected, got %s", core.show(given))
  end
  local by_name, legend = letters.of(map, given), {}
  for name, letter in pairs(by_name) do legend[letter] = name end
  return rows_of(map, by_name), legend
end

return rows
