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

--- A source of maps in `folder`, whose copies go into `copies`; `wanted` lists the names of the
-- maps to be used: all of them where it is empty.
function data.open(folder, copies, wanted)
  local set = {}
  for _, name in ipairs(wanted) do set[name] = true end
  return { folder = folder, copies = copies, wanted = wanted, is_wanted = set }
end

local ENDING = { uniform = "map", weighted = "cost", crowd = "agents" }
local COMPANION = { uniform = "scen", weighted = "scen", crowd = "tasks" }

-- All that have a scenario, or tasks.
local function all_names(source, kind)
  local names = {}
  local folder = source.folder .. "/" .. kind
  for _, name in ipairs(list("ls " .. process.quote(folder) .. " 2>/dev/null")) do
    local stem = name:match("^(.*)%." .. ENDING[kind] .. "$")
    local companion = stem and folder .. "/" .. stem .. "." .. COMPANION[kind]
    if companion and read(companion) then names[#names + 1] = stem end
  end
  table.sort(names, function(a, b)
    local x, y = a:lower(), b:lower()
    return x < y or x == y and a < b
  end)
  return names
end

--- The names of the chosen maps: kind is "uniform" or "weighted"; of crowds, if it is "crowd".
function data.names(source, kind)
  local names = {}
  for _, name in ipairs(all_names(source, kind)) do
    if #source.wanted == 0 or source.is_wanted[name] then names[#names + 1] = name end
  end
  return names
end

--- Whether there are maps at all; and of the names that are wanted, those that no map has.
function data.look(source)
  local there, count = {}, 0
  for kind in pairs(ENDING) do
    for _, name in ipairs(all_names(source, kind)) do
      there[name] = true
      count = count + 1
    end
  end
  local unknown = {}
  for _, name in ipairs(source.wanted) do
    if not there[name] then unknown[#unknown + 1] = name end
  end
  return count > 0, unknown
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

-- Queries as the lines of a scenario.
local function queries_of(text)
  local lines = {}
  for line in text:gmatch("[^\r\n]+") do
    if line:find("^%d+\t") then lines[#lines + 1] = line end
  end
  shuffle(lines)
  return lines
end

local function field(line, index)
  return tonumber(line:match("^" .. ("[^\t]*\t"):rep(index - 1) .. "([%d.]+)"))
end

-- A folder for copies of a kind.
local function folder_of(source, kind)
  local folder = source.copies .. "/" .. kind
  os.execute("mkdir -p " .. process.quote(folder))
  return folder
end

-- A task of the scenario in `text`.
local function save(source, kind, name, map, text)
  local scen = folder_of(source, kind) .. "/" .. name .. ".scen"
  local lines, optima = queries_of(text), {}
  for i, line in ipairs(lines) do optima[i] = field(line, 9) end
  write(scen, lines)
  return { name = name, map = map, scen = scen, optima = optima, lines = lines,
    cells = #lines > 0 and field(lines[1], 3) * field(lines[1], 4) or 0 }
end

--- The queries of a map: files `map` and `scen`, the list of `optima`, how many `cells` it has.
function data.task(source, kind, name)
  local base = source.folder .. "/" .. kind .. "/" .. name
  return save(source, kind, name, base .. "." .. ENDING[kind], read(base .. ".scen"))
end

--- The same for floods: `count` queries to the farthest cells, made by the program `farthest`;
-- `reached` lists how many cells each query reaches.
function data.floods(source, kind, name, farthest, count)
  local task = data.task(source, kind, name)
  local lines = list(table.concat({ farthest, process.quote(task.map), process.quote(task.scen),
    count }, " "))
  local floods = save(source, "floods-" .. kind, name, task.map, table.concat(lines, "\n"))
  floods.reached = {}
  for i, line in ipairs(floods.lines) do floods.reached[i] = field(line, 10) end
  return floods
end

--- A crowd in the folder "crowd": the files `agents` and `tasks`, each of a number and so many
-- cells, counted from 0 row by row, one a line: where units start; and their tasks, of which unit
-- i of n has those with the numbers i, i + n, i + 2n and so on. `map` is the file whose name begins
-- like that of the crowd, up to its dash: Paris_1_256.map for paris-3000.
function data.crowd(source, name)
  local folder = source.folder .. "/crowd"
  local word = name:match("^[^-]*"):lower()
  for _, file in ipairs(list("ls " .. process.quote(folder))) do
    if file:find("%.map$") and file:sub(1, #word):lower() == word then
      local base = folder .. "/" .. name
      return { map = folder .. "/" .. file, agents = base .. ".agents", tasks = base .. ".tasks" }
    end
  end
end

--- The same on a map of rooms, made by bench/growth.lua; nil where that failed.
function data.growth(source, lua, size, kind, count)
  local folder, name = folder_of(source, "growth"), ("rooms-%s-%d"):format(kind, size)
  local base = folder .. "/" .. name
  local map, scen = base .. "." .. ENDING[kind], base .. ".scen"
  if not process.run(lua .. " bench/growth.lua", size, kind, count, map, scen) then return nil end
  return save(source, "growth", name, map, read(scen))
end

return data
