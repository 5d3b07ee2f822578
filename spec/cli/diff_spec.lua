-- astar diff: of what two machines have written, it finds where they part.

local astar = require "astar"
local busy = require "support.busy_world"
local cli = require "support.cli"
local file = require "support.file"

-- A game of `ticks` ticks, changed after the 20th by `plant`: its world and its recording.
local function played(ticks, plant, first)
  local world = busy.world(3)
  local recording
  for tick = 0, ticks do
    if tick == (first or 0) then recording = astar.record(world, { title = "A game" }) end
    if tick == 20 and plant then plant(world) end
    if tick < ticks then busy.play(world) end
  end
  return world, recording
end

local function replay(ticks, plant, first)
  local _, recording = played(ticks, plant, first)
  local name = cli.file(nil, ".html")
  assert(astar.replay(recording, name))
  return name
end

local function save(ticks, plant)
  local name = cli.file(nil, ".save")
  assert((played(ticks, plant)):save(name))
  return name
end

local function hit(world) world:unit(4).data.hp = 7 end
local function hide(world) world:unit(4).data.hp = "\27[2J" .. ("é"):rep(60) end
local function chance(world)
  for _ = 1, 7 do world.random(10) end
end

describe("astar diff", function()
  after_each(cli.clean)

  local function expect(words, status, arguments, ...)
    local output, result, said = cli.run("diff " .. arguments:format(...))
    assert.equal("", said)
    assert.matches(words, output)
    assert.equal(status, result)
  end

  it("says of two replays that they are the same, or where they part", function()
    local a, b, c = replay(50), replay(50), replay(50, hit)
    expect("^the same, ticks 0 to 50\n$", 0, "%s %s", a, b)
    expect("^the same, ticks 0 to 50\n$", 0, "%s %s", c, c)
    expect("^tick 21, unit 4: data%.hp is not there in %S+%.html, and 7 in %S+%.html\n$", 1,
      "%s %s", a, c)
  end)

  it("says which difference is the first, and which one is recorded first", function()
    local a, b = replay(120), replay(120, chance)
    expect("^tick 21, the world: random is %x+ in %S+, and %x+ in %S+; the first that is recorded: "
      .. "tick %d+, unit %d+: ", 1, "%s %s", a, b)
  end)

  it("compares the ticks that both have", function()
    local a, b = replay(50), replay(40, hit, 15)
    expect("^%S+ has ticks 0 to 50, %S+ 15 to 40; compared: ticks 16 to 40\ntick 21, unit 4: ",
      1, "%s %s", a, b)
    assert.matches("^standard input has ticks 0 to 50, %S+ 15 to 40; ",
      (cli.run("diff - " .. b, a)))
    local output, status, said = cli.run("diff - " .. replay(9, nil, 7), replay(5))
    assert.same({ "", 2 }, { output, status })
    assert.matches("^astar: standard input and %S+: they have no tick in common: 0 to 5, and "
      .. "7 to 9\n$", said)
  end)

  it("shows control characters of the game's texts, which the terminal would obey", function()
    local a, b = replay(30), replay(30, hide)
    expect("^tick 21, unit 4: data%.hp is not there in %S+, and \\27%[2J[é]*é%.%.%. in %S+\n$", 1,
      "%s %s", a, b)
    expect("^tick 30, unit 4: data%.hp is nil in %S+, and \"\\27%[2J[é]*é%.%.%. in %S+\n$", 1,
      "%s %s", save(30), save(30, hide))
  end)

  it("compares saves, also from standard input", function()
    local a, b = save(20), save(20, hit)
    expect("^the same\n$", 0, "%s %s", a, save(20))
    expect("^tick 20, unit 4: data%.hp is nil in %S+, and 7 in %S+\n$", 1, "%s %s", a, b)
    local output, status = cli.run("diff - " .. b, a)
    assert.matches("in standard input, and 7 in %S+\n$", output)
    assert.equal(1, status)
    expect("^the world: ticks is 20 in %S+, and 21 in %S+\n$", 1, "%s %s", a, save(21))
  end)

  it("compares maps", function()
    local one, other = cli.file("..#\n...\n"), cli.file("..#\n.#.\n")
    expect("^the same\n$", 0, "%s %s", one, one)
    expect("^the map: terrain at 2, 2 is plain in %S+, and wall in %S+\n$", 1, "%s %s", one, other)
  end)

  it("says first why the two machines need not agree", function()
    local a, b = replay(30), replay(30, hit)
    local other = cli.file((file.read(b):gsub('"library":"[^"]*"', '"library":"0.0.9"')), ".html")
    expect("^note: they were made by astar %S+, and 0%.0%.9: the two machines need not agree\n"
      .. "tick 21, ", 1, "%s %s", a, other)
  end)

  it("writes JSON", function()
    local a, b = replay(30), replay(30, hit)
    expect('^{"difference":{"a":"not there","b":"7","field":"data%.hp","name":"unit 4",'
      .. '"owner":"unit 4","tick":21,"unit":4},'
      .. '"from":0,"kind":"replay","same":false,"to":30,"warnings":%[%]}\n$', 1,
      "--json %s %s", a, b)
    expect('^{"difference":false,"from":0,"kind":"replay","same":true,"to":30,', 0, "%s --json %s",
      a, a)
  end)

  it("says what is wrong", function()
    local page, text = replay(10), cli.file("nothing of ours\n")
    local function refused(words, arguments, ...)
      local output, status, said = cli.run("diff " .. arguments:format(...))
      assert.same({ "", 2 }, { output, status })
      assert.matches(words, said)
    end
    refused("^astar: /nowhere: No such file or directory\n$", "/nowhere %s", page)
    refused("^astar: %S+: not a replay, a save or a map %(", "%s %s", page, text)
    refused("^astar: %S+: not a replay\n$", "%s %s", page,
      cli.file("\n<!DOCTYPE HTML>\n<p>a page of somebody else\n"))
    local short = cli.file("astar map 1\nsize 3 2\nterrain . plain 10\nmap\n...\n..\n")
    refused("^astar: %S+:6: the row has 2 cells, the width is 3\n$", "%s %s", short, short)
    refused("^astar: %S+ and %S+: the one is a replay, the other a save\n$", "%s %s", page,
      save(10))
    refused("^astar: missing argument 'b'", "%s", page)
    refused("^astar: standard input can be only one of the two files\n$", "- -")
    refused("^astar: too many arguments", "%s %s %s", page, page, page)
    local cut = cli.file((file.read(page):gsub('("parts":%[{"bytes":").*', "%1")))
    refused("^astar: %S+: a replay, but cut off or changed\n$", "%s %s", page, cut)
    local old = cli.file((file.read(page):gsub('"version":2', '"version":1')))
    refused("^astar: %S+: a replay of another version of the library\n$", "%s %s", old, page)
  end)
end)
