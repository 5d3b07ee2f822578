-- Makes a map of rooms with random queries: growth.lua SIZE uniform|weighted COUNT MAP SCEN.
-- The optimal lengths are those that plain A* finds.

local random = require "bench.random"
local rooms = require "bench.rooms"
local scenario = require "bench.scenario"

local size, weighted, count = tonumber(arg[1]), arg[2] == "weighted", tonumber(arg[3])
local map_file, scen_file = arg[4], arg[5]

local rows = rooms(size, weighted)
local map = scenario.map{ rows = rows, weighted = weighted }
local int = random(size)

local function random_query()
  while true do
    local q = { int(1, size), int(1, size), int(1, size), int(1, size) }
    if map:reachable(q[1], q[2], q[3], q[4]) then return q end
  end
end

local plain = map:query{ engine = "astar" }

local function scen_line(q)
  local path = assert(map:path(q[1], q[2], q[3], q[4], plain))
  return ("0\trooms\t%d\t%d\t%d\t%d\t%d\t%d\t%.8f\n"):format(size, size, q[1] - 1, q[2] - 1,
    q[3] - 1, q[4] - 1, path.cost / scenario.STRAIGHT)
end

local function write_map(file)
  if not weighted then file:write("type octile\nheight ", size, "\nwidth ", size, "\nmap\n") end
  for _, row in ipairs(rows) do
    if weighted then file:write((row:gsub("%d", function(d) return string.char(d) end)))
    else file:write(row:gsub("%d", { ["0"] = "@", ["1"] = "." }), "\n") end
  end
end

local function write_queries(file)
  file:write("version 1\n")
  for _ = 1, count do file:write(scen_line(random_query())) end
end

for name, write in pairs({ [map_file] = write_map, [scen_file] = write_queries }) do
  local file = assert(io.open(name, "wb"))
  write(file)
  file:close()
end
print "end"
