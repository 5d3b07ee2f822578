--- What the measuring programs written in Lua share: a map with its queries, counted from 1.

local scenario = {}

scenario.STRAIGHT, scenario.DIAGONAL = 5741, 8119 -- 1 : 1.41421…

local FIELDS = "^%d+\t[^\t]*\t(%d+)\t(%d+)\t(%d+)\t(%d+)\t(%d+)\t(%d+)\t([%d.]+)"

local function read(file_name)
  local file = assert(io.open(file_name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local function queries_of(text)
  local queries, width, height = {}
  for line in text:gmatch("[^\r\n]+") do
    local w, h, x, y, goal_x, goal_y, optimum = line:match(FIELDS)
    if w then
      width, height = tonumber(w), tonumber(h)
      queries[#queries + 1] = { x = x + 1, y = y + 1, goal_x = goal_x + 1, goal_y = goal_y + 1,
        optimum = tonumber(optimum) }
    end
  end
  return queries, width, height
end

local DIGIT_OF = setmetatable({ ["."] = "1", G = "1", S = "1" },
  { __index = function() return "0" end })

local function rows_of_map(text)
  local rows = {}
  for line in text:match("\nmap\r?\n(.*)"):gmatch("[^\r\n]+") do
    rows[#rows + 1] = line:gsub(".", DIGIT_OF)
  end
  return rows
end

local function rows_of_costs(text, width, height)
  local rows = {}
  for y = 1, height do
    rows[y] = text:sub((y - 1) * width + 1, y * width):gsub(".", function(byte)
      return string.char(48 + byte:byte())
    end)
  end
  return rows
end

--- The rows of a map of MovingAI's, as those of `scenario.load`.
function scenario.rows(map_file) return rows_of_map(read(map_file)) end

--- The map as rows of digits: 0 is blocked, else the factor of the cost of entering the cell.
function scenario.load(map_file, scen_file)
  local queries, width, height = queries_of(read(scen_file))
  local weighted = map_file:find("%.cost$") ~= nil
  local rows_of = weighted and rows_of_costs or rows_of_map
  return { queries = queries, width = width, height = height, weighted = weighted,
    rows = rows_of(read(map_file), width, height) }
end

--- 0 outside the map.
function scenario.factor(s, x, y)
  local row = s.rows[y]
  return row and (row:byte(x) or 48) - 48 or 0
end

--- The same rows as an astar map; the terrains have the digits as names, "0" is the wall.
function scenario.map(s)
  local terrains = { { name = "1", cost = scenario.STRAIGHT } }
  local legend = { ["0"] = "0", ["1"] = "1" }
  for factor = 2, s.weighted and 5 or 1 do
    local name = tostring(factor)
    terrains[factor] = { name = name, cost = factor * scenario.STRAIGHT }
    legend[name] = name
  end
  terrains[#terrains + 1] = { name = "0", cost = false, opaque = true }
  return require("astar").map{ rows = s.rows, legend = legend, terrains = terrains,
    straight = scenario.STRAIGHT, diagonal = scenario.DIAGONAL }
end

-- ---- walking a path ---------------------------------------------------------------------------

local function step(s, x, y, to_x, to_y)
  local dx, dy = math.abs(to_x - x), math.abs(to_y - y)
  if dx > 1 or dy > 1 or dx + dy == 0 then return math.huge end
  local factor = scenario.factor(s, to_x, to_y)
  if factor == 0 then return math.huge end
  if dx + dy == 1 then return factor end
  local corners = scenario.factor(s, to_x, y) > 0 and scenario.factor(s, x, to_y) > 0
  return corners and factor * math.sqrt(2) or math.huge
end

--- The length of a path by walking it, infinite where it is none from the query's start to its
-- goal. What follows the query iterates over i, x, y.
function scenario.walk(s, query, ...)
  local length, x, y = 0, query.x, query.y
  for to_x, to_y, i in ... do
    if i > 1 then length = length + step(s, x, y, to_x, to_y)
    elseif x ~= to_x or y ~= to_y then return math.huge end
    x, y = to_x, to_y
  end
  return x == query.goal_x and y == query.goal_y and length or math.huge
end

return scenario
