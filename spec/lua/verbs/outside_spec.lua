-- Verbs are called by the behaviour of their unit. Called by anything else each of them is an error
-- that names it, and has done nothing: no walk has begun, no group has another member.

local small_world = require "support.small_world"
local verb_calls = require "support.verb_calls"
local verbs = require "astar.verbs"

local FIELD = ("..........\n"):rep(8)

local function nothing() return true end

-- `unit` does what the text says, as the last that a function does.
local function call_of(text)
  local f = (loadstring or load)("local unit, enemy, nothing = ... return function() return "
    .. text .. " end")
  return function(unit, enemy) return f(unit, enemy, nothing) end
end

-- With everything that a verb might change before it notices.
local function hash(world)
  return world:hash() .. world.map:hash() .. world.map:_queue_hash()
end

describe("a verb that no behaviour calls #quick", function()
  it("is any of them", function()
    for name in pairs(verbs) do assert.is_string(verb_calls[name], name) end
  end)

  for _, near in ipairs { "beside", "far away" } do
    it("is an error and does nothing, its target " .. near, function()
      for name, text in pairs(verb_calls) do
        local world = small_world(FIELD)
        local unit = world:unit { player = "red", x = 1, y = 1, sight = 9 }
        local enemy = world:unit { player = "blue", x = near == "beside" and 2 or 9, y = 2 }
        local group = world:group { units = { unit } }
        group:go(9, 8)
        local before = hash(world)
        local call = call_of(text)(unit, enemy)
        local words = ("'%s' can only be called by the unit's behaviour"):format(name)
        local ok, message = pcall(call)
        assert.is_false(ok, name)
        assert.matches(words, message, 1, true)
        ok, message = coroutine.resume(coroutine.create(call))
        assert.is_false(ok, name)
        assert.matches(words, message, 1, true)
        assert.equal(before, hash(world), name)
        assert.equal("standing", unit.state, name)
        world.run(3)
        assert.same({}, world.reports)
      end
    end)
  end
end)

describe("a behaviour that has ended itself #quick", function()
  it("goes no further than its next call", function()
    for name, text in pairs(verb_calls) do
      local world = small_world(FIELD)
      local unit = world:unit { player = "red", x = 1, y = 1, sight = 9 }
      local enemy = world:unit { player = "blue", x = 5, y = 2 }
      local has_returned = false
      unit:behave(function(one)
        one:behave(nil)
        call_of(text)(one, enemy)()
        has_returned = true
      end)
      world.run(3)
      assert.same({ false, "standing" }, { has_returned, unit.state }, name)
      assert.same({}, world.reports)
    end
  end)
end)
