--- The oracle for breaches: Dijkstra in the simplest way, over what the model says of cells.

local model = require "support.model"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

local breach = {}

local DIRECTIONS = {
  { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { 1, -1 }, { -1, -1 },
}
local NEEDED = { always = 0, at_most_one_obstacle = 1, no_obstacles = 2, never = 3 }

local function price_of(prices, name)
  if not name then return prices.unseen end
  local own = prices.terrains[name]
  if own == nil then return prices.terrain end
  return own
end

--- The price of what is in the way in a cell, nil where it cannot be removed; and whether anything
-- is.
local function toll(land, x, y, but_units)
  local sum, closed = 0, false
  if not land.parts.cost(x, y) then
    local price = price_of(land.prices, land.parts.terrain(x, y))
    if not price then return nil end
    sum, closed = sum + price, true
  end
  if not but_units and land.parts.taken(x, y) then
    if not land.prices.unit then return nil end
    sum, closed = sum + land.prices.unit, true
  end
  return sum, closed
end

local function covers(land, place, x, y)
  return place and x >= place.x and y >= place.y and x < place.x + land.size
    and y < place.y + land.size
end

--- What a unit at x, y pays that comes from `from`, and whether something is in its way there.
local function tolls(land, from, x, y, but_units)
  local sum, closed = 0, false
  if x < 1 or y < 1 or x + land.size - 1 > land.width or y + land.size - 1 > land.height then
    return nil
  end
  for cy = y, y + land.size - 1 do
    for cx = x, x + land.size - 1 do
      local price, is_closed = toll(land, cx, cy, but_units)
      closed = closed or is_closed or not price
      if not covers(land, from, cx, cy) then
        if not price then return nil, true end
        sum = sum + price
      end
    end
  end
  return sum, closed
end

local function is_clear(land, x, y)
  local sum, closed = tolls(land, nil, x, y)
  return sum ~= nil and not closed and land.parts.penalty(x, y) ~= nil
end

--- The cost of a step into a place, prices left out. Where something is removed there are neither
-- height nor current.
local function step_cost(land, from, x, y, diagonal)
  local most = 0
  for cy = y, y + land.size - 1 do
    for cx = x, x + land.size - 1 do
      most = math.max(most, land.parts.cost(cx, cy) or land.straight)
    end
  end
  local penalty = land.parts.penalty(x, y)
  if not penalty then return nil end
  local s, d = land.straight, land.diagonal
  local cost = diagonal and math.floor((most * d + math.floor(s / 2)) / s) or most
  local slope = land.slopes and land.slopes(from.x, from.y, x, y) or 0
  return math.max(1, cost + penalty + slope)
end

local function legal(land, x, y, step)
  if step[1] == 0 or step[2] == 0 then return true end
  local beside = (is_clear(land, x + step[1], y) and 1 or 0) +
    (is_clear(land, x, y + step[2]) and 1 or 0)
  return beside >= NEEDED[land.rule]
end

--- The cost and the prices of a step in a direction; nil: it cannot be made.
local function step_by(land, x, y, step)
  local nx, ny = x + step[1], y + step[2]
  local from = { x = x, y = y }
  local price = tolls(land, from, nx, ny)
  if not price or not legal(land, x, y, step) then return nil end
  local cost = step_cost(land, from, nx, ny, step[1] ~= 0 and step[2] ~= 0)
  return cost and cost + price, cost
end

local function exit_cost(land, exit)
  local price = tolls(land, nil, exit.x, exit.y)
  local penalty = price and land.parts.penalty(exit.x, exit.y)
  if not penalty then return nil end
  local cost = math.max(1, exit.cost + (exit.price or 0) + penalty)
  return cost + price, cost - (exit.price or 0)
end

local function index(land, x, y) return (y - 1) * land.width + x end

local function place(land, cell)
  return (cell - 1) % land.width + 1, math.floor((cell - 1) / land.width) + 1
end

local function distances(land, x, y)
  local first = tolls(land, nil, x, y, true)
  if not first then return {} end
  local g, open = { [index(land, x, y)] = first }, { index(land, x, y) }
  local function reach(to, cost)
    if not g[to] then open[#open + 1] = to end
    if not g[to] or cost < g[to] then g[to] = cost end
  end
  while #open > 0 do
    local best = 1
    for k = 2, #open do
      if g[open[k]] < g[open[best]] then best = k end
    end
    local cell = table.remove(open, best)
    local cx, cy = place(land, cell)
    for _, step in ipairs(DIRECTIONS) do
      local cost = step_by(land, cx, cy, step)
      if cost then reach(index(land, cx + step[1], cy + step[2]), g[cell] + cost) end
    end
    for _, exit in ipairs(land.exits[cell] or {}) do
      local cost = exit_cost(land, exit)
      if cost then reach(index(land, exit.x, exit.y), g[cell] + cost) end
    end
  end
  return g
end

--- The cell before, and the cost of the step without prices: by the rule of paths.
local function before(land, g, cell)
  local x, y = place(land, cell)
  for _, step in ipairs(DIRECTIONS) do
    local px, py = x - step[1], y - step[2]
    local inside = px >= 1 and py >= 1 and px <= land.width and py <= land.height
    local from = inside and g[index(land, px, py)]
    local cost, walk
    if from then cost, walk = step_by(land, px, py, step) end
    if cost and from + cost == g[cell] then return index(land, px, py), walk end
  end
  local found, first, walk
  for from, exits in pairs(land.exits) do
    for _, exit in ipairs(exits) do
      local leads = g[from] and index(land, exit.x, exit.y) == cell
      local cost, alone
      if leads then cost, alone = exit_cost(land, exit) end
      if cost and g[from] + cost == g[cell] and (not first or exit.number < first) then
        found, first, walk = from, exit.number, alone
      end
    end
  end
  return found, walk
end

--- The breach for a question of a world: { sum =, cost =, cells = } or nil. `exits` lists for each
-- cell where links lead: { x =, y =, cost =, price =, number = }.
function breach.find(world, question, x, y, rect, prices, exits)
  local class = worlds.class_of(world, question)
  local within = question.within or 0
  local accepted = oracle.accepted(world.map, class.size, rect, within)
  local wide = { x = accepted.x, y = accepted.y, width = accepted.width + class.size - 1,
    height = accepted.height + class.size - 1 }
  local land = { parts = model.breach(world, question, wide), prices = prices, size = class.size,
    slopes = model.slopes(world, question),
    rule = class.diagonal, width = world.width, height = world.height, straight = world.straight,
    diagonal = world.diagonal, exits = exits or {} }
  local g = distances(land, x, y)
  local best
  for cy = accepted.y, accepted.y + accepted.height - 1 do
    for cx = accepted.x, accepted.x + accepted.width - 1 do
      local cell = index(land, cx, cy)
      if g[cell] and (not best or g[cell] < g[best]) then best = cell end
    end
  end
  if not best then return nil end
  local start, cells, cost, cell = index(land, x, y), {}, 0, best
  while cell do
    local cx, cy = place(land, cell)
    table.insert(cells, 1, cx .. "," .. cy)
    if cell == start then break end
    local from, walk = before(land, g, cell)
    cost, cell = cost + walk, from
  end
  return { sum = g[best], cost = cost, cells = table.concat(cells, " "), land = land }
end

--- The obstacles that a path meets, each once, as "x,y kind": what is removed for it.
function breach.obstacles(land, path)
  local set = {}
  for i, x, y in path:cells() do
    for cy = y, y + land.size - 1 do
      for cx = x, x + land.size - 1 do
        local at = cx .. "," .. cy
        if not land.parts.cost(cx, cy) then set[at .. " wall"] = true end
        if i > 1 and land.parts.taken(cx, cy) then set[at .. " unit"] = true end
      end
    end
  end
  return set
end

return breach
