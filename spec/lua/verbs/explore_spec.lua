local small_world = require "support.small_world"

local CAVE = [[
  . . . . # . . . . .
  . . . . # . # # # .
  . . . . . . # . # .
  . . . . # . # # # .
  . . . . # . . . . .
]]

local function unseen(world, name)
  local count = 0
  for y = 1, world.map.height do
    for x = 1, world.map.width do
      if world:player(name):knows(x, y) == "unseen" then count = count + 1 end
    end
  end
  return count
end

describe("unit:explore #quick", function()
  it("sees all that can be seen", function()
    local world = small_world(CAVE, { fog = true })
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 4 }
    assert.is_true(world.outcome(unit, 300, function(one) return one:explore() end)[1])
    assert.equal(1, unseen(world, "red"))        -- the room without a door
  end)

  it("ends well for each of many scouts, and where an enemy stands about", function()
    for count = 1, 4 do
      local world, codes = small_world((("."):rep(24) .. "\n"):rep(16), { fog = true }), {}
      local function explore(one)
        local _, code = one:explore()
        codes[#codes + 1] = tostring(code)
      end
      for i = 1, count do
        world:unit({ player = "red", x = 6 * i - 4, y = 4 * i, speed = 1, sight = 4 })
          :behave(explore)
      end
      world:unit { player = "blue", x = 21, y = 2 }
      world.run(400, function() return #codes == count end)
      assert.equal(("nil "):rep(count), table.concat(codes, " ") .. " ")
      assert.equal(0, unseen(world, "red"))
    end
  end)

  it("serves classes that do not enter unknown land, and short sight", function()
    for sight = 1, 2 do
      local world = small_world(CAVE, { fog = true })
      local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = sight,
        class = world.map:class { unknown = false } }
      local result = world.outcome(unit, 900, function(one) return one:explore() end)
      assert.is_true(result[1] or result[2] == "blind")
      assert.is_true(unseen(world, "red") <= (sight == 1 and 12 or 1), sight)
    end
  end)

  it("says that it is blind", function()
    local world = small_world(CAVE, { fog = true })
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 4 }
    assert.equal("blind", world.outcome(unit, 3000, function(one) return one:explore() end)[2])
  end)

  it("ends well where others have seen what it stood before", function()
    local world = small_world(". . . . . . . . . . . .", { fog = true })
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }
    local result
    unit:behave(function(one) result = { one:explore() } end)
    world.run(12)
    world:unit { player = "red", x = 12, y = 1, sight = 12 }
    assert.equal(0, unseen(world, "red"))
    world.run(30)
    assert.same({ true }, result)
  end)

  it("says that others are in the way", function()
    local world = small_world(CAVE, { fog = true })
    local unit = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 9 }
    world:unit { player = "red", x = 5, y = 3, avoidance = "wait" }
    assert.equal("crowded", world.outcome(unit, 300, function(one) return one:explore() end)[2])
  end)
end)
