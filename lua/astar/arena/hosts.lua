--- Running matches on other hosts: GNU parallel starts workers there over ssh, gives each some lines
-- and passes on what they print. The hosts have the program and the mods at the same place.

local system = require "astar.arena.system"
local workers = require "astar.arena.workers"

local hosts = {}

local MOST, PARTS = 32, 64                       -- matches of a worker; workers, if they can be

-- `--line-buffer`: a host that is lost takes with it what it has not printed, and no more.
-- `--filter-hosts`: one that does not answer gets nothing.
local COMMAND = "parallel --will-cite --pipe --line-buffer --filter-hosts -N %d%s -S %s"
  .. " --workdir \"$PWD\" %s <%s"

--- Plays matches on hosts. `given`: hosts, as for parallel's -S, where ":" is this machine; jobs, so
-- many beside each other on each host, or nil: one for each processor; folder; most, matches of a
-- worker, or nil. Calls take(line) with each result. true | nil, message.
function hosts.run(matches, given, take)
  local plan = given.folder .. "/plan.jsonl"
  local places, message = workers.write(plan, matches)
  if not places then return nil, message end
  local size = given.most or math.min(MOST, math.ceil(#matches / PARTS))
  local work = system.command(system.program()) .. " arena --work -"
  local ok, failure = pcall(workers.listen, COMMAND:format(size,
    given.jobs and " -j " .. given.jobs or "", system.quoted(given.hosts), system.quoted(work),
    system.quoted(plan)), take)
  os.remove(plan)
  if not ok then error(failure, 0) end
  return true
end

return hosts
