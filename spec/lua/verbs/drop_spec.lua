-- Every verb, dropped at many ticks of a run, with its target or a whole player removed on the way,
-- and with arguments that cannot come to anything.

local object = require "astar.units.object"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . # . . . .
  . . . . . # . . . .
  . . . . . . . . . .
  . % . . . # . . . .
  . . . . . # . . . .
]]

local function step_aside(one) return one:go(10, 3) end

--- What each verb is called with: unit, enemy of another player, friend.
local VERBS = {
  wait = function(one) return one:wait(9) end,
  await = function(one) return one:await("never", 9) end,
  watch = function(one) return one:watch(3, function() end, one.go, 10, 5) end,
  walk = function(one) return one:walk(one:path(10, 1)) end,
  go = function(one) return one:go(10, 5) end,
  ["go to a unit"] = function(one, enemy) return one:go(enemy) end,
  patrol = function(one) return one:patrol({ { x = 1, y = 1 }, { x = 10, y = 1 } }) end,
  approach = function(one, enemy) return one:approach(enemy) end,
  chase = function(one, enemy) return one:chase(enemy) end,
  follow = function(one, _, friend) return one:follow(friend) end,
  flee = function(one) return one:flee() end,
  ["flee from somebody"] = function(one, enemy, friend) return one:flee { enemy, friend } end,
  retreat = function(one) return one:retreat { { x = 9, y = 5 }, { x = 1, y = 1 } } end,
  explore = function(one) return one:explore() end,
  gather = function(one, enemy) return one:gather { { x = 8, y = 1 }, enemy } end,
  ["gather wood"] = function(one) return one:gather "wood" end,
  engage = function(one, enemy) return one:engage(enemy) end,
  defend = function(one, _, friend) return one:defend(friend, 4, one.engage, step_aside) end,
  guard = function(one) return one:guard { x = 7, y = 3 } end,
  ["guard somebody"] = function(one, _, friend) return one:guard(friend) end,
  escort = function(one, _, friend) return one:escort(friend) end,
  attack_move = function(one) return one:attack_move(10, 3) end,
  take_cover = function(one) return one:take_cover() end,
  ["take cover from somebody"] = function(one, enemy, friend)
    return one:take_cover { enemy, friend }
  end,
  flank = function(one, enemy) return one:flank(enemy) end,
  ambush = function(one) return one:ambush { x = 6, y = 3 } end,
  harass = function(one, enemy) return one:harass(enemy) end,
  hold = function(one) return one:hold { x = 7, y = 3 } end,
  ["hold a place from somebody"] = function(one, enemy, friend)
    return one:hold({ x = 4, y = 3 }, { radius = 1, from = enemy, watch = { enemy, friend } })
  end,
}

-- Each of the first ticks, and some later ones, even and odd.
local MOMENTS = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14, 18, 23, 30, 40 }

local NAMES = {}
for name in pairs(VERBS) do NAMES[#NAMES + 1] = name end
table.sort(NAMES)

local function scene(name)
  local world = small_world(FIELD, { fog = true })
  local unit = world:unit { player = "red", x = 3, y = 3, speed = 0.5, sight = 6 }
  local friend = world:unit { player = "red", x = 2, y = 1, speed = 0.5, sight = 3 }
  local enemy = world:unit { player = "blue", x = 8, y = 3, speed = 0.25, sight = 6 }
  friend:behave(function(one) one:go(4, 5) end)
  enemy:behave(function(one) one:go(6, 3) end)
  world:tick()
  unit:behave(function(one) return VERBS[name](one, enemy, friend) end)
  return world, unit, enemy, friend
end

describe("every verb", function()
  it("stands here", function()
    local missing = {}
    for name in pairs(require "astar.verbs") do
      if not VERBS[name] and name ~= "hold_formation" then missing[#missing + 1] = name end
    end
    assert.same({}, missing)
  end)

  for _, name in ipairs(NAMES) do
    it("leaves nothing behind when it is dropped: " .. name, function()
      for _, ticks in ipairs(MOMENTS) do
        local world, unit, enemy, friend = scene(name)
        world.run(ticks)
        unit:behave(nil)
        enemy:behave(nil)
        friend:behave(nil)
        assert.equal("standing", unit.state)
        assert.is_nil(unit.route)
        assert.same({ {}, {} }, { world._reserved, unit._held })
        world:tick()
        assert.equal(0, world.map.pending_requests)
        assert.same({}, world.reports)
      end
    end)

    it("survives the removal of the unit that it is about: " .. name, function()
      for _, ticks in ipairs(MOMENTS) do
        local world, unit, enemy, friend = scene(name)
        world.run(ticks)
        if ticks % 2 == 0 then enemy:remove() else world:player "blue":remove() end
        world.run(15)
        friend:remove()
        world.run(15)
        assert.same({}, world.reports)
        assert.equal(1, world:count())
        if ticks % 3 == 0 then unit:remove() else world:player "red":remove() end
        world.run(2)
        assert.same({ 0, {} }, { world:count(), world._reserved })
        assert.same({}, world.reports)
      end
    end)
  end
end)

--- Calls that cannot come to anything, or come to it at once.
local IMPOSSIBLE = {
  function(one) one:wait(0) end,
  function(one) one:wait(-5) end,
  function(one) one:await("never", 0) end,
  function(one) one:go(6, 1) end,
  function(one) one:go(one.x, one.y) end,
  function(one, gone) one:go(gone) end,
  function(one) one:walk(one:path(one.x, one.y)) end,
  function(one, _, _, path) one:walk(path) end,
  function(one) one:patrol { { x = 6, y = 1 } } end,
  function(one) one:patrol({ one.home }) end,
  function(one) one:patrol({ one.home }, 0) end,
  function(one, gone) one:patrol { gone } end,
  function(one, gone) one:approach(gone) end,
  function(one, gone) one:chase(gone) end,
  function(one, _, friend) one:chase(friend, { within = 99 }) end,
  function(one, _, friend) one:chase(friend, { budget = 1 }) end,
  function(one, gone) one:follow(gone) end,
  function(one) one:flee {} end,
  function(one, gone) one:flee { gone } end,
  function(one) one:flee({ { x = one.x, y = one.y } }, { distance = 0 }) end,
  function(one) one:flee({ { x = 6, y = 1 } }) end,
  function(one) one:flee({ { x = one.x, y = one.y } }, { ticks = 0 }) end,
  function(one) one:retreat { { x = 6, y = 1 } } end,
  function(one) one:retreat() end,
  function(one, gone) one:retreat { gone } end,
  function(one) one:explore() end,
  function(one) one:explore { budget = 1 } end,
  function(one) one:gather {} end,
  function(one, gone) one:gather { gone } end,
  function(one) one:gather "wall" end,
  function(one) one:gather({ { x = 6, y = 1 } }, { within = 0 }) end,
  function(one, gone) one:engage(gone) end,
  function(one, gone) one:guard(gone) end,
  function(one) one:guard { x = 10, y = 1 } end,
  function(one, gone) one:escort(gone) end,
  function(one, _, friend) one:defend(friend, 99, function() end, function() end) end,
  function(one) one:take_cover {} end,
  function(one, gone) one:take_cover { gone } end,
  function(one) one:take_cover({ x = one.x, y = one.y }, { within = 0 }) end,
  function(one) one:take_cover({ x = one.x, y = one.y }, { ticks = 0 }) end,
  function(one, gone) one:flank(gone) end,
  function(one) one:flank({ x = one.x, y = one.y }, { front = one }) end,
  function(one) one:ambush({ x = 6, y = 1 }, { ticks = 0 }) end,
  function(one, gone) one:ambush(gone) end,
  function(one, gone) one:harass(gone) end,
  function(one, gone) one:hold(gone) end,
  function(one) one:hold({ x = 6, y = 1 }, { within = 0 }) end,
  function(one, gone) one:hold({ x = 4, y = 4 }, { radius = 0, from = gone, watch = {} }) end,
  function(one) one:attack_move(6, 1) end,
  function(one) one:watch(0, function() end, function() end) end,
  function(one) one:watch(0, function() return "no" end, one.wait, 5) end,
}

describe("a behaviour that asks for the impossible again and again", function()
  for i, call in ipairs(IMPOSSIBLE) do
    it("gives way each time: " .. i, function()
      local world = small_world(FIELD)
      local unit = world:unit { player = "red", x = 3, y = 3, speed = 0.5, sight = 6 }
      local friend = world:unit { player = "red", x = 2, y = 1 }
      local enemy = world:unit { player = "blue", x = 3, y = 5 }
      local gone = world:unit { player = "blue", x = 5, y = 5 }
      local path = world.map:path(9, 1, 10, 1)
      gone:remove()
      unit:behave(function(one)
        while true do call(one, gone, friend, path) end
      end)
      world.run(250)
      enemy:remove()
      world.map:fill(6, 1, 1, 5, "wall")
      world:player "red":reveal()
      world.run(250)
      assert.same({}, world.reports)
      local deferred, entry = 0, object.of(unit)._task._last
      while entry do deferred, entry = deferred + 1, entry.above end
      assert.is_true(deferred < 9)                 -- no call leaves one behind
    end)
  end
end)
