--- The line in which jobs of a world wait for their turn: position queries, and ways to flee. Each
-- tick has a quarter of its nodes for them, or more where the queue of searches has nothing to do.
-- Players take turns, and each player's jobs come in the order in which they were asked for. What
-- jobs take is missing to the searches of the queue, and what they take beyond the quarter to the
-- jobs of the ticks that follow.
--
-- On a large map a job pays for its tables first, as tickets do. It is done in one go then. For
-- walking it has half of the nodes, or LEAST: where these do not reach there are no places for it,
-- and nowhere to flee to. So no tick goes over its nodes, unless it has few, or a query has much to
-- look at beside walking, up to MOST: that goes off the next ticks.

local flight = require "astar.world.flight"
local source = require "astar.positions.source"
local turns = require "astar.world.turns"

local Line = {}
Line.__index = Line

local Job = {}
Job.__index = Job

local PART, SHARE = 4, 2                         -- of a tick's nodes: for jobs; for walking, of one
local LEAST, MOST = 2048, 16384                  -- for one job's walking; for a job

--- Its jobs take turns (world/turns.lua). `owed`: nodes that jobs have taken and that later ticks
-- would have had for jobs. `over`: nodes that the last tick took beyond what it had.
function Line.new()
  return turns.clear(setmetatable({ owed = 0, over = 0 }, Line))
end

local function add(self, unit, done)
  local job = setmetatable({ unit = unit, plan = false, room = 0, threats = false, notify = done,
    done = false, numbers = false, found = false, path = false, code = nil, problem = nil }, Job)
  turns.add(self, unit.player, job)
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

-- How many nodes it took, of so many.
local function flee(job, most)
  local nodes
  job.path, job.code, nodes = flight.path("line", job.unit, job.threats, most)
  return nodes
end

local function find_places(job, most)
  local budget = job.plan.budget or math.max(MOST, most)
  local numbers, found, nodes = source.ask(job.unit, job.plan, job.room, budget, most)
  if numbers then job.numbers, job.found = numbers, found else job.code = found end
  return nodes
end

-- Pays for its tables, up to so many nodes: how many it took, and false, it is not over. Or does
-- it, where they are paid for: how many that took, and true.
local function work(job, left, most)
  local paid, owed = source.pay_for_tables(job.unit, job.plan, left)
  if paid + owed > 0 then return paid, false end
  return 1 + (job.threats and flee or find_places)(job, most), true
end

-- The same, and what it raises is the job's problem.
local function try(job, left, most)
  if job.done or job.unit.removed then return 0, true end
  local ok, took, is_over = pcall(work, job, left, most)
  if not ok then job.problem, took, is_over = took, 1, true end
  job.done = is_over
  return took, is_over
end

--- A tick has so many nodes: does what there is room for, and returns what is left for others.
-- `is_idle`: the others have nothing to do. Then all may be paid for tables.
function Line:serve(nodes, is_idle)
  local part, most = math.ceil(nodes / PART), math.max(LEAST, math.floor(nodes / SHARE))
  local for_tables = is_idle and nodes or part
  if is_idle then part = math.max(part, nodes - most) end
  local spent = self.over
  self.owed = math.max(0, self.owed - part)
  while self.count > 0 and self.owed < part and spent < part do
    local list = turns.next(self)
    local job = list[list.first]
    local is_heard = not job.done and not job.unit.removed
    local took, is_over = try(job, math.ceil(for_tables - spent), most)
    if is_over then turns.leave(self, list) end
    if is_heard then turns.finish(self) end
    spent = spent + took
    if is_over then self.owed = self.owed + took end
    if is_heard and is_over then job.notify() end
  end
  if self.count == 0 then turns.clear(self) end
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
