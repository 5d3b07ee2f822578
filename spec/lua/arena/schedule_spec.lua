-- lua/astar/arena/schedule.lua, results.lua, workers.lua: which matches there are, and what is
-- kept.

local cli = require "support.cli"
local file = require "support.file"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local workers = require "astar.arena.workers"

local MODS = {
  { name = "a", folder = "a", sum = "1", own_name = "a" },
  { name = "b", folder = "b", sum = "2", own_name = "b" },
  { name = "c", folder = "c", sum = "3", own_name = "c" },
}

local function plan()
  return { game = { file = "game.lua", sum = "g" }, ticks = 5, mods = MODS, seeds = { 1, 2 },
    maps = { { name = "m", file = "m", sum = "x" }, { name = "n", file = "n", sum = "y" } } }
end

local function matches_of(given)
  local list = {}
  schedule.each(given, function(match) list[#list + 1] = match end)
  return list
end

after_each(cli.clean)

describe("a schedule #quick", function()
  it("has all pairs on all maps with all seeds, both ways round, seed by seed", function()
    local words = {}
    for i, match in ipairs(matches_of(plan())) do
      words[i] = ("%d%s%s%s"):format(match.seed, match.map, match.names[1], match.names[2])
    end
    assert.equal("1mab 1mba 1mac 1mca 1mbc 1mcb 1nab 1nba 1nac 1nca 1nbc 1ncb "
      .. "2mab 2mba 2mac 2mca 2mbc 2mcb 2nab 2nba 2nac 2nca 2nbc 2ncb", table.concat(words, " "))
  end)

  it("has an id for each match, of all that decides how it goes", function()
    local ids, count = {}, 0
    local function note(given)
      for _, match in ipairs(matches_of(given)) do
        if not ids[match.id] then count = count + 1 end
        ids[match.id] = true
      end
    end
    note(plan())
    note(plan())
    assert.equal(24, count)
    local longer, other, moved = plan(), plan(), plan()
    longer.ticks = 6
    note(longer)
    other.game = { file = "game.lua", sum = "h" }
    note(other)
    assert.equal(72, count)
    moved.game = { file = "elsewhere/game.lua", sum = "g" }
    note(moved)
    assert.equal(72, count)
    local tuned = plan()
    tuned.mods = { MODS[1], { name = "b", folder = "b", sum = "2", own_name = "b",
      values = { pause = 3 } } }
    note(tuned)
    assert.equal(80, count)
  end)

  it("gives a second mod of the same name another one", function()
    local given = plan()
    given.mods = { MODS[1], { name = "old/a", folder = "old/a", sum = "4", own_name = "a" } }
    local match = matches_of(given)[1]
    assert.same({ {}, { name = "a-2" } }, match.options)
    given.mods = { MODS[1], MODS[2] }
    assert.is_nil(matches_of(given)[1].options)
  end)

  it("reads seeds", function()
    assert.same({ 1, 2, 3, 7 }, schedule.seeds("1..3, 7,2", 100))
    for text, expected in pairs { [""] = "'' names no seed",
      ["2,3..1"] = "'3..1' is no range: the smaller seed comes first",
      ["1-3"] = "'1-3' is no seed and no range such as 1..100",
      ["99..101"] = "seeds go up to 100" } do
      local list, message = schedule.seeds(text, 100)
      assert.is_nil(list)
      assert.equal(expected, message)
    end
  end)
end)

describe("results #quick", function()
  local function played(hash)
    local lines = {}
    for i, match in ipairs(matches_of(plan())) do
      match.hash, match.winner, match.points = hash or "h", 1, { 2, 1 }
      match.errors, match.errors_of, match.seconds = 0, { 0, 0 }, 0.1
      lines[i] = results.line(match)
    end
    return lines
  end

  local function count_of(own)
    local count = 0
    for _ in pairs(own.by_id) do count = count + 1 end
    return count
  end

  it("are the same however often and in whichever order files are joined", function()
    local lines, own = played(), results.new()
    own:add_text(table.concat(lines, "\n", 1, 10) .. "\n")
    own:add_text(table.concat(lines, "\n", 5, 24) .. "\n" .. table.concat(lines, "\n") .. "\n")
    assert.equal(24, count_of(own))
    assert.equal(0, own.skipped)
    assert.same({}, own.conflicts)
  end)

  it("are without lines that are torn, or something else", function()
    local lines, own = played(), results.new()
    own:add_text(lines[1] .. "\n" .. lines[2]:sub(1, 50) .. "\n{}\nhello\n" .. lines[3] .. "\n"
      .. lines[4])
    assert.equal(2, count_of(own))
    assert.equal(3, own.skipped)
  end)

  it("say when a match has gone in two ways, and keep the first", function()
    local own = results.new()
    own:add_text(played("one")[1] .. "\n" .. played("two")[1] .. "\n")
    assert.equal(1, #own.conflicts)
    assert.equal("one", own:of(matches_of(plan())[1]).hash)
  end)

  it("take what has failed for not played", function()
    local own, match = results.new(), matches_of(plan())[1]
    match.failed = "oh"
    own:add(match)
    assert.is_nil(own:of(match))
    own:add(results.parse(played()[1]))
    assert.equal("h", own:of(match).hash)
  end)

  it("go behind a torn line in a file, not into it", function()
    local name = cli.file("torn")
    local handle = results.open(name)
    handle:write("whole\n")
    handle:close()
    assert.equal("torn\nwhole\n", file.read(name))
  end)
end)

describe("parts of the work #quick", function()
  it("hold all matches once, and are small at the end", function()
    for _, case in ipairs { { 1, 1 }, { 7, 2 }, { 1000, 4 }, { 100, 64 } } do
      local parts, next_one = workers.parts(case[1], case[2]), 1
      for _, part in ipairs(parts) do
        assert.equal(next_one, part.first)
        next_one = next_one + part.count
      end
      assert.equal(case[1] + 1, next_one)
      assert.equal(1, parts[#parts].count)
    end
  end)
end)
