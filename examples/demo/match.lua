-- The skirmish as `astar mod run` plays it: what such a file returns is in docs/command-line.md.

local here = (...):match("^(.*)/demo/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path

local astar = require "astar"
local game = require "demo.game"

local match = {}

local LEVELS = { "valley", "cave" }

-- Why the skirmish cannot be played on a map, or nil.
local function unfit(file)
  local map, message = astar.load(file)
  if not map then return message end
  for _, name in ipairs(LEVELS) do
    if not pcall(map.level, map, name) then
      return ("%s: the skirmish needs a map with the levels 'valley' and 'cave'"):format(file)
    end
  end
end

-- What is told of each side.
local function score_of(play, side)
  return { name = side.name, points = game.score(side), units = play:units_of(side),
    loads = side.loads, kills = side.kills, lost = side.lost, bridge = side.held,
    seen = math.floor(play:explored(side.player) * 100) }
end

local function scores(play)
  local list = {}
  for i, side in ipairs(play.sides) do list[i] = score_of(play, side) end
  return list
end

--- A match: red plays the first mod, blue the second one. A map has the places of the valley.
function match.new(given)
  local wrong = given.map and unfit(given.map)
  if wrong then return nil, wrong end
  local play, message = game.new { file = given.map or here .. "/valley.txt", seed = given.seed,
    mods = { red = given.mods[1], blue = given.mods[2] },
    options = given.options and { red = given.options[1], blue = given.options[2] } or {},
    report = given.report, log = given.log }
  if not play then return nil, message end
  play.scores = scores
  return play
end

return match
