-- Paths through different chokes: each against its definition, by a search that knows which chokes
-- it has passed, on random maps; and by hand.

local astar = require "astar"
local cases = require "support.cases"
local new_random = require "support.random"
local says = require "support.says"

local function has(mask, bit) return math.floor(mask / 2 ^ bit) % 2 == 1 end

-- ---- the definition ----------------------------------------------------------------------------

-- From each cell to the bits of the chokes that have it.
local function doors_of(case)
  local width, areas = case.map.width, case.map:areas(nil, case.areas)
  local doors, chokes = {}, areas:chokes()
  for i, choke in ipairs(chokes) do
    for _, cell in ipairs(choke.cells) do
      local place = (cell[2] - 1) * width + cell[1]
      doors[place] = doors[place] or {}
      doors[place][i - 1] = true
    end
  end
  return doors, chokes
end

-- The chokes of a set, with those that a step passes: it enters them, or cuts a corner of them.
local function with_step(case, mask, x, y, dx, dy)
  local function add(at_x, at_y)
    for bit = 0, #case.chokes - 1 do
      local doors = case.doors[(at_y - 1) * case.map.width + at_x]
      if doors and doors[bit] and not has(mask, bit) then mask = mask + 2 ^ bit end
    end
  end
  add(x + dx, y + dy)
  if dx ~= 0 and dy ~= 0 then
    add(x + dx, y)
    add(x, y + dy)
  end
  return mask
end

-- What the cheapest way to the goal costs, for each set of chokes passed: a list by masks.
local function costs_by_mask(case)
  local map, width = case.map, case.map.width
  local function open(x, y)
    return x >= 1 and y >= 1 and x <= width and y <= map.height and map:get(x, y) ~= "wall"
  end
  local costs, buckets, most, cost, found = {}, {}, 0, 0, {}
  local function reach(x, y, mask, sum)
    local key = mask * 4096 + (y - 1) * width + x
    if costs[key] and costs[key] <= sum then return end
    costs[key], most = sum, math.max(most, sum)
    buckets[sum] = buckets[sum] or {}
    table.insert(buckets[sum], { x, y, mask, key })
  end
  reach(case.x, case.y, 0, 0)
  while cost <= most do
    for _, state in ipairs(buckets[cost] or {}) do
      local x, y, mask = state[1], state[2], state[3]
      if costs[state[4]] == cost then
        if x == case.goal_x and y == case.goal_y then found[mask] = cost end
        for dy = -1, 1 do
          for dx = -1, 1 do
            local steps = (dx ~= 0 or dy ~= 0) and open(x + dx, y + dy) and open(x + dx, y) and
              open(x, y + dy)
            if steps then
              local place = (y + dy - 1) * width + x + dx
              reach(x + dx, y + dy, with_step(case, mask, x, y, dx, dy),
                cost + (dx * dy == 0 and 10 or 14) + case.extra[place])
            end
          end
        end
      end
    end
    cost = cost + 1
  end
  return found
end

-- Does a set avoid, of each earlier one, at least one choke?
local function differs(mask, earlier, count)
  for _, other in ipairs(earlier) do
    local avoids = false
    for bit = 0, count - 1 do avoids = avoids or (has(other, bit) and not has(mask, bit)) end
    if not avoids then return false end
  end
  return true
end

local function next_cost(found, earlier, count)
  local least
  for mask, cost in pairs(found) do
    if (not least or cost < least) and differs(mask, earlier, count) then least = cost end
  end
  return least
end

-- The set that a path passes, and the chokes of a set.
local function passed(case, path)
  local mask, last_x, last_y = 0, case.x, case.y
  for i, x, y in path:cells() do
    if i > 1 then mask = with_step(case, mask, last_x, last_y, x - last_x, y - last_y) end
    last_x, last_y = x, y
  end
  return mask
end

local function mask_of(case, chokes)
  local mask = 0
  for i, choke in ipairs(case.chokes) do
    for _, one in ipairs(chokes) do
      if one.x == choke.x and one.y == choke.y and one.x1 == choke.x1 and one.y1 == choke.y1 and
         one.areas[1] == choke.areas[1] and one.areas[2] == choke.areas[2] then
        mask = mask + 2 ^ (i - 1)
      end
    end
  end
  return mask
end

-- ---- random maps -------------------------------------------------------------------------------

local function random_case(seed)
  local random = new_random(seed)
  local width, height = random:int(9, 14), random:int(6, 9)
  local map = astar.map { width = width, height = height }
  for x = 4, width - 2, random:int(3, 5) do
    map:fill(x, 1, 1, height, "wall")
    for _ = 1, random:int(2, 3) do map:set(x, random:int(1, height), "plain") end
  end
  for _ = 1, random:int(0, 5) do
    map:set(random:int(1, width), random:int(1, height), "wall")
  end
  local case = { map = map, x = 1, y = random:int(1, height), goal_x = width,
    goal_y = random:int(1, height), extra = {}, seed = seed,
    areas = { ratio = random:pick { 0.7, 0.9, 1 } } }
  for place = 1, width * height do
    case.extra[place] = random:chance(0.3) and random:int(1, 20) or 0
  end
  case.doors, case.chokes = doors_of(case)
  return case, random
end

-- The chokes are in the order in which the path comes to them.
local function check_order(case, path, chokes)
  local mask, last_x, last_y, at = 0, case.x, case.y, {}
  for i, x, y in path:cells() do
    if i > 1 then mask = with_step(case, mask, last_x, last_y, x - last_x, y - last_y) end
    last_x, last_y = x, y
    for k, choke in ipairs(chokes) do
      local own = mask_of(case, { choke })
      if not at[k] and mask % (2 * own) >= own then at[k] = i end
    end
  end
  for k = 2, #chokes do assert.is_true(at[k - 1] <= at[k], "seed " .. case.seed) end
end

local function check_bill(path)
  local sum = 0
  for _, step in ipairs(path:explain()) do
    for name, amount in pairs(step) do
      if name ~= "x" and name ~= "y" then sum = sum + amount end
    end
  end
  assert.equal(path.cost, sum)
end

local function try_case(seed)
  local case, random = random_case(seed)
  if #case.chokes > 7 then return 0 end              -- the oracle's sets would be too many
  local map, count, stretch = case.map, random:int(1, 5), random:pick { 1, 1.2, 3, 9, 64 }
  local before = map:hash()
  local function extra(x, y) return case.extra[(y - 1) * map.width + x] end
  local list, chokes = map:approaches(case.x, case.y, case.goal_x, case.goal_y,
    { extra_cost = extra },
    { count = count, stretch = stretch, ratio = case.areas.ratio })
  assert.equal(before, map:hash())
  local where = "seed " .. seed
  if not list then
    assert.is_nil((map:path(case.x, case.y, case.goal_x, case.goal_y)), where)
    return 0
  end
  local found, earlier = costs_by_mask(case), {}
  for i = 1, count do
    local cost = next_cost(found, earlier, #case.chokes)
    if cost and i > 1 and cost > list[1].cost * stretch then cost = nil end
    if not cost then
      assert.is_nil(list[i], where)
      break
    end
    assert.is_truthy(list[i], where)
    assert.equal(cost, list[i].cost, where)
    local mask = passed(case, list[i])
    assert.is_true(differs(mask, earlier, #case.chokes), where)
    assert.equal(mask, mask_of(case, chokes[i]), where)
    check_bill(list[i])
    check_order(case, list[i], chokes[i])
    earlier[i] = mask
  end
  assert.equal(#list, #chokes)
  return #list
end

describe("map:approaches on random maps", function()
  it("are the cheapest that avoid a choke of each path before", function()
    local several = { [0] = 0, 0, 0, 0, 0, 0 }
    for seed = 1, cases.of(75) do
      local count = try_case(seed)
      several[count] = several[count] + 1
    end
    assert.is_true(several[2] >= 5 and several[3] >= 1)
    assert.is_true(several[4] + several[5] >= 1)
  end)
end)

-- ---- by hand -----------------------------------------------------------------------------------

describe("map:approaches", function()
  local rows = {
    "......#.......#.......",
    "..............#.......",
    "......#...............",
    "......#.......#.......",
    "......#.......#.......",
    "......#...............",
    "..............#.......",
    "......#.......#.......",
  }

  local function doors(chokes)
    local words = {}
    for i, choke in ipairs(chokes) do words[i] = choke.x .. "," .. choke.y end
    return table.concat(words, " ")
  end

  it("come through other doors, each path with its bill and its doors", function()
    local map = astar.map { rows = rows }
    local list, chokes = map:approaches(2, 2, 21, 2, nil, { count = 9 })
    local costs, texts = {}, {}
    for i, path in ipairs(list) do costs[i], texts[i] = path.cost, doors(chokes[i]) end
    assert.same({ 198, 222, 236, 236 }, costs)
    assert.same({ "7,2 15,3", "7,2 15,6", "7,7 15,3", "7,7 15,6" }, texts)
    assert.equal(1, chokes[1][1].width)
    assert.equal(38, list[1]:compare(list[3]).difference)
    assert.equal(2, #map:approaches(2, 2, 21, 2, nil, { stretch = 1.15 }))
    assert.equal(3, #map:approaches(2, 2, { x = 20, y = 1, width = 2, height = 2 }))
    assert.equal(1, #map:approaches(2, 2, 4, 4))
  end)

  it("go by the class, and by what a player knows", function()
    local map = astar.map { rows = rows }
    map:set(7, 3, "plain")
    map:set(15, 2, "plain")
    local big = map:class { size = 2 }
    assert.equal(1, #map:approaches(2, 2, 20, 2, { class = big }))
    assert.equal(3, #map:approaches(2, 2, 20, 2))
    local red = map:player "red"
    red:reveal()
    map:set(7, 7, "wall")
    map:set(15, 6, "wall")
    assert.equal(1, #map:approaches(2, 2, 20, 2))
    assert.equal(3, #map:approaches(2, 2, 20, 2, { player = red }))
  end)

  it("adds the layers of the query, and leaves its table as it was", function()
    local map = astar.map { rows = rows }
    map:influence("danger"):add(7, 2, 300, 0)
    local query = { influence = { danger = 1 } }
    local _, chokes = map:approaches(2, 2, 21, 2, query)
    assert.equal("7,7 15,3", doors(chokes[1]))
    assert.same({ influence = { danger = 1 } }, query)
  end)

  it("takes links, which are no doors", function()
    local map = astar.map { rows = rows }
    map:link { from = { 2, 2 }, to = { 21, 2 }, cost = 20 }
    local list, chokes = map:approaches(2, 2, 21, 2)
    assert.same({ 1, 20, 0 }, { #list, list[1].cost, #chokes[1] })
  end)

  it("tells why there is no path", function()
    local map = astar.map { rows = { "..#..", "..#.." } }
    assert.same({ nil, "unreachable" }, { map:approaches(1, 1, 5, 1) })
    assert.same({ nil, "goal_blocked" }, { map:approaches(1, 1, 3, 1) })
    local open = astar.map { rows = rows }
    assert.same({ nil, "budget" }, { open:approaches(2, 2, 21, 2, { budget = 1 }) })
  end)

  it("refuses what means nothing to it", function()
    local map = astar.map { rows = rows }
    local function ask(query, given)
      return function() map:approaches(2, 2, 21, 2, query, given) end
    end
    for name, value in pairs { partial = true, any_angle = true, heuristic_weight = 2,
                               trace = {} } do
      says("bad argument #5 to 'approaches' (query: '" .. name .. "' means nothing to approaches)",
        ask { [name] = value })
    end
    says("query = query is not a table", ask(map:query {}))
    says("unknown key 'clas', the nearest is 'class'", ask { clas = 1 })
    says("bad argument #6 to 'approaches' (count = 17 is not a whole number from 1 to 16)",
      ask(nil, { count = 17 }))
    says("stretch = 0.5 is out of range, 1 to 64", ask(nil, { stretch = 0.5 }))
    says("ratio = 2 is out of range, 0 to 1", ask(nil, { ratio = 2 }))
    says("width = 0 is not a whole number", ask(nil, { width = 0 }))
    says("unknown key 'share')", ask(nil, { share = 1 }))
    says("table expected, got 3", ask(nil, 3))
    says("oh", ask { extra_cost = function() error "oh" end })
    says("terrain analysis", function()
      astar.map { width = 5, height = 5, grid = "hex" }:approaches(1, 1, 4, 4)
    end)
  end)
end)
