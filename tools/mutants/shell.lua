--- Files and commands.

local shell = {}

--- The text of a file, or nil.
function shell.read(name)
  local file = io.open(name, "rb")
  if not file then return nil end
  local text = file:read("a")
  file:close()
  return text
end

function shell.write(name, text)
  local file = assert(io.open(name, "wb"))
  file:write(text)
  file:close()
end

--- A word as the shell reads it.
function shell.quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

--- What a command prints.
function shell.output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("a")
  pipe:close()
  return text
end

--- Runs a command: whether it succeeded, and its exit status.
function shell.run(command)
  local ok, _, status = os.execute(command)
  return ok == true, status
end

--- The same for a command that must succeed.
function shell.must(command)
  if not shell.run(command) then error("this command failed: " .. command, 0) end
end

--- Runs a command, stopped after `limit` seconds of the processor's time, so that the load of the
-- machine changes no outcome; or after as many times STALLED seconds by the clock, if it sleeps.
-- What it prints is in the file `log`. Whether it succeeded; "ended" or "stopped"; the seconds of
-- the processor that it has taken.
local STALLED = 20

local function seconds_in(times)
  local sum = 0
  for minutes, seconds in (times:match("\n(.*)") or ""):gmatch("(%d+)m([%d.]+)s") do
    sum = sum + 60 * minutes + seconds
  end
  return sum
end

function shell.timed(folder, command, limit, log)
  limit = math.ceil(limit)
  local script = ("cd %s || exit 1; (ulimit -S -t %d; exec timeout -k 5 %d %s) >%s 2>&1; "
    .. "status=$?; times; echo $status"):format(folder, limit, STALLED * limit, command, log)
  local said = shell.output("sh -c " .. shell.quote(script) .. " 2>&1")
  local times, status = said:match("(%d+m[%d.]+s [^\n]*\n[^\n]*)\n(%d+)\n$")
  status = tonumber(status or 1)
  -- 124 and 137 are timeout's, 152 is a process ended by SIGXCPU.
  local stopped = status == 124 or status == 137 or status == 152
  return status == 0, stopped and "stopped" or "ended", seconds_in(times or ""), status
end

--- Goes through the lines of a text.
function shell.lines(text) return (text:gsub("\n?$", "\n", 1)):gmatch("(.-)\n") end

return shell
