--- Running matches on other hosts: GNU parallel starts workers there over ssh, gives each some
-- lines and passes on what they print. The hosts have the program and the mods at the same place.

local system = require "astar.arena.system"
local workers = require "astar.arena.workers"

local hosts = {}

local MOST, PARTS = 32, 64                       -- matches of a worker; workers, if they can be

-- Without SHELL and HOME, as services are started, parallel finds no shell on the other hosts.
local PARALLEL = "HOME=\"${HOME:-/tmp}\" PARALLEL_SHELL=/bin/sh parallel --will-cite"

-- `--line-buffer`: a host that is lost takes with it what it has not printed, and no more.
local COMMAND = PARALLEL .. " --pipe --line-buffer -N %d%s -S %s"
  .. " --workdir \"$PWD\" %s <%s"
local ASK = PARALLEL .. " --nonall --tag --timeout 20 -S %s echo up 2>/dev/null"

-- A host that is down would fail at once, and so get most of the matches.
local function hosts_up(given)
  local is_up, up, down = {}, {}, {}
  workers.listen(ASK:format(system.quoted(given)), function(line)
    is_up[line:match("^(.-)\tup$") or ""] = true
  end)
  for word in given:gmatch("[^,]+") do
    local list = (is_up[word] or is_up[word:gsub("^%d+/", "")]) and up or down
    list[#list + 1] = word
  end
  return up, down
end

--- The hosts that answer, as for parallel's -S | nil, message. `tell(host)` is called with the
-- others.
function hosts.up(given, tell)
  local up, down = hosts_up(given)
  for _, host in ipairs(down) do tell(host) end
  if not up[1] then return nil, "--parallel: no host answers" end
  return table.concat(up, ",")
end

--- Plays matches on hosts. `given`: hosts, as for parallel's -S, where ":" is this machine; jobs,
-- so many beside each other on each host, or nil: one for each processor; folder; most, matches of
-- a worker, or nil; tell, a function that is called with a host that does not answer. Calls
-- take(line) with each result. true | nil, message.
function hosts.run(matches, given, take)
  local plan = given.folder .. "/plan.jsonl"
  local up, message = hosts.up(given.hosts, given.tell)
  if not up then return nil, message end
  local places
  places, message = workers.write(plan, matches)
  if not places then return nil, message end
  local size = given.most or math.min(MOST, math.ceil(#matches / PARTS))
  local work = system.command(system.program()) .. " arena --work -"
  local ok, failure = pcall(workers.listen, COMMAND:format(size,
    given.jobs and " -j " .. given.jobs or "", system.quoted(up), system.quoted(work),
    system.quoted(plan)), take)
  os.remove(plan)
  if not ok then error(failure, 0) end
  return true
end

return hosts
