--- Tasks: coroutines that sleep until a tick, or until something happens.
--
-- A task's body yields the tick at which it wants to be resumed at the latest; if it yields
-- nothing, that is the next tick. It may be resumed sooner. So code that waits for something checks
-- whether it has happened, and yields again if not.
--
-- A task may run others within itself, as `think.race` does: it steps them in its own activation.
-- When a task ends, in whatever way, it gives back what it holds (a route, a ticket, a
-- reservation): that is what `defer` is for. A task that is dropped first drops those within it.
--
-- What a task does may need no coroutine any more, since what waits is elsewhere: a mod's script
-- waits in the mod's state. Then the body leaves a function that is called at each step.
--
-- A task may be dropped while it runs, even by a function that it has called. Then it is `ended`,
-- gives back what it holds, and is not resumed after its next yield.
--
-- Here and in mind.lua fields have their private names: what scripts see under the public ones is
-- looked up by a function, which would take most of the time of an activation.

local blame = require "astar.arguments.blame"
local strict = require "astar.arguments.strict"

local task = {}

local create, resume, status = coroutine.create, coroutine.resume, coroutine.status
local close = coroutine.close                    -- not in LuaJIT, which has nothing to be closed
local unpack = table.unpack or unpack
local traceback = debug and debug.traceback

local DONE = {}                                  -- given when a body has returned

local function pack(...)
  return { n = select("#", ...), ... }
end

-- What runs in the coroutine. It keeps the results, so that a step handles one value only.
local function main(self)
  local arguments = self._arguments
  self._arguments = false
  local results = pack(self.body(unpack(arguments, 1, arguments.n)))
  if self._direct then return results[1] end
  self._results = results
  return DONE
end

--- A task that will call body(...) at its first step.
function task.new(body, ...)
  return setmetatable({
    _thread = create(main), _wake = 0, _body = body, _arguments = pack(...), _last = false,
    _ended = false, _failed = false, _results = false, _direct = false, _fruitless = false,
  }, task)
end

--- Notes that `undo` is to be called when the task ends. Returns a function that takes this back.
function task:defer(undo)
  local entry = { undo = undo, above = self._last }
  if self._last then self._last.below = entry end
  self._last = entry
  return function()
    if entry.gone then return end
    entry.gone = true
    if entry.below then entry.below.above = entry.above else self._last = entry.above end
    if entry.above then entry.above.below = entry.below end
  end
end

--- A task within this one: it is dropped when this one ends.
function task:start(body, ...)
  local inner = task.new(body, ...)
  inner._release = self:defer(function() inner:drop() end)
  self._last.inner = inner
  return inner
end

-- ---- ending -------------------------------------------------------------------------------------

-- The last that was noted comes first. Each is called, whatever the others raise; the first error
-- is returned.
local function give_back(self)
  local message
  while self._last do
    local entry = self._last
    entry.gone = true
    self._last = entry.above
    if entry.above then entry.above.below = nil end
    local ok, raised = pcall(entry.undo)
    if not ok then message = message or raised or tostring(raised) end
  end
  if self._release then self._release() end
  return message
end

-- An error that came out of a task within this one began there: `cause` is that task.
local function fail(self, thread, message)
  self._failed, self._message = true, message
  if not traceback then return end
  local cause = self._cause
  if thread then self._inside, self._outside = blame.places(thread) end
  self._outside = self._outside or blame.defined(self._body)
  if cause and cause.traceback and rawequal(cause.message, message) then
    self._inside = cause.inside
    self._outside = cause.outside or self._outside
    self._traceback = cause.entire and cause.traceback
      or traceback(thread, cause.traceback .. "\nwithin a task with")
  else
    self._traceback = thread and traceback(thread) or tostring(message)
  end
end

--- For xpcall: what a task keeps of an error, as a `cause`. The stack is that of the task itself,
-- or in Lua 5.1 that of a coroutine of its own: see protected.lua.
function task._failure(message, thread)
  if not traceback then return { message = message } end
  local failure = { message = message, entire = true }
  if thread then
    failure.traceback = traceback(thread)
    failure.inside, failure.outside = blame.places(thread)
  else
    failure.traceback = traceback("", 2):sub(2)
    failure.inside, failure.outside = blame.places(nil, 2)
  end
  return failure
end

local function conclude(self)
  self._ended, self._thread = true, false
  local message = give_back(self)
  if message ~= nil then self._failed, self._message, self._results = true, message, false end
  return true
end

local function abort(self, thread, message)
  fail(self, thread, message)
  if close and thread and status(thread) == "suspended" then close(thread) end
  self._ended, self._thread = true, false
  give_back(self)
  return true
end

-- It was dropped while it ran. What it raised after that has no other way out than this.
local function leave(self, thread, ok, message)
  self._thread, self._results = false, false
  if not ok then fail(self, thread, message) end
  return true
end

local NO_TICK = "a behaviour has yielded %s, and not the tick at which to go on"

-- ---- running ------------------------------------------------------------------------------------

local function settle(self, thread, now, ok, wake)
  if self._ended then return leave(self, thread, ok, wake) end
  if not ok then return abort(self, thread, wake) end
  if wake == DONE then return conclude(self) end
  if wake == nil then
    wake = now + 1
  elseif type(wake) ~= "number" or wake ~= wake then
    return abort(self, thread, NO_TICK:format(type(wake) == "number" and "nan" or type(wake)))
  end
  self._wake = wake
  return false
end

--- Runs until the body gives way; `now` is the tick. True: the task has ended, with `results`, a
-- list with its length as n; or it `failed` with `message`, `traceback`, and `inside`, `outside`,
-- which tell where that came from (blame.lua); or it was dropped, and has none of these.
function task:_step(now)
  if self._direct then return self:_step_directly(now) end
  if self._ended then return true end
  local thread = self._thread
  if self._arguments then return settle(self, thread, now, resume(thread, self)) end
  return settle(self, thread, now, resume(thread))
end

--- The same for a task without a coroutine. Most of its steps come to the tick to wake at.
function task:_step_directly(now)
  if self._ended then return true end
  local ok, wake = self._direct(self, now)
  if ok and type(wake) == "number" and wake == wake and not self._ended then
    self._wake = wake
    return false
  end
  return settle(self, false, now, ok, wake)
end

--- From its next step on, direct(task, now) is called in place of the coroutine, whose body has to
-- return now, with the tick to wake at. It returns true and that tick; or false and an error; or
-- what task:_return returns.
function task:_go_on_directly(direct) self._direct = direct end

--- It ends with these results.
function task:_return(...)
  self._results = pack(...)
  return true, DONE
end

-- ---- going back ---------------------------------------------------------------------------------

--- Has it had a step?
function task:_has_begun() return not self._arguments end

--- It has become what it was when it had not begun, but for its coroutine: that is another one now.
function task:_begin_once_more() self._thread = create(main) end

--- In place of its coroutine, which cannot become what it was, another one calls body(...).
function task:_go_on_with(body, ...)
  if self._direct then return end                -- it has none
  self._body, self._arguments = body, pack(...)
  self._thread = create(main)
end

-- ---- ending, from outside -----------------------------------------------------------------------

--- What the body returned; nothing if it was dropped.
function task:values()
  local results = self._results
  if results then return unpack(results, 1, results.n) end
end

--- Ends it where it is, without results. What its cleanups raise is raised.
function task:drop()
  if self._ended then return end
  local thread = self._thread
  self._ended = true
  local closed, raised = true, nil
  if thread and status(thread) == "suspended" then
    self._thread = false
    if close then closed, raised = close(thread) end
  end
  local message = give_back(self)
  if not closed then message = raised end
  if message ~= nil then error(message, 0) end
end

return strict.class("task", task, {
  thread = "read", wake = "read", body = "read", arguments = "read", results = "read",
  last = "read", release = "read", inner = "read", ended = "read", failed = "read",
  message = "read", traceback = "read", inside = "read", outside = "read",
  entire = "read", cause = "read", name = "read", doing = "read",
  told = "read", failed_way = "read", fruitless = "read",
})
