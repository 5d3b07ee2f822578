local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
  . . . . . . . . . . . . . . . .
]]

local function attacks(world, ticks)
  local count = 0
  world.run(ticks, function()
    for name in world:events() do
      if name == "attacked" then count = count + 1 end
    end
  end)
  return count
end

describe("unit:engage #quick", function()
  it("runs up to an enemy and tells it", function()
    local world = small_world(FIELD)
    local knight = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 20 }
    local enemy = world:unit { player = "blue", x = 9, y = 3 }
    local by
    enemy:behave(function(one)
      repeat one:sleep() until one:event "attacked"
      by = select(2, one:event "attacked")
    end)
    assert.is_true(world.outcome(knight, 60, function(one) return one:engage(enemy) end)[1])
    assert.equal(knight, by)
    assert.equal(1, knight:distance(enemy))
  end)

  it("strikes from the range, in the way and as often as the game says", function()
    for range = 1, 5 do
      for _, cooldown in ipairs { 1, 3, 20 } do
        local world = small_world(FIELD)
        local archer = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 20 }
        local enemy = world:unit { player = "blue", x = 9, y = 3 }
        local hits, ended = {}, nil
        archer:behave(function(one)
          one:engage(enemy, { range = range, cooldown = cooldown, hit = function(unit, who)
            assert.equal(archer, unit)
            assert.equal(enemy, who)
            hits[#hits + 1] = { world.ticks, unit:distance(who) }
          end })
          ended = world.ticks
        end)
        world.run(60, function() return ended end)
        assert.equal(1, #hits)
        assert.equal(range, hits[1][2])
        assert.equal(cooldown, ended - hits[1][1])
        assert.is_nil(enemy:event "attacked")
      end
    end
  end)
end)

describe("unit:guard #quick", function()
  it("attacks enemies that come near, and returns", function()
    local world = small_world(FIELD)
    local place = { x = 4, y = 3 }
    local knight = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 20 }
    local enemy = world:unit { player = "blue", x = 16, y = 3, speed = 0.5, sight = 20 }
    knight:behave(function(one) one.data.result = { one:guard(place, { radius = 4 }) } end)
    assert.equal(0, attacks(world, 30))
    assert.is_true(knight:distance(place) <= 1)
    enemy:behave(function(one)
      one:go(7, 3)
      one:wait(40)
      return one:go(16, 3)
    end)
    assert.is_true(attacks(world, 70) > 0)
    world.run(120)
    assert.is_true(knight:distance(place) <= 1)
    assert.same({ {} }, { world.reports })
    assert.is_nil(knight.data.result)
  end)

  it("is not drawn away, and leaves alone whom it cannot get at", function()
    local world = small_world(FIELD)
    local place = { x = 3, y = 3 }
    local knight = world:unit { player = "red", x = 3, y = 3, speed = 0.5, sight = 30 }
    local enemy = world:unit { player = "blue", x = 5, y = 1, speed = 0.4, sight = 30 }
    local farthest = 0
    local function run_after(one, who) return one:follow(who) end
    knight:behave(function(one) return one:guard(place, { radius = 3, engage = run_after }) end)
    enemy:behave(function(one) return one:go(16, 3) end)
    world.run(200, function() farthest = math.max(farthest, knight:distance(place)) end)
    assert.is_true(farthest > 2 and farthest <= 7 and knight:distance(place) <= 1, farthest)
  end)

  it("does what the game says to an enemy", function()
    local world = small_world(FIELD)
    local shot
    local knight = world:unit { player = "red", x = 4, y = 3, sight = 20 }
    local enemy = world:unit { player = "blue", x = 7, y = 3 }
    knight:behave(function(one)
      return one:guard({ x = 4, y = 3 }, { engage = function(_, who) shot = who end })
    end)
    world.run(20)
    assert.equal(enemy, shot)
    assert.same({ 4, 3 }, { knight.x, knight.y })
  end)
end)

describe("unit:escort #quick", function()
  it("stays near, and attacks enemies that come near its ward", function()
    local world = small_world(FIELD)
    local cart = world:unit { player = "red", x = 3, y = 3, speed = 0.2 }
    local knight = world:unit { player = "red", x = 1, y = 1, speed = 0.5, sight = 20 }
    world:unit { player = "blue", x = 10, y = 1 }
    cart:behave(function(one)
      one:go(15, 5)
      one:wait(60)
    end)
    knight:behave(function(one) one.data.result = { one:escort(cart, { radius = 4 }) } end)
    assert.is_true(attacks(world, 140) > 0)
    assert.is_true(knight:distance(cart) <= 4)
    cart:remove()
    world.run(10)
    assert.same({ nil, "gone" }, knight.data.result)
  end)
end)

describe("unit:defend #quick", function()
  it("leaves an enemy alone for 60 ticks that it could not reach", function()
    local world = small_world(FIELD)
    local knight = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 20 }
    world:unit { player = "blue", x = 3, y = 3 }
    local ticks = {}
    knight:behave(function(one)
      one:defend({ x = 1, y = 3 }, 3, function(unit)
        ticks[#ticks + 1] = world.ticks
        unit:sleep(1)
        return nil, "unreachable"
      end, function(unit)
        while true do unit:sleep() end
      end)
    end)
    world.run(135)
    assert.equal(3, #ticks)
    assert.same({ 61, 61 }, { ticks[2] - ticks[1], ticks[3] - ticks[2] })
  end)
end)

describe("unit:attack_move #quick", function()
  it("fights on the way, and arrives", function()
    local world = small_world(FIELD)
    local knight = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 6 }
    local enemy = world:unit { player = "blue", x = 8, y = 1 }
    local hits = 0
    enemy:behave(function(one)
      while hits < 3 do
        one:sleep()
        if one:event "attacked" then hits = hits + 1 end
      end
      one:remove()
    end)
    local result = world.outcome(knight, 200, function(one) return one:attack_move(16, 3) end)
    assert.same({ true, 3, 16 }, { result[1], hits, knight.x })
  end)

  it("fails as go does", function()
    local world = small_world(FIELD)
    local knight = world:unit { player = "red", x = 1, y = 3, speed = 1, sight = 6 }
    world.map:set(16, 3, "wall")
    world:player "red":reveal()
    local result = world.outcome(knight, 60, function(one)
      return one:attack_move({ x = 16, y = 3 }, { radius = 3 })
    end)
    assert.equal("goal_blocked", result[2])
  end)
end)
