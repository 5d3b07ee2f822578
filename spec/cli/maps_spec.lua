-- astar info, astar convert, astar bench.

local astar = require "astar"
local cli = require "support.cli"
local file = require "support.file"

describe("astar info", function()
  after_each(cli.clean)

  it("says what a map holds", function()
    local output, status, said = cli.run("info " .. cli.file(cli.MAP))
    assert.equal("", said)
    assert.equal(0, status)
    assert.matches("^14 x 5 cells, grid square, steps 10 and 14, hash %x+\n", output)
    assert.matches("\n  road +cost 5 +10 cells\n", output)
    assert.matches("\n  wall +cost no entry +2 cells, opaque\n", output)
    assert.matches("\nregions: 1, the largest has 68 cells\n$", output)
  end)

  it("says what a saved map holds besides", function()
    local map = astar.map { width = 6, height = 2 }
    map:class { size = 2 }
    map:link { from = { 1, 1 }, to = { 6, 1 }, cost = 25 }
    map:influence "danger"
    map:player("red"):unit { x = 2, y = 2 }
    local name = cli.file(nil, ".astar")
    assert(map:save(name))
    local output = cli.run("info " .. name)
    assert.truthy(output:find(map:hash(), 1, true))
    assert.truthy(output:find("links:\n  1  link (1, 1 and 6, 1, cost 25)\n", 1, true))
    assert.truthy(output:find("classes:\n  1  class (size 1)\n  2  class (size 2)\n", 1, true))
    assert.truthy(output:find("players:\n  1  red\n", 1, true))
    assert.truthy(output:find("influence maps:\n  1  danger\n", 1, true))
    assert.truthy(output:find("units:\n  1  unit 1 (red at 2, 2)\n", 1, true))
    local data = cli.run("info --json " .. name)
    assert.truthy(data:find('"players":["red"]', 1, true))
    assert.truthy(data:find('"regions":[12]', 1, true))
    local found, status = cli.run("path " .. name .. " 1 1 6 1 --no-picture")
    assert.equal(0, status)
    assert.matches("^1 step, cost 25", found)
    found = cli.run("path " .. name .. " 1 1 5 1 --class 2 --player red --no-picture")
    assert.matches("4 steps, cost 40", found)
    local wrong = select(3, cli.run("path " .. name .. " 1 1 5 1 --player blue"))
    assert.equal("astar: --player: the map has no player 'blue'; its players are red\n", wrong)
    map:player("red"):see(2, 2, 1)               -- the rest it has not seen
    assert(map:save(name))
    found = cli.run("path " .. name .. " 1 1 3 1 --player red")
    assert.equal("A*B   \n...   \n2 steps, cost 20, length 2, 0 nodes\n", found)
    found = cli.run("path " .. name .. " 1 1 3 1 --player red --format svg")
    assert.truthy(found:find('d="M10 0h10v10h-10zM0 10h30v10h-30z"><title>plain<', 1, true))
    assert.truthy(found:find('v10h-10zM20 0h40v10h-40zM30 10h30v10h-30z"><title>unseen<', 1, true))
    found, status = cli.run("path " .. name .. " 1 1 6 1 --format svg")
    assert.equal(0, status)
    assert.truthy(found:find('<polyline points="5,5 55,5" stroke="#8a2be2" stroke-dasharray', 1,
      true))
  end)

  it("says what is wrong", function()
    local output, status, said = cli.run "info /nowhere"
    assert.equal("", output)
    assert.equal(2, status)
    assert.equal("astar: /nowhere: No such file or directory\n", said)
    local cut = astar.map({ width = 40, height = 40 }):save():sub(1, 60)
    output, status, said = cli.run("info " .. cli.file(cut))
    assert.equal("", output)
    assert.equal(2, status)
    assert.matches("a saved map, but cut off or changed\n$", said)
    output, status, said = cli.run("info " .. cli.file "\n<!DOCTYPE html>\n<p>A replay\n")
    assert.same({ "", 2 }, { output, status })
    assert.matches("^astar: %S+: a page for a browser, and no map\n$", said)
  end)
end)

describe("astar convert", function()
  after_each(cli.clean)

  local MOVINGAI = "type octile\nheight 2\nwidth 3\nmap\n.@T\nSW.\n"

  it("writes what the ending of the file says", function()
    local arena, text = cli.file(MOVINGAI, ".map"), cli.file(nil, ".txt")
    local output, status, said = cli.run(("convert %s %s"):format(arena, text))
    assert.equal("", said)
    assert.equal(0, status)
    assert.equal(text .. ": 3 x 2 cells, text\n", output)
    assert.matches("^astar map 1\nsize 3 2\n", file.read(text))
    local back = cli.file(nil, ".map")
    output = cli.run(("convert %s %s"):format(text, back))
    assert.equal(back .. ": 3 x 2 cells, movingai\n", output)
    assert.equal(MOVINGAI, file.read(back))
    local saved = cli.file(nil, ".astar")
    cli.run(("convert %s %s"):format(text, saved))
    assert.equal(astar.load(arena):hash(), astar.load(saved):hash())
  end)

  it("goes through standard input and output", function()
    local output, status = cli.run("convert - - --to rows", cli.file "..#\n.#.\n\n")
    assert.equal(0, status)
    assert.equal("..#\n.#.\n", output)
    output = cli.run("convert - - --to movingai", cli.file "..#\n.#.\n")
    assert.equal("type octile\nheight 2\nwidth 3\nmap\n..@\n.@.\n", output)
    output = cli.run("convert - - --to saved", cli.file "..#\n.#.\n")
    assert.equal(astar.read("..#\n.#.\n"):hash(), astar.read(output):hash())
  end)

  it("refuses the ending of something else", function()
    local arena = cli.file(MOVINGAI, ".map")
    local output, status, said = cli.run(("convert %s /nowhere/foo.png"):format(arena))
    assert.equal("", output)
    assert.equal(2, status)
    assert.equal("astar: /nowhere/foo.png: .png cannot be written; a map can be written to .txt,"
      .. " .map and .astar, `astar path` draws pictures\n", said)
  end)

  it("takes text for a map that .map cannot hold", function()
    local name = cli.file(nil, ".map")
    assert.equal(name .. ": 14 x 5 cells, text\n",
      (cli.run(("convert %s %s"):format(cli.file(cli.MAP), name))))
  end)

  it("refuses what a format cannot hold, with status 1, and writes nothing", function()
    local function refuses(text, format, words)
      local name = cli.file("before")
      local output, status, said = cli.run(("convert %s %s --to %s"):format(cli.file(text), name,
        format))
      assert.equal("", output)
      assert.equal(1, status)
      assert.equal(("astar: %s cannot hold the map: %s\n"):format(format, words), said)
      assert.equal("before", file.read(name))
    end
    refuses(cli.MAP, "movingai", "it has no terrain 'road'")
    refuses(cli.MAP, "rows", "they have no letter for 'road'")
    refuses("astar map 1\nsize 2 1\nterrain . plain 12\nmap\n..\n", "movingai",
      "its 'plain' is another one")
    refuses("astar map 1\nsize 2 1\nterrain . plain 10 height 3\nmap\n..\n", "rows",
      "they have no letter for 'plain'")
    refuses("astar map 1\nsize 2 1\nterrain . plain 10\nsteps 10 20\nmap\n..\n", "movingai",
      "its steps cost 10 and 14")
    refuses("astar map 1\nsize 2 1\nterrain . plain 10\ncell 8 8\nmap\n..\n", "rows",
      "they hold no game coordinates")
    refuses("astar map 1\ngrid hex\nsize 2 1\nterrain . plain 10\nmap\n..\n", "movingai",
      "it holds squares only")
    refuses("astar map 1\nlevel a 2 1\nterrain . plain 10\nmap\n..\n", "rows",
      "they hold no levels")
  end)

  it("says what is wrong", function()
    for words, expected in pairs {
      ["convert a"] = "missing argument 'output'",
      ["convert /nowhere b"] = "/nowhere: No such file or directory",
      ["convert - b --to gif"] = "argument for option '--to' must be one of",
    } do
      local _, status, said = cli.run(words)
      assert.equal(2, status)
      assert.truthy(said:find(expected, 1, true), said)
    end
    local _, status, said = cli.run(("convert %s /nowhere/x.txt"):format(cli.file "..\n"))
    assert.equal(2, status)
    assert.equal("astar: /nowhere/x.txt: No such file or directory\n", said)
  end)
end)

describe("astar bench", function()
  after_each(cli.clean)

  local SCEN = "version 1\n0\ta.map\t14\t5\t2\t4\t11\t4\t10.5\n1\ta.map\t14\t5\t0\t0\t13\t0\t13\n"

  it("measures queries that a seed chooses", function()
    local map = cli.file(cli.MAP)
    local output, status, said = cli.run("bench " .. map .. " --queries 40")
    assert.equal("", said)
    assert.equal(0, status)
    assert.matches("^14 x 5 cells; prepared in [%d.]+ ms; [%d.]+ MB, with the tables", output)
    assert.matches("\n40 queries\n", output)
    assert.matches("\n  microseconds +[%d.]+ +[%d.]+ +[%d.]+ +[%d.]+ +[%d.]+\n", output)
    local function nodes(seed)
      return cli.run(("bench %s --queries 40 --json --prepare --seed %d"):format(map, seed))
        :match '"nodes":(%b{})'
    end
    assert.equal(nodes(1), nodes(1))
    assert.not_equal(nodes(1), nodes(2))
  end)

  it("takes queries from a scenario", function()
    local map, scen = cli.file(cli.MAP), cli.file(SCEN)
    local output, status = cli.run(("bench %s --scen %s"):format(map, scen))
    assert.equal(0, status)
    assert.matches("\n2 queries\n", output)
    assert.matches("\n  cost +94 +88 +99 +99 +99\n", output)
    assert.matches("\n1 queries\n", (cli.run(("bench %s --scen %s --queries 1"):format(map, scen))))
  end)

  it("tells of queries without a path, with status 1", function()
    local scen = cli.file("0 a 14 5 0 0 6 4 9\n")
    local output, status = cli.run(("bench %s --scen %s"):format(cli.file(cli.MAP), scen))
    assert.equal(1, status)
    assert.matches("\n1 queries, 1 without a path\n", output)
  end)

  it("says what is wrong", function()
    local map = cli.file(cli.MAP)
    local function fails(words, expected)
      local _, status, said = cli.run("bench " .. words)
      assert.equal(2, status)
      assert.truthy(said:find(expected, 1, true), said)
      assert.is_nil(said:find("traceback", 1, true))
    end
    fails(map .. " --queries 0", "--queries: '0' is not a whole number of at least 1")
    fails(map .. " --seed 99999999999", "--seed: 99999999999 is above 2147483646")
    fails(map .. " --scen /nowhere", "/nowhere: No such file")
    fails(map .. " --scen " .. cli.file "version 1\n", "it holds no queries")
    fails(map .. " --scen " .. cli.file "0 a 9 9 1 1 2 2 1\n",
      ":1: it is for a map of 9 x 9 cells, this one has 14 x 5")
    fails(map .. " --scen " .. cli.file "version 1\n0 a 14 5 1 1 2\n", ":2: expected nine fields")
    fails(map .. " --scen " .. cli.file "0 a 14 5 1 1 14 2 9\n", ":1: a cell outside the map")
    fails(cli.file "###\n", "hardly a cell of the map can be entered")
    fails(map .. " --engine jps", "--engine: 'jps'")
  end)
end)
