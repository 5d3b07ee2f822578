--- How fast the module answers the scenarios of MovingAI's benchmark set, called from Lua with the
-- path object made: bench.lua FOLDER CSV [uniform|weighted|prepared].
--
-- A wrong length is printed and makes the run fail; speed is printed only.

local astar = require "astar"

local STRAIGHT, DIAGONAL = 5741, 8119           -- 8119 / 5741 is the root of 2 to 8 digits
local PASSES = 3
local folder, csv_name, only = arg[1], arg[2], arg[3]

local MAPS = {
  uniform = { "arena2", "brc202d", "lak303d", "orz900d", "AR0400SR", "battleground",
    "BigGameHunters", "maze512-1-0", "maze512-8-0", "random512-10-0", "random512-35-0",
    "32room_000" },
  weighted = { "arena2", "brc202d", "lak303d", "orz900d", "battleground" },
}
MAPS.prepared = MAPS.weighted

-- ---- reading ----------------------------------------------------------------------------------

local function read(name)
  local file = io.open(folder .. "/" .. name, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text
end

local function read_scenarios(name)
  local list = {}
  for line in read(name .. ".scen"):gmatch "[^\r\n]+" do
    local fields = {}
    for field in line:gmatch "%S+" do fields[#fields + 1] = tonumber(field) or field end
    if #fields == 9 then
      list[#list + 1] = { fields[5] + 1, fields[6] + 1, fields[7] + 1, fields[8] + 1, fields[9] }
    end
  end
  return list
end

local function size_of(name)
  local text = read("uniform/" .. name .. ".map")
  return tonumber(text:match "width (%d+)"), tonumber(text:match "height (%d+)"), text
end

local function uniform_map(name)
  local width, height, text = size_of(name)
  local rows = text:match "map\r?\n(.*)$":gsub("[\r\n]+", "\n")
  return astar.map{ width = width, height = height, straight = STRAIGHT, diagonal = DIAGONAL,
    terrains = { plain = STRAIGHT, wall = false }, legend = { ["@"] = "wall" }, rows = rows }
end

local LETTERS = { ["\0"] = "#", ["\1"] = "1", ["\2"] = "2", ["\3"] = "3", ["\5"] = "5" }

local function weighted_map(name)
  local width, height = size_of(name)
  local costs, rows = read("weighted/" .. name .. ".cost"), {}
  for y = 1, height do
    rows[y] = costs:sub((y - 1) * width + 1, y * width):gsub("%z", "#"):gsub("[\1\2\3\5]", LETTERS)
  end
  return astar.map{ straight = STRAIGHT, diagonal = DIAGONAL, rows = rows,
    terrains = { one = STRAIGHT, two = 2 * STRAIGHT, three = 3 * STRAIGHT, five = 5 * STRAIGHT,
      wall = false },
    legend = { ["1"] = "one", ["2"] = "two", ["3"] = "three", ["5"] = "five" } }
end

-- ---- measuring --------------------------------------------------------------------------------

--- The least of several passes for each scenario, in microseconds; wrong lengths; nodes in all.
local function measure(map, scenarios)
  local query, times, wrong, expanded = map:query{}, {}, 0, 0
  for pass = 1, PASSES do
    for i, s in ipairs(scenarios) do
      local begin = os.clock()
      local path = map:path(s[1], s[2], s[3], s[4], query)
      local time = (os.clock() - begin) * 1e6
      if not times[i] or time < times[i] then times[i] = time end
      if pass == 1 then
        local length = path and path.cost / STRAIGHT or -1
        if math.abs(length - s[5]) > 1e-4 * s[5] + 1e-6 then wrong = wrong + 1 end
        expanded = expanded + (path and path.expanded or 0)
      end
    end
  end
  return times, wrong, expanded
end

local function summary(times)
  local sum = 0
  for _, time in ipairs(times) do sum = sum + time end
  table.sort(times)
  return sum / #times, times[math.ceil(#times / 2)], times[math.ceil(#times * 0.99)], sum
end

local FORMAT = "%-9s %-16s %7d %5d %10.2f %10.2f %10.2f %10.0f %8.0f"

local function run(section, name, csv)
  local map = section == "uniform" and uniform_map(name) or weighted_map(name)
  local kind = section == "uniform" and "uniform/" or "weighted/"
  local scenarios = read_scenarios(kind .. name)
  map:path(scenarios[1][1], scenarios[1][2], scenarios[1][3], scenarios[1][4])
  if section == "prepared" then map:prepare() end
  local times, wrong, expanded = measure(map, scenarios)
  local mean, median, p99, sum = summary(times)
  local each = expanded / #times
  local node = sum * 1000 / expanded
  print(FORMAT:format(section, name, #times, wrong, mean, median, p99, each, node))
  csv:write(("%s,%s,astar-lua,%d,%d,%.3f,%.3f,%.3f,%.1f,%.1f\n"):format(section, name, #times,
    wrong, mean, median, p99, each, node))
  map:close()
  return wrong
end

local function main()
  if not read "uniform/arena2.map" then
    io.stderr:write("bench: no maps in ", folder, ". They are MovingAI's\n",
      "(movingai.com/benchmarks); say where they are with ASTAR_BENCH.\n")
    return 1
  end
  local csv, wrong = assert(io.open(csv_name, "w")), 0
  csv:write("section,map,who,queries,wrong,mean_us,median_us,p99_us,expanded,ns_per_expanded\n")
  print(("%-9s %-16s %7s %5s %10s %10s %10s %10s %8s"):format("section", "map", "queries", "wrong",
    "mean us", "median us", "p99 us", "expanded", "ns/node"))
  for _, section in ipairs { "uniform", "weighted", "prepared" } do
    for _, name in ipairs(only and only ~= section and {} or MAPS[section]) do
      wrong = wrong + run(section, name, csv)
    end
  end
  csv:close()
  if wrong > 0 then print(wrong .. " lengths are wrong") end
  return wrong > 0 and 1 or 0
end

os.exit(main())
