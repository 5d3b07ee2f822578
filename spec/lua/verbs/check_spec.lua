-- What verbs say about wrong arguments.

local small_world = require "support.small_world"

-- Stand for another unit, and a path.
local ENEMY, PATH = {}, {}

local CASES = {
  { "bad argument #1 to 'wait' (a number of ticks expected, got nil)", "wait" },
  { "bad argument #2 to 'go' (y = nil is not a number)", "go", 1 },
  { "bad argument #1 to 'go' (a goal expected, x and y or something that has them, got 'home')",
    "go", "home" },
  { "bad argument #1 to 'walk' (a path expected, got a table)", "walk", {} },
  { "bad argument #1 to 'patrol' (points: the list is empty)", "patrol", {} },
  { "bad argument #2 to 'patrol' (a number of rounds expected, got 'x')", "patrol",
    { { x = 1, y = 1 } }, "x" },
  { "bad argument #1 to 'chase' (a target expected, got nil)", "chase" },
  { "bad argument #2 to 'chase' (a table expected, got 7)", "chase", { x = 1, y = 1 }, 7 },
  { "bad argument #1 to 'approach' (a target expected, got false)", "approach", false },
  { "bad argument #1 to 'follow' (a target expected, got a table)", "follow", {} },
  { "bad argument #1 to 'flee' (threats[1].x = nil is not an integer)", "flee", { {} } },
  { "bad argument #2 to 'flee' (unknown key 'distanse', the nearest is 'distance')", "flee", {},
    { distanse = 1 } },
  { "bad argument #1 to 'retreat' (places = 7 is not a list of cells)", "retreat", 7 },
  { "bad argument #1 to 'explore' (a table expected, got 'all')", "explore", "all" },
  { "bad argument #1 to 'gather' (a terrain, or a list of cells, expected, got nil)", "gather" },
  { "bad argument #1 to 'gather' (targets = a table is not a list of cells)", "gather",
    { x = 1, y = 1 } },
  { "'watre' is no terrain of the map, the nearest is 'water'", "gather", "watre" },
  { "bad argument #1 to 'engage' (another unit expected, got a table)", "engage", {} },
  { "bad argument #2 to 'engage' (unknown key 'rnage', the nearest is 'range')", "engage", ENEMY,
    { rnage = 2 } },
  { "bad argument #2 to 'engage' (range = 0 is not a whole number from 1 to 268435456)", "engage",
    ENEMY, { range = 0 } },
  { "bad argument #2 to 'engage' (cooldown = -1 is not a whole number from 0 on)", "engage", ENEMY,
    { cooldown = -1 } },
  { "bad argument #2 to 'engage' (hit = 5 is not a function)", "engage", ENEMY, { hit = 5 } },
  { "bad argument #1 to 'guard' (a place expected, got nil)", "guard" },
  { "bad argument #2 to 'guard' (engage = 7 is not a function)", "guard", { x = 1, y = 1 },
    { engage = 7 } },
  { "bad argument #1 to 'escort' (another unit expected, got a table)", "escort",
    { x = 1, y = 1 } },
  { "bad argument #1 to 'attack_move' (a goal expected, x and y or something that has them, "
    .. "got nil)", "attack_move" },
  { "bad argument #3 to 'attack_move' (unknown key 'rad', the nearest is 'radius')", "attack_move",
    1, 1, { rad = 1 } },
  { "bad argument #1 to 'take_cover' (threats[1].x = nil is not an integer)", "take_cover",
    { {} } },
  { "bad argument #2 to 'take_cover' (within = 256 is not a whole number from 0 to 255)",
    "take_cover", { x = 1, y = 1 }, { within = 256 } },
  { "bad argument #1 to 'flank' (a target expected, got nil)", "flank" },
  { "bad argument #2 to 'flank' (range = 0 is not a whole number from 1 to 255)", "flank",
    { x = 1, y = 1 }, { range = 0 } },
  { "bad argument #2 to 'flank' (front.x = nil is not an integer)", "flank",
    { x = 1, y = 1 }, { front = {} } },
  { "bad argument #1 to 'ambush' (a place expected, got nil)", "ambush" },
  { "bad argument #2 to 'ambush' (range = 1.5 is not a whole number from 1 to 255)", "ambush",
    { x = 1, y = 1 }, { range = 1.5 } },
  { "bad argument #1 to 'harass' (another unit expected, got a table)", "harass",
    { x = 1, y = 1 } },
  { "bad argument #2 to 'harass' (a range greater than near expected, got 2)", "harass", ENEMY,
    { range = 2 } },
  { "bad argument #2 to 'harass' (hit = 5 is not a function)", "harass", ENEMY, { hit = 5 } },
  { "bad argument #1 to 'hold' (a place expected, got nil)", "hold" },
  { "bad argument #2 to 'hold' (within = 256 is not a whole number from 0 to 255)", "hold",
    { x = 1, y = 1 }, { within = 256 } },
  { "bad argument #2 to 'hold' (radius = 0.5 is not a whole number from 0 to 255)", "hold",
    { x = 1, y = 1 }, { radius = 0.5 } },
  { "bad argument #2 to 'hold' (watch[1].x = nil is not an integer)", "hold",
    { x = 1, y = 1 }, { watch = { {} } } },
  { "bad argument #2 to 'hold' (from[1] = 7 is not a cell { x, y })", "hold",
    { x = 1, y = 1 }, { from = { 7 } } },
  { "bad argument #2 to 'hold' (engage = 7 is not a function)", "hold", { x = 1, y = 1 },
    { engage = 7 } },
  { "bad argument #1 to 'positions' (positions: table expected, got nil)", "positions" },
  { "bad argument #1 to 'find_position' (from: unknown key 'rnig', the nearest is 'ring')",
    "find_position", { from = { rnig = { 1, 2 } } } },
  { "bad argument #1 to 'distance' (x and y, or a target, expected, got nil)", "distance" },
  { "bad argument #2 to 'distance' (y = nil is not a number)", "distance", 3 },
  { "bad argument #1 to 'sees' (a target expected, got 'it')", "sees", "it" },
  { "bad argument #2 to 'reserve' (a purpose, a string, expected, got nil)", "reserve", "tree" },
  { "bad argument #1 to 'step' (a task expected, got nil)", "step" },
  { "bad argument #1 to 'defend' (a unit or a place expected, got nil)", "defend" },
  { "bad argument #2 to 'defend' (a radius expected, got nil)", "defend", { x = 1, y = 1 } },
  { "bad argument #3 to 'defend' (a function expected, got nil)", "defend", { x = 1, y = 1 }, 3 },
  { "bad argument #4 to 'defend' (a verb expected, got nil)",
    "defend", { x = 1, y = 1 }, 3, print },
  { "bad argument #1 to 'watch' (a number of ticks expected, got nil)", "watch" },
  { "bad argument #2 to 'watch' (a function expected, got nil)", "watch", 1 },
  { "bad argument #3 to 'watch' (a verb expected, got nil)", "watch", 1, print },
  { "bad argument #1 to 'await' (the event's name expected, got boolean)", "await", true },
  { "bad argument #2 to 'await' (a number of ticks expected, got soon)", "await", "alarm", "soon" },
  { "bad argument #2 to 'approach' (a table expected, got 7)", "approach", { x = 1, y = 1 }, 7 },
  { "bad argument #2 to 'follow' (a table expected, got 7)", "follow", { x = 1, y = 1 }, 7 },
  { "bad argument #2 to 'attack_move' (y = nil is not a number)", "attack_move", 1 },
  { "bad argument #2 to 'walk' (a query expected, got 7)", "walk", PATH, 7 },
  { "bad argument #2 to 'retreat' (a table expected, got 7)", "retreat", { { x = 1, y = 1 } }, 7 },
  { "bad argument #2 to 'gather' (a table expected, got 7)", "gather", { { x = 1, y = 1 } }, 7 },
}

-- Verbs with options of their own.
local WITH_OPTIONS = { "attack_move", "escort", "flee", "guard", "hold", "take_cover", "flank",
  "ambush" }

describe("a verb #quick", function()
  for _, name in ipairs(WITH_OPTIONS) do
    it("names an unknown option, and the line that gave it: " .. name, function()
      local world = small_world ". . ."
      local ward = world:unit { player = "red", x = 3, y = 1 }
      local unit = world:unit { player = "red", x = 1, y = 1 }
      unit:behave(function(one) one[name](one, ward, { nonsense = 1 }) end)
      world.run(3)
      local message = world.reports[1] and world.reports[1].message or "no report"
      assert.matches("^%S*check_spec%.lua:%d+: bad argument #2 to '" .. name .. "'", message)
      assert.truthy(message:find("nonsense", 1, true), message)
    end)
  end

  -- A table without x and y, and the unit itself.
  for _, name in ipairs { "approach", "chase", "flank", "follow" } do
    it("wants a target that is another: " .. name, function()
      local world = small_world ". . ."
      local unit = world:unit { player = "red", x = 1, y = 1 }
      for i, target in ipairs { {}, unit } do
        unit:behave(function(one) one[name](one, target) end)
        world.run(3)
        local message = world.reports[i] and world.reports[i].message or "no report"
        local wrong = ("bad argument #1 to '%s' (a target expected, got "):format(name)
        assert.truthy(message:find(wrong, 1, true), message)
      end
    end)
  end

  for _, case in ipairs(CASES) do
    it("says: " .. case[1], function()
      local world = small_world ". . ."
      local unit = world:unit { player = "red", x = 1, y = 1 }
      local first = case[3]
      if first == ENEMY then first = world:unit { player = "blue", x = 3, y = 1 } end
      if first == PATH then first = world.map:path(1, 1, 3, 1) end
      unit:behave(function(one) one[case[2]](one, first, case[4], case[5]) end)
      world.run(3)
      assert.equal(1, #world.reports)
      assert.truthy(world.reports[1].message:find(case[1], 1, true), world.reports[1].message)
      assert.matches("check_spec%.lua:%d+", world.reports[1].traceback)
    end)
  end

  it("has a case above for each argument that it checks", function()
    local missing = {}
    for name in io.popen("ls lua/astar/verbs/*.lua"):lines() do
      local source = io.open(name):read "*a"
      for call in source:gmatch "check%.argument(%b())" do
        local position, verb = call:match '.*, (%d), "([%l_]+)"'
        local words = ("bad argument #%s to '%s'"):format(position, verb)
        local found = false
        for _, case in ipairs(CASES) do found = found or case[1]:sub(1, #words) == words end
        if not found then missing[#missing + 1] = name .. ": " .. words end
      end
    end
    assert.same({}, missing)
  end)

  it("that is called without a colon says so", function()
    local world = small_world ". . ."
    world:unit { player = "red", x = 1, y = 1, behaviour = function(one) one.go(3, 1) end }
    world.run(3)
    assert.truthy(world.reports[1].message:find(
      "calling 'go' on bad self (unit expected, got 3: write unit:go, with a colon)", 1, true))
  end)
end)
