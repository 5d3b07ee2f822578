-- What lies ahead of units: terrain and knowledge change in any order, and whether a way is free is
-- what a look at each of its cells says.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local WIDTH, HEIGHT, ROUNDS, WORLDS = 40, 30, 200, 12
local DIAGONALS = { "no_obstacles", "at_most_one_obstacle", "always", "never" }

local function cell(random) return random:int(1, WIDTH), random:int(1, HEIGHT) end

local function make(random)
  local map = astar.map { width = WIDTH, height = HEIGHT, terrains = maps.TERRAINS, fill = "plain" }
  local world = { map = map, units = {}, random = random, classes = {} }
  for size = 1, 3 do
    for _, diagonal in ipairs(DIAGONALS) do
      table.insert(world.classes, map:class { size = size, diagonal = diagonal })
    end
  end
  table.insert(world.classes, map:class { unknown = false })
  world.players = { map:player("red"):reveal(), map:player("blue") }
  return world
end

local function new_unit(world)
  local random = world.random
  local x, y = cell(random)
  local unit = random:pick(world.players):unit { x = x, y = y, class = random:pick(world.classes),
    speed = random:pick { 0, 0.3, 1 }, sight = random:int(0, 6) }
  if unit then table.insert(world.units, unit) end
end

local changes = {
  function(world)
    local x, y = cell(world.random)
    world.map:set(x, y, world.random:pick { "plain", "road", "wall" })
  end,
  function(world)
    local random = world.random
    local x, y = cell(random)
    local width, height = random:int(1, 4), random:int(1, 4)
    world.map:fill(x, y, math.min(width, WIDTH - x + 1), math.min(height, HEIGHT - y + 1),
      random:pick { "plain", "wall" })
  end,
  function(world)
    world.map:terrain("swamp", { cost = world.random:pick { 35, false } })
    world.map:set(world.random:int(1, WIDTH), world.random:int(1, HEIGHT), "swamp")
  end,
  function(world)
    local x, y = cell(world.random)
    world.random:pick(world.players):see(x, y, world.random:int(1, 8))
  end,
  function(world) if world.random:chance(0.1) then world.players[2]:forget() end end,
  function(world) if world.random:chance(0.1) then world.players[1]:reveal() end end,
  function(world) if #world.units < 12 then new_unit(world) end end,
  function(world)
    if #world.units > 9 then table.remove(world.units, 1):remove() end
  end,
  function(world)
    local unit = world.units[1] and world.random:pick(world.units)
    local x, y = cell(world.random)
    local path = unit and world.map:path(unit.x, unit.y, x, y, { class = unit.class })
    if path then unit:follow_path(path) end           -- which its player may believe to be blocked
  end,
  function(world) world.map:tick() end,
}

local function by_looking(map, unit)
  local route = unit.route
  if not route then return nil end
  local from, query = unit.progress, { class = unit.class, player = unit.player }
  while from < #route do
    local x, y = route:cell(from)
    if map:cost(x, y, query) then return route:blocked(query, from + 1) end
    from = from + 1                                  -- it may leave cells that it is not to enter
  end
end

-- Blocked and free ways that were met.
local function compare(world, count)
  for _, unit in ipairs(world.units) do
    local expected = by_looking(world.map, unit)
    assert.equal(expected, unit:blocked())
    if expected then count.blocked = count.blocked + 1
    elseif unit.route then count.free = count.free + 1 end
  end
end

describe("the way ahead #quick", function()
  it("is blocked where a look at each of its cells says so", function()
    local count = { blocked = 0, free = 0 }
    for seed = 1, WORLDS do
      local random = new_random(seed)
      local world = make(random)
      for _ = 1, ROUNDS do
        for _ = 1, random:int(1, 3) do random:pick(changes)(world) end
        if random:chance(0.7) then compare(world, count) end
      end
    end
    assert.is_true(count.blocked > 500 and count.free > 5000)
  end)

  -- Larger than what block_set.h tells apart, in both directions.
  it("is compared with the changes of a large map", function()
    local random = new_random(7)
    local map = astar.map { width = 1100, height = 560, terrains = maps.TERRAINS, fill = "plain" }
    local red = map:player("red"):reveal()
    local world, count = { map = map, units = {} }, { blocked = 0, free = 0 }
    for i = 1, 24 do
      local class = map:class { size = i % 3 + 1 }
      local unit = red:unit { x = random:int(1, 1000), y = random:int(1, 500), class = class,
        speed = i % 2 * 3 }
      world.units[i] = unit
      unit:follow_path(map:path(unit.x, unit.y, random:int(1, 1090), random:int(1, 550),
        { class = class }))
    end
    for round = 1, 150 do
      local route = random:pick(world.units).route
      local x, y = random:int(1, 1100), random:int(1, 560)
      if route and round % 3 > 0 then x, y = route:cell(random:int(1, #route)) end
      local width = math.min(random:pick { 1, 1, 1, 2, 20, 700 }, 1101 - x)
      map:fill(x, y, width, 1, "wall")
      red:reveal()
      compare(world, count)
      map:fill(x, y, width, 1, "plain")
      if round % 2 == 0 then compare(world, count) end
      map:tick()
    end
    assert.is_true(count.blocked > 200 and count.free > 2000)
  end)

  local function on_way(map, class, y)
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 1, y = y, class = class }
    unit:follow_path(map:path(1, y, map.width, y, { class = class }))
    assert.is_nil(unit:blocked())
    return unit, red
  end

  it("is compared with all changes since it was, also those that others have heard of", function()
    local map = astar.map { width = 60, height = 200 }
    local far, red = on_way(map, nil, 1)
    local near = on_way(map, nil, 190)
    local function wall(x, y)
      map:set(x, y, "wall")
      red:reveal()
    end
    wall(30, 1)
    assert.is_nil(near:blocked())
    wall(30, 100)
    assert.is_nil(near:blocked())
    assert.equal(30, far:blocked())
  end)

  it("is compared with what blocks its own class", function()
    local map = astar.map { width = 60, height = 60, terrains = maps.TERRAINS, fill = "plain" }
    local unit, red = on_way(map, map:class { road = false }, 1)
    map:set(30, 1, "road")
    red:reveal()
    assert.equal(30, unit:blocked())
  end)

  it("is compared with changes on both sides of column 512", function()
    local map = astar.map { width = 600, height = 60 }
    local red = map:player("red"):reveal()
    local unit = red:unit { x = 516, y = 1 }
    unit:follow_path(map:path(516, 1, 516, 60))
    assert.is_nil(unit:blocked())
    map:fill(505, 30, 20, 1, "wall")
    red:reveal()
    assert.equal(30, unit:blocked())
  end)

  it("is looked at again when it is another one", function()
    local map = astar.map { width = 60, height = 60 }
    local red = map:set(30, 1, "wall"):player("red"):reveal()
    map:set(30, 1, "plain")
    local unit = red:unit { x = 1, y = 1 }
    unit:follow_path(unit:path(60, 1))
    assert.is_nil(unit:blocked())
    unit:follow_path(map:path(1, 1, 60, 1))
    assert.equal(30, unit:blocked())
  end)

  it("is looked at again when more has changed than the log holds", function()
    local map = astar.map { width = 60, height = 60 }
    local unit = map:player("red"):reveal():unit { x = 1, y = 1, sight = 60 }
    unit:follow_path(unit:path(60, 1))
    assert.is_nil(unit:blocked())
    map:set(30, 1, "wall"):set(30, 2, "wall")
    for i = 1, 1500 do map:set(i % 58 + 1, 40 + i % 2, i % 4 < 2 and "wall" or "plain") end
    assert.equal(30, unit:blocked())
    map:set(30, 1, "plain")
    assert.is_nil(unit:blocked())
  end)
end)
