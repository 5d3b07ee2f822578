--- The head of a march: the point that goes down the field to the goal, what lies ahead of it, and
-- whether there is room for the formation there.

local distance = require "astar.units.distance"
local formation = require "astar.group.formation"

local head = {}

local TURN = 4                                   -- cells, at least, to see a turn in
head.TURN = TURN
local floor, max = math.floor, math.max

-- ---- where it is --------------------------------------------------------------------------------

--- Looks as far ahead along the field as `view` says.
function head.see_ahead(self)
  local ahead, x, y = {}, self.x, self.y
  for i = 1, self.view do
    local to_x, to_y = self.field:step(x, y)
    if not to_x or to_x == x and to_y == y then break end
    x, y = to_x, to_y
    ahead[i] = { x = x, y = y }
  end
  self.ahead = ahead
end

--- Puts the head on a cell, which its trail then ends with.
function head.place(self, x, y)
  self.x, self.y, self.cost = x, y, self.field:cost(x, y)
  self.trail[#self.trail + 1] = { x = x, y = y }
end

-- Does a link lead from a cell to the next one, which is no neighbour?
local function leaps(group, from, to)
  return distance.cells(group.world, from, to) > 1
end

-- The cell so many steps behind the head or ahead of it, or the last one up to which no link leads.
local function behind(group, self)
  local trail, at = self.trail, #self.trail
  while at > max(1, #trail - self.sight) and not leaps(group, trail[at - 1], trail[at]) do
    at = at - 1
  end
  return trail[at]
end

local function before(group, self)
  local ahead, at = self.ahead, 0
  while at < math.min(#ahead, self.sight)
    and not leaps(group, ahead[at] or self, ahead[at + 1]) do
    at = at + 1
  end
  return ahead[at] or self
end

-- Does a way of dx, dy lie within 35 degrees of a heading?
local function along(heading, dx, dy)
  local dot = dx * heading[1] + dy * heading[2]
  local square = (dx * dx + dy * dy) * (heading[1] * heading[1] + heading[2] * heading[2])
  return dot > 0 and dot * dot >= 0.67 * square
end

--- Sets where the march goes: from behind the head to before it. It is kept until the way has
-- turned away from it. True: it is another one.
function head.set_heading(group, self)
  local old, from, to = self.heading, behind(group, self), before(group, self)
  local dx, dy = to.x - from.x, to.y - from.y
  if dx == 0 and dy == 0 or old and along(old, dx, dy) then return false end
  local x, y = formation.direction(dx, dy)
  self.heading = { x, y }
  return not old or old[1] ~= x or old[2] ~= y
end

--- Sets where the places of the formation lie around its middle, and how far to see.
function head.set_offsets(group, self)
  local heading = self.heading
  self.offsets = formation.offsets(group.order.formation, self.count, heading[1], heading[2],
    self.spacing)
  self.sight = max(formation.reach(self.offsets, heading[1], heading[2]) + 2, TURN)
  self.view = 3 * self.sight
end

-- ---- room ---------------------------------------------------------------------------------------

--- Is there a straight way from a cell to another?
function head.visible(group, self, from, x, y)
  local map = group.world.map
  if x < 1 or y < 1 or x > map.width or y > map.height then return false end
  return map:line(from.x, from.y, x, y, self.query) ~= nil
end

-- Is there a straight way from a middle to most of the places around it?
local function has_room(group, self, at)
  local most = max(1, floor(self.count / 4))
  return group.world.map:_has_room(at.x, at.y, self.offsets, most, self.query)
end

-- Is there room around a cell ahead, or around the head, 0? Where a link ends there is none: its
-- ends have room for one.
local function look_at(group, self, i)
  local at, last = self.ahead[i] or self, self.ahead[i - 1]
  if i == 0 then last = self.trail[#self.trail - 1] elseif i == 1 then last = self end
  return not (last and leaps(group, last, at)) and has_room(group, self, at)
end

--- Notes which cells ahead have room around them; rooms[0] is that of the head. The first `known`
-- of them are as they were.
function head.look_for_room(group, self, known)
  for i = known, #self.ahead do self.rooms[i] = look_at(group, self, i) end
end

--- What was unknown from afar may be known by now, and the map may have changed.
function head.look_again(group, self)
  for _, i in ipairs { self.sight, floor(self.sight / 2) } do
    if self.ahead[i] then self.rooms[i] = look_at(group, self, i) end
  end
end

--- Is there room along the way, as far as can be seen, and does it go straight on?
function head.way_is_open(self)
  local ahead, rooms = self.ahead, self.rooms
  for i = 0, #ahead do
    if not rooms[i] then return false end
  end
  local last = ahead[#ahead]
  return not last or along(self.heading, last.x - self.x, last.y - self.y)
end

--- Is there a place without room soon?
function head.narrows(self)
  for i = 0, math.min(self.sight, #self.ahead) do
    if not self.rooms[i] then return true end
  end
  return false
end

return head
