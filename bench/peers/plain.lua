-- A* in plain Lua, as a careful modder would write it: flat tables, a binary heap, octile
-- distance, no closures in the loop. plain.lua MAP SCEN SECTION PASSES SECONDS.

local clock = require "bench.stopwatch"
local scenario = require "bench.scenario"
local task = require "bench.task"

local SQRT2 = math.sqrt(2)
local abs = math.abs

-- ---- the heap: cells, ordered by their f ------------------------------------------------------

local function push(heap, keys, size, cell, key)
  local i = size + 1
  while i > 1 do
    local parent = (i - i % 2) / 2
    if keys[parent] <= key then break end
    heap[i], keys[i] = heap[parent], keys[parent]
    i = parent
  end
  heap[i], keys[i] = cell, key
end

local function pop(heap, keys, size)
  local top, cell, key = heap[1], heap[size], keys[size]
  size = size - 1
  local i = 1
  while true do
    local child = 2 * i
    if child > size then break end
    if child < size and keys[child + 1] < keys[child] then child = child + 1 end
    if keys[child] >= key then break end
    heap[i], keys[i] = heap[child], keys[child]
    i = child
  end
  heap[i], keys[i] = cell, key
  return top
end

-- ---- the grid, with a rim of walls: cell = y * stride + x --------------------------------------

local function grid_of(s)
  local grid = { stride = s.width + 2 }
  for y = 0, s.height + 1 do
    for x = 0, s.width + 1 do grid[y * grid.stride + x] = scenario.factor(s, x, y) end
  end
  return grid
end

local function estimate(x, y, goal_x, goal_y)
  local dx, dy = abs(x - goal_x), abs(y - goal_y)
  return dx > dy and dx + (SQRT2 - 1) * dy or dy + (SQRT2 - 1) * dx
end

-- The offsets of the eight neighbours, and for a diagonal one those of the corners it passes.
local function neighbours_of(grid)
  local n = grid.stride
  return { 1, -1, n, -n, n + 1, n - 1, -n + 1, -n - 1 },
    { false, false, false, false, 1, -1, 1, -1 }, { false, false, false, false, n, n, -n, -n }
end

local function path_to(parent, cell)
  local path, count = {}, 0
  while cell do
    count = count + 1
    path[count] = cell
    cell = parent[cell]
  end
  return path, count
end

local function find(grid, neighbours, corner_a, corner_b, start, goal)
  local stride = grid.stride
  local goal_x, goal_y = goal % stride, (goal - goal % stride) / stride
  local heap, keys, size = {}, {}, 1
  local g, parent, closed, expanded = { [start] = 0 }, {}, {}, 0
  push(heap, keys, 0, start, 0)
  while size > 0 do
    local cell = pop(heap, keys, size)
    size = size - 1
    if cell == goal then return expanded, path_to(parent, goal) end
    if not closed[cell] then
      closed[cell] = true
      expanded = expanded + 1
      local so_far = g[cell]
      for i = 1, 8 do
        local to = cell + neighbours[i]
        local cost = grid[to]
        if cost > 0 and not closed[to] and (i <= 4
            or grid[cell + corner_a[i]] > 0 and grid[cell + corner_b[i]] > 0) then
          local sum = so_far + (i <= 4 and cost or cost * SQRT2)
          local before = g[to]
          if not before or sum < before then
            g[to], parent[to] = sum, cell
            local x = to % stride
            push(heap, keys, size, to, sum + estimate(x, (to - x) / stride, goal_x, goal_y))
            size = size + 1
          end
        end
      end
    end
  end
  return expanded
end

-- ---- the program -------------------------------------------------------------------------------

local t = task.read(arg)
local grid = grid_of(t.scenario)
local stride = grid.stride
local neighbours, corner_a, corner_b = neighbours_of(grid)

local function walked(q, path, count)
  if not path then return math.huge end
  local i = 0
  return scenario.walk(t.scenario, q, function()
    if i == count then return nil end
    i = i + 1
    local cell = path[count + 1 - i]
    return cell % stride, math.floor(cell / stride), i
  end)
end

task.run(t, function(q, check)
  local start, goal = q.y * stride + q.x, q.goal_y * stride + q.goal_x
  clock.start()
  local expanded, path, count = find(grid, neighbours, corner_a, corner_b, start, goal)
  local us = clock.stop()
  return us, check and walked(q, path, count), expanded
end)
print "end"
