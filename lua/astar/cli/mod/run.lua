--- astar mod run A B: two mods play against each other, without a picture, and the score is
-- printed. The rules are a game's: a Lua file that returns a table with a function
--
--   new { map = FILE or nil, seed =, mods = { FOLDER, FOLDER }, report = f, log = f }
--
-- It returns a match, or nil and a message. `report` and `log` are meant for astar.world. A match
-- has `world`; tick(self); scores(self), a list of { name =, points =, … } with more numbers, in
-- the order of the mods; and, if the game names things in replays, record(self) -> recording.

local astar = require "astar"
local core = require "astar.core"
local files = require "astar.cli.files"
local json = require "astar.replay.json"
local options = require "astar.cli.query"
local paragraphs = require "astar.cli.paragraphs"
local replay = require "astar.replay"
local stop = require "astar.cli.stop"

local say = files.say

local run = {}

local GAME = "examples/demo/match.lua"
local MOST_SEED, MOST_SHOWN = 2147483646, 10

function run.add(parser)
  local own = parser:command("run", "Let two mods play against each other.")
    :epilog(paragraphs [[
The game is the skirmish of the examples, where A is red and B is blue, or a game of your own:
docs/command-line.md says what its file returns. The same seed gives the same game on every machine.
Errors of the mods go to standard error; a mod with errors plays on.

Exit status: 0 played, 1 played, but with errors of a mod, 2 the command could not do its work.

Examples:
  astar mod run examples/skirmish/red my-mod
  astar mod run my-mod my-old-mod --games 5 --ticks 1000
  astar mod run red blue --seed 7 --replay battle.html --json]])
  own:argument("a", "The folder of the first mod.")
  own:argument("b", "The folder of the second one; both may be the same.")
  own:option("--game", "The game's Lua file."):argname "FILE"
  own:option("--map", "Another map for the game."):argname "MAP"
  options.add_whole(own, "--seed", "Another game, 0 to 2147483646.", 0):default "1"
  options.add_whole(own, "--games", "So many games, with N, N + 1, … as seeds.", 1):default "1"
  options.add_whole(own, "--ticks", "The length of a game.", 1):default "3000"
  own:option("--replay", "Write the last game to FILE, a page for a browser."):argname "FILE"
  own:flag("--log", "Print to standard error what the mods print.")
  own:flag("--json", "As JSON.")
end

-- ---- the game -----------------------------------------------------------------------------------

local function exists(name)
  local file = io.open(name, "rb")
  if file then file:close() end
  return file ~= nil
end

-- In the source tree, or where `make install` has put the examples.
local function find_game(home)
  for _, place in ipairs { home .. "/", home .. "/share/astar/" } do
    if exists(place .. GAME) then return place .. GAME end
  end
  stop.wrong("%s is not there, the skirmish: name a game with --game", GAME)
end

local function load_game(file)
  local chunk, message = loadfile(file)
  if not chunk then stop.wrong(message) end
  local ok, game = pcall(chunk, file)
  if not ok then stop.wrong("%s: %s", file, tostring(game)) end
  if type(game) ~= "table" or type(game.new) ~= "function" then
    stop.wrong("%s: it returns no table with a function 'new'", file)
  end
  return game
end

-- What the game does wrong is the game's: told with its file, and without a traceback.
local function call(file, f, ...)
  local ok, first, second = pcall(f, ...)
  if ok then return first, second end
  stop.wrong("the game %s: %s", file, tostring(first))
end

local function new_match(game, file, given, seed, notes)
  local match, message = call(file, game.new, { map = given.map, seed = seed,
    mods = { given.a, given.b },
    report = function(report)
      if report.kind == "error" then notes.errors[#notes.errors + 1] = report.text end
    end,
    log = function(line)
      if given.log and line.kind == "print" then io.stderr:write(line.text, "\n") end
    end,
  })
  if not match then stop.wrong(message or "the game has not begun") end
  return match
end

-- ---- playing ------------------------------------------------------------------------------------

local function winner_of(scores)
  local best, is_shared
  for _, side in ipairs(scores) do
    if not best or side.points > best.points then
      best, is_shared = side, false
    elseif side.points == best.points then
      is_shared = true
    end
  end
  return not is_shared and best and best.name or false
end

local function play(game, file, given, seed, recorded)
  local notes = { errors = {} }
  local match = new_match(game, file, given, seed, notes)
  local recording
  if recorded then
    recording = match.record and call(file, match.record, match) or astar.record(match.world)
  end
  for _ = 1, given.ticks do call(file, match.tick, match) end
  local scores = call(file, match.scores, match)
  return { seed = seed, ticks = given.ticks, sides = scores, winner = winner_of(scores),
    errors = notes.errors, hash = match.world:hash() }, recording
end

-- ---- words --------------------------------------------------------------------------------------

local function write_game(result)
  say(("seed %d, %d ticks: %s"):format(result.seed, result.ticks,
    result.winner and result.winner .. " wins" or "nobody wins"))
  for _, side in ipairs(result.sides) do
    local words = {}
    for _, key in ipairs(core.keys(side)) do
      if key ~= "name" and key ~= "points" then
        words[#words + 1] = ("%s %s"):format(key, tostring(side[key]))
      end
    end
    say(("  %-8s%6d points%s"):format(side.name, side.points,
      words[1] and "   " .. table.concat(words, ", ") or ""))
  end
end

local function write_sum(results)
  local wins, order = {}, {}
  for _, side in ipairs(results[1].sides) do
    wins[side.name], order[#order + 1] = 0, side.name
  end
  local draws = 0
  for _, result in ipairs(results) do
    if result.winner then wins[result.winner] = wins[result.winner] + 1
    else draws = draws + 1 end
  end
  local words = {}
  for i, name in ipairs(order) do words[i] = ("%s %d"):format(name, wins[name]) end
  say(("%d games won: %s; drawn %d"):format(#results, table.concat(words, ", "), draws))
end

local function write_errors(results)
  local count = 0
  for _, result in ipairs(results) do
    for _, text in ipairs(result.errors) do
      count = count + 1
      if count <= MOST_SHOWN then io.stderr:write("error: ", text, "\n") end
    end
  end
  if count > MOST_SHOWN then io.stderr:write(("%d errors in all\n"):format(count)) end
  return count
end

-- ---- the command --------------------------------------------------------------------------------

local function play_all(game, file, given)
  local results, recording = {}, nil
  for i = 1, given.games do
    local recorded = given.replay and i == given.games
    results[i], recording = play(game, file, given, given.seed + i - 1, recorded)
    if not given.json then write_game(results[i]) end
  end
  return results, recording
end

function run.run(given, home)
  if given.seed + given.games - 1 > MOST_SEED then
    stop.wrong("--seed: seeds go up to %d", MOST_SEED)
  end
  if given.replay then files.check_place(given.replay) end
  local file = given.game or find_game(home)
  local results, recording = play_all(load_game(file), file, given)
  if given.json then
    say(json { game = file, mods = { given.a, given.b }, games = results })
  elseif given.games > 1 then
    write_sum(results)
  end
  if recording then files.write(given.replay, replay.page(recording)) end
  return write_errors(results) == 0 and stop.FOUND or stop.NONE
end

return run
