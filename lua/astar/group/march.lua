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
-- Places are assigned so that ways do not cross (assignment.lua) whenever the formation or the
-- number of members has changed. Nothing here lives longer than the order; it can start again at
-- any tick from where the units are.

local assignment = require "astar.group.assignment"
local formation = require "astar.group.formation"
local steer = require "astar.group.steer"

local march = {}

local SLACK, LEAD, TURN = 3, 3, 4
local DIAGONAL = 1448 / 1024                     -- length of a diagonal step, as the core has it
local floor, huge, max = math.floor, math.huge, math.max
local distance = steer.distance

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

-- The units in the ranks, as they stand, by their ids. Those for whom there is no way leave.
local function muster(group, self)
  local list, by_id = {}, {}
  for unit in group:units() do
    local member = group._ranks[unit.id]
    if member and not group.left[unit.id] then
      local x, y = unit.x, unit.y
      local cost, code = self.field:cost(x, y)
      if cost then
        member.x, member.y, member.cost, member.state = x, y, cost, unit.state
        list[#list + 1], by_id[unit.id] = member, member
      else
        group:_leave(unit, code)
      end
    end
  end
  self.changed = #list ~= self.count
  for i, member in ipairs(list) do
    if self.members[i] ~= member then self.changed = true end
  end
  self.members, self.by_id, self.count = list, by_id, #list
end

local function pace_of(group, self)
  local pace = group.order.speed
  if pace then return floor(pace * 1024 + 0.5) / 1024 end
  pace = huge
  for _, member in ipairs(self.members) do pace = math.min(pace, member.speed) end
  return pace
end

local function renew(self)
  self.epoch = {}
  self.least_lag, self.least_cost = huge, huge
end

-- ---- the head -----------------------------------------------------------------------------------

local function see_ahead(self)
  local ahead, x, y = {}, self.x, self.y
  for i = 1, self.view do
    local to_x, to_y = self.field:step(x, y)
    if not to_x or to_x == x and to_y == y then break end
    x, y = to_x, to_y
    ahead[i] = { x = x, y = y }
  end
  self.ahead = ahead
end

local function place_head(self, x, y)
  self.x, self.y, self.cost = x, y, self.field:cost(x, y)
  self.trail[#self.trail + 1] = { x = x, y = y }
end

-- The member in the middle, of those that there are.
local function middle(self)
  local sum_x, sum_y, n, best, least = 0, 0, self.count, nil, huge
  for _, one in ipairs(self.members) do sum_x, sum_y = sum_x + one.x, sum_y + one.y end
  for _, one in ipairs(self.members) do
    local dx, dy = one.x * n - sum_x, one.y * n - sum_y
    if dx * dx + dy * dy < least then best, least = one, dx * dx + dy * dy end
  end
  return best
end

local function foremost(self)
  local best = self.members[1]
  for _, one in ipairs(self.members) do
    if one.cost < best.cost then best = one end
  end
  return best
end

-- Does a way of dx, dy lie within 35 degrees of a heading?
local function along(heading, dx, dy)
  local dot = dx * heading[1] + dy * heading[2]
  local square = (dx * dx + dy * dy) * (heading[1] * heading[1] + heading[2] * heading[2])
  return dot > 0 and dot * dot >= 0.67 * square
end

-- Where the march goes: from behind the head to before it. It is kept until the way has turned away
-- from it. True: it is another one.
local function set_heading(self)
  local trail, ahead, span, old = self.trail, self.ahead, self.sight, self.heading
  local from = trail[max(1, #trail - span)]
  local to = ahead[math.min(#ahead, span)] or self
  local dx, dy = to.x - from.x, to.y - from.y
  if dx == 0 and dy == 0 or old and along(old, dx, dy) then return false end
  local x, y = formation.direction(dx, dy)
  self.heading = { x, y }
  return not old or old[1] ~= x or old[2] ~= y
end

local function set_offsets(group, self)
  local heading = self.heading
  self.offsets = formation.offsets(group.order.formation, self.count, heading[1], heading[2],
    self.spacing)
  self.sight = max(formation.reach(self.offsets, heading[1], heading[2]) + 2, TURN)
  self.view = 3 * self.sight
end

-- ---- room ---------------------------------------------------------------------------------------

local function visible(group, self, from, x, y)
  local map = group.world.map
  if x < 1 or y < 1 or x > map.width or y > map.height then return false end
  return map:line(from.x, from.y, x, y, self.query) ~= nil
end

-- Is there a straight way from a middle to most of the places around it?
local function has_room(group, self, at)
  local bad, most = 0, max(1, self.count / 4)
  for _, one in ipairs(self.offsets) do
    if not visible(group, self, at, at.x + one.x, at.y + one.y) then
      bad = bad + 1
      if bad > most then return false end
    end
  end
  return true
end

-- Notes which cells ahead have room around them; rooms[0] is that of the head. `known` of them are
-- as they were.
local function look_for_room(group, self, known)
  local ahead, rooms = self.ahead, self.rooms
  for i = known, #ahead do rooms[i] = has_room(group, self, ahead[i] or self) end
end

-- What was unknown from afar may be known by now, and the map may have changed.
local function look_again(group, self)
  for _, i in ipairs { self.sight, floor(self.sight / 2) } do
    if self.ahead[i] then self.rooms[i] = has_room(group, self, self.ahead[i]) end
  end
end

-- Is there room along the way, as far as can be seen, and does it go straight on?
local function way_is_open(self)
  local ahead, rooms = self.ahead, self.rooms
  for i = 0, #ahead do
    if not rooms[i] then return false end
  end
  local last = ahead[#ahead]
  return not last or along(self.heading, last.x - self.x, last.y - self.y)
end

-- Is there a place without room soon?
local function narrows(self)
  for i = 0, math.min(self.sight, #self.ahead) do
    if not self.rooms[i] then return true end
  end
  return false
end

-- ---- places -------------------------------------------------------------------------------------

-- Where a member is, for assigning places around a middle. One that has no straight way to it is
-- taken to stand as far behind as it has to go.
local function position(group, self, member, at, cost)
  if visible(group, self, at, member.x, member.y) then return { x = member.x, y = member.y } end
  local behind = (member.cost - cost) / group.world.map.straight
  return { x = at.x - self.heading[1] * behind, y = at.y - self.heading[2] * behind }
end

local function assign(group, self, at, cost, places)
  local points = {}
  for i, member in ipairs(self.members) do
    points[i] = position(group, self, member, at, cost)
  end
  local slot_of = assignment.of(points, places)
  for i, member in ipairs(self.members) do member.slot = slot_of[i] end
  renew(self)
end

-- The places around where the head will be LEAD cells further on. One that has no straight way to
-- there moves in towards the middle, or onto the trail; false: there is none left.
local function settle(group, self)
  local at = self.ahead[math.min(LEAD, #self.ahead)] or self
  local list, taken, trail = {}, {}, self.trail
  local behind = #trail
  local function free(x, y, is_open)
    local key = y * 65536 + x
    if taken[key] or not (is_open or visible(group, self, at, x, y)) then return false end
    taken[key] = true
    return true
  end
  for i, one in ipairs(self.offsets) do
    for quarter = 4, 0, -1 do
      local x, y = at.x + floor(one.x * quarter / 4), at.y + floor(one.y * quarter / 4)
      if free(x, y) then
        list[i] = { x = x, y = y }
        break
      end
    end
  end
  for i = 1, #self.offsets do
    while not list[i] and trail[behind] do
      local cell = trail[behind]
      if free(cell.x, cell.y, true) then list[i] = cell end
      behind = behind - 1
    end
    list[i] = list[i] or false
  end
  return list
end

local function unfold(group, self)
  self.mode = "open"
  local places = {}
  for i, one in ipairs(self.offsets) do places[i] = { x = self.x + one.x, y = self.y + one.y } end
  assign(group, self, self, self.cost, places)
  self.places = settle(group, self)
end

-- The head of a column is at its front, not in its middle.
local function fold(self)
  self.mode = "column"
  local cost = foremost(self).cost
  for _ = 1, self.sight do
    local next_cell = self.ahead[1]
    if not next_cell or self.cost <= cost then break end
    place_head(self, next_cell.x, next_cell.y)
    see_ahead(self)
  end
  renew(self)
end

local function choose_mode(group, self)
  if group.order.formation == "column" then return end
  if self.mode == "open" and narrows(self) then
    fold(self)
  elseif self.mode == "column" and way_is_open(self) then
    unfold(group, self)
  end
end

-- ---- forming at the goal ------------------------------------------------------------------------

local function standing_room(group, self)
  local size = self.query.class.size
  return function(x, y)
    for row = y, y + size - 1 do
      for column = x, x + size - 1 do
        local other = group.world:unit_at(column, row)
        if other and not self.by_id[other.id] and other:visible_to(group.player) then
          return false
        end
      end
    end
    return true
  end
end

-- Those for whom there is no cell leave, the last ones first.
local function dismiss_rest(group, self, places)
  local kept = {}
  for _, place in ipairs(places) do
    if place then kept[#kept + 1] = place end
  end
  local order = {}
  for i, member in ipairs(self.members) do order[i] = member end
  table.sort(order, function(a, b)
    if a.cost ~= b.cost then return a.cost < b.cost end
    return a.id < b.id
  end)
  for i = #kept + 1, #order do group:_leave(order[i].unit, "crowded") end
  return kept
end

-- Gives each member its cell at the goal. False: nobody can stand there.
local function form(group, self)
  local order, facing = group.order, group.order.facing or self.heading
  self.mode = "forming"
  local offsets = formation.offsets(order.formation, self.count, facing[1], facing[2],
    self.spacing)
  local places = formation.cells(group.world.map, order.x, order.y, offsets, self.query,
    standing_room(group, self))
  if not places then return false end
  local kept = dismiss_rest(group, self, places)
  if #kept < #places then muster(group, self) end
  assign(group, self, order, 0, kept)
  self.places, self.assembled = kept, false
  return true
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
  renew(self)
end

-- ---- turns --------------------------------------------------------------------------------------

local function step_open(_, self, now, pace)
  local sum, cost, behind = 0, 0, {}
  for _, member in ipairs(self.members) do
    local place = self.places[member.slot]
    local far = place and distance(member.x, member.y, place.x, place.y) or 0
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
  local order, sum, cost, behind = {}, 0, 0, {}
  for i, member in ipairs(self.members) do order[i] = member end
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

local function step_forming(_, self, now, pace)
  local sum, cost, behind = 0, 0, {}
  for _, member in ipairs(self.members) do
    local place = self.places[member.slot]
    local far = distance(member.x, member.y, place.x, place.y)
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
  see_ahead(self)
  local turned = set_heading(self)
  if turned then set_offsets(group, self) end
  if turned then
    look_for_room(group, self, 0)
  else
    for i = 0, count - 1 do self.rooms[i] = self.rooms[i + 1] end
    look_for_room(group, self, count)
    look_again(group, self)
  end
  if turned and self.mode == "open" and not narrows(self) then return unfold(group, self) end
  choose_mode(group, self)
  if self.mode == "open" then self.places = settle(group, self) end
end

local function move_head(group, self, pace)
  self.moved = self.moved + pace
  while true do
    local next_cell = self.ahead[1]
    if not next_cell then return form(group, self) end
    local diagonal = next_cell.x ~= self.x and next_cell.y ~= self.y
    local stride = diagonal and DIAGONAL or 1
    if self.moved < stride then return true end
    self.moved = self.moved - stride
    place_head(self, next_cell.x, next_cell.y)
    renew(self)
    arrive_at_cell(group, self)
  end
end

-- From where the units are.
local function set_out(group, self)
  self.begun, self.trail, self.heading = true, {}, nil
  self.sight, self.view = TURN, TURN
  local one = middle(self)
  place_head(self, one.x, one.y)
  see_ahead(self)
  if not set_heading(self) then self.heading = group.order.facing or { 0, -1 } end
  set_offsets(group, self)
  see_ahead(self)
  look_for_room(group, self, 0)
  if #self.ahead == 0 then return form(group, self) end
  if not narrows(self) and group.order.formation ~= "column" then
    unfold(group, self)
  else
    fold(self)
  end
  return true
end

-- The map has changed under the march, or members have come or gone.
local function adapt(group, self)
  if self.mode == "forming" then
    return not self.changed or form(group, self)
  end
  local cost = self.field:cost(self.x, self.y)
  if cost and cost == self.cost and not self.changed then return true end
  if not cost then return set_out(group, self) end
  self.cost = cost
  see_ahead(self)
  set_offsets(group, self)
  look_for_room(group, self, 0)
  if self.mode == "open" then unfold(group, self) end
  choose_mode(group, self)
  renew(self)
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
  muster(group, self)
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
