--- Who is told that a foreign unit has come into sight.

local small_world = require "support.small_world"

local FIELD = (("."):rep(21) .. "\n"):rep(11)

describe("a foreign unit that comes into sight #quick", function()
  local world, told

  before_each(function()
    world, told = small_world(FIELD, { fog = true }), {}
  end)

  local function watcher(player, x, y, sight, class)
    local unit = world:unit { player = player, x = x, y = y, sight = sight, class = class }
    unit:behave(function(one)
      while true do
        for name, other in one:events() do
          if name == "revealed" then told[#told + 1] = one.id .. " of " .. other.id end
        end
        one:sleep()
      end
    end)
    return unit
  end

  local function events()
    local list = {}
    for name, unit, other in world:events() do
      if name == "revealed" then list[#list + 1] = unit.id .. " of " .. other.id end
    end
    return table.concat(list, ", ")
  end

  it("is told to those that see as far as that", function()
    local class = world.map:class { size = 2 }
    watcher("red", 11, 6, 4)
    watcher("red", 11, 5, 3)
    watcher("red", 12, 8, 4, class)
    world:unit { player = "red", x = 17, y = 11, sight = 3 }
    world:tick()
    local enemy = world:unit { player = "blue", x = 21, y = 6 }
    for _, case in ipairs {
      { 15, 6, "1 of 5, 3 of 5" }, { 7, 6, "1 of 5" }, { 11, 2, "1 of 5, 2 of 5" },
      { 11, 10, "1 of 5, 3 of 5" }, { 17, 8, "3 of 5, 4 of 5" },
    } do
      enemy:place(21, 1)
      world:tick()
      assert.equal("", events())
      enemy:place(case[1], case[2])
      world:tick()
      assert.equal(case[3], events())
      world:tick()
      assert.equal("", events())
    end
  end)

  it("is told as far as steps lead on hexagons", function()
    world = small_world(FIELD, { fog = true, map = { grid = "hex" } })
    watcher("red", 5, 5, 2)
    watcher("red", 7, 8, 3)
    world:unit { player = "blue", x = 7, y = 7 }
    world:tick()
    assert.equal("2 of 3", events())
  end)

  it("is told of by the ids of those that have come, then by players", function()
    watcher("red", 10, 5, 5)
    watcher("blue", 10, 6, 5)
    world:unit { player = "green", x = 11, y = 5 }
    world:unit { player = "green", x = 11, y = 6 }
    world:tick()
    assert.equal("2 of 1, 1 of 2, 1 of 3, 2 of 3, 1 of 4, 2 of 4", events())
    assert.equal("1 of 2, 1 of 3, 1 of 4, 2 of 1, 2 of 3, 2 of 4", table.concat(told, ", "))
  end)
end)
