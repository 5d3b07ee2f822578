local small_world = require "support.small_world"

local TWO_DOORS = [[
  . . # . .
  . . . . .
  A . # . B
  . . . . .
  . . # . .
]]

describe("unit:walk #quick", function()
  -- Somebody who stands in whichever way the unit has just turned to.
  local function bar(world, unit, guard)
    local route = unit.route
    for i = unit.progress or 1, route and #route or 0 do
      local x, y = route:cell(i)
      if x == 3 and not (x == unit.x and y == unit.y) then guard:place(x, y) end
    end
    world:tick()
  end

  it("ends where others show it out of every way, for ever", function()
    local world, at = small_world(TWO_DOORS)
    local unit = world:unit { player = "red", x = at.A.x, y = at.A.y, sight = 9,
      avoidance = "repath" }
    local guard = world:unit { player = "blue", x = 3, y = 2 }
    local outcome
    unit:behave(function(one)
      outcome = { one:walk(assert(world.map:path(at.A.x, at.A.y, at.B.x, at.B.y))) }
    end)
    for _ = 1, 600 do bar(world, unit, guard) end
    assert.same({ nil, "crowded" }, outcome)
  end)
end)
