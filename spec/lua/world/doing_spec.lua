local astar = require "astar"
local doing = require "astar.world.doing"
local small_world = require "support.small_world"

local ROOMS = [[
  . . . . . . . . . . . .
  . . # # # # . . # # . .
  . . # . . . . . . # . .
  . . . . . . . . . . . .
]]

local think = astar.think

describe("what a unit is at #quick", function()
  -- After some ticks of a behaviour.
  local function verbs_of(behaviour, ticks)
    local world = small_world(ROOMS)
    local unit = world:unit { player = "red", x = 1, y = 4, speed = 0.3, sight = 9,
      behaviour = behaviour }
    world:unit { player = "blue", x = 7, y = 4, speed = 0.1,
      behaviour = function(one) one:go(12, 1) end }
    world.run(ticks or 3)
    return doing.verbs(unit), unit, world
  end

  local function guard(unit)
    return unit:guard({ x = 6, y = 4 }, { radius = 8 })
  end

  it("is nothing without a behaviour, and none of the verbs in one that calls none", function()
    local words, unit = verbs_of(nil)
    assert.equal("", words)
    assert.equal("", doing.behaviour(unit))
    assert.equal("", (verbs_of(function(one) one:sleep(9) end)))
  end)

  it("is the verb, and the verbs that it is made of, but for plumbing", function()
    assert.equal("wait", (verbs_of(function(one) one:wait(9) end)))
    assert.equal("patrol > go", (verbs_of(function(one)
      one:patrol { { x = 12, y = 1 }, { x = 1, y = 1 } }
    end)))
    assert.equal("guard > engage > chase", verbs_of(guard, 8):sub(1, 22))
  end)

  it("shows the first 24 bytes of a text that a verb was called with", function()
    local _, unit = verbs_of(function(one) one:await(("x"):rep(24) .. "yz") end)
    assert.equal("await('" .. ("x"):rep(24) .. "')", doing.verbs(unit, {}))
  end)

  it("names what think.utility has chosen", function()
    local tree = think.utility { { name = "hold", evaluate = function() return 1 end,
      execute = guard } }
    assert.equal("hold > guard > engage > chase", verbs_of(tree, 8):sub(1, 29))
  end)

  it("does not say twice what a candidate and its verb are both called", function()
    local tree = think.utility { { name = "guard", evaluate = function() return 1 end,
      execute = guard } }
    assert.equal("guard > engage", verbs_of(tree, 8):sub(1, 14))
  end)

  it("names what goes on side by side", function()
    assert.equal("wait + patrol > go", (verbs_of(think.race(think.act("wait", 99),
      think.act("patrol", { { x = 12, y = 1 } })))))
  end)

  it("forgets what was dropped or has ended", function()
    local behaviour = think.sequence(think.race(think.act("wait", 2), think.act("go", 12, 1)),
      think.act("await", "never"))
    assert.equal("await", (verbs_of(behaviour, 5)))
    local _, unit, world = verbs_of(function(one) one:wait(2) end, 6)
    assert.equal("", doing.verbs(unit))
    unit:behave(guard)
    world:tick()
    assert.match("^guard", doing.verbs(unit))
  end)

  it("calls a behaviour by its name, or by the place where it begins", function()
    local _, unit, world = verbs_of(guard)
    assert.match("^doing_spec.lua:%d+$", doing.behaviour(unit))
    world:behaviour("guard it", guard)
    unit:behave("guard it")
    assert.equal("guard it", doing.behaviour(unit))
  end)

  it("is known of what runs in a mod", function()
    local world = small_world(ROOMS)
    assert(world:mod { name = "watch", files = {
      ["mod.lua"] = [[
        return { name = "watch", version = "1", behaviours = { it = "it.lua" } }
      ]],
      ["it.lua"] = [[
        local think = require "astar.think"
        local function stand(unit) return unit:guard({ x = 6, y = 4 }, { radius = 8 }) end
        return think.utility { { name = "watch out", evaluate = function() return 1 end,
          execute = think.race(stand, think.act("await", "never")) } }
      ]],
    } })
    local unit = world:unit { player = "red", x = 1, y = 4, speed = 0.3, behaviour = "watch.it" }
    world.run(3)
    assert.equal("watch out > guard > go + await", doing.verbs(unit))
    assert.equal("watch.it", doing.behaviour(unit))
  end)
end)
