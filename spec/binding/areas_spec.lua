local astar = require "astar"
local says = require "support.says"

describe("map:clearance", function()
  local map = astar.map{ rows = {
    ".......",
    ".......",
    ".......",
    "......#",
  } }

  it("is the distance to the nearest cell that cannot be entered", function()
    assert.equal(1, map:clearance(1, 3))
    assert.equal(2, map:clearance(4, 2))
    assert.equal(math.sqrt(2), map:clearance(6, 3))
    assert.equal(0, map:clearance(7, 4))
    assert.equal("1", tostring(map:clearance(1, 1)))
  end)

  it("is that of a class and of a player", function()
    local giant = map:class{ size = 2 }
    assert.equal(math.sqrt(2), map:clearance(5, 2, { class = giant }))
    assert.equal(0, map:clearance(6, 3, { class = giant }))
    assert.equal(1, map:clearance(7, 4, { player = map:player "blind" }))
  end)

  it("says what is wrong with its arguments", function()
    says("bad argument #1 to 'clearance' (x = 8 is outside the map, 1 to 7)", function()
      map:clearance(8, 1)
    end)
    says("query: unknown key 'size'", function() map:clearance(1, 1, { size = 2 }) end)
  end)
end)
