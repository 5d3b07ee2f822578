--- Plays matches by some way of running them, and keeps their results as they come. What a lost
-- worker has not played is played again.

local progress = require "astar.arena.progress"
local results = require "astar.arena.results"
local system = require "astar.arena.system"

local run = {}

local MOST_ROUNDS = 3

-- Takes lines: what is torn is no result, and a match that was lost is played again.
local function taker(given, seen, show)
  return function(line)
    local one = results.parse(line)
    if not one or not (one.hash or one.failed) then return end
    given.results:add(one)
    if not seen[one.id] then show() end
    seen[one.id] = true
    if given.file then
      given.file:write(line, "\n")
      given.file:flush()
    end
  end
end

local function rest_of(matches, seen)
  local rest = {}
  for _, match in ipairs(matches) do
    if not seen[match.id] then rest[#rest + 1] = match end
  end
  return rest
end

--- Plays matches: a list of those that were lost | nil, message. `given`:
--   start    a function(matches, most, take) -> true | nil, message; see cli/arena.lua. `most`:
--            matches that a process gets, or nil
--   results  to which the results are added
--   file     a handle to which their lines are written, or nil
--   what     the bar's first words
-- From the second round on a process gets one match only: then what ends it costs no other match.
function run.all(matches, given)
  local seen, rest = {}, matches
  local show, hide = progress.bar(given.what, #matches, system.is_terminal())
  local take = taker(given, seen, show)
  for round = 1, MOST_ROUNDS do
    if not rest[1] then break end
    local ok, done, message = pcall(given.start, rest, round > 1 and 1 or nil, take)
    if not ok or not done then
      hide()
      if not ok then error(done, 0) end
      return nil, message
    end
    rest = rest_of(rest, seen)
  end
  hide()
  return rest
end

return run
