local astar = require "astar"

local function lines(...)
  return table.concat({ ... }, "\n") .. "\n"
end

local function map_of(...)
  return astar.map { rows = { ... } }
end

describe("map:draw #quick", function()
  it("draws the terrain", function()
    local map = map_of("..#", "#..")
    assert.are.equal(lines("..#", "#.."), map:draw())
    assert.are.equal(lines("..#", "#.."), map:draw {})
  end)

  it("knows letters for usual terrains and finds some for others", function()
    local map = astar.map { width = 8, height = 1, terrains = {
      { name = "plain", cost = 10 }, { name = "road", cost = 5 }, { name = "water", cost = false },
      { name = "wood", cost = 20 }, { name = "mud", cost = 20 }, { name = "moss", cost = 20 },
      { name = "Box", cost = 20 }, { name = "123", cost = 5 },
    } }
    for id, name in map:terrains() do map:set(id, 1, name) end
    -- B, o and x are marks, which leaves O for a box; moss finds its m taken.
    assert.are.equal(".=~TmsO!\n", map:draw())
  end)

  it("uses the letters that the map was made with, but for marks", function()
    local map = astar.map { rows = { ".T=*" },
      legend = { T = "tree", ["="] = "road", ["*"] = "gem" },
      terrains = { plain = 10, tree = false, road = 5, gem = 10 } }
    assert.equal(".T=g\n", map:draw())
    assert.equal(".T=g\n", map:fork():draw())
    assert.equal(".T=\n", map:resize(3, 1):draw())
    assert.equal(".t=g\n", map:draw { legend = { t = "tree" } })
    local read = astar.read "astar map 1\nsize 2 1\nterrain p plain 10\nterrain q mud 20\nmap\npq\n"
    assert.equal("pq\n", read:draw())
  end)

  it("uses a legend for what it names", function()
    local map = map_of("..#")
    assert.are.equal("__#\n", map:draw { legend = { _ = "plain", ["?"] = "lava" } })
    assert.are.equal("..\226\150\178\n", map:draw { legend = { ["\226\150\178"] = "wall" } })
  end)

  it("draws a part of the map", function()
    local map = map_of("..#.", "#...", "....")
    assert.are.equal(lines("#.", ".."), map:draw { x = 3, width = 2, height = 2 })
    assert.are.equal(lines("..", ".."), map:draw { x = 3, y = 2 })
  end)

  it("draws the steps of a field", function()
    local map = map_of(".....", ".##..", ".....")
    local field = map:field { to = { { 4, 2 } } }
    assert.are.equal(lines("→→→↓↙", "↓##o←", "→→→↑↖"), map:draw { field = field })
    assert.are.equal(lines("→→A*↙", "↓##B←", "→→→↑↖"),
      map:draw { field = field, path = field:path(3, 1) })
    map:set(4, 1, "wall")
    assert.are.equal(lines("#↓", "o←"), map:draw { field = field, x = 4, height = 2 })
    field:close()
    assert.has_error(function() map:draw { field = field } end)
    for _, name in ipairs { "player", "influence", "field" } do
      assert.has_error(function() map:draw { [name] = map } end)
      assert.has_error(function() map:draw { [name] = setmetatable({}, {}) } end,
        ("bad argument #1 to 'draw' (%s = a table is not %s)"):format(name,
          name == "influence" and "an influence map" or "a " .. name))
    end
  end)

  describe("path", function()
    local map = map_of(
      ".....",
      ".###.",
      "....."
    )

    it("goes from A to B", function()
      assert.are.equal(lines("A....", "*###.", "****B"), map:draw { path = map:path(1, 1, 5, 3) })
    end)

    it("of one cell is a B", function()
      assert.are.equal(lines("B....", ".###.", "....."), map:draw { path = map:path(1, 1, 1, 1) })
    end)

    it("that is partial ends in a plus", function()
      local shore = map_of("..#.")
      assert.are.equal("A+#.\n",
        shore:draw { path = shore:path(1, 1, 4, 1, { partial = true }) })
    end)

    it("may be a list of paths", function()
      assert.are.equal(lines("A***B", ".###.", "A***B"),
        map:draw { path = { map:path(1, 1, 5, 1), map:path(1, 3, 5, 3) } })
      assert.are.equal(lines(".....", ".###.", "....."), map:draw { path = {} })
    end)
  end)

  describe("trace", function()
    it("shows what was opened and closed, below the path", function()
      local map = map_of("...", "...", "...")
      local trace = {}
      local path = map:path(1, 1, 2, 2, { trace = trace })
      assert.are.equal(lines("xo.", "ox.", "..."), map:draw { trace = trace })
      assert.are.equal(lines("Ao.", "oB.", "..."), map:draw { trace = trace, path = path })
    end)

    it("shows the last state of a cell", function()
      local map = map_of("..")
      local event = { kind = "opened", x = 1, y = 1, px = 1, py = 1, f = 10, g = 0, h = 10 }
      local improved = { kind = "improved", x = 1, y = 1, px = 1, py = 1, f = 9, g = 0, h = 9 }
      local closed = { kind = "closed", x = 1, y = 1, px = 1, py = 1, f = 9, g = 0, h = 9 }
      assert.are.equal("o.\n", map:draw { trace = { event, improved } })
      assert.are.equal("x.\n", map:draw { trace = { event, closed } })
    end)
  end)

  describe("numbers", function()
    local map = map_of(
      ".#.",
      "..."
    )
    local trace = {
      { kind = "opened", x = 1, y = 1, px = 1, py = 1, f = 38, g = 0, h = 38 },
      { kind = "closed", x = 1, y = 1, px = 1, py = 1, f = 38, g = 0, h = 38 },
      { kind = "opened", x = 1, y = 2, px = 1, py = 1, f = 34, g = 10, h = 24 },
      { kind = "closed", x = 1, y = 2, px = 1, py = 1, f = 34, g = 10, h = 24 },
      { kind = "opened", x = 2, y = 2, px = 1, py = 2, f = 34, g = 20, h = 14 },
    }

    it("shows F, G, H and an arrow to the parent", function()
      assert.are.equal(lines(
        "+-------+-------+-------+",
        "|38 A   |#######|   .   |",
        "|0    38|#######|       |",
        "+-------+-------+-------+",
        "|34 x  \226\134\145|34 o  \226\134\144|   .   |",
        "|10   24|20   14|       |",
        "+-------+-------+-------+"
      ), map:draw { trace = trace, numbers = true })
    end)

    it("grows with its numbers and marks the goal", function()
      local path = map:path(1, 1, 2, 2)
      local large = { trace[1], trace[2], trace[3], trace[4],
        { kind = "opened", x = 2, y = 2, px = 1, py = 2, f = 12345, g = 12331, h = 14 } }
      assert.are.equal(lines(
        "+-------------+-------------+",
        "|34    x     \226\134\145|12345 B     \226\134\144|",
        "|10         24|12331      14|",
        "+-------------+-------------+"
      ), map:draw { trace = large, numbers = true, path = path, y = 2, width = 2 })
    end)

    it("needs a trace", function()
      assert.error_matches(function() map:draw { numbers = true } end,
        "bad argument #1 to 'draw' %(numbers = true needs a trace%)")
    end)
  end)

  describe("units", function()
    local map, red, blue

    before_each(function()
      map = map_of("......", "......")
      red, blue = map:player("red"), map:player("blue")
      red:unit { x = 1, y = 1, sight = 1 }
      blue:unit { x = 6, y = 2 }
    end)

    it("are the first letters of their players' names", function()
      assert.are.equal(lines("r.....", ".....b"), map:draw { units = true })
      assert.are.equal(lines("......", "......"), map:draw { units = false })
    end)

    it("are what a function makes of them", function()
      local function look(unit)
        if unit.player.name == "red" then return tostring(unit.id) end
      end
      assert.are.equal(lines("1.....", "......"), map:draw { units = look })
    end)

    it("have the color that a function names, or that of units", function()
      local function look(unit)
        return unit.player.name:sub(1, 1), unit.player.name == "blue" and "34" or nil
      end
      assert.are.equal("\27[0;2;7mr\27[0;2m.....\27[0m\n\27[0;2m.....\27[0;2;34mb\27[0m\n",
        map:draw { units = look, color = true, colors = { plain = "2", unit = "7" } })
    end)

    it("cover all the cells they stand on", function()
      blue:unit { x = 3, y = 1, class = map:class { size = 2 } }
      assert.are.equal(lines("r.bb..", "..bb.b"), map:draw { units = true })
      assert.are.equal("b.b\n", map:draw { units = true, x = 4, y = 2 })
    end)

    it("are drawn where a player knows of them", function()
      assert.are.equal(lines("r.    ", ".     "), map:draw { units = true, player = red })
      red:see(6, 2, 1)
      assert.are.equal(lines("r.   .", ".   .b"), map:draw { units = true, player = red })
    end)
  end)

  describe("player", function()
    it("leaves blank what was never seen, and shows what is remembered", function()
      local map = map_of("....#", ".....")
      local red = map:player("red")
      red:see(5, 1, 1)
      red:end_sight()
      map:set(5, 1, "plain")
      assert.are.equal(lines("   .#", "    ."), map:draw { player = red })
    end)
  end)

  it("draws an influence map as digits, 9 for the greatest value", function()
    local map = map_of("....#", ".....")
    local danger = map:influence("danger")
    danger:set(1, 1, 90):set(2, 1, 41):set(3, 1, 1):set(4, 1, -5)
    assert.are.equal(lines("951.#", "....."), map:draw { influence = danger })
    danger:clear()
    assert.are.equal(lines("....#", "....."), map:draw { influence = danger })
  end)

  it("letters areas and links from a to z, and from a on again", function()
    local map = map_of((".#"):rep(28))
    assert.are.equal("a#b#c#d#e#f#g#h#i#j#k#l#m#n#o#p#q#r#s#t#u#v#w#x#y#z#a#b#\n",
      map:draw { areas = map:areas() })
    map = map_of(("."):rep(56))
    for i = 1, 28 do
      local link = map:link { from = { 2 * i - 1, 1 }, to = { 2 * i, 1 }, cost = 5 }
      if i == 2 or i > 26 then link:close() end
    end
    assert.are.equal("aaBBccddeeffgghhiijjkkllmmnnooppqqrrssttuuvvwwxxyyzzAABB\n",
      map:draw { links = true })
  end)

  it("draws all levels with their names, or one, or a part of the map", function()
    local map = assert(astar.read("astar map 1\nterrain . plain 10\nlevel up 2 1\nlevel low 1 1\n"
      .. "map\n..\n\n.\n"))
    assert.are.equal(lines("up", "..", "low", "."), map:draw())
    assert.are.equal(lines(".."), map:draw { level = "up" })
    for _, key in ipairs { "x", "y", "width", "height" } do
      assert.is_nil(map:draw({ [key] = 1 }):find("up", 1, true))
    end
  end)

  it("draws two lines for a row of hexagons whose tops are flat", function()
    local map = astar.map { rows = { "...", "..#" }, grid = "flat_hex" }
    assert.are.equal(lines(". .", " .", ". #", " ."), map:draw())
    assert.are.equal(lines(" .", ".", " #", "."), map:draw { x = 2 })
    assert.are.equal(lines("#", ""), map:draw { x = 3, y = 2 })
  end)

  it("draws marks over everything", function()
    local map = map_of("...")
    map:player("red"):unit { x = 1, y = 1 }
    assert.are.equal("!.\195\151\n", map:draw { units = true,
      marks = { { x = 1, y = 1, letter = "!" }, { x = 3, y = 1, letter = "\195\151" } } })
  end)

  describe("color", function()
    local colors = { plain = "32", wall = "37", path = "1", seen = "2", unit = "7" }

    local function codes(picture)
      return (picture:gsub("\27%[([%d;]*)m", "<%1>"))
    end

    it("is sent where it changes", function()
      local map = map_of("..#.")
      assert.are.equal("<0;32>..<0;37>#<0;32>.<0>\n",
        codes(map:draw { color = true, colors = colors }))
    end)

    it("adds up", function()
      local map = map_of("..")
      local danger = map:influence("danger"):set(2, 1, 100)
      assert.are.equal("<0;32;1>A<0;32;48;5;160;1>B<0>\n", codes(map:draw {
        color = true, colors = colors, path = map:path(1, 1, 2, 1), influence = danger }))
    end)

    it("shades influence in four steps above none, and marks chokes like paths", function()
      local map = map_of("......")
      local danger = map:influence("danger")
      for x, value in ipairs { 20, 21, 40, 41, 61, 100 } do danger:set(x, 1, value) end
      assert.are.equal("<0;32>.<0;32;48;5;52>..<0;32;48;5;88>.<0;32;48;5;124>.<0;32;48;5;160>"
        .. ".<0>\n",
        codes(map:draw { color = true, colors = colors, influence = danger }))
      map = map_of("...#...", ".......", "...#...")
      assert.are.equal(lines("<0;32>aaa<0;37>#<0;32>bbb<0>", "<0;32>aaa<0;32;1>+<0;32>bbb<0>",
        "<0;32>aaa<0;37>#<0;32>bbb<0>"),
        codes(map:draw { color = true, colors = colors, areas = map:areas() }))
    end)

    it("is dim for what a player only remembers", function()
      local map = map_of("..")
      local red = map:player("red")
      red:see(1, 1, 1)
      red:end_sight()
      red:see(1, 1, 0)
      assert.are.equal("<0;32>.<0;32;2>.<0>\n",
        codes(map:draw { color = true, colors = colors, player = red }))
      colors["seen plain"] = "90"
      assert.are.equal("<0;32>.<0;90>.<0>\n",
        codes(map:draw { color = true, colors = colors, player = red }))
    end)

    it("leaves the table of colors as it was", function()
      local own = { plain = "1" }
      map_of("."):draw { color = true, colors = own }
      assert.are.same({ plain = "1" }, own)
      assert.is_nil(getmetatable(own))
    end)
  end)

  describe("misuse", function()
    local map = map_of("...")

    local function rejected(given, message)
      assert.error_matches(function() map:draw(given) end, message)
    end

    it("names the key and the nearest valid one", function()
      rejected({ pth = 1 },
        "bad argument #1 to 'draw' %(unknown key 'pth', the nearest is 'path'%)")
      rejected({ colour = true }, "unknown key 'colour', the nearest is 'color'")
    end)

    it("names the value", function()
      rejected(5, "table expected, got 5")
      rejected({ path = 5 }, "path = 5 is not a path or a list of paths")
      rejected({ trace = true }, "trace = true is not a table")
      rejected({ x = 0 }, "x = 0 is not a whole number from 1 to 3")
      rejected({ x = 1.5 }, "x = 1.5 is not a whole number from 1 to 3")
      rejected({ width = 4 }, "width = 4 is not a whole number from 1 to 3")
      rejected({ x = 2, width = 3 }, "width = 3 is not a whole number from 1 to 2")
      rejected({ height = 0 / 0 }, "height = .* is not a whole number from 1 to 1")
    end)

    it("blames the line that called", function()
      local ok, message = pcall(function() map:draw { pth = 1 } end)
      assert.is_false(ok)
      assert.matches("^%S*draw_spec%.lua:%d+: ", message)
    end)
  end)
end)

describe("map:rows #quick", function()
  it("returns the rows and the legend they are written in", function()
    local map = map_of("..#", "#..")
    local rows, legend = map:rows()
    assert.are.same({ "..#", "#.." }, rows)
    assert.are.same({ ["."] = "plain", ["#"] = "wall" }, legend)
    assert.are.equal(map:hash(), astar.map { rows = rows, legend = legend }:hash())
  end)

  it("uses a legend for what it names", function()
    local rows, legend = map_of("..#"):rows { x = "wall", y = "wall" }
    assert.are.same({ "..x" }, rows)
    assert.are.equal("wall", legend.x)
    assert.are.equal("plain", legend["."])
  end)

  it("takes a table only", function()
    assert.error_matches(function() map_of("."):rows(5) end,
      "bad argument #1 to 'rows' %(table expected, got 5%)")
  end)
end)
