--- Results: files of lines, each with a match (schedule.lua) and how it went:
--
--   winner   1 or 2, the side that has won; 0: nobody
--   points   of both sides
--   errors   how many errors mods have had; errors_of, each of the two; first_error, one in words
--   hash     of the world at the end
--   seconds  processor time of the ticks
--   failed   in place of all these: why the match could not be played to its end
--
-- A line is written at once, and it is all that is kept: a file of an interrupted run has whole
-- lines and perhaps a torn one at its end, which is skipped. So files may be joined in any order,
-- and twice: a match has one result.

local copied = require "astar.copied"
local files = require "astar.files"
local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"
local match = require "astar.arena.match"

local results = {}

local LONGEST_ERROR = 400                        -- bytes: a line goes through a pipe as a whole

-- ---- lines --------------------------------------------------------------------------------------

local function is_pair(value)
  return type(value) == "table" and type(value[1]) == "string" and type(value[2]) == "string"
end

local function is_match(value)
  for _, key in ipairs { "id", "game", "game_sum", "map_sum", "map_name", "version" } do
    if type(value[key]) ~= "string" then return false end
  end
  return is_pair(value.mods) and is_pair(value.sums) and is_pair(value.names)
    and type(value.seed) == "number" and type(value.ticks) == "number"
    and (value.options == nil or type(value.options) == "table" and #value.options == 2)
end

local function has_result(value)
  return value.hash == nil or type(value.hash) == "string" and type(value.winner) == "number"
    and type(value.points) == "table" and #value.points == 2 and type(value.errors) == "number"
    and type(value.errors_of) == "table" and type(value.seconds) == "number"
end

--- The table of a line | nil, what is wrong with it.
function results.parse(line)
  local value, _, reason = literal.read(line, "json")
  if not value then return nil, reason end
  if not is_match(value) or not has_result(value) then return nil, "it is no match of an arena" end
  return value
end

--- Plays a match of the schedule: the table of its result, and the recording if there is to be one.
function results.play(game, scheduled, recorded)
  local one = copied(scheduled)
  local played, recording = match.play(game, { mods = one.mods, map = one.map or nil,
    seed = one.seed, ticks = one.ticks, options = one.options, recorded = recorded })
  if not played then
    one.failed = tostring(recording):sub(1, LONGEST_ERROR)
    return one
  end
  one.winner, one.hash, one.seconds = played.place or 0, played.hash, played.seconds
  one.points = { played.sides[1].points, played.sides[2].points }
  one.errors, one.errors_of = #played.errors, played.errors_of
  one.first_error = played.errors[1] and played.errors[1]:sub(1, LONGEST_ERROR) or nil
  return one, recording
end

--- The line of a result.
function results.line(one) return json(one) end

-- ---- files --------------------------------------------------------------------------------------

local Results = {}
Results.__index = Results

--- No results yet. `conflicts` lists matches that have gone in two ways.
function results.new()
  return setmetatable({ by_id = {}, conflicts = {}, skipped = 0 }, Results)
end

--- Adds a result; what failed is not kept, it is played again. Of two of one match the first stays.
function Results:add(one)
  local before = self.by_id[one.id]
  if before and not before.failed then
    if not one.failed and before.hash ~= one.hash then
      self.conflicts[#self.conflicts + 1] = { before, one }
    end
    return
  end
  self.by_id[one.id] = one
end

--- Adds the lines of a text. What is no result is skipped, and counted.
function Results:add_text(text)
  for line in text:gmatch("([^\n]+)\n") do
    local one = results.parse(line)
    if one and (one.hash or one.failed) then self:add(one)
    else self.skipped = self.skipped + 1 end
  end
end

--- Adds a file: true | nil, message.
function Results:add_file(name)
  local text, message = files.read(name)
  if not text then return nil, message end
  self:add_text(text)
  return true
end

--- The result of a match that has been played to its end; nil: there is none yet.
function Results:of(scheduled)
  local one = self.by_id[scheduled.id]
  return one and not one.failed and one or nil
end

--- A file to which results are added: a handle | nil, message. A torn line at its end gets an end,
-- so that it spoils no other.
function results.open(name)
  local file = io.open(name, "rb")
  local last = "\n"
  if file then
    if file:seek("end") > 0 then
      file:seek("end", -1)
      last = file:read(1)
    end
    file:close()
  end
  local handle, message = io.open(name, "ab")
  if handle and last ~= "\n" then handle:write("\n") end
  return handle, message
end

return results
