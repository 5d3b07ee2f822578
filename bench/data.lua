--- The benchmark's maps and scenarios: where they are, and the copies that the programs read.
--
-- A copy has its queries in an order of its own, in which short and long ones are mixed: a program
-- that runs out of time after some of them has answered a fair sample.

local process = require "bench.process"
local random = require "bench.random"

local data = {}

local function read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local function list(command)
  local names, pipe = {}, assert(io.popen(command))
  for name in pipe:lines() do names[#names + 1] = name end
  pipe:close()
  return names
end

--- A source of maps in `folder`, whose copies go into `copies`; `wanted` (may be empty) is a list
-- of names in one string.
function data.open(folder, copies, wanted)
  return { folder = folder, copies = copies, wanted = " " .. wanted .. " " }
end

local ENDING = { uniform = "map", weighted = "cost" }

local function chosen(source, name)
  return source.wanted:find("^ *$") or source.wanted:find(" " .. name .. " ", 1, true)
end

--- The names of the maps with a scenario: kind is "uniform" or "weighted".
function data.names(source, kind)
  local names = {}
  local folder = source.folder .. "/" .. kind
  for _, name in ipairs(list("LC_ALL=C ls " .. process.quote(folder) .. " 2>/dev/null")) do
    local stem = name:match("^(.*)%." .. ENDING[kind] .. "$")
    if stem and chosen(source, stem) and read(folder .. "/" .. stem .. ".scen") then
      names[#names + 1] = stem
    end
  end
  return names
end

local function shuffle(lines)
  local int = random(#lines)
  for i = #lines, 2, -1 do
    local j = int(1, i)
    lines[i], lines[j] = lines[j], lines[i]
  end
end

local function write(name, lines)
  local file = assert(io.open(name, "w"))
  file:write("version 1\n", table.concat(lines, "\n"), "\n")
  file:close()
end

-- Queries as the lines of a scenario, and their optimal lengths.
local function queries_of(text)
  local lines, optima = {}, {}
  for line in text:gmatch("[^\r\n]+") do
    if line:find("^%d+\t") then lines[#lines + 1] = line end
  end
  shuffle(lines)
  for i, line in ipairs(lines) do
    optima[i] = tonumber(line:match("^" .. ("[^\t]*\t"):rep(8) .. "([%d.]+)"))
  end
  return lines, optima
end

local function save(source, task, kind)
  local folder = source.copies .. "/" .. kind
  os.execute("mkdir -p " .. process.quote(folder))
  local scen = folder .. "/" .. task.name .. ".scen"
  local lines
  lines, task.optima = queries_of(task.text)
  write(scen, lines)
  task.scen, task.lines = scen, lines
  return task
end

--- The queries of a map: files `map` and `scen`, and the list of `optima`.
function data.task(source, kind, name)
  local base = source.folder .. "/" .. kind .. "/" .. name
  return save(source, { name = name, kind = kind, map = base .. "." .. ENDING[kind],
    text = read(base .. ".scen") }, kind)
end

--- The same for floods: `count` queries to the farthest cells, made by the program `farthest`;
-- `reached` lists how many cells each query reaches.
function data.floods(source, kind, name, farthest, count)
  local task = data.task(source, kind, name)
  local lines = list(table.concat({ farthest, process.quote(task.map), process.quote(task.scen),
    count }, " "))
  task.text = table.concat(lines, "\n")
  save(source, task, "floods-" .. kind)
  task.reached = {}
  for i, line in ipairs(task.lines) do task.reached[i] = tonumber(line:match("(%d+)$")) end
  return task
end

return data
