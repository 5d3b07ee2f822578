--- The places that are left for a unit at a goal to which others go as well.

local FEW, MANY = 16, 256     -- that are looked at where the goal itself is taken; at most
local LEAST, MOST = 256, 4096 -- nodes that a tick must have left if it can, and at most
local UNKNOWN = 4294967295    -- what the way to the unit costs, if it is farther than all places

-- Is no cell that the unit would cover there kept for another?
local function is_left(unit, x, y, holder_of)
  local last = unit.class.size - 1
  for row = y, y + last do
    for column = x, x + last do
      local holder = holder_of(column, row)
      if holder and holder ~= unit then return false end
    end
  end
  return true
end

-- The first `most` of a list x, y, cost …, with all that cost no more.
local function first_left(unit, found, most, holder_of)
  local list, straight = {}, unit.world.map.straight
  for i = 1, #found, 3 do
    local x, y, cost = found[i], found[i + 1], found[i + 2] / straight
    if #list >= 3 * most and cost > list[#list] then break end
    if is_left(unit, x, y, holder_of) then
      local n = #list
      list[n + 1], list[n + 2], list[n + 3] = x, y, cost
    end
  end
  return list
end

--- unit: of a world. goal: x, y, width, height; within: so near is near enough, or false: places
-- around it are wanted, too; x, y: a cell of it in which the unit could stand. The places come in
-- the order of what the way costs to them from the goal; where that is full, they are those around
-- it that are nearer than the unit. holder_of(x, y): for whom a cell is kept.
-- Returns at least `most`, if there are, as x, y, cost, x, y, cost …, what the way costs to the
-- unit's own cell, math.huge if it is farther than all of them, and the nodes that this took; or
-- nil, "budget". Costs are in straight steps over open ground.
return function(unit, x, y, goal, within, most, holder_of)
  local world, list, own, sum = unit._world, nil, nil, 0
  for _, count in ipairs { 1, FEW, MANY } do
    local least = math.max(1, math.min(LEAST, world._budget or LEAST))
    if world._rest < least then return nil, "budget", sum end
    local budget = math.min(MOST, world._rest)
    local found, cost, nodes = unit._body:_places_left(x, y, goal.x, goal.y, goal.width or 1,
      goal.height or 1, within, count, budget)
    world._rest, sum = world._rest - nodes, sum + nodes
    own = cost < UNKNOWN and cost / world.map.straight or math.huge
    list = first_left(unit, found, most, holder_of)
    if not list[1] and nodes >= budget and budget < MOST then return nil, "budget", sum end
    -- The goal itself is the only place that costs nothing; of others, equally near ones count.
    local is_enough = #list >= 3 * most and (count > 1 or list[3] == 0)
    if is_enough or #found < 3 * count then break end
  end
  return list, own, sum
end
