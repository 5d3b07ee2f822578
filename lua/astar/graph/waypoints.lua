--- Waypoints: a graph over a map, whose nodes are cells and whose edges are free straight lines.

local blame = require "astar.arguments.blame"
local cells = require "astar.arguments.cells"
local core = require "astar.core"
local graph = require "astar.graph"
local key_problem = require("astar.arguments.options").key_problem

local waypoints = {}

local KEYS = { "corners", "points", "query", "reach" }

local function refuse(format, ...)
  blame.fail("waypoints", 2, format, ...)
end

local function check(map, options)
  if type(options) ~= "table" then refuse("options = %s is not a table", core.show(options)) end
  local problem = key_problem(options, KEYS)
  if problem then refuse("%s", problem) end
  local points, reach, corners = options.points, options.reach, options.corners
  if points ~= nil and type(points) ~= "table" then
    refuse("points = %s is not a list of cells", core.show(points))
  end
  if corners ~= nil and type(corners) ~= "boolean" then
    refuse("corners = %s is not a boolean", core.show(corners))
  end
  if reach ~= nil and not (type(reach) == "number" and reach > 0) then
    refuse("reach = %s is not a number above 0", core.show(reach))
  end
  core.check_query(map, 2, options.query)
end

local function cell_of(map, point, i)
  local x, y = cells.read(("points[%d]"):format(i), point, map)
  if not x then refuse("%s", y) end
  return x, y
end

-- ---- corners ------------------------------------------------------------------------------------

local function is_open(map, x, y, query)
  if x < 1 or y < 1 or x > map.width or y > map.height then return false end
  return map:cost(x, y, query) ~= nil
end

-- A corner is a cell diagonally beside a blocked one, where both cells between them are open: every
-- shortest way round an obstacle that must not cut its corner passes such a cell.
local function is_corner(map, x, y, query)
  for dy = -1, 1, 2 do
    for dx = -1, 1, 2 do
      if is_open(map, x + dx, y, query) and is_open(map, x, y + dy, query)
        and not is_open(map, x + dx, y + dy, query) then
        return true
      end
    end
  end
  return false
end

-- ---- the graph ----------------------------------------------------------------------------------

local function distance(a, b)
  return math.sqrt((a.x - b.x) ^ 2 + (a.y - b.y) ^ 2)
end

-- Adds a cell, if it is not there and can be entered, with edges to all before it.
local function add(made, map, list, options, x, y)
  local name, query = ("%d,%d"):format(x, y), options.query
  if list[name] or not is_open(map, x, y, query) then return end
  local point = { name = name, x = x, y = y }
  made:add_node(name, { x = x, y = y })
  for _, other in ipairs(list) do
    local near = not options.reach or distance(point, other) <= options.reach
    local cost = near and map:line(other.x, other.y, x, y, query)
    if cost then made:add_edge(other.name, name, math.max(cost, 1)) end
  end
  list[#list + 1], list[name] = point, point
end

--- A graph of cells of a map, see docs/reference/graph.md.
function waypoints.new(map, given)
  if not core.has_metatable(map, core.metatables.map) then
    blame.fail("waypoints", 1, "map = %s is not a map", core.show(map))
  end
  if map.grid ~= "square" then blame.fail("waypoints", 1, "a map of hexagons has no waypoints") end
  check(map, given)
  local made, list = graph.new(), {}
  for i, point in ipairs(given.points or {}) do
    add(made, map, list, given, cell_of(map, point, i))
  end
  if given.corners then
    for y = 1, map.height do
      for x = 1, map.width do
        if is_corner(map, x, y, given.query) then add(made, map, list, given, x, y) end
      end
    end
  end
  return made
end

return waypoints
