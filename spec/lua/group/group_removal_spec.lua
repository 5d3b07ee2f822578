-- Groups whose members, player or map are removed at any moment of a march.

local astar = require "astar"

local SIZE = 20
local ROWS = (("."):rep(SIZE) .. "\n"):rep(SIZE)

local function marching(ticks)
  local world, units = astar.world { map = astar.map { rows = ROWS } }, {}
  for i = 1, 6 do
    units[i] = world:unit { player = "red", x = i, y = 1, speed = 0.5, sight = 5 }
  end
  local group = world:group { units = units }
  group:go(SIZE - 4, SIZE - 4)
  for _ = 1, ticks do world:tick() end
  return world, units, group
end

-- What removes, and how many of the group are left.
local removals = {
  ["its leader"] = { function(_, units) units[1]:remove() end, 5 },
  ["half of it"] = { function(_, units) for i = 1, 3 do units[i]:remove() end end, 3 },
  ["all of it"] = { function(_, units) for i = 1, 6 do units[i]:remove() end end, 0 },
  ["its player"] = { function(world) world.map:player("red"):remove() end, 0 },
}

describe("a group on the march #quick", function()
  for name, removal in pairs(removals) do
    it("goes on with the units left when " .. name .. " is removed, whenever that is", function()
      for ticks = 0, 30, 2 do
        local world, units, group = marching(ticks)
        removal[1](world, units)
        for _ = 1, 100 do world:tick() end
        local left = 0
        for _ in world.map:units() do left = left + 1 end
        assert.equal(removal[2], left)
        assert.is_falsy(left > 0 and group.order)
      end
    end)
  end

  it("says what is wrong with its order when it is given again, and stands", function()
    local reports = {}
    local world = astar.world { map = astar.map { rows = ROWS },
      report = function(report) reports[#reports + 1] = report.text end }
    local danger = world:influence("danger")
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.5 }
    local group = world:group { units = { unit } }
    group:go(SIZE - 4, SIZE - 4, { influence = { danger = 1 } })
    world:tick()
    danger:remove()
    world:save()
    assert.same({ "failed", "error", false }, { group.status, group.code, group.order })
    assert.equal(1, #reports)
    assert.matches("^group .*'danger' is no influence of the map", reports[1])
    world:tick()
    assert.equal(1, #reports)
  end)

  it("ends in words when the map is closed", function()
    for ticks = 0, 30, 5 do
      local world = marching(ticks)
      world.map:close()
      local ok, message = pcall(world.tick, world)
      assert.is_false(ok)
      assert.truthy(message:find("map is closed", 1, true))
    end
  end)
end)
