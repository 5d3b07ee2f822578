--- The loop of a kind of torture in Lua (tools/torture.sh describes the interface).
--
--     kind.run("programs", function(seed) … end, function(text) … end)
--
-- `try` runs the case of a seed; an error that it raises is a finding. It may call `kind.keep` with
-- the text of the case before it runs it, and `kind.count` with what it has counted beside cases.
-- `replay`, which may be missing, runs a case from its text.

local file = require "support.file"

local kind = {}

local work = os.getenv("WORK") or "."
local counted, names = {}, {}

local function write(name, text) file.write(work .. "/" .. name, text) end

--- Writes down the case that is about to run, for the driver to shrink it: a list of lines as
--- "program.lua", anything else as "program.bytes".
function kind.keep(name, text)
  write(name, text)
end

--- A file in the kind's folder.
function kind.file(name)
  return work .. "/" .. name
end

--- Adds to a number that the last line shows.
function kind.count(name, number)
  if not counted[name] then names[#names + 1] = name end
  counted[name] = (counted[name] or 0) + number
end

local function summary()
  local parts = {}
  for _, name in ipairs(names) do parts[#parts + 1] = ("%d %s"):format(counted[name], name) end
  return table.concat(parts, ", ")
end

local function give_up(message, seed)
  io.write(tostring(message), "\n")
  if seed then io.write("seed ", seed, "\n") end
  io.stdout:flush()
  os.exit(1)
end

-- After how many cases it ends, whatever the time; unset in the long form.
local CASES = tonumber(os.getenv("CASES")) or math.huge

--- Runs case after case, or the one that the command line names. `finish`, which may be missing, is
--- called at the end, and may find something, too.
function kind.run(what, try, replay, finish)
  if arg[1] == "replay" then
    local ok, message = xpcall(replay, debug.traceback, file.read(arg[2]))
    if not ok then give_up(message) end
    os.exit(0, true)
  end
  local seconds, seed = tonumber(arg[1]), math.tointeger(tonumber(arg[2]))
  local ends = os.time() + seconds
  kind.count(what, 0)
  repeat
    write("seed", tostring(seed))
    local ok, message = xpcall(try, debug.traceback, seed)
    if not ok then give_up(message, seed) end
    kind.count(what, 1)
    seed = seed + 1
  until os.time() >= ends or counted[what] >= CASES
  if finish then
    local ok, message = xpcall(finish, debug.traceback)
    if not ok then give_up(message) end
  end
  print(summary())
  os.exit(0, true)
end

return kind
