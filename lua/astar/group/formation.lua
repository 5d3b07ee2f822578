--- Formations: the places of a group's units, as offsets from its middle; and the cells that these
-- become on terrain that is not open.
--
-- A shape is a function from the number of units to a list of places { side, back }: to the right
-- of the direction the group faces, and behind the front rank, in units' widths. The front comes
-- first.

local levels = require "astar.map.level"

local BESIDE = 2               -- cells: so far outside a formation a place of it may lie in sight

local formation = {}

-- ---- directions ---------------------------------------------------------------------------------

local NAMES = {
  north = { 0, -1 }, ["north-east"] = { 1, -1 }, east = { 1, 0 }, ["south-east"] = { 1, 1 },
  south = { 0, 1 }, ["south-west"] = { -1, 1 }, west = { -1, 0 }, ["north-west"] = { -1, -1 },
}

local function sign(value)
  return value > 0 and 1 or value < 0 and -1 or 0
end

--- The one of the eight directions that is nearest to a vector: dx, dy, each -1, 0 or 1. What lies
-- between two of them counts as diagonal from 5/12 on (the tangent of 22.6 degrees).
function formation.direction(dx, dy)
  local across, down = math.abs(dx), math.abs(dy)
  if 12 * down < 5 * across then return sign(dx), 0 end
  if 12 * across < 5 * down then return 0, sign(dy) end
  return sign(dx), sign(dy)
end

--- The direction that a name or a vector { dx, dy } stands for; nil: neither.
function formation.facing(given)
  local vector = NAMES[given] or given
  if type(vector) ~= "table" then return nil end
  local dx, dy = vector[1] or vector.x, vector[2] or vector.y
  if type(dx) ~= "number" or type(dy) ~= "number" or dx == 0 and dy == 0 or
    dx ~= dx or dy ~= dy then return nil end
  return formation.direction(dx, dy)
end

-- ---- shapes -------------------------------------------------------------------------------------

local RANK = 16                                  -- a line has another rank from so many units on

-- Adds a rank of `width` places of which `count` are filled, from its ends on: 5 of 9 are
-- x x . . x . . x x.
local function add_rank(list, back, width, count)
  local first = -math.floor((width - 1) / 2)
  local pairs_of, taken = math.floor(count / 2), {}
  for i = 0, pairs_of - 1 do taken[i], taken[width - 1 - i] = true, true end
  if count % 2 == 1 then taken[-first] = true end
  for i = 0, width - 1 do
    if taken[i] then list[#list + 1] = { first + i, back } end
  end
end

-- Ranks of the widths that `width_of(rank)` gives, until all have a place.
local function ranks(n, width_of)
  local list, back = {}, 0
  while n > 0 do
    local width = width_of(back)
    local count = math.min(n, width)
    add_rank(list, back, width, count)
    n, back = n - count, back + 1
  end
  return list
end

local SHAPES = {}

function SHAPES.column(n)
  return ranks(n, function() return 1 end)
end

function SHAPES.line(n)
  local width = math.ceil(n / math.ceil(n / RANK))
  return ranks(n, function() return width end)
end

function SHAPES.wedge(n)
  return ranks(n, function(back) return 2 * back + 1 end)
end

function SHAPES.box(n)
  local width = math.ceil(math.sqrt(n))
  return ranks(n, function() return width end)
end

formation.names = { "box", "column", "line", "wedge" }

--- The shape that a name or a function stands for; nil: neither.
function formation.shape(given)
  return SHAPES[given] or type(given) == "function" and given or nil
end

--- The places of n units as offsets from their middle, or from the front of a column: a list of
-- { x, y }, the front first. `shape`
-- is a name or a function; dx, dy one of the eight directions; `spacing` (1) the cells from one to
-- the next. Facing a diagonal, neighbours stand cornerwise.
function formation.offsets(shape, n, dx, dy, spacing)
  local places, deepest = formation.shape(shape)(n), 0
  spacing = spacing or 1
  for i = 1, n do deepest = math.max(deepest, places[i][2]) end
  local list, middle = {}, shape == "column" and 0 or math.floor(deepest / 2)
  for i = 1, n do
    local side, ahead = places[i][1], middle - places[i][2]
    list[i] = { x = spacing * (dx * ahead - dy * side), y = spacing * (dy * ahead + dx * side) }
  end
  return list
end

--- The one of a list of units that is nearest to the middle of all, the first of several; nil: it
-- is empty.
function formation.middle(list)
  local sum_x, sum_y, n, best, least = 0, 0, #list, nil, math.huge
  for _, one in ipairs(list) do sum_x, sum_y = sum_x + one.x, sum_y + one.y end
  for _, one in ipairs(list) do
    local dx, dy = one.x * n - sum_x, one.y * n - sum_y
    if dx * dx + dy * dy < least then best, least = one, dx * dx + dy * dy end
  end
  return best
end

--- How far the places of a list lie from their middle at most, in cells.
function formation.radius(offsets)
  local most = 0
  for _, one in ipairs(offsets) do most = math.max(most, math.abs(one.x), math.abs(one.y)) end
  return most
end

-- ---- cells --------------------------------------------------------------------------------------

-- Offsets may lie up to 2^20 cells beside the map.
local function key(x, y) return y * 2 ^ 24 + x end

-- May a unit of that size, whose upper left cell this is, be put there besides those that were?
local function fits(taken, x, y, size)
  for row = y, y + size - 1 do
    for column = x, x + size - 1 do
      if taken[key(column, row)] then return false end
    end
  end
  return true
end

local function take(taken, x, y, size)
  for row = y, y + size - 1 do
    for column = x, x + size - 1 do taken[key(column, row)] = true end
  end
end

-- Is a cell at that distance before the best so far?
local function better(cell, far, best, least)
  if far ~= least then return far < least end
  return cell.cost < best.cost or cell.cost == best.cost and cell.place < best.place
end

-- The cell nearest to (x, y) in which a unit fits, of those in `at` that are wanted; ring by ring.
local function nearest_cell(at, is_wanted, taken, x, y, size, most)
  local best, least = nil, math.huge
  for ring = 0, most do
    if ring * ring > least then break end
    for dy = -ring, ring do
      local step = math.abs(dy) == ring and 1 or 2 * ring
      for dx = -ring, ring, math.max(step, 1) do
        local cell, far = at[key(x + dx, y + dy)], dx * dx + dy * dy
        if cell and better(cell, far, best, least) and fits(taken, cell.x, cell.y, size)
          and is_wanted(cell) then
          best, least = cell, far
        end
      end
    end
  end
  return best
end

local function cells_of(reach)
  local cells = {}
  for x, y, cost in reach:cells() do
    cells[#cells + 1] = { x = x, y = y, cost = cost, place = #cells }
  end
  return cells
end

-- What can be reached from the middle without long ways round: that much cost, and four times as
-- much until there is room for n, or no more to find.
local function surroundings(map, x, y, offsets, query, size)
  local n = #offsets
  local cost, count = 3 * map.straight * (formation.radius(offsets) + 2), -1
  while true do
    local reach, code = map:field({ from = { x, y }, max_cost = cost }, query)
    if not reach then return nil, code end
    local cells = cells_of(reach)
    reach:close()
    if #cells >= 2 * n * size * size or #cells == count then return cells end
    cost, count = cost * 4, #cells
  end
end

-- The cells of the middle's level, and how far they all lie from it at most.
local function candidates(map, x, y, cells)
  local all, span = {}, 0
  local left, top, right, bottom = levels.bounds(map, x, y)
  for _, cell in ipairs(cells) do
    span = math.max(span, math.abs(cell.x - x), math.abs(cell.y - y))
    local is_here = cell.x >= left and cell.x <= right and cell.y >= top and cell.y <= bottom
    if is_here then all[key(cell.x, cell.y)] = cell end
  end
  return all, span
end

--- The cells for offsets around a middle, a list of { x, y }, or false for those for which there is
-- none; nil, code where nobody can stand in the middle. What cannot be entered, does not lie in a
-- straight line from the middle, or is not `free(x, y)`, becomes the nearest cell for which all
-- this holds, that nobody has, and that lies no more than BESIDE cells outside; where there are no
-- more of these, one that can be reached. `query` has the class and the player.
function formation.cells(map, x, y, offsets, query, free)
  local size, taken, list = query.class and query.class.size or 1, {}, {}
  local cells, code = surroundings(map, x, y, offsets, query, size)
  if not cells then return nil, code end
  if #cells == 0 then return nil, "goal_blocked" end
  local all, span = candidates(map, x, y, cells)
  -- Cells are looked at where they are asked for: most are nobody's place.
  local function is_free(cell)
    if cell.is_free == nil then cell.is_free = not free or free(cell.x, cell.y) end
    return cell.is_free
  end
  local far = formation.radius(offsets) + BESIDE
  local function is_straight(cell)
    if cell.is_straight == nil then
      cell.is_straight = math.abs(cell.x - x) <= far and math.abs(cell.y - y) <= far
        and is_free(cell) and map:line(x, y, cell.x, cell.y, query) ~= nil
    end
    return cell.is_straight
  end
  local function settle(i, cell)
    list[i] = cell or false
    if cell then take(taken, cell.x, cell.y, size) end
  end
  for i, one in ipairs(offsets) do
    local cell = all[key(x + one.x, y + one.y)]
    settle(i, cell and fits(taken, cell.x, cell.y, size) and is_straight(cell) and cell)
  end
  for i, one in ipairs(offsets) do
    local to_x, to_y = x + one.x, y + one.y
    local away = math.max(math.abs(one.x), math.abs(one.y))
    if not list[i] then
      settle(i, nearest_cell(all, is_straight, taken, to_x, to_y, size, math.min(span, far) + away)
        or nearest_cell(all, is_free, taken, to_x, to_y, size, span + away))
    end
  end
  return list
end

return formation
