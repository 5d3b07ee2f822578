local astar = require "astar"
local says = require "support.says"

local function refused(text, options)
  says("bad argument #1 to 'map' (" .. text, function() astar.map(options) end)
end

describe("astar.map #quick", function()
  it("makes a map of one terrain", function()
    local map = astar.map{ width = 4, height = 3 }
    assert.equal(4, map.width)
    assert.equal(3, map.height)
    assert.equal("plain", map:get(4, 3))
    assert.equal("map (4 x 3)", tostring(map))
  end)

  it("makes a map from rows", function()
    local rows = { "..#", ".~." }
    local map = astar.map{ rows = rows, terrains = { plain = 10, wall = false, water = 20 },
      legend = { ["~"] = "water" } }
    assert.same({ 3, 2 }, { map.width, map.height })
    assert.equal("wall", map:get(3, 1))
    assert.equal("water", map:get(2, 2))
  end)

  it("makes a map from a text", function()
    local map = astar.map{ rows = "..#\r\n#..\n" }
    assert.same({ 3, 2 }, { map.width, map.height })
    assert.equal("wall", map:get(1, 2))
    assert.equal("plain", map:get(3, 2))
  end)

  it("has wall that is opaque, where no terrains are named", function()
    local map = astar.map{ width = 1, height = 1 }
    assert.same({ 10, false }, { map:terrain "plain" })
    assert.same({ false, true }, { map:terrain "wall" })
  end)

  it("numbers terrains by name, the filling one first", function()
    local map = astar.map{ width = 2, height = 2, fill = "road",
      terrains = { wood = { cost = 20, opaque = true }, road = 5, bog = 35, cliff = false } }
    local seen = {}
    for id, name, cost, opaque in map:terrains() do seen[id] = { name, cost, opaque } end
    assert.same({ { "road", 5, false }, { "bog", 35, false }, { "cliff", false, true },
      { "wood", 20, true } }, seen)
    assert.equal("road", map:get(2, 2))
  end)

  it("keeps the order of a list of terrains", function()
    local map = astar.map{ width = 2, height = 1, fill = "a",
      terrains = { { name = "b", cost = 7 }, { name = "a", cost = 9, opaque = true } } }
    local names = {}
    for id, name in map:terrains() do names[id] = name end
    assert.same({ "b", "a" }, names)
    assert.equal("a", map:get(1, 1))
  end)

  it("takes the costs of the two steps", function()
    local map = astar.map{ width = 9, height = 9, straight = 10000, diagonal = 14142 }
    assert.same({ 10000, 14142 }, { map.straight, map.diagonal })
  end)

  it("refuses sizes that are none", function()
    refused("width = 0 is out of range, 1 to 268435456)", { width = 0, height = 1 })
    refused("height = 1.5 is not an integer)", { width = 1, height = 1.5 })
    refused("height = nil is not an integer)", { width = 1 })
    refused("it needs rows, or width and height)", {})
    refused("width = 1099511627776 is out of range", { width = 2 ^ 40, height = 1 })
    refused("width = nan is not an integer)", { width = 0 / 0, height = 1 })
    refused("width = inf is not an integer)", { width = 1 / 0, height = 1 })
    says("a map of 65536 x 4097 has more than 2^28 cells", astar.map,
      { width = 65536, height = 4097 })
  end)

  it("refuses options that are none", function()
    refused("table expected, got nil)")
    refused("unknown key 'widht', the nearest is 'width')", { widht = 3 })
    refused("unknown key 1, the keys are ", { 3 })
    refused("rows = 7 is not a string or table)", { rows = 7 })
    refused("cell = 'x' is not a number or table)", { width = 1, height = 1, cell = "x" })
    refused("cell width = 0 is out of range", { width = 1, height = 1, cell = 0 })
    refused("projection = 'isometrc' is not one of its words, the nearest is 'isometric')",
      { width = 1, height = 1, projection = "isometrc" })
    refused("diagonal = 21 is out of range, 10 to 20)", { width = 1, height = 1, diagonal = 21 })
  end)

  it("refuses terrains that are none", function()
    local function with(terrains, fill)
      return { width = 1, height = 1, terrains = terrains, fill = fill }
    end
    refused("terrains: there is none)", with({}))
    refused("terrains.mud: cost = 70000 is out of range, 1 to 65535)", with({ mud = 70000 }))
    refused("terrains.mud: cost = true is not a cost or false)", with({ mud = true }))
    refused("terrains.mud: unknown key 'opake', the nearest is 'opaque')",
      with({ mud = { cost = 1, opake = true } }))
    refused("terrains: 'mud' is there twice)",
      with({ { name = "mud", cost = 1 }, { name = "mud", cost = 2 } }))
    refused("fill = 'wood' is none of the terrains, the nearest is 'mood')",
      with({ mood = 1, sky = 2 }, "wood"))
  end)

  it("refuses rows that do not fit", function()
    refused("rows: row 2 has 2 cells, expected 3)", { rows = { "...", ".." } })
    refused("rows: row 1: '~' is not in the legend)", { rows = { ".~." } })
    refused("rows: legend: 'ab' is not one character)", { rows = ".", legend = { ab = "wall" } })
    refused("rows: legend: 'a' stands for 'wal', which is no terrain of the map)",
      { rows = ".", legend = { a = "wal" } })
    refused("rows of 2 x 1, but width = 3, height = nil)", { rows = "..", width = 3 })
    refused("rows: there is none)", { rows = "" })
  end)
end)

describe("a map #quick", function()
  it("has fields that are read-only", function()
    local map = astar.map{ width = 3, height = 3 }
    says("map has no field 'colour'", function() return map.colour end)
    for elsewhere, here in pairs { findPath = "path", find_path = "path", set_walkable = "set",
      isWalkable = "cost", getWidth = "width", spawn = "player" } do
      local hint = elsewhere == "spawn" and "" or (", the nearest is '%s'"):format(here)
      local _, message = pcall(function() return map[elsewhere] end)
      assert.matches(("map has no field '%s'%s$"):format(elsewhere, hint), message)
    end
    says("map has no field 'w'", function() return map.w end)
    says("it belongs to a class, class = map:class { diagonal = ... }", function()
      map:path(1, 1, 2, 2, { diagonals = true })
    end)
    says("map has no field 'widht', the nearest is 'width'", function() return map.widht end)
    assert.same({ 0, 0 }, { map.ticks, map.wait_ticks })
    says("field 'width' of map is read-only", function() map.width = 7 end)
    says("field 'set' of map is read-only", function() map.set = 7 end)
    says("map has no field 'colour' to set", function() map.colour = 7 end)
  end)

  it("takes numbers that are whole, however large, and says where they should lie", function()
    local map = astar.map{ width = 3, height = 3 }
    says("#1 to 'get' (x = 1e+300 is outside the map, 1 to 3)", map.get, map, 1e300, 1)
    says("#1 to 'get' (x = -1e+300 is outside the map, 1 to 3)", map.get, map, -1e300, 1)
    says("#2 to 'get' (y = inf is not an integer)", map.get, map, 1, 1 / 0)
    says("#2 to 'get' (y = 1.5 is not an integer)", map.get, map, 1, 1.5)
    assert.equal("plain", map:get(3.0, 3))
  end)

  it("has a hash of its state", function()
    local a, b = astar.map{ width = 3, height = 3 }, astar.map{ width = 3, height = 3 }
    assert.matches("^%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$", a:hash())
    assert.equal(a:hash(), b:hash())
    b:set(2, 2, "wall")
    assert.not_equal(a:hash(), b:hash())
  end)

  it("tells how much memory it takes", function()
    local small, large = astar.map{ width = 9, height = 9 }, astar.map{ width = 900, height = 900 }
    assert.is_true(large:memory() > small:memory() + 800 * 800)
  end)

  it("converts between cells and game coordinates", function()
    local map = astar.map{ width = 4, height = 3, origin = { 100, 50 }, cell = { 16, 8 } }
    assert.same({ 108, 54 }, { map:center(1, 1) })
    assert.same({ 1, 1 }, { map:cell_at(100, 50) })
    assert.same({ 4, 3 }, { map:cell_at(163.9, 73.9) })
    assert.is_nil((map:cell_at(164, 50)))
    assert.is_nil((map:cell_at(99.9, 50)))
  end)

  it("does so in an isometric projection", function()
    local map = astar.map{ width = 3, height = 3, cell = { 64, 32 }, projection = "isometric" }
    for y = 1, 3 do
      for x = 1, 3 do assert.same({ x, y }, { map:cell_at(map:center(x, y)) }) end
    end
  end)

  it("checks what it converts", function()
    local map = astar.map{ width = 4, height = 3 }
    says("bad argument #1 to 'cell_at' (wx = nan is out of range", function()
      map:cell_at(0 / 0, 1)
    end)
    says("bad argument #2 to 'cell_at' (wy = a table is not a number", function()
      map:cell_at(1, {})
    end)
    says("bad argument #1 to 'center' (x = 1.5 is not an integer)", function()
      map:center(1.5, 1)
    end)
  end)

  it("is closed once and for all", function()
    local map = astar.map{ width = 4, height = 3 }
    map:close()
    map:close()
    assert.equal("map (closed)", tostring(map))
    says("map is closed", function() map:get(1, 1) end)
    says("map is closed", function() return map.width end)
    says("map expected, got 7", map.close, 7)
  end)
end)
