--- What a unit does: its orders, and where it has none its behaviour. These are methods of units.
--
-- An order is a behaviour that somebody above the unit asks for, such as the person who plays or
-- the group's leader. **Orders win**: while a unit has one, its own behaviour does not run. It
-- begins from its start when all orders are done, or were cancelled. Whatever gives the unit
-- another behaviour in the meantime, a mod as well, decides only what begins then.

local blame = require "astar.arguments.blame"
local failures = require "astar.world.failures"
local think = require("astar.world.mind")._think
local task = require "astar.world.task"
local values = require "astar.units.values"

local orders = {}

local NOTHING, FOREVER = {}, math.huge
local step_directly = task._step_directly
local unpack = table.unpack or unpack

--- The orders of a unit that has none. Lists of orders are never changed, but replaced.
orders.NONE = {}

local NONE = orders.NONE

local function pack(...) return { n = select("#", ...), ... } end

local function check_there(unit, method)
  if unit.removed then blame.fail(method, 0, "the unit was removed") end
end

orders._check_there = check_there

-- The arguments of a verb are tried at once: later nobody would know who has given them.
local function check(unit, method, behaviour, ...)
  check_there(unit, method)
  local kind, verb = type(behaviour), behaviour
  if kind == "string" then
    unit._world:_check_behaviour(behaviour, method)
    verb = unit._world:_find_behaviour(behaviour)
  elseif kind ~= "function" then
    blame.fail(method, 1, "a name or a function expected, got %s", kind)
  end
  values.try(verb, unit, ...)
end

-- ---- beginning and ending -----------------------------------------------------------------------

local function run(unit, name, ...)
  local body = type(name) == "function" and name or unit._world:behaviour(name)
  return body(unit, ...)
end

-- The behaviour that runs, of an order or its own; false: none.
local function what_runs(unit)
  local order = unit._orders[1]
  return order and order.behaviour or unit._behaviour
end

orders._runs = what_runs

--- Ends what the unit does, which is `behaviour`. An error in its cleanups is reported for the
-- unit, and does not reach the caller.
function orders:_quit(behaviour)
  local own = self._task
  behaviour = behaviour or self:_runs()
  self._world:_touch(self)
  self._task = false
  if not own then return end
  local ok, message = pcall(own.drop, own)
  if not ok then self._world:_fail(self, behaviour, { message = message }) end
end

-- Begins the first order, or its behaviour.
local function begin(unit)
  unit._world:_touch(unit)
  local order = unit._orders[1]
  local behaviour, given = unit._behaviour, unit._given
  if order then behaviour, given = order.behaviour, order.given end
  if not behaviour then return end
  unit._task, unit._begins = task.new(run, unit, behaviour, unpack(given, 1, given.n)), true
  unit:rouse()
end

-- What it was told before is forgotten, and so are errors of before.
local function begin_other(unit)
  unit:_forgive()
  unit._inbox, unit._news = false, NOTHING
  begin(unit)
end

--- Gives the unit a behaviour that begins in the next activation of the behaviours, in place of the
-- one that it has; under orders, when these are done. A function, or the name of one. It is called
-- with the unit and what follows. `nil`: none.
function orders:behave(behaviour, ...)
  if behaviour == nil then check_there(self, "behave")
  else check(self, "behave", behaviour, ...) end
  local is_ordered = self._orders[1]
  self._world:_touch(self)
  if not is_ordered then self:_quit() end
  self._behaviour, self._given = behaviour or false, behaviour and pack(...) or false
  if not is_ordered then begin_other(self) end
  return self
end

-- ---- orders -------------------------------------------------------------------------------------

--- Gives the unit an order, in place of those that it has: a behaviour, as for unit:behave, or the
-- name of a verb.
function orders:order(behaviour, ...)
  check(self, "order", behaviour, ...)
  self:_quit()
  self._orders = { { behaviour = behaviour, given = pack(...) } }
  begin_other(self)
  return self
end

--- Gives the unit an order that begins when those are done that it has.
function orders:queue_order(behaviour, ...)
  check(self, "queue_order", behaviour, ...)
  local list = { unpack(self._orders) }
  self._world:_touch(self)
  list[#list + 1] = { behaviour = behaviour, given = pack(...) }
  self._orders = list
  if not list[2] then
    self:_quit()
    begin_other(self)
  end
  return self
end

--- Ends all orders: the unit's behaviour begins again.
function orders:cancel_orders()
  check_there(self, "cancel_orders")
  if not self._orders[1] then return self end
  self:_quit()
  self._orders = NONE
  begin_other(self)
  return self
end

--- The orders of the unit, the one that it carries out first: a list of tables with `behaviour`,
-- and the arguments from 1 to n.
function orders:orders()
  local list = {}
  for i, order in ipairs(self._orders) do
    list[i] = { behaviour = order.behaviour, unpack(order.given, 1, order.given.n) }
    list[i].n = order.given.n
  end
  return list
end

-- ---- activations --------------------------------------------------------------------------------

local function finish_order(unit, own)
  local order = unit._orders[1]
  unit._orders = { unpack(unit._orders, 2) }
  unit._world:_note(unit, "order_ended", order.behaviour, own:values())
  begin(unit)
end

local function finish_behaviour(unit, own)
  unit._behaviour = false
  unit._world:_note(unit, "ended", own:values())
end

-- After an error: its behaviour starts again when the pause is over.
local function start_over(unit, now)
  local given, pause = unit._given, failures.pause(now, unit._pause, unit._again)
  unit._pause, unit._again = pause, now + pause
  unit._task, unit._begins = task.new(run, unit, unit._behaviour, unpack(given, 1, given.n)), true
  unit._world:_sleep(unit, unit._again)
end

-- What the unit does has come to its end.
local function finish(unit, own, now)
  local is_order = unit._orders[1]
  if own._failed and not is_order then return start_over(unit, now) end
  unit._task = false
  unit._world:_sleep(unit, FOREVER)
  if is_order then finish_order(unit, own) else finish_behaviour(unit, own) end
end

--- What the unit was told so far is the news of the activation that comes. In a pause it is kept.
function orders:_hear(now)
  if self._again > now then return end
  self._news = self._inbox or NOTHING
  self._inbox = false
end

-- As mind._think, of a task without a coroutine: there are many such activations, of units that
-- mods run.
local function think_directly(unit, own, now)
  unit._current = own
  local ended = step_directly(own, now)
  unit._current = false
  return ended
end

--- One activation: what the world calls where something has happened, or the time to wake has come.
function orders:_turn(now)
  local own, behaviour = self._task, what_runs(self)
  if self._again > now then return self._world:_sleep(self, self._again) end
  if own then
    local ended
    self._begins = false
    if own._direct then ended = think_directly(self, own, now) else ended = think(self, now) end
    if self._task == own then
      if ended then finish(self, own, now) else self._world:_sleep(self, own._wake) end
    end
    if own._failed then self._world:_fail(self, behaviour, own) end
  end
  self._news = NOTHING
end

-- ---- halting and resuming -----------------------------------------------------------------------

--- What it did is another one now: errors of before mean nothing.
function orders:_forgive()
  self._world:_touch(self)
  self._pause, self._again, self._error = 0, 0, false
end

--- Ends what it does, to begin it again later with _resume: its behaviour and orders.
function orders:_halt()
  local plan = { behaviour = self._behaviour, given = self._given, orders = self._orders }
  local runs = self:_runs()
  self._world:_touch(self)
  self._behaviour, self._orders = false, NONE
  self:_quit(runs)
  return plan
end

--- Ends what it does for good.
function orders:_give_up()
  self:_halt()
  self:_forgive()
  self._given, self._inbox, self._news = false, false, NOTHING
end

--- Begins what _halt has ended, unless it has been given something else since.
function orders:_resume(plan)
  if self._behaviour or self._orders[1] or self.removed then return end
  self._world:_touch(self)
  self._behaviour, self._given = plan.behaviour or false, plan.given or false
  self._orders = plan.orders or NONE
  begin(self)
end

--- It is activated in the next tick. What it was told stays; broken routes will be told again.
function orders:_forget_passing()
  self._world:_touch(self)
  self._broken, self._held, self._wake, self._roused = false, {}, FOREVER, false
  if self._task then self:rouse() end
end

--- Begins what it does from its start, if that is the behaviour of this name, which is another one
-- now: true.
function orders:_restart(name)
  if self:_runs() ~= name then return end
  self:_quit()
  self:_forgive()
  begin(self)
  return true
end

return orders
