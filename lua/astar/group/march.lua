--- The march: how a group carries out an order.
--
-- One field to the goal serves all. A point, the head of the march, goes down it at the pace of the
-- group, and waits while anybody is more than SLACK cells behind its place. What the members do
-- depends on the room around it:
--
--   open      there is room for the formation, at the head and some cells before it: the head is
--             its middle, and members go to where their places will be LEAD cells further on.
--   column    there is none: members go down the field one behind the other, in the order of what
--             is left of the way, each as far as the trail of the head says, and unfold when there
--             is room again along a whole stretch.
--   forming   the head has come to the goal: each goes to its cell there.
--
-- Places are assigned so that ways do not cross (core/units/assignment.c) whenever the formation or
-- the number of members has changed. Nothing here lives longer than the order; it can start again
-- at any tick from where the units are.

local copied = require "astar.copied"
local deploy = require "astar.group.deploy"
local head = require "astar.group.head"
local ranks = require "astar.group.ranks"
local steer = require "astar.group.steer"

local march = {}

local SLACK, LEAD, TURN = 3, deploy.LEAD, head.TURN
local DIAGONAL = 1448 / 1024                     -- length of a diagonal step, as the core has it
local floor, huge, max = math.floor, math.huge, math.max
local distance = require "astar.units.distance"

function march.close(self)
  if self.field then self.field:close() end
  self.field = false
end

-- ---- what there is ------------------------------------------------------------------------------

-- The class whose field serves all: that of the largest, and among these of the first.
local function class_of(group)
  local class
  for unit in group:units() do
    if not class or unit.class.size > class.size then class = unit.class end
  end
  return class
end

local function open_field(group, self)
  local order, class = group.order, class_of(group)
  self.query = { class = class, player = group.player }
  self.spacing = (order.spacing or 1) * class.size
  local query = { class = class, player = group.player, influence = order.influence }
  local field, code = group.world.map:field({ { order.x, order.y } }, query)
  self.field = field or false
  return code
end

--- The march of an order that has been given in the tick `now`. What is wrong with the order's
-- influence is an error here.
function march.new(group, now)
  local self = {
    since = now, begun = false, epoch = {}, mode = "column", trail = {}, ahead = {}, moved = 0,
    places = {}, members = {}, by_id = {}, count = 0, rooms = {},
    least_lag = huge, least_cost = huge, progress = now, field = false,
  }
  if group:count() > 0 then
    self.code = open_field(group, self)
  else
    -- An order that nobody follows yet is checked too: it may be saved, and units may come later.
    group.world.map:query { influence = group.order.influence }
  end
  return self
end

local function pace_of(group, self)
  local pace = group.order.speed
  if pace then return floor(pace * 1024 + 0.5) / 1024 end
  pace = huge
  for _, member in ipairs(self.members) do pace = math.min(pace, member.speed) end
  return pace
end

-- ---- keeping together ---------------------------------------------------------------------------

-- Has something got better, since the head stands still? What can get better can only do so for
-- so many times, so a march comes to its end.
local function goes_on(self, lag, cost, now, pace)
  if lag < self.least_lag or cost < self.least_cost then
    self.least_lag, self.least_cost = math.min(lag, self.least_lag), math.min(cost, self.least_cost)
    self.progress = now
  end
  return now - self.progress < 40 + 12 / max(pace, 1 / 64)
end

-- A member for which the others have waited too long is left behind.
local function leave_behind(group, self, behind, now)
  for _, member in ipairs(behind) do group:_leave(member.unit, "stuck") end
  self.progress = now
  ranks.renew(self)
end

-- ---- turns --------------------------------------------------------------------------------------

local function step_open(group, self, now, pace)
  local sum, cost, behind = 0, 0, {}
  for _, member in ipairs(self.members) do
    local place = self.places[member.slot]
    local far = place and distance.cells(group.world, member, place) or 0
    if far > LEAD + SLACK then
      behind[#behind + 1] = member
      sum, cost = sum + far, cost + member.cost
    end
    steer.pace(member, far > LEAD + 1 and huge or pace)
    if place then
      steer.to_place(self, member, place, now)
    elseif member.cost > self.cost then
      steer.down(self, member, now)
    end
  end
  return behind, sum, cost
end

local function by_cost(a, b)
  if a.cost ~= b.cost then return a.cost < b.cost end
  return a.id < b.id
end

-- What is left of the way from the cell that lies so many cells before the head, or behind it.
local function cost_ahead(self, count)
  local cell = count > 0 and self.ahead[math.min(count, #self.ahead)] or
    self.trail[#self.trail + math.min(count, 0)]
  return cell and self.field:cost(cell.x, cell.y)
end

-- The first member keeps one cell behind the head, so that it need not stop while the head moves
-- on; each of the others keeps `spacing` cells behind the one before it.
local function step_column(_, self, now, pace)
  local order, sum, cost, behind = copied(self.members), 0, 0, {}
  table.sort(order, by_cost)
  for rank, member in ipairs(order) do
    local at = (1 - rank) * self.spacing
    local limit, late = cost_ahead(self, at + 1), cost_ahead(self, at - SLACK)
    local lags = late and member.cost > late
    if lags then
      behind[#behind + 1] = member
      sum, cost = sum + member.cost - late, cost + member.cost
    end
    steer.pace(member, lags and huge or pace)
    if limit and member.cost > limit then
      steer.down(self, member, now)
    else
      steer.stop(member)
    end
  end
  return behind, sum, cost
end

local function step_forming(group, self, now, pace)
  local sum, cost, behind = 0, 0, {}
  for _, member in ipairs(self.members) do
    local place = self.places[member.slot]
    local far = distance.cells(group.world, member, place)
    if far > 0 or member.state ~= "standing" then
      behind[#behind + 1] = member
      sum, cost = sum + far, cost + member.cost
    end
    steer.pace(member, pace)
    steer.to_place(self, member, place, now)
  end
  return behind, sum, cost
end

local STEPS = { open = step_open, column = step_column, forming = step_forming }

-- The head has come to another cell: what was ahead by one is here.
local function arrive_at_cell(group, self)
  local count = #self.ahead
  head.see_ahead(self)
  local turned = head.set_heading(group, self)
  if turned then head.set_offsets(group, self) end
  if turned then
    head.look_for_room(group, self, 0)
  else
    for i = 0, count - 1 do self.rooms[i] = self.rooms[i + 1] end
    head.look_for_room(group, self, count)
    head.look_again(group, self)
  end
  local is_open = self.mode == "open"
  if turned and is_open and not head.narrows(self) then return deploy.unfold(group, self) end
  deploy.choose_mode(group, self)
  if self.mode == "open" then self.places = deploy.settle(group, self) end
end

local function move_head(group, self, pace)
  self.moved = self.moved + pace
  while true do
    local next_cell = self.ahead[1]
    if not next_cell then return deploy.form(group, self) end
    local diagonal = next_cell.x ~= self.x and next_cell.y ~= self.y
      and group.world.map.grid == "square"
    local stride = diagonal and DIAGONAL or 1
    if self.moved < stride then return true end
    self.moved = self.moved - stride
    head.place(self, next_cell.x, next_cell.y)
    ranks.renew(self)
    arrive_at_cell(group, self)
  end
end

-- From where the units are.
local function set_out(group, self)
  self.begun, self.trail, self.heading = true, {}, nil
  self.sight, self.view = TURN, TURN
  local one = ranks.middle(self)
  head.place(self, one.x, one.y)
  head.see_ahead(self)
  if not head.set_heading(group, self) then self.heading = group.order.facing or { 0, -1 } end
  head.set_offsets(group, self)
  head.see_ahead(self)
  head.look_for_room(group, self, 0)
  if #self.ahead == 0 then return deploy.form(group, self) end
  if not head.narrows(self) and group.order.formation ~= "column" then
    deploy.unfold(group, self)
    self.changed = false                         -- nothing is left to adapt to
  else
    deploy.fold(self)
  end
  return true
end

-- The map has changed under the march, or members have come or gone.
local function adapt(group, self)
  if self.mode == "forming" then
    return not self.changed or deploy.form(group, self)
  end
  local cost = self.field:cost(self.x, self.y)
  if cost and cost == self.cost and not self.changed then return true end
  if not cost then return set_out(group, self) end
  self.cost = cost
  head.see_ahead(self)
  head.set_offsets(group, self)
  head.look_for_room(group, self, 0)
  if self.mode == "open" then deploy.unfold(group, self) end
  deploy.choose_mode(group, self)
  ranks.renew(self)
  return true
end

local function assembled(group, self)
  if self.assembled then return end
  for _, member in ipairs(self.members) do member.unit:tell("assembled") end
  if group.order.hold then
    self.assembled, group._status = true, "assembled"
  else
    group:_end("assembled")
  end
end

-- Nobody is left to go on with the order.
local function give_up(group)
  local code
  for unit in group:units() do code = code or group.left[unit.id] end
  if group:count() == 0 then code = "lost" end
  if code then group:_end("failed", code) end
end

local STATUS = { open = "marching", column = "folded", forming = "forming" }

--- A turn of the group.
function march.turn(group, self, now)
  if now <= self.since + 1 then return end       -- the ranks fall in
  if not self.field then
    if group:count() == 0 then return give_up(group) end
    self.code = self.code or open_field(group, self)
    if self.code then return group:_end("failed", self.code) end
  end
  ranks.muster(group, self)
  if self.count == 0 then return give_up(group) end
  local fine = self.begun or set_out(group, self)
  fine = fine and adapt(group, self)
  if not fine then return group:_end("failed", "goal_blocked") end
  local pace = pace_of(group, self)
  local behind, lag, cost = STEPS[self.mode](group, self, now, pace)
  if behind[1] then self.assembled = false end
  group._status = self.assembled and "assembled" or STATUS[self.mode]
  if not behind[1] then
    self.progress = now
    if self.mode == "forming" then return assembled(group, self) end
    if not move_head(group, self, pace) then return group:_end("failed", "goal_blocked") end
  elseif not goes_on(self, lag, cost, now, pace) then
    leave_behind(group, self, behind, now)
  end
end

return march
