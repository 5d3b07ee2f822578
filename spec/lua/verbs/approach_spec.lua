local small_world = require "support.small_world"

local ROOM = ((". "):rep(60) .. "\n"):rep(3)

describe("unit:approach #quick", function()
  --- What a hound makes of a hare that does as it is told, from a distance.
  local function approach(distance, hare_does, options)
    options = options or {}
    local world = small_world(ROOM)
    local hare = world:unit { player = "blue", x = 2 + distance, y = 2, sight = 3,
      speed = options.hare_speed or 1 }
    local hound = world:unit { player = "red", x = 2, y = 2, sight = options.sight or 60,
      speed = 0.5 }
    hare:behave(hare_does)
    local result = world.outcome(hound, 300,
      function(one) return one:approach(hare, options.query) end)
    return result, hound, hare, world
  end

  local function comes(one)
    one:wait(4)
    one:go(one.x > 3 and 3 or 4, 2)
  end

  -- A way is looked for far off by go, near to it by walk: what ends it must not be passed on.
  for _, distance in ipairs { 6, 25 } do
    it("is there when the other has come to it, " .. distance .. " cells off", function()
      local result, hound, hare = approach(distance, comes)
      assert.is_true(result[1])
      assert.equal(1, hound:distance(hare))
    end)

    it("follows one that wanders off, " .. distance .. " cells off", function()
      local result, hound, hare = approach(distance, function(one)
        one:wait(2)
        one:go(one.x + 3, 1)
        one:wait(2)
        one:go(one.x - 5, 3)
      end, { hare_speed = 0.4 })
      assert.is_true(result[1])
      assert.equal(1, hound:distance(hare))
    end)

    it("says where it has seen last one that gets away, " .. distance .. " cells off", function()
      local result, _, hare = approach(distance, function(one)
        one:wait(3)
        one:go(60, 2)
      end, { sight = distance + 1 })
      assert.same({ nil, "unseen" }, { result[1], result[2] })
      assert.is_true(result[3] > distance + 2 and result[3] < hare.x, result[3])
      assert.equal(2, result[4])
    end)
  end

  it("says where it has seen last one that it has lost before it could look again", function()
    local result = approach(6, function(one)
      one:sleep(1)
      one:place(9, 1)
      one:sleep(1)
      one:place(50, 2)
    end, { sight = 9 })
    assert.same({ nil, "unseen", 9, 1 }, { result[1], result[2], result[3], result[4] })
  end)

  it("is there as soon as it is as near as asked for, if the other comes a little", function()
    local result, hound, hare = approach(20, function(one)
      one:wait(1)
      one:go(one.x - 2, 2)
    end, { query = { within = 15 } })
    assert.is_true(result[1])
    assert.equal(15, hound:distance(hare))
  end)
end)
