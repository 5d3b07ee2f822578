-- What the core keeps of composed costs between queries: layers, terrain and units change in any
-- order, and every answer is that of plain A*, which keeps nothing.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

local WIDTH, HEIGHT, ROUNDS, WORLDS = 24, 18, 60, 12

local function make(random)
  local map = astar.map { width = WIDTH, height = HEIGHT, terrains = maps.TERRAINS, fill = "plain" }
  local world = { map = map, red = map:player("red"):reveal(), units = {}, random = random }
  world.big = map:class { size = 2 }
  for i = 1, 2 do map:influence("layer " .. i, { weight = random:pick { 0.5, 1, 2 } }) end
  return world
end

local function cell(random) return random:int(1, WIDTH), random:int(1, HEIGHT) end

local changes = {
  function(world)
    local x, y = cell(world.random)
    world.map:set(x, y, world.random:pick { "plain", "road", "swamp", "wood", "wall" })
  end,
  function(world)
    local random = world.random
    local x, y = cell(random)
    local layer = world.map:influence("layer " .. random:int(1, 2))
    layer:add(x, y, random:int(-20, 90), random:int(0, 6))
  end,
  function(world) world.map:influence("layer 1"):decay(0.8) end,
  function(world) world.map:influence("layer 2"):spread(0.5) end,
  function(world)
    local random = world.random
    local x, y = cell(random)
    local class = random:chance(0.3) and world.big or nil
    local unit = world.red:unit { x = x, y = y, class = class, speed = 0.5 }
    world.units[#world.units + 1] = unit
  end,
  function(world)
    local unit = world.units[1]
    local path = unit and unit:path(cell(world.random))
    if path then unit:follow_path(path) end
  end,
  function(world)
    if #world.units <= 6 then return end
    if world.last == world.units[1] then world.last = nil end
    table.remove(world.units, 1):remove()
  end,
  function(world) world.map:tick() end,
}

local function shape(path, why)
  return path and maps.cells(path) .. " for " .. path.cost or why
end

local function compare(world)
  local random = world.random
  if #world.units == 0 then return end
  local last = world.last
  local unit = last and random:chance(0.5) and last or random:pick(world.units)
  world.last = unit                              -- the same again: the same friends are near it
  local x, y = cell(random)
  local query = { explain = random:chance(0.3), partial = random:chance(0.3) }
  local plain = { engine = "astar", partial = query.partial }
  local path, why = unit:path(x, y, query)
  assert.equal(shape(unit:path(x, y, plain)), shape(path, why))
  local again = unit:path(x, y, query)
  assert.equal(path and path.expanded, again and again.expanded)
end

describe("composed costs that are kept #quick", function()
  it("are those that plain A* finds, whatever changes in between", function()
    for seed = 1, cases.of(WORLDS) do
      local world = make(new_random(seed))
      for _ = 1, ROUNDS do
        -- a unit may not fit where it is to be made, a path may not be there to follow
        world.random:pick(changes)(world)
        compare(world)
      end
    end
  end)

  -- The way up the column 10 leads through the cells that the friend disturbs when it is near.
  it("are forgotten where much changes while a friendly unit disturbs them", function()
    local map = astar.map { width = 64, height = 64, terrains = maps.TERRAINS, fill = "plain" }
    map:set(64, 64, "road")
    local red = map:player("red"):reveal()
    local unit, friend = red:unit { x = 10, y = 60, sight = 64 }, red:unit { x = 50, y = 60 }
    local function is_right(x, y)
      assert.equal(shape(unit:path(x, y, { engine = "astar" })), shape(unit:path(x, y)))
    end
    is_right(10, 1)
    friend:place(10, 20)
    is_right(11, 62)
    map:fill(1, 1, 64, 30, "swamp")
    is_right(11, 62)
    friend:place(50, 60)
    is_right(10, 1)
  end)

  it("take no part in whether units are in the way", function()
    local map = maps.read [[
      # # # # # # # # #
      . , . . . . . . .
      # # # # # # # # #
    ]]
    local red = map:player("red"):reveal()
    local unit, other = red:unit { x = 1, y = 2 }, red:unit { x = 5, y = 2 }
    for _ = 1, 3 do assert.same({ nil, "crowded" }, { unit:path(9, 2) }) end
    other:remove()
    assert.equal(9, #assert(unit:path(9, 2)))
  end)
end)
