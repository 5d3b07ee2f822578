--- Fields drawn as text, and the oracle for them: what a field has to say, found in the simplest
-- way.
--
-- Costs are lowered, cell by cell and round after round, until none can be lowered any more:
-- nothing here knows of an order in which to look at cells, or of what a change may have touched.
--
-- A case is a table: `view` and `plain`, the grounds (see oracle.lua) with everything in it and of
-- terrain alone; `rule`, of diagonals; `kind`, "field", "reach" or "flee"; `cells`, the goals, the
-- start or the threats, each { x, y }; `most`, the largest cost.

local oracle = require "support.oracle"

local flow = {}

-- In the order that decides between equally good steps.
local DIRECTIONS = {
  { 1, 0, "→" }, { -1, 0, "←" }, { 0, 1, "↓" }, { 0, -1, "↑" },
  { 1, 1, "↘" }, { -1, 1, "↙" }, { 1, -1, "↗" }, { -1, -1, "↖" },
}

-- ---- pictures ---------------------------------------------------------------------------------

--- A picture as it stands in a spec, without indentation and with single blanks.
function flow.picture(text)
  return (text:gsub("^%s+", ""):gsub("%s*\n%s*", "\n"):gsub("%s+$", ""):gsub(" +", " "))
end

local function draw(map, letter)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = letter(x, y) end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

local function arrow(dx, dy)
  for _, step in ipairs(DIRECTIONS) do
    if step[1] == dx and step[2] == dy then return step[3] end
  end
  return "o"
end

--- The cost of each cell, `#` where there is none.
function flow.costs(map, field)
  return draw(map, function(x, y)
    local cost = field:cost(x, y)
    return cost and ("%d"):format(cost) or "#"
  end)
end

--- The step of each cell as an arrow, `o` where one stays, `#` where there is none.
function flow.steps(map, field)
  return draw(map, function(x, y)
    local to_x, to_y = field:step(x, y)
    return to_x and arrow(to_x - x, to_y - y) or "#"
  end)
end

--- All that a field says of each cell: cost and step, or the reason why there is none.
function flow.all(map, field)
  return draw(map, function(x, y)
    local cost, why = field:cost(x, y)
    if not cost then return why end
    local to_x, to_y = field:step(x, y)
    return ("%d%s"):format(cost, arrow(to_x - x, to_y - y))
  end)
end

-- ---- grounds ----------------------------------------------------------------------------------

local function number(ground, x, y)
  return (y - 1) * ground.width + x
end

local function on_map(ground, x, y)
  return x >= 1 and y >= 1 and x <= ground.width and y <= ground.height
end

--- Calls f(x, y, number) for each cell.
local function each_cell(ground, f)
  for y = 1, ground.height do
    for x = 1, ground.width do f(x, y, number(ground, x, y)) end
  end
end

local function numbers(case)
  local set = {}
  for _, cell in ipairs(case.cells) do set[number(case.view, cell[1], cell[2])] = true end
  return set
end

--- What a step costs, nil where it is not legal. `d` is its direction.
local function step_cost(case, x, y, d)
  local dx, dy = DIRECTIONS[d][1], DIRECTIONS[d][2]
  local to_x, to_y = x + dx, y + dy
  if not on_map(case.view, x, y) or not on_map(case.view, to_x, to_y) then return nil end
  if not oracle.legal(case.view, case.rule, x, y, dx, dy) then return nil end
  return oracle.step_cost(case.view, number(case.view, x, y), number(case.view, to_x, to_y), d)
end

-- ---- costs ------------------------------------------------------------------------------------

--- The cost of a cell by its neighbour in a direction: to which one goes on, or from which one
-- comes.
local function cost_by(case, costs, x, y, d)
  local dx, dy = DIRECTIONS[d][1], DIRECTIONS[d][2]
  local back = case.kind == "reach"
  local near_x, near_y = back and x - dx or x + dx, back and y - dy or y + dy
  local near = number(case.view, near_x, near_y)
  local step = back and step_cost(case, near_x, near_y, d) or not back and step_cost(case, x, y, d)
  local threat = case.kind == "flee" and case.is_threat[near]
  if not step or threat or not costs[near] then return nil end
  local cost = costs[near] + step
  return cost <= (case.most or math.huge) and cost or nil
end

--- Lowers costs until nothing changes. Where `blocked` is true of a cell its neighbours give it
-- none.
local function settle(case, costs, blocked)
  local changed
  repeat
    changed = false
    each_cell(case.view, function(x, y, i)
      for d = 1, blocked(i) and 0 or 8 do
        local cost = cost_by(case, costs, x, y, d)
        if cost and (not costs[i] or cost < costs[i]) then
          costs[i] = cost
          changed = true
        end
      end
    end)
  until not changed
  return costs
end

local function field_costs(case)
  case.rest = {}
  for i in pairs(numbers(case)) do case.rest[i] = case.plain.straight[i] and 0 or nil end
  local costs = {}
  for i in pairs(case.rest) do costs[i] = 0 end
  return settle(case, costs, function(i) return not case.plain.straight[i] end)
end

local function reach_costs(case)
  case.rest = {}
  for i in pairs(numbers(case)) do case.rest[i] = 0 end
  local costs = {}
  for i in pairs(case.rest) do costs[i] = 0 end
  return settle(case, costs, function() return false end)
end

local UNTHREATENED = -2 ^ 40

--- Danger is 1.2 times as much as threats have less to go to a cell than to the farthest one; none
-- where they cannot come, and nobody stays where he could not go.
local function flee_costs(case)
  local far = reach_costs { kind = "reach", view = case.view, rule = case.rule, cells = case.cells }
  local farthest = 0
  for _, cost in pairs(far) do farthest = math.max(farthest, cost) end
  case.is_threat = numbers(case)
  case.rest = {}
  local function weighted(distance) return distance + math.floor(distance / 5) end
  each_cell(case.view, function(_, _, i)
    local danger = far[i] and weighted(farthest) - weighted(far[i])
    if case.view.straight[i] then case.rest[i] = danger or UNTHREATENED end
  end)
  local costs = {}
  for i, cost in pairs(case.rest) do costs[i] = cost end
  return settle(case, costs, function(i) return not case.plain.straight[i] end)
end

-- ---- the answer -------------------------------------------------------------------------------

local function step_from(case, costs, x, y, i)
  if case.rest[i] == costs[i] then return "o" end
  for d, step in ipairs(DIRECTIONS) do
    local back = case.kind == "reach" and -1 or 1
    if cost_by(case, costs, x, y, d) == costs[i] then
      return arrow(back * step[1], back * step[2])
    end
  end
end

--- What flow.all must show; `reason(x, y)` is called where a cell has no cost.
function flow.expected(case, reason)
  local by_kind = { field = field_costs, reach = reach_costs, flee = flee_costs }
  local costs = by_kind[case.kind](case)
  return draw(case.view, function(x, y)
    local i = number(case.view, x, y)
    local why = case.start_blocked and "start_blocked" or not costs[i] and reason(x, y, i)
    if why then return why end
    local cost = costs[i] < UNTHREATENED / 2 and costs[i] - UNTHREATENED or costs[i]
    return ("%d%s"):format(cost, step_from(case, costs, x, y, i))
  end)
end

return flow
