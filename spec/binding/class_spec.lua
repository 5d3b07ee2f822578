local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = { "..~", ".~~", "..#" },
    terrains = { plain = 10, water = false, wall = false, size = 30 },
    legend = { ["~"] = "water" } }
end

describe("map:class #quick", function()
  it("gives terrains its own costs", function()
    local boat = new_map():class{ plain = false, water = 12 }
    assert.same({ false, 12, false, 30 },
      { boat:cost "plain", boat:cost "water", boat:cost "wall", boat:cost "size" })
    assert.equal(1, boat.size)
    assert.equal("class (size 1)", tostring(boat))
  end)

  it("gives them the least cost and the greatest", function()
    local map = new_map()
    for _, cost in ipairs { 1, 2, 255, 256, 32767, 32768, 46800 } do
      assert.equal(cost, map:class { plain = cost }:cost "plain")
    end
  end)

  it("has options beside them, and a place for terrains that are called like one", function()
    local class = new_map():class{ size = 2, diagonal = "always", unknown = false,
      costs = { size = 7 } }
    assert.same({ 2, 7 }, { class.size, class:cost "size" })
  end)

  it("decides what a query may enter", function()
    local map = new_map()
    local boat = map:class{ plain = false, water = 12, diagonal = "never" }
    assert.equal(24, map:path(2, 2, 3, 1, { class = boat }).cost)
    assert.same({ 12, 17 }, { map:cost(3, 1, { class = boat }) })
    assert.is_nil((map:cost(1, 1, { class = boat })))
    assert.is_nil((map:cost(3, 1)))
  end)

  it("follows each diagonal rule", function()
    local map = astar.map{ rows = { "..", "#." } }
    local function cost(rule)
      return map:path(1, 1, 2, 2, { class = map:class{ diagonal = rule } }).cost
    end
    assert.same({ 20, 14, 14, 20 }, { cost "no_obstacles", cost "at_most_one_obstacle",
      cost "always", cost "never" })
  end)

  it("checks its table", function()
    local map = new_map()
    local function refused(text, options)
      says("bad argument #1 to 'class' (" .. text, function() map:class(options) end)
    end
    refused("class = 7 is not a table)", 7)
    refused("class: unknown key 'watre', the nearest is 'water')", { watre = 3 })
    refused("class: unknown key 'diagnal', the nearest is 'diagonal')", { diagnal = "never" })
    refused("class: unknown key 1)", { "water" })
    refused("water = 0 is out of range, 1 to 65535)", { water = 0 })
    refused("water = true is not a cost or false)", { water = true })
    refused("size = 33 is out of range, 1 to 32)", { size = 33 })
    refused("size = 1.5 is not an integer)", { size = 1.5 })
    refused("diagonal = 'nevr' is not one of its words, the nearest is 'never')",
      { diagonal = "nevr" })
    refused("unknown = -1 is out of range, 1 to 65535)", { unknown = -1 })
    refused("terrain = 'sky' is no terrain of the map", { costs = { sky = 1 } })
    refused("costs = 1 is not a table)", { costs = 1 })
  end)

  it("is of one map", function()
    local class = new_map():class{}
    says("the class is of another map", function() new_map():cost(1, 1, { class = class }) end)
    says("#3 to 'cost' (class = map is not a class)", function()
      local map = new_map()
      map:cost(1, 1, { class = map })
    end)
    says("class expected, got 7", class.cost, 7)
    says("#1 to 'cost' (terrain = 'x' is no terrain of the map)", function() class:cost "x" end)
    says("field 'size' of class is read-only", function() class.size = 2 end)
  end)
end)
