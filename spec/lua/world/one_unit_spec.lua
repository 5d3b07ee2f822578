local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local function world_of_three()
  local world = small_world [[
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .]]
  local one = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 9 }
  local enemy = world:unit { player = "blue", x = 5, y = 2, speed = 1, sight = 9 }
  return world, one, enemy, world:player("red"):unit { x = 8, y = 3 }
end

local function gather(iterator, state, from)
  local list = {}
  for a, b in iterator, state, from do list[#list + 1] = { a, b } end
  return list
end

describe("a world's unit #quick", function()
  it("is what the functions of the map give", function()
    local world, one, enemy, alone = world_of_three()
    local map = world.map
    assert.equal(one, map:unit_at(1, 1))
    assert.equal(alone, map:unit_at(8, 3))
    assert.same({ one, enemy, alone }, { map:units_near(1, 1, 9)[1], map:units_near(1, 1, 9)[2],
      map:units_near(1, 1, 9)[3] })
    assert.same({ { one }, { enemy }, { alone } }, gather(map:units()))
    assert.same({ { one }, { alone } }, gather(world:player("red"):units()))
    one:order("go", 3, 1)
    local arrived
    world.run(20, function()
      arrived = gather(map:events())[1]
      return arrived
    end)
    assert.same({ "arrived", one }, arrived)
    assert.equal(one, world:unit(one.id))
    assert.equal("userdata", type(one.body))
  end)

  it("is what they take: as the unit of a query, and as a goal", function()
    local world, one, enemy, alone = world_of_three()
    local map = world.map
    assert.equal(8, map:path(1, 1, 8, 1, { unit = one }):cell(8))
    for _, target in ipairs { enemy, enemy.body } do
      for name, path in pairs { map = map:path(1, 1, target), world = one:path(target),
        body = alone:path(target), ticket = map:request_path(1, 1, target) } do
        if name == "ticket" then
          map:work(1000)
          path = path.path
        end
        local x, y = path:cell(#path)
        assert.equal(1, math.max(math.abs(x - enemy.x), math.abs(y - enemy.y)), name)
      end
    end
    for _, target in ipairs { enemy, enemy.body } do
      local found = one:nearest { target, alone }
      local x, y = found.path:cell(-1)
      assert.equal(1, math.max(math.abs(x - found.x), math.abs(y - found.y)))
    end
    local x, y = one:path(alone):cell(-1)
    assert.equal(1, math.max(math.abs(x - 8), math.abs(y - 3)))
    assert.same({ nil, "goal_blocked" }, { one:path(enemy, {}) })
    assert.same({ nil, "goal_blocked" }, { map:path(1, 1, enemy, { unit = one }) })
  end)

  it("is the same object after it was saved", function()
    local world, one = world_of_three()
    world.data.best = one
    local again = assert(astar.read_world(assert(world:save())))
    assert.equal(again.data.best, again.map:unit_at(1, 1))
    assert.equal("table", type(again.map:unit_at(5, 2)))
    assert.equal("userdata", type(again.map:unit_at(8, 3)))
  end)

  it("is no more where it was removed, however that was", function()
    local world, one, enemy = world_of_three()
    one:remove()
    assert.is_nil(world.map:unit_at(1, 1))
    world:player("blue"):remove()
    assert.is_nil(world.map:unit_at(5, 2))
    assert.is_true(enemy.removed)
    assert.same(1, #gather(world.map:units()))
    assert.equal(0, world:count())
  end)

  it("may be removed while one goes through all units", function()
    local world, one, enemy = world_of_three()
    local seen = {}
    for unit in world.map:units() do
      seen[#seen + 1] = unit.id
      if unit == one or unit == enemy then unit:remove() end
    end
    assert.same({ 1, 2, 3 }, seen)
  end)

  it("is collected with its world and its map", function()
    local gone = setmetatable({}, { __mode = "v" })
    gone.world, gone.unit = world_of_three()
    collectgarbage()
    collectgarbage()
    assert.same({}, gone)
  end)
end)

describe("messages about units #quick", function()
  it("say what is wrong in the words of the caller", function()
    local world, one, enemy, alone = world_of_three()
    local map = world.map
    local other = astar.world { map = astar.map { width = 3, height = 3 } }
    local far = other:unit { player = "red", x = 1, y = 1 }
    says("bad argument #1 to 'group' (unit 2 is blue's, and the group red's)",
      world.group, world, { units = { one, enemy } })
    says("bad argument #1 to 'group' (unit 3 (red at 8, 3) is the map's alone; " ..
      "world:unit makes units for groups)", world.group, world, { units = { alone } })
    says("bad argument #1 to 'group' (unit 1 is another world's)", world.group, world,
      { units = { far } })
    says("bad argument #3 to 'path' (the unit is of another map)", map.path, map, 1, 1, far)
    says("bad argument #1 to 'path' (x = unit is not an integer: a cell is written x, y)",
      map.path, map, enemy, 1, 1)
    enemy:remove()
    says("unit.x: the unit was removed", function() return enemy.x end)
    says("unit.speed: the unit was removed", function() enemy.speed = 1 end)
    says("unit.speed = -1 is", function() one.speed = -1 end)
    says("unit.speed = -1 is", function() alone.speed = -1 end)
    says("bad argument #3 to 'path' (the unit was removed)", map.path, map, 1, 1, enemy)
    says("bad argument #1 to 'path' (the unit was removed)", one.path, one, enemy)
    says("bad argument #1 to 'group' (unit 2 was removed)", world.group, world,
      { units = { enemy } })
    says("unit.home = unit 2 (removed) is no place", function() one.home = enemy end)
  end)
end)
