--- Units of a world: what behaviours order about. `unit.body` is the unit of the core, which stands
-- on the map and walks; here are its behaviour, its events, its data, and the few things that verbs
-- are made of: sleep, defer, find, follow.

local senses = require "astar.senses"
local task = require "astar.task"
local verbs = require "astar.verbs"

local Unit = {}                                  -- the methods

local NOTHING = {}
local FOREVER = math.huge
local running, yield = coroutine.running, coroutine.yield

-- Fields of the body that can be read here, and those that can be set.
local READ = {
  x = true, y = true, from_x = true, from_y = true, fraction = true, state = true, route = true,
  progress = true, speed = true, sight = true, class = true, removed = true,
  collisions = true,
}
local WRITE = { speed = true, sight = true, collisions = true }
local OWN = { data = true, home = true }

local metatable = {}

function metatable.__index(unit, key)
  local method = Unit[key]
  if method then return method end
  if READ[key] then return unit.body[key] end
  return senses[key] or verbs[key]
end

function metatable.__newindex(unit, key, value)
  if WRITE[key] then
    unit.body[key] = value
  elseif OWN[key] then
    rawset(unit, key, value)
  else
    error(("units have no field '%s' to set; what is the game's own belongs into unit.data")
      :format(tostring(key)), 2)
  end
end

function metatable.__tostring(unit)
  return tostring(unit.body)
end

--- Made by world:unit.
function Unit._new(world, body, player, home)
  return setmetatable({
    world = world, body = body, id = body.id, player = player, home = home, data = {},
    behaviour = false, group = false,
    _task = false, _current = false, _news = NOTHING, _inbox = false, _wake = FOREVER,
    _roused = false, _rouse = false, _broken = false, _held = {},
  }, metatable)
end

-- ---- behaviour ----------------------------------------------------------------------------------

local function run(unit, name, ...)
  local body = type(name) == "function" and name or unit.world:behaviour(name)
  return body(unit, ...)
end

-- Ends what the unit does. What its cleanups raise is its own affair, whoever ends it.
local function quit(unit)
  local own, behaviour = unit._task, unit.behaviour
  unit._task, unit.behaviour = false, false
  if not own then return end
  local ok, message = pcall(own.drop, own)
  if not ok then unit.world:_fail(unit, behaviour, { message = message }) end
end

--- Ends what the unit does, and begins a behaviour in the next turn of the behaviours: a function,
-- or the name of one. It is called with the unit and what follows. `nil`: none. What the unit was
-- told before is forgotten.
function Unit:behave(behaviour, ...)
  local kind = type(behaviour)
  if kind == "string" then
    self.world:_check_behaviour(behaviour, "behave", 3)
  elseif kind ~= "function" and behaviour ~= nil then
    error(("bad argument #1 to 'behave' (a name or a function expected, got %s)"):format(kind), 2)
  end
  if self.removed then return self end
  quit(self)
  self._inbox, self._news = false, NOTHING
  if behaviour then
    self.behaviour, self._task = behaviour, task.new(run, self, behaviour, ...)
    self:rouse()
  end
  return self
end

-- What was told so far is the news of the turn that comes.
function Unit:_hear()
  self._news = self._inbox or NOTHING
  self._inbox = false
end

-- One turn: what the world calls where something has happened, or the time to wake has come.
function Unit:_turn(now)
  local own, behaviour = self._task, self.behaviour
  if own then
    self._current = own
    local ended = own:step(now)
    self._current = false
    if self._task == own then
      if ended then self._task, self.behaviour = false, false end
      self.world:_sleep(self, ended and FOREVER or own.wake)
      if ended then self.world:_note(self, "ended", own:values()) end
    end
    if own.failed then self.world:_fail(self, behaviour, own) end
  end
  self._news = NOTHING
end

-- ---- events -------------------------------------------------------------------------------------

--- Raises an event: the behaviour has its turn, in which unit:event and unit:events tell of it.
-- Told while behaviours have their turn, it comes with the next tick. A unit without a behaviour
-- hears nothing.
function Unit:tell(name, ...)
  if type(name) ~= "string" then
    error(("bad argument #1 to 'tell' (the event's name expected, got %s)"):format(type(name)), 2)
  end
  if self.removed then return self end
  local event = self.world:_note(self, name, ...)
  if not self._task then return self end
  local inbox = self._inbox
  if inbox then inbox[#inbox + 1] = event else self._inbox = { event } end
  return self:rouse()
end

local unpack = table.unpack or unpack

--- Has an event of that name come about? true and what it was told with; nil.
function Unit:event(name)
  for _, event in ipairs(self._news) do
    if event.name == name then return true, unpack(event, 1, event.n) end
  end
  return nil
end

--- for name, ... in unit:events() do: what has come about since its last turn.
function Unit:events()
  local news, i = self._news, 0
  return function()
    i = i + 1
    local event = news[i]
    if event then return event.name, unpack(event, 1, event.n) end
  end
end

--- Gives the unit a turn, without an event.
function Unit:rouse()
  if not self._roused and not self.removed then
    self._roused = true
    self.world:_roused(self)
  end
  return self
end

-- ---- what verbs are made of ---------------------------------------------------------------------

-- The task in whose coroutine this runs. One that has been ended goes no further than this: giving
-- way cannot be caught, as an error could.
local function current(unit, method)
  local now = unit._current
  if not now or now.thread ~= running() then
    error(("'%s' can only be called by the unit's behaviour"):format(method), 3)
  end
  if now.ended then yield() end
  return now
end

local function expect_function(method, f)
  if type(f) == "function" then return end
  error(("bad argument #1 to '%s' (a function expected, got %s)"):format(method, type(f)), 3)
end

--- Gives way for so many ticks, or until something happens; without a number, until something does.
function Unit:sleep(ticks)
  current(self, "sleep")
  if ticks == nil then
    yield(FOREVER)
  elseif type(ticks) == "number" and ticks == ticks then
    yield(self.world.ticks + ticks)
  else
    error(("bad argument #1 to 'sleep' (a number of ticks expected, got %s)")
      :format(tostring(ticks)), 2)
  end
end

--- Calls `undo` when the task that runs ends, in whatever way. Returns a function that takes this
-- back.
function Unit:defer(undo)
  expect_function("defer", undo)
  return current(self, "defer"):defer(undo)
end

--- Begins a task within the one that runs; unit:step gives it turns. It is dropped with the outer
-- one. `action` is called with the unit and what follows.
function Unit:start(action, ...)
  expect_function("start", action)
  return current(self, "start"):start(action, self, ...)
end

--- One turn for an inner task; whoever calls it should sleep until inner.wake at the latest. True:
-- it has ended. An error in it is raised here.
function Unit:step(inner)
  local outer = current(self, "step")
  if inner.ended then return true end
  self._current = inner
  local ended = inner:step(self.world.ticks)
  self._current = outer
  if inner.failed then
    outer.cause = inner
    error(inner.message, 0)
  end
  if outer.ended then yield() end
  return ended
end

-- What f(unit, ...) returned; or its error again, with `what` before it.
local function passed_on(unit, what, ok, ...)
  if ok then return ... end
  local failure = (...)
  failure.message = ("%s: %s"):format(what, tostring(failure.message))
  current(unit, "_call").cause = failure
  error(failure.message, 0)
end

--- f(unit, ...), and its error is raised with `what` before it: whose fault it is.
function Unit:_call(what, f, ...)
  return passed_on(self, what, xpcall(f, task.failure, self, ...))
end

local function rectangle(target)
  local size = target.class and target.class.size or 1
  return { x = target.x, y = target.y, width = target.width or size,
    height = target.height or size }
end

local beside = {}                                -- queries by how near is near enough

--- What goals are given as: x, y, query or target, query, the target being anything with x and y.
-- Returns a rectangle and a query. To a unit it is enough to come next to it.
function Unit.goal(x, y, query)
  if type(x) == "number" then return { x = x, y = y }, query end
  if type(x) ~= "table" and type(x) ~= "userdata" or x.x == nil or x.y == nil then
    error(("bad argument #1 (a goal expected, x and y or something that has them, got %s)")
      :format(type(x)), 3)
  end
  if getmetatable(x) == metatable and y == nil then
    beside[1] = beside[1] or { within = 1 }
    return rectangle(x), beside[1]
  end
  return rectangle(x), y
end

--- The path to a goal, from the queue: path | nil, code. Goals as in unit.goal; "gone", it was
-- removed.
function Unit:find(x, y, query)
  current(self, "find")
  if type(x) == "table" and x.removed then
    self:sleep(1)
    return nil, "gone"
  end
  local goal, asked = self.goal(x, y, query)
  local rouse = self._rouse
  if not rouse then
    rouse = function() self:rouse() end
    self._rouse = rouse
  end
  local ticket = self.body:request(goal, asked, { done = rouse })
  local release = self:defer(function() ticket:cancel() end)
  while not ticket.done do self:sleep() end
  release()
  return ticket.path, ticket.code
end

--- Keeps a key from others until its behaviour ends: true | nil, "taken". What it kept before for
-- the same purpose, a string, it lets go.
function Unit:reserve(key, purpose)
  current(self, "reserve")
  local world, held = self.world, self._held
  if world:holder(key) == self then return true end
  if not world:reserve(key, self) then return nil, "taken" end
  self:release(purpose)
  local undo = self._task:defer(function()
    held[purpose] = nil
    world:release(key, self)
  end)
  held[purpose] = function()
    undo()
    held[purpose] = nil
    world:release(key, self)
  end
  return true
end

--- Lets go what it keeps for a purpose.
function Unit:release(purpose)
  local release = self._held[purpose]
  if release then release() end
  return self
end

--- Begins to follow a path; false where the unit is not on it any more.
function Unit:take(path)
  local x, y = path:cell(1)
  if x ~= self.x or y ~= self.y then return false end
  self.body:follow(path)
  return true
end

--- Ends its walk after the step that it has begun.
function Unit:stop()
  if not self.removed then self.body:stop() end
  return self
end

-- ---- the map, as the unit and its player know it ------------------------------------------------

--- The way to a goal, at once: path | nil, code.
function Unit:path(x, y, query)
  local goal, asked = self.goal(x, y, query)
  return self.body:path(goal, asked)
end

--- Is there a way over the terrain?
function Unit:reachable(x, y, query)
  local goal, asked = self.goal(x, y, query)
  return self.body:reachable(goal, asked)
end

--- The goal that is cheapest to reach: { x, y, path, index } | nil, code. `goals` as for
-- map:nearest; for a list, `index` is the place in it, and `goal` the entry. With `count` a list of
-- as many, the nearest first.
function Unit:nearest(goals, query, count)
  local found, code = self.body:nearest(goals, query, count or 1)
  if not found then return nil, code end
  for _, one in ipairs(found) do one.goal = one.index and goals[one.index] end
  return count and found or found[1]
end

function Unit:visible_to(player)
  return not self.removed and self.body:visible_to(player)
end

--- Puts it elsewhere at once: unit | nil, code.
function Unit:place(x, y)
  local placed, code = self.body:place(x, y)
  if not placed then return nil, code end
  return self
end

--- Takes it out of the world. Its behaviour ends.
function Unit:remove()
  if self.removed then return end
  quit(self)
  if self.removed then return end                -- by one of its cleanups
  self.body:remove()
  self:_bury()
end

-- Its body is no more.
function Unit:_bury()
  quit(self)
  self.world:_forget(self)
end

return Unit
