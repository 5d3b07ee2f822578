--- The activation of a script, as the host sees it: what the mod's state is told, and what has come
-- of it.
--
-- There are many of them in a tick, and most come to the tick to wake at and nothing else. So what
-- these pass through calls no methods, which would have to be looked up, and leaves at the first
-- function that knows that nothing else has come about. Here and in calls.lua fields have their
-- private names, as in task.lua.

local Account = require "astar.mods.account"
local calls = require "astar.mods.calls"
local core = require "astar.core"
local plain = require "astar.mods.plain_data"
local sanitize = require "astar.mods.sanitize"
local visible = require "astar.world.visible_text"

local activation = {}

local begin_tick, end_activation = Account.begin, calls.end_activation
local for_activation, pay_for, prepare = Account.for_activation, calls.pay_for, calls.prepare
local floor, news_of, packed_same = math.floor, sanitize.news, plain.packed_same
local yield, position_state = coroutine.yield, core.metatables.unit.methods._position_state
local box_activate                               -- the method of boxes

-- Instructions that it is worth to report a failure; bytes of data that one is worth to compare.
local A_FAILURE, BYTES_COMPARED = 2000, 32

-- ---- what it is told ----------------------------------------------------------------------------

-- Its data, if they are not what the mod has; false, message: they cannot be passed.
local function fresh_data(self)
  local instance, data = self.instance, self.data
  local account = instance.account
  account.used = account.used + floor(self.bytes / BYTES_COMPARED)
  if packed_same(data, self.unit.data, instance.alike) then return nil end
  local copied, fresh = pcall(self.copy_data, self)
  if copied then return fresh end
  return false, fresh
end

-- An activation in the mod's state, and what calls.end_activation is to know of it.
local function enter(self, instance, own, allowance, now)
  local unit, fresh = self.unit, nil
  if self.data then
    local problem
    fresh, problem = fresh_data(self)
    if problem then return true, 0, false, { message = problem } end
  end
  local box, news = prepare(instance, self, own, allowance), unit._news
  box_activate = box_activate or box._activate
  return pcall(box_activate, box, self.number, now, fresh, news[1] and news_of(news) or nil,
    position_state(unit._body))
end

-- ---- what has come of it ------------------------------------------------------------------------

--- Raises a failure in the unit's behaviour, as if it had come about there.
function activation.raise(self, failure)
  self.instance.account:owe(A_FAILURE)
  local message = visible(failure.message)
  local where = failure.where
  local cause = { message = message, inside = where, outside = where, entire = true,
    traceback = failure.traceback and visible(failure.traceback) or message }
  local current = self.unit._current
  if current then current._cause = cause end
  error(message, 0)
end

local raise = activation.raise

-- What has changed in data: its own, or a list, see Instance:keep.
local function keep_changes(self, changes)
  local instance = self.instance
  if type(changes) ~= "string" then return instance:keep(changes) end
  if instance.scripts[self.id] ~= self then return instance:keep { self.number, changes } end
  return instance:keep_change(self, changes)
end

-- Keeps what has changed in data, or raises why not, at the line at which the unit has given way.
local function keep(self, changes)
  local instance = self.instance
  local ok, message = pcall(keep_changes, self, changes)
  if not ok then raise(self, { message = message, where = instance:where_of(self) }) end
end

-- false and the tick to wake at; or true and what was returned.
local function settle(self, wake, changes, failure, ...)
  if changes then keep(self, changes) end
  if failure then raise(self, failure) end
  if wake then return false, wake end
  if select("#", ...) > 0 then self.instance.account:owe(Account.weight { ... }) end
  return true, ...
end

local function answered(self, ok, ...)
  if ok then return settle(self, ...) end
  raise(self, (...))
end

-- ---- as a part of its task ----------------------------------------------------------------------

-- What it was told is told again in its next activation.
local function keep_news(unit)
  local inbox = {}
  for _, list in ipairs { unit._news, unit._inbox or {} } do
    for _, event in ipairs(list) do inbox[#inbox + 1] = event end
  end
  unit._inbox = inbox[1] and inbox or false
end

-- The account of the script's unit, and the instructions that it may use for an activation now;
-- nil: it has to wait for the next tick.
local function allowance_of(self, instance, now)
  local account, id = instance.account, self.id
  if account.tick ~= now then begin_tick(account, now) end
  local own, allowance = for_activation(account, id, now)
  if not allowance then account:wait(id) end
  return own, allowance
end

--- In the task's coroutine, waits until the mod has something left for an activation: the account
-- of the unit, and how many instructions.
function activation.await(self)
  local unit, instance = self.unit, self.instance
  local world = unit._world
  local own, allowance = allowance_of(self, instance, world._ticks)
  while not allowance or instance.box.broken do
    keep_news(unit)
    yield(world._ticks + 1)
    own, allowance = allowance_of(self, instance, world._ticks)
  end
  return own, allowance
end

--- In the task's coroutine, a turn: false and the tick to wake at; or true and what was returned.
function activation.take(self)
  local own, allowance = activation.await(self)
  local instance, now = self.instance, self.unit._world._ticks
  return answered(self, end_activation(instance, own, enter(self, instance, own, allowance, now)))
end

-- For the task: the tick to wake at, or what it has returned, or an error.
local function finish_step(task, ok, ended, ...)
  if not ok then return false, ended end
  if ended then return task:_return(...) end
  return true, (...)
end

local function wait_for_next(self, now)
  keep_news(self.unit)
  return true, now + 1
end

local function end_step(task, now, ok, wake, changes, failure, ...)
  local self = task._script
  if ok and wake and not failure then
    if not changes or pcall(keep_changes, self, changes) then return true, wake end
  end
  if ok == nil then return wait_for_next(self, now) end
  return finish_step(task, pcall(answered, self, ok, wake, changes, failure, ...))
end

-- What has come of an activation. Most have no more to say than when to wake, some what has changed
-- in data.
local function leave(task, instance, now, own, called, used, ok, wake, changes, ...)
  if not (wake and ok) or ... or instance.weighs or instance.pending[1] then
    return end_step(task, now, end_activation(instance, own, called, used, ok, wake, changes, ...))
  end
  pay_for(instance, own, used)
  if changes then return end_step(task, now, ok, wake, changes) end
  return true, wake
end

--- An activation as the step of its task, see task.lua: what waits is the mod's state, and no
-- coroutine of the game's.
function activation.step(task, now)
  local self = task._script
  local instance = self.instance
  local own, allowance = allowance_of(self, instance, now)
  if not allowance then return wait_for_next(self, now) end
  return leave(task, instance, now, own, enter(self, instance, own, allowance, now))
end

return activation
