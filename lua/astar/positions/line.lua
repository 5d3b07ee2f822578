--- The line in which position queries of a world wait for their turn. Each tick has a quarter of
-- its nodes for them. A query is answered in one go; what it takes beyond that is paid in the ticks
-- that follow, and no other begins until then. Players take turns, and each player's queries come
-- in the order in which they were asked. What is paid is missing to the searches of the queue.

local source = require "astar.positions.source"

local Line = {}
Line.__index = Line

local Job = {}
Job.__index = Job

local PART = 4

--- `lists`: one for each player that has asked, in that order: `player` and the jobs from `first`
-- to `last`. `turn`: the list that is next. `owed`: nodes that are not paid yet.
function Line.new() return setmetatable({ lists = {}, turn = 1, owed = 0, count = 0 }, Line) end

local function list_of(self, player)
  for _, list in ipairs(self.lists) do
    if list.player == player then return list end
  end
  local list = { player = player, first = 1, last = 0 }
  self.lists[#self.lists + 1] = list
  return list
end

--- A job: the plan of a unit is to be answered, with that much room. `done` is called then.
function Line:add(unit, plan, room, done)
  local job = setmetatable({ unit = unit, plan = plan, room = room, notify = done, done = false,
    numbers = false, found = false, code = nil, problem = nil }, Job)
  local list = list_of(self, unit.player)
  list.last = list.last + 1
  list[list.last] = job
  self.count = self.count + 1
  return job
end

--- It is left out when its turn comes.
function Job:cancel() self.done, self.code = true, "cancelled" end

function Job:has_ended() return self.done end

-- The next job in the order of turns; nil: there is none.
local function take(self)
  local lists = self.lists
  for i = 0, #lists - 1 do
    local at = (self.turn + i - 1) % #lists + 1
    local list = lists[at]
    if list.first <= list.last then
      local job = list[list.first]
      list[list.first], list.first = nil, list.first + 1
      self.turn, self.count = at % #lists + 1, self.count - 1
      return job
    end
  end
end

local function answer(job)
  local ok, numbers, found, nodes = pcall(source.ask, job.unit, job.plan, job.room, job.plan.budget)
  job.done = true
  if not ok then
    job.problem = numbers
  elseif numbers then
    job.numbers, job.found = numbers, found
  else
    job.code = found
  end
  return ok and nodes or 0
end

--- A tick has so many nodes: answers what there is room for, and returns what is left for others.
function Line:serve(nodes)
  local part = math.ceil(nodes / PART)
  while self.count > 0 and self.owed < part do
    local job = take(self)
    if not job.done and not job.unit.removed then
      self.owed = self.owed + 1 + answer(job)
      job.notify()
    end
  end
  if self.count == 0 then self.lists, self.turn = {}, 1 end
  local paid = math.min(self.owed, part)
  self.owed = self.owed - paid
  return nodes - paid
end

--- For the hash of a world: nil where nobody waits and nothing is owed.
function Line:state()
  if self.count == 0 and self.owed == 0 then return nil end
  local state = { owed = self.owed, turn = self.turn }
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
