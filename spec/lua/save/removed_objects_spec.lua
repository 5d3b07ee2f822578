-- Players and influence maps that were removed may be in the data of units and of the world: the
-- world is saved, and what is loaded says that they were removed.

local astar = require "astar"

local function world_with(data)
  local world = astar.world { map = astar.map { width = 9, height = 3 } }
  local red, green = world:player "red", world:player "green"
  local smell = world:influence "smell"
  local unit = world:unit { player = red, x = 1, y = 1 }
  data(unit, green, smell, world)
  green:remove()
  smell:remove()
  return world, unit
end

describe("an object that was removed #quick", function()
  it("does not keep a world from being saved", function()
    local world = world_with(function(unit, green, smell)
      unit.data.enemy, unit.data.list = green, { green, smell }
      unit:tell("hit", green)
    end)
    world:tick()
    local text = assert(world:save())
    local again = assert(astar.read_world(text))
    local data = again:unit(1).data
    assert.is_true(data.enemy.removed)
    assert.equal(data.enemy, data.list[1])
    assert.same({ "player (removed)", "influence (removed)" },
      { tostring(data.enemy), tostring(data.list[2]) })
    assert.equal(world:hash(), again:hash())
    assert.equal(text, again:save())
    for _ = 1, 3 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
    end
  end)

  it("may be in the world's data, and in heavy mode", function()
    local world = world_with(function(_, green, _, all) all.data.lost = green end)
    world.heavy = true
    for _ = 1, 3 do world:tick() end
    assert.is_true(astar.read_world(assert(world:save())).data.lost.removed)
  end)
end)
