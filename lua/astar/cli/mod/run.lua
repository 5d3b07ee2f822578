--- astar mod run A B: two mods play against each other, without a picture, and the score is
-- printed. arena/match.lua plays.

local core = require "astar.core"
local files = require "astar.cli.files"
local games = require "astar.cli.games"
local json = require "astar.replay.json"
local match = require "astar.arena.match"
local options = require "astar.cli.query"
local paragraphs = require "astar.cli.paragraphs"
local replay = require "astar.replay"
local stop = require "astar.cli.stop"

local say = files.say

local run = {}

local MOST_SHOWN = 10

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

-- ---- playing ------------------------------------------------------------------------------------

local function play(own, given, seed, recorded)
  local result, recording = match.play(own, { mods = { given.a, given.b }, map = given.map,
    seed = seed, ticks = given.ticks, recorded = recorded, log = given.log })
  if not result then stop.wrong("%s", recording) end
  result.place, result.seconds, result.errors_of = nil, nil, nil     -- for the arena
  return result, recording
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

local function play_all(own, given)
  local results, recording = {}, nil
  for i = 1, given.games do
    local recorded = given.replay and i == given.games
    results[i], recording = play(own, given, given.seed + i - 1, recorded)
    if not given.json then write_game(results[i]) end
  end
  return results, recording
end

function run.run(given, home)
  if given.seed + given.games - 1 > games.MOST_SEED then
    stop.wrong("--seed: seeds go up to %d", games.MOST_SEED)
  end
  if given.replay then files.check_place(given.replay) end
  local own = games.load(given.game, home)
  local results, recording = play_all(own, given)
  if given.json then
    say(json { game = own.file, mods = { given.a, given.b }, games = results })
  elseif given.games > 1 then
    write_sum(results)
  end
  if recording then files.write(given.replay, replay.page(recording)) end
  return write_errors(results) == 0 and stop.FOUND or stop.NONE
end

return run
