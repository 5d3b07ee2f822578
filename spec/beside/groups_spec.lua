-- Groups beside the same units with an order each, in random lands with rivers and bridges, walls
-- and doors, houses, roads, fog, stairs to another level, squares and hexagons, units of one cell
-- and of four: a group takes about as long, nobody is left behind who could have come, and what the
-- group says agrees with where its units are.

local astar = require "astar"
local cases = require "support.cases"
local new_random = require "support.random"

local CASES = 36
local WIDTH, HEIGHT = 64, 40
local TICKS = 4000

-- ---- lands --------------------------------------------------------------------------------------

local LANDS = {}

function LANDS.open() end

function LANDS.bridges(random, map)
  map:fill(32, 1, 2, HEIGHT, "water")
  for _ = 1, random:int(1, 3) do
    map:fill(32, random:int(4, HEIGHT - 4), 2, random:int(1, 3), "plain")
  end
end

function LANDS.doors(random, map)
  for _, x in ipairs { 28, 40 } do
    map:fill(x, 1, 1, HEIGHT, "wall")
    map:fill(x, random:int(4, HEIGHT - 4), 1, random:int(2, 3), "plain")
  end
end

function LANDS.houses(random, map)
  for _ = 1, 40 do map:fill(random:int(24, WIDTH - 4), random:int(1, HEIGHT - 3), 4, 3, "wall") end
end

function LANDS.road(random, map)
  map:fill(1, random:int(10, HEIGHT - 10), WIDTH, 3, "road")
end

local NAMES = { "open", "bridges", "doors", "houses", "road" }

local TERRAINS = { plain = 10, road = 6, water = false, wall = false }

-- Two levels, the second of which only stairs lead to.
local function stairs(random)
  local rows = {}
  for y = 1, HEIGHT do rows[y] = ("."):rep(WIDTH / 2) end
  local map = astar.map { terrains = TERRAINS,
    levels = { { name = "below", rows = rows }, { name = "above", rows = rows } } }
  local below, above = map:level "below", map:level "above"
  for _ = 1, random:int(2, 4) do
    local y = random:int(3, HEIGHT - 3)
    local x1, y1 = below:cell(WIDTH / 2 - 2, y)
    local x2, y2 = above:cell(3, y)
    map:link { from = { x1, y1 }, to = { x2, y2 }, cost = 20 }
  end
  return map, above
end

local function new_land(random)
  if random:chance(0.2) then return stairs(random) end
  local grid = random:chance(0.25) and "hex" or "square"
  local map = astar.map { width = WIDTH, height = HEIGHT, grid = grid, terrains = TERRAINS }
  LANDS[random:pick(NAMES)](random, map)
  return map
end

local function new_case(seed)
  local random = new_random(seed)
  local map, above = new_land(random)
  local world = astar.world { map = map, seed = seed, report = error,
    fog = random:chance(0.4) and not above }     -- nobody takes stairs that he has not seen
  local has_big = map.grid == "square" and not above and random:chance(0.2)
  local big = has_big and map:class { size = 2 }
  local n, units = random:int(4, 60), {}
  for i = 1, n do
    local unit
    repeat
      unit = world:unit { player = "red", x = random:int(1, 22), y = random:int(1, HEIGHT),
        sight = 6, speed = 0.4, class = big and i % 5 == 0 and big or nil }
    until unit
    units[i] = unit
  end
  local x, y
  repeat
    x, y = random:int(38, WIDTH - 3), random:int(4, HEIGHT - 4)
    if above then x, y = above:cell(random:int(6, WIDTH / 2 - 3), y) end
  until map:get(x, y) == "plain" and units[1]:reachable(x, y, { occupancy = false })
  return world, units, x, y
end

-- ---- what is seen -------------------------------------------------------------------------------

local function single(seed)
  local world, units, x, y = new_case(seed)
  for _, unit in ipairs(units) do unit:order("go", x, y) end
  for _ = 1, TICKS do
    world:tick()
    local busy = false
    for _, unit in ipairs(units) do busy = busy or unit:orders()[1] end
    if not busy then break end
  end
  return world.ticks
end

-- May a unit be left behind with a code?
local function may_be_left(unit, code, x, y)
  local path, why = unit:path(x, y, { occupancy = false, claims = false, within = 2 })
  if code == "crowded" then return false end       -- these lands have room
  return not path and (why == code or unit.class.size > 1)
end

local function together(seed)
  local world, units, x, y = new_case(seed)
  local group = world:group { units = units }
  local heard = {}
  group:go(x, y)
  for _ = 1, TICKS do
    world:tick()
    for name, who, code in world:events() do
      if name == "left" or name == "assembled" then heard[who.id] = code or true end
    end
    if not group.order then break end
  end
  local far = 2 * math.ceil(math.sqrt(#units)) + 6
  for _, unit in ipairs(units) do
    local code, place = group.left[unit.id], ("seed %d, unit %d at %d, %d"):format(seed, unit.id,
      unit.x, unit.y)
    assert(heard[unit.id] == (code or true), place .. ": it was told something else")
    if code then
      assert(may_be_left(unit, code, x, y), ("%s: left with '%s'"):format(place, code))
    else
      assert(unit.state == "standing", place .. " goes on")
      assert(world.map:distance(unit.x, unit.y, x, y) <= far, place .. " is far away")
    end
  end
  assert(group.status == "assembled", ("seed %d: %s"):format(seed, group.status))
  return world.ticks
end

describe("a group beside its units with an order each", function()
  it("takes about as long, and leaves nobody behind who can come", function()
    local alone, all = 0, 0
    for seed = 1, cases.of(CASES) do
      local one, other = single(seed), together(seed)
      alone, all = alone + one, all + other
      assert(other <= 2 * one + 30, ("seed %d: %d ticks, and %d with an order each"):format(seed,
        other, one))
    end
    assert(all <= 1.15 * alone, ("%d ticks, and %d with an order each"):format(all, alone))
  end)
end)
