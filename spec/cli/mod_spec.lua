-- astar mod check, astar mod run.

local cli = require "support.cli"
local command = require "support.command"
local file = require "support.file"

local folder

local function write_mod(name, text)
  command.output_of(("mkdir -p %s/%s"):format(folder, name))
  file.write(("%s/%s/mod.lua"):format(folder, name), ("return { name = %q, version = '1',"
    .. " behaviours = { gatherer = 'a.lua', soldier = 'a.lua', scout = 'a.lua' } }"):format(name))
  file.write(("%s/%s/a.lua"):format(folder, name), text)
  return folder .. "/" .. name
end

before_each(function()
  folder = cli.file(nil)
end)

after_each(function()
  command.output_of("rm -rf " .. folder)
  cli.clean()
end)

describe("astar mod check", function()
  local GOOD = "return function(unit) while true do unit:await('full', 50) unit:wait(3) end end"

  it("finds no mistakes", function()
    local output, status, said = cli.run("mod check " .. write_mod("good", GOOD))
    assert.equal("", said)
    assert.equal(0, status)
    assert.equal("mod 'good' 1: no mistakes found in 3 behaviours, 600 ticks\n", output)
  end)

  it("lists mistakes, with status 1", function()
    local mod = write_mod("bad", "return function(unit)\n  while true do unit:wat(3) end\nend")
    local output, status = cli.run("mod check " .. mod)
    assert.equal(1, status)
    assert.truthy(output:find(":2: unit has no field 'wat', the nearest is 'wait'", 1, true))
    output = cli.run("mod check --json " .. mod)
    assert.matches('^{"mistakes":%["[^"]*:2: unit has no field', output)
  end)

  it("is not told of folders that are no mods, with status 2", function()
    for _, name in ipairs { folder .. "/none", "examples", "examples/" } do
      local output, status, said = cli.run("mod check " .. name)
      assert.equal("", output)
      assert.equal(2, status)
      assert.equal(("astar: %s is no mod: it has no mod.lua\n"):format(name), said)
    end
    local _, status, said = cli.run "mod check README.md"
    assert.equal(2, status)
    assert.equal("astar: README.md is no mod: it is a file, and a mod is a folder\n", said)
  end)

  it("knows a game", function()
    local mod = write_mod("good", GOOD)
    local _, status = cli.run("mod check --rules examples/demo/rules.lua " .. mod)
    assert.equal(0, status)
    local output
    output, status = cli.run(("mod check %s --rules %s"):format(mod,
      cli.file "return { events = { empty = {} } }"))
    assert.equal(1, status)
    assert.truthy(output:find("there is no event 'full'", 1, true), output)
  end)

  it("says what is wrong, with status 2", function()
    local mod = write_mod("good", GOOD)
    for rules, expected in pairs {
      ["return 1"] = ": it returns no table", ["return {"] = "unexpected", ["error('oh')"] = "oh",
    } do
      local name = cli.file(rules)
      local output, status, said = cli.run(("mod check %s --rules %s"):format(mod, name))
      assert.equal("", output)
      assert.equal(2, status)
      assert.truthy(said:find(expected, 1, true) or said:find("'}' expected", 1, true), said)
    end
    local _, status, said = cli.run "mod check"
    assert.equal(2, status)
    assert.truthy(said:find("missing argument 'folder'", 1, true))
  end)
end)

describe("astar mod run", function()
  local IDLE = "return function(unit) while true do unit:wait(9) end end"
  local RED, BLUE = "examples/skirmish/red", "examples/skirmish/blue"

  it("plays a game and prints the score, the same for the same seed", function()
    local words = ("mod run %s %s --ticks 40"):format(RED, BLUE)
    local output, status, said = cli.run(words)
    assert.equal("", said)
    assert.equal(0, status)
    assert.matches("^seed 1, 40 ticks: %l+ wins?\n  red +%d+ points   bridge %d+, kills", output)
    assert.matches("\n  blue +%d+ points ", output)
    assert.equal(output, (cli.run(words)))
    assert.not_equal(cli.run(words .. " --json"):match '"hash":"%x+"',
      cli.run(words .. " --json --seed 2"):match '"hash":"%x+"')
  end)

  it("plays many games, and writes the last one as a page", function()
    local page = cli.file(nil, ".html")
    local idle = write_mod("idle", IDLE)
    local output, status = cli.run(("mod run %s %s --ticks 20 --games 2 --seed 5 --replay %s")
      :format(idle, idle, page))
    assert.equal(0, status)
    assert.matches("^seed 5, 20 ticks: nobody wins\n", output)
    assert.matches("\nseed 6, 20 ticks: nobody wins\n", output)
    assert.matches("\n2 games won: red 0, blue 0; drawn 2\n$", output)
    assert.truthy(file.read(page):find("A skirmish in a valley", 1, true))
  end)

  it("finds out before the game that a page cannot be written, and writes nothing there", function()
    local idle, page = write_mod("idle", IDLE), cli.file(nil, ".html")
    local part = cli.file(nil)
    command.output_of(("mkdir %s"):format(part))
    local words = ("mod run %s %s --ticks 20 --replay "):format(idle, idle)
    for name, why in pairs { ["/none/x.html"] = "No such file or directory",
      [""] = "Is a directory" } do
      local output, status, said = cli.run(words .. part .. name)
      assert.same({ "", 2 }, { output, status })
      assert.equal(("astar: %s%s: %s\n"):format(part, name, why), said)
    end
    command.output_of("rmdir " .. part)
    file.write(page .. ".part", "mine")
    assert.equal(0, (select(2, cli.run(words .. page))))
    assert.equal("mine", file.read(page .. ".part"))
    os.remove(page .. ".part")
  end)

  it("prints data", function()
    local idle = write_mod("idle", IDLE)
    local output, status = cli.run(("mod run %s %s --ticks 5 --json"):format(idle, idle))
    assert.equal(0, status)
    assert.matches('^{"game":"bin/../examples/demo/match.lua","games":%[{"errors":%[%],', output)
    assert.matches('"winner":false', output)
    assert.matches('"name":"blue","points":0', output)
  end)

  it("tells of a mod's errors, with status 1, and plays on", function()
    local bad = write_mod("bad", "return function(unit) error('oh') end")
    local output, status, said = cli.run(("mod run %s %s --ticks 40 --games 2"):format(bad, BLUE))
    assert.equal(1, status)
    assert.matches("^seed 1, 40 ticks: ", output)
    local _, lines = said:gsub("error: [^\n]*bad/a.lua:1: oh", "")
    assert.equal(10, lines)
    assert.matches("\n%d+ errors in all\n$", said)
  end)

  it("prints what the mods print if it is asked to", function()
    local loud = write_mod("loud", "return function(unit) print('hello') unit:sleep() end")
    local words = ("mod run %s %s --ticks 3"):format(loud, loud)
    assert.equal("", (select(3, cli.run(words))))
    assert.matches("hello\n", (select(3, cli.run(words .. " --log"))))
  end)

  it("says what is wrong, with status 2", function()
    local idle = write_mod("idle", IDLE)
    local function fails(words, expected)
      local output, status, said = cli.run("mod run " .. words)
      assert.equal(2, status)
      assert.equal("", output)
      assert.truthy(said:find(expected, 1, true), said)
      assert.is_nil(said:find("traceback", 1, true))
    end
    fails(idle, "missing argument 'b'")
    fails(idle .. " /nowhere", "/nowhere/mod.lua: No such file or directory")
    fails(("%s %s --replay /nowhere/r.html"):format(idle, idle),
      "/nowhere/r.html: No such file or directory\n")
    fails(("%s %s --ticks 0"):format(idle, idle), "--ticks: '0' is not a whole number")
    fails(("%s %s --seed 2147483647"):format(idle, idle), "seeds go up to 2147483646")
    fails(("%s %s --game /nowhere"):format(idle, idle), "cannot open /nowhere")
    fails(("%s %s --map /nowhere"):format(idle, idle), "/nowhere: No such file")
    fails(("%s %s --map %s"):format(idle, idle, cli.file "...\n"),
      "the skirmish needs a map with the levels 'valley' and 'cave'")
    fails(("%s %s --game %s"):format(idle, idle, cli.file "return 1"),
      "it returns no table with a function 'new'")
    fails(("%s %s --game %s"):format(idle, idle, cli.file "return { new = function() end }"),
      "the game has not begun")
    fails(("%s %s --game %s"):format(idle, idle,
      cli.file "return { new = function() error('dear me', 0) end }"), "dear me")
  end)
end)
