--- Scripts: what a unit does whose behaviour is a mod's, on the host's side: its turns, and what of
-- the host's it holds meanwhile. That is given back when it ends, in whatever way it ends.

local plain = require "astar.mods.plain"

local Script = {}
Script.__index = Script

local ANSWERS, PATHS, TICKETS, KEYS = 16, 256, 16, 32

--- A script of a unit; `name` is that of the behaviour within the mod.
function Script.new(mod, unit, name)
  local self = setmetatable({
    mod = mod, unit = unit, id = unit.id, name = name, data = nil,
    answers = {}, paths = 0, route = false, tickets = {}, keys = {}, key_count = 0, member = false,
  }, Script)
  mod.scripts[unit.id] = self
  return self
end

-- ---- turns --------------------------------------------------------------------------------------

-- Its data, if they are not what the mod has.
local function fresh_data(self)
  if not self.data or plain.same(self.data, self.unit.data) then return nil end
  self.data = plain.copy(self.unit.data)
  return self.data
end

-- What went wrong, in the words of who wrote the mod: a place in our own code says nothing to him,
-- nor a method that the verb that he called has called.
local function words_of(failure)
  local message, called = failure.message:gsub("^astar%.[%w_.]+:%d+: ", "", 1), failure.called
  local said = called and message:match("bad argument #%d+ to '(.-)' %(")
  if not said or said == called then return message end
  return (message:gsub("bad argument #%d+ to '.-'", ("bad argument to '%s'"):format(called), 1))
end

-- Raises a failure in the unit's behaviour, as if it had come about there.
local function raise(self, failure)
  local message = words_of(failure)
  local where = failure.where
  local cause = { message = message, inside = where, outside = where, entire = true,
    traceback = failure.traceback or message }
  local current = self.unit._current
  if current then current.cause = cause end
  error(message, 0)
end

-- false and the tick to wake at; or true and what was returned.
local function settle(self, status, wake, changes, failure, ...)
  if changes then self.mod:keep(self, changes) end
  if failure then raise(self, failure) end
  if status == "on" then return false, wake end
  return true, ...
end

local function answered(self, ok, ...)
  if ok then return settle(self, ...) end
  raise(self, (...))
end

-- A turn in the mod's state.
local function turn(self)
  local unit, mod = self.unit, self.mod
  return answered(self, mod:enter(self, "turn", self.id, unit.world.ticks, unit.x, unit.y,
    unit.state, fresh_data(self), mod.news(unit._news)))
end

-- Turns until it has ended, and what it has returned.
local function go_on(self, ended, ...)
  if ended then return ... end
  local unit = self.unit
  unit:sleep((...) - unit.world.ticks)
  return go_on(self, turn(self))
end

--- What the unit does: the behaviour, called with what follows.
function Script:run(...)
  local mod = self.mod
  local ok, failure = mod:enter(self, "begin", self.id, self.name, mod.passable(...))
  if not ok then raise(self, failure) end
  self.unit._current.doing = function() return mod:verbs_of(self) end
  return go_on(self, turn(self))
end

-- ---- what it holds ------------------------------------------------------------------------------

--- Keeps an answer, a list of paths, and forgets the oldest where there are too many: its number.
function Script:keep_answer(paths)
  local mod, answers = self.mod, self.answers
  mod.last = mod.last + 1
  local answer = { number = mod.last, paths = paths }
  mod.answers[mod.last] = answer
  answers[#answers + 1] = answer
  self.paths = self.paths + #paths
  while #answers > 1 and (#answers > ANSWERS or self.paths > PATHS) do
    local oldest = table.remove(answers, 1)
    self.paths = self.paths - #oldest.paths
    mod.answers[oldest.number] = nil
  end
  return mod.last
end

--- Keeps a path that the unit follows, for as long as it is that one.
function Script:keep_route(path)
  local route = self.route
  if route and rawequal(route.paths[1], path) then return route.number end
  local mod = self.mod
  if route then mod.answers[route.number] = nil end
  mod.last = mod.last + 1
  self.route = { number = mod.last, paths = { path } }
  mod.answers[mod.last] = self.route
  return mod.last
end

--- How many of its requests have not been answered.
function Script:waiting()
  local count = 0
  for _, ticket in ipairs(self.tickets) do
    if not ticket.ticket.done then count = count + 1 end
  end
  return count
end

--- Keeps a ticket: its number.
function Script:keep_ticket(ticket)
  local mod, tickets = self.mod, self.tickets
  mod.last = mod.last + 1
  tickets[#tickets + 1] = { number = mod.last, ticket = ticket }
  if #tickets > TICKETS then table.remove(tickets, 1).ticket:cancel() end
  return mod.last
end

--- The ticket of a number, and its place among them.
function Script:ticket(number)
  for i, one in ipairs(self.tickets) do
    if one.number == number then return one.ticket, i end
  end
end

--- Notes a key that it has reserved; false: it has too many.
function Script:keep_key(key)
  if self.keys[key] then return true end
  if self.key_count >= KEYS then return false end
  self.keys[key] = true
  self.key_count = self.key_count + 1
  return true
end

function Script:drop_key(key)
  if not self.keys[key] then return end
  self.keys[key] = nil
  self.key_count = self.key_count - 1
end

-- What the mod should have given back, and has not, as one that was ended cannot.
local function give_back(self)
  local unit, mod = self.unit, self.mod
  for _, ticket in ipairs(self.tickets) do
    if not ticket.ticket.done then ticket.ticket:cancel() end
  end
  for key in pairs(self.keys) do unit.world:release(key, unit) end
  for _, answer in ipairs(self.answers) do mod.answers[answer.number] = nil end
  if self.route then mod.answers[self.route.number] = nil end
  local place = self.member
  if place then place.group:_fall_out(place.member) end
end

--- It ends: its cleanups run in the mod's state, and what is left is given back.
function Script:finish()
  local mod = self.mod
  local ok, failure = mod:drop(self)
  if mod.scripts[self.id] == self then mod.scripts[self.id] = nil end
  give_back(self)
  if not ok then error(failure.message, 0) end
end

return Script
