local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local OPEN = ("." .. ("."):rep(29) .. "\n"):rep(20)

-- A hall with a wall across that has one door.
local DOOR = [[
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
  . . . . . . . . . . . . # . . . . . . . . . . .
]]

-- n units of red in a square from (x, y) on.
local function muster(world, n, x, y, speed)
  local units, width = {}, math.ceil(math.sqrt(n))
  for i = 0, n - 1 do
    units[i + 1] = world:unit { player = "red", x = x + i % width, y = y + math.floor(i / width),
      speed = speed or 0.5, sight = 6 }
  end
  return units
end

local function march(world, group, ticks, each)
  return world.run(ticks, function()
    if each then each() end
    return not group.order
  end)
end

describe("an order of a group that has no units yet #quick", function()
  it("fails with the code of its way, once a unit comes that cannot go there", function()
    local world = small_world "....#...."
    local group = world:group()
    group:go(9, 1)
    world.run(3)
    assert.equal("lost", group.code)
    group:go(9, 1)
    group:add(world:unit { player = "red", x = 1, y = 1 })
    world.run(5)
    assert.same({ "failed", "unreachable" }, { group.status, group.code })
  end)

  it("fails where its influence is beyond the limit", function()
    local world = small_world "........."
    world.map:influence("danger"):set(5, 1, 65535)
    local group = world:group()
    group:go(9, 1, { influence = { danger = 64 } })
    group:add(world:unit { player = "red", x = 1, y = 1 })
    world.run(5)
    assert.same({ "failed", "limit" }, { group.status, group.code })
  end)
end)

-- The map with its units.
local function picture(world)
  local text = world.map:draw { units = function() return "o" end }
  return "\n" .. text
end

local function looks(expected, world)
  assert.equal(expected:gsub(" ", ""), (picture(world):gsub(" ", "")))
end

-- The number of cells in the smallest square around the units.
local function extent(units)
  local least_x, most_x, least_y, most_y = math.huge, 0, math.huge, 0
  for _, unit in ipairs(units) do
    least_x, most_x = math.min(least_x, unit.x), math.max(most_x, unit.x)
    least_y, most_y = math.min(least_y, unit.y), math.max(most_y, unit.y)
  end
  return math.max(most_x - least_x, most_y - least_y) + 1
end

describe("a group #quick", function()
  it("goes to a place and stands there in formation", function()
    local world = small_world [[
      . . . . . . . . . . . . . .
      . . . . . . . . . . . . . .
      . . . . . . . . . . . . . .
      . . . . . . . . . . . . . .
      . . . . . . . . . . . . . .
    ]]
    local group = world:group { units = muster(world, 5, 1, 2) }
    group:go(11, 3, { formation = "wedge" })
    assert.equal("marching", group.status)
    march(world, group, 100)
    assert.equal("assembled", group.status)
    looks([[

      . . . . . . . . . . . . . .
      . . . . . . . . . . o . . .
      . . . . . . . . . o o o . .
      . . . . . . . . . . o . . .
      . . . . . . . . . . . . . .
    ]], world)
  end)

  it("passes a door one behind the other, and stands in a box behind it", function()
    local world = small_world(DOOR)
    local units = muster(world, 9, 2, 3)
    local group = world:group { units = units, formation = "box" }
    local seen = {}
    group:go(20, 5)
    local ticks = march(world, group, 300, function()
      if seen[#seen] ~= group.status then seen[#seen + 1] = group.status end
    end)
    assert.same({ "marching", "assembled" }, seen)
    looks([[

      . . . . . . . . . . . . # . . . . . . . . . . .
      . . . . . . . . . . . . # . . . . . . . . . . .
      . . . . . . . . . . . . # . . . . . . . . . . .
      . . . . . . . . . . . . # . . . . . o o o . . .
      . . . . . . . . . . . . . . . . . . o o o . . .
      . . . . . . . . . . . . # . . . . . o o o . . .
      . . . . . . . . . . . . # . . . . . . . . . . .
      . . . . . . . . . . . . # . . . . . . . . . . .
      . . . . . . . . . . . . # . . . . . . . . . . .
    ]], world)
    -- One alone takes 17 steps at half a cell a tick; the others pass the door after it.
    assert.is_true(ticks <= 2 * (17 + 9) * 1.5, "took " .. ticks)
    assert.same({}, group.left)
  end)

  it("keeps together in the open, though some are faster", function()
    local world = small_world(OPEN)
    local units = muster(world, 9, 2, 2)
    for i, unit in ipairs(units) do unit.speed = i % 2 == 0 and 1 or 0.25 end
    local group = world:group { units = units }
    local most = 0
    group:go(26, 16)
    local ticks = march(world, group, 400, function() most = math.max(most, extent(units)) end)
    assert.equal("assembled", group.status)
    assert.is_true(most <= 9, "spread over " .. most)
    assert.is_true(ticks <= 1.5 * 24 * 1.414 / 0.25, "took " .. ticks)
  end)

  it("goes at the speed it is told, and gives units back their own", function()
    local world = small_world(OPEN)
    local units = muster(world, 4, 2, 2, 1)
    local group = world:group { units = units, speed = 0.25 }
    group:go(22, 2)
    assert.is_true(march(world, group, 400) >= 19 / 0.25)
    world:tick()
    for _, unit in ipairs(units) do assert.equal(1, unit.speed) end
  end)

  it("brings forty through a door, in every formation", function()
    for _, name in ipairs { "line", "column", "wedge", "box" } do
      local wall = (("."):rep(28) .. "#" .. ("."):rep(27) .. "\n"):rep(9)
      local world = small_world(wall .. ("."):rep(56) .. "\n" .. wall)
      local group = world:group { units = muster(world, 40, 2, 5), formation = name }
      group:go(45, 10)
      -- 45 cells of way, and 40 through the door.
      local ticks = march(world, group, 1000)
      assert.equal("assembled", group.status, name)
      assert.same({}, group.left)
      assert.is_true(ticks <= 2 * (45 + 40) * 2, name .. " took " .. ticks)
    end
  end)

  it("goes round a wall that is built on the way", function()
    local world = small_world(DOOR)
    local group = world:group { units = muster(world, 6, 2, 4) }
    world.map:set(13, 9, "plain")
    world:player("red"):reveal()
    group:go(20, 5)
    world.run(12)
    world.map:set(13, 5, "wall")
    world:player("red"):reveal()
    march(world, group, 300)
    assert.equal("assembled", group.status)
    assert.same({}, group.left)
  end)

  it("fills the gap of one that dies", function()
    local world = small_world(OPEN)
    local units = muster(world, 10, 2, 2)
    local group = world:group { units = units }
    group:go(20, 12, { facing = "north" })
    world.run(20)
    units[5]:remove()
    march(world, group, 300)
    assert.equal("assembled", group.status)
    assert.equal(9, group:count())
    for y = 11, 13 do
      for x = 19, 21 do assert.is_truthy(world:unit_at(x, y)) end
    end
  end)

  it("leaves behind members that are cut off, and says so", function()
    local world = small_world(DOOR)
    local units = muster(world, 6, 9, 4)
    local far = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }
    units[7] = far
    local group = world:group { units = units }
    local told
    group:go(20, 5)
    for _, cell in ipairs { { 1, 2 }, { 2, 1 }, { 2, 2 } } do
      world.map:set(cell[1], cell[2], "wall")
    end
    world:player("red"):reveal()
    march(world, group, 300, function()
      for name, unit, code in world:events() do
        if name == "left" then told = { unit, code } end
      end
    end)
    assert.equal("assembled", group.status)
    assert.same({ [far.id] = "unreachable" }, group.left)
    assert.same({ far, "unreachable" }, told)
  end)

  it("fails with a code", function()
    local world = small_world(DOOR)
    local units = muster(world, 4, 2, 2)
    local group = world:group { units = units }
    group:go(13, 1)
    march(world, group, 20)
    assert.same({ "failed", "goal_blocked" }, { group.status, group.code })
    world.map:set(13, 5, "wall")
    world:player("red"):reveal()
    group:go(20, 5)
    march(world, group, 20)
    assert.same({ "failed", "unreachable" }, { group.status, group.code })
    local enemy = world:unit { player = "blue", x = 20, y = 5 }
    assert.same({ "failed", "unseen" }, { group:go(enemy).status, group.code })
    enemy:remove()
    assert.same({ "failed", "gone", false }, { group:go(enemy).status, group.code, group.order })
    group:go(8, 5)
    for _, unit in ipairs(units) do unit:remove() end
    march(world, group, 20)
    assert.same({ "failed", "lost" }, { group.status, group.code })
  end)

  it("crosses another one in the open", function()
    local world = small_world(OPEN)
    local one = world:group { units = muster(world, 9, 2, 9) }
    local other = world:group { units = muster(world, 9, 26, 9), formation = "line" }
    one:go(26, 10)
    other:go(4, 10)
    world.run(400, function() return not one.order and not other.order end)
    assert.same({ "assembled", "assembled" }, { one.status, other.status })
    assert.same({ {}, {} }, { one.left, other.left })
  end)

  it("goes round a stranger in its way, and stands beside one at its place", function()
    local world = small_world(OPEN)
    local group = world:group { units = muster(world, 9, 2, 9) }
    for y = 8, 12 do world:unit { player = "blue", x = 14, y = y } end
    local stranger = world:unit { player = "blue", x = 25, y = 10 }
    group:go(25, 10)
    march(world, group, 400)
    assert.equal("assembled", group.status)
    assert.same({}, group.left)
    assert.equal(stranger, world:unit_at(25, 10))
  end)

  it("goes round a stranger", function()
    local world = small_world [[
      . . . . . . . . . .
      . . . . . . . . . .
    ]]
    local one = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 6 }
    world:unit { player = "blue", x = 4, y = 1, avoidance = "wait" }
    local group, lane = world:group { units = { one } }, {}
    group:go(8, 1)
    march(world, group, 60, function()
      lane[one.x] = one.y
    end)
    assert.same({ 2, 8, 1 }, { lane[4], one.x, one.y })
  end)

  it("tells its units that they are assembled; the verb returns true", function()
    local world = small_world(OPEN)
    local units = muster(world, 3, 2, 2)
    local group = world:group { units = units }
    local results = {}
    for _, unit in ipairs(units) do
      unit:behave(function(one) results[one.id] = { one:hold_formation() } end)
    end
    world.run(3)
    group:go(10, 4)
    local told = 0
    march(world, group, 100, function()
      for name in world:events() do told = told + (name == "assembled" and 1 or 0) end
    end)
    world:tick()
    assert.equal(3, told)
    assert.same({ { true }, { true }, { true } }, results)
  end)

  it("goes on without a unit that is told something else", function()
    local world = small_world(OPEN)
    local units = muster(world, 5, 2, 2)
    local group = world:group { units = units }
    group:go(20, 10)
    world.run(10)
    units[1]:behave(function(one) one:go(2, 18) end)
    units[2]:behave(function() error("oh dear") end)
    march(world, group, 300)
    world.run(60)
    assert.equal("assembled", group.status)
    assert.same({ 2, 18 }, { units[1].x, units[1].y })
    assert.equal(1, #world.reports)
    for i = 3, 5 do assert.is_true(units[i]:distance(20, 10) <= 2) end
  end)

  it("holds: forms up where it is, and closes its ranks", function()
    local world = small_world(OPEN)
    local units = muster(world, 10, 5, 5)
    local group = world:group { units = units }
    group:hold { formation = "line", facing = "north" }
    world.run(60)
    assert.equal("assembled", group.status)
    assert.equal(10, extent(units))
    units[3]:remove()
    world.run(60)
    table.remove(units, 3)
    assert.equal(9, extent(units))
    for _ = 1, 2 do                              -- as often as it is pushed away
      units[1]:place(20, 18)
      world.run(200)
      assert.equal(9, extent(units))
    end
    assert.same({}, group.left)
    group:stop()
    assert.same({ "standing", "stopped" }, { group.status, group.code })
    assert.is_false(group.order)
  end)

  it("gives back at once what it has set of its units", function()
    local world = small_world(OPEN)
    local units = muster(world, 4, 2, 2, 1)
    local group = world:group { units = units, speed = 0.25 }
    for _, stop in ipairs { function() group:stop() end, function() group:remove(units[1]) end } do
      group:go(22, 2)
      world.run(10)
      assert.equal(0.25, units[1].speed)
      stop()
      assert.same({ 1, "yield" }, { units[1].speed, units[1].avoidance })
    end
  end)

  it("gives each a place that its class can enter", function()
    local world = small_world [[
      . . . . . . . . . , , , , , ,
      . . . . . . . . . , , , , , ,
      . . . . . . . . . , , , , , ,
      . . . . . . . . . , , , , , ,
    ]]
    local tank, units = world.map:class { swamp = false }, {}
    for i = 1, 8 do
      units[i] = world:unit { player = "red", x = 1 + i % 2, y = 1 + math.floor((i - 1) / 2),
        speed = 0.5, sight = 5, class = i % 2 == 0 and tank or nil }
    end
    local group = world:group { units = units }
    group:go(9, 2)
    world.run(120)
    assert.same({ "assembled", {} }, { group.status, group.left })
  end)

  it("has not come where a stranger blocks the only way", function()
    local world = small_world "............"
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.5, sight = 12 }
    world:unit { player = "blue", x = 6, y = 1, avoidance = "wait" }
    local group = world:group { units = { unit } }
    group:go(12, 1)
    world.run(400)
    assert.same({ "failed", "stuck", { [unit.id] = "stuck" } },
      { group.status, group.code, group.left })
  end)

  it("takes another order on the way, and stops", function()
    local world = small_world(OPEN)
    local units = muster(world, 4, 2, 2)
    local group = world:group { units = units }
    group:go(25, 15)
    world.run(20)
    group:go(2, 15, { formation = "column" })
    march(world, group, 200)
    assert.equal("assembled", group.status)
    group:go(25, 15)
    world.run(10)
    group:stop()
    world.run(10)
    for _, unit in ipairs(units) do assert.equal("standing", unit.state) end
  end)

  it("takes units in and lets them go", function()
    local world = small_world(OPEN)
    local units = muster(world, 4, 2, 2)
    local one = world:group { units = { units[2], units[1] } }
    local other = world:group { units = { units[3] } }
    local ids = {}
    for unit in one:units() do ids[#ids + 1] = unit.id end
    assert.same({ 1, 2 }, ids)
    other:add(units[1])
    assert.same({ 1, 2 }, { one:count(), other:count() })
    assert.equal(other, units[1].group)
    one:go(20, 10)
    world.run(10)
    one:add(units[4])
    march(world, one, 200)
    assert.is_true(units[4]:distance(20, 10) <= 1)
    other:remove(units[1])
    assert.is_false(units[1].group)
    other:disband()
    assert.is_false(units[3].group)
    local groups = 0
    for _ in world:groups() do groups = groups + 1 end
    assert.equal(1, groups)
  end)

  it("is what its orders return, with and without members", function()
    local world = small_world(". . . . . .")
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local group = world:group { units = {} }
    for _ = 1, 2 do
      assert.equal(group, group:go(4, 1))
      assert.equal(group, group:hold())
      assert.equal(group, group:stop())
      assert.equal(group, group:stop())
      assert.equal(group, group:add(unit))
    end
    assert.equal(group, group:remove(unit))
    assert.equal(0, select("#", group:disband()))
  end)

  it("does the same in every run", function()
    local hashes = {}
    for run = 1, 2 do
      local world = small_world(DOOR)
      local group = world:group { units = muster(world, 16, 2, 3), formation = "wedge" }
      group:go(20, 5)
      local hash = {}
      for tick = 1, 150 do
        world:tick()
        hash[tick] = world.map:hash()
        if tick == 60 then world:unit_at(group.order.x, group.order.y) end
      end
      hashes[run] = table.concat(hash)
    end
    assert.equal(hashes[1], hashes[2])
  end)

  it("takes up as many as there is room for at the goal: the last ones leave", function()
    local world = small_world("..........\n..........")
    local big, units = world.map:class { size = 2 }, {}
    units[1] = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9, class = big }
    for x = 7, 3, -1 do
      units[#units + 1] = world:unit { player = "red", x = x, y = 1, speed = 1, sight = 9 }
    end
    local group = world:group { units = units }
    group:go(2, 1)                               -- with room for four that are as big
    world.run(30)
    assert.same({ [2] = "crowded", [3] = "crowded" }, group.left)
  end)

  it("may be given before there are units: those that join by the next turn follow it", function()
    local world = small_world(OPEN)
    local lone, joined, late = world:group {}, world:group {}, world:group {}
    lone:go(20, 10)
    world.run(3)
    assert.same({ "failed", "lost", false }, { lone.status, lone.code, lone.order })
    joined:go(20, 10)
    local unit = world:unit { player = "red", x = 2, y = 2, speed = 1, sight = 3 }
    joined:add(unit)
    world.run(40)
    assert.same({ "assembled", 20, 10 }, { joined.status, unit.x, unit.y })
    world.map:set(5, 5, "wall")
    late:go(5, 5)
    late:add(world:unit { player = "red", x = 9, y = 5, speed = 1, sight = 9 })
    world.run(3)
    assert.same({ "failed", "goal_blocked" }, { late.status, late.code })
  end)

  it("ends with its influence map, and reports it; the tick goes on", function()
    local world = small_world(OPEN)
    local group = world:group { units = muster(world, 4, 2, 2), influence = { danger = 2 } }
    says("danger", group.go, group, 20, 10)
    local empty = world:group { influence = { danger = 2 } }
    says("bad argument to 'go' (influence = 'danger'", empty.go, empty, 20, 10)
    assert.same({ "standing", false }, { empty.status, empty.order })
    local danger = world:influence("danger")
    danger:add(11, 6, 90, 3)
    group:go(20, 10)
    world.run(5)
    danger:remove()
    world.run(5)
    assert.same({ "failed", "error" }, { group.status, group.code })
    assert.equal(1, #world.reports)
    assert.matches("group 1 .*removed", world.reports[1].text)
  end)

  it("says what is wrong in calls", function()
    local world = small_world(OPEN)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    says("unknown key 'formaton', the nearest is 'formation'", world.group, world,
      { formaton = "box" })
    says("there is no formation 'bx', the nearest is 'box'", world.group, world,
      { formation = "bx" })
    says("a unit expected, got 7", world.group, world, { units = { 7 } })
    local gone = world:unit { player = "red", x = 5, y = 5 }
    gone:remove()
    for message, stranger in pairs {
      ["unit %d was removed"] = gone,
      ["unit %d is another world's"] = small_world(OPEN):unit { player = "red", x = 1, y = 1 },
      ["is the map's alone; world:unit makes units for groups"] =
        world.map:player("red"):unit { x = 9, y = 9 },
    } do
      says(message:format(stranger.id or 0), world.group, world, { units = { stranger } })
    end
    for _, name in ipairs { "", ("n"):rep(65), "a\27b" } do
      says("' is not of 1 to 64 bytes that can be shown", world.group, world, { name = name })
    end
    assert.equal(64, #world:group({ name = ("n"):rep(64) }).name)
    says("is blue", world.group, world,
      { units = { unit, world:unit { player = "blue", x = 3, y = 1 } } })
    local group = world:group { units = { unit } }
    says("a goal expected", group.go, group, "there")
    says("99, 1 is no cell of the map", group.go, group, 99, 1)
    says("facing is not one of the eight directions", group.go, group, 5, 5, { facing = "up" })
    says("speed = 0 is not above 0", group.go, group, 5, 5, { speed = 0 })
    says("spacing = 0.5 is not a whole number", group.go, group, 5, 5, { spacing = 0.5 })
    says("#2 to 'go' (y = nil is not a number)", group.go, group, 5)
    says("is not a list", world.group, world, { units = unit })
    says("unknown key 1, the keys are ", world.group, world, { unit })
    says("unknown key 'sped', the nearest is 'speed'", group.go, group, 5, 5, { sped = 1 })
    says("unknown key 'facng', the nearest is 'facing'", group.hold, group, { facng = "up" })
    for _, direction in ipairs { "north", { 0, 1 }, { -1, -1 } } do
      group:go(5, 5, { facing = direction })
    end
    for key, cases in pairs {
      formation = { "line", "column", false, "bx", 7 }, spacing = { 1, 32, nil, 0, 33, 1.5, "x" },
      speed = { 0.5, 64, nil, 0, 64.5, -1, "x" }, influence = { {}, { danger = 1 }, nil, 7, "x" },
    } do
      for i = 1, 7 do
        local is_fine = i < 3 or i == 3 and cases[3] == nil and key ~= "formation"
        local ok, message = pcall(function() group[key] = cases[i] end)
        if is_fine then
          assert.is_true(ok, message)
          assert.same(cases[i], group[key])
        elseif cases[i] ~= nil then
          assert.is_false(ok)
          assert.matches("group: .*" .. key, message)
        end
      end
    end
    says("group: formation = nil is not a name", function() group.formation = nil end)
    group:disband()
    says("the group was disbanded", group.go, group, 5, 5)
    says("the group was disbanded", group.hold, group)
    says("the group was disbanded", group.add, group, unit)
    assert.is_table(astar)
  end)
end)

describe("unit:hold_formation #quick", function()
  it("fails without a group", function()
    local world = small_world(OPEN)
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local result = world.outcome(unit, 10, function(one) return one:hold_formation() end)
    assert.equal("no_group", result[2])
  end)

  it("can be left and taken up again", function()
    local world = small_world(OPEN)
    local units = muster(world, 4, 2, 2)
    local group = world:group { units = units }
    local log = {}
    units[1]:behave(function(one)
      local task = one:start(function(inner) return inner:hold_formation() end)
      for _ = 1, 20 do
        one:step(task)
        one:sleep(1)
      end
      task:drop()
      one:wait(5)
      log[#log + 1] = { one:hold_formation() }
    end)
    world.run(2)
    group:go(20, 10)
    march(world, group, 300)
    world.run(3)
    assert.same({ { true } }, log)
    assert.is_true(units[1]:distance(20, 10) <= 2)
  end)
end)
