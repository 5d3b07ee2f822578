--- Each argument of each public function wrong in turn, and each key of its options: the error
-- names the number of the argument, and the key; in the game and in a mod.

local good_calls = require "support.good_calls"
local modded = require "support.modded"
local skip = require "support.skip"

describe("an error names the number of the argument that is wrong, and the key", function()
  it("in the game", function()
    local found, tried = good_calls.of_game()(good_calls.new_unit())
    assert.same({}, found)
    assert.is_true(tried > 9000)
  end)

  local yielding_it = skip.where(skip.unyielding())

  yielding_it("in a behaviour", function()
    local unit, found, tried = good_calls.new_unit(), nil, nil
    local f = good_calls.of_unit()
    unit:behave(function() found, tried = f(unit) end)
    unit.world.run(300, function() return found end)
    assert.same({}, unit.world.reports)
    assert.same({}, found)
    assert.is_true(tried > 5000)
  end)

  it("in a mod", function()
    local unit = good_calls.new_unit()
    local _, lines = modded(unit.world, "local try = (function()\n" .. good_calls.of_mod() .. [[
      end)()
      return function(unit)
        local found, tried = try(unit, true)
        for _, line in ipairs(found) do print(line) end
        print(tried > 1500)
      end]])
    unit:behave "test.it"
    unit.world.run(600, function() return lines[1] end)
    assert.same({}, unit.world.reports)
    assert.same({ "true" }, lines)
  end)
end)
