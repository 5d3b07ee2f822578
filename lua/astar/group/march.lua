--- The march: how a group carries out an order.
--
-- At its beginning the places of the formation are laid around the goal, and each member is given
-- one of them, so that their ways do not cross (core/units/assignment.c). Then each goes to its
-- place on a path of its own: whoever starts in formation comes in formation, and where the way is
-- narrow they queue, as units do without a group. steer.lua says what they do when they meet.
--
-- A field for each class of units tells who can come, and how far each has to go. Members that are
-- far ahead of the last one wait for it.
--
-- Nothing here lives longer than the order; it can start again at any tick from where the units
-- are.

local copied = require "astar.copied"
local distance = require "astar.units.distance"
local formation = require "astar.group.formation"
local pairs = require "astar.pairs".pairs
local steer = require "astar.group.steer"

local march = {}

local floor, huge = math.floor, math.huge

local SLACK = 2               -- cells between members, besides those that a formation takes
local FIRST = 32              -- ticks for which one goes on while the others let it pass
local STALLS = 4              -- how often that is tried
local APPROACH = 8            -- the last cells of a way, which say where it comes from

-- The field to the goal of a class, once it is asked for; false, code: there is none.
local function field_of(group, self, class)
  local field = self.fields[class]
  if field == nil then
    local order = group.order
    field, self.codes[class] = group.world.map:field({ to = { { order.x, order.y } } },
      { class = class, player = group.player, influence = order.influence })
    self.fields[class] = field or false
  end
  return field, self.codes[class]
end

function march.close(self)
  for class, field in pairs(self.fields) do
    if field then field:close() end
    self.fields[class] = false
  end
end

--- How many fields there are.
function march.count_fields(self)
  local count = 0
  for _, field in pairs(self.fields) do count = count + (field and 1 or 0) end
  return count
end

--- Cells that its fields and searches have looked at so far.
function march.work(self)
  local sum = self.spent
  for _, field in pairs(self.fields) do sum = sum + (field and field:_work() or 0) end
  return sum
end

--- The march of an order that has been given in the tick `now`. What is wrong with the order's
-- influence is an error here.
function march.new(group, now)
  local influence = group.order.influence
  local self = { since = now, members = {}, by_id = {}, count = 0, order = false, places = false,
    fields = {}, spent = 0, stalls = 0, codes = {},
    first_way = { occupancy = false, influence = influence },
    way = { claims = false, occupancy = false, influence = influence } }
  -- An order that nobody follows yet is checked too: it may be saved, and units may come later.
  group.world.map:query { influence = influence }
  for unit in group:units() do field_of(group, self, unit.class) end
  return self
end

-- ---- who takes part -----------------------------------------------------------------------------

-- The units in the ranks, as they stand. Those for whom there is no way leave. True: they are
-- others than in the last activation.
local function muster(group, self)
  local list, by_id, changed = {}, {}, false
  for unit in group:units() do
    local member = group._ranks[unit.id]
    if member and not group.left[unit.id] then
      local body = member.body
      local x, y, class, cost = body.x, body.y, body.class, nil
      changed = changed or member.class ~= class
      member.class = class
      local field, code = field_of(group, self, class)
      if field then cost, code = field:cost(x, y) end
      if cost then
        member.x, member.y, member.cost, member.state = x, y, cost, body.state
        list[#list + 1], by_id[unit.id] = member, member
        changed = changed or self.members[#list] ~= member
      else
        group:_leave(unit, code)
      end
    end
  end
  changed = changed or #list ~= self.count
  self.members, self.by_id, self.count = list, by_id, #list
  if changed then self.order = false end
  return changed
end

local function has_fewer_steps(a, b)
  if a.left ~= b.left then return a.left < b.left end
  return a.id < b.id
end

-- The members by the steps that they have left. They hardly overtake one another from tick to tick,
-- so the order of the tick before is nearly the one that is wanted.
local function by_steps(self)
  local order = self.order
  if not order then
    order = copied(self.members)
    table.sort(order, has_fewer_steps)
    self.order = order
    return order
  end
  for i = 2, #order do
    local one, place = order[i], i
    while place > 1 and has_fewer_steps(one, order[place - 1]) do
      order[place], place = order[place - 1], place - 1
    end
    order[place] = one
  end
  return order
end

-- ---- places -------------------------------------------------------------------------------------

-- The class of the largest, and among these of the first.
local function class_of(self)
  local class
  for _, member in ipairs(self.members) do
    local one = member.class
    if not class or one.size > class.size then class = one end
  end
  return class
end

-- The way on which the member in the middle comes to the goal, as one of eight directions: a march
-- has one, from its beginning.
local function heading_of(self, order)
  if self.heading then return self.heading end
  local middle = formation.middle(self.members)
  local path = self.fields[middle.class]:path(middle.x, middle.y)
  local x, y = path:cell(-math.min(#path, APPROACH))
  local is_there = x == order.x and y == order.y
  self.heading = is_there and { 0, -1 } or { formation.direction(order.x - x, order.y - y) }
  return self.heading
end

-- Can all classes of the members come to a cell, and does nobody else stand where one that is as
-- large as the largest would be?
local function standing_room(group, self, size)
  local fields = {}
  for _, member in ipairs(self.members) do
    local field = self.fields[member.class]
    if fields[#fields] ~= field then fields[#fields + 1] = field end
  end
  return function(x, y)
    for _, field in ipairs(fields) do
      if not field:cost(x, y) then return false end
    end
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

-- Those for whom there is no cell leave, the last ones first. True: some did.
local function dismiss_rest(group, self, places)
  local order = copied(self.members)
  table.sort(order, function(a, b)
    if a.cost ~= b.cost then return a.cost < b.cost end
    return a.id < b.id
  end)
  for i = #places + 1, #order do group:_leave(order[i].unit, "crowded") end
  return #order > #places
end

-- Where a member is, for assigning places. One that has no straight way to the goal is taken to
-- stand as far behind it as it has to go.
local function point_of(group, member, query, heading)
  local map, order = group.world.map, group.order
  if map:line(order.x, order.y, member.x, member.y, query) then
    return { x = member.x, y = member.y }
  end
  local behind = floor(member.cost / map.straight)
  return { x = order.x - heading[1] * behind, y = order.y - heading[2] * behind }
end

-- Gives each member its place at the goal. False: nobody can stand there.
local function form(group, self, now)
  local map, order, class = group.world.map, group.order, class_of(self)
  local heading = heading_of(self, order)
  local facing = order.facing or heading
  local query = { class = class, player = group.player }
  local offsets = formation.offsets(order.formation, self.count, facing[1], facing[2],
    (order.spacing or 1) * class.size)
  local found = formation.cells(map, order.x, order.y, offsets, query,
    standing_room(group, self, class.size))
  if not found then return false end
  local places, points = {}, {}
  for _, place in ipairs(found) do
    if place then places[#places + 1] = place end
  end
  if dismiss_rest(group, self, places) then muster(group, self) end
  for i, member in ipairs(self.members) do points[i] = point_of(group, member, query, heading) end
  local slot_of = map:_assign(points, places)
  for i, member in ipairs(self.members) do
    steer.assign(member, slot_of[i])
    if not self.places then member.sets_out = true end
  end
  self.places, self.radius, self.largest = places, formation.radius(offsets), class.size
  self.least_left, self.least_cost, self.progress, self.assembled = huge, huge, now, false
  return true
end

-- Can all of those who are not there yet still enter their places?
local function holds(self)
  for _, member in ipairs(self.members) do
    local place, field = self.places[member.slot], self.fields[member.class]
    if not steer.is_there(self, member) and not field:cost(place.x, place.y) then return false end
  end
  return true
end

-- ---- keeping together ---------------------------------------------------------------------------

-- The pace that was ordered, or that of the slowest; one that cannot move at all holds nobody up.
local function pace_of(group, self)
  local pace = group.order.speed or huge
  for _, member in ipairs(self.members) do
    steer.learn(member)
    local own = member.own.speed
    if not group.order.speed and own > 0 and own < pace then pace = own end
  end
  return pace < huge and floor(pace * 1024 + 0.5) / 1024 or 0
end

-- The steps that each has left: of its path, or as the field tells while it has none.
local function count_steps(group, self)
  local straight = group.world.map.straight
  for _, member in ipairs(self.members) do
    local left = steer.steps_left(member)
    if not left then
      left = steer.is_there(self, member) and 0 or floor(member.cost / straight)
    end
    member.left = left
  end
end

-- Sets how fast each goes: at the pace of the group; at its own if all could stand in a file
-- between it and the first, and it would still lag behind; not at all if they could do so between
-- it and the last one, and that one is on its way. Who is near to its place goes on to it.
local function set_paces(group, self)
  count_steps(group, self)
  local pace, room = pace_of(group, self), 2 * self.radius + SLACK
  local order, count = by_steps(self), self.count
  local first, last = order[1].left, order[count]
  local may_wait = last.state == "moving" and last.own.speed > 0
  for rank, member in ipairs(order) do
    local lags = member.left > first + room + rank
    local leads = may_wait and member.left + room + count - rank < last.left
    member.waits = leads and member.left > room
    steer.pace(member, lags and huge or member.waits and 0 or pace)
    steer.close_in(member, self.largest)
  end
  return pace
end

-- Has something got better? What is left of all ways, to the goal or to the places, can only do so
-- for so many times, so a march comes to its end.
local function goes_on(self, left, cost, now, pace)
  if left < self.least_left or cost < self.least_cost then
    self.least_left = math.min(left, self.least_left)
    self.least_cost = math.min(cost, self.least_cost)
    self.progress = now
  end
  return now - self.progress < 40 + 12 / math.max(pace, 1 / 64)
end

-- The member that has the least way to go goes on; the others let it pass. Large ones may all want
-- one narrow place, and each stand in half of it.
local function let_first_pass(away, now)
  local first = away[1]
  for _, member in ipairs(away) do
    if member.left < first.left then first = member end
  end
  for _, member in ipairs(away) do
    if member ~= first then steer.stop(member, now + FIRST) end
  end
end

-- Members for which the others have waited too long are left behind; not those that wait.
local function leave_behind(group, self, away, now)
  if self.stalls < math.min(self.count, STALLS) then
    self.stalls = self.stalls + 1
    form(group, self, now)
    return let_first_pass(away, now)
  end
  for _, member in ipairs(away) do
    if not member.waits then group:_leave(member.unit, "stuck") end
  end
  self.progress = now
end

-- ---- activations --------------------------------------------------------------------------------

-- All go on to their places: those that are not there yet, and how far they are from their places
-- and the goal. First those make way for each other who wait; then all that have another place by
-- now set out for it, so that a row of them moves as one.
local function go_on(group, self, now, room)
  local away, left, cost, nodes = {}, 0, 0, room.nodes
  for _, member in ipairs(self.members) do
    if not steer.is_there(self, member) then
      away[#away + 1], cost = member, cost + member.cost
      left = left + 1 + distance.cells(group.world, member, self.places[member.slot])
      if nodes > 0 then nodes = nodes - steer.make_way(self, member, now) end
    end
  end
  for _, member in ipairs(self.members) do
    if nodes <= 0 then break end
    nodes = nodes - steer.send(self, member, now)
  end
  self.spent, room.nodes = self.spent + room.nodes - nodes, nodes
  return away, left, cost
end

local function assembled(group, self)
  if self.assembled then return end
  for _, member in ipairs(self.members) do member.unit:tell("assembled") end
  if group.order.hold then
    self.assembled = true
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

--- An activation of the group.
function march.turn(group, self, now, room)
  if now <= self.since + 1 then return end       -- the ranks fall in
  local changed = muster(group, self)
  if self.count == 0 then return give_up(group) end
  if changed then self.stalls = 0 end
  if changed or not holds(self) then
    if not form(group, self, now) then return group:_end("failed", "goal_blocked") end
    if self.count == 0 then return give_up(group) end
  end
  local pace = set_paces(group, self)
  local away, left, cost = go_on(group, self, now, room)
  group._status = "marching"
  if not away[1] then
    self.least_left, self.least_cost, self.progress = huge, huge, now
    self.stalls = 0
    assembled(group, self)
    if group.order then group._status = "assembled" end
  else
    self.assembled = false
    if not goes_on(self, left, cost, now, pace) then leave_behind(group, self, away, now) end
  end
end

return march
