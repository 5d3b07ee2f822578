-- Verbs search in the queue, out of the world's budget, and pause where they have found nothing.
-- What that takes in milliseconds is in bench/verbs.lua.

local astar = require "astar"
local small_world = require "support.small_world"

local SIDE, UNITS = 1024, 200

-- A map on which much is out of reach: some walls, and a room with ore in it that has no door.
local function new_map(random)
  local map = astar.map { width = SIDE, height = SIDE,
    terrains = { plain = 10, wall = false, ore = 10, gold = 10 } }
  for _ = 1, 3 * SIDE do
    map:fill(random(SIDE - 9), random(SIDE), random(9), 1, "wall")
  end
  map:fill(1, 1, 160, 60, "plain")
  map:fill(SIDE - 9, SIDE - 9, 9, 9, "wall"):fill(SIDE - 6, SIDE - 6, 3, 3, "plain")
  return map:set(SIDE - 5, SIDE - 5, "ore")
end

local ROOM = { x = SIDE - 5, y = SIDE - 5 }

local function somewhere(unit)
  local random = unit.world.random
  local x = random(SIDE)
  return { x = x, y = random(SIDE) }
end

local VERBS = {
  gather = function(unit)
    local wanted = unit.world.random(3)
    return unit:gather(wanted == 1 and "ore" or wanted == 2 and "gold" or { ROOM, somewhere(unit) })
  end,
  explore = function(unit) return unit:explore() end,
  retreat = function(unit)
    return unit:retreat(unit.world.random(2) == 1 and { ROOM } or { ROOM, somewhere(unit) })
  end,
  patrol = function(unit) return unit:patrol({ ROOM, somewhere(unit) }, 1) end,
  go = function(unit) return unit:go(unit.world.random(2) == 1 and ROOM or somewhere(unit)) end,
  chase = function(unit, foe) return unit:chase(foe) end,
  guard = function(unit) return unit:watch(30, function() end, unit.guard, somewhere(unit)) end,
}
local NAMES = { "gather", "explore", "retreat", "patrol", "go", "chase", "guard" }

local function new_world(seed)
  local world
  world = astar.world { map = new_map(require("astar.world.random").new(seed)), fog = false,
    seed = seed, report = function(report) error(report.text, 0) end }
  local foe = world:unit { player = "blue", x = 80, y = 30, speed = 0.4, behaviour = function(unit)
    while true do unit:go(unit.world.random(160), unit.world.random(60)) unit:wait(1) end
  end }
  for i = 0, UNITS - 1 do
    world:unit { player = "red", x = 2 + i % 50 * 3, y = 2 + math.floor(i / 50) * 3, speed = 0.5,
      behaviour = function(unit)
        while true do
          VERBS[unit.world.random:pick(NAMES)](unit, foe)
        end
      end }
  end
  return world
end

-- How many nodes each tick expands: those of the queue, and those of searches at once.
local function nodes_of_ticks(world, ticks)
  local map, methods, list = world.map, getmetatable(world.map).methods, {}
  local work, used = methods.work, 0
  methods.work = function(...)
    local ended, nodes = work(...)
    used = nodes
    return ended, nodes
  end
  local ok, message = pcall(function()
    for tick = 1, ticks do
      local before = map:_spent()
      world:tick()
      list[tick] = used + map:_spent() - before
    end
  end)
  methods.work = work
  assert(ok, message)
  return list
end

describe("two hundred units at any verbs", function()
  for seed = 1, 2 do
    it(("expand no more nodes in a tick than its budget, seed %d"):format(seed), function()
      local world = new_world(seed)
      local list = nodes_of_ticks(world, 80)
      local budget = 3000 + 2 * world:count()
      for tick, nodes in ipairs(list) do
        assert.is_true(nodes <= budget, ("tick %d: %d of %d"):format(tick, nodes, budget))
      end
      world.map:close()
    end)
  end
end)

describe("a verb that finds nothing #quick", function()
  -- In which ticks it returned, and what.
  local function calls(verb, ticks, setup)
    local world = small_world [[
      . . . . . .
      . . . # # #
      . . . # . #
      . . . # # #
    ]]
    if setup then setup(world) end
    local ended, codes = {}, {}
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    world:unit { player = "red", x = 3, y = 1 }
    unit:behave(function(one)
      while true do
        local done, code = verb(one)
        ended[#ended + 1], codes[#codes + 1] = world.ticks, tostring(done) .. " " .. tostring(code)
      end
    end)
    world.run(ticks)
    return ended, codes
  end

  local function pauses(ended)
    local list = {}
    for i = 2, #ended do list[#list + 1] = ended[i] - ended[i - 1] end
    return list
  end

  for name, case in pairs {
    ["gather of a terrain"] = { function(unit) return unit:gather "swamp" end,
      "nil unreachable" },
    ["gather of a list"] = { function(unit) return unit:gather { { x = 5, y = 3 } } end,
      "nil unreachable", { within = 0 } },
    ["gather of nothing"] = { function(unit) return unit:gather {} end, "nil none" },
    retreat = { function(unit) return unit:retreat({ { x = 5, y = 3 } }, { within = 0 }) end,
      "nil unreachable" },
    explore = { function(unit) return unit:explore() end, "true nil" },
  } do
    it("waits longer and longer before it searches again: " .. name, function()
      local ended, codes = calls(case[1], 120, function(world)
        world.map:player("red"):reveal()
        for player in world.map:players() do player.fog = false end
      end)
      assert.equal(case[2], codes[1])
      local list = pauses(ended)
      assert.is_true(#list >= 3 and #list < 8)
      for i = 2, #list do assert.is_true(list[i] >= list[i - 1]) end
      assert.is_true(list[#list] >= 16)
    end)
  end

  it("searches at once from another cell", function()
    local world = small_world ". . . . . . . ."
    local ended = {}
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1,
      behaviour = function(one)
        for i = 2, 5 do
          one:gather "swamp"
          ended[#ended + 1] = one.world.ticks
          one:go(i, 1)
        end
      end }
    world.run(40)
    assert.equal(5, unit.x)
    for i = 2, #ended do assert.is_true(ended[i] - ended[i - 1] < 8) end
  end)
end)

describe("unit:find_nearest #quick", function()
  it("finds what nearest finds, when the world has nodes for it", function()
    local world = small_world [[
      . . . . , .
      . # # . . .
      . . . . . ,
    ]]
    local other = world:unit { player = "red", x = 6, y = 1 }
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
    local function same(goals, query, count)
      local now = { unit:nearest(goals, query, count) }
      local tick = world.ticks
      local waited = world.outcome(unit, 9, function(one)
        return one:find_nearest(goals, query, count)
      end)
      assert.is_true(world.ticks > tick)
      local a, b = now[1], waited[1]
      if count and a then
        assert.equal(#a, #b)
        a, b = a[#a], b[#b]
      end
      if not a then return assert.equal(now[2], waited[2]) end
      assert.same({ a.x, a.y, a.index, a.path.cost }, { b.x, b.y, b.index, b.path.cost })
      assert.equal(a.goal, b.goal)
    end
    same "swamp"
    same("swamp", nil, 2)
    same({ { x = 6, y = 3 }, { x = 1, y = 3 } })
    same { other }
    same { { x = 3, y = 3, width = 2, height = 1 } }
    same { { x = 2, y = 2 } }
    same "water"
    same { unseen = true }
    local result = world.outcome(unit, 9, function(one)
      return pcall(one.find_nearest, one, function() end)
    end)
    assert.matches("a function cannot be asked in the queue", result[2])
  end)
end)
