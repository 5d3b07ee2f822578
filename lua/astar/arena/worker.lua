--- What a worker does: it reads matches, plays them, and writes their results, a line at once. A
-- worker is a process of its own, on this machine or another one, and knows nothing of the others.

local core = require "astar.core"
local entrants = require "astar.arena.entrants"
local files = require "astar.files"
local games = require "astar.arena.game"
local replay = require "astar.replay"
local results = require "astar.arena.results"
local schedule = require "astar.arena.schedule"

local worker = {}

-- A mod that has changed since the schedule was made would be taken for the one before.
local function check_sums(one, known)
  for i, folder in ipairs(one.mods) do
    if not known[folder] then
      local sum, message = entrants.sum(folder)
      if not sum then return nil, message end
      known[folder] = sum
    end
    if known[folder] ~= one.sums[i] then
      return nil, ("%s is not the mod of this match: its files have changed"):format(folder)
    end
  end
  return true
end

local function game_of(one)
  local game, message = games.load(one.game)
  if not game then return nil, message end
  if game.sum ~= one.game_sum then
    return nil, ("%s is not the game of this match: its files have changed"):format(one.game)
  end
  return game
end

local function check_map(one, known)
  local name = one.map
  if not name or known[name] == one.map_sum then return true end
  local text, message = files.read(name)
  if not text then return nil, message end
  known[name] = core.checksum(text)
  if known[name] == one.map_sum then return true end
  return nil, ("%s is not the map of this match: the file has changed"):format(name)
end

-- Is all here of which the match was made?
local function check_all(one, known)
  if one.version ~= schedule.version() then
    return nil, ("the match is of astar %s, and this is %s"):format(one.version,
      schedule.version())
  end
  local is_same, message = check_sums(one, known)
  if not is_same then return nil, message end
  return check_map(one, known)
end

--- Plays a match of a line: the result, and the recording if there is to be one | nil, message, if
-- it is not the same match any more. `known`: checksums of folders and maps, or nil.
function worker.play(one, recorded, known)
  local game, message = game_of(one)
  if not game then return nil, message end
  local is_same
  is_same, message = check_all(one, known or {})
  if not is_same then return nil, message end
  return results.play(game, one, recorded)
end

local function play_and_write(one, write, known)
  local result, recording = worker.play(one, one.replay, known)
  if not result then return nil, recording end
  if recording then
    local written, message = files.write(one.replay, replay.page(recording))
    if not written then return nil, message end
  end
  write(results.line(result))
  return true
end

--- Plays matches: `read()` returns the line of the next one, or nil; `write(line)` takes a result.
-- true | nil, message.
function worker.run(read, write)
  local known = {}
  for line in read do
    local one, message = results.parse(line)
    local done
    if one then done, message = play_and_write(one, write, known) end
    if not done then return nil, message end
  end
  return true
end

return worker
