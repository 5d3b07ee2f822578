--- The library's own format: all there is to know of a map's terrain, as readable text.
--
--   astar map 1
--   size 4 2
--   terrain . plain 10
--   terrain # wall blocked opaque
--   map
--   ..#.
--   ....
--
-- Optional lines of the header: grid, steps, projection, origin, cell, and comments that begin
-- with --.

local letters = require "astar.map.letters"
local rows = require "astar.formats.rows"
local places = require "astar.formats.places"

local text = {}

local MAX_COST, MAX_TERRAINS, MAX_NAME = 65535, 255, 63

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

local function whole(word, least, most)
  local value = word and word:find("^%d+$") and tonumber(word)
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
  local width, height = whole(words[2], 0, 2 ^ 53), whole(words[3], 0, 2 ^ 53)
  if not (width and height) or #words > 3 then return "expected 'size WIDTH HEIGHT'" end
  read.options.width, read.options.height = width, height
  return rows.size_error(width, height)
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

local function terrain_error(read, letter, name, words)
  if #words < 4 or #words > 5 or (words[5] and words[5] ~= "opaque") then
    return "expected 'terrain LETTER NAME COST', then perhaps 'opaque'"
  end
  if not letters.is_one(letter) then return "the letter of a terrain is one character" end
  if read.legend[letter] then return ("a second terrain with the letter '%s'"):format(letter) end
  if read.line_of[name] then return ("a second terrain '%s'"):format(name) end
  if #name > MAX_NAME or name:find("%z") then return "the name of a terrain has 1 to 63 bytes" end
  if #read.options.terrains == MAX_TERRAINS then return "more than 255 kinds of terrain" end
end

function header.terrain(read, words)
  local letter, name = words[2], decode(words[3] or "")
  local wrong = terrain_error(read, letter, name, words)
  if wrong then return wrong end
  local cost = words[4] ~= "blocked" and whole(words[4], 1, MAX_COST)
  if not cost and words[4] ~= "blocked" then return "a cost is 1 to 65535, or 'blocked'" end
  local kinds = read.options.terrains
  kinds[#kinds + 1] = { name = name, cost = cost, opaque = words[5] == "opaque" }
  read.legend[letter], read.line_of[name] = name, read.at
end

-- A diagonal step must not cost more than a straight one may.
local function dear_terrain(read)
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
  if words[1] ~= "terrain" then
    if read.seen[words[1]] then return nil, ("a second line '%s'"):format(words[1]) end
    read.seen[words[1]] = true
  end
  local wrong = parse(read, words)
  if wrong then return nil, wrong end
  return false
end

local function finish(read, lines, at)
  if not read.options.width then return nil, at, "the header has no size" end
  if not read.options.terrains[1] then return nil, at, "the header has no terrain" end
  if (read.options.grid or "square") ~= "square" then
    read.options.diagonal = nil                    -- all steps between hexagons cost the same
    if read.options.projection == "isometric" then
      return nil, read.grid_line, "'projection isometric' is for square grids"
    end
  end
  local dear, wrong = dear_terrain(read)
  if dear then return nil, dear, wrong end
  local taken, line, message = rows.take(lines, at + 1, read.options, read.legend)
  if not taken then return nil, line, message end
  read.options.fill = read.options.terrains[1].name
  return { options = read.options, rows = taken, legend = read.legend }
end

function text.recognises(lines)
  return (lines[1] or ""):find("^%s*astar%s") ~= nil
end

--- Parses the lines of a file, see rows.lua.
function text.parse(lines)
  local version = lines[1]:match("^%s*astar%s+map%s+(%d+)%s*$")
  if version ~= "1" then return nil, 1, "expected 'astar map 1'" end
  local read = { options = { terrains = {} }, legend = {}, line_of = {}, seen = {} }
  for at = 2, #lines do
    read.at = at
    local done, wrong = header_line(read, lines[at])
    if wrong then return nil, at, wrong end
    if done then return finish(read, lines, at) end
  end
  return nil, #lines, "the header has no line 'map'"
end

-- ---- writing -----------------------------------------------------------------------------------

-- 17 digits bring every number back as it was; most do with 15.
local function exact(value)
  for digits = 15, 17 do
    local decimal = ("%%.%dg"):format(digits):format(value)
    if tonumber(decimal) == value then return decimal end
  end
end

local function world_lines(place, grid)
  if places.is_default(place, grid) then return "" end
  return ("projection %s\norigin %s %s\ncell %s %s\n"):format(place.projection,
    exact(place.origin_x), exact(place.origin_y), exact(place.cell_width), exact(place.cell_height))
end

--- Writes the map with `write`, a function that takes strings. `place` as from places.of.
function text.write(map, write, place)
  write(("astar map 1\nsize %d %d\nsteps %d %d\n"):format(map.width, map.height, map.straight,
    map.diagonal))
  if map.grid ~= "square" then write(("grid %s\n"):format(map.grid)) end
  write(world_lines(place, map.grid))
  local by_name = letters.of(map)
  for _, name, cost, opaque in map:terrains() do
    write(("terrain %s %s %s%s\n"):format(by_name[name], encode(name), cost or "blocked",
      opaque and " opaque" or ""))
  end
  write("map\n")
  for y = 1, map.height do write(rows.row(map, y, by_name) .. "\n") end
end

return text
