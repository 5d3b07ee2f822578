--- The oracle: what a search has to answer, found in the simplest way.
--
-- Dijkstra over the costs that map:cost tells, from one cell to all. Then the path by its written
-- rule: of all optimal paths the one that is smallest when its directions are read backwards from
-- the goal; of several cheapest goal cells the first in reading order.

local hex = require "support.hex"

local oracle = {}

-- In the order that decides between equally cheap paths.
local DIRECTIONS = {
  { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 },
}

local NAMES = {
  "east", "west", "south", "north", "south_east", "south_west", "north_east", "north_west",
}

--- The number of a direction.
function oracle.direction(dx, dy)
  for d, step in ipairs(DIRECTIONS) do
    if step[1] == dx and step[2] == dy then return d end
  end
end

-- ---- the ground -------------------------------------------------------------------------------

--- What traffic adds to the step from a cell in a direction: the most that was counted of units
-- that came the other way, and a tenth of the most that waited, of the cells covered. 128 is all.
local function traffic(map, query)
  local player = query and (query.unit and query.unit.player or query.player)
  local class = query and (query.unit and query.unit.class or query.class)
  local size, weight = class and class.size or 1, query and query.traffic or 0
  if not player or weight == 0 then return nil end
  return function(cell, d)
    local left, top = (cell - 1) % map.width + 1, math.floor((cell - 1) / map.width) + 1
    local came, waits = 0, 0
    for y = top, top + size - 1 do
      for x = left, left + size - 1 do
        local counted = player:traffic_at(x, y)
        came, waits = math.max(came, counted[NAMES[d]]), math.max(waits, counted.waits)
      end
    end
    return math.floor(weight * (10 * came + waits) / 1280)
  end
end

--- The costs of entering each cell under a query: ground.straight[i], ground.diagonal[i]. Where
-- slopes count, ground.slopes is to be model.slopes.
function oracle.ground(map, query)
  local ground = { width = map.width, height = map.height, straight = {}, diagonal = {},
                   grid = map.grid }
  for y = 1, map.height do
    for x = 1, map.width do
      local i = (y - 1) * map.width + x
      ground.straight[i], ground.diagonal[i] = map:cost(x, y, query)
    end
  end
  ground.traffic = traffic(map, query)
  return ground
end

--- What the step in direction d to cell `to` costs.
function oracle.step_cost(ground, from, to, d)
  local cost = (d <= 4 and ground.straight or ground.diagonal)[to]
  if ground.slopes then
    local x, y = (from - 1) % ground.width + 1, math.floor((from - 1) / ground.width) + 1
    local step = DIRECTIONS[d]
    cost = math.max(1, cost + ground.slopes(x, y, x + step[1], y + step[2]))
  end
  return cost + (ground.traffic and ground.traffic(from, d) or 0)
end

local function enterable(ground, x, y)
  if x < 1 or y < 1 or x > ground.width or y > ground.height then return false end
  return ground.straight[(y - 1) * ground.width + x] ~= nil
end

--- May a step of this kind be made from x, y? The cell it leaves does not matter.
function oracle.legal(ground, rule, x, y, dx, dy)
  if not enterable(ground, x + dx, y + dy) then return false end
  if ground.grid ~= "square" then
    return hex.distance(ground.grid, x, y, x + dx, y + dy) == 1
  end
  if dx == 0 or dy == 0 then return true end
  local beside = (enterable(ground, x + dx, y) and 1 or 0) +
                 (enterable(ground, x, y + dy) and 1 or 0)
  local needed = { always = 0, at_most_one_obstacle = 1, no_obstacles = 2, never = 3 }
  return beside >= needed[rule]
end

-- ---- Dijkstra ---------------------------------------------------------------------------------

local function take_nearest(open, g)
  local best = 1
  for k = 2, #open do
    if g[open[k]] < g[open[best]] then best = k end
  end
  local cell = open[best]
  open[best] = open[#open]
  open[#open] = nil
  return cell
end

--- g[i]: the cost of the cheapest way from x, y to cell i, nil where there is none.
function oracle.distances(ground, rule, x, y)
  local width = ground.width
  local start = (y - 1) * width + x
  local g, open = { [start] = 0 }, { start }
  while #open > 0 do
    local cell = take_nearest(open, g)
    local cx, cy = (cell - 1) % width + 1, math.floor((cell - 1) / width) + 1
    for d, step in ipairs(DIRECTIONS) do
      if oracle.legal(ground, rule, cx, cy, step[1], step[2]) then
        local to = cell + step[2] * width + step[1]
        local cost = g[cell] + oracle.step_cost(ground, cell, to, d)
        if not g[to] then open[#open + 1] = to end
        if not g[to] or cost < g[to] then g[to] = cost end
      end
    end
  end
  return g
end

--- The direction of the last step of the canonical path to a cell.
local function last_step(ground, rule, g, cell)
  local width = ground.width
  local x, y = (cell - 1) % width + 1, math.floor((cell - 1) / width) + 1
  for d, step in ipairs(DIRECTIONS) do
    local px, py = x - step[1], y - step[2]
    local from = cell - step[2] * width - step[1]
    local inside = px >= 1 and py >= 1 and px <= width and py <= ground.height
    if inside and g[from] and oracle.legal(ground, rule, px, py, step[1], step[2]) and
       g[from] + oracle.step_cost(ground, from, cell, d) == g[cell] then
      return from
    end
  end
end

--- The canonical path to a cell as maps.cells writes it: "1,1 2,1 3,2".
function oracle.cells(ground, rule, g, cell)
  local cells = {}
  while cell do
    local x, y = (cell - 1) % ground.width + 1, math.floor((cell - 1) / ground.width) + 1
    table.insert(cells, 1, x .. "," .. y)
    cell = g[cell] > 0 and last_step(ground, rule, g, cell) or nil
  end
  return table.concat(cells, " ")
end

-- ---- goals ------------------------------------------------------------------------------------

--- The cells that count as arrived, clipped to the map.
function oracle.accepted(map, size, goal, within)
  local reach = within > 0 and within + size - 1 or 0
  local left, top = math.max(1, goal.x - reach), math.max(1, goal.y - reach)
  local right = math.min(map.width, goal.x + goal.width - 1 + within)
  local bottom = math.min(map.height, goal.y + goal.height - 1 + within)
  local rect = { x = left, y = top, width = right - left + 1, height = bottom - top + 1 }
  if map.grid == "square" or within == 0 then return rect end
  rect.goal = goal
  function rect.has(x, y)
    return hex.between(map.grid, { x = x, y = y, width = size, height = size }, goal) <= within
  end
  return rect
end

local function each_cell(width, rect)
  local list = {}
  for y = rect.y, rect.y + rect.height - 1 do
    for x = rect.x, rect.x + rect.width - 1 do
      if not rect.has or rect.has(x, y) then list[#list + 1] = (y - 1) * width + x end
    end
  end
  return ipairs(list)
end

local function any(width, rect, has)
  for _, cell in each_cell(width, rect) do
    if has[cell] then return true end
  end
  return false
end

local function nearest_goal(width, rect, g)
  local best
  for _, cell in each_cell(width, rect) do
    if g[cell] and (not best or g[cell] < g[best]) then best = cell end
  end
  return best
end

--- Does a cell where only units are in the way border on what can be reached?
local function meets_units(grounds, g)
  local width, height = grounds.plain.width, grounds.plain.height
  for cell in pairs(g) do
    local x, y = (cell - 1) % width + 1, math.floor((cell - 1) / width) + 1
    for _, step in ipairs(DIRECTIONS) do
      local nx, ny = x + step[1], y + step[2]
      local there = nx >= 1 and ny >= 1 and nx <= width and ny <= height
      local near = cell + step[2] * width + step[1]
      local open = there and grounds.plain.straight[near]
      local beside = grounds.plain.grid == "square"
        or hex.distance(grounds.plain.grid, x, y, nx, ny) == 1
      if open and beside and not grounds.standing.straight[near] then return true end
    end
  end
  return false
end

--- Why there is no way, in the words of the documentation. `plain` is the ground without units
-- and callback, `standing` the ground with units.
local function reason(map, rule, rect, x, y, grounds, g)
  if not any(map.width, rect, grounds.standing.straight) then return "goal_blocked" end
  local by_terrain = oracle.distances(grounds.plain, rule, x, y)
  local left = false          -- a goal cell to which the terrain leads, and where no unit stands
  for _, cell in each_cell(map.width, rect) do
    left = left or by_terrain[cell] and grounds.standing.straight[cell]
  end
  if not any(map.width, rect, by_terrain) then return "unreachable" end
  if not left then return "crowded" end
  return meets_units(grounds, g) and "crowded" or "unreachable"
end

-- ---- nearest cell -----------------------------------------------------------------------------

local function distance(map, rect, x, y)
  if map.grid ~= "square" then
    return hex.between(map.grid, { x = x, y = y, width = 1, height = 1 }, rect.goal or rect)
  end
  local dx = math.max(rect.x - x, x - (rect.x + rect.width - 1), 0)
  local dy = math.max(rect.y - y, y - (rect.y + rect.height - 1), 0)
  local both = math.min(dx, dy)
  return map.straight * (math.max(dx, dy) - both) + map.diagonal * both
end

--- The reachable cell nearest to the goal, as if all ground were open; among equally near ones the
-- one nearer to the start, then the first in reading order. `kept` are the cells where it may not
-- stay.
local function nearest_cell(map, rect, g, kept, start_x, start_y)
  local best, best_far, best_back
  local start = { x = start_x, y = start_y, width = 1, height = 1 }
  for cell = 1, map.width * map.height do
    if g[cell] and not kept[cell] then
      local x, y = (cell - 1) % map.width + 1, math.floor((cell - 1) / map.width) + 1
      local far, back = distance(map, rect, x, y), distance(map, start, x, y)
      if not best or far < best_far or (far == best_far and back < best_back) then
        best, best_far, best_back = cell, far, back
      end
    end
  end
  return best
end

-- ---- the answer -------------------------------------------------------------------------------

--- What map:path must answer. `class` has size and diagonal, `grounds` what the query makes of the
-- map: `view`, with everything in it; `plain`, of terrain alone; `standing`, with units standing;
-- and, unless it is none, `kept`: the cells through which it may go, but where it may not stay.
-- Returns { status, cost, cells }; with no way also cost and cells of the way to the nearest cell.
function oracle.path(map, class, grounds, x, y, goal, within)
  local rule, start = class.diagonal, (y - 1) * map.width + x
  if not grounds.plain.straight[start] then return { status = "start_blocked" } end
  local rect = oracle.accepted(map, class.size, goal, within)
  local g = oracle.distances(grounds.view, rule, x, y)
  local best = nearest_goal(map.width, rect, g)
  local status = best and "complete" or reason(map, rule, rect, x, y, grounds, g)
  local kept = grounds.kept or {}
  kept[start] = nil
  best = best or nearest_cell(map, rect, g, kept, x, y)
  return { status = status, cost = g[best], cells = oracle.cells(grounds.view, rule, g, best) }
end

return oracle
