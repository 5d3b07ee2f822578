-- Places in which a unit could stand, and out of those in which it cannot any more; drawn. Random
-- worlds are in spec/c/questions.c, and paths out of a blocked start in spec/c/paths.c.

local astar = require "astar"
local maps = require "support.maps"

describe("the nearest free cell #quick", function()
  it("is the cell itself, or the nearest as the crow flies, the first in reading order", function()
    local map = maps.read [[
      . . . . .
      . # # # .
      . # # # .
      . # # # .
      . . . . .
    ]]
    assert.same({ 1, 1 }, { map:nearest_free(1, 1) })
    assert.same({ 3, 1 }, { map:nearest_free(3, 3) })
    assert.same({ 3, 5 }, { map:nearest_free(3, 4) })
    map:player("red"):unit { x = 3, y = 1 }
    assert.same({ 1, 3 }, { map:nearest_free(3, 3) })
    assert.same({ 3, 1 }, { map:nearest_free(3, 3, { occupancy = false }) })
  end)

  it("is one for the size of the class", function()
    local map = maps.read [[
      . # # # . .
      # # # # . .
      . . # # # #
    ]]
    local large = map:class { size = 2 }
    assert.same({ 5, 1 }, { map:nearest_free(1, 2, { class = large }) })
  end)

  it("is one of hexagons that is fewest steps away", function()
    local map = maps.read([[
      . # # .
       # # # .
      . # # .
    ]], { grid = "hex" })
    assert.same({ 4, 1 }, { map:nearest_free(3, 1) })
    assert.same({ 1, 1 }, { map:nearest_free(1, 2) })
  end)

  it("is on the same level", function()
    local map = astar.map { levels = {
      { name = "cellar", rows = { "##", "##" } }, { name = "hall", rows = { "..", ".." } } } }
    assert.same({ nil, "unreachable" }, { map:nearest_free(1, 1) })
  end)

  it("counts what the player knows", function()
    local map = maps.read [[
      . # .
    ]]
    local red, blue = map:player "red", map:player("blue", { fog = false })
    local unit = red:unit { x = 1, y = 1, sight = 0 }
    local enemy = blue:unit { x = 3, y = 1 }
    assert.same({ 2, 1 }, { map:nearest_free(2, 1, { player = red }) })
    assert.same({ 1, 1 }, { map:nearest_free(1, 1, { unit = unit }) })
    assert.same({ nil, "crowded" }, { map:nearest_free(2, 1, { player = blue }) })
    assert.same({ 3, 1 }, { map:nearest_free(2, 1, { unit = enemy }) })
  end)

  it("refuses what means nothing", function()
    local map = maps.read ". ."
    for key, value in pairs { within = 1, partial = true, extra_cost = function() end } do
      assert.error_matches(function() map:nearest_free(1, 1, { [key] = value }) end,
        "'" .. key .. "' means nothing to nearest_free")
    end
  end)
end)

describe("a unit that was built over #quick", function()
  local function built_over(size)
    local map = astar.map { width = 9, height = 9 }
    local red = map:player("red", { fog = false })
    local unit = red:unit { x = 4, y = 4, speed = 1, class = map:class { size = size or 1 } }
    map:fill(3, 3, 3, 3, "wall")
    return map, unit
  end

  it("is put where it can stand, by evict", function()
    local _, unit = built_over()
    assert.same({ nil, "start_blocked" }, { unit:path(9, 9) })
    assert.same({ 4, 2 }, { unit:evict() })
    assert.same({ 4, 2, "standing" }, { unit.x, unit.y, unit.state })
    assert.same({ 4, 2 }, { unit:evict() })
    assert.truthy(unit:path(9, 9))
  end)

  it("is put farther away where it is large, and past others", function()
    local map, unit = built_over(2)
    local red = map:player "red"
    red:unit { x = 4, y = 2 }
    assert.same({ 6, 4 }, { unit:evict() })
    map:fill(1, 1, 9, 9, "wall")
    assert.same({ nil, "unreachable" }, { unit:evict() })
    assert.same({ 6, 4 }, { unit.x, unit.y })
  end)

  it("may be put where it covers cells that it covers now", function()
    local map = astar.map { width = 3, height = 2 }
    local unit = map:player("red"):unit { x = 1, y = 1, class = map:class { size = 2 } }
    map:set(1, 2, "wall")
    assert.same({ 2, 1 }, { unit:evict() })
  end)

  it("has a partial path out of there", function()
    local map, unit = built_over()
    local path = unit:path(4, 9, { partial = true })
    assert.same({ 4, 4, "complete" }, { path:cell(1), select(2, path:cell(1)), path.status })
    assert.same({ 4, 2 }, { path:cell(3) })
    assert.same({ 4, 9 }, { path:cell(-1) })
    map:fill(1, 1, 9, 9, "wall")
    assert.same({ nil, "start_blocked" }, { unit:path(4, 9, { partial = true }) })
  end)

  it("walks out of a door that has closed", function()
    local map = maps.read [[
      . . . .
    ]]
    local unit = map:player("red", { fog = false }):unit { x = 2, y = 1, speed = 1 }
    map:set(2, 1, "wall")
    unit:follow_path(unit:path(4, 1, { partial = true }))
    for _ = 1, 4 do map:tick() end
    assert.same({ 4, 1 }, { unit.x, unit.y })
  end)

  it("is told of its verb in a world", function()
    local map = astar.map { width = 9, height = 9 }
    local world = astar.world { map = map, fog = false }
    local unit = world:unit { player = "red", x = 4, y = 4, speed = 1,
      behaviour = function(self) while true do self:go(9, 9) end end }
    world:tick() world:tick() world:tick()
    map:fill(unit.x - 1, unit.y - 1, 3, 3, "wall")
    assert.truthy(unit:evict())
    for _ = 1, 20 do world:tick() end
    assert.same({ 9, 9 }, { unit.x, unit.y })
  end)
end)
