--- Approaches: paths to a goal that come through different chokes.
--
-- Each path after the first is the cheapest one with some chokes closed, of which every path before
-- it passes at least one. Sets of closed chokes are the nodes of a tree (R. Reiter, "A Theory of
-- Diagnosis from First Principles", 1987): one that closes none of an earlier path has a child for
-- each choke of that; one that closes one of each is the next path, and has children of its own. To
-- close more never makes a path cheaper, so the cheapest open node is always the next to look at.

local blame = require "astar.arguments.blame"
local copied = require "astar.copied"
local core = require "astar.core"
local options = require "astar.arguments.options"

local NAME = "approaches"
local COUNT, STRETCH = 3, 1.5
local MOST_COUNT, MOST_STRETCH, MOST_WIDTH = 16, 64, 2147483647
local VALID = { count = { "number", "a number" }, stretch = { "number", "a number" },
  ratio = { "number", "a number" }, width = { "number", "a number" } }
local REFUSED = { "any_angle", "heuristic_weight", "partial", "trace" }
local NO_WAY = { unreachable = true, goal_blocked = true, crowded = true }

local approaches = {}

-- ---- arguments ----------------------------------------------------------------------------------

local function check_number(position, given, key, least, most)
  local value = given[key]
  if value == nil or (value >= least and value <= most) then return end
  blame.fail(NAME, position, "%s = %s is out of range, %d to %d", key, core.show(value), least,
    most)
end

local function check_options(given, position)
  options.check(NAME, given, VALID, position)
  options.check_range(NAME, position, given, "count", 1, MOST_COUNT)
  options.check_range(NAME, position, given, "width", 1, MOST_WIDTH)
  check_number(position, given, "stretch", 1, MOST_STRETCH)
  check_number(position, given, "ratio", 0, 1)
end

-- A copy of the query, which callers may change.
local function read_query(given, position)
  if given == nil then return {} end
  if type(given) ~= "table" then
    blame.fail(NAME, position, "query = %s is not a table", core.show(given))
  end
  local query = copied(given)
  for _, key in ipairs(REFUSED) do
    if query[key] then
      blame.fail(NAME, position, "query: '%s' means nothing to approaches", key)
    end
  end
  return query
end

-- ---- chokes -------------------------------------------------------------------------------------

local function place(x, y) return y * 1048576 + x end

-- The chokes of the ground: from each number to the choke, to the places of its cells, and from
-- each place to the numbers of the chokes that have it.
local function find_chokes(map, query, given)
  local areas = map:areas({ class = query.class, player = query.player, unit = query.unit },
    { ratio = given.ratio, width = given.width })
  local ground = { chokes = {}, places = {}, at = {} }
  local function add(number, cell)
    local key = place(cell[1], cell[2])
    local here = ground.at[key] or {}
    ground.at[key] = here
    here[#here + 1] = number
    table.insert(ground.places[number], key)
  end
  for _, choke in ipairs(areas:chokes()) do
    if not choke.link then
      local number = #ground.chokes + 1
      ground.chokes[number], ground.places[number] = choke, {}
      for _, cell in ipairs(choke.cells) do add(number, cell) end
    end
  end
  areas:close()
  return ground
end

-- The query, with some chokes closed.
local function with_closed(task, numbers)
  local shut, extra = {}, task.extra
  for _, number in ipairs(numbers) do
    for _, key in ipairs(task.ground.places[number]) do shut[key] = true end
  end
  function task.query.extra_cost(x, y, name)
    if shut[place(x, y)] then return false end
    if extra then return extra(x, y, name) end
  end
  return task.query
end

-- The chokes with cells on a path or beside it.
local function near(ground, path)
  local list, seen = {}, {}
  for _, x, y in path:cells() do
    for key = place(x - 1, y - 1), place(x - 1, y + 1), place(0, 1) do
      for beside = key, key + 2 do
        for _, number in ipairs(ground.at[beside] or {}) do
          if not seen[number] then list[#list + 1] = number end
          seen[number] = true
        end
      end
    end
  end
  return list
end

-- The numbers of the chokes that a path passes: with one of them closed it cannot be walked. In the
-- order in which it comes to them.
local function passed_by(task, path)
  local list, index = {}, {}
  for _, number in ipairs(near(task.ground, path)) do
    local at = path:blocked(with_closed(task, { number }))
    if at then
      index[number] = at
      list[#list + 1] = number
    end
  end
  table.sort(list, function(a, b)
    if index[a] ~= index[b] then return index[a] < index[b] end
    return a < b
  end)
  return list
end

-- ---- the tree -----------------------------------------------------------------------------------

-- The cheapest path with some chokes closed, as a node; nil, code: there is none.
local function find(task, closed)
  local path, code = task.search(with_closed(task, closed))
  if not path then return nil, code end
  return { path = path, closed = closed, passes = passed_by(task, path) }
end

-- The set with one more, in order.
local function with(closed, number)
  local list = copied(closed)
  list[#list + 1] = number
  table.sort(list)
  return list
end

-- Adds the node that closes one more for each choke of a list. nil, code: a search has failed.
local function add_children(task, node, numbers)
  for _, number in ipairs(numbers) do
    local closed = with(node.closed, number)
    local key = table.concat(closed, " ")
    if not task.seen[key] then
      task.seen[key] = true
      local child, code = find(task, closed)
      if not child and not NO_WAY[code] then return nil, code end
      if child and child.path.cost <= task.most then table.insert(task.open, child) end
    end
  end
  return true
end

-- Takes the cheapest open node; of several the one that closes fewest, then the oldest.
local function take(open)
  local best = 1
  for i = 2, #open do
    local a, b = open[i], open[best]
    local less = a.path.cost < b.path.cost
    if less or (a.path.cost == b.path.cost and #a.closed < #b.closed) then best = i end
  end
  return table.remove(open, best)
end

-- The first of the nodes found of which this one closes no choke.
local function repeated(found, node)
  local is_closed = {}
  for _, number in ipairs(node.closed) do is_closed[number] = true end
  for _, earlier in ipairs(found) do
    local avoids = false
    for _, number in ipairs(earlier.passes) do avoids = avoids or is_closed[number] end
    if not avoids then return earlier end
  end
end

local function find_all(task, first, count)
  local found = {}
  task.open, task.seen = { first }, {}
  while #found < count and #task.open > 0 do
    local node = take(task.open)
    local earlier = repeated(found, node)
    if not earlier then found[#found + 1] = node end
    if #found < count then
      local ok, code = add_children(task, node, (earlier or node).passes)
      if not ok then return nil, code end
    end
  end
  return found
end

-- ---- the whole ----------------------------------------------------------------------------------

local function results_of(ground, found)
  local paths, chokes = {}, {}
  for i, node in ipairs(found) do
    paths[i], chokes[i] = node.path, {}
    for k, number in ipairs(node.passes) do chokes[i][k] = ground.chokes[number] end
  end
  return paths, chokes
end

--- map:approaches(x1, y1, goal [, query [, options]]) -> paths, chokes | nil, code
function approaches.find(map, x, y, ...)
  local by_cell = type((...)) == "number"
  local goal, goal_y, asked, given = ...
  if not by_cell then goal_y, asked, given = nil, goal_y, asked end
  local at = by_cell and 5 or 4
  local query = read_query(asked, at)
  given = given == nil and {} or given
  check_options(given, at + 1)
  query.explain = true
  local task = { query = query, extra = query.extra_cost }
  function task.search(wanted)
    if by_cell then return map:path(x, y, goal, goal_y, wanted) end
    return map:path(x, y, goal, wanted)
  end
  local first, code = task.search(query)                -- checks the query, too
  if not first then return nil, code end
  task.ground = find_chokes(map, query, given)
  task.most = first.cost * (given.stretch or STRETCH)
  local found
  found, code = find_all(task, { path = first, closed = {}, passes = passed_by(task, first) },
    given.count or COUNT)
  if not found then return nil, code end
  return results_of(task.ground, found)
end

return approaches
