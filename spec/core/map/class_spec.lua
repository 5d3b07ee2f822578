-- Movement classes: rules for diagonal steps, and units of several cells.

local maps = require "support.maps"

local walks, refuses = maps.walks, maps.refuses

--- A map of one size with a class for each diagonal rule.
local function by_rule(rule)
  return function(map) return { class = map:class { diagonal = rule } } end
end

describe("the diagonal rule #quick", function()
  it("no_obstacles goes round both corners", function()
    walks([[
      A . # .
      * # . .
      * * * B
    ]], by_rule "no_obstacles")
  end)

  it("at_most_one_obstacle cuts a corner", function()
    walks([[
      A # . .
      . * # .
      . . * B
    ]], by_rule "at_most_one_obstacle")
    assert.equal("unreachable", refuses([[
      A #
      # B
    ]], by_rule "at_most_one_obstacle"))
  end)

  it("always slips between two walls", function()
    walks([[
      A # .
      # * #
      . # B
    ]], by_rule "always")
  end)

  it("never goes straight", function()
    local path = walks([[
      A . .
      * . .
      * * B
    ]], by_rule "never")
    assert.equal(40, path.cost)
  end)
end)

describe("a unit of 2 x 2 cells #quick", function()
  local function two(map) return { class = map:class { size = 2 } } end

  it("is named by its upper left cell and needs room for all four", function()
    walks([[
      * * * * . .
      A . . . B .
      . . # . . .
      . . # . . .
    ]], two)
    assert.equal("unreachable", refuses([[
      A . # . B .
      . . . . . .
      . . # . . .
    ]], two))
  end)

  it("pays for the costliest cell it covers", function()
    local map = maps.read [[
      . . . .
      . . . ,
    ]]
    local query = two(map)
    assert.equal(10, map:cost(2, 1, query))
    assert.equal(35, map:cost(3, 1, query))
    assert.is_nil(map:cost(4, 1, query))
  end)
end)
