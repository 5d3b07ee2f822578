local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . . . . . . . . . .
  . . . . . . . . # . . . . . . .
  . . . . . . . . # . . . . . . .
  . . . . . . . . # . . . . . . .
  . . . . . . . . . . . . . . . .
]]

describe("unit:chase #quick", function()
  it("comes next to what runs slower, looking for few ways", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 9, y = 5, speed = 0.2, sight = 20 }
    local hound = world:unit { player = "red", x = 1, y = 5, speed = 0.4, sight = 20 }
    hare:behave(function(one) return one:go(16, 1) end)
    local ways, find = 0, hound.find
    rawset(hound, "find", function(...)
      ways = ways + 1
      return find(...)
    end)
    assert.is_true(world.outcome(hound, 100, function(one) return one:chase(hare) end)[1])
    assert.equal(1, hound:distance(hare))
    assert.is_true(ways <= 6, ways)
  end)

  it("goes to where it was seen last, and loses it there", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 8, y = 3, speed = 1, sight = 20 }
    local hound = world:unit { player = "red", x = 5, y = 3, speed = 0.25, sight = 3 }
    hare:behave(function(one) return one:go(16, 1) end)
    local result = world.outcome(hound, 200, function(one) return one:chase(hare) end)
    assert.same({ nil, "lost" }, { result[1], result[2] })
    assert.is_true(hound.x >= 6)
  end)

  it("does not know where one is that it has not seen", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 12, y = 3 }
    local hound = world:unit { player = "red", x = 1, y = 3, sight = 4 }
    assert.equal("lost", world.outcome(hound, 9, function(one) return one:chase(hare) end)[2])
    assert.equal(1, hound.x)
  end)

  it("takes it up again when it is seen again", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 8, y = 3, speed = 1, sight = 20 }
    local hound = world:unit { player = "red", x = 2, y = 3, speed = 1, sight = 7 }
    hare:behave(function(one)
      one:go(11, 3)
      one:wait(300)
    end)
    assert.is_true(world.outcome(hound, 100, function(one) return one:chase(hare) end)[1])
  end)

  it("comes as near as it gets, where the query says so", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 12, y = 3, sight = 20 }
    local hound = world:unit { player = "red", x = 8, y = 3, speed = 1, sight = 40 }
    world.map:fill(9, 1, 1, 5, "water")
    world.map:terrain("water", false)
    world:player "red":reveal()
    local near = { partial = true }
    local result = world.outcome(hound, 50, function(one) return one:approach(hare, near) end)
    assert.same({ nil, "partial" }, { result[1], result[2] })
  end)

  it("says when it is gone, and what is in the way", function()
    local world = small_world(FIELD)
    local hare = world:unit { player = "blue", x = 16, y = 3, sight = 20 }
    local hound = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 40 }
    world.map:fill(9, 1, 1, 5, "water")
    world.map:terrain("water", false)
    world:player "red":reveal()
    assert.equal("unreachable",
      world.outcome(hound, 50, function(one) return one:chase(hare) end)[2])
    hound:behave(function(one) one.data.result = { one:chase(hare, { within = 3 }) } end)
    hare:remove()
    world.run(3)
    assert.same({ nil, "gone" }, hound.data.result)
  end)
end)

describe("unit:follow #quick", function()
  it("stays near", function()
    local world = small_world(FIELD)
    local leader = world:unit { player = "red", x = 5, y = 1, speed = 0.25 }
    local page = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }
    leader:behave(function(one) one:patrol({ { x = 16, y = 5 }, { x = 1, y = 5 } }, 1) end)
    page:behave(function(one) one.data.code = select(2, one:follow(leader)) end)
    world.run(20)
    world.run(200, function()
      assert.is_true(page:distance(leader) <= 5)
      return not leader.behaviour
    end)
    leader:remove()
    world.run(10)
    assert.equal("gone", page.data.code)
  end)

  it("looks each fourth tick whether it is still near", function()
    local world = small_world(FIELD)
    local leader = world:unit { player = "red", x = 5, y = 1 }
    local page = world:unit { player = "red", x = 4, y = 1 }
    local looks, distance = {}, page.distance
    page:behave(function(one) one:follow(leader) end)
    world.run(3)
    rawset(page, "distance", function(...)
      if looks[#looks] ~= world.ticks then looks[#looks + 1] = world.ticks end
      return distance(...)
    end)
    world.run(16)
    for i = 2, #looks do assert.equal(4, looks[i] - looks[i - 1]) end
    assert.equal(4, #looks)
  end)

  it("goes round the corner behind which it lost sight of it", function()
    local world = small_world([[
      . . . . . . . . .
      # # # # # # # . .
      # # # # # # # . .
      . . . . . . . . .
    ]], { fog = true })
    local hare = world:unit { player = "blue", x = 8, y = 1, speed = 1 }
    local hound = world:unit { player = "red", x = 6, y = 1, speed = 0.5, sight = 5 }
    hound:behave(function(one) one.data.code = select(2, one:follow(hare)) end)
    world.run(8)
    hare:behave(function(one) one:go(8, 4) end)
    world.run(80)
    assert.is_nil(hound.data.code)
    assert.is_true(hound:distance(hare) <= 2)
  end)
end)
