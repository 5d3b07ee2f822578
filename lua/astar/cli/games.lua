--- The game that a command plays: the skirmish of the examples, or that of --game.

local game = require "astar.arena.game"
local stop = require "astar.cli.stop"

local games = {}

--- Seeds go from 0 up to this.
games.MOST_SEED = 2147483646

local SKIRMISH = "examples/demo/match.lua"

local function exists(name)
  local file = io.open(name, "rb")
  if file then file:close() end
  return file ~= nil
end

-- In the source tree, or where `make install` has put the examples.
local function find_skirmish(home)
  for _, place in ipairs { home .. "/", home .. "/share/astar/" } do
    if exists(place .. SKIRMISH) then return place .. SKIRMISH end
  end
  stop.wrong("%s is not there, the skirmish: name a game with --game", SKIRMISH)
end

--- The game of a file, or the skirmish. `home`: see cli.run.
function games.load(file, home)
  local own, message = game.load(file or find_skirmish(home))
  if not own then stop.wrong("%s", message) end
  return own
end

return games
