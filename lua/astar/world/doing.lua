--- What a unit is doing, in words, read from the stacks of its tasks: the verbs that are running,
-- each within which, and what `think.utility` has chosen. So nothing needs to be recorded until it
-- is read.

local object = require "astar.world.object"
local pairs = require "astar.pairs".pairs
local verbs = require "astar.verbs"

local getinfo = debug and debug.getinfo

-- What others are made of, and would tell nobody anything.
local PLUMBING = { watch = true, walk = true, defend = true, approach = true }

local names = setmetatable({}, { __mode = "k" })   -- by the verb's function

local function learn()
  for name, verb in pairs(verbs) do names[verb] = name end
end

local collect

-- The tasks within a task that have not ended, in the order in which they were begun.
local function inner_tasks(task)
  local list, entry = {}, task.last
  while entry do
    if entry.inner then table.insert(list, 1, entry.inner) end
    entry = entry.above
  end
  return list
end

local function add(words, word)
  if word ~= "" and words[#words] ~= word then words[#words + 1] = word end
end

-- The verbs on a stack, the outermost first.
local function add_verbs(words, thread)
  local found, level = {}, 0
  local info = getinfo(thread, level, "f")
  while info do
    local name = names[info.func]
    if name and not PLUMBING[name] then found[#found + 1] = name end
    level = level + 1
    info = getinfo(thread, level, "f")
  end
  for i = #found, 1, -1 do add(words, found[i]) end
end

-- What runs in a mod's state says itself what it is at: `task.doing`.
function collect(words, task)
  if task.name then add(words, task.name) end
  if task.doing then add(words, task.doing()) end
  if task.thread then add_verbs(words, task.thread) end
  local within = inner_tasks(task)
  if #within == 1 then return collect(words, within[1]) end
  local together = {}
  for _, one in ipairs(within) do
    local own = {}
    collect(own, one)
    if #own > 0 then together[#together + 1] = table.concat(own, " > ") end
  end
  if #together > 0 then add(words, table.concat(together, " + ")) end
end

local doing = {}

--- The verbs of a unit, the innermost last: "hold the bridge > guard > chase > go"; "" if it has
-- none. What goes on side by side has a plus between.
function doing.verbs(unit)
  local words, task = {}, object.of(unit)._task
  if task and getinfo then
    if not names[verbs.go] then learn() end
    collect(words, task)
  end
  return table.concat(words, " > ")
end

--- The name of the behaviour or order that a unit is at, or for a function the place where it
-- begins; "" if it has none.
function doing.behaviour(unit)
  local behaviour = unit:_runs()
  if not behaviour then return "" end
  if type(behaviour) == "string" then return behaviour end
  local info = getinfo and getinfo(behaviour, "S")
  if not info then return "a function" end
  return ("%s:%d"):format(info.short_src:match("[^/\\]*$"), info.linedefined)
end

return doing
