-- lua/astar/arena/game.lua, entrants.lua, worker.lua, system.lua: a match is played only where all
-- is as it was when it was scheduled.

local cli = require "support.cli"
local core = require "astar.core"
local entrants = require "astar.arena.entrants"
local file = require "support.file"
local games = require "astar.arena.game"
local race = require "support.race"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"
local system = require "astar.arena.system"
local worker = require "astar.arena.worker"

local folder

before_each(function() folder = race.folder() end)

after_each(function()
  race.remove(folder)
  cli.clean()
end)

-- A match on a map of its own, of ten ticks.
local function scheduled()
  local map = folder .. "/own.txt"
  file.write(map, ("...........\n"):rep(3))
  local mods = assert(entrants.mods { race.mod(folder, "fast", race.FAST),
    race.mod(folder, "slow", race.SLOW) })
  local game = assert(games.load(folder .. "/race.lua"))
  local maps = assert(entrants.maps(game, { map }, mods))
  assert.same({ { name = "own.txt", file = map, sum = core.checksum(file.read(map)) } }, maps)
  return schedule.match({ game = game, ticks = 10 }, mods[1], mods[2], maps[1], 1)
end

describe("a match #quick", function()
  it("is played as it was scheduled", function()
    local match, lines = scheduled(), {}
    local line, given = schedule.line(match), 0
    assert(worker.run(function()
      given = given + 1
      return given < 3 and line or nil
    end, function(one) lines[#lines + 1] = one end))
    assert.equal(2, #lines)
    local one, two = results.parse(lines[1]), results.parse(lines[2])
    assert.same({ 3, 2, 1, 0 }, { one.points[1], one.points[2], one.winner, one.errors })
    assert.equal(one.hash, two.hash)
    assert.equal(match.id, one.id)
  end)

  it("is refused where its version, its mods, its game or its map are others", function()
    local match = scheduled()
    local function says(message, key, value)
      local before = match[key]
      match[key] = value
      assert.same({ nil, message }, { worker.play(match) })
      match[key] = before
    end
    says("the match is of astar 0.0.1 vault, and this is " .. schedule.version(), "version",
      "0.0.1 vault")
    says(match.mods[2] .. " is not the mod of this match: its files have changed", "sums",
      { match.sums[1], match.sums[1] })
    says(match.game .. " is not the game of this match: its files have changed", "game_sum", "0")
    says(match.map .. " is not the map of this match: the file has changed", "map_sum", "0")
    says(folder .. "/none.txt: No such file or directory", "map", folder .. "/none.txt")
    says(folder .. "/none is not the mod of this match: its files have changed", "mods",
      { folder .. "/none", match.mods[2] })
    match.game = folder .. "/none.lua"
    local nothing, message = worker.play(match)
    assert.is_nil(nothing)
    assert.matches("^cannot open [^\n]*/none%.lua", message)
    match.game = folder .. "/race.lua"
    assert.same({ nil, "it is no match of an arena" }, { worker.run(function() return "{}" end) })
    assert.equal(3, worker.play(match).points[1])
  end)
end)

describe("the sum of a game #quick", function()
  it("is of its file and of the modules that it loads, without the library's", function()
    local path, names = package.path, { "game_piece", "game_piece.inner" }
    package.path = folder .. "/?.lua;" .. path
    local function sum(name, piece, inner, text)
      for _, one in ipairs(names) do package.loaded[one] = nil end
      os.execute(("mkdir -p '%s/game_piece'"):format(folder))
      file.write(folder .. "/game_piece.lua", "return " .. piece)
      file.write(folder .. "/game_piece/inner.lua", "return " .. inner)
      file.write(("%s/%s.lua"):format(folder, name), [[require "game_piece"
        require "game_piece.inner"
        return { new = function() end }]] .. (text or ""))
      return assert(games.load(("%s/%s.lua"):format(folder, name))).sum
    end
    local first = sum("a", 1, 1)
    assert.equal(first, sum("b", 1, 1))
    assert.not_equal(first, sum("c", 2, 1))
    assert.not_equal(first, sum("d", 1, 2))
    assert.not_equal(first, sum("e", 1, 1, "-- another"))
    package.path = path
    for _, one in ipairs(names) do package.loaded[one] = nil end
  end)
end)

describe("the system #quick", function()
  local popen = io.popen

  after_each(function() io.popen = popen end)    -- luacheck: ignore 122

  it("has as many processors as it says, or one", function()
    local function count(said)
      io.popen = function() return said and io.open(cli.file(said)) end -- luacheck: ignore 122
      return system.processors()
    end
    assert.same({ 7, 1, 1, 1 }, { count "7\n", count "undefined\n", count "", count(nil) })
  end)
end)
