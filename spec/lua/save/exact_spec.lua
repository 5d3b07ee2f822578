-- Numbers that not every Lua has, wherever they are in a value: the first in the order of keys.

local exact = require "astar.save.exact"

describe("numbers that are not the same everywhere #quick", function()
  local big = math.tointeger and math.tointeger(2 ^ 53) + 1
  local words = ", above 2^53 and not the same number everywhere"

  it("are none where all numbers are floats", function()
    if big then return end
    assert.is_nil(exact.problem_in({ [2 ^ 60] = 2 ^ 60 }, "data"))
  end)

  it("are named by their places", function()
    if not big then return end
    local text = tostring(big) .. words
    assert.is_nil(exact.problem(big - 1))
    assert.equal(text, exact.problem(big))
    assert.equal("data is " .. text, exact.problem_in(big, "data"))
    assert.equal("data.list.2 is " .. text, exact.problem_in({ list = { 1, big } }, "data"))
    assert.equal("data has a key that is " .. text, exact.problem_in({ [big] = 1 }, "data"))
    assert.equal("data.a is " .. text, exact.problem_in({ b = big, a = big }, "data"))
    assert.is_nil(exact.problem_in({ 1, "x", { true } }, "data"))
    assert.is_nil(exact.problem_in(setmetatable({ big }, {}), "data"))
  end)
end)
