--- Utility: think.utility { candidate, candidate, … } is an action that does what has the highest
-- score at the time. A candidate has `evaluate`, a function that returns its score, and `execute`,
-- an action.
--
-- All are evaluated, in their order, at regular intervals, at some events, and when the running one
-- has ended. The best one runs; if several are equal, the first of them. The running one continues
-- until another has a score higher by more than the margin, or until its own score is 0 or less.

local blame = require "astar.arguments.blame"
local action = require "astar.think.action"
local mind = require "astar.world.mind"
local object = require "astar.units.object"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs

local outcome, check_unit, made = action.outcome, action.check_unit, blame.action
local FOREVER = math.huge

local OPTIONS = {
  every = options.whole(1), margin = options.number(0), pause = options.whole(0),
  events = { "table", "a list of events' names" },
}
local CANDIDATE = {
  name = { "string", "a string" }, evaluate = { "function", "a function" },
  execute = { "function", "an action" },
}

-- ---- checks -------------------------------------------------------------------------------------

local function reject(format, ...)
  blame.fail("utility", 1, "%s", format:format(...))
end

local function check_keys(what, given, valid)
  local problem = options.first_problem(given, valid)
  if problem then reject("%s%s", what, problem) end
end

local function check_candidate(candidate, i)
  local what = ("candidate %d: "):format(i)
  if type(candidate) ~= "table" then reject("%sa table expected, got %s", what, type(candidate)) end
  check_keys(what, candidate, CANDIDATE)
  for _, key in ipairs { "evaluate", "execute" } do
    if not candidate[key] then reject("%s'%s' is missing", what, key) end
  end
  local name = candidate.name and ("'%s'"):format(candidate.name) or i
  return { what = ("candidate %s"):format(name), evaluate = candidate.evaluate,
    execute = candidate.execute, name = candidate.name }
end

-- The list, and the options, as they are now: what becomes of the table is nobody's concern.
local function read(given)
  if type(given) ~= "table" then reject("a table expected, got %s", type(given)) end
  local list, settings = {}, {}
  for i, candidate in ipairs(given) do list[i] = check_candidate(candidate, i) end
  if #list == 0 then reject("there is no candidate") end
  for key, value in pairs(given) do
    if type(key) ~= "number" then settings[key] = value end
  end
  check_keys("", settings, OPTIONS)
  local events = {}
  for i, name in ipairs(settings.events or {}) do
    if type(name) ~= "string" then reject("events[%d] is not an event's name", i) end
    events[i] = name
  end
  return list, { every = math.max(1, settings.every or 10), margin = settings.margin or 0,
    pause = settings.pause or 20, events = events }
end

-- ---- choosing -----------------------------------------------------------------------------------

-- What a candidate is worth: a number above 0, or nil.
local function worth(unit, candidate, ...)
  local value = mind._call(unit, candidate.what, candidate.evaluate, ...)
  if not value then return nil end
  if type(value) ~= "number" or value ~= value then
    error(("%s: evaluate has returned %s, and not a number"):format(candidate.what,
      type(value) == "number" and "nan" or type(value)), 0)
  end
  return value > 0 and value or nil
end

-- The number of the one to run, or nil. `running` is the one that does.
local function choose(unit, list, state, margin, ...)
  local best, most, running, own, scores = nil, 0, state.running, nil, state.scores
  for i = 1, #list do
    local value = (state.rests[i] or 0) <= unit.world.ticks and worth(unit, list[i], ...)
    scores[i] = value or 0
    if value and value > most then best, most = i, value end
    if value and i == running then own = value end
  end
  if own and most <= own + margin then return running end
  return best
end

-- Has something come about at which to evaluate again?
local function alarmed(unit, events)
  for i = 1, #events do
    if unit:event(events[i]) then return true end
  end
  return false
end

local function switch(unit, list, state, chosen, ...)
  state.chosen = chosen
  object.of(unit)._choice = state                -- for recordings
  if chosen == state.running then return end
  if state.inner then state.inner:drop() end
  state.running = chosen
  state.inner = chosen and unit:start(list[chosen].execute, ...)
  if chosen then object.task_of(state.inner)._name = list[chosen].name end
end

-- One activation for what runs. True: it has ended. If it has failed it is left out for a while,
-- lest it be tried in each tick for ever.
local function work(unit, state, pause)
  local inner = state.inner
  if not inner or not unit:step(inner) then return false end
  if not outcome(inner:values()) then state.rests[state.running] = unit.world.ticks + pause end
  state.inner, state.running = nil, nil
  return true
end

-- Until it is time to evaluate again.
local function go_on(unit, state, settings)
  local world = unit.world
  local since = world.ticks
  local due = since + settings.every
  repeat
    if work(unit, state, settings.pause) then
      if world.ticks == since then unit:sleep(1) end
      return
    end
    local wake = state.inner and state.inner.wake or FOREVER
    unit:sleep(math.min(wake, due) - world.ticks)
  until world.ticks >= due or alarmed(unit, settings.events)
end

--- options, beside the candidates: every (10) ticks; margin (0); events, a list of names at which
-- to evaluate at once; pause (20), for how many ticks a candidate that has failed is left out. A
-- candidate has a name for reports. evaluate(unit, ...) returns a number; nil, or nothing above 0:
-- the candidate is left out. If there is nothing to choose, the unit waits. The action never ends
-- unless something else ends it.
-- @card think.utility { { name, evaluate, execute }, ..., every, events, margin, pause } - what
--   is worth most
return function(given)
  local good, list, settings = pcall(read, given)
  if not good then error(list, 0) end
  return made(function(unit, ...)
    check_unit("utility", unit)
    local state = { running = nil, inner = nil, rests = {}, scores = {}, candidates = list }
    while true do
      switch(unit, list, state, choose(unit, list, state, settings.margin, ...), ...)
      go_on(unit, state, settings)
    end
  end)
end
