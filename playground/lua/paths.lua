--- The command that asks for a path: which one is cheapest, what it costs and why, and what the
-- engine has done to find it.

local session = require "session"

local paths = {}

local MOST_EVENTS = 20000
local TURN_COST = 5                              -- of the engine "turn", for each eighth of a turn

-- The kinds of a trace's events, as numbers.
local KINDS = { opened = 1, improved = 2, closed = 3, passed = 4 }

local function query_of(given, engine)
  local query = { engine = engine, explain = true, partial = true }
  if engine == "turn" then query.turn_cost = TURN_COST end
  if engine == "anya" then query.any_angle = true end
  if engine == "jps_layers" or engine == "dijkstra" then query.partial = nil end
  if given.player then query.player = session.world:player(given.player) end
  return query
end

local function bill_of(path)
  local bill = {}
  for name, amount in pairs(path:_bill()) do
    if amount ~= 0 then bill[#bill + 1] = { name = name, amount = amount } end
  end
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

-- The ends of the lines of an any-angle path, which its cells follow as well as they can.
local function corners_of(path)
  local cells = {}
  for x, y in path:corners() do
    cells[#cells + 1] = x
    cells[#cells + 1] = y
  end
  return cells
end

-- Path or nil, code, engine, nodes that were expanded. A flood searches for the nearest of several
-- goals; here there is one.
local function search(map, given, query)
  if query.engine == "dijkstra" then
    local found, code = map:nearest(given.x, given.y, { { given.to_x, given.to_y } }, query)
    return found and found.path, code, "dijkstra"
  end
  local one = map:search(given.x, given.y, given.to_x, given.to_y, query)
  local path, code = one:step()
  return path, code, one.engine, one.expanded
end

local function answer_of(map, given, query)
  local path, code, engine, nodes = search(map, given, query)
  local answer = { code = code, nodes = nodes, engine = engine }
  if path then
    answer.cells, answer.cost, answer.bill = cells_of(path), path.cost, bill_of(path)
    answer.code = path.status == "partial" and "partial" or nil
    if query.any_angle then answer.line = corners_of(path) end
  end
  return answer
end

-- A question that cannot be answered, by the engine that it names, is told in words.
local function find(given, query)
  local ok, answer = pcall(answer_of, session.world.map, given, query)
  if ok then return answer end
  return { wrong = (tostring(answer):gsub("^.-: ?query: ", "")) }
end

-- Eight values for each event: kind, x, y, px, py, f, g, h.
local function numbers_of(trace)
  local list = {}
  for i = 1, math.min(#trace, MOST_EVENTS) do
    local one, at = trace[i], 8 * (i - 1)
    list[at + 1], list[at + 2], list[at + 3], list[at + 4] = KINDS[one.kind], one.x, one.y, one.px
    list[at + 5], list[at + 6], list[at + 7], list[at + 8] = one.py, one.f, one.g, one.h
  end
  return list
end

-- What an engine has done; of one that cannot be named for this question: nil.
local function trace_of(given, engine)
  local query, trace = query_of(given, engine), {}
  query.trace = trace
  if find(given, query).wrong then return nil end
  return numbers_of(trace)
end

--- The cheapest path between two cells, what it costs and why; with `trace` also what the engine
-- has done, node by node. If that one only answers together with others, as with layers off the
-- path, the trace is plain A*'s. `traced`: whose it is.
function paths.path(given)
  local named = given.engine ~= "" and given.engine or nil
  local reply = find(given, query_of(given, named))
  if not given.trace or reply.wrong or reply.engine == "none" then return reply end
  reply.traced, reply.trace = reply.engine, trace_of(given, reply.engine)
  if not reply.trace then reply.traced, reply.trace = "astar", trace_of(given, "astar") end
  return reply
end

return paths
