--- Finding the units of a world, where they are drawn, and when they leave it.

local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local function ids(units)
  local list = {}
  for i, unit in ipairs(units) do list[i] = unit.id end
  return list
end

describe("units of a world #quick", function()
  local LAND = "........\n........\n........\n........"

  local function crowd()
    local world = small_world(LAND)
    local large = world.map:class { size = 2 }
    return world, {
      world:unit { player = "red", x = 1, y = 1 }, world:unit { player = "red", x = 4, y = 2 },
      world:unit { player = "blue", x = 6, y = 3, class = large },
      world:unit { player = "blue", x = 8, y = 1 },
    }
  end

  it("are found by their ids, as long as they are there", function()
    local world, units = crowd()
    for i, unit in ipairs(units) do assert.equal(unit, world:unit(i)) end
    assert.is_nil(world:unit(5))
    assert.is_nil(world:unit(0))
    units[2]:remove()
    assert.is_nil(world:unit(2))
  end)

  it("are found around a cell, as bodies are by the map", function()
    local world, units = crowd()
    assert.same({ 2, 1, 3 }, ids(world:units_near(3, 1, 3)))
    assert.same({ 2, 1 }, ids(world:units_near(3, 1, 3, world:player "red", "friends")))
    assert.equal(units[2], world:units_near(3, 1, 3)[1])
    says("bad argument #4 to 'units_near'", world.units_near, world, 3, 1, 3, "red")
  end)

  it("are found in a rectangle, whatever of them is in it", function()
    local world, units = crowd()
    local map = world.map
    for x = -1, 9 do
      for y = -1, 5 do
        for width = 0, 3 do
          local expected, height = {}, x % 2 + 1
          for i, unit in ipairs(units) do
            local size, inside = unit.class.size, false
            for dx = 0, size - 1 do
              for dy = 0, size - 1 do
                local cx, cy = unit.x + dx, unit.y + dy
                inside = inside or cx >= x and cx < x + width and cy >= y and cy < y + height
              end
            end
            if inside then expected[#expected + 1] = i end
          end
          assert.same(expected, ids(world:units_in(x, y, width, height)))
        end
      end
    end
    assert.equal(8, map.width)
    says("bad argument #3 to 'units_in' (a number expected, got nil)", world.units_in, world, 1, 2)
    says("bad argument #1 to 'units_in' (x = 'x' is not a number)", world.units_in, world, "x")
  end)

  it("leave the world at once where their bodies are removed", function()
    local world, units = crowd()
    local undone
    units[1]:behave(function(unit)
      unit:defer(function() undone = true end)
      unit:sleep()
    end)
    world:tick()
    units[1].body:remove()
    assert.equal(3, world:count())
    assert.is_true(undone)
    assert.is_nil(world:unit(1))
    world:player("blue"):remove()
    assert.equal(1, world:count())
    assert.same({ 2 }, ids { world:unit(2) })
    assert.equal(world:hash(), assert(astar.read_world(assert(world:save()))):hash())
  end)

  it("are drawn in the middle of their cells, between two cells on the way", function()
    local map = astar.map { rows = LAND, cell = { 10, 20 }, origin = { 100, 0 } }
    local world = astar.world { map = map, fog = false }
    local unit = world:unit { player = "red", x = 1, y = 1, speed = 0.25 }
    local large = world:unit { player = "red", x = 5, y = 1, class = map:class { size = 2 } }
    assert.same({ 105, 10 }, { unit:position() })
    assert.same({ 150, 20 }, { large:position() })
    unit:follow_path(assert(unit:path(2, 2)))
    for _ = 1, 12 do
      world:tick()
      local x1, y1 = map:center(unit.from_x, unit.from_y)
      local x2, y2 = map:center(unit.x, unit.y)
      local x, y = unit:position()
      assert.near(x1 + (x2 - x1) * unit.fraction, x, 0.02)
      assert.near(y1 + (y2 - y1) * unit.fraction, y, 0.04)
      assert.same({ x, y }, { unit.body:position() })
    end
    assert.same({ 115, 30 }, { unit:position() })
  end)
end)

describe("a path #quick", function()
  it("is no list, and says what it has instead", function()
    local map = astar.map { rows = "...." }
    local path = assert(map:path(1, 1, 3, 1))
    local words = "path has no field 1; path:cells() iterates over its cells"
    says(words, function() return path[1] end)
    -- The ipairs of earlier Luas and LuaJIT refuses all that is no table, in its own words.
    if _VERSION >= "Lua 5.3" then
      says(words, function() for _ in ipairs(path) do error "not reached" end end)
    end
  end)
end)
