-- Units that act from one level to another: groups that march over links, and verbs that choose
-- where to stand.

local astar = require "astar"

local function rows(width, height)
  local list = {}
  for y = 1, height do list[y] = ("."):rep(width) end
  return list
end

-- Three floors with `stairs` links from each to the next.
local function new_world(stairs, cost, avoidance, size)
  local floor = rows(18, 12)
  local map = astar.map { levels = { { name = "ground", rows = floor },
    { name = "upper", rows = floor }, { name = "top", rows = floor } } }
  local ground, upper, top = map:level "ground", map:level "upper", map:level "top"
  for i = 1, stairs do
    map:link { from = { ground:cell(16, 2 * i) }, to = { upper:cell(16, 2 * i) }, cost = cost }
    map:link { from = { upper:cell(2, 12 - 2 * i) }, to = { top:cell(2, 12 - 2 * i) },
      cost = cost }
  end
  local world = astar.world { map = map, seed = 3, report = error }
  world:player "red":reveal()
  local class = map:class { size = size or 1 }
  return world, function(x, y, player)
    return world:unit { player = player or "red", class = class, x = x, y = y, speed = 0.5,
      sight = 12, avoidance = avoidance }
  end
end

-- Ticks until it is so; nil after `most`.
local function ticks_until(world, most, so)
  for tick = 1, most do
    world:tick()
    if so() then return tick end
  end
end

describe("a group #quick", function()
  local function march(formation, count, stairs, cost, avoidance, size)
    local world, new_unit = new_world(stairs, cost, avoidance, size)
    local units = {}
    for i = 0, count - 1 do
      units[i + 1] = new_unit(2 + i % 3 * size, 3 + math.floor(i / 3) * size)
    end
    local group = world:group { units = units, formation = formation }
    group:go(world.map:level "top":cell(12, 6))
    local what = ("%s of %d, %d stairs, %s"):format(formation, count, stairs, avoidance)
    assert.is_truthy(ticks_until(world, 1500, function() return group.status == "assembled" end),
      what)
    for _, unit in ipairs(units) do assert.equal("top", unit.level, what) end
    assert.same({}, group.left)
  end

  for _, formation in ipairs { "box", "line", "wedge", "column" } do
    it("goes from floor to floor as a " .. formation, function()
      march(formation, 9, 1, 60, "yield", 1)
      march(formation, 9, 3, 5, "repath", 1)
      march(formation, 5, 2, 20, "wait", 1)
      march(formation, 4, 2, 10, "yield", 2)
    end)
  end
end)

describe("a verb #quick", function()
  it("flanks somebody on another floor", function()
    local world, new_unit = new_world(1, 10, "yield")
    local upper = world.map:level "upper"
    local unit, enemy = new_unit(3, 3), new_unit(upper:cell(6, 6))
    local done, code
    unit:behave(function(self)
      done, code = self:flank(enemy)
      self:sleep(1000)
    end)
    ticks_until(world, 400, function() return done ~= nil or code end)
    assert.same({ true, nil, "upper" }, { done, code, unit.level })
    assert.is_true(unit:distance(enemy) <= 2)
  end)

  it("lies in ambush on another floor", function()
    local world, new_unit = new_world(1, 10, "yield")
    local unit, ended = new_unit(9, 11), false
    local x, y = world.map:level "upper":cell(9, 3)
    unit:behave(function(self)
      self:ambush({ x = x, y = y }, { ticks = 300 })
      ended = true
    end)
    assert.is_truthy(ticks_until(world, 400, function() return ended end))
    assert.equal("upper", unit.level)
    assert.is_true(unit:distance(x, y) <= 5)
  end)

  it("follows an enemy that takes the stairs", function()
    local world, new_unit = new_world(1, 10, "yield")
    local unit, enemy = new_unit(3, 3), new_unit(13, 3)
    local upper = world.map:level "upper"
    local done
    unit:behave(function(self)
      done = self:flank(enemy, { range = 2, radius = 4, front = { x = 16, y = 12 } })
      self:sleep(1000)
    end)
    ticks_until(world, 8, function() return false end)
    enemy:place(upper:cell(13, 6))
    assert.is_truthy(ticks_until(world, 400, function() return done end))
    assert.equal("upper", unit.level)
  end)
end)
