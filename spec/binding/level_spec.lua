local astar = require "astar"
local says = require "support.says"

local function house_of(more)
  local options = { levels = {
    { name = "ground", rows = { "......", ".####.", "......" } },
    { name = "upper", rows = { "....", ".##.", "...." } },
    { name = "cellar", width = 2, height = 2 },
  } }
  for key, value in pairs(more or {}) do options[key] = value end
  return astar.map(options)
end

local function linked_house()
  local house = house_of()
  local ground, upper = house:level "ground", house:level "upper"
  house:link { from = { ground:cell(1, 1) }, to = { upper:cell(4, 3) }, cost = 30 }
  return house, ground, upper
end

describe("levels #quick", function()
  it("lie on one map, beside and below one another, one cell apart", function()
    local house, list = house_of(), {}
    for level in house:levels() do
      list[#list + 1] = ("%s %d: %d, %d, %d x %d"):format(level.name, level.number, level.x,
        level.y, level.width, level.height)
    end
    assert.same({ "ground 1: 1, 1, 6 x 3", "upper 2: 1, 5, 4 x 3", "cellar 3: 1, 9, 2 x 2" }, list)
    assert.same({ 6, 10 }, { house.width, house.height })
    local islands = astar.map { levels = { { name = "a", width = 9, height = 2 },
      { name = "b", width = 4, height = 3 }, { name = "c", width = 4, height = 1 } } }
    assert.same({ 6, 4 }, { islands:level("c").x, islands:level("c").y })
  end)

  it("are found by name and by cell, and convert cells", function()
    local house = house_of()
    local upper = house:level "upper"
    assert.equal("level 'upper' (4 x 3)", tostring(upper))
    assert.equal(upper, house:level "upper")
    assert.not_equal(upper, house:level "ground")
    assert.not_equal(upper, house_of():level "upper")
    assert.equal(house, upper.map)
    assert.same({ 2, 7 }, { upper:cell(2, 3) })
    local level, x, y = house:level_at(2, 7)
    assert.same({ "upper", 2, 3 }, { level.name, x, y })
    assert.is_nil(house:level_at(2, 8))
    assert.equal(3, house:distance(1, 1, 4, 3))
    assert.equal(2, house:distance(1, 5, 2, 7))
    assert.equal(math.huge, house:distance(1, 1, 1, 5))
    assert.is_nil(house:level_at(6, 7))
    local plain = astar.map { width = 3, height = 3 }
    assert.is_nil(plain:level_at(1, 1))
    assert.is_nil(plain:levels()())
  end)

  it("lie upon one another in the game", function()
    local house = house_of { origin = { 100, 0 }, cell = 10 }
    local upper = house:level "upper"
    assert.same({ 105, 5 }, { upper:center(1, 1) })
    assert.same({ 1, 5 }, { upper:cell_at(101, 1) })
    assert.same({ 4, 7 }, { upper:cell_at(139, 29) })
    assert.is_nil(upper:cell_at(141, 1))
    assert.is_nil(upper:cell_at(101, 31))
    assert.is_nil(upper:cell_at(99, 1))
  end)

  it("are joined by links alone", function()
    local house, _, upper = linked_house()
    local x, y = upper:cell(1, 1)
    local path = house:path(6, 3, x, y)
    assert.same({ 150, 14 }, { path.cost, #path })
    assert.same({ nil, "unreachable" }, { house:path(6, 3, house:level("cellar"):cell(1, 1)) })
    assert.same({ nil, "goal_blocked" }, { house:path(6, 3, 1, 4) })
    assert.same({ nil, "start_blocked" }, { house:path(1, 4, 6, 3) })
    assert.equal(150, house:field { to = { { x, y } } }:cost(6, 3))
    assert.equal(150, house:nearest(6, 3, { { x, y } }).path.cost)
    assert.equal(1, #house:path(6, 3, 2, 9, { partial = true }))
  end)

  it("may lie in a circle of links", function()
    local house, ground, upper = linked_house()
    local cellar = house:level "cellar"
    local function leads(from, to)
      house:link { from = from, to = to, cost = 1, one_way = true }
    end
    leads({ upper:cell(1, 1) }, { cellar:cell(1, 1) })
    leads({ cellar:cell(1, 1) }, { ground:cell(6, 1) })
    local x, y = cellar:cell(2, 2)
    assert.equal(30 + 50 + 1 + 14, house:path(1, 1, x, y).cost)
    assert.equal(14 + 1, house:path(x, y, ground:cell(6, 1)).cost)
    assert.is_true(house:reachable(x, y, upper:cell(2, 1)))
  end)

  it("keep sight, influence, neighbours and goals to themselves", function()
    local house, _, upper = linked_house()
    local red = house:player "red"
    red:see(1, 3, 20)
    assert.same({ "visible", "unseen" }, { (red:knows(6, 3)), (red:knows(upper:cell(1, 1))) })
    assert.is_false((house:line_of_sight(1, 3, upper:cell(1, 1))))
    local noise = house:influence("noise"):add(1, 3, 40, 9, "none")
    noise:spread(0.5)
    assert.equal(0, noise:get(upper:cell(1, 1)))
    assert.equal(0, noise:get(1, 4))
    assert.equal(40, noise:get(6, 1))
    house:player("red"):unit { x = 1, y = 3 }
    assert.equal(0, #house:units_near(1, 5, 9))
    assert.equal(1, #house:units_near(6, 1, 9))
    local x, y = upper:cell(1, 1)
    local near = house:path(1, 3, x, y, { within = 1 })
    assert.equal("upper", house:level_at(near:cell(#near)).name)
  end)

  it("name the level of a unit", function()
    local house, _, upper = linked_house()
    local x, y = upper:cell(1, 1)
    local unit = house:player("red"):unit { x = x, y = y }
    assert.equal("upper", unit.level)
    unit:place(1, 1)
    assert.equal("ground", unit.level)
    local plain = astar.map { width = 3, height = 3 }
    assert.is_nil(plain:player("red"):unit({ x = 1, y = 1 }).level)
  end)

  it("have void between them, which nothing changes", function()
    local house = house_of()
    assert.equal("void", house:get(1, 4))
    assert.same({ false, true }, { house:terrain "void" })
    house:fill("wall"):fill(1, 1, 6, 10, "plain")
    house:paint(function(_, _, name) assert.not_equal("void", name) return "wall" end)
    assert.equal("void", house:get(1, 4))
    assert.equal("wall", house:get(1, 3))
    local rows, legend = house_of():rows()
    assert.equal("      ", rows[4])
    house:paint(rows, legend)
    assert.equal(house_of():hash(), house:hash())
    local red = house:player "red"
    red:forget()
    assert.same({ "seen", "void" }, { red:knows(1, 4) })
    assert.equal(0, house:block_circle(0.5, 3.5, 0.1))
  end)

  it("are drawn below one another, or one of them", function()
    local house, _, upper = linked_house()
    local x, y = upper:cell(1, 1)
    local path = house:path(6, 3, x, y)
    assert.equal([[
ground
a*****
.####*
.....A
upper
B***
.##*
...a
cellar
..
..
]], house:draw { path = path, links = true })
    assert.equal("B***\n.##*\n...*\n", house:draw { level = "upper", path = path })
    assert.equal("....  \n", house:draw { y = 5, height = 1 })
    assert.equal("→→→↓\n↓##↓\n→→→o\n",
      house:draw { level = "upper", field = house:field { to = { { upper:cell(4, 3) } } } })
    assert.equal("&", house:draw({ level = "ground",
      field = house:field { to = { { upper:cell(4, 3) } } } }):sub(1, 1))
  end)

  it("are written as text and read again", function()
    local house, file = house_of { origin = { 5, 6 } }, os.tmpname()
    assert.equal(house, house:save_terrain(file))
    local read = assert(astar.load(file))
    os.remove(file)
    assert.equal(house:hash(), read:hash())
    assert.same({ 5.5, 6.5 }, { read:level("upper"):center(1, 1) })
    local names = astar.map { levels = { { name = "a b%", width = 1, height = 1 } } }
    names:save_terrain(file)
    assert.equal("a b%", astar.load(file):levels()().name)
    os.remove(file)
  end)

  it("are saved", function()
    local house = linked_house()
    local red = house:player "red"
    red:see(1, 1, 3)
    local read = assert(astar.read(house:save()))
    assert.equal(house:hash(), read:hash())
    assert.equal("level 'upper' (4 x 3)", tostring(read:level "upper"))
    assert.not_equal(house_of():hash(), astar.map({ levels = {
      { name = "ground", rows = { "......", ".####.", "......" } },
      { name = "attic", rows = { "....", ".##.", "...." } },
      { name = "cellar", width = 2, height = 2 } } }):hash())
  end)
end)

describe("text with levels #quick", function()
  local function refused(message, text) assert.same({ nil, message }, { astar.read(text) }) end
  local head = "astar map 1\nlevel a 2 1\nlevel b 1 1\nterrain . p 10\n"

  it("says what is wrong, and where", function()
    assert.is_userdata(astar.read(head .. "map\n..\n\n.\n\n"))
    refused("text:3: a second level 'a'", "astar map 1\nlevel a 2 1\nlevel a 2 1\n")
    refused("text:2: expected 'level NAME WIDTH HEIGHT'", "astar map 1\nlevel a 2\n")
    refused("text:2: expected 'level NAME WIDTH HEIGHT'", "astar map 1\nlevel a 2 1 1\n")
    refused("text:2: the map has no cells", "astar map 1\nlevel a 0 2\n")
    refused("text:6: the header has a size and levels", head .. "size 2 2\nmap\n..\n.\n")
    refused("text:6: level 'b': the map ends after 0 of 1 rows", head .. "map\n..\n")
    refused("text:7: level 'b': the row has 2 cells, the width is 1", head .. "map\n..\n..\n")
    refused("text:8: level 'b': text after the 1 row", head .. "map\n..\n.\n.\n")
    refused("text:6: 'void' is what lies between levels", head .. "terrain v void 10\nmap\n..\n.\n")
    refused("text:2: the name of a level has 1 to 63 bytes",
      "astar map 1\nlevel " .. ("n"):rep(64) .. " 1 1\n")
    refused("text:2: levels are for square grids", head:gsub("level a", "grid hex\n%0", 1)
      .. "map\n..\n.\n")
    local large = "astar map 1\nlevel a 16383 8191\nlevel b 16383 %d\nterrain . p 10\nmap\n"
    refused("text:5: level 'a': the map ends after 0 of 8191 rows", large:format(8191))
    refused("text:5: the levels have more than 2^28 cells", large:format(8192))
  end)
end)

describe("mistakes with levels #quick", function()
  it("name what is wrong in astar.map", function()
    local function refused(text, options) says(text, astar.map, options) end
    refused("levels: there is none", { levels = {} })
    refused("levels[1] is not a table", { levels = { "a" } })
    refused("levels[1]: unknown key 'nme', the nearest is 'name'", { levels = { { nme = "a" } } })
    refused("levels[1]: name = nil is not a name of 1 to 63 bytes",
      { levels = { { width = 1, height = 1 } } })
    refused("levels[1]: name = '' is not a name",
      { levels = { { name = "", width = 1, height = 1 } } })
    refused("levels[1]: width = 0 is out of range, 1 to 268435456",
      { levels = { { name = "a", width = 0, height = 1 } } })
    refused("levels[2]: height = nil is out of range",
      { levels = { { name = "a", width = 1, height = 1 }, { name = "b", width = 1 } } })
    refused("levels: 'a' is there twice",
      { levels = { { name = "a", width = 1, height = 1 }, { name = "a", width = 1, height = 1 } } })
    refused("levels[1]: rows: row 2 has 3 cells, expected 2",
      { levels = { { name = "a", rows = { "..", "..." } } } })
    refused("levels[1]: rows of 2 x 1, but width = 3, height = nil",
      { levels = { { name = "a", rows = { ".." }, width = 3 } } })
    refused("levels and width: only one of the two",
      { levels = { { name = "a", width = 1, height = 1 } }, width = 3 })
    for _, grid in ipairs { "hex", "flat_hex" } do
      refused("levels are for square grids",
        { levels = { { name = "a", width = 1, height = 1 } }, grid = grid })
    end
    assert.equal("square", astar.map({ levels = { { name = "a", width = 1, height = 1 } },
      grid = "square" }).grid)
    refused("name = 'void' is what lies between the levels",
      { levels = { { name = "a", width = 1, height = 1 } }, terrains = { void = 10 } })
    refused("the levels have more than 2^28 cells",
      { levels = { { name = "a", width = 2 ^ 27, height = 4 } } })
    local many = {}
    for i = 1, 256 do many[i] = { name = "n" .. i, width = 1, height = 1 } end
    refused("a map has at most 255 levels", { levels = many })
  end)

  it("name the nearest level, and the level that has no such cell", function()
    local house = house_of()
    says("#1 to 'level' ('uper' is no level of the map, the nearest is 'upper')",
      house.level, house, "uper")
    says("#1 to 'level' (nil is no level of the map)", house.level, house)
    says("#1 to 'level' ('a' is no level: the map has none)", function()
      astar.map({ width = 2, height = 2 }):level "a"
    end)
    local upper = house:level "upper"
    says("#1 to 'cell' (5 is outside level 'upper', 1 to 4)", upper.cell, upper, 5, 1)
    says("#2 to 'cell' (0 is outside level 'upper', 1 to 3)", upper.cell, upper, 1, 0)
    says("#1 to 'cell' (1.5 is not a whole number)", upper.cell, upper, 1.5, 1)
    says("#1 to 'center' (x = 'a' is not a number)", upper.center, upper, "a", 1)
    says("level has no field 'nme', the nearest is 'name'", function() return upper.nme end)
    says("field 'x' of level is read-only", function() upper.x = 2 end)
    says("#1 to 'draw' (level: 'x' is no level of the map)", house.draw, house, { level = "x" })
    says("#1 to 'draw' (level and x, y, width, height",
      house.draw, house, { level = "upper", x = 1 })
  end)

  it("name the void", function()
    local house = house_of()
    local noise = house:influence "noise"
    local place = "1, 4 lies in the void between the levels"
    says(place, house.set, house, 1, 4, "plain")
    says(place, noise.set, noise, 1, 4, 3)
    says(place, noise.add, noise, 1, 4, 3)
    says(place, noise.flood, noise, 1, 4, 3, 2)
    says(place, house.link, house, { from = { 1, 4 }, to = { 1, 1 }, cost = 3 })
    says(place, house.link, house, { from = { 1, 1 }, to = { 1, 4 }, cost = 3 })
    local nothing = "'void' is what lies between the levels"
    says(nothing, house.set, house, 1, 1, "void")
    says(nothing, house.fill, house, "void")
    says(nothing, house.paint, house, function() return "void" end)
    says("'void' at 1, 1: no cell of a level can be given it", house.paint, house, { "   " }, 1, 1,
      3, 1, {})
    says(nothing, house.block_circle, house, 1, 1, 1, "void")
    says(nothing, house.terrain, house, "void", 5)
    says("#1 to 'class' (void = 10 is a cost: nothing can enter what lies between",
      house.class, house,
      { void = 10 })
    assert.equal(false, house:class({ void = false }):cost "void")
    says("#3 to 'path' (goal: 1 x 5 cells from 1, 1 on do not lie on one level)",
      house.path, house, 6, 3,
      { x = 1, y = 1, width = 1, height = 5 })
    says("#3 to 'path' (goal: 1 x 3 cells from 6, 4 on do not lie on one level)",
      house.path, house, 6, 3,
      { x = 6, y = 4, width = 1, height = 3 })
  end)
end)
