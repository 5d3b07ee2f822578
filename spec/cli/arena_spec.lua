-- astar arena.

local cli = require "support.cli"
local command = require "support.command"
local file = require "support.file"
local race = require "support.race"

local folder

before_each(function()
  folder = race.folder()
end)

after_each(function()
  race.remove(folder)
  cli.clean()
end)

-- Runs it in the spec's folder: what it prints, its status, and what it says of mistakes.
local function arena(words)
  return cli.run(("arena --ticks 11 --jobs 1 --game %s/race.lua -o %s/out %s"):format(folder,
    folder, words))
end

local function results()
  local list = {}
  for line in io.lines(folder .. "/out/results.jsonl") do list[#list + 1] = line end
  return list
end

local function three()
  return table.concat({ race.mod(folder, "fast", race.FAST), race.mod(folder, "slow", race.SLOW),
    race.mod(folder, "random", race.RANDOM) }, " ")
end

describe("astar arena", function()
  it("plays all pairs with all seeds on both sides, and rates the mods", function()
    local output, status, said = arena(three() .. " --seeds 1..4")
    assert.equal("", said)
    assert.equal(0, status)
    assert.matches("^24 matches of 11 ticks: 3 mods, 1 map, 4 seeds, both sides\n", output)
    assert.matches("\nfast +%+%d+ ± %d+ +%d+%.%d ± %d+%.%d %% +16 +0 +0 +0\n", output)
    assert.matches("\nslow +%-?%+?%d+ ± ", output)
    assert.equal(24, #results())
    local page = file.read(folder .. "/out/index.html")
    assert.truthy(page:find("<h2>Ratings</h2>", 1, true))
    for name in page:gmatch 'href="(replays/%x+%.html)"' do
      assert.truthy(file.read(folder .. "/out/" .. name):find("</html>", 1, true))
    end
    assert.matches('href="replays/%x+%.html"', page)
  end)

  it("does not play again what has been played, and skips torn lines", function()
    local words = three() .. " --seeds 1..3 --no-replays"
    local first = arena(words)
    local name, before = folder .. "/out/results.jsonl", results()
    assert.equal(18, #before)
    assert.equal(first, (arena(words)))
    assert.same(before, results())
    file.write(name, file.read(name):sub(1, -20))
    assert.equal(first, (arena(words)))
    local after = results()
    assert.equal(19, #after)                     -- the torn line, and the match again
    local one, two = before[18]:gsub('"seconds":[^,]*', ""), after[19]:gsub('"seconds":[^,]*', "")
    assert.equal(one, two)
    arena(three() .. " --seeds 1..4 --no-replays")
    assert.equal(25, #results())
    local other = cli.file(before[1]:gsub('"hash":"%x+"', '"hash":"00000000000000ab"') .. "\n")
    local again, status, said = arena(words .. " --results " .. other)
    assert.equal(first, again)
    assert.equal(1, status)
    assert.matches("^astar: a match has gone in two ways, with the hashes "
      .. before[1]:match '"hash":"(%x+)"' .. " and 00000000000000ab: {", said)
  end)

  it("plays the same in several processes", function()
    local words = three() .. " --seeds 1..3 --no-replays"
    local one = arena(words)
    local lists = { results() }
    command.output_of(("rm -r %s/out"):format(folder))
    assert.equal(one, (arena(words .. " --jobs 2")))
    lists[2] = results()
    for _, list in ipairs(lists) do
      for i, line in ipairs(list) do list[i] = line:gsub('"seconds":[^,]*', "") end
      table.sort(list)
    end
    assert.same(lists[1], lists[2])
  end)

  it("plays a match again from its line", function()
    arena(three() .. " --seeds 7 --no-replays")
    local line, page = results()[3], cli.file(nil, ".html")
    local input = cli.file(line .. "\n")
    local output, status = cli.run(("arena --match - --replay %s"):format(page), input)
    assert.equal(0, status)
    assert.equal(line:match '"hash":"%x+"', output:match '"hash":"%x+"')
    assert.truthy(file.read(page):find("</html>", 1, true))
    input = cli.file(line:gsub('"hash":"%x+"', '"hash":"0000000000000000"') .. "\n")
    local said
    status, said = select(2, cli.run("arena --match -", input))
    assert.equal(1, status)
    assert.truthy(said:find("the match has gone another way: the hash was 0000", 1, true))
    file.write(folder .. "/fast/runner.lua", race.SLOW)
    output, status, said = cli.run("arena --match -", cli.file(line .. "\n"))
    assert.same({ "", 2 }, { output, status })
    assert.truthy(said:find("/fast is not the mod of this match: its files have changed", 1, true)
      or said:find("random", 1, true), said)
  end)

  it("plays again what a lost worker has not played", function()
    race.remove(folder)
    local marker = cli.file(nil)
    folder = race.folder(([[
      local marker = io.open(%q)
      if marker then marker:close()
      elseif world.ticks == 5 and given.seed == 2 then
        io.open(%q, "w"):close()
        os.execute("kill -9 $PPID")
      end]]):format(marker, marker))
    local fast, slow = race.mod(folder, "fast", race.FAST), race.mod(folder, "slow", race.SLOW)
    local output, status = arena(("%s %s --seeds 1..4 --no-replays --jobs 2"):format(fast, slow))
    assert.equal(0, status)
    assert.matches("^8 matches ", output)
    assert.truthy(io.open(marker))
    race.remove(folder)
    folder = race.folder('if given.seed == 2 then os.execute("kill -9 $PPID") end')
    fast, slow = race.mod(folder, "fast", race.FAST), race.mod(folder, "slow", race.SLOW)
    local said
    output, status, said = arena(("%s %s --seeds 1..3 --no-replays --jobs 2"):format(fast, slow))
    assert.matches("\nastar: 2 matches are lost: what played them has ended without a result\n$",
      said)
    assert.equal(2, status)
    assert.matches("^4 matches of 11 ticks", output)
  end)

  it("compares with a baseline, and says by its status that a mod is worse", function()
    local fast, slow = race.mod(folder, "fast", race.FAST), race.mod(folder, "slow", race.SLOW)
    local words = ("%s %s --seeds 1..20 --no-replays"):format(fast, slow)
    arena(words)
    local saved = cli.file(file.read(folder .. "/out/results.jsonl"))
    local output, status = arena(words .. " --baseline " .. saved)
    assert.equal(0, status)
    assert.truthy(output:find("\n  fast: the same as in the baseline\n", 1, true))
    local more = ("%s %s --seeds 19..22 --no-replays --baseline %s"):format(fast, slow, saved)
    output, status = arena(more)
    assert.equal(0, status)
    assert.truthy(output:find("\n  fast: the same as in the baseline\n", 1, true))
    local _, wrong, said = arena((more:gsub("19%.%.", "21..")))
    assert.equal(2, wrong)
    assert.truthy(said:find("nothing can be compared: no mod of these names has played", 1, true))
    race.mod(folder, "fast", "return function(unit) unit:wait(9) unit:go(unit.home) end")
    output, status = arena(words .. " --baseline " .. saved)
    assert.equal(1, status)
    assert.matches("\n  fast: lost 100%.0 ± %d+%.%d %% %(100%.0 %% %-> 0%.0 %%, 40 matches%)\n",
      output)
    output, status = arena(words .. " --json --baseline " .. saved)
    assert.equal(1, status)
    assert.matches('"baseline":%[{"against"', (output:gsub('"baseline":%[{', '%0"against"', 1)))
    race.mod(folder, "fast", "return function(unit) unit:go(unit.home) return 1 end")
    assert.equal(0, (select(2, arena(words .. " --baseline " .. saved))))
  end)

  it("lets a mod play against an older one of its name", function()
    local new, old = race.mod(folder, "fast", race.FAST), race.mod(folder, "old/fast", race.SLOW)
    local output, status = arena(("%s %s --seeds 1..2 --no-replays"):format(new, old))
    assert.equal(0, status)
    assert.matches("\nold/fast +%-", output)
  end)

  it("counts errors of mods, and keeps matches that have failed apart", function()
    local bad = race.mod(folder, "bad", "return function(unit) error('oh <no>') end")
    local fast = race.mod(folder, "fast", race.FAST)
    local output, status = arena(("%s %s --seeds 1..2"):format(bad, fast))
    assert.equal(0, status)
    assert.matches("\nbad .- 4 +4\n", output)
    assert.matches("\nfast .- 0\n", output)
    assert.truthy(file.read(folder .. "/out/index.html"):find("oh &lt;no&gt;", 1, true))
    race.remove(folder)
    folder = race.folder("if given.seed == 2 then error('dear me', 0) end")
    bad, fast = race.mod(folder, "bad", race.SLOW), race.mod(folder, "fast", race.FAST)
    local said
    output, status, said = arena(("%s %s --seeds 1..2"):format(bad, fast))
    assert.equal(2, status)
    assert.matches("^2 matches ", output)
    assert.matches("2 matches have failed, the first one: the game [^\n]*race.lua: dear me\n", said)
    for _, line in ipairs(results()) do
      if line:find('"failed"', 1, true) then
        output, status, said = cli.run("arena --match -", cli.file(line .. "\n"))
        assert.same({ "", 2 }, { output, status })
        assert.matches("^astar: the game [^\n]*race.lua: dear me\n", said)
      end
    end
  end)

  it("searches for the best values of a mod's parameters", function()
    local own = race.mod(folder, "own", [[
local parameters = require "astar.parameters"
return function(unit) unit:wait(parameters.pause) unit:go(unit.home) end]], "{ pause = { 1, 9 } }")
    local slow = race.mod(folder, "slow", race.SLOW)
    local words = ("%s %s --seeds 1..6 --rounds 3 --candidates 6 --search own"):format(own, slow)
    local output, status, said = arena(words)
    assert.equal(0, status, said)
    assert.matches("^On 6 matches that had no part in the search:\n", output)
    assert.matches("\n  default +50%.0 ± %d+%.%d %%  pause = 5\n", output)
    assert.matches("\n  best +100%.0 ± %d+%.%d %%  pause = [1-4]\n", output)
    assert.matches("\n  change +%+50%.0 ± ", output)
    local count = #results()
    assert.equal(output, (arena(words)))
    assert.equal(count, #results())
    assert.matches('^{"best":{"error":[%d.]+,"played":6,"rate":1,"values":{"pause":[1-4]}}',
      (arena(words .. " --json")))
    assert.equal(0, (select(2, arena(own .. " --seeds 1..4 --rounds 1 --search own"))))
    local part = race.mod(folder, "part", [[
local parameters = require "astar.parameters"
return function(unit) unit:wait(math.floor(20 * parameters.share)) unit:go(unit.home) end]],
      "{ share = { 0.25, 0.75 } }")
    words = "%s %s --seeds 1..4 --rounds 2 --candidates 8 --search part --json"
    output = arena(words:format(part, slow))
    local share = tonumber(output:match '^{"best":{.-"share":([%d.]+)')
    assert.is_true(share >= 0.25 and share < 0.3, output)
    assert.is_true(math.abs(share * 2000 - math.floor(share * 2000 + 0.5)) < 1e-6, output)
    output, status, said = arena(("%s %s --search slow"):format(own, slow))
    assert.same({ "", 2 }, { output, status })
    assert.matches("slow/mod.lua declares no parameters\n$", said)
  end)

  it("says what is wrong, with status 2", function()
    local fast, slow = race.mod(folder, "fast", race.FAST), race.mod(folder, "slow", race.SLOW)
    local two = fast .. " " .. slow
    local broken = race.mod(folder, "broken", "return function(unit")
    local idle = race.mod(folder, "idle", race.FAST)
    file.write(idle .. "/mod.lua", "return { name = 'idle', version = '1', behaviours = {} }")
    local function fails(words, expected)
      local output, status, said = arena(words)
      assert.equal("", output)
      assert.equal(2, status, words)
      assert.truthy(said:find(expected, 1, true), said)
      assert.is_nil(said:find("traceback", 1, true))
      assert.is_nil(io.open(folder .. "/out/results.jsonl"))
    end
    fails(two .. " -o /dev/null/out", "/dev/null/out: the folder cannot be made")
    fails(fast, "an arena needs two mods or more, got 1")
    fails(fast .. " /nowhere", "/nowhere/mod.lua: No such file or directory")
    fails(fast .. " " .. broken, "broken/runner.lua:1: ")
    fails(fast .. " " .. fast, "takes part twice")
    fails(fast .. " " .. idle, "there is no behaviour 'idle.runner'")
    fails(two .. " --seeds 5..1", "'5..1' is no range")
    fails(two .. " --seeds one", "'one' is no seed and no range such as 1..100")
    fails(two .. " --seeds 2147483647", "seeds go up to 2147483646")
    fails(two .. " --maps /nowhere", "/nowhere: No such file or directory")
    fails(two .. " --game /nowhere", "cannot open /nowhere")
    fails(two .. " --baseline /nowhere", "/nowhere: No such file or directory")
    fails(two .. " --results /nowhere", "/nowhere: No such file or directory")
    fails(two .. (" --baseline %s/map.txt"):format(folder), "map.txt: no results of an arena")
    fails(two .. " --search none", "--search: 'none' is none of the mods")
    fails(two .. " --replay x.html", "--replay goes with --match")
    fails("--match x", "--match: it is no line of results: ")
    fails([[--match '{"id":"1","mods":["a"],"seed":1}']], "it is no match of an arena")
    local own = race.mod(folder, "own", race.FAST, "{ pause = { 1, 9 } }")
    file.write(folder .. "/race.lua", (race.GAME:gsub("FOLDER", ("%q"):format(folder))
      :gsub("MORE", ""):gsub("folder, options%)\n", "folder)\n")))
    fails(two:gsub(" .*", "") .. " " .. race.mod(folder, "old/fast", race.SLOW),
      "there is a mod 'fast' in this world; the game " .. folder .. "/race.lua does not pass on"
      .. " given.options[2] to world:mod")
    local _, status, said = arena(("%s %s --search own"):format(own, fast))
    assert.equal(2, status)
    assert.truthy(said:find("does not pass on given.options[1] to world:mod", 1, true), said)
  end)
end)
