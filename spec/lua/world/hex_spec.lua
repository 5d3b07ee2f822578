-- Worlds on hexagons: units go, meet, make way, follow verbs and march in groups, in heavy mode,
-- where every tick is saved, loaded and compared.

local astar = require "astar"
local cases = require "support.cases"
local hex = require "support.hex"
local new_random = require "support.random"

local AVOIDANCE = { "yield", "yield", "wait", "repath", "keep_right" }

local function random_map(random, grid, walls)
  local map = astar.map { grid = grid, width = 30, height = 24 }
  for _ = 1, walls do
    local x, y = random:cell(map)
    map:set(x, y, "wall")
  end
  return map
end

local function add_units(random, world, count, more)
  local units = {}
  for i = 1, count do
    local x, y = random:cell(world.map)
    local one = { player = i % 2 == 0 and "red" or "blue", x = x, y = y, sight = 5,
      speed = random:int(3, 10) / 10, avoidance = random:pick(AVOIDANCE) }
    for key, value in pairs(more or {}) do one[key] = value end
    units[#units + 1] = world:unit(one)
  end
  return units
end

-- Where units are; that none shares a cell, stands in a wall, or has gone farther than one step.
local function check_positions(map, before, where)
  local taken, now = {}, {}
  for unit in map:units() do
    local key = unit.x .. "," .. unit.y
    assert.is_nil(taken[key], where)
    taken[key], now[unit.id] = true, { unit.x, unit.y }
    assert.are_not.equal("wall", map:get(unit.x, unit.y), where)
    local last = before[unit.id]
    if last then
      assert.is_true(hex.distance(map.grid, last[1], last[2], unit.x, unit.y) <= 1, where)
    end
  end
  return now
end

local function on_worlds(first, count, f)
  for seed = first, first + cases.of(count) - 1 do
    for _, grid in ipairs { "hex", "flat_hex" } do
      f(new_random(seed), grid, ("seed %d, %s"):format(seed, grid))
    end
  end
end

local BEHAVIOURS = {
  function(unit) unit:explore() end,
  function(unit) unit:patrol { { x = 3, y = 3 }, { x = 25, y = 20 } } end,
  function(unit) unit:go(20, 12) end,
  function(unit) unit:guard { x = 10, y = 10 } end,
  function(unit)
    while true do
      unit:flee()
      unit:wait(1)
    end
  end,
}

describe("a world of hexagons", function()
  it("goes on as one that was saved and loaded, tick by tick", function()
    on_worlds(1, 4, function(random, grid, where)
      local world = astar.world { map = random_map(random, grid, 120), heavy = true }
      for i, behaviour in ipairs(BEHAVIOURS) do world:behaviour("does" .. i, behaviour) end
      for i, unit in ipairs(add_units(random, world, 24)) do
        unit:behave("does" .. i % #BEHAVIOURS + 1)
      end
      local now = {}
      for tick = 1, 40 do
        world:tick()
        now = check_positions(world.map, now, where .. ", tick " .. tick)
      end
    end)
  end)

  it("brings crowds to their goals: nobody waits for ever", function()
    on_worlds(100, 4, function(random, grid, where)
      local map = random_map(random, grid, 20)
      local red, goals = map:player("red", { fog = false }), {}
      for i = 1, 40 do
        local x, y = random:cell(map)
        local unit = red:unit { x = x, y = y, speed = 0.5, avoidance = "yield" }
        local to_x, to_y = (i - 1) % 10 * 3 + 1, math.floor((i - 1) / 10) * 6 + 1
        local path = unit and unit:path(to_x, to_y, { occupancy = false })
        if path then
          unit:follow_path(path)
          goals[unit.id] = { to_x, to_y }
        end
      end
      local now = {}
      for tick = 1, 400 do
        map:tick()
        now = check_positions(map, now, where .. ", tick " .. tick)
      end
      local arrived, all = 0, 0
      for unit in map:units() do
        local goal = goals[unit.id]
        if goal then
          all = all + 1
          arrived = arrived + (unit.x == goal[1] and unit.y == goal[2] and 1 or 0)
        end
      end
      assert.are.equal(all, arrived, where)
    end)
  end)

  it("takes as long for a step in each direction", function()
    for _, grid in ipairs { "hex", "flat_hex" } do
      local map = astar.map { grid = grid, width = 9, height = 9 }
      local red = map:player "red"
      for y = 4, 6 do
        for x = 4, 6 do
          if hex.distance(grid, 5, 5, x, y) == 1 then
            local unit = red:unit { x = 5, y = 5, speed = 0.25 }
            unit:follow_path(unit:path(x, y))
            for _ = 1, 4 do map:tick() end
            assert.are.same({ x, y, "standing" }, { unit.x, unit.y, unit.state })
            unit:remove()
          end
        end
      end
    end
  end)

  it("brings a group to its place, in formation", function()
    on_worlds(200, 3, function(random, grid, where)
      local world = astar.world { map = random_map(random, grid, 8) }
      local units = add_units(random, world, 9, { player = "red", avoidance = "yield" })
      world.map:set(24, 18, "plain")
      local formation = random:pick { "box", "line", "wedge" }
      local group = world:group { units = units, formation = formation }
      group:go(24, 18)
      for _ = 1, 400 do world:tick() end
      assert.are.equal("assembled", group.status, where)
      for _, unit in ipairs(units) do
        assert.is_true(hex.distance(grid, unit.x, unit.y, 24, 18) <= 6, where)
      end
    end)
  end)

  it("cannot be asked for positions", function()
    local world = astar.world { map = astar.map { grid = "hex", width = 3, height = 3 } }
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local ok, message = pcall(unit.positions, unit, {})
    assert.is_false(ok)
    assert.matches("a position query is for square grids", message, 1, true)
  end)

  it("measures in steps what units ask", function()
    local random = new_random(9)
    for _, grid in ipairs { "hex", "flat_hex" } do
      local world = astar.world { map = astar.map { grid = grid, width = 20, height = 20 } }
      local unit = world:unit { player = "red", x = 1, y = 1 }
      for _ = 1, 200 do
        local x, y = random:cell(world.map)
        assert.are.equal(hex.distance(grid, 1, 1, x, y), unit:distance(x, y))
      end
      local house = { x = 9, y = 7, width = 3, height = 2 }
      assert.are.equal(hex.between(grid, { x = 1, y = 1, width = 1, height = 1 }, house),
        unit:distance(house))
    end
  end)
end)
