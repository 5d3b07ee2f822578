--- The line in which jobs of a world wait for their turn: position queries, and ways to flee. Each
-- tick has a quarter of its nodes for them, or more where the queue of searches has nothing to do.
-- Players take turns, and each player's jobs come in the order in which they were asked for. What
-- jobs take is missing to the searches of the queue, and what they take beyond the quarter to the
-- jobs of the ticks that follow.
--
-- A job is done in one go. For walking it has half of the nodes, or LEAST: where these do not reach
-- there are no places for it, and nowhere to flee to. So no tick goes over its nodes, unless it has
-- few, or a query has much to look at beside walking, up to MOST: that goes off the next ticks.

local flight = require "astar.world.flight"
local source = require "astar.positions.source"

local Line = {}
Line.__index = Line

local Job = {}
Job.__index = Job

local PART, SHARE = 4, 2                         -- of a tick's nodes: for jobs; for walking, of one
local LEAST, MOST = 2048, 16384                  -- for one job's walking; for a job

--- `lists`: one for each player that has asked, in that order: `player` and the jobs from `first`
-- to `last`. `turn`: the list that is next. `owed`: nodes that jobs have taken and that later ticks
-- would have had for jobs. `over`: nodes that the last tick took beyond what it had.
function Line.new()
  return setmetatable({ lists = {}, turn = 1, owed = 0, over = 0, count = 0 }, Line)
end

local function list_of(self, player)
  for _, list in ipairs(self.lists) do
    if list.player == player then return list end
  end
  local list = { player = player, first = 1, last = 0 }
  self.lists[#self.lists + 1] = list
  return list
end

local function add(self, unit, done)
  local job = setmetatable({ unit = unit, plan = false, room = 0, threats = false, notify = done,
    done = false, numbers = false, found = false, path = false, code = nil, problem = nil }, Job)
  local list = list_of(self, unit.player)
  list.last = list.last + 1
  list[list.last] = job
  self.count = self.count + 1
  return job
end

--- A job: the plan of a unit is to be answered, with that much room. `done` is called then.
function Line:add(unit, plan, room, done)
  local job = add(self, unit, done)
  job.plan, job.room = plan, room
  return job
end

--- A job that comes to a `path`, or to a code: the way of a unit out of the reach of threats, each
-- with x and y. It is like a ticket of the queue.
function Line:add_flight(unit, threats, done)
  local job = add(self, unit, done)
  job.threats = threats
  return job
end

--- It is left out when its turn comes.
function Job:cancel() self.done, self.code = true, "cancelled" end

function Job:has_ended() return self.done end

-- The next job in the order of turns; there is one.
local function take(self)
  local lists, at = self.lists, self.turn
  while lists[at].first > lists[at].last do at = at % #lists + 1 end
  local list = lists[at]
  local job = list[list.first]
  list[list.first], list.first = nil, list.first + 1
  self.turn, self.count = at % #lists + 1, self.count - 1
  return job
end

local function flee(job, most)
  local unit = job.unit
  local nodes
  job.path, job.code, nodes = flight.path(unit.world._flights, unit, job.threats, most)
  return nodes
end

-- How many nodes it took, of so many.
local function answer(job, most)
  job.done = true
  if job.threats then return flee(job, most) end
  local budget = job.plan.budget or math.max(MOST, most)
  local ok, numbers, found, nodes = pcall(source.ask, job.unit, job.plan, job.room, budget, most)
  if not ok then
    job.problem = numbers
  elseif numbers then
    job.numbers, job.found = numbers, found
  else
    job.code = found
  end
  return ok and nodes or 0
end

--- A tick has so many nodes: does what there is room for, and returns what is left for others.
-- `is_idle`: the others have nothing to do.
function Line:serve(nodes, is_idle)
  local part, most = math.ceil(nodes / PART), math.max(LEAST, math.floor(nodes / SHARE))
  if is_idle then part = math.max(part, nodes - most) end
  local spent = self.over
  self.owed = math.max(0, self.owed - part)
  while self.count > 0 and self.owed < part and spent < part do
    local job = take(self)
    if not job.done and not job.unit.removed then
      local took = 1 + answer(job, most)
      self.owed, spent = self.owed + took, spent + took
      job.notify()
    end
  end
  if self.count == 0 then self.lists, self.turn = {}, 1 end
  self.over = math.max(0, spent - nodes)
  return math.max(0, nodes - spent)
end

--- For the hash of a world: nil where nobody waits and nothing is owed.
function Line:state()
  if self.count == 0 and self.owed == 0 and self.over == 0 then return nil end
  local state = { owed = self.owed, over = self.over, turn = self.turn }
  for _, list in ipairs(self.lists) do
    local ids = {}
    for i = list.first, list.last do
      if not list[i].done then ids[#ids + 1] = list[i].unit.id end
    end
    state[#state + 1] = ids
  end
  return state
end

return Line
