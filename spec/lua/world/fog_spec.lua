--- Players without fog, as maps and worlds make them. What each of them knows in every step is
-- checked in spec/c/field_of_view.c.

local astar = require "astar"
local patch = require "support.patch"
local saved_map = require "astar.save.map_fields"
local says = require "support.says"

local LAND = "....\n.##.\n...."

local function knows_all(player, map)
  for y = 1, map.height do
    for x = 1, map.width do
      local state, terrain = player:knows(x, y)
      assert.equal("visible", state)
      assert.equal(map:get(x, y), terrain)
    end
  end
end

describe("a player without fog #quick", function()
  it("is an option of map:player, and a field", function()
    local map = astar.map { rows = LAND }
    local red, blue = map:player("red", { fog = false }), map:player "blue"
    assert.is_false(red.fog)
    assert.is_true(blue.fog)
    knows_all(red, map)
    assert.equal("unseen", (blue:knows(1, 1)))
    map:set(4, 2, "wall")
    knows_all(red, map)
    assert.equal(red, map:player "red")
    assert.is_false(red.fog)
    assert.is_true(map:player("red", { fog = true }).fog)
    blue.fog = false
    knows_all(blue, map)
  end)

  it("plans with the map as it is, and sees all units", function()
    local map = astar.map { rows = "......\n......" }
    local red, blue = map:player("red", { fog = false }), map:player "blue"
    local unit = red:unit { x = 1, y = 1, sight = 0 }
    local enemy = blue:unit { x = 6, y = 2 }
    assert.is_true(enemy:visible_to(red))
    assert.is_false(unit:visible_to(blue))
    map:set(3, 1, "wall"):set(3, 2, "wall")
    local path, code = unit:path(6, 1)
    assert.is_nil(path)
    assert.equal("unreachable", code)
  end)

  it("is what a world without fog makes", function()
    local map = astar.map { rows = LAND }
    local world = astar.world { map = map, fog = false }
    local unit = world:unit { player = "red", x = 1, y = 1 }
    knows_all(unit.player, map)
    knows_all(world:player "blue", map)
    assert.is_true(world:player("green", { fog = true }).fog)
    world:player("blue").fog = true
    assert.is_true(world:player("blue").fog)
    assert.is_false(world.fog)
    assert.is_true(astar.world({ map = astar.map { rows = "." } }).fog)
  end)

  it("is saved, and so is a world that makes such players", function()
    local world = astar.world { map = astar.map { rows = LAND }, fog = false }
    world:unit { player = "red", x = 1, y = 1 }
    world:player("blue", { fog = true })
    local loaded = assert(astar.read_world(assert(world:save())))
    assert.equal(world:hash(), loaded:hash())
    assert.is_false(loaded:player("red").fog)
    assert.is_true(loaded:player("blue").fog)
    assert.is_false(loaded:player("green").fog)
    local with = astar.world { map = astar.map { rows = LAND } }
    local without = astar.world { map = astar.map { rows = LAND }, fog = false }
    assert.not_equal(with:hash(), without:hash())
  end)

  it("is a bit in a saved map, which is refused where it can be nobody's", function()
    local map = astar.map { rows = LAND }
    map:player "red"
    map:player("blue", { fog = false })
    local bytes, field = map:save(), nil
    for _, one in ipairs(saved_map.fields(bytes)) do
      if one.name == "without_fog" then field = one end
    end
    for digits, ends in pairs { ["0000000000000000"] = false, ["0000000000000004"] = false,
      ["8000000000000000"] = false, ["0000000000000003"] = "both" } do
      local other = astar.read(patch.map(bytes, field, digits))
      assert.equal(ends, other ~= nil and not other:player("red").fog
        and not other:player("blue").fog and "both")
      if other then
        knows_all(other:player "red", other)
        assert.not_equal(map:hash(), other:hash())
      end
    end
  end)

  it("has no other words for it", function()
    local map = astar.map { rows = LAND }
    says("#2 to 'player' (fog = 'no' is not a boolean)", map.player, map, "red", { fog = "no" })
    says("#2 to 'player' (player: unknown key 'fogg', the nearest is 'fog')",
      map.player, map, "red", { fogg = false })
    says("fog = 1 is not a boolean", function() map:player("red").fog = 1 end)
    says("#1 to 'world' (fog = 1 is not a boolean)", astar.world, { map = map, fog = 1 })
    says("field 'fog' of world is read-only", function() astar.world({ map = map }).fog = false end)
  end)
end)
