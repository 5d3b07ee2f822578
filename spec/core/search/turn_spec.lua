-- Turning at a price: smoother paths that are still the cheapest, turns included.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

describe("a price on turning #quick", function()
  it("makes the guide's way begin with a straight step", function()
    local picture = [[
      . . . . . . .
      . . . # . . .
      . A . # . B .
      . . . # . . .
      # # . . . . .
    ]]
    local map, at = maps.read(picture)
    map:fill(1, 1, 7, 1, "wall")
    local function cells(turn)
      return maps.cells(map:path(at.A.x, at.A.y, at.B.x, at.B.y, { turn_cost = turn }))
    end
    assert.equal("2,3 3,4 3,5 4,5 5,5 6,4 6,3", cells(0))
    assert.equal("2,3 3,4 3,5 4,5 5,5 6,4 6,3", cells(1))
    map:fill(1, 5, 2, 1, "plain")
    assert.equal("2,3 2,4 3,5 4,5 5,5 6,4 6,3", cells(1))
  end)

  it("counts eighths of a turn", function()
    local map = maps.read [[
      A . .
      # # .
      . . B
    ]]
    local path = map:path(1, 1, 1, 3, { turn_cost = 3, explain = true })
    assert.equal("1,1 2,1 3,1 3,2 3,3 2,3 1,3", maps.cells(path))
    assert.equal(60 + 2 * 2 * 3, path.cost)
    local turns = {}
    for i, step in ipairs(path:explain()) do turns[i] = step.turn or 0 end
    assert.same({ 0, 0, 6, 0, 6, 0 }, turns)
  end)

  it("goes a longer way with fewer turns where that is cheaper", function()
    local map = maps.read [[
      A . . . . . . . B
      . . # . # . # . .
      . . . . . . . . .
    ]]
    map:fill(3, 1, 1, 1, "swamp"):fill(5, 1, 1, 1, "swamp"):fill(7, 1, 1, 1, "swamp")
    local crooked, straight = map:path(1, 1, 9, 1), map:path(1, 1, 9, 1, { turn_cost = 60 })
    assert.is_true(#straight <= #crooked)
    assert.equal("1,1 2,1 3,1 4,1 5,1 6,1 7,1 8,1 9,1", maps.cells(straight))
  end)

  it("counts on the way to the nearest cell that units leave", function()
    local partial = 0
    for seed = 1, cases.of(60) do
      local random = new_random(seed)
      local map = astar.map { width = 12, height = 12, terrains = maps.TERRAINS, fill = "plain" }
      local red = map:player("red"):reveal()
      for _ = 1, 20 do map:set(random:int(1, 12), random:int(1, 12), "wall") end
      for _ = 1, 70 do red:unit { x = random:int(1, 12), y = random:int(1, 12) } end
      local unit = red:unit { x = random:int(1, 12), y = random:int(1, 12) }
      local query = { turn_cost = random:int(1, 30), partial = true }
      local path = unit and unit:path(random:int(1, 12), random:int(1, 12), query)
      if path and path.status == "partial" and path.expanded > 0 then
        partial = partial + 1
        local x, y = path:cell(#path)
        local same = unit:path(x, y, { turn_cost = query.turn_cost })
        assert.equal(same.cost, path.cost, "seed " .. seed)
        assert.equal(maps.cells(same), maps.cells(path), "seed " .. seed)
      end
    end
    assert.is_true(partial >= 3, partial)
  end)

  it("is part of the cost where a budget ends early", function()
    local map = maps.read [[
      A . . #
      # # . #
      . . . .
    ]]
    for budget = 1, 40 do
      local path = map:path(1, 1, 4, 3, { turn_cost = 7, budget = budget, partial = true,
        explain = true })
      local sum = 0
      for _, step in ipairs(path:explain()) do sum = sum + step.terrain + (step.turn or 0) end
      assert.equal(path.cost, sum)
    end
  end)

  it("is refused where it means nothing", function()
    local map = astar.map { width = 3, height = 3 }
    local function says(message, ok, why)
      assert.is_false(ok)
      assert.truthy(why:find(message, 1, true), why)
    end
    says("'turn_cost' means nothing to nearest", pcall(map.nearest, map, 1, 1, { { 3, 3 } },
      { turn_cost = 1 }))
    says("'turn_cost' means nothing to a field", pcall(map.field, map, { to = { { 3, 3 } } },
      { turn_cost = 1 }))
    says("turn_cost = -1 is out of range", pcall(map.path, map, 1, 1, 3, 3, { turn_cost = -1 }))
  end)
end)

-- ---- against another search ---------------------------------------------------------------------

local STEPS = {
  { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 }, { 1, -1 }
}

--- The least cost of a way, turns included: by relaxing all states until nothing changes.
local function least(map, query, x, y, to_x, to_y)
  local function can_step(cx, cy, step)
    local nx, ny = cx + step[1], cy + step[2]
    if nx < 1 or ny < 1 or nx > map.width or ny > map.height then return nil end
    local straight, diagonal = map:cost(nx, ny, query)
    if not straight then return nil end
    if step[1] == 0 or step[2] == 0 then return nx, ny, straight end
    if not map:cost(nx, cy, query) or not map:cost(cx, ny, query) then return nil end
    return nx, ny, diagonal
  end
  local best, open = { [y * 100 + x] = { [0] = 0 } }, { { x, y, 0 } }
  while #open > 0 do
    local state = table.remove(open, 1)
    local cx, cy, arrived = state[1], state[2], state[3]
    local cost = best[cy * 100 + cx][arrived]
    for direction, step in ipairs(STEPS) do
      local nx, ny, price = can_step(cx, cy, step)
      if nx then
        local turn = arrived == 0 and 0 or math.abs(direction - arrived)
        local sum = cost + price + math.min(turn, 8 - turn) * query.turn_cost
        local there = best[ny * 100 + nx] or {}
        best[ny * 100 + nx] = there
        if sum < (there[direction] or math.huge) then
          there[direction] = sum
          open[#open + 1] = { nx, ny, direction }
        end
      end
    end
  end
  local result
  for _, cost in pairs(best[to_y * 100 + to_x] or {}) do
    if not result or cost < result then result = cost end
  end
  return result
end

describe("paths with turns at a price #quick", function()
  it("cost what another search finds", function()
    for seed = 1, cases.of(20) do
      local random = new_random(seed)
      local map = astar.map { width = random:int(2, 8), height = random:int(2, 8), fill = "plain",
        terrains = maps.TERRAINS }
      for y = 1, map.height do
        for x = 1, map.width do
          map:set(x, y, random:pick { "plain", "plain", "road", "swamp", "wall" })
        end
      end
      map:influence("danger"):add(random:int(1, map.width), random:int(1, map.height), 20, 2)
      local x, y = random:int(1, map.width), random:int(1, map.height)
      local to_x, to_y = random:int(1, map.width), random:int(1, map.height)
      local query = { turn_cost = random:int(1, 30),
        influence = random:pick { { danger = 1 }, false } }
      local path = map:path(x, y, to_x, to_y, query)
      if map:cost(x, y) then
        assert.equal(least(map, query, x, y, to_x, to_y), path and path.cost, "seed " .. seed)
      end
    end
  end)

  it("are the same however the search is cut into steps, and in the queue", function()
    local random = new_random(7)
    local map = astar.map { width = 30, height = 30 }
    for _ = 1, 250 do map:set(random:int(2, 29), random:int(2, 29), "wall") end
    local path = map:path(1, 1, 30, 30, { turn_cost = 8 })
    local search = map:search(1, 1, 30, 30, { turn_cost = 8 })
    local found, why
    repeat found, why = search:step(17) until why ~= "running"
    assert.equal(maps.cells(path), maps.cells(found))
    local ticket = map:request_path(1, 1, 30, 30, { turn_cost = 8 })
    while not ticket.done do map:work(100, 2) end
    assert.equal(maps.cells(path), maps.cells(ticket.path))
  end)

  it("lead back over links by what these cost in the query, where two of them meet", function()
    local map = maps.read [[
      ..~~
      ####
      ....
    ]]
    map:link { from = { 4, 3 }, to = { 3, 1 }, cost = 33 }
    map:link { from = { 3, 1 }, to = { 4, 1 }, cost = 8 }
    local lure = map:influence "lure"
    for x = 1, 4 do
      for y = 1, 3 do lure:set(x, y, -200) end
    end
    local query = { influence = { lure = 1 }, turn_cost = 4 }
    local path = map:path(1, 3, 4, 1, query)
    assert.equal("1,3 2,3 3,3 4,3 3,1 4,1", maps.cells(path))
    assert.equal(5, path.cost)
    assert.equal(5, path:cost_now(query))
  end)
end)
