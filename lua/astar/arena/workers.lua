--- Running matches: in this process, or in several beside each other, which xargs starts. Each of
-- these gets some matches at a time, many at the beginning and few at the end, so that all
-- processors are busy until the end and starting a process takes no time to speak of.

local schedule = require "astar.arena.schedule"
local system = require "astar.arena.system"
local worker = require "astar.arena.worker"

local workers = {}

local MOST = 32                                  -- matches that a process is started for

-- ---- what is to be done -------------------------------------------------------------------------

--- Writes the lines of matches into a file: where each begins | nil, message. The last place is
-- where the file ends.
function workers.write(name, matches)
  local file, message = io.open(name, "wb")
  if not file then return nil, message end
  local places, at = {}, 0
  for i, match in ipairs(matches) do
    local line = schedule.line(match) .. "\n"
    places[i] = at
    at = at + #line
    file:write(line)
  end
  file:close()
  return places
end

--- How `count` matches are divided among processes of which `jobs` run at once: a list of
-- { first =, count = }. A part is a quarter of what each would have to do of the rest.
function workers.parts(count, jobs, most)
  local list, first = {}, 1
  while first <= count do
    local part = math.ceil((count - first + 1) / (4 * jobs))
    part = math.max(1, math.min(part, most or MOST))
    list[#list + 1] = { first = first, count = part }
    first = first + part
  end
  return list
end

-- ---- here ---------------------------------------------------------------------------------------

--- In this process. `take(line)` is called with each result.
function workers.here(matches, take)
  local at = 0
  return worker.run(function()
    at = at + 1
    return matches[at] and schedule.line(matches[at])
  end, take)
end

--- Calls take(line) with each line that a command prints.
function workers.listen(command, take)
  local pipe = io.popen(command, "r")
  for line in pipe:lines() do take(line) end
  pipe:close()
end

-- ---- beside each other --------------------------------------------------------------------------

-- A line for each process: FILE:PLACE:COUNT.
local function write_parts(name, plan, places, parts)
  local file = assert(io.open(name, "wb"))
  for _, part in ipairs(parts) do
    file:write(system.quoted(("%d:%d:%s"):format(places[part.first], part.count, plan)), "\n")
  end
  file:close()
end

-- A process that crashes takes its own matches only: without `|| :` xargs would stop.
local WORK = "xargs -P %d -n 1 sh -c '\"$@\" || :' astar %s arena --work <%s"

--- In `jobs` processes. `given`: jobs, the folder for files in between; most, matches that a
-- process gets, or nil. Calls take(line) with each result as it comes.
function workers.beside(matches, given, take)
  local plan, parts = given.folder .. "/plan.jsonl", given.folder .. "/parts"
  local places, message = workers.write(plan, matches)
  if not places then return nil, message end
  write_parts(parts, plan, places, workers.parts(#matches, given.jobs, given.most))
  local ok, failure = pcall(workers.listen, WORK:format(given.jobs,
    system.command(system.program()), system.quoted(parts)), take)
  os.remove(plan)
  os.remove(parts)
  if not ok then error(failure, 0) end           -- it was interrupted
  return true
end

-- A line leaves as a whole: others write into the same pipe.
local function write_line(line)
  io.stdout:write(line, "\n")
  io.stdout:flush()
end

--- Plays the matches that come in through a file, `most` at most: true | nil, message.
function workers.serve(file, most)
  io.stdout:setvbuf("full", 65536)
  return worker.run(function()
    most = most - 1
    return most >= 0 and file:read("*l") or nil
  end, write_line)
end

--- What a process does that was given such a word: true | nil, message.
function workers.work(word)
  if word == "-" then return workers.serve(io.stdin, math.huge) end
  local place, count, name = word:match("^(%d+):(%d+):(.+)$")
  if not place then return nil, ("--work: '%s' is no part of a plan"):format(word) end
  local file, message = io.open(name, "rb")
  if not file then return nil, message end
  file:seek("set", tonumber(place))
  local done
  done, message = workers.serve(file, tonumber(count))
  file:close()
  return done, message
end

return workers
