--- Tasks: coroutines that sleep until a tick, or until something happens.
--
-- A task's body gives way by yielding the tick at which it wants to go on at the latest; nothing
-- yielded is the next tick. It may be resumed sooner, so whoever waits for something looks whether
-- it has come about, and yields again if not.
--
-- A task may run others within itself, as `think.race` does: it steps them in its own turn. What a
-- task has taken hold of (a route, a ticket, a tree) it gives back when it ends, in whatever way:
-- that is what `defer` is for. A task that is dropped drops those within it first.

local task = {}
task.__index = task

local create, resume, status = coroutine.create, coroutine.resume, coroutine.status
local unpack = table.unpack or unpack

--- A task that will call body(...) at its first step.
function task.new(body, ...)
  local arguments = { n = select("#", ...), ... }
  return setmetatable({ thread = create(body), wake = 0, arguments = arguments }, task)
end

--- Notes that `undo` is to be called when the task ends. Returns a function that takes this back.
function task:defer(undo)
  local entry = { undo = undo, above = self.last }
  if self.last then self.last.below = entry end
  self.last = entry
  return function()
    if entry.gone then return end
    entry.gone = true
    if entry.below then entry.below.above = entry.above else self.last = entry.above end
    if entry.above then entry.above.below = entry.below end
  end
end

-- The last that was noted comes first. Each is called, whatever the others raise; the first error
-- is returned.
local function give_back(self)
  local message
  while self.last do
    local entry = self.last
    entry.gone = true
    self.last = entry.above
    if entry.above then entry.above.below = nil end
    local ok, raised = pcall(entry.undo)
    if not ok then message = message or raised end
  end
  return message
end

local function finish(self, ok, ...)
  self.ended, self.thread = true, nil
  local message = give_back(self)
  if ok and message == nil then
    self.results = { n = select("#", ...), ... }
    return true
  end
  self.failed = true
  if ok then self.message = message else self.message = (...) end
  return true
end

local function settle(self, now, ok, ...)
  if self.ended then return true end             -- it has dropped itself
  if ok and status(self.thread) == "suspended" then
    self.wake = (...) or now + 1
    return false
  end
  if not ok then self.traceback = debug and debug.traceback(self.thread) end
  return finish(self, ok, ...)
end

--- Runs until the body gives way; `now` is the tick. True: the task has ended, with `results`, a
-- list with its length as n; or it `failed` with `message` and `traceback`.
function task:step(now)
  if self.ended then return true end
  local arguments = self.arguments
  if not arguments then return settle(self, now, resume(self.thread)) end
  self.arguments = nil
  return settle(self, now, resume(self.thread, unpack(arguments, 1, arguments.n)))
end

--- What the body returned.
function task:values()
  return unpack(self.results, 1, self.results.n)
end

--- Ends it where it is, without results. What its cleanups raise is raised.
function task:drop()
  if self.ended then return end
  self.ended, self.thread = true, nil
  local message = give_back(self)
  if message ~= nil then error(message, 0) end
end

return task
