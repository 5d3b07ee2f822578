-- Units in a hurry: unit.priority, which moving units make way for.

local astar = require "astar"
local maps = require "support.maps"

-- A is to go where V is, B to W, and so on; the one of `hurry` has a priority.
local GOALS = { A = "V", B = "W", C = "X", D = "Y", E = "Z", F = "U" }

local function scene(picture, options)
  local map, at = maps.read(picture)
  local red, units = map:player("red"):reveal(), {}
  for _, name in ipairs(options.order) do
    local goal = at[GOALS[name]]
    local unit = red:unit { x = at[name].x, y = at[name].y, avoidance = "yield",
      speed = options.speed and options.speed[name] or 1,
      priority = options.hurry == name and 9 or 0 }
    unit:follow_path(assert(unit:path(goal.x, goal.y, { claims = false, occupancy = false })))
    units[name] = unit
  end
  return map, units
end

-- In which tick each unit comes to stand, and the least of its x on the way.
local function run(map, units, ticks)
  local stands, steps_back, last = {}, {}, {}
  for name, unit in pairs(units) do last[name], steps_back[name] = unit.x, 0 end
  for tick = 1, ticks do
    map:tick()
    for name, unit in pairs(units) do
      local forward = name == "A" and unit.x - last[name] or last[name] - unit.x
      if forward < 0 then steps_back[name] = steps_back[name] + 1 end
      last[name] = unit.x
      if unit.state == "standing" and not stands[name] then stands[name] = tick end
    end
  end
  return stands, steps_back
end

local CORRIDOR = [[
  # # # # # # . # # # # # # # . # # # # # #
  W . A . . . . . . . . . . . . . . . B . V
  # # # # # # # # # # # # # # # # # # # # #
]]

describe("a unit with a priority #quick", function()
  it("goes on in a corridor with bays, and it is the other that backs out", function()
    for _, order in ipairs { { "A", "B" }, { "B", "A" } } do
      for _, hurry in ipairs(order) do
        local other = hurry == "A" and "B" or "A"
        local map, units = scene(CORRIDOR, { order = order, hurry = hurry })
        local stands, steps_back = run(map, units, 120)
        assert.is_number(stands.A, "A has not come to its goal")
        assert.is_number(stands.B, "B has not come to its goal")
        assert.same({ 0, true }, { steps_back[hurry], steps_back[other] > 0 },
          ("%s first, %s in a hurry"):format(order[1], hurry))
        assert.equal(18, stands[hurry])
      end
    end
  end)

  it("overtakes a slow file where there is room", function()
    local picture = [[
      . . . . . . . . . . . . . . . . . . . . . . . .
      A C . D . E . F . . . . . . . . . X Y Z U . . V
      . . . . . . . . . . . . . . . . . . . . . . . .
    ]]
    local slow = { C = 0.25, D = 0.25, E = 0.25, F = 0.25 }
    local order = { "C", "D", "E", "F", "A" }
    local plain_map, plain = scene(picture, { order = order, speed = slow })
    local map, units = scene(picture, { order = order, speed = slow, hurry = "A" })
    local before, hurried = run(plain_map, plain, 300).A, run(map, units, 300).A
    assert(hurried <= 40 and hurried <= before, ("%d ticks, %d without"):format(hurried, before))
  end)

  it("gets through a crowd that comes against it sooner", function()
    local function ticks_of(priority)
      local map = astar.map { width = 30, height = 12 }
      local red = map:player("red"):reveal()
      for i = 0, 95 do
        local unit = red:unit { x = 15 + i % 12, y = math.floor(i / 12) + 3, speed = 1,
          avoidance = "yield" }
        unit:follow_path(unit:path(unit.x - 14, unit.y, { claims = false, occupancy = false }))
      end
      map:tick()
      local unit = red:unit { x = 1, y = 6, speed = 1, avoidance = "yield", priority = priority }
      unit:follow_path(unit:path(30, 6, { claims = false, occupancy = false }))
      for tick = 1, 300 do
        map:tick()
        if unit.state == "standing" then return tick end
      end
      return 300
    end
    local calm, hurried = ticks_of(0), ticks_of(15)
    assert(hurried < calm and hurried <= 36, ("%d ticks, %d without"):format(hurried, calm))
  end)

  it("is checked, saved and part of the hash", function()
    local map = astar.map { width = 4, height = 4 }
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1, priority = 3 }
    assert.equal(3, unit.priority)
    local before = map:hash()
    unit.priority = 0
    local plain = map:hash()
    assert.not_equal(before, plain)
    unit.priority = 15
    local loaded = astar.read(map:save())
    assert.equal(map:hash(), loaded:hash())
    assert.equal(15, loaded:unit_at(1, 1).priority)
    assert.equal(0, red:unit { x = 2, y = 2 }.priority)
    for _, wrong in ipairs { -1, 16, 1.5, "fast" } do
      assert.error_matches(function() unit.priority = wrong end, "priority")
      assert.error_matches(function() red:unit { x = 3, y = 3, priority = wrong } end, "priority")
    end
    assert.equal(15, unit.priority)
  end)
end)

describe("a world's unit #quick", function()
  it("has a priority, too", function()
    local world = astar.world { map = astar.map { width = 4, height = 4 } }
    local unit = world:unit { player = "red", x = 1, y = 1, priority = 2 }
    assert.equal(2, unit.priority)
    unit.priority = 4
    assert.equal(4, world.map:unit_at(1, 1).priority)
  end)
end)
