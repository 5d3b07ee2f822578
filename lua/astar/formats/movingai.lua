--- The .map format of the MovingAI benchmarks: a header of four lines, then the rows.
--   type octile / height N / width N / map

local lines = require "astar.formats.lines"
local rows = require "astar.formats.rows"

local movingai = {}

-- Benchmarks count swamp as open ground, so it costs what plain land does until a game says
-- otherwise. Water is for classes that name it.
movingai.terrains = {
  { name = "plain", cost = 10 },
  { name = "wall", cost = false, opaque = true },
  { name = "tree", cost = false, opaque = true },
  { name = "swamp", cost = 10 },
  { name = "water", cost = false, opaque = false },
}

movingai.legend = {
  ["."] = "plain", G = "plain", ["@"] = "wall", O = "wall", T = "tree", S = "swamp", W = "water",
}

local WRITTEN = { plain = ".", wall = "@", tree = "T", swamp = "S", water = "W" }

--- Whether the lines look like this format, its first line missing included.
function movingai.recognises(list)
  local word = (list[1] or ""):match("^%s*(%a+)")
  return word == "type" or word == "height" or word == "width" or word == "map"
end

-- Fills `size` from one line of the header.
local function read_size(size, line)
  for _, key in ipairs { "height", "width" } do
    local value = line:match("^%s*" .. key .. "%s+(%d+)%s*$")
    if value then
      if size[key] then return "a second " .. key end
      size[key] = tonumber(value)
      if size[key] < 1 then return "the map has no cells" end
      return nil
    end
  end
  return "expected 'height N', 'width N' or 'map'"
end

local function is_map_line(line)
  return line:find("^%s*map%s*$") ~= nil
end

--- Parses the lines of a file.
function movingai.parse(list)
  if not list[1]:find("^%s*type%s+%S+%s*$") then
    return nil, 1, "missing header, expected 'type octile'"
  end
  if not list[1]:find("octile") then return nil, 1, "only 'type octile' is known" end
  local size, at = {}, 2
  while list[at] and not is_map_line(list[at]) do
    local wrong = read_size(size, list[at])
    if wrong then return nil, at, wrong end
    at = at + 1
  end
  if not list[at] then return nil, lines.count(list), "the header has no line 'map'" end
  if not size.height then return nil, at, "the header has no height" end
  if not size.width then return nil, at, "the header has no width" end
  local wrong = rows.size_error(size.width, size.height)
  if wrong then return nil, at - 1, wrong end
  local taken, line, message = rows.take(list, at + 1, size, movingai.legend)
  if not taken then return nil, line, message end
  local options = { width = size.width, height = size.height, terrains = movingai.terrains }
  return { options = options, rows = taken, legend = movingai.legend }
end

--- Why cells would not be read as they are written: words, or nil. Kinds of terrain that this map
-- lacks do no harm.
function movingai.refuses(map)
  local problem = rows.shape_problem(map, "it holds", "its ")
  if problem then return problem end
  local known = {}
  for _, kind in ipairs(movingai.terrains) do known[kind.name] = kind end
  for _, name, cost, opaque, height in map:terrains() do
    local kind = known[name]
    if not kind then return ("it has no terrain '%s'"):format(name) end
    if cost ~= kind.cost or opaque ~= (kind.opaque or false) or height then
      return ("its '%s' is another one"):format(name)
    end
  end
end

--- Whether this format loses nothing of the map: its kinds of terrain are these, in this order.
function movingai.can_hold(map)
  if movingai.refuses(map) then return false end
  local count = 0
  for id, name in map:terrains() do
    if name ~= movingai.terrains[id].name then return false end
    count = id
  end
  return count == #movingai.terrains
end

--- A map as a text of this format.
function movingai.write(map)
  return ("type octile\nheight %d\nwidth %d\nmap\n"):format(map.height, map.width)
    .. rows.text(map, WRITTEN)
end

return movingai
