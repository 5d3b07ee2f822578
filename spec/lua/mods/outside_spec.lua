-- In a mod, too, verbs are called by the behaviour of their unit. Called by another coroutine they
-- name themselves, also where a function ends with the call and has left the stack.

local modded = require "support.modded"
local small_world = require "support.small_world"
local verb_calls = require "support.verb_calls"

local FIELD = ("..........\n"):rep(8)

local BEHAVIOUR = [[
  local function nothing() return true end
  return function(unit)
    local enemy = unit:enemies(9)[1]
    for i, call in ipairs { %s } do
      local _, message = coroutine.resume(coroutine.create(function() return call(unit, enemy) end))
      print(message)
    end
    unit:wait(100)
  end]]

-- What is said of each call, by `line`, which has the place of a call in it.
local function said_of(line)
  local names, calls = {}, {}
  for name, text in pairs(verb_calls) do
    names[#names + 1] = name
    calls[#calls + 1] = ("function(unit, enemy) " .. line .. " end"):format(text)
  end
  local world = small_world(FIELD)
  local mod, lines = modded(world, BEHAVIOUR:format(table.concat(calls, ",\n")),
    { instructions = 1e6, total = 1e7 })
  assert(mod, lines)
  world:unit { player = "blue", x = 2, y = 2 }
  world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
  world.run(1)
  assert.same({}, world.reports)
  return names, lines
end

describe("a verb that a mod calls in a coroutine of its own #quick", function()
  for what, line in pairs { ["and then goes on"] = "local done = %s return done",
    ["at the end of a function"] = "return %s" } do
    it("names itself, " .. what, function()
      local names, lines = said_of(line)
      assert.equal(#names, #lines)
      for i, name in ipairs(names) do
        assert.matches(("'%s' can only be called by the unit's behaviour"):format(name), lines[i],
          1, true)
      end
    end)
  end
end)
