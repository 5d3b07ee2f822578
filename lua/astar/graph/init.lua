--- Graphs: the constructor, and what is better written in Lua. The rest is in C.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local files = require "astar.files"
local rejection = require "astar.arguments.reject"
local option_table = require "astar.arguments.options"
local strict = require "astar.arguments.strict"

local attempt, reject = rejection.attempt, rejection.because
local graph = {}

local function check_keys(what, given, keys, listed)
  local problem = option_table.key_problem(given, keys, listed)
  if problem then reject("%s: %s", what, problem) end
end

local function check_table(what, value)
  if type(value) ~= "table" then reject("%s = %s is not a table", what, core.show(value)) end
end

-- ---- nodes and edges ----------------------------------------------------------------------------

local NODE_KEYS = { "cost", "name", "open", "x", "y" }
local EDGE_KEYS = { "cost", "one_way", "open" }

local function add_node(made, what, name, options)
  attempt(what .. ": ", made.add_node, made, name,
    options and { x = options.x, y = options.y, cost = options.cost, open = options.open })
end

-- An element of the list: a name, or a table.
local function add_listed(made, what, node)
  if type(node) == "string" then return add_node(made, what, node) end
  check_table(what, node)
  check_keys(what, node, NODE_KEYS, 0)
  add_node(made, what, node.name, node)
end

-- The list comes first, then nodes by their names, since the order of a table's keys differs from
-- run to run.
local function add_nodes(made, nodes)
  check_table("nodes", nodes)
  local count = #nodes
  for i = 1, count do add_listed(made, ("nodes[%d]"):format(i), nodes[i]) end
  for _, key in ipairs(core.keys(nodes)) do
    local is_listed = type(key) == "number" and key >= 1 and key <= count and key % 1 == 0
    if not is_listed then
      local what = ("nodes[%s]"):format(core.show(key))
      if type(key) ~= "string" then reject("%s: the key is not a name", what) end
      check_table(what, nodes[key])
      check_keys(what, nodes[key], { "cost", "open", "x", "y" }, 0)
      add_node(made, what, key, nodes[key])
    end
  end
end

local function add_edges(made, edges)
  check_table("edges", edges)
  check_keys("edges", edges, { "1" }, #edges)
  for i = 1, #edges do
    local edge, what = edges[i], ("edges[%d]"):format(i)
    check_table(what, edge)
    check_keys(what, edge, EDGE_KEYS, 2)
    if edge.cost == nil then reject("%s: 'cost' is missing", what) end
    attempt(what .. ": ", made.add_edge, made, edge[1], edge[2], edge.cost,
      { one_way = edge.one_way, open = edge.open })
  end
end

local function build(options)
  local made = core.graph()
  if options == nil then return made end
  if type(options) ~= "table" then reject("options = %s is not a table", core.show(options)) end
  check_keys("options", options, { "edges", "nodes" }, 0)
  if options.nodes ~= nil then add_nodes(made, options.nodes) end
  if options.edges ~= nil then add_edges(made, options.edges) end
  return made
end

--- A new graph, see docs/reference/graph.md.
function graph.new(options)
  local made, reason = rejection.caught(build, options)
  return made or blame.fail("graph", 1, "%s", reason)
end

-- ---- saving -------------------------------------------------------------------------------------

local WRONG = {
  foreign = "it is not a saved graph",
  damaged = "the saved graph was cut off or changed",
  newer = "the saved graph has a format that this version does not know",
  limit = "it takes more memory than is allowed: the option `memory` says how much may be",
}

local function check_string(value, name, method)
  if type(value) ~= "string" then
    blame.fail(method, 1, "%s = %s is not a string", name, core.show(value))
  end
end

local OPTIONS = { memory = option_table.whole(1, 2 ^ 53) }

-- The most bytes that it may take, or nil.
local function memory_of(given, method)
  if given == nil then return nil end
  option_table.check(method, given, OPTIONS, 2)
  return given.memory
end

--- A graph from what graph:save has returned; nil and a message where it is none.
function graph.read(content, given)
  check_string(content, "content", "read_graph")
  local made, why = core.load_graph(content, memory_of(given, "read_graph"))
  if made then return made end
  return nil, WRONG[why]
end

--- A graph from a file that graph:save has written; nil and a message.
function graph.load(file, given)
  check_string(file, "file", "load_graph")
  local memory = memory_of(given, "load_graph")
  local content, failed = files.read(file)
  if not content then return nil, failed end
  local made, why = core.load_graph(content, memory)
  if made then return made end
  return nil, ("%s: %s"):format(file, WRONG[why])
end

local function save(self, file)
  if file ~= nil then check_string(file, "file", "save") end
  return files.saved(self, self:_save(), file)
end

local metatable = core.metatables.graph
strict.methods("graph", metatable, { save = save }, metatable.methods)

return graph
