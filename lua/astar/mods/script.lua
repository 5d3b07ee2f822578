--- Scripts: the host's side of a unit that runs a mod's behaviour: its turns, and what it holds of
-- the host meanwhile. That is released when the script ends, in whatever way.

local Account = require "astar.mods.account"
local core = require "astar.core"
local pairs = require "astar.pairs".pairs
local plain = require "astar.mods.plain_data"
local source = require "astar.positions.source"
local telling = require "astar.mods.telling"
local visible = require "astar.world.visible_text"

local floor, packed_same = math.floor, plain.packed_same
local call_turn                                  -- the method of boxes
local yield, glance = coroutine.yield, core.metatables.unit.methods._glance
local Script = {}
Script.__index = Script

local unpack = table.unpack or unpack

local Answer = {}                                -- what it keeps of one belongs to the script

local ANSWERS, PATHS, TICKETS, KEYS = 16, 256, 16, 32

-- Bytes of the host's, beside those of paths and texts.
local A_PATH, A_TICKET, A_KEY = 256, 1024, 256

-- Instructions that it is worth to report a failure; bytes of data that one is worth to compare.
local A_FAILURE, BYTES_COMPARED = 2000, 32

--- A script of a unit; `name` is that of the behaviour within the mod.
function Script.new(side, unit, name)
  local self = setmetatable({
    side = side, unit = unit, id = unit.id, name = name, data = nil, bytes = 0,
    is_partial = false,                          -- these are not all of the data that it has
    answers = {}, paths = 0, route = false, tickets = {}, keys = {}, key_count = 0, member = false,
    begun = false, over = false, waits = false, revived = false, renewed = false, reasons = false,
  }, Script)
  side.scripts[unit.id] = self
  self:touch()
  return self
end

--- Somebody writes to it: see rewind/things.lua.
function Script:touch() self.side.world:_touch(self) end

-- ---- turns --------------------------------------------------------------------------------------

--- A copy of its data, packed, as the mod is to have them.
function Script:copy_data()
  self:have_data(self.unit.data)
  return self.data
end

--- The mod has these data, of which the host keeps a packed copy.
function Script:have_data(data)
  self:touch()
  self.data, self.is_partial = plain.packed(data, self.side.alike), plain.is_much(data)
  self.bytes = plain.packed_weight(self.data)
end

--- Has the mod its data as they are?
function Script:has_same_data()
  return self.data and plain.packed_same(self.data, self.unit.data, self.side.alike)
end

-- Its data, if they are not what the mod has; false, message: they cannot be passed.
local function fresh_data(self)
  local side, data = self.side, self.data
  local account = side.account
  account.used = account.used + floor(self.bytes / BYTES_COMPARED)
  if packed_same(data, self.unit.data, side.alike) then return nil end
  local copied, fresh = pcall(self.copy_data, self)
  if copied then return fresh end
  return false, fresh
end

-- An error's message as the mod's author needs it: it names neither a place in the library's code
-- nor a method that the called verb has called in turn.
local function words_of(failure)
  local message, called = visible(failure.message), failure.called
  local said = called and message:match("bad argument #?%d* ?to '(.-)' %(")
  if not said or said == called then return message end
  return (message:gsub("bad argument #?%d* ?to '.-'", ("bad argument to '%s'"):format(called), 1))
end

-- Raises a failure in the unit's behaviour, as if it had come about there.
local function raise(self, failure)
  self.side.account:owe(A_FAILURE)
  local message = words_of(failure)
  local where = failure.where
  local cause = { message = message, inside = where, outside = where, entire = true,
    traceback = failure.traceback and visible(failure.traceback) or message }
  local current = self.unit._current
  if current then current._cause = cause end
  error(message, 0)
end

-- What has changed in data: its own, or a list, see Side:keep.
local function keep_changes(self, changes)
  local side = self.side
  if type(changes) ~= "string" then return side:keep(changes) end
  if side.scripts[self.id] ~= self then return side:keep { self.id, changes } end
  return side:keep_change(self, changes)
end

-- Keeps what has changed in data, or raises why not, at the line at which the unit has given way.
local function keep(self, changes)
  local side = self.side
  local ok, message = pcall(keep_changes, self, changes)
  if not ok then raise(self, { message = message, where = side:where_of(self) }) end
end

-- false and the tick to wake at; or true and what was returned.
local function settle(self, wake, changes, failure, ...)
  if changes then keep(self, changes) end
  if failure then raise(self, failure) end
  if wake then return false, wake end
  if select("#", ...) > 0 then self.side.account:owe(Account.weight { ... }) end
  return true, ...
end

local function answered(self, ok, ...)
  if ok then return settle(self, ...) end
  raise(self, (...))
end

-- What it was told is told again in its next turn.
local function keep_news(unit)
  local inbox = {}
  for _, list in ipairs { unit._news, unit._inbox or {} } do
    for _, event in ipairs(list) do inbox[#inbox + 1] = event end
  end
  unit._inbox = inbox[1] and inbox or false
end

-- Waits until the mod has something left for a turn: the account of the unit, and how many
-- instructions.
local function await_turn(self)
  local unit, side = self.unit, self.side
  local world = unit._world
  local own, allowance = side:allowance_of(self, world._ticks)
  while not allowance or side.box.broken do
    keep_news(unit)
    yield(world._ticks + 1)
    own, allowance = side:allowance_of(self, world._ticks)
  end
  return own, allowance
end

-- A turn in the mod's state, and what Side:end_turn is to know of it. Here and in calls.lua fields
-- have their private names, as in task.lua.
local function enter(self, own, allowance, now)
  local side, unit, fresh = self.side, self.unit, nil
  if self.data then
    local problem
    fresh, problem = fresh_data(self)
    if problem then return own, true, 0, false, { message = problem } end
  end
  local box, news = side:prepare(self, own, allowance), unit._news
  call_turn = call_turn or box._turn
  return own, pcall(call_turn, box, self.id, now, fresh, news[1] and telling.news(news) or nil,
    glance(unit._body))
end

local function turn(self)
  local own, allowance = await_turn(self)
  local side = self.side
  return answered(self, side:end_turn(enter(self, own, allowance, self.unit._world._ticks)))
end

--- What box._turn would be called with if it had its turn now. Nothing changes by that.
function Script:told_ahead(now)
  local unit, side, fresh = self.unit, self.side, nil
  if self.data and not packed_same(self.data, unit.data, side.alike) then
    fresh = plain.packed(unit.data, side.alike)
  end
  local news = unit._news
  return self.id, now, fresh, news[1] and telling.news(news) or nil, glance(unit._body)
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

local function end_step(self, task, now, ok, wake, changes, failure, ...)
  if ok and wake and not failure then
    if not changes or pcall(keep_changes, self, changes) then return true, wake end
  end
  if ok == nil then return wait_for_next(self, now) end
  return finish_step(task, pcall(answered, self, ok, wake, changes, failure, ...))
end

-- What most turns come to needs no more than this.
local function leave(task, now, own, called, used, ok, wake, changes, ...)
  local self = task._script
  local side = self.side
  if changes or not (ok and wake) or side.weighs or side.pending[1] then
    return end_step(self, task, now, side:end_turn(own, called, used, ok, wake, changes, ...))
  end
  side:pay_for(own, used)
  if ... then return end_step(self, task, now, ok, wake, changes, ...) end
  return true, wake
end

-- A turn as the step of its task, see task.lua: what waits is the mod's state, and no coroutine of
-- the game's.
local function step(task, now)
  local self = task._script
  local own, allowance = self.side:allowance_of(self, now)
  if not allowance then return wait_for_next(self, now) end
  return leave(task, now, enter(self, own, allowance, now))
end

-- Turns until it has ended, and what it has returned. Where it is all that its task does, it goes
-- on without a coroutine after the first one.
local function go_on(self, ended, ...)
  if ended then return ... end
  local task = self.unit._current
  if task and task._script == self then
    task:_go_on_directly(step)
    return (...)
  end
  yield((...))
  return go_on(self, turn(self))
end

-- The world may ask what it does, and why.
local function tell(self)
  local task, side = self.unit._current, self.side
  task._doing = function(numbers) return side:verbs_of(self, numbers) end
  task._told = function() return side.reasons_of(self) end
end

--- What the unit does: the behaviour, called with what follows.
function Script:run(...)
  local side, own, allowance = self.side, await_turn(self)
  self:touch()                                   -- in another turn, where it had to wait
  self.begun = true
  local ok, failure = side:enter(self, own, allowance, "begin", self.name, self.renewed,
    telling.passable(...))
  if not ok then raise(self, failure) end
  tell(self)
  return go_on(self, turn(self))
end

--- What it does goes on in another coroutine, after its world has gone back (rewind/init.lua), or
-- was saved (minds.lua).
function Script:resume()
  if self.begun then
    tell(self)
    return go_on(self, turn(self))
  end
  local order = self.unit._orders[1]
  local given = order and order.given or self.unit._given
  return self:run(unpack(given, 1, given.n))
end

-- ---- what it holds ------------------------------------------------------------------------------

-- What paths take up. Their explanations are the mod's if it has asked for them.
local function bytes_of(paths, explained)
  local sum = 0
  for _, path in ipairs(paths) do
    local all, cells = path:_bytes()
    sum = sum + A_PATH + (explained and all or cells)
  end
  return sum
end

local function forget_oldest(self)
  self:touch()
  local side, oldest = self.side, table.remove(self.answers, 1)
  self.paths = self.paths - #oldest.paths
  side.answers[oldest.number] = nil
  side.account:free_paths(oldest.bytes)
end

-- An answer has a number, by which the mod knows it. Where a world is recorded all paths are
-- explained: those that the mod has asked this of are noted.
local function numbered(side, paths, bytes, explained)
  side.account:keep_paths(bytes)
  for _, path in ipairs(explained and paths or {}) do side.explained[path] = true end
  side.last = side.last + 1
  local answer = setmetatable({ number = side.last, paths = paths, bytes = bytes,
    explained = explained }, Answer)
  side.answers[side.last] = answer
  return answer
end

local function expect_room(account, bytes)
  if account:has_room_for_paths(bytes) then return end
  error(("the game keeps at most %.0f bytes of paths for a mod, and has no room for %.0f more")
    :format(account.limits.kept / 2, bytes), 0)
end

--- Keeps an answer, a list of paths, and forgets the oldest where there are too many: its number.
function Script:keep_answer(paths, explained)
  self:touch()
  local side, answers, bytes = self.side, self.answers, bytes_of(paths, explained)
  local account = side.account
  while answers[1] and not account:has_room_for_paths(bytes) do forget_oldest(self) end
  expect_room(account, bytes)
  answers[#answers + 1] = numbered(side, paths, bytes, explained)
  self.paths = self.paths + #paths
  while #answers > 1 and (#answers > ANSWERS or self.paths > PATHS) do forget_oldest(self) end
  return side.last
end

local function forget_route(self)
  self:touch()
  local side, route = self.side, self.route
  if not route then return end
  side.answers[route.number] = nil
  side.account:free_paths(route.bytes)
  self.route = false
end

--- Keeps a path that the unit follows, for as long as it is that one.
function Script:keep_route(path)
  self:touch()
  local route = self.route
  if route and rawequal(route.paths[1], path) then return route.number end
  forget_route(self)
  local bytes = bytes_of { path }
  expect_room(self.side.account, bytes)
  self.route = numbered(self.side, { path }, bytes)
  return self.route.number
end

--- How many of its requests have not been answered.
function Script:waiting()
  local count = 0
  for _, one in ipairs(self.tickets) do
    if one.ticket and not one.ticket.done then count = count + 1 end
  end
  return count
end

-- Whether or not it has been answered.
local function forget_ticket(self, place)
  self:touch()
  local account, one = self.side.account, table.remove(self.tickets, place)
  account:free(A_TICKET)
  account:free_paths(one.bytes)
  if one.ticket and not one.ticket.done then one.ticket:cancel() end
end

--- Requests a path for the unit, which is roused when there is one: a ticket.
function Script:ask_path(goal, query)
  local unit = self.unit
  return unit.body:request_path(goal, query, { done = function()
    self:weigh_tickets()
    unit:rouse()
  end })
end

--- Keeps a ticket: its number. There must be room; see expect_ticket. What was asked: so that it
-- can be asked again.
function Script:keep_ticket(ticket, explained, goal, query)
  self:touch()
  local side, tickets = self.side, self.tickets
  side.last = side.last + 1
  side.account:keep(A_TICKET, "requests")
  tickets[#tickets + 1] = { number = side.last, ticket = ticket, bytes = 0, explained = explained,
    asked = goal ~= nil and { goal = goal, query = query } }
  if #tickets > TICKETS then forget_ticket(self, 1) end
  self:weigh_tickets()                           -- it may have been answered at once
  return side.last
end

function Script:expect_ticket(bytes) self.side.account:expect_room(A_TICKET + bytes, "requests") end

--- Requests the places of a plan for the unit, which is roused when they are found: a job.
function Script:ask_places(plan, room)
  local unit = self.unit
  return source.request(unit, plan, room, function() unit:rouse() end)
end

--- Keeps a request for places, for which so many bytes are counted: its number.
function Script:keep_places(job, bytes)
  self:touch()
  local number = self:keep_ticket(job)
  for _, one in ipairs(self.tickets) do
    if one.number == number then one.bytes, one.is_places = bytes, true end
  end
  self.side.account:keep_paths(bytes)
  return number
end

--- What it has come to: true, numbers, found, or true, nil, code; false: nothing yet. What has been
-- told is forgotten.
function Script:read_places(number)
  for i, one in ipairs(self.tickets) do
    local job = one.number == number and one.ticket
    if job and not job.done then return false end
    if job then
      forget_ticket(self, i)
      if job.problem then error(job.problem, 0) end
      if not job.numbers then return true, nil, job.code end
      return true, job.numbers, job.found
    end
  end
  return true, nil, "cancelled"
end

--- Counts the paths that have been found; those for which there is no room are let go.
function Script:weigh_tickets()
  if self.over then return end
  self:touch()
  local account = self.side.account
  for _, one in ipairs(self.tickets) do
    local path = one.bytes == 0 and one.ticket and one.ticket.done and one.ticket.path
    local bytes = path and bytes_of({ path }, one.explained)
    if bytes and account:has_room_for_paths(bytes) then
      account:keep_paths(bytes)
      one.bytes = bytes
    elseif bytes then
      one.ticket = false
    end
  end
end

--- What a ticket has come to: true, its path and how it was asked, or true, nil and a code; false:
-- nothing yet. What has been told is forgotten.
function Script:read_ticket(number)
  for i, one in ipairs(self.tickets) do
    if one.number == number then
      local ticket = one.ticket
      if ticket and not ticket.done then return false end
      forget_ticket(self, i)
      if not ticket then return true, nil, "budget" end
      if not ticket.path then return true, nil, ticket.code end
      return true, ticket.path, one.explained
    end
  end
  return true, nil, "cancelled"
end

function Script:cancel_ticket(number)
  for i, one in ipairs(self.tickets) do
    if one.number == number then return forget_ticket(self, i) end
  end
end

--- Notes a key that it has reserved; false: it has too many.
function Script:keep_key(key)
  self:touch()
  if self.keys[key] then return true end
  if self.key_count >= KEYS or not self.side.account:has_room(A_KEY + #key) then return false end
  self.side.account:keep(A_KEY + #key, "keys")
  self.keys[key] = true
  self.key_count = self.key_count + 1
  return true
end

function Script:drop_key(key)
  self:touch()
  if not self.keys[key] then return end
  self.keys[key] = nil
  self.key_count = self.key_count - 1
  self.side.account:free(A_KEY + #key)
end

--- Its unit has a place in its group's ranks from now on.
function Script:join_ranks()
  local group = self.unit.group
  self:leave_ranks()                             -- which touches it
  self.member = { group = group, member = group:_fall_in(self.unit) }
end

--- And no more.
function Script:leave_ranks()
  local place = self.member
  self:touch()
  self.member = false
  if place then place.group:_fall_out(place.member) end
end

-- What the mod should have given back, and has not, as one that was ended cannot.
local function give_back(self)
  self:touch()
  local unit = self.unit
  self.over = true
  while self.tickets[1] do forget_ticket(self, 1) end
  for key in pairs(self.keys) do
    unit.world:release(key, unit)
    self:drop_key(key)
  end
  while self.answers[1] do forget_oldest(self) end
  forget_route(self)
  self:leave_ranks()
end

-- The world is saved: nothing ends in the machine, and what the host holds is asked for again.
local function let_be(self)
  self:touch()
  self.over = true
  while self.tickets[1] do forget_ticket(self, 1) end
  self:leave_ranks()
  if self.side.scripts[self.id] == self then self.side.scripts[self.id] = nil end
end

--- It ends: its cleanups run in the mod's state, and what is left is given back.
function Script:finish()
  local side = self.side
  if side.suspended then return let_be(self) end
  local ok, failure = true, nil
  if self.begun then ok, failure = side:drop(self) end
  if side.scripts[self.id] == self then side.scripts[self.id] = nil end
  give_back(self)
  if not ok then error(visible(failure.message), 0) end
end

return Script
