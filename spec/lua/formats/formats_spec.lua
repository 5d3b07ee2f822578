local astar = require "astar"
local file = require "support.file"
local movingai = require "astar.formats.movingai"
local plain_rows = require "astar.formats.rows"
local skip = require "support.skip"

local temporary = {}

local function temporary_name()
  local name = os.tmpname()
  temporary[#temporary + 1] = name
  return name
end

local function file_with(content)
  local name = temporary_name()
  file.write(name, content)
  return name
end

local function saved(map)
  local name = temporary_name()
  assert(map:save_terrain(name))
  return file.read(name), name
end

local function text(...)
  return table.concat({ ... }, "\n") .. "\n"
end

local function terrain_list(map)
  local list = {}
  for id, name, cost, opaque in map:terrains() do
    list[id] = ("%s %s %s"):format(name, tostring(cost), tostring(opaque))
  end
  return list
end

local function picture(map)
  return table.concat((map:rows()), "\n")
end

-- Saves, loads and compares everything there is; returns what was written.
local function assert_round_trip(map)
  local content, name = saved(map)
  local again = assert(astar.load(name))
  assert.are.equal(map:hash(), again:hash())
  assert.are.same(terrain_list(map), terrain_list(again))
  assert.are.equal(picture(map), picture(again))
  for _, cell in ipairs { { 1, 1 }, { map.width, map.height }, { 1, map.height } } do
    local x, y = map:center(cell[1], cell[2])
    local x_again, y_again = again:center(cell[1], cell[2])
    assert.are.equal(x, x_again)
    assert.are.equal(y, y_again)
  end
  local second = saved(again)
  assert.are.equal(content, second)
  return content
end

describe("formats #quick", function()
  after_each(function()
    for _, name in ipairs(temporary) do os.remove(name) end
    temporary = {}
  end)

  it("know what they cannot hold", function()
    local function refusals(options)
      options.width, options.height = 3, 3
      local map = astar.map(options)
      return { plain_rows.refuses(map) or "-", movingai.refuses(map) or "-" }
    end
    local function both(words) return { "they hold " .. words, "it holds " .. words } end
    local steps = { "steps cost 10 and 14", "its steps cost 10 and 14" }
    assert.same({ "-", "-" }, refusals { terrains = { plain = 10, wall = false } })
    assert.same(both "squares only", refusals { grid = "hex" })
    assert.same(steps, refusals { straight = 9 })
    assert.same(steps, refusals { diagonal = 15 })
    for _, case in ipairs {
      { "plain", { name = "plain", cost = 11 } },
      { "plain", { name = "plain", cost = 10, opaque = true } },
      { "plain", { name = "plain", cost = 10, height = 2 } },
      { "wall", { name = "wall", cost = 10 } },
      { "wall", { name = "wall", cost = 10, opaque = true } },
      { "wall", { name = "wall", cost = false, opaque = false } },
    } do
      assert.same({ ("they have no letter for '%s'"):format(case[1]),
        ("its '%s' is another one"):format(case[1]) }, refusals { terrains = { case[2] } })
    end
    assert.same({ "they have no letter for 'swamp'", "-" }, refusals { terrains =
      { { name = "swamp", cost = 10 } } })
    assert.same({ "they have no letter for 'road'", "it has no terrain 'road'" },
      refusals { terrains = { { name = "road", cost = 5 } } })
    assert.same(both "no game coordinates", refusals { projection = "isometric" })
    for _, cell in ipairs { { 2, 1 }, { 1, 2 } } do
      assert.same(both "no game coordinates", refusals { cell = cell })
    end
    for _, origin in ipairs { { 5, 0 }, { 0, 5 } } do
      assert.same(both "no game coordinates", refusals { origin = origin })
    end
  end)

  describe("rows of text", function()
    it("are read with the default legend", function()
      local map = assert(astar.read("..#\n#..\n"))
      assert.are.equal("..#\n#..", picture(map))
      assert.are.equal("plain", map:get(1, 1))
      assert.are.equal("wall", map:get(3, 1))
      assert.are.same({ "plain 10 false", "wall false true" }, terrain_list(map))
    end)

    it("may end with CR LF, without a line end, or with blank lines", function()
      for _, content in ipairs {
        ".#\r\n..\r\n", ".#\n..", ".#\n..\n\n  \n", "\239\187\191.#\n..\n",
      } do
        assert.are.equal(".#\n..", picture(assert(astar.read(content))))
      end
    end)

    it("make the same map as astar.map", function()
      local rows = { "..#", "#.." }
      assert.are.equal(astar.map { rows = rows }:hash(), assert(astar.read("..#\n#..\n")):hash())
    end)
  end)

  describe("MovingAI's .map", function()
    local HEADER = "type octile\nheight 2\nwidth 7\nmap\n"

    it("has a terrain for every kind of letter", function()
      local map = assert(astar.read(HEADER .. ".G@OTSW\n.......\n"))
      local names = {}
      for x = 1, 7 do names[x] = map:get(x, 1) end
      assert.are.same({ "plain", "plain", "wall", "wall", "tree", "swamp", "water" }, names)
      assert.are.same({
        "plain 10 false", "wall false true", "tree false true", "swamp 10 false",
        "water false false",
      }, terrain_list(map))
    end)

    it("costs nothing extra in swamp and is no way over water", function()
      local map = assert(astar.read("type octile\nheight 1\nwidth 5\nmap\n.S.W.\n"))
      assert.are.equal(20, map:path(1, 1, 3, 1).cost)
      assert.are.same({ nil, "unreachable" }, { map:path(1, 1, 5, 1) })
      local boat = map:class { water = 10 }
      assert.are.equal(40, map:path(1, 1, 5, 1, { class = boat }).cost)
    end)

    it("takes CR LF, width before height, and blanks", function()
      local map = assert(astar.read("type octile\r\nwidth  2 \r\nheight\t1\r\nmap\r\n.@\r\n"))
      assert.are.same({ 2, 1 }, { map.width, map.height })
      assert.are.equal("wall", map:get(2, 1))
    end)

    it("is written again where the terrains are its own", function()
      local map = assert(astar.read(HEADER .. ".G@OTSW\nWSTO@G.\n"))
      assert.are.equal(HEADER .. "..@@TSW\nWST@@..\n", assert_round_trip(map))
    end)

    it("is not written where it would lose something", function()
      local function changed(change)
        local map = assert(astar.read("type octile\nheight 1\nwidth 2\nmap\n.T\n"))
        change(map)
        return assert_round_trip(map)
      end
      local own = "^astar map 1\n"
      assert.matches(own, changed(function(map) map:terrain("swamp", 35) end))
      assert.matches(own, changed(function(map) map:terrain("tree", { opaque = false }) end))
      assert.matches(own, changed(function(map) map:terrain("road", 5) end))
      assert.matches(own, changed(function(map) map:terrain("tree", { height = 1 }) end))
    end)
  end)

  describe("the text format", function()
    it("is what map:save_terrain writes", function()
      local map = astar.map {
        rows = { "..=", "%##" }, legend = { ["."] = "plain", ["#"] = "wall", ["="] = "road",
          ["%"] = "swamp" },
        terrains = {
          { name = "plain", cost = 10 }, { name = "road", cost = 5 }, { name = "swamp", cost = 35 },
          { name = "wall", cost = false },
        },
      }
      assert.are.equal(text("astar map 1", "size 3 2", "steps 10 14", "terrain . plain 10",
        "terrain = road 5", "terrain % swamp 35", "terrain # wall blocked", "map", "..=",
        "%##"), assert_round_trip(map))
    end)

    it("keeps steps, world and projection exactly", function()
      assert_round_trip(astar.map { width = 3, height = 2, straight = 10000, diagonal = 14142 })
      assert_round_trip(astar.map { width = 1, height = 1, origin = { -0.1, 1e-7 }, cell = 0.3 })
      assert_round_trip(astar.map { width = 9, height = 4, origin = { 1 / 3, -2 / 7 },
        cell = { 1 / 7, 32.5 } })
      local map = astar.map { width = 9, height = 4, origin = { 320, 0.25 }, cell = { 64, 32 },
        projection = "isometric" }
      assert.matches("\nprojection isometric\norigin 320 0.25\ncell 64 32\n",
        assert_round_trip(map))
    end)

    it("keeps many random worlds exactly", function()
      local seed = 1
      local function random()
        seed = seed * 16807 % 2147483647
        return seed / 2147483647
      end
      for i = 1, 200 do
        assert_round_trip(astar.map {
          width = 3, height = 3, projection = i % 2 == 0 and "isometric" or "square",
          origin = { (random() - 0.5) * 10 ^ (random() * 6), random() * 100 },
          cell = { random() * 50 + 0.001, random() + 0.001 },
        })
      end
    end)

    it("keeps names with blanks, signs and other alphabets", function()
      local map = astar.map { width = 5, height = 1, terrains = {
        { name = "plain", cost = 10 }, { name = "deep water", cost = false },
        { name = "100% rock\n", cost = 7 }, { name = "K\195\164se", cost = 9 },
        { name = "-- x", cost = 40000, opaque = true },
      } }
      map:set(2, 1, "deep water"):set(3, 1, "100% rock\n"):set(4, 1, "K\195\164se")
      map:set(5, 1, "-- x")
      assert.matches("\nterrain %S deep%%20water blocked\n", assert_round_trip(map))
    end)

    it("has a letter for each of 255 terrains", function()
      local kinds = {}
      for i = 1, 255 do kinds[i] = { name = "kind " .. i, cost = i } end
      local map = astar.map { width = 255, height = 2, fill = "kind 1", terrains = kinds }
      for x = 1, 255 do map:set(x, 2, "kind " .. x) end
      assert_round_trip(map)
    end)

    it("takes comments, blank lines and letters of any alphabet", function()
      local map = assert(astar.read(text("astar map 1", "-- a comment", "", "size 3 1",
        "terrain \226\153\163 wood 20 opaque", "terrain \195\169 grass 10", "terrain . plain 10",
        "map", "\226\153\163\195\169.")))
      assert.are.same({ "wood", "grass", "plain" }, { map:get(1, 1), map:get(2, 1), map:get(3, 1) })
      assert.are.same({ 20, true }, { map:terrain("wood") })
      assert.are.equal(10, map.straight)
    end)

    it("has heights and currents", function()
      local lines = text("astar map 1", "size 3 1", "steps 10 14", "terrain . plain 10",
        "terrain h hill 10 opaque height -3",
        "terrain r river 20 height 7 current west 5 current south 9", "map", ".hr")
      local map = assert(astar.read(lines))
      assert.are.same({ 10, true, -3 }, { map:terrain("hill") })
      assert.are.same({ 20, false, 7, { west = 5, south = 9 } }, { map:terrain("river") })
      assert.are.equal(lines, assert_round_trip(map))
    end)

    it("leaves players, units and danger out", function()
      local map = assert(astar.read("...\n...\n"))
      local before = saved(map)
      map:player("red"):unit { x = 1, y = 1, sight = 2 }
      map:influence("danger"):set(1, 1, 5)
      assert.are.equal(before, (saved(map)))
    end)
  end)

  describe("broken files", function()
    local own = text("astar map 1", "size 2 2", "terrain . plain 10", "terrain # wall blocked")
    local cases = {
      { "", 1, "the map is empty" },
      { "\n \n", 1, "the map is empty" },
      { "..\n...\n", 2, "the row has 3 cells, the width is 2" },
      { "..\n.\n..\n", 2, "the row has 1 cell, the width is 2" },
      { "..\n\n..\n", 2, "the row has 0 cells, the width is 2" },
      { "..\n.x\n", 2, "unknown letter 'x'" },
      { "..\n.\195\169\n", 2, "unknown letter '\195\169'" },
      { ".\0\n", 1, "unknown letter byte 0" },
      { ".\255\n", 1, "unknown letter byte 255" },
      { "..\r.#\n", 1, "unknown letter byte 13" },
      { "type tile\nheight 1\nwidth 1\nmap\n.\n", 1, "only 'type octile' is known" },
      { "type octile tile\n", 1, "missing header" },
      { "height 1\nwidth 1\nmap\n.\n", 1, "missing header" },
      { "map\n..\n", 1, "missing header" },
      { "type octile", 1, "the header has no line 'map'" },
      { "type octile\nheight 2\nwidth 2\n..\n..\n", 4, "expected 'height N', 'width N' or 'map'" },
      { "type octile\nwidth 2\nmap\n..\n", 3, "the header has no height" },
      { "type octile\nheight 2\nmap\n..\n", 3, "the header has no width" },
      { "type octile\nheight 2\nheight 2\nmap\n", 3, "a second height" },
      { "type octile\nheight 0\nwidth 2\nmap\n", 2, "the map has no cells" },
      { "type octile\nheight -1\nwidth 2\nmap\n", 2, "expected 'height N'" },
      { "type octile\nheight 1.5\nwidth 2\nmap\n", 2, "expected 'height N'" },
      { "type octile\nheight two\nwidth 2\nmap\n", 2, "expected 'height N'" },
      { "type octile\nheight 65536\nwidth 4097\nmap\n", 3, "the map has more than 2^28 cells" },
      { "type octile\nheight 99999999999999999999999\nwidth 2\nmap\n", 3, "more than 2^28 cells" },
      { "type octile\nheight 3\nwidth 2\nmap\n..\n..\n", 6, "the map ends after 2 of 3 rows" },
      { "type octile\nheight 2\nwidth 2\nmap\n", 4, "the map ends after 0 of 2 rows" },
      { "type octile\nheight 1\nwidth 2\nmap\n...\n", 5, "the row has 3 cells, the width is 2" },
      { "type octile\nheight 1\nwidth 2\nmap\n..\n..\n", 6, "text after the 1 row" },
      { "type octile\nheight 1\nwidth 2\nmap\n.#\n", 5, "unknown letter '#'" },
      { "astar\n", 1, "unknown letter 'a'" },
      { "astar map\n", 1, "expected 'astar map 1'" },
      { "astar map 2\n", 1, "version 2 of the format is not known" },
      { "astar map 1\n", 1, "the header has no line 'map'" },
      { "astar map 1\nmap\n..\n", 2, "the header has no size" },
      { "astar map 1\nsize 2 2\nmap\n..\n", 3, "the header has no terrain" },
      { "astar map 1\nsize 2\n", 2, "expected 'size WIDTH HEIGHT'" },
      { "astar map 1\nsize 0 5\n", 2, "the map has no cells" },
      { "astar map 1\nsize 20000 20000\n", 2, "more than 2^28 cells" },
      { "astar map 1\nsize 0x2 2\n", 2, "expected 'size WIDTH HEIGHT'" },
      { "astar map 1\nsize 2 2\nsize 2 2\n", 3, "a second line 'size'" },
      { "astar map 1\nsteps 10 9\n", 2, "expected 'steps STRAIGHT DIAGONAL'" },
      { "astar map 1\nsteps 10 21\n", 2, "expected 'steps" },
      { "astar map 1\nsteps 32768 32768\n", 2, "expected 'steps" },
      { "astar map 1\nprojection round\n", 2, "expected 'projection square'" },
      { "astar map 1\norigin 1\n", 2, "expected 'origin X Y'" },
      { "astar map 1\norigin nan inf\n", 2, "expected 'origin X Y'" },
      { "astar map 1\norigin 1e400 0\n", 2, "expected 'origin X Y'" },
      { "astar map 1\norigin 1e 0\n", 2, "expected 'origin X Y'" },
      { "astar map 1\ncell 0 1\n", 2, "expected 'cell WIDTH HEIGHT'" },
      { "astar map 1\ncell 1e-300 1\n", 2, "expected 'cell WIDTH HEIGHT'" },
      { "astar map 1\nheight 5\n", 2, "unknown line 'height'" },
      { "astar map 1\nterrain . plain\n", 2, "expected 'terrain LETTER NAME COST'" },
      { "astar map 1\nterrain . plain 10 solid\n", 2, "unknown word 'solid'" },
      { "astar map 1\nterrain . plain 10 height\n", 2, "a height is -32767 to 32767" },
      { "astar map 1\nterrain . plain 10 height 32768\n", 2, "a height is -32767 to 32767" },
      { "astar map 1\nterrain . plain 10 current up 3\n", 2, "a current is 'east', 'west'" },
      { "astar map 1\nterrain . plain 10 current east\n", 2, "a current is 'east', 'west'" },
      { "astar map 1\nterrain . plain 10 current east 65536\n", 2, "a current is 'east', 'west'" },
      { "astar map 1\nterrain . plain 10 current east 3 current west 4\n", 2,
        "a second current along the same axis" },
      { "astar map 1\nterrain .. plain 10\n", 2, "the letter of a terrain is one character" },
      { "astar map 1\nterrain . plain 0\n", 2, "a cost is 1 to 65535, or 'blocked'" },
      { "astar map 1\nterrain . plain 65536\n", 2, "a cost is 1 to 65535" },
      { "astar map 1\nterrain . plain -1\n", 2, "a cost is 1 to 65535" },
      { own .. "terrain x gold 46812\nmap\n..\n..\n", 5, "a diagonal step into it would" },
      { own .. "terrain x gold 40000\nsteps 10 20\nmap\n..\n..\n", 5, "a diagonal step into it" },
      { "astar map 1\nterrain . a%00b 10\n", 2, "1 to 63 bytes" },
      { "astar map 1\nterrain . " .. ("n"):rep(64) .. " 10\n", 2, "1 to 63 bytes" },
      { own .. "terrain . other 10\n", 5, "a second terrain with the letter '.'" },
      { own .. "terrain x wall 10\n", 5, "a second terrain 'wall'" },
      { own .. "map\n..\n", 6, "the map ends after 1 of 2 rows" },
      { own .. "map\n..\n.x\n", 7, "the header has no terrain with the letter 'x'" },
      { "astar map 2\nsize 1 1\n", 1, "version 2 of the format is not known, only 'astar map 1'" },
      { "astar map 1\nterrain ~ deep water 10\n", 2,
        "a cost is 1 to 65535, or 'blocked', not 'water'; a blank in a name is written %20" },
      { "astar map 1\nterrain ~ deep much opaque\n", 2, "or 'blocked', not 'much'" },
      { "astar map 1\nterrain ~ deep opaque 10\n", 2,
        "or 'blocked', not 'opaque'; a blank in a name is written %20" },
      { "astar map 1\nterrain ~ deep opaque\n", 2, "not 'opaque'" },
      { "astar map 1\nterrain ~ deep " .. ("x"):rep(21) .. "\n", 2,
        "not '" .. ("x"):rep(20) .. "'" },
      { own .. "grid hex\nterrain x hill 10 height 3\nmap\n", 5,
        "heights and currents are for square grids" },
      { own .. "grid hex\nterrain x river 10 current east 3\nmap\n", 5,
        "heights and currents are for square grids" },
      { own .. "grid hex\nprojection isometric\nmap\n", 5,
        "'projection isometric' is for square grids" },
      { "astar map 1\nlevel deep cave 10 10\n", 2,
        "expected 'level NAME WIDTH HEIGHT'; a blank in a name is written %20" },
      { own .. "map\n..\n...\n", 7, "the row has 3 cells" },
      { own .. "map\n..\n..\n..\n", 8, "text after the 2 rows" },
    }

    for number, case in ipairs(cases) do
      it(("are refused with the line: %d, %s"):format(number, case[3]), function()
        local map, message, more = astar.read(case[1])
        assert.is_nil(map)
        assert.is_nil(more)
        assert.are.equal(("text:%d: "):format(case[2]), message:match("^text:%d+: "))
        assert.is_truthy(message:find(case[3], 1, true), message)
      end)
    end

    it("are at their limits, and one beyond", function()
      local function read(line, levels)
        return astar.read("astar map 1\n" .. line .. "\n" .. (levels or "size 1 1\n") .. "map\n.")
      end
      local long = ("n"):rep(63)
      for _, line in ipairs { "terrain . plain 65535", "terrain . plain 10 height 32767",
        "terrain . plain 10 height -32767", "terrain . plain 10 current east 65535",
        "terrain . " .. long .. " 10" } do
        assert(read(line .. (line:find "65535$" and "\nsteps 10 10" or "")))
      end
      assert.equal(long, assert(read("terrain . plain 10", "level " .. long .. " 1 1\n")):levels()()
        .name)
      for _, name in ipairs { long .. "n", "a%00b" } do
        assert.same({ nil, "text:3: the name of a level has 1 to 63 bytes" },
          { read("terrain . plain 10", "level " .. name .. " 1 1\n") })
      end
      for _, size in ipairs { "1 1 1", "1", "1 x", "-1 1", "x 1" } do
        assert.same({ nil, "text:3: expected 'size WIDTH HEIGHT'" },
          { read("terrain . plain 10", "size " .. size .. "\n") })
      end
      for size, wrong in pairs { ["1 0"] = "has no cells", ["0 1"] = "has no cells",
        ["268435457 1"] = "has more than 2^28 cells", ["1 268435457"] = "has more than 2^28 cells",
        [("9"):rep(400) .. " 1"] = "has more than 2^28 cells" } do
        for _, word in ipairs { "size ", "level a " } do
          assert.same({ nil, "text:3: the map " .. wrong },
            { read("terrain . plain 10", word .. size .. "\n") })
        end
      end
      assert.same({ nil, "text:4: a second level 'a'" },
        { read("terrain . plain 10", "level a 1 1\nlevel a 1 1\n") })
      assert.same({ nil, "text:3: expected 'level NAME WIDTH HEIGHT'" },
        { read("terrain . plain 10", "level a 1\n") })
    end)

    it("have their name in the message", function()
      local name = file_with("..\n.x\n")
      assert.are.same({ nil, name .. ":2: unknown letter 'x'" }, { astar.load(name) })
    end)

    it("have too many terrains", function()
      local lines = { "astar map 1", "size 1 1" }
      for i = 1, 256 do
        lines[#lines + 1] = ("terrain %s n%d 10"):format(string.char(0xC4 + math.floor(i / 64),
          0x80 + i % 64), i)
      end
      assert.are.same({ nil, "text:258: more than 255 kinds of terrain" },
        { astar.read(table.concat(lines, "\n")) })
    end)

    it("have too many levels", function()
      local function read(count)
        local lines, rows = { "astar map 1", "terrain . plain 10" }, {}
        for i = 1, count do
          lines[#lines + 1], rows[i] = ("level l%d 1 1"):format(i), "."
        end
        return astar.read(table.concat(lines, "\n") .. "\nmap\n" .. table.concat(rows, "\n"))
      end
      assert.equal("l255", read(255):level("l255").name)
      assert.are.same({ nil, "text:258: more than 255 levels" }, { read(256) })
    end)

    it("are no texts at all", function()
      local name = file_with("type octile\n\127ELF\0\1\2")
      assert.are.same({ nil, name .. ":2: not a text file" }, { astar.load(name) })
      assert.are.same({ nil, "/dev/zero:1: not a text file" }, { astar.load("/dev/zero") })
    end)

    it("are missing, or a directory", function()
      local map, message = astar.load("spec/no such file.map")
      assert.is_nil(map)
      assert.matches("^spec/no such file%.map: ", message)
      map, message = astar.load("spec")
      assert.is_nil(map)
      assert.matches("^spec: ", message)
    end)

    it("never raise, wherever a good file is cut or damaged", function()
      local map = astar.map { width = 6, height = 3, terrains = { plain = 10, ["a b"] = 5 },
        origin = { 0.5, -2 } }
      local content = saved(map)
      for at = 1, #content do
        for _, damaged in ipairs {
          content:sub(1, at), content:sub(1, at - 1) .. "\255" .. content:sub(at + 1),
          content:sub(1, at - 1) .. content:sub(at + 1),
          content:sub(1, at - 1) .. "9" .. content:sub(at + 1),
        } do
          local found, message = astar.read(damaged)
          assert.is_true(found ~= nil or message:find("^text:%d+: ") ~= nil)
        end
      end
    end)
  end)

  describe("misuse", function()
    it("raises an error that names the argument", function()
      assert.error_matches(function() astar.load() end,
        "bad argument #1 to 'load' %(string expected, got no value%)")
      assert.error_matches(function() astar.read({}) end,
        "bad argument #1 to 'read' %(string expected, got table%)")
      assert.error_matches(function() astar.read("."):save_terrain(5) end,
        "bad argument #1 to 'save_terrain' %(string expected, got number%)")
    end)
  end)

  it("give nil and a message where a file cannot be written", function()
    local map = assert(astar.read("..\n"))
    local done, message = map:save_terrain("spec/no such folder/a.map")
    assert.is_nil(done)
    assert.matches("^spec/no such folder/a%.map: ", message)
    assert.are.equal(map, map:save_terrain(temporary_name()))
  end)

  local it_on_full_disk = skip.where(skip.without "/dev/full")

  it_on_full_disk("say when the disk is full", function()
    local done, message = assert(astar.read("..\n")):save_terrain("/dev/full")
    assert.is_nil(done)
    assert.matches("^/dev/full: ", message)
  end)

  -- How many thousand instructions of Lua's a function takes. A compiled one would not be counted.
  local function instructions_of(f)
    local count = 0
    if jit then jit.off() end                    -- luacheck: ignore
    debug.sethook(function() count = count + 1 end, "", 100)
    f()
    debug.sethook()
    if jit then jit.on() end                     -- luacheck: ignore
    return count
  end

  it("read a map of 512 x 512 without work for each cell", function()
    local row = ("..@T"):rep(128)
    local content = "type octile\nheight 512\nwidth 512\nmap\n" .. (row .. "\n"):rep(512)
    local map
    local count = instructions_of(function() map = assert(astar.read(content)) end)
    assert.is_true(count > 1 and count * 100 < 512 * 512, count)
    assert.are.equal("tree", map:get(512, 512))
  end)

  it("refuse a long file without work for each of its lines", function()
    local run = ("\n"):rep(10 ^ 6)
    local own = "astar map 1\nsize 1 1\nterrain . plain 10\n"
    for _, case in ipairs {
      { run, 1, "the map is empty" }, { run .. ".", 1, "the map has no cells" },
      { (" \r\n"):rep(10 ^ 6), 1, "the map is empty" },
      { "..\n" .. run .. ".", 2, "the row has 0 cells, the width is 2" },
      { own .. run .. "map", 1000004, "the header has more than 65536 lines" },
      { own .. "map\n.\n" .. run .. "x", 1000006, "text after the 1 row" },
      { "type octile\nheight 1\nwidth 1\nmap\n.\n" .. run .. "x", 1000006,
        "text after the 1 row" },
    } do
      local map, message
      local count = instructions_of(function() map, message = astar.read(case[1]) end)
      assert.is_nil(map)
      assert.equal(("text:%d: %s"):format(case[2], case[3]), message)
      assert.is_true(count * 100 < 20000, count)
    end
  end)

  describe("take no more memory than `memory` allows:", function()
    local TOO_MUCH = "it takes more memory than is allowed: the option `memory` says how much may "
      .. "be"
    local map = astar.map { width = 300, height = 300 }
    for i = 1, 3 do map:player("p" .. i):reveal() end
    local graph = astar.graph()
    for i = 1, 300 do graph:add_node("n" .. i) end

    -- Some amount is the least that does.
    local function least(read, content)
      local few, enough = 1, 2 ^ 24
      while enough - few > 1 do
        local half = math.floor((few + enough) / 2)
        local made, message = read(content, { memory = half })
        if made then
          assert.is_true(made:memory() <= half)
          enough = half
        else
          assert.matches(TOO_MUCH .. "$", message)
          few = half
        end
      end
      return enough
    end

    it("a saved map", function()
      assert.is_true(least(astar.read, map:save()) >= 90000)
    end)

    it("a map as text", function()
      assert.is_true(least(astar.read, ("..#\n"):rep(1000)) >= 3000)
    end)

    it("a saved world", function()
      local saved_world = astar.world { map = map }:save()
      local function read(content, given)
        local world, message = astar.read_world(content, given)
        return world and world.map, message
      end
      assert.is_true(least(read, saved_world) >= 90000)
    end)

    it("a saved graph", function()
      assert.is_true(least(astar.read_graph, graph:save()) >= 300 * 16)
    end)

    it("where it is none", function()
      for _, name in ipairs { "read", "read_world", "read_graph" } do
        local raised = select(2, pcall(astar[name], "", { memory = 0.5 }))
        assert.matches("memory = 0.5 is not a whole number from 1 to ", raised)
      end
    end)
  end)
end)
