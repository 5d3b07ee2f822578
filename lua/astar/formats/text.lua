--- The library's own format: all there is to know of a map's terrain, as readable text.
--
--   astar map 1
--   size 4 2
--   terrain . plain 10
--   terrain # wall blocked
--   terrain ~ river 20 current east 15
--   terrain ^ hill 10 height 3
--   map
--   ..#.
--   ....
--
-- Optional lines of the header: grid, steps, projection, origin, cell, and comments that begin
-- with --.
-- A map with levels has a line `level NAME WIDTH HEIGHT` for each instead of its size; their rows
-- follow one another, with blank lines between them.

local letters = require "astar.formats.letters"
local lines = require "astar.formats.lines"
local rows = require "astar.formats.rows"
local places = require "astar.formats.places"

local text = {}

local MAX_COST, MAX_HEIGHT, MAX_TERRAINS, MAX_NAME, MAX_LEVELS = 65535, 32767, 255, 63, 255
local MOST_LINES = 65536             -- of a header
local OPPOSITE = { east = "west", west = "east", south = "north", north = "south" }

local function word_list(line)
  local words = {}
  for word in line:gmatch("%S+") do words[#words + 1] = word end
  return words
end

-- Decimal numbers only, as tonumber would also take "0x10", "nan" or "inf"; none that would not
-- do as a place in the world.
local function number(word)
  local value = word and word:find("^[+-]?%.?%d[%d%.]*[eE]?[+-]?%d*$") and tonumber(word)
  if value and value > -1e299 and value < 1e299 then return value end
end

local function natural(word) return word and word:find("^%d+$") and tonumber(word) end

local function whole(word, least, most)
  local value = natural(word)
  if value and value >= least and value <= most then return value end
end

local function decode(word)
  return (word:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
end

local function encode(name)
  return (name:gsub("[^%w_%-%.\128-\255]", function(c) return ("%%%02X"):format(c:byte()) end))
end

-- ---- header: a function for each first word; it returns what is wrong ------------------------

local header = {}

function header.size(read, words)
  local width, height = natural(words[2]), natural(words[3])
  if not (width and height) or #words > 3 then return "expected 'size WIDTH HEIGHT'" end
  read.options.width, read.options.height = width, height
  return rows.size_error(width, height)
end

local function level_error(read, name)
  if #name > MAX_NAME or name:find("%z") then return "the name of a level has 1 to 63 bytes" end
  for _, level in ipairs(read.levels) do
    if level.name == name then return ("a second level '%s'"):format(name) end
  end
  if #read.levels == MAX_LEVELS then return "more than 255 levels" end
end

function header.level(read, words)
  local name = decode(words[2] or "")
  local width, height = natural(words[3]), natural(words[4])
  if not (width and height) or #words > 4 then
    return "expected 'level NAME WIDTH HEIGHT'"
      .. (#words > 4 and not width and "; a blank in a name is written %20" or "")
  end
  local wrong = level_error(read, name) or rows.size_error(width, height)
  read.levels[#read.levels + 1] = { name = name, width = width, height = height }
  read.options.levels = read.levels
  return wrong
end

local GRIDS = { square = true, hex = true, flat_hex = true }

function header.grid(read, words)
  if not GRIDS[words[2]] or #words > 2 then
    return "expected 'grid square', 'grid hex' or 'grid flat_hex'"
  end
  read.options.grid, read.grid_line = words[2], read.at
end

function header.steps(read, words)
  local straight = whole(words[2], 1, 32767)
  local diagonal = straight and whole(words[3], straight, 2 * straight)
  if not diagonal or #words > 3 then
    return "expected 'steps STRAIGHT DIAGONAL', the diagonal one to twice the straight"
  end
  read.options.straight, read.options.diagonal = straight, diagonal
end

function header.projection(read, words)
  if (words[2] ~= "square" and words[2] ~= "isometric") or #words > 2 then
    return "expected 'projection square' or 'projection isometric'"
  end
  read.options.projection = words[2]
end

function header.origin(read, words)
  local x, y = number(words[2]), number(words[3])
  if not (x and y) or #words > 3 then return "expected 'origin X Y'" end
  read.options.origin = { x, y }
end

function header.cell(read, words)
  local width, height = number(words[2]), number(words[3])
  if not (width and height) or #words > 3 or width < 1e-299 or height < 1e-299 then
    return "expected 'cell WIDTH HEIGHT', both above 0"
  end
  read.options.cell = { width, height }
end

-- What may stand behind the cost of a terrain: a function for each word. It returns the index of
-- the next word, or nil and what is wrong.
local more = {}

function more.opaque(kind, _, at)
  kind.opaque = true
  return at + 1
end

function more.transparent(kind, _, at)
  kind.opaque = false
  return at + 1
end

function more.height(kind, words, at)
  local sign, digits = (words[at + 1] or ""):match("^([+-]?)(%d+)$")
  local height = digits and whole(digits, 0, MAX_HEIGHT)
  if not height then return nil, "a height is -32767 to 32767" end
  kind.height = sign == "-" and -height or height
  return at + 2
end

function more.current(kind, words, at)
  local side, strength = words[at + 1], whole(words[at + 2], 0, MAX_COST)
  if not (OPPOSITE[side] and strength) then
    return nil, "a current is 'east', 'west', 'south' or 'north', and 0 to 65535"
  end
  kind.current = kind.current or {}
  if kind.current[side] or kind.current[OPPOSITE[side]] then
    return nil, "a second current along the same axis"
  end
  kind.current[side] = strength
  return at + 3
end

-- The kind, or nil and what is wrong.
local function kind_of(name, cost, words)
  local kind, at = { name = name, cost = cost, opaque = not cost }, 5
  while words[at] do
    local parse = more[words[at]]
    if not parse then return nil, ("unknown word '%s'"):format(words[at]:sub(1, 20)) end
    local next_at, wrong = parse(kind, words, at)
    if not next_at then return nil, wrong end
    at = next_at
  end
  return kind
end

local function terrain_error(read, letter, name, words)
  if #words < 4 then
    return "expected 'terrain LETTER NAME COST', then perhaps 'opaque', 'transparent', 'height', "
      .. "'current'"
  end
  if not letters.is_one(letter) then return "the letter of a terrain is one character" end
  if read.legend[letter] then return ("a second terrain with the letter '%s'"):format(letter) end
  if read.line_of[name] then return ("a second terrain '%s'"):format(name) end
  if #name > MAX_NAME or name:find("%z") then return "the name of a terrain has 1 to 63 bytes" end
  if #read.options.terrains == MAX_TERRAINS then return "more than 255 kinds of terrain" end
end

-- Where a cost stands further on, the words before it are a name with blanks.
local function cost_error(words)
  local message = ("a cost is 1 to 65535, or 'blocked', not '%s'"):format(words[4]:sub(1, 20))
  for at = 5, #words do
    if more[words[at]] then break end
    if words[at] == "blocked" or whole(words[at], 1, MAX_COST) then
      return message .. "; a blank in a name is written %20"
    end
  end
  return message
end

function header.terrain(read, words)
  local letter, name = words[2], decode(words[3] or "")
  local wrong = terrain_error(read, letter, name, words)
  if wrong then return wrong end
  local cost = words[4] ~= "blocked" and whole(words[4], 1, MAX_COST)
  if not cost and words[4] ~= "blocked" then return cost_error(words) end
  local kind, flaw = kind_of(name, cost, words)
  if not kind then return flaw end
  table.insert(read.options.terrains, kind)
  read.legend[letter], read.line_of[name] = name, read.at
end

-- A diagonal step must not cost more than a straight one may.
local function costly_terrain(read)
  local straight, diagonal = read.options.straight or 10, read.options.diagonal or 14
  if (read.options.grid or "square") ~= "square" then diagonal = straight end
  for _, kind in ipairs(read.options.terrains) do
    local cost = kind.cost or 0
    if math.floor((cost * diagonal + math.floor(straight / 2)) / straight) > MAX_COST then
      return read.line_of[kind.name], "a diagonal step into it would cost more than 65535"
    end
  end
end

-- Returns whether the header ends here, or nil and what is wrong.
local function header_line(read, line)
  local words = word_list(line)
  if not words[1] or words[1]:find("^%-%-") then return false end
  if words[1] == "map" and not words[2] then return true end
  local parse = header[words[1]]
  if not parse then return nil, ("unknown line '%s'"):format(words[1]:sub(1, 20)) end
  if words[1] ~= "terrain" and words[1] ~= "level" then
    if read.seen[words[1]] then return nil, ("a second line '%s'"):format(words[1]) end
    read.seen[words[1]] = true
  end
  local wrong = parse(read, words)
  if wrong then return nil, wrong end
  return false
end

-- The rows of all levels, blank lines before them left out.
local function take_levels(read, list, first)
  local all = {}
  for i, level in ipairs(read.levels) do
    first = lines.filled(list) or first
    local take = i == #read.levels and rows.take or rows.some
    local taken, line, message = take(list, first, level, read.legend)
    if not taken then return nil, line, ("level '%s': %s"):format(level.name, message) end
    all[i], first = taken, first + level.height
  end
  return all
end

local function header_error(read)
  local has_levels = read.levels[1] ~= nil
  if has_levels and read.options.width then return "the header has a size and levels" end
  if not has_levels and not read.options.width then return "the header has no size" end
  if not read.options.terrains[1] then return "the header has no terrain" end
  if has_levels and read.line_of.void then return "'void' is what lies between levels" end
  local cells = 0
  for _, level in ipairs(read.levels) do cells = cells + (level.width + 1) * (level.height + 1) end
  if cells > rows.MAX_CELLS then return "the levels have more than 2^28 cells" end
end

local function hexagons_error(read)
  if read.options.projection == "isometric" then
    return "'projection isometric' is for square grids"
  end
  if read.levels[1] then return "levels are for square grids" end
  for _, kind in ipairs(read.options.terrains) do
    if (kind.height or 0) ~= 0 or kind.current then
      return "heights and currents are for square grids"
    end
  end
end

local NO_TERRAIN = "the header has no terrain with the letter"

local function finish(read, list, at)
  local header_wrong = header_error(read)
  if header_wrong then return nil, at, header_wrong end
  if (read.options.grid or "square") ~= "square" then
    read.options.diagonal = nil                    -- all steps between hexagons cost the same
    local wrong = hexagons_error(read)
    if wrong then return nil, read.grid_line, wrong end
  end
  local costly, wrong = costly_terrain(read)
  if costly then return nil, costly, wrong end
  local taken, line, message
  if read.levels[1] then taken, line, message = take_levels(read, list, at + 1)
  else taken, line, message = rows.take(list, at + 1, read.options, read.legend) end
  if not taken then return nil, line, (message:gsub("unknown letter", NO_TERRAIN)) end
  read.options.fill = read.options.terrains[1].name
  return { options = read.options, rows = taken, legend = read.legend }
end

function text.recognises(list)
  return (list[1] or ""):find("^%s*astar%s") ~= nil
end

--- Parses the lines of a file, see rows.lua.
function text.parse(list)
  local version = list[1]:match("^%s*astar%s+map%s+(%d+)%s*$")
  if version and version ~= "1" then
    return nil, 1, ("version %s of the format is not known, only 'astar map 1'"):format(
      version:sub(1, 20))
  end
  if not version then return nil, 1, "expected 'astar map 1'" end
  local read = { options = { terrains = {} }, legend = {}, levels = {}, line_of = {},
    seen = {} }
  local at = lines.filled(list)
  while at and at <= MOST_LINES do
    read.at = at
    local done, wrong = header_line(read, list[at])
    if wrong then return nil, at, wrong end
    if done then return finish(read, list, at) end
    at = lines.filled(list)
  end
  if at then return nil, at, ("the header has more than %d lines"):format(MOST_LINES) end
  return nil, lines.count(list), "the header has no line 'map'"
end

-- ---- writing -----------------------------------------------------------------------------------

-- 17 digits bring every number back as it was; most do with 15.
local function exact(value)
  for digits = 15, 17 do
    local decimal = ("%%.%dg"):format(digits):format(value)
    if tonumber(decimal) == value then return decimal end
  end
end

local function world_lines(map)
  if places.is_default(map) then return "" end
  local projection, origin_x, origin_y, width, height = map:_place()
  return ("projection %s\norigin %s %s\ncell %s %s\n"):format(projection, exact(origin_x),
    exact(origin_y), exact(width), exact(height))
end

local function slope_words(height, current)
  local words = {}
  if (height or 0) ~= 0 then words[1] = (" height %d"):format(height) end
  for _, side in ipairs { "east", "west", "south", "north" } do
    local strength = current and current[side]
    if strength then words[#words + 1] = (" current %s %d"):format(side, strength) end
  end
  return table.concat(words)
end

--- A map as a text of this format.
function text.write(map)
  local by_name, has_levels, pieces, bodies = letters.of(map), false, {}, {}
  local function write(piece) pieces[#pieces + 1] = piece end
  write("astar map 1\n")
  for level in map:levels() do
    has_levels = true
    write(("level %s %d %d\n"):format(encode(level.name), level.width, level.height))
    bodies[#bodies + 1] = rows.text(map, by_name, level)
  end
  if not has_levels then
    write(("size %d %d\n"):format(map.width, map.height))
    bodies[1] = rows.text(map, by_name)
  end
  write(("steps %d %d\n"):format(map.straight, map.diagonal))
  if map.grid ~= "square" then write(("grid %s\n"):format(map.grid)) end
  write(world_lines(map))
  for id, name, cost, opaque, height, current in map:terrains() do
    local line = ("terrain %s %s %s%s%s\n"):format(by_name[name], encode(name), cost or "blocked",
      opaque == not cost and "" or opaque and " opaque" or " transparent",
      slope_words(height, current))
    if id > 1 or not has_levels then write(line) end           -- 1 is what lies between levels
  end
  write("map\n")
  write(table.concat(bodies, "\n"))
  return table.concat(pieces)
end

return text
