--- Thinking: combining actions. These functions make behaviour trees from verbs and functions, in
-- plain Lua: think.loop(think.sequence(think.act("go", 8, 1), think.act("wait", 20))) is a function
-- of a unit, and so a behaviour. See action.lua for what an action is.
--
-- Something that runs in parallel with something else is a task within the task of the caller. It
-- is activated in each activation of the unit, in the order of the arguments, and is dropped when
-- it is no longer needed. So all of them get the events of an activation.

local blame = require "astar.arguments.blame"
local action = require "astar.think.action"
local lazy = require "astar.lazy"
local pairs = require "astar.pairs".pairs
local utility = require "astar.think.utility"
local options = require "astar.arguments.options"
local strict = require "astar.arguments.strict"

local outcome, doze = action.outcome, action.doze
local check, check_all, check_number = action.check, action.check_all, action.check_number
local check_unit, made = action.check_unit, blame.action
local FOREVER = math.huge

local think = { utility = utility }

-- ---- one after the other ------------------------------------------------------------------------

local verbs                                      -- which may be made of what is here

-- No tail call: the action stays on the stack, and errors of the verb name the line that made it.
local function results(...) return ... end

--- think.act(verb, ...): unit[verb](unit, ...). Without arguments it gets those of the action.
-- @card think.act(verb, ...) - the verb of that name, with these arguments
function think.act(name, ...)
  verbs = verbs or lazy.load "astar.verbs"
  if type(name) ~= "string" then
    blame.fail("act", 1, "the name of a verb expected, got %s", type(name))
  elseif not verbs[name] then
    blame.fail("act", 1, "there is no verb '%s'%s", name, options.hint(name, verbs))
  end
  local unpack = table.unpack or unpack
  local bound = { n = select("#", ...), ... }
  return made(function(unit, ...)
    check_unit("act", unit)
    if bound.n == 0 then return results(unit[name](unit, ...)) end
    return results(unit[name](unit, unpack(bound, 1, bound.n)))
  end)
end

--- Each in turn, until one fails.
-- @card think.sequence(a, b, ...) - one after the other, until one fails
function think.sequence(...)
  local actions = check_all("sequence", ...)
  return made(function(unit, ...)
    check_unit("sequence", unit)
    for i = 1, actions.n do
      local done, code = outcome(actions[i](unit, ...))
      if not done then return nil, code end
    end
    return true
  end)
end

--- Each in turn, until one is done. If none is: the code of the last.
-- @card think.selector(a, b, ...) - one after the other, until one succeeds
function think.selector(...)
  local actions = check_all("selector", ...)
  return made(function(unit, ...)
    check_unit("selector", unit)
    local done, code
    for i = 1, actions.n do
      done, code = outcome(actions[i](unit, ...))
      if done then return true end
    end
    return nil, code
  end)
end

--- Again and again, `times` times or for ever, until it fails. A round takes a tick at least.
-- @card think.loop(a [, times]) - again and again, until it fails
function think.loop(body, times)
  check("loop", 1, body)
  check_number("loop", 2, times, 1)
  return made(function(unit, ...)
    check_unit("loop", unit)
    local world, left = unit.world, times or FOREVER
    while true do
      local since = world.ticks
      local done, code = outcome(body(unit, ...))
      if not done then return nil, code end
      left = left - 1
      if left < 1 then return true end
      if world.ticks == since then unit:sleep(1) end
    end
  end)
end

local RETRY = {
  times = options.whole(0), pause = options.number(0), factor = options.number(0),
  longest = options.number(0),
}

--- Until it is done, `times` times (no end) at most. Between two attempts the unit waits: `pause`
-- (4) ticks, `factor` (2) times as long after each failure, `longest` (256) at most.
-- @card think.retry(a [, { times, pause, factor, longest }]) - until it succeeds, with growing
--   pauses
function think.retry(body, given)
  check("retry", 1, body)
  given = given or {}
  options.check("retry", given, RETRY, 2)
  local times, factor, longest = given.times or FOREVER, given.factor or 2, given.longest or 256
  local first = given.pause or 4
  return made(function(unit, ...)
    check_unit("retry", unit)
    local left, pause = times, first
    while true do
      local done, code = outcome(body(unit, ...))
      if done then return true end
      left = left - 1
      if left < 1 then return nil, code end
      unit:wait(math.max(1, math.floor(math.min(pause, longest))))
      pause = math.min(pause * factor, longest)
    end
  end)
end

--- Done if it fails, and the reverse: then the code is "inverted".
-- @card think.invert(a) - succeeds if it fails
function think.invert(body)
  check("invert", 1, body)
  return made(function(unit, ...)
    check_unit("invert", unit)
    if outcome(body(unit, ...)) then return nil, "inverted" end
    return true
  end)
end

--- Done, whatever comes of it.
-- @card think.succeed(a) - succeeds in any case
function think.succeed(body)
  check("succeed", 1, body)
  return made(function(unit, ...)
    check_unit("succeed", unit)
    body(unit, ...)
    return true
  end)
end

-- ---- side by side -------------------------------------------------------------------------------

-- The last first, as what was begun last rests on what was there.
local function drop_all(tasks)
  for i = #tasks, 1, -1 do tasks[i]:drop() end
end

local function least_wake(tasks)
  local wake = FOREVER
  for i = 1, #tasks do
    if not tasks[i].ended and tasks[i].wake < wake then wake = tasks[i].wake end
  end
  return wake
end

-- Begins all, and gives them activations until `judge` has a say about one that has ended.
local function side_by_side(unit, actions, judge, ...)
  local tasks, left = {}, actions.n
  while true do
    for i = 1, actions.n do
      local one = tasks[i]
      if not one then
        one = unit:start(actions[i], ...)
        tasks[i] = one
      end
      if not one.ended and unit:step(one) then
        left = left - 1
        local decided, done, code = judge(left, outcome(one:values()))
        if decided then
          drop_all(tasks)
          return done, code
        end
      end
    end
    unit:sleep(least_wake(tasks) - unit.world.ticks)
  end
end

local function first_of_all(_, done, code)
  return true, done, code
end

local function none_left_or_failed(left, done, code)
  return left == 0 or not done, done, code
end

--- All at the same time, until the first ends, as which it ends; the others are dropped.
-- @card think.race(a, b, ...) - all at once, until the first ends
function think.race(...)
  local actions = check_all("race", ...)
  return made(function(unit, ...)
    check_unit("race", unit)
    return side_by_side(unit, actions, first_of_all, ...)
  end)
end

--- All at the same time, until each is done, or one fails; the others are dropped then.
-- @card think.all(a, b, ...) - all at once, until each has succeeded, or one fails
function think.all(...)
  local actions = check_all("all", ...)
  return made(function(unit, ...)
    check_unit("all", unit)
    return side_by_side(unit, actions, none_left_or_failed, ...)
  end)
end

-- ---- as long as ---------------------------------------------------------------------------------

-- Gives an action activations until it ends, or `ends(unit, ...)`, which is asked before each
-- activation but the first, and every so many ticks: then true comes back, and before it the
-- outcome.
local function run_until(ends, every, body, unit, ...)
  local inner = unit:start(body, ...)
  while not unit:step(inner) do
    doze(unit, inner, every)
    if ends(unit, ...) then
      inner:drop()
      return nil, nil, true
    end
  end
  return outcome(inner:values())
end

local function check_condition(name, condition)
  if type(condition) == "function" then return end
  blame.fail(name, 1, "a condition expected, got %s", type(condition))
end

--- Until something holds, which is asked before it begins, and then every so many ticks (1) and
-- whenever something happens; or until the next event of a name. True when that comes about, or
-- what becomes of the action if it ends before.
-- @card think.till(condition, a [, every]) - until a condition holds, or an event of a name comes
function think.till(condition, body, every)
  local name = type(condition) == "string" and condition
  if not name then check_condition("till", condition) end
  check("till", 2, body)
  every = check_number("till", 3, every, 1) or not name and 1
  local ends = name and function(unit) return unit:event(name) end or condition
  return made(function(unit, ...)
    check_unit("till", unit)
    if not name and condition(unit, ...) then return true end
    local done, code, ended = run_until(ends, every, body, unit, ...)
    if ended then return true end
    return done, code
  end)
end

--- As long as something holds, asked as for think.till; when not: nil, "unmet".
-- @card think.guarded(condition, a [, every]) - while a condition holds
function think.guarded(condition, body, every)
  check_condition("guarded", condition)
  check("guarded", 2, body)
  every = check_number("guarded", 3, every, 1) or 1
  local function ends(...) return not condition(...) end
  return made(function(unit, ...)
    check_unit("guarded", unit)
    if ends(unit, ...) then return nil, "unmet" end
    local done, code, ended = run_until(ends, every, body, unit, ...)
    if ended then return nil, "unmet" end
    return done, code
  end)
end

--- If something holds, asked once; if not: nil, "unmet".
-- @card think.when(condition, a) - if a condition holds
function think.when(condition, body)
  check_condition("when", condition)
  check("when", 2, body)
  return made(function(unit, ...)
    check_unit("when", unit)
    if condition(unit, ...) then return outcome(body(unit, ...)) end
    return nil, "unmet"
  end)
end

-- ---- events -------------------------------------------------------------------------------------

local function is_empty(t)
  local following, state, first = pairs(t)
  return following(state, first) == nil
end

local function check_handlers(name, handlers)
  if type(handlers) ~= "table" or is_empty(handlers) then
    blame.fail(name, 2, "a table of functions by events expected, got %s",
      type(handlers) == "table" and "an empty one" or type(handlers))
  end
  local copy = {}
  for event, handler in pairs(handlers) do
    if type(event) ~= "string" or type(handler) ~= "function" then
      blame.fail(name, 2, "%s = %s is not a function by an event's name", tostring(event),
        type(handler))
    end
    copy[event] = handler
  end
  return copy
end

-- The first event of the activation that there is a handler for.
local function first_handled(unit, handlers)
  for name in unit:events() do
    if handlers[name] then return name end
  end
end

--- Until an event comes that has a handler: this is an action, which gets what the event was told
-- with, and runs instead. When it is done the action starts again; when it fails, all fails. A
-- handler is not interrupted itself.
-- @card think.interrupt(a, { event = b }) - at an event b runs in place of a, which then starts
--   again
function think.interrupt(body, handlers)
  check("interrupt", 1, body)
  handlers = check_handlers("interrupt", handlers)
  local function comes(unit) return first_handled(unit, handlers) end
  return made(function(unit, ...)
    check_unit("interrupt", unit)
    while true do
      local done, code, interrupted = run_until(comes, nil, body, unit, ...)
      if not interrupted then return done, code end
      local name = comes(unit)
      done, code = outcome(handlers[name](unit, select(2, unit:event(name))))
      if not done then return nil, code end
    end
  end)
end

-- Calls the listener for an event. True: there may be more events.
local function hear(unit, listeners, name, ...)
  local listener = listeners[name]
  if listener then listener(unit, ...) end
  return name ~= nil
end

--- While the action goes on, a function is called for each event that has one, with the unit and
-- what the event was told with.
-- @card think.listen(a, { event = f }) - at an event `f(unit, ...)` is called
function think.listen(body, listeners)
  check("listen", 1, body)
  listeners = check_handlers("listen", listeners)
  local function never(unit)
    local event = unit:events()
    while hear(unit, listeners, event()) do end
  end
  return made(function(unit, ...)
    check_unit("listen", unit)
    local done, code = run_until(never, nil, body, unit, ...)
    return done, code
  end)
end

return strict.functions("think", think)
