--- Scripts: the host's side of a unit that runs a mod's behaviour: its activations, and what it
-- holds of the host meanwhile. That is released when the script ends, in whatever way.

local pairs = require "astar.pairs".pairs
local plain = require "astar.mods.plain_data"
local source = require "astar.positions.source"
local sanitize = require "astar.mods.sanitize"
local tracked_objects = require "astar.rewind.tracked_objects"
local activation = require "astar.mods.activation"
local visible = require "astar.world.visible_text"

local yield = coroutine.yield
local Script = {}
Script.__index = Script

local unpack = table.unpack or unpack

local Answer = {}                                -- what it keeps of one belongs to the script

local ANSWERS, PATHS, TICKETS, KEYS = 16, 256, 16, 32

-- Bytes of the host's, beside those of paths and texts.
local A_PATH, A_TICKET, A_KEY = 256, 1024, 256

--- A script of a unit; `name` is that of the behaviour within the mod.
function Script.new(instance, unit, name)
  local self = setmetatable({
    instance = instance, unit = unit, id = unit.id, number = instance:number_of(unit), name = name,
    data = false, bytes = 0,
    is_partial = false,                          -- these are not all of the data that it has
    answers = {}, paths = 0, route = false, tickets = {}, keys = {}, key_count = 0, member = false,
    begun = false, over = false, waits = false, revived = false, renewed = false, reasons = false,
  }, Script)
  instance.scripts[unit.id] = self
  self:touch()
  return self
end

--- Somebody writes to it: see rewind/tracked_objects.lua.
function Script:touch() self.instance.world:_touch(self) end

-- ---- data ---------------------------------------------------------------------------------------

--- A copy of its data, packed, as the mod is to have them.
function Script:copy_data()
  self:have_data(self.unit.data)
  return self.data
end

--- The mod has these data, of which the host keeps a packed copy.
function Script:have_data(data)
  self:touch()
  self.data, self.is_partial = plain.packed(data, self.instance.alike), plain.is_much(data)
  self.bytes = plain.packed_weight(self.data)
end

--- Has the mod its data as they are?
function Script:has_same_data()
  return self.data and plain.packed_same(self.data, self.unit.data, self.instance.alike)
end

-- ---- activations --------------------------------------------------------------------------------

-- Turns until it has ended, and what it has returned. Where it is all that its task does, it goes
-- on without a coroutine after the first one.
local function go_on(self, ended, ...)
  if ended then return ... end
  local task = self.unit._current
  if task and task._script == self then
    task:_go_on_directly(activation.step)
    return (...)
  end
  yield((...))
  return go_on(self, activation.take(self))
end

-- The world may ask what it does, and why.
local function tell(self)
  local task, instance = self.unit._current, self.instance
  task._doing = function(numbers) return instance:verbs_of(self, numbers) end
  task._told = function() return instance.reasons_of(self) end
end

--- What the unit does: the behaviour, called with what follows.
function Script:run(...)
  local instance, own, allowance = self.instance, activation.await(self)
  self:touch()                                   -- in another activation, where it had to wait
  self.begun = true
  local ok, failure = instance:enter(self, own, allowance, "begin", self.name, self.renewed,
    sanitize.passable(...))
  if not ok then activation.raise(self, failure) end
  tell(self)
  return go_on(self, activation.take(self))
end

--- What it does goes on in another coroutine, after its world has gone back (rewind/init.lua), or
-- was saved (saved_instances.lua).
function Script:resume()
  if self.begun then
    tell(self)
    return go_on(self, activation.take(self))
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
  local instance, oldest = self.instance, table.remove(self.answers, 1)
  self.paths = self.paths - #oldest.paths
  instance.answers[oldest.number] = nil
  instance.account:free_paths(oldest.bytes)
end

-- An answer has a number, by which the mod knows it. Where a world is recorded all paths are
-- explained: those that the mod has asked this of are noted.
local function numbered(instance, paths, bytes, explained)
  instance.account:keep_paths(bytes)
  for _, path in ipairs(explained and paths or {}) do instance.explained[path] = true end
  instance.last = instance.last + 1
  local answer = setmetatable({ number = instance.last, paths = paths, bytes = bytes,
    explained = explained }, Answer)
  instance.answers[instance.last] = answer
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
  local instance, answers, bytes = self.instance, self.answers, bytes_of(paths, explained)
  local account = instance.account
  while answers[1] and not account:has_room_for_paths(bytes) do forget_oldest(self) end
  expect_room(account, bytes)
  answers[#answers + 1] = numbered(instance, paths, bytes, explained)
  self.paths = self.paths + #paths
  while #answers > 1 and (#answers > ANSWERS or self.paths > PATHS) do forget_oldest(self) end
  return instance.last
end

local function forget_route(self)
  local instance, route = self.instance, self.route
  if not route then return end
  instance.answers[route.number] = nil
  instance.account:free_paths(route.bytes)
  self.route = false
end

--- Keeps a path that the unit follows, for as long as it is that one.
function Script:keep_route(path)
  self:touch()
  local route = self.route
  if route and rawequal(route.paths[1], path) then return route.number end
  forget_route(self)
  local bytes = bytes_of { path }
  expect_room(self.instance.account, bytes)
  self.route = numbered(self.instance, { path }, bytes)
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
  local account, one = self.instance.account, table.remove(self.tickets, place)
  account:free(A_TICKET)
  account:free_paths(one.bytes)
  if one.ticket and not one.ticket.done then one.ticket:cancel() end
end

-- Called when a request has been answered.
local function answered(self)
  return function()
    self:weigh_tickets()
    self.unit:rouse()
  end
end

--- Requests a path for the unit, which is roused when there is one: a ticket.
function Script:ask_path(goal, query)
  return self.unit.body:request_path(goal, query, { done = answered(self) })
end

--- The same for the nearest of several goals.
function Script:ask_nearest(goals, query, count)
  return self.unit.body:request_nearest(goals, query, { count = count, done = answered(self) })
end

--- The same for a way out of reach of threats, each with x and y.
function Script:ask_flight(threats)
  return self.unit:_request_flight(threats, answered(self))
end

--- Keeps a ticket: its number. There must be room; see expect_ticket. What was asked, with the
-- count of the nearest of several: so that it can be asked again.
function Script:keep_ticket(ticket, explained, goal, query, count)
  self:touch()
  local instance, tickets = self.instance, self.tickets
  instance.last = instance.last + 1
  instance.account:keep(A_TICKET, "requests")
  tickets[#tickets + 1] = { number = instance.last, ticket = ticket, bytes = 0,
    explained = explained,
    asked = goal ~= nil and { goal = goal, query = query, count = count } }
  if #tickets > TICKETS then forget_ticket(self, 1) end
  self:weigh_tickets()                           -- it may have been answered at once
  return instance.last
end

function Script:expect_ticket(bytes)
  self.instance.account:expect_room(A_TICKET + bytes, "requests")
end

--- Requests the places of a plan for the unit, which is roused when they are found: a job.
function Script:ask_places(plan, room)
  local unit = self.unit
  return source.request(unit, plan, room, function() unit:rouse() end)
end

--- Keeps a request for places, for which so many bytes are counted: its number.
function Script:keep_places(job, bytes)
  local number = self:keep_ticket(job)
  for _, one in ipairs(self.tickets) do
    if one.number == number then one.bytes, one.is_places = bytes, true end
  end
  self.instance.account:keep_paths(bytes)
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

-- The paths that a ticket has come to, a list; nil: none.
local function paths_of(ticket)
  local found = ticket.done and ticket.found
  if type(found) ~= "table" then return ticket.done and ticket.path and { ticket.path } end
  local paths = {}
  for i, one in ipairs(found) do paths[i] = one.path end
  return paths
end

--- Counts the paths that have been found; those for which there is no room are let go.
function Script:weigh_tickets()
  if self.over then return end
  self:touch()
  local account = self.instance.account
  for _, one in ipairs(self.tickets) do
    local paths = one.bytes == 0 and one.ticket and paths_of(one.ticket)
    local bytes = paths and bytes_of(paths, one.explained)
    if bytes and account:has_room_for_paths(bytes) then
      account:keep_paths(bytes)
      one.bytes = bytes
    elseif bytes then
      one.ticket = false
    end
  end
end

--- What a ticket has come to: true, the ticket and how it was asked, or true, nil and a code;
-- false: nothing yet. What has been told is forgotten.
function Script:read_ticket(number)
  for i, one in ipairs(self.tickets) do
    if one.number == number then
      local ticket = one.ticket
      if ticket and not ticket.done then return false end
      forget_ticket(self, i)
      if not ticket then return true, nil, "budget" end
      if type(ticket) == "table" and ticket.problem then error(ticket.problem, 0) end
      if not paths_of(ticket) then return true, nil, ticket.code end
      return true, ticket, one.explained
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
  if self.key_count >= KEYS or not self.instance.account:has_room(A_KEY + #key) then
    return false
  end
  self.instance.account:keep(A_KEY + #key, "keys")
  self.keys[key] = true
  self.key_count = self.key_count + 1
  return true
end

function Script:drop_key(key)
  self:touch()
  if not self.keys[key] then return end
  self.keys[key] = nil
  self.key_count = self.key_count - 1
  self.instance.account:free(A_KEY + #key)
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
  if self.instance.scripts[self.id] == self then self.instance.scripts[self.id] = nil end
end

--- It ends: its cleanups run in the mod's state, and what is left is given back.
function Script:finish()
  local instance = self.instance
  if instance.suspended then return let_be(self) end
  local ok, failure = true, nil
  if self.begun then ok, failure = instance:drop(self) end
  if instance.scripts[self.id] == self then instance.scripts[self.id] = nil end
  give_back(self)
  if not ok then error(visible(failure.message), 0) end
end

-- ---- going back ---------------------------------------------------------------------------------

local function add_answer(list, answer)
  list[#list + 1] = answer
  if answer.paths then list[#list + 1] = answer.paths end
end

-- What belongs to a script: see rewind/tracked_objects.lua.
local function own_of(script)
  local list = { script, script.answers, script.tickets, script.keys }
  for _, answer in ipairs(script.answers) do add_answer(list, answer) end
  if script.route then add_answer(list, script.route) end
  for _, ticket in ipairs(script.tickets) do list[#list + 1] = ticket end
  return list, script.instance.world
end

tracked_objects.add(Script, own_of)

return Script
