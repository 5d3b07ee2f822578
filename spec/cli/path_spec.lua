local cli = require "support.cli"
local file = require "support.file"
local png = require "support.png"

local PICTURE = [[
....******....
...*......*...
..*..%%%%..*..
..*%%%%%%%%*..
..A.%%##%%.B..
]]
local LEVELS = [[
astar map 1
terrain . plain 10
level upper 3 1
level cellar 2 1
map
...

..
]]
local COLORS = { plain = "e3e8d3", road = "d9b77e", swamp = "8c9a6b", wall = "4a4e57",
  path = "d81e3a", start = "1a7f37", goal = "0b57d0" }

describe("astar path", function()
  local map

  before_each(function() map = cli.file(cli.MAP, ".txt") end)
  after_each(cli.clean)

  it("draws the path as text, and says what it costs", function()
    local output, status, said = cli.run("path " .. map .. " 3 5 12 5")
    assert.equal("", said)
    assert.equal(0, status)
    assert.equal(PICTURE .. "13 steps, cost 88, length 14.7, 18 nodes\n", output)
  end)

  it("reads standard input", function()
    local output, status = cli.run("path - 3 5 12 5 --no-picture", map)
    assert.equal(0, status)
    assert.equal("13 steps, cost 88, length 14.7, 18 nodes\n", output)
  end)

  it("explains the cost", function()
    local output = cli.run("path " .. map .. " 3 5 12 5 --no-picture --explain")
    assert.matches("^13 steps, cost 88, length 14%.7, 18 nodes\n  terrain +88\n$", output)
  end)

  it("takes what moves from its options", function()
    local base = "path " .. map .. " 3 5 12 5 --no-picture "
    assert.matches("cost 92", (cli.run(base .. "--diagonal never --costs road=10,swamp=10"
      .. " --within 1 --turn-cost 1")))
    assert.matches("cost 138", (cli.run(base .. "--costs 'swamp = no, road = 10'")))
    assert.matches("cost 136", (cli.run("path " .. map .. " 1 3 13 3 --no-picture --size 2"
      .. " --costs road=10,swamp=no --diagonal always")))
  end)

  it("prints data", function()
    local output, status, said = cli.run("path " .. map .. " 1 1 2 2 --format json")
    assert.equal("", said)
    assert.equal(0, status)
    assert.equal('{"cells":[[1,1],[2,2]],"corners":[[1,1],[2,2]],"cost":14,'
      .. '"distance":1.4142135623731,"nodes":1,"status":"complete","steps":1}\n', output)
    output, status = cli.run("path " .. map .. " 1 1 7 5 --format json")
    assert.equal(1, status)
    assert.equal('{"status":"goal_blocked"}\n', output)
  end)

  describe("as SVG", function()
    -- Each element that is opened is closed, in order.
    local function is_well_formed(text)
      local open = {}
      for close, name, rest in text:gmatch("<(/?)([%w]+)([^<>]*)>") do
        if close == "/" then
          assert.equal(table.remove(open), name)
        elseif rest:sub(-1) ~= "/" then
          open[#open + 1] = name
        end
      end
      assert.equal(0, #open)
      assert.is_nil(text:gsub("<[^<>]*>", ""):find("[<>]"))
    end

    it("is well-formed, and has the land and the line", function()
      local output, status, said = cli.run("path " .. map .. " 3 5 12 5 --format svg")
      assert.equal(0, status)
      assert.equal("13 steps, cost 88, length 14.7, 18 nodes\n", said)
      is_well_formed(output)
      assert.matches('^<svg xmlns="http://www.w3.org/2000/svg" width="336" height="120"', output)
      assert.matches('viewBox="0 0 140 50"', output)
      assert.truthy(output:find('fill="#d9b77e" d="M40 0h60v10h-60z', 1, true))
      assert.truthy(output:find('points="25,45 25,35 25,25 35,15 45,5', 1, true))
      assert.truthy(output:find("<title>road</title>", 1, true))
    end)

    it("escapes names", function()
      local odd = cli.file((cli.MAP:gsub(" road ", " a<b>&c ")))
      local output = cli.run("path " .. odd .. " 3 5 12 5 --format svg")
      is_well_formed(output)
      assert.truthy(output:find("<title>a&lt;b&gt;&amp;c</title>", 1, true))
    end)

    it("has only the corners of an any-angle path", function()
      local output = cli.run("path " .. map .. " 1 1 4 5 --any-angle --format svg"
        .. " --costs road=10,swamp=10")
      assert.truthy(output:find('<polyline points="5,5 35,45"/>', 1, true))
    end)

    it("draws hexagons", function()
      for _, grid in ipairs { "hex", "flat_hex" } do
        local hexagons = cli.file((cli.MAP:gsub("\nsize", "\ngrid " .. grid .. "\nsize")))
        local output = cli.run("path " .. hexagons .. " 1 1 12 5 --format svg")
        is_well_formed(output)
        local _, corners = output:gsub("L", "")
        assert.equal(14 * 5 * 5, corners)
      end
    end)
  end)

  describe("as PNG", function()
    local function picture(words)
      local output = cli.file(nil, ".png")
      local said, status, wrong = cli.run(("path %s -o %s"):format(words, output))
      assert.equal("", wrong)
      assert.equal(0, status)
      assert.matches("steps?, cost", said)
      return png.read(file.read(output))
    end

    it("has the land, the line and its ends", function()
      local width, height, at = picture(map .. " 3 5 12 5 --scale 10")
      assert.equal(140, width)
      assert.equal(50, height)
      assert.equal(COLORS.plain, at(0, 0))
      assert.equal(COLORS.wall, at(60, 49))
      assert.equal(COLORS.swamp, at(50, 20))
      assert.equal(COLORS.road, at(41, 1))
      assert.equal(COLORS.path, at(70, 5))
      assert.equal(COLORS.start, at(25, 45))
      assert.equal(COLORS.goal, at(115, 45))
    end)

    it("may have one pixel a cell", function()
      local width, height, at = picture(map .. " 1 1 1 1 --scale 1")
      assert.equal(14, width)
      assert.equal(5, height)
      assert.equal(COLORS.wall, at(7, 4))
    end)

    it("draws hexagons", function()
      local hexagons = cli.file((cli.MAP:gsub("\nsize", "\ngrid hex\nsize")))
      local width, height, at = picture(hexagons .. " 1 1 1 2 --scale 20")
      assert.equal(290, width)
      assert.equal(93, height)
      assert.equal(COLORS.road, at(90, 11))
      assert.equal("ffffff", at(285, 10))                  -- beside the first row
      assert.equal(COLORS.plain, at(285, 28))
      hexagons = cli.file((cli.MAP:gsub("\nsize", "\ngrid flat_hex\nsize")))
      width, height, at = picture(hexagons .. " 1 1 1 2 --scale 20")
      assert.equal(215, width)
      assert.equal(96, height)
      assert.same({ "ffffff", COLORS.road, COLORS.plain, "ffffff", COLORS.road, COLORS.wall },
        { at(0, 0), at(70, 10), at(70, 20), at(85, 4), at(85, 20), at(102, 75) })
    end)

    it("compresses long runs, and many colours", function()
      local letters, header = {}, {}
      for i = 1, 50 do
        local letter = string.char(i < 26 and 64 + i or 71 + i)
        letters[i], header[i] = letter, ("terrain %s kind%d 10"):format(letter, i)
      end
      local row = table.concat(letters)
      local many = cli.file(("astar map 1\nsize 500 3\n%s\nmap\n%s\n%s\n%s\n"):format(
        table.concat(header, "\n"), row:rep(10), ("A"):rep(500), row:reverse():rep(10)))
      local output = cli.file(nil, ".png")
      cli.run(("path %s 1 1 1 1 --scale 3 -o %s"):format(many, output))
      local width, height = png.read(file.read(output))
      assert.equal(1500, width)
      assert.equal(9, height)
      assert.is_true(#file.read(output) < 6000)
    end)

    it("is not written to a terminal by mistake", function()
      local output, status, said = cli.run("path " .. map .. " 1 1 2 2 --format png")
      assert.equal(2, status)
      assert.equal("", output)
      assert.matches("a PNG is no text for a terminal: give %-o FILE", said)
      output, status = cli.run("path " .. map .. " 1 1 2 2 --format png -o -")
      assert.equal(0, status)
      assert.equal(png.read(output), 14 * 24)
    end)

    it("has a size that fits in memory", function()
      local _, status, said = cli.run("path " .. map .. " 1 1 2 2 --scale 2000 -o x.png")
      assert.equal(2, status)
      assert.matches("28000 x 10000 pixels: choose a smaller %-%-scale", said)
    end)
  end)

  it("says why there is no path, with status 1", function()
    local output, status, said = cli.run("path " .. map .. " 3 5 7 5 --explain")
    assert.equal("", output)
    assert.equal(1, status)
    assert.equal("astar: no path: goal_blocked: the goal 7, 5 is 'wall', which cannot be entered\n"
      .. "  in the way: 'wall' in 1 cell, the first at 7, 5\n", said)
    local cut = cli.file("..#.\n..#.\n")
    output, status, said = cli.run("path " .. cut .. " 1 1 4 1")
    assert.equal("", output)
    assert.equal(1, status)
    assert.equal("astar: no path: unreachable: there is no way over the terrain"
      .. " (--explain shows what is in the way)\n", said)
    said = select(3, cli.run("path " .. map .. " 7 5 1 1"))
    assert.equal("astar: no path: start_blocked: the start 7, 5 is 'wall', which cannot be"
      .. " entered\n", said)
    said = select(3, cli.run("path " .. map .. " 6 4 14 2 --size 2"))
    assert.equal("astar: no path: start_blocked: nothing of this kind can stand at the start"
      .. " 6, 4\n", said)
  end)

  it("says that a partial path does not reach the goal, with status 1", function()
    local cut = cli.file("..#.\n..#.\n")
    local output, status, said = cli.run("path " .. cut .. " 1 1 4 1 --partial")
    assert.equal("", said)
    assert.equal(1, status)
    assert.equal("A+#B\n..#.\n1 step, cost 10, length 1, 0 nodes\ngoal not reached: unreachable:"
      .. " there is no way over the terrain (--explain shows what is in the way)\n", output)
    output, status = cli.run("path " .. cut .. " 1 1 4 1 --partial --format json")
    assert.equal(1, status)
    assert.truthy(output:find('"code":"unreachable"', 1, true), output)
    assert.truthy(output:find('"goal":[4,1]', 1, true), output)
    output, status = cli.run("path " .. cut .. " 1 1 4 1 --partial --format svg")
    assert.equal(1, status)
    assert.truthy(output:find('<circle cx="35" cy="5"', 1, true), output)
    assert.equal(0, (select(2, cli.run("path " .. cut .. " 1 1 2 1 --partial"))))
  end)

  it("writes no text into a picture's name, and not over its map", function()
    for _, ending in ipairs { "jpg", "JPEG", "gif", "pdf", "tmx" } do
      local output, status, said = cli.run(("path %s 1 1 2 2 -o /nowhere/x.%s"):format(map, ending))
      assert.equal("", output)
      assert.equal(2, status)
      assert.equal(("astar: /nowhere/x.%s: .%s cannot be written; a path can be written to .txt,"
        .. " .svg, .png and .json\n"):format(ending, ending:lower()), said)
    end
    for _, name in ipairs { map, "/" .. map, (map:gsub("/([^/]*)$", "/./%1")) } do
      local _, status, said = cli.run(("path %s 1 1 2 2 -o %s"):format(map, name))
      assert.equal(2, status)
      assert.truthy(said:find("this is the map itself", 1, true), said)
      assert.equal(cli.MAP, file.read(map))
    end
  end)

  it("has a shorter path in all directions", function()
    local field = cli.file("..............\n......##......\n......##......\n" ..
      "..............\n..............\n")
    assert.matches("length 13%.7,", (cli.run("path " .. field .. " 1 5 13 1")))
    assert.matches("length 13%.1,", (cli.run("path " .. field .. " 1 5 13 1 --any-angle")))
  end)

  it("leaves a file as it was that it cannot replace", function()
    local folder = cli.file(nil)
    os.execute("mkdir " .. folder)
    local _, status, said = cli.run(("path %s 1 1 2 2 -o %s"):format(map, folder))
    os.execute("rmdir " .. folder)
    assert.equal(2, status)
    assert.matches("^astar: " .. folder:gsub("%p", "%%%0") .. ": ", said)
    _, status = cli.run(("path %s 1 1 2 2 -o /nowhere/x.svg"):format(map))
    assert.equal(2, status)
  end)

  describe("given a mistake", function()
    local cases = {
      { "3 5 99 5", "the goal 99, 5 is outside the map, which has 14 x 5 cells, counted from 1" },
      { "0 5 9 5", "x1 is 0: cells count from 1" },
      { "3 5 9", "missing argument 'y2'" },
      { "3 5 9 x", "y2: 'x' is not a whole number" },
      { "3 5 9 1.5", "y2: '1.5' is not a whole number" },
      { "3 5 9 4 1", "too many arguments" },
      { "3 5 9 4 --costs swmp=3",
        "astar: --costs: 'swmp' is no terrain of the map, the nearest is 'swamp'\n" },
      { "3 5 9 4 --costs swamp", "--costs: 'swamp' is not NAME=NUMBER" },
      { "3 5 9 4 --costs swamp=much", "--costs: swamp=much: give a number, or 'no'" },
      { "3 5 9 4 --costs swamp=-1", "astar: --costs: swamp = -1 is out of range, 1 to 65535\n" },
      { "3 5 9 4 --size 40", "astar: --size: 40 is out of range, 1 to 32" },
      { "3 5 9 4 --diagonal sometimes", "argument for option '--diagonal' must be one of" },
      { "3 5 9 4 --engine jps", "astar: --engine: 'jps' does not answer this exactly" },
      { "3 5 9 4 --class 2", "--class: the map has one class" },
      { "3 5 9 4 --class 1 --size 2", "--class stands in place of" },
      { "3 5 9 4 --player red", "--player: the map has no player 'red'" },
      { "3 5 9 4 --influence danger=2", "astar: --influence: 'danger' is no influence of" },
      { "3 5 9 4 --weight 0.5", "astar: --weight: 0.5 is out of range, 1 to 64\n" },
      { "3 5 9 4 --turn-cost -3", "astar: --turn-cost: -3 is out of range, 0 to 65535\n" },
      { "-1 5 12 5", "astar: x1 is -1: cells count from 1\n" },
      { "3 5 12 -2", "astar: y2 is -2: cells count from 1\n" },
      { "3 5 12 5 -2", "too many arguments" },
      { "3 5 12 -2.5", "y2: '-2.5' is not a whole number" },
      { "3 5 9 4 --level cave", "the map has no level 'cave': it has no levels" },
      { "1 1 2 1 --level ground", "the map has no level 'ground'; its levels are upper, cellar\n",
        LEVELS },
      { "3 5 9 4 --weight x", "--weight: 'x' is not a number" },
      { "3 5 9 4 --any-angle --turn-cost 3", "astar: --any-angle together with --turn-cost\n" },
      { "3 5 9 4 --foo", "unknown option '--foo' (`astar path --help` explains the command)" },
    }
    for _, case in ipairs(cases) do
      it(case[1] .. " says so, with status 2", function()
        local on = case[3] and cli.file(case[3], ".txt") or map
        local output, status, said = cli.run("path " .. on .. " " .. case[1])
        assert.equal(2, status)
        assert.equal("", output)
        assert.truthy(said:find("^astar: "))
        assert.truthy(said:find(case[2], 1, true), said)
        assert.is_nil(said:find("traceback", 1, true))
        assert.is_nil(said:find("%.lua:%d"), said)
      end)
    end

    it("in the map, says where", function()
      local function fails(text, words)
        local _, status, said = cli.run("path " .. cli.file(text) .. " 1 1 2 1")
        assert.equal(2, status)
        assert.truthy(said:find(words, 1, true), said)
      end
      fails("..=\n", ":1: unknown letter '=' (a map with letters of its own begins with")
      fails("astar map 1\nsize 1 1\nterrain . plain 10\nmap\n=\n",
        ":5: the header has no terrain with the letter '='\n")
      fails("...\n..\n", ":2: the row has 2 cells, the width is 3")
      fails("", ":1: the map is empty")
      fails("\0\1\2", ":1: not a text file")
      fails("type octile\nheight 1\nwidth 2\nmap\n.\n", ":5: the row has 1 cell")
      local _, status, said = cli.run("path /nowhere.map 1 1 2 1")
      assert.equal(2, status)
      assert.equal("astar: /nowhere.map: No such file or directory\n", said)
      _, status, said = cli.run("path / 1 1 2 1")
      assert.equal(2, status)
      assert.equal("astar: /: Is a directory\n", said)
      _, status, said = cli.run("path - 1 1 2 1", cli.file("..\n.\n"))
      assert.equal(2, status)
      assert.equal("astar: standard input:2: the row has 1 cell, the width is 2\n", said)
    end)
  end)
end)
