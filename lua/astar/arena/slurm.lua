--- Running matches on a cluster: Slurm runs a job array, each task of which plays a part of the
-- matches and writes their results into a file. The nodes have the program, the mods and the folder
-- at the same place. Which partition, account and time limit: sbatch reads SBATCH_PARTITION and so
-- on from the environment.

local pairs = require "astar.pairs".pairs
local system = require "astar.arena.system"
local workers = require "astar.arena.workers"

local slurm = {}

local PARTS, PAUSE = 200, 2                      -- tasks of an array, at most; seconds

-- sbatch waits for the array, and what it says is read meanwhile: the number of the job, then an
-- empty line from time to time. Its status is that of the tasks: a lost one is played again.
local COMMAND = [[
sbatch --parsable --wait --array=0-%d%s --job-name=astar-arena --ntasks=1 --open-mode=append \
  --output=%s --error=%s %s 2>&1 & while kill -0 $! 2>/dev/null; do sleep %d; echo; done]]

local TASK = [[
#!/bin/sh
part=$(sed -n "$((SLURM_ARRAY_TASK_ID + 1))p" %s)
exec %s arena --work "$part"
]]

local function write(name, text)
  local file, message = io.open(name, "wb")
  if not file then return nil, message end
  file:write(text)
  file:close()
  return true
end

-- Whole lines that have been added to the files of tasks since they were last looked at.
local function follow(outputs, take)
  for name, at in pairs(outputs) do
    local file = io.open(name, "rb")
    if file then
      file:seek("set", at)
      local text = file:read("*a") or ""
      file:close()
      local whole = text:match("^.*\n") or ""
      outputs[name] = at + #whole
      for line in whole:gmatch("[^\n]+") do take(line) end
    end
  end
end

local function name_of(folder, task) return ("%s/part-%d.jsonl"):format(folder, task) end

--- What the tasks of an array have written that nobody has waited for. Calls take(line).
function slurm.left(folder, take)
  local outputs = {}
  for task = 0, PARTS - 1 do outputs[name_of(folder .. "/slurm", task)] = 0 end
  follow(outputs, take)
end

-- The files of an array: plan, parts, task, and what the tasks write.
local function prepare(matches, folder, most)
  local done, places, message
  places, message = workers.write(folder .. "/plan.jsonl", matches)
  if not places then return nil, message end
  local size, lines, outputs = math.max(most or 1, math.ceil(#matches / PARTS)), {}, {}
  for first = 1, #matches, size do
    outputs[name_of(folder, #lines)] = 0
    lines[#lines + 1] = ("%d:%d:%s/plan.jsonl"):format(places[first], size, folder)
  end
  for task = 0, PARTS - 1 do os.remove(name_of(folder, task)) end
  done, message = write(folder .. "/parts", table.concat(lines, "\n") .. "\n")
  if not done then return nil, message end
  done, message = write(folder .. "/task.sh", TASK:format(system.quoted(folder .. "/parts"),
    system.command(system.program())))
  return done and outputs, message or #lines
end

local function watch(command, outputs, take)
  local job, complaint
  local ok, failure = pcall(workers.listen, command, function(line)
    job = job or line:match("^(%d+)")
    if not job and line ~= "" then complaint = line end
    follow(outputs, take)
  end)
  if not ok then                                 -- it was interrupted
    if job then os.execute("scancel " .. job) end
    error(failure, 0)
  end
  follow(outputs, take)
  if not job then return nil, complaint or "sbatch: it has not taken the job" end
  return true
end

--- Plays matches on a cluster. `given`: folder; jobs, so many tasks at once, or nil. Calls
-- take(line) with each result. true | nil, message. What tasks say of mistakes is in
-- folder/slurm/errors.
function slurm.run(matches, given, take)
  local folder = given.folder .. "/slurm"
  if not system.make_folder(folder) then return nil, folder .. ": the folder cannot be made" end
  local outputs, count = prepare(matches, folder, given.most)
  if not outputs then return nil, count end
  local done, message = watch(COMMAND:format(count - 1, given.jobs and "%" .. given.jobs or "",
    system.quoted(folder .. "/part-%a.jsonl"), system.quoted(folder .. "/errors"),
    system.quoted(folder .. "/task.sh"), PAUSE), outputs, take)
  if done then
    for name in pairs(outputs) do os.remove(name) end
    for _, name in ipairs { "plan.jsonl", "parts", "task.sh" } do
      os.remove(folder .. "/" .. name)
    end
  end
  return done, message
end

return slurm
