--- A game's own table as the source of a map: astar.map { from = rows, walkable = … }, where
-- rows[y][x] is anything that the game keeps for a cell.

local copied = require "astar.copied"
local core = require "astar.core"
local hint_of = require("astar.arguments.options").hint_of
local pairs = require "astar.pairs".pairs
local reject = require("astar.arguments.reject").because

local from = {}

local MAX_COST, MAX_TERRAINS = 65535, 255

-- ---- the shape of the table --------------------------------------------------------------------

-- The greatest whole number that is a key: `#` may stop at any hole.
local function length(list)
  local most = #list
  for key in pairs(list) do
    if type(key) == "number" and key > most and key % 1 == 0 then most = key end
  end
  return most
end

local function check_row(row, y, what)
  if type(row) == "string" then
    reject("%s[%d] is a string: that is what `rows` takes", what, y)
  elseif type(row) ~= "table" then
    reject("%s[%d] is %s, not a row", what, y, core.show(row))
  elseif row[0] ~= nil then
    reject("%s[%d][0] is there: cells are counted from 1 on", what, y)
  end
end

--- Width and height of a table, in which no cell is missing.
function from.size(rows, what)
  if rows[0] ~= nil then reject("%s[0] is there: rows are counted from 1 on", what) end
  local height, width = length(rows), nil
  if height == 0 then reject("%s: it has no rows", what) end
  for y = 1, height do
    check_row(rows[y], y, what)
    local count = length(rows[y])
    width = width or count
    if count ~= width then
      reject("%s[%d] has %d cell%s, the first row has %d", what, y, count,
        count == 1 and "" or "s", width)
    end
  end
  if width == 0 then reject("%s[1] has no cells", what) end
  return width, height
end

-- ---- what a cell means -------------------------------------------------------------------------

-- The first terrain of a cost, or a new one.
local function of_cost(job, cost)
  if job.by_cost[cost] then return job.by_cost[cost] end
  local name = ("cost %d"):format(cost)
  if job.has[name] then return nil, ("costs %d, and '%s' does not"):format(cost, name) end
  local count = #job.list + #job.added
  if count >= MAX_TERRAINS then
    return nil, ("costs %d, which would be terrain %d: a map has at most %d"):format(cost,
      count + 1, MAX_TERRAINS)
  end
  job.added[#job.added + 1] = { name = name, cost = cost }
  job.has[name], job.by_cost[cost] = true, name
  return name
end

-- What may be said of a cell: true, false, the name of a terrain, or a cost. The name of its
-- terrain, or nil and what is wrong.
local function name_of(job, said)
  if said == true then return job.fill end
  if said == false then
    if job.has.wall then return "wall" end
    return nil, "cannot be entered, but `terrains` has no 'wall': say the name of a terrain"
  elseif type(said) == "string" then
    if job.has[said] then return said end
    return nil, ("is '%s', which is none of the terrains%s"):format(said,
      hint_of(said, core.keys(job.has)))
  elseif type(said) ~= "number" then
    return nil, ("is %s, expected true, false, the name of a terrain, or a cost"):format(
      core.show(said))
  elseif said % 1 ~= 0 or said < 1 or said > MAX_COST then
    return nil, ("costs %s, expected a whole number from 1 to %d"):format(core.show(said), MAX_COST)
  end
  return of_cost(job, math.floor(said))
end

-- A function that says what a value means, from what was given as `walkable`.
local function reader(walkable)
  if type(walkable) == "function" then
    return function(value, x, y) return walkable(value, x, y) or false end
  elseif type(walkable) == "table" then
    return function(value) return walkable[value] end
  elseif walkable ~= nil then
    return function(value) return value == walkable end
  end
  return function(value) return value end
end

-- The name of a cell's terrain; or nil and what is wrong.
local function read_cell(job, value, x, y)
  if value == nil then return nil, "is missing" end
  local said = job.read(value, x, y)
  if said == nil then
    return nil, ("is %s, for which `walkable` has nothing"):format(core.show(value))
  elseif job.known[said] then return job.known[said]
  elseif job.is_bare and type(said) == "number" then
    return nil, ("is %s: `walkable` has to say what that means"):format(core.show(said))
  end
  local name, wrong = name_of(job, said)
  if name then job.known[said] = name end        -- nan is no key
  return name, wrong
end

-- The names of the terrains of all cells, row by row; or nil, x, y and what is wrong there.
local function names_of(job, rows, width, height)
  local names, count = {}, 0
  for y = 1, height do
    local row = rows[y]
    for x = 1, width do
      local name, wrong = read_cell(job, row[x], x, y)
      if not name then return nil, x, y, wrong end
      count = count + 1
      names[count] = name
    end
  end
  return names
end

-- ---- the whole ---------------------------------------------------------------------------------

local function by_cost(a, b) return a.cost < b.cost end

--- What reads tables for a map with a list of terrains, of which `fill` names one. Costs that none
-- of them has become terrains of their own, see from.terrains.
function from.new(list, fill, walkable)
  local job = { list = list, fill = fill, has = {}, by_cost = {}, known = {}, added = {},
    read = reader(walkable), is_bare = walkable == nil }
  for _, kind in ipairs(list) do
    job.has[kind.name] = true
    if kind.cost and not job.by_cost[kind.cost] then job.by_cost[kind.cost] = kind.name end
  end
  return job
end

--- The names of all cells.
function from.names(job, rows, width, height, what)
  local names, x, y, wrong = names_of(job, rows, width, height)
  if not names then reject("%s[%d][%d] %s", what, y, x, wrong) end
  return names
end

--- The list with the terrains that were added behind it: these come in the order of their costs,
-- not in that of the cells.
function from.terrains(job)
  local list = copied(job.list)
  table.sort(job.added, by_cost)
  for _, kind in ipairs(job.added) do list[#list + 1] = kind end
  return list
end

return from
