-- Groups beside the same units with an order each, in random lands with rivers and bridges, walls
-- and doors, houses, roads, fog, stairs to another level, squares and hexagons, units of one cell
-- and of four: a group takes about as long, nobody is left behind who could have come, and what the
-- group says agrees with where its units are.

local astar = require "astar"
local cases = require "support.cases"
local lands = require "support.lands"
local new_random = require "support.random"

local CASES = 36
local TICKS = 4000
local LANDS = { "open", "bridges", "doors", "houses", "road" }

local function new_case(seed)
  local world, units, x, y = lands.world(new_random(seed), LANDS, 60, { 2 })
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
  local _, never = unit:reachable(x, y)
  return code == never or not path and (why == code or unit.class.size > 1)
end

-- The ticks that the group takes.
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
  return world.ticks, world.fog
end

describe("a group beside its units with an order each", function()
  it("takes about as long, and leaves nobody behind who can come", function()
    local alone, all = 0, 0
    for seed = 1, cases.of(CASES) do
      local one, other, fog = single(seed), together(seed)
      alone, all = alone + one, all + other
      -- In fog it is luck which door they find first.
      assert(other <= (fog and 3 or 2) * one + 30,
        ("seed %d: %d ticks, and %d with an order each"):format(seed, other, one))
    end
    assert(all <= 1.15 * alone, ("%d ticks, and %d with an order each"):format(all, alone))
  end)
end)

-- ---- large units -------------------------------------------------------------------------------

-- Two lands in which only narrow places lead to the goal: a door as wide as the units, and stairs.
local NARROW = {}

function NARROW.door()
  local map = astar.map { width = 48, height = 24, terrains = { plain = 10, wall = false } }
  map:fill(24, 1, 1, 24, "wall")
  map:fill(24, 12, 1, 2, "plain")
  return map, 36, 12
end

function NARROW.stairs()
  local rows = {}
  for y = 1, 24 do rows[y] = ("."):rep(24) end
  local map = astar.map { levels = { { name = "below", rows = rows },
    { name = "above", rows = rows } } }
  local below, above = map:level "below", map:level "above"
  for _, y in ipairs { 6, 12 } do
    map:link { from = { below:cell(21, y) }, to = { above:cell(3, y) }, cost = 20 }
  end
  return map, above:cell(14, 12)
end

describe("a group of units of 2 x 2 cells", function()
  for _, land in ipairs { "door", "stairs" } do
    it("leaves nobody behind: " .. land, function()
      for seed = 1, cases.of(32) do
        local map, x, y = NARROW[land]()
        local world = astar.world { map = map, fog = false, seed = seed, report = error }
        local class, units = map:class { size = 2 }, {}
        while #units < 2 + seed % 8 do
          units[#units + 1] = world:unit { player = "red", x = world.random(18),
            y = world.random(22), class = class, speed = 0.4 }
        end
        local group = world:group { units = units }
        group:go(x, y)
        for _ = 1, TICKS do
          if not group.order then break end
          world:tick()
        end
        local what = ("seed %d: %s, left %s"):format(seed, group.status,
          tostring(next(group.left)))
        assert(group.status == "assembled" and next(group.left) == nil, what)
      end
    end)
  end
end)
