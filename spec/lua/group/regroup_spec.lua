-- group:regroup: a group gathers at a safe place that is near to all of them.

local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local function members(world, at, marks, speeds)
  local units = {}
  for mark in marks:gmatch "." do
    units[#units + 1] = world:unit { player = "red", x = at[mark].x, y = at[mark].y,
      speed = speeds and speeds[mark] or 0.5, sight = 20 }
  end
  return units
end

local function spread(units)
  local most = 0
  for _, a in ipairs(units) do
    for _, b in ipairs(units) do most = math.max(most, a:distance(b)) end
  end
  return most
end

local OPEN = [[
  A . . . . . . . . . . . . . B .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  C . . . . . . . . . . . . . D .
]]

describe("group:regroup #quick", function()
  it("gathers all at one place, each in a cell of its own", function()
    local world, at = small_world(OPEN)
    local units = members(world, at, "ABCD")
    local group = world:group { units = units }
    assert.equal(group, group:regroup())
    assert.equal("marching", group.status)
    world.run(90, function() return not group.order end)
    assert.equal("assembled", group.status)
    assert.is_true(spread(units) <= 2, spread(units))
    local taken = {}
    for _, unit in ipairs(units) do
      local key = unit.x .. "," .. unit.y
      assert.is_nil(taken[key])
      taken[key] = true
      assert.is_true(math.abs(unit.x - 8) <= 2, key)
    end
    assert.same({}, world.reports)
  end)

  it("is fair in walking time, not in straight distance", function()
    -- B walks round the wall: the middle of the map is beside A, and far from B.
    local world, at = small_world [[
      . . . . . . . # . . . . . . .
      . . . . . . . # . . . . . . .
      A . . . . . . # . . . . . . B
      . . . . . . . # . . . . . . .
      . . . . . . . # . . . . . . .
      . . . . . . . # . . . . . . .
      . . . . . . . . . . . . . . .
    ]]
    local units = members(world, at, "AB")
    local group = world:group { units = units }
    group:regroup()
    local place = group.order
    local function walk(unit) return unit:path(place).cost end
    local least = math.huge
    for y = 1, 7 do
      for x = 1, 15 do
        local cell = { x = x, y = y }
        if world.map:get(x, y) ~= "wall" then
          least = math.min(least, math.max(units[1]:path(cell, { occupancy = false }).cost,
            units[2]:path(cell, { occupancy = false }).cost))
        end
      end
    end
    assert.equal(least, math.max(walk(units[1]), walk(units[2])))
  end)

  it("comes towards the slow", function()
    local world, at = small_world(OPEN)
    local group = world:group { units = members(world, at, "AB", { A = 1, B = 0.25 }) }
    group:regroup()
    assert.is_true(group.order.x >= 11, group.order.x)
  end)

  it("keeps away from enemies and danger", function()
    local world, at = small_world(OPEN)
    local group = world:group { units = members(world, at, "ABCD") }
    local enemy = world:unit { player = "blue", x = 8, y = 3 }
    world:tick()
    group:regroup { safe = 5 }
    assert.is_true(math.abs(group.order.x - 8) >= 5, group.order.x)
    enemy:remove()
    world:tick()
    group:regroup()
    local danger = world:influence "danger"
    danger:add(group.order.x, group.order.y, 200, 2)
    assert.is_true(danger:get(group.order.x, group.order.y) > 0)
    group:regroup()
    assert.equal(0, danger:get(group.order.x, group.order.y))
  end)

  it("hides from enemies that are far off", function()
    local world, at = small_world [[
      . . . . . . . . . . . . . . .
      A . . . . . . . . . . . . . B
      . . . . # # . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . . . . . . . . .
      . . . . . . . F . . . . . . .
    ]]
    local group = world:group { units = members(world, at, "AB", { A = 1, B = 1 }) }
    world:unit { player = "blue", x = at.F.x, y = at.F.y }
    world:tick()
    group:regroup { safe = 3 }
    local order = group.order
    assert.is_false((world.map:line_of_sight(at.F.x, at.F.y, order.x, order.y)))
  end)

  it("asks all, though one of them is shut in", function()
    local world, at = small_world [[
      A . C . . . # B
      . . . . . . # #
      . . . . . . . .
    ]]
    local units = members(world, at, "ABC")
    local group = world:group { units = units }
    group:regroup()
    assert.same({ "failed", "none" }, { group.status, group.code })
    units[2]:remove()
    assert.equal("marching", group:regroup().status)
  end)

  it("looks so far from the middle, and for room for large units", function()
    local world, at = small_world(OPEN)
    local group = world:group { units = members(world, at, "AB", { A = 1, B = 0.25 }) }
    group:regroup { within = 1 }
    assert.is_true(math.abs(group.order.x - 8) <= 1, group.order.x)
    local yard = small_world(OPEN)
    local big, herd = yard.map:class { size = 2 }, yard:group {}
    local function grow(x, y)
      herd:add(yard:unit { player = "red", x = x, y = y, class = big, speed = 1 })
    end
    for x = 1, 15, 14 do
      for y = 1, 5, 4 do grow(x, y) end
    end
    assert.equal("marching", herd:regroup({ within = 1 }).status)
    grow(4, 1)                                   -- 16 places, 20 cells
    herd:regroup { within = 1 }
    assert.same({ "failed", "none" }, { herd.status, herd.code })
  end)

  it("needs as many free cells around a place as all cover, not along a corridor", function()
    for count, status in pairs { [6] = "failed", [5] = "marching" } do
      local world = small_world(("."):rep(16, " "))
      local group = world:group {}
      for x = 1, count do group:add(world:unit { player = "red", x = x, y = 1 }) end
      group:regroup { within = 8 }
      assert.equal(status, group.status, count)
    end
  end)

  it("takes a place with room for all that all can reach", function()
    local world, at = small_world [[
      A . . # . . . . .
      . . . # . . . . .
      # # # # . . B . .
      . . . . . . . . .
    ]]
    local group = world:group { units = members(world, at, "AB") }
    group:regroup()
    assert.same({ "failed", "none" }, { group.status, group.code })
    world.map:set(4, 1, "plain")
    group:regroup()
    assert.same({ "marching" }, { group.status, group.code })
    local narrow, there = small_world [[
      A . . . . . . . . B
      # # # # # # # # # #
    ]]
    local pair = narrow:group { units = members(narrow, there, "AB") }
    assert.equal("marching", pair:regroup().status)
    assert.equal("marching", pair:regroup({ within = 1 }).status)
    assert.is_true(pair.order.x >= 4 and pair.order.x <= 6)
    narrow.map:set(2, 1, "wall")
    narrow.map:set(9, 1, "wall")
    pair:regroup()
    assert.same({ "failed", "none" }, { pair.status, pair.code })
    narrow.map:fill(2, 1, 8, 1, "plain")
    local many = {}
    for x = 2, 9 do many[#many + 1] = narrow:unit { player = "red", x = x, y = 1, speed = 1 } end
    for _, unit in ipairs(many) do pair:add(unit) end
    pair:regroup { within = 2 }
    assert.same({ "failed", "none" }, { pair.status, pair.code })   -- no room for ten
  end)

  it("finds none where there is no safe place, and says what is wrong with options", function()
    local world, at = small_world(OPEN)
    local group = world:group { units = members(world, at, "AB") }
    world:unit { player = "blue", x = 8, y = 3 }
    world:tick()
    group:regroup { safe = 40 }
    assert.same({ "failed", "none" }, { group.status, group.code })
    says("#1 to 'regroup' (unknown key 'wihtin', the nearest is 'within')",
      group.regroup, group, { wihtin = 3 })
    says("bad argument #1 to 'regroup' (within = 0 is not a whole number from 1 to 255)",
      group.regroup, group, { within = 0 })
    says("bad argument #1 to 'regroup' (safe = -1 is not a whole number from 0 to 255)",
      group.regroup, group, { safe = -1 })
    says("#1 to 'regroup' (there is no formation 'bx', the nearest is 'box')", group.regroup, group,
      { formation = "bx" })
    group:disband()
    says("the group was disbanded", group.regroup, group)
    local empty = world:group {}
    assert.equal(empty, empty:regroup())
  end)

  it("is there for mods", function()
    local world, at = small_world(OPEN)
    local mod, lines = modded(world, [[
      local group
      return function(unit)
        if unit.id == 1 then
          unit:sleep(2)
          group = unit.world:group { units = { unit, unit:friends(30)[1] } }
          print(group:regroup { safe = 3 } == group)
        end
        repeat unit:sleep() until unit:event "called"
        print((unit:hold_formation()))
        unit:wait(1000)
      end
    ]])
    local units = {}
    for _, mark in ipairs { "A", "B" } do
      units[#units + 1] = world:unit { player = "red", x = at[mark].x, y = at[mark].y, speed = 1,
        sight = 20, behaviour = "test.it" }
    end
    world.run(120, function() return #lines == 3 end)
    assert.same({}, world.reports)
    assert.same({ "true", "true", "true" }, lines)
    assert.is_true(spread(units) <= 2)
    assert.is_table(mod)
  end)

  it("is paid for by the mod", function()
    local world, at = small_world(OPEN)
    local _, lines = modded(world, [[
      return function(unit)
        unit:sleep(2)
        local group = unit.world:group { units = { unit } }
        print(group:regroup())
        print(group.status)
        unit:wait(1000)
      end
    ]], { nodes = 1 })
    world:unit { player = "red", x = at.A.x, y = at.A.y, speed = 1, sight = 20,
      behaviour = "test.it" }
    world.run(20, function() return #lines == 2 end)
    assert.same({}, world.reports)
    assert.same({ "nil\tbudget", "standing" }, lines)
  end)
end)
