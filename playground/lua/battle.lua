--- Commands: a scenario begins, and is played.

local astar = require "astar"
local Feed = require "astar.record.feed"
local files = require "files"
local scenarios = require "scenarios"
local session = require "session"

local battle = {}

local MOST_TICKS = 200

--- Begins a scenario: its heading, all so far, its files, what can be dropped. `files`: texts by
-- name that replace the scenario's own.
function battle.open(given)
  local scenario = scenarios[given.scenario]
  if not scenario then return { wrong = ("there is no scenario '%s'"):format(given.scenario) } end
  session.reports = {}
  local shown = files.put(scenario, given.files or {})
  local match, message = scenario.new { folder = files.folder, seed = given.seed or 1,
    report = session.report }
  if not match then
    local file, line, rest = files.place_in(message)
    return { wrong = message, file = file, line = line, message = rest, files = shown }
  end
  session.match, session.world, session.scenario = match, match.world, scenario
  session.feed = Feed.new(match.record and match:record()
    or astar.record(match.world, { every = 1, title = scenario.title }))
  return { heading = session.feed:heading(), news = session.news(), files = shown,
    about = scenario.about, pieces = scenario.pieces }
end

--- Plays so many ticks.
function battle.tick(given)
  for _ = 1, math.min(given.ticks, MOST_TICKS) do session.match:tick() end
  return session.news()
end

return battle
