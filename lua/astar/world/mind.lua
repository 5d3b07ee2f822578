--- Minds: what of a unit is the same wherever its behaviour runs, in the game's state or in that of
-- a mod. Here is what verbs are made of: events heard, tasks, waiting, orders to the body.
--
-- Of the unit it asks this: `world` with ticks, holder, reserve, release, and _recording, which
-- says whether paths are to be explained; `body` with request_path, request_nearest, follow_path,
-- stop, path, reachable and nearest; `rouse`; and the private fields _task, _current, _news, _rouse
-- and _held (object.lua).

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"
local core = require "astar.core"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs
local positions = require "astar.positions"
local protected = require "astar.protected"
local task = require "astar.world.task"

local mind = {}                                  -- methods of units

local FOREVER, of, step = math.huge, object.of, task._step
local running, yield = protected.running, coroutine.yield
local unpack = table.unpack or unpack

-- ---- activations --------------------------------------------------------------------------------

--- An activation for what the unit does: true, it has ended.
function mind:_think(now)
  local private = of(self)
  local own = private._task
  private._current = own
  local ended = step(own, now)
  private._current = false
  return ended
end

--- Has an event of that name come about? true and what it was told with; nil.
-- @card unit:event(name) - true and its arguments, if it was raised since the last activation
function mind:event(name)
  check.argument(type(name) == "string", 1, "event", "the name of an event", name)
  local news = of(self)._news
  for i = 1, #news do
    local event = news[i]
    if event.name == name then return true, unpack(event, 1, event.n) end
  end
  return nil
end

--- for name, ... in unit:events() do: what has come about since its last activation.
-- @card for name, ... in unit:events() - all of them
function mind:events()
  local news, i = of(self)._news, 0
  return function()
    i = i + 1
    local event = news[i]
    if event then return event.name, unpack(event, 1, event.n) end
  end
end

-- ---- what verbs are made of ---------------------------------------------------------------------

-- The task in whose coroutine this runs. One that has been ended goes no further than this: giving
-- way cannot be caught, as an error could.
local function current(unit, method)
  local now = of(unit)._current
  if not now or now._thread ~= running() then
    local owner = object.foreign(unit)
    if owner then
      blame.raise(("unit %d is %s's; you order only your own"):format(unit.id, owner))
    end
    blame.raise("'%s' can only be called by the unit's behaviour", method)
  end
  if now._ended then yield() end
  return now
end

local function expect_function(method, f)
  if type(f) == "function" then return end
  blame.fail(method, 1, "a function expected, got %s", type(f))
end

--- Gives way for so many ticks, or until something happens; without a number, until something does.
-- @card unit:sleep([ticks]) - until so many ticks are over, or something happens
function mind:sleep(ticks)
  current(self, "sleep")
  if ticks == nil then
    yield(FOREVER)
  elseif type(ticks) == "number" and ticks == ticks then
    yield(self.world.ticks + ticks)
  else
    blame.fail("sleep", 1, "a number of ticks expected, got %s", tostring(ticks))
  end
end

--- Calls `undo` when the task that runs ends, in whatever way. Returns a function that takes this
-- back.
-- @card unit:defer(undo) - `undo()` is called when the running action ends in any way
function mind:defer(undo)
  expect_function("defer", undo)
  return current(self, "defer"):defer(undo)
end

--- Begins a task within the one that runs; unit:step gives it activations. It is dropped with the
-- outer one. `action` is called with the unit and what follows.
-- @card unit:start(action, ...) - begins a task: `ended`, `wake`, `values()`, `drop()`
function mind:start(action, ...)
  expect_function("start", action)
  return object.shown_task(current(self, "start"):start(action, self, ...))
end

--- One activation for an inner task. The caller should sleep until inner.wake at the latest. True:
-- the inner task has ended. An error in it is raised here.
-- @card unit:step(task) - activates a task; true: it has ended
function mind:step(given)
  local outer, inner = current(self, "step"), object.task_of(given)
  check.argument(inner ~= nil, 1, "step", "a task", given)
  if inner._ended then return true end
  local private = of(self)
  private._current = inner
  local ended = step(inner, self.world.ticks)
  private._current = outer
  if inner._failed then
    outer._cause = inner
    error(inner._message, 0)
  end
  if outer._ended then yield() end
  return ended
end

-- What f(unit, ...) returned; or its error again, with `what` before it.
local function passed_on(unit, what, ok, ...)
  if ok then return ... end
  local failure = (...)
  failure.message = ("%s: %s"):format(what, tostring(failure.message))
  current(unit, "_call")._cause = failure
  error(failure.message, 0)
end

--- f(unit, ...), and its error is raised with `what` before it: whose fault it is.
function mind:_call(what, f, ...)
  return passed_on(self, what, protected.xpcall(f, task._failure, self, ...))
end

local function rectangle(target)
  return { x = target.x, y = target.y, width = target.width or 1, height = target.height or 1 }
end

local BESIDE = { within = 1 }

--- What goals are given as: x, y, query or target, query, the target being anything with x and y;
-- and one argument behind these. Returns them as the body takes them, in the same places, a target
-- as a rectangle. To a unit it is enough to come next to it.
function mind.goal(x, y, query, more)
  if type(x) == "number" then return x, y, query, more end
  if object.is_unit(x) and x.removed then blame.fail(nil, 1, "the unit was removed") end
  if not check.is_object(x) or check.field(x, "x") == nil or check.field(x, "y") == nil then
    blame.fail(nil, 1, "a goal expected, x and y or something that has them, got %s",
      object.is_unit(x) and tostring(x) or type(x))
  end
  if y == nil and (object.is_unit(x) or object.is_body(x)) then
    return rectangle(x), BESIDE, query
  end
  return rectangle(x), y, query
end

-- The same query, whose path can tell what each layer made it pay. Compiled ones stay as they are.
local function explained(query)
  if query ~= nil and type(query) ~= "table" then return query end
  local copy = { explain = true }
  for key, value in pairs(query or {}) do copy[key] = value end
  return copy
end

-- The same as mind.goal, with such a query where the world is recorded.
local function asked(self, ...)
  local x, y, query, more = self.goal(...)
  if not object.is_recording(self.world) then return x, y, query, more end
  if type(x) == "number" then return x, y, explained(query), more end
  return x, explained(y), query
end

-- What activates the unit: called when it has been answered.
local function rouser(self)
  local rouse = of(self)._rouse
  if not rouse then
    rouse = function() self:rouse() end
    of(self)._rouse = rouse
  end
  return rouse
end

-- What a ticket has come to: path, or the list of what was found | nil, code.
local function answer_of(self, ticket)
  local release = self:defer(function() ticket:cancel() end)
  while not ticket.done do self:sleep() end
  release()
  return ticket.found or ticket.path, ticket.code
end

--- The path to a goal, from the queue: path | nil, code. Goals as in unit:path; "gone", it was
-- removed; "unseen", the player does not see it.
-- @card unit:find(target [, query]) - a path from the queue; takes some ticks
function mind:find(x, y, query)
  current(self, "find")
  check.goal(self, x, y, query)
  local path, code = self:_find(x, y, query)     -- no tail call: messages name this method
  if path then return path end
  return nil, code
end

--- The same for verbs, which have checked what they were given.
function mind:_find(x, y, query)
  local given = { done = rouser(self) }
  if type(x) == "number" then
    return answer_of(self, self.body:request_path(asked(self, x, y, query, given)))
  end
  if type(x) == "table" and not self:sees(x) then
    self:sleep(1)
    return nil, x.removed and "gone" or "unseen"
  end
  return answer_of(self, self.body:request_path(asked(self, x, y, given)))
end

--- The way out of reach of threats, from the world's line: path | nil, code. It is the path of a
-- field that flees, as far as a tick's nodes reach: "unreachable", no threat is that near. Threats
-- are anything with x and y.
-- @card unit:find_flight(threats) - the path away from a list of threats; takes some ticks
function mind:find_flight(threats)
  current(self, "find_flight")
  local request = self:_request_flight(threats, rouser(self))
  local path, code = answer_of(self, request)
  local problem = rawget(request, "problem")     -- in a mod's state the host has raised it
  if problem then error(problem, 0) end
  return path, code
end

--- Keeps a key from others until its behaviour ends: true | nil, "taken". What it kept before for
-- the same purpose, a string, it lets go.
-- @card unit:reserve(key, purpose) - keeps a key from others until the behaviour ends, or `nil,
--   "taken"`
function mind:reserve(key, purpose)
  current(self, "reserve")
  check.argument(type(key) == "string" or type(key) == "number", 1, "reserve",
    "a string or a number", key)
  check.argument(type(purpose) == "string", 2, "reserve", "a purpose, a string,", purpose)
  local world, held = self.world, of(self)._held
  if world:holder(key) == self then return true end
  if not world:reserve(key, self) then return nil, "taken" end
  self:release(purpose)
  local undo = of(self)._task:defer(function()
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

-- ---- where to stand ---------------------------------------------------------------------------

-- The same for all of several keys, in place of those that it keeps for the purpose.
local function keep_all(self, keys, purpose)
  local now, world, held = current(self, "positions"), self.world, of(self)._held
  self:release(purpose)
  local function let_go()
    held[purpose] = nil
    for _, key in ipairs(keys) do world:release(key, self) end
  end
  for _, key in ipairs(keys) do
    if not world:reserve(key, self) then
      let_go()
      return nil, "taken"
    end
  end
  local undo = now:defer(let_go)
  held[purpose] = function()
    undo()
    let_go()
  end
  return true
end

--- The same for verbs.
mind._reserve_all = keep_all

--- Where to stand, as its player knows the map: a list of places, the best first: { x, y, score,
-- why } | nil, code: "unseen" and "gone", of a unit that the query names; "start_blocked";
-- "budget"; "taken", others keep all places.
-- @card unit:positions { from, filter, score, count, reserve }, unit:find_position(same) - the best
--   places to stand; the best, in turn
function mind:positions(given)
  return positions.now(self, given, keep_all)
end

--- The same for verbs, of what the tick's nodes have left; "budget": it is too little, or tables
-- are to be paid for.
function mind:_positions_of_rest(given)
  return positions.now(self, given, keep_all, true)
end

--- The same when the world has nodes for it: the best place, and the list | nil, code: "none",
-- there is no such place.
function mind:find_position(given)
  current(self, "find_position")
  return positions.wait(self, given, keep_all, rouser(self))
end

--- Lets go what it keeps for a purpose.
-- @card unit:release(purpose) - lets it go
function mind:release(purpose)
  check.argument(type(purpose) == "string", 1, "release", "a purpose", purpose)
  local release = of(self)._held[purpose]
  if release then release() end
  return self
end

--- Begins to follow a path; false where the unit is not on it any more. The query is for other ways
-- to its goal.
-- @card unit:take(path [, query]) - begins to follow a path; false: it begins elsewhere
function mind:take(path, query)
  check.argument(check.is_path(path), 1, "take", "a path", path)
  check.argument(check.is_any_query(query), 2, "take", "a query", query)
  check.query(self, 2, query)
  local x, y = path:cell(1)
  if x ~= self.x or y ~= self.y then return false end
  self.body:follow_path(path, query)
  return true
end

--- Ends its walk after the step that it has begun. A verb that waits for the walk's end is
-- activated.
-- @card unit:stop() - ends its walk
function mind:stop()
  if self.removed then blame.fail("stop", 0, "the unit was removed") end
  self.body:stop()
  self:rouse()
  return self
end

-- ---- the map, as the unit and its player know it ------------------------------------------------

--- The way to a goal, at once: path | nil, code.
-- @card unit:path(target [, query]) - a path, at once: `cost`, `status`, `distance`, `cells()`,
--   `cell(i)`, `explain()`
function mind:path(x, y, query) return self.body:path(asked(self, x, y, query)) end

--- The same for verbs, out of what the tick's nodes have left: path | nil, code, which is "budget"
-- also where too little is left, or tables are to be paid for. The query has a budget.
function mind:_quick_path(target, query)
  return self:_path_of_rest(asked(self, target, query))
end

--- Is there a way over the terrain?
-- @card unit:reachable(target [, query]) - is there a way over the terrain?
function mind:reachable(x, y, query) return self.body:reachable(self.goal(x, y, query)) end

--- The same for verbs: true | false, code; nil, "budget": it takes tables that are to be paid for.
function mind:_quick_reachable(target, query)
  return self:_reachable_of_rest(self.goal(target, query))
end

local function is_large(target)
  return check.is_object(target) and
    ((target.width or 1) ~= 1 or (target.height or 1) ~= 1)
end

local function is_any(holds, list)
  for _, one in ipairs(list) do
    if holds(one) then return true end
  end
  return false
end

local function is_unit(goal) return object.is_unit(goal) or object.is_body(goal) end

-- So many cells a target may have that is searched for cell by cell, together with the others. The
-- way to one that has more is searched for on its own, so that it costs no more if it is larger.
local MOST_CELLS, MOST_FOUND = 64, 2147483647

local function cell_of(place, at)
  return { place.x + at % place.width, place.y + math.floor(at / place.width) }
end

-- The cells of the targets in a list that have few, and whose each is; those that have many, by
-- their places in the list; and how many cells may be found before one of each target is.
local function spread(goals, count)
  local cells, whose, wide, sizes = {}, {}, {}, {}
  for i, one in ipairs(goals) do
    local place = is_large(one) and rectangle(check.target(one))
    local size = place and place.width * place.height or 1
    if size <= MOST_CELLS then
      for at = 0, size - 1 do
        cells[#cells + 1] = place and cell_of(place, at) or one
        whose[#cells] = i
      end
      sizes[#sizes + 1] = size
    else
      wide[#wide + 1] = { index = i, place = place }
    end
  end
  table.sort(sizes, function(a, b) return a > b end)
  local many = count
  for i = 1, math.min(count - 1, #sizes) do many = many + sizes[i] - 1 end
  return cells, whose, wide, many
end

-- The first cell of each target.
local function first_of_each(found, whose)
  local list, had = {}, {}
  for _, one in ipairs(found) do
    one.index = whose[one.index]
    if not had[one.index] then list[#list + 1] = one end
    had[one.index] = true
  end
  return list
end

local function clamped(value, from, size)
  return math.max(from, math.min(value, from + size - 1))
end

-- The way to one target, and the cell of it that is nearest to the end of that.
local function find_wide(self, ask, one, query)
  local place = one.place
  local path, code = ask.path(self, place, query)
  if not path then return nil, code end
  if path.status == "partial" then
    blame.fail(ask.name, 2, "query: 'partial' means nothing to nearest")
  end
  local x, y = path:cell(-1)
  return { x = clamped(x, place.x, place.width), y = clamped(y, place.y, place.height),
    index = one.index, path = path }
end

-- What says more of the question comes before what says less; and both before all other codes.
local GRAVE = { "budget", "limit", "changing", "crowded", "start_blocked" }

local function graver(code, other)
  for _, grave in ipairs(GRAVE) do
    if code == grave or other == grave then return grave end
  end
  return code or other
end

local function is_nearer(a, b)
  if a.path.cost ~= b.path.cost then return a.path.cost < b.path.cost end
  return a.index < b.index
end

-- The nearest targets of a list, of which some have more than a cell.
local function nearest_targets(self, ask, goals, query, count)
  local cells, whose, wide, many = spread(goals, count)
  local list, code = {}, nil
  if cells[1] then
    local found, why = ask.nearest(self, cells, query, many)
    list, code = first_of_each(found or {}, whose), why
  end
  if wide[1] then check.query(self, 2, query) end
  for _, one in ipairs(wide) do
    local found, why = find_wide(self, ask, one, query)
    if found then list[#list + 1] = found else code = graver(code, why) end
  end
  if not list[1] then return nil, code end
  if wide[1] then table.sort(list, is_nearer) end
  for i = #list, count + 1, -1 do list[i] = nil end
  return list
end

local function is_size(value)
  return value == nil or type(value) == "number" and value >= 1 and value % 1 == 0
end

local function check_sizes(name, goals)
  for i, one in ipairs(goals) do
    if is_large(one) and not (is_size(one.width) and is_size(one.height)) then
      blame.fail(name, 1, "goals[%d]: width and height are not whole numbers from 1 on", i)
    end
  end
end

-- unit[ask.name](unit, goals, query, count).
local function nearest_by(self, ask, goals, query, count)
  local is_list = type(goals) == "table"
  if is_list and query == nil and is_any(is_unit, goals) then query = BESIDE end
  local found, code
  if is_list and is_any(is_large, goals) then
    check_sizes(ask.name, goals)
    found, code = nearest_targets(self, ask, goals, query, count or 1)
  else
    found, code = ask.nearest(self, goals, query, count or 1)
  end
  if not found then return nil, code end
  for _, one in ipairs(found) do one.goal = one.index and goals[one.index] end
  return count and found or found[1]
end

-- How the body is asked, at once and by the queue.
local AT_ONCE, QUEUED = { name = "nearest" }, { name = "find_nearest" }

function AT_ONCE.nearest(self, cells, query, count)
  return self.body:nearest(cells, query, count)
end

function AT_ONCE.path(self, place, query) return self.body:path(place, query) end

function QUEUED.nearest(self, cells, query, count)
  local options = { count = count, done = rouser(self) }
  return answer_of(self, self.body:request_nearest(cells, query, options))
end

function QUEUED.path(self, place, query)
  return answer_of(self, self.body:request_path(place, query, { done = rouser(self) }))
end

--- The goal that is cheapest to reach: { x, y, path, index } | nil, code. `goals` as for
-- map:nearest: with a unit in a list and no query it is enough to come next to a goal. In a list
-- may also be anything with x and y, width and height; for a list, `index` is the place in it, and
-- `goal` the entry. With `count` a list of as many, the nearest first.
-- @card unit:nearest(goals [, query [, count]]) - of a list, a terrain, or `{ unseen = true }`:
--   `x`, `y`, `goal`, `path`
function mind:nearest(goals, query, count)
  local found, code = nearest_by(self, AT_ONCE, goals, query, count)
  if found then return found end                 -- no tail call: messages name this method
  return nil, code
end

--- The same from the queue. Neither functions nor sights can be asked there.
-- @card unit:find_nearest(goals [, query [, count]]) - the same from the queue; takes some ticks
function mind:find_nearest(goals, query, count)
  current(self, "find_nearest")
  local kind = type(goals)
  if not check.is_object(goals) and kind ~= "string" and kind ~= "function" then
    blame.fail(nil, 1, "goals = %s is no list of cells, name of a terrain, or function",
      core.show(goals))
  end
  check.query(self, 2, query)
  if count ~= nil then check.integer(3, "count", count, 1, MOST_FOUND) end
  local found, code = nearest_by(self, QUEUED, goals, query, count)
  if found then return found end
  return nil, code
end

return mind
