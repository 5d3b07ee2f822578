--- What the playground's page asks of Lua: a game that is played, recorded and changed. One table
-- of commands; page/worker.js passes each call on as JSON, and gets the reply as JSON.

local astar = require "astar"
local Feed = require "astar.record.feed"
local scenarios = require "scenarios"

local session = { commands = {} }

local commands = session.commands

local FOLDER = "/game/"                          -- the build makes the folders in it
local MOST_TICKS, MOST_EVENTS = 200, 20000

-- ---- files --------------------------------------------------------------------------------------

local function read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

-- A line of one of the scenario's files in a message, as "red/soldier.lua:12: …": file, line, rest.
local function place_in(message)
  for _, file in ipairs(session.files) do
    local from, to, line = message:find(file.name:gsub("%p", "%%%0") .. ":(%d+): ")
    if from then return file.name, tonumber(line), message:sub(to + 1) end
  end
end

-- ---- the game -----------------------------------------------------------------------------------

-- Reports since the last reply, with the line of a file that each is about.
local function report(one)
  local list = session.reports
  if #list >= 20 then return end
  local file, line, message = place_in(one.text)
  list[#list + 1] = { kind = one.kind or "error", text = one.text, file = file, line = line,
    message = message, tick = one.tick, unit = one.unit and one.unit.id or nil }
end

local function news()
  local reply = session.feed:next()
  reply.reports, session.reports = session.reports, {}
  return reply
end

local function copy_files(scenario, changed)
  session.files = {}
  for i, file in ipairs(scenario.files) do
    local original = read(file.from)
    local text = changed[file.name] or original
    write(FOLDER .. file.name, text)
    session.files[i] = { name = file.name, text = text, original = original }
  end
end

--- Begins a scenario: its heading, all so far, its files, what can be dropped. `files`: texts by
-- name that replace the scenario's own.
function commands.open(given)
  local scenario = scenarios[given.scenario]
  if not scenario then return { wrong = ("there is no scenario '%s'"):format(given.scenario) } end
  session.reports = {}
  copy_files(scenario, given.files or {})
  local match, message = scenario.new { folder = FOLDER, seed = given.seed or 1, report = report }
  if not match then
    local file, line, rest = place_in(message)
    return { wrong = message, file = file, line = line, message = rest, files = session.files }
  end
  session.match, session.world, session.scenario = match, match.world, scenario
  session.recording = match.record and match:record() or astar.record(match.world, { every = 1 })
  session.feed = Feed.new(session.recording)
  return { heading = session.feed:heading(), news = news(), files = session.files,
    title = scenario.title, about = scenario.about, pieces = scenario.pieces,
    terrains = scenario.terrains or "all", sandbox = astar.sandbox }
end

--- Plays so many ticks.
function commands.tick(given)
  for _ = 1, math.min(given.ticks, MOST_TICKS) do session.match:tick() end
  return news()
end

--- A file has another text: the units that run it change their minds in the next tick. In what is
-- wrong, nothing changes.
function commands.edit(given)
  local _, message = session.scenario.reload(session.match, given.file, given.text)
  if message then
    local file, line, rest = place_in(message)
    return { wrong = message, file = file or given.file, line = line or 1,
      message = rest or message }
  end
  write(FOLDER .. given.file, given.text)
  return { done = true }
end

-- ---- the map ------------------------------------------------------------------------------------

--- Gives cells, x1, y1, x2, y2 …, a terrain. Those that cannot have it are left alone.
function commands.paint(given)
  local map, painted = session.world.map, 0
  for i = 1, #given.cells, 2 do
    if pcall(map.set, map, given.cells[i], given.cells[i + 1], given.terrain) then
      painted = painted + 1
    end
  end
  return { painted = painted }
end

--- Sets a piece of the scenario on a cell.
function commands.drop(given)
  local piece = session.scenario.pieces[given.piece]
  local unit, code = session.scenario.drop(session.match, piece, given.x, given.y)
  if not unit then return { wrong = code } end
  return { unit = unit.id }
end

-- ---- paths --------------------------------------------------------------------------------------

local function query_of(given)
  local query = { engine = given.engine ~= "" and given.engine or nil, explain = true,
    heuristic = given.heuristic, partial = true }
  if given.player and given.player ~= "" then query.player = session.world:player(given.player) end
  return query
end

local function bill_of(path)
  local list = {}
  for _, step in ipairs(path:explain() or {}) do
    for key, value in pairs(step) do
      if key ~= "x" and key ~= "y" and value ~= 0 then list[key] = (list[key] or 0) + value end
    end
  end
  local bill = {}
  for key, value in pairs(list) do bill[#bill + 1] = { name = key, amount = value } end
  table.sort(bill, function(a, b) return a.amount > b.amount or
    a.amount == b.amount and a.name < b.name end)
  return bill
end

local function cells_of(path)
  local cells = {}
  for i = 1, #path do
    local x, y = path:cell(i)
    cells[2 * i - 1], cells[2 * i] = x, y
  end
  return cells
end

local function answer_of(map, given, query)
  local search = map:search(given.x, given.y, given.to_x, given.to_y, query)
  local path, code = search:step()
  local answer = { code = code, nodes = search.expanded, engine = search.engine }
  if path then
    answer.cells, answer.cost, answer.bill = cells_of(path), path.cost, bill_of(path)
    answer.code = path.status == "partial" and "partial" or nil
  end
  return answer
end

-- A question that cannot be answered, by the engine that it names, is told in words.
local function find(given, query)
  local ok, answer = pcall(answer_of, session.world.map, given, query)
  return ok and answer or { wrong = tostring(answer) }
end

--- The cheapest path between two cells, what it costs and why.
function commands.path(given) return find(given, query_of(given)) end

--- What plain A* does, node by node: kind, x, y, px, py, f, g, h of each, eight values.
function commands.trace(given)
  local query, trace = query_of(given), {}
  query.engine, query.trace, query.explain = "astar", trace, nil
  local reply, list = find(given, query), {}
  for i = 1, math.min(#trace, MOST_EVENTS) do
    local one = trace[i]
    local at = 8 * (i - 1)
    list[at + 1], list[at + 2], list[at + 3], list[at + 4] = one.kind, one.x, one.y, one.px
    list[at + 5], list[at + 6], list[at + 7], list[at + 8] = one.py, one.f, one.g, one.h
  end
  reply.trace = list
  return reply
end

-- ---- programs -----------------------------------------------------------------------------------

--- Runs a program of the manual: what it prints, and what it ends with.
function commands.run(given)
  local lines = {}
  local function say(...)
    local words = {}
    for i = 1, select("#", ...) do words[i] = tostring((select(i, ...))) end
    lines[#lines + 1] = table.concat(words, "\t") .. "\n"
  end
  local function put(...)
    for i = 1, select("#", ...) do lines[#lines + 1] = tostring((select(i, ...))) end
  end
  local output = { write = put, stdout = { write = function(_, ...) put(...) end } }
  local environment = setmetatable({ print = say, io = setmetatable(output, { __index = io }) },
    { __index = _G })
  local program, message = load(given.text, "@program", "t", environment)
  if not program then return { output = "", wrong = message } end
  local ok, failure = pcall(program)
  return { output = table.concat(lines), wrong = not ok and tostring(failure) or nil }
end

return session
