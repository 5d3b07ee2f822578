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

local function by_looking(unit)
  local route = unit.route
  if not route or unit.progress == #route then return nil end
  return route:blocked({ class = unit.class, player = unit.player }, unit.progress + 1)
end

-- Blocked and free ways that were met.
local function compare(world, count)
  for _, unit in ipairs(world.units) do
    local expected = by_looking(unit)
    assert.equal(expected, unit:blocked())
    if expected then count.blocked = count.blocked + 1
    elseif unit.route then count.free = count.free + 1 end
  end
end

describe("the way ahead", function()
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
