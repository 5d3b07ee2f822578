-- One march: groups in every formation cross a land with a door, a swamp, strangers and each other,
-- while walls rise and units come and go. Its hashes stand here, as those of a battle do in
-- one_hash_spec.lua: what changes one on purpose changes it here, and the change is looked at.

local astar = require "astar"

local ROWS = {
  "............#...........~~~~~.......",
  "............#...........~~~~~.......",
  "............#...........~~~~~.......",
  "............#..........~~~~~........",
  "........................~~~.........",
  "............#.......................",
  "............#.............####......",
  "............#.............#.........",
  "............#.............#.........",
  "............#.............#.........",
  "............#.............####......",
  "............#.......................",
  "............#######.#####...........",
  "....................................",
  "....................................",
  "....~~~~............................",
  "....~~~~.............#..............",
  "....~~~~.............#..............",
  "....................................",
  "....................................",
}

local function muster(world, player, count, x, y, options)
  local units = {}
  for i = 0, count - 1 do
    units[i + 1] = world:unit { player = player, x = x + i % 3, y = y + math.floor(i / 3),
      speed = options.speed + options.slower * (i % 4), sight = 6, class = options.class,
      avoidance = options.avoidance }
  end
  return units
end

local function begin()
  local map = astar.map { rows = ROWS, legend = { ["~"] = "swamp" }, terrains = { plain = 10,
    swamp = 40, wall = false } }
  local world = astar.world { map = map, seed = 3, budget = 3000, report = error }
  world:player "red":reveal()
  world:player "blue"
  world:influence("danger", { weight = 2 }):add(20, 5, 60, 5)
  local big = map:class { size = 2 }
  local function group(player, count, x, y, options)
    return world:group { units = muster(world, player, count, x, y, options),
      formation = options.formation, spacing = options.spacing, speed = options.pace,
      influence = options.influence }
  end
  local groups = {
    group("red", 9, 2, 2, { speed = 0.9, slower = -0.15, formation = "box" }),
    group("red", 7, 2, 8, { speed = 0.6, slower = 0.1, formation = "wedge", spacing = 2 }),
    group("red", 5, 33, 2, { speed = 0.7, slower = 0, formation = "line",
      influence = { danger = 3 } }),
    group("blue", 6, 30, 14, { speed = 0.5, slower = 0.1, formation = "column", pace = 0.6,
      avoidance = "yield" }),
    group("blue", 1, 33, 18, { speed = 0.5, slower = 0, formation = "line", class = big }),
  }
  for y = 3, 6 do world:unit { player = "blue", x = 16, y = y, sight = 3, avoidance = "wait" } end
  return world, groups
end

local function nth_unit(group, n)
  for unit in group:units() do
    n = n - 1
    if n == 0 then return unit end
  end
end

-- What happens at a tick, beside the marches.
local DEEDS = {
  [0] = function(_, groups)
    groups[1]:go(31, 9)
    groups[2]:go(30, 17, { facing = "north" })
    groups[3]:go(5, 10, { formation = "wedge" })
    groups[4]:go(6, 5)
    groups[5]:go(3, 18)
  end,
  [30] = function(world) for y = 8, 12 do world.map:set(20, y, "wall") end end,
  [45] = function(world, groups)
    nth_unit(groups[1], 2):remove()
    nth_unit(groups[2], 3):behave(function(unit) unit:go(1, 1) end)
    groups[3]:add(world:unit { player = "red", x = 20, y = 1, speed = 0.4, sight = 4 })
  end,
  [60] = function(world)
    for y = 1, 12 do world.map:set(13, y, "wall") end
    world.map:set(13, 9, "plain")
  end,
  [80] = function(_, groups) groups[4]:go(20, 19, { formation = "box", speed = 0.3 }) end,
  [90] = function(world, groups)
    local unit = nth_unit(groups[4], 4)
    for i = 0, 8 do
      local x, y = unit.x + i % 3 - 1, unit.y + math.floor(i / 3) - 1
      if not world:unit_at(x, y) then world.map:set(x, y, "wall") end
    end
  end,
  [110] = function(_, groups)
    groups[2]:hold { formation = "line", facing = "west" }
    groups[3]:go(25, 19, { formation = "column" })
  end,
  [140] = function(_, groups) groups[1]:go(15, 5, { formation = "column", spacing = 2 }) end,
}

local HASHES = {
  [0] = "94d40f23468bd9ba", [20] = "7f09a903edb1db5e", [40] = "a8ff4b26c5d3b8c1",
  [60] = "ef8b005ccf602d92", [80] = "b51aa579fbf9a7ec", [100] = "498a9f2723cbe02c",
  [120] = "e693cbf6a12474d7", [140] = "19619a66571e69a7", [160] = "85e5a2d811ca5be2",
  [180] = "8abd139581448a24", [200] = "0cb6fd8f7906554f", [220] = "898790dfb35f49f2",
  [240] = "070eeba08e20b094", [260] = "a560d42752303616", [280] = "6e91181e2e91ed2e",
}

describe("a fixed march #quick", function()
  it("has the hashes that are written here, and ends in good order", function()
    local world, groups = begin()
    for tick = 0, 280 do
      if DEEDS[tick] then DEEDS[tick](world, groups) end
      if HASHES[tick] then assert.equal(HASHES[tick], world:hash(), "tick " .. tick) end
      world:tick()
    end
    local counts = { 8, 7, 6, 6, 1 }
    for i, group in ipairs(groups) do
      assert.same({ "assembled", counts[i], 0 }, { group.status, group:count(), #group.left })
    end
  end)
end)
