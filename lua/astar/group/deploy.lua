--- How a march takes up its formation and leaves it: the places of its members, and which
-- member takes which.

local copied = require "astar.copied"
local formation = require "astar.group.formation"
local head = require "astar.group.head"
local ranks = require "astar.group.ranks"

local deploy = {}

local LEAD = 3                                   -- cells from the head to the middle of the places
deploy.LEAD = LEAD
local floor = math.floor

-- ---- on the way ---------------------------------------------------------------------------------

-- Where a member is, for assigning places around a middle. One that has no straight way to it is
-- taken to stand as far behind as it has to go.
local function position(group, self, member, at, cost)
  local straight = head.visible(group, self, at, member.x, member.y)
  if straight then return { x = member.x, y = member.y } end
  local behind = (member.cost - cost) / group.world.map.straight
  return { x = at.x - self.heading[1] * behind, y = at.y - self.heading[2] * behind }
end

local function assign(group, self, at, cost, places)
  local points = {}
  for i, member in ipairs(self.members) do
    points[i] = position(group, self, member, at, cost)
  end
  local slot_of = group.world.map:_assign(points, places)
  for i, member in ipairs(self.members) do member.slot = slot_of[i] end
  ranks.renew(self)
end

--- The places around where the head will be LEAD cells further on. One that has no straight way to
-- there moves in towards the middle, or onto the trail; nil: there is none left.
function deploy.settle(group, self)
  local at = self.ahead[math.min(LEAD, #self.ahead)] or self
  local list, taken, trail = {}, {}, self.trail
  local behind = #trail
  local function free(x, y, is_open)
    local key = y * 65536 + x
    if taken[key] or not (is_open or head.visible(group, self, at, x, y)) then return false end
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
  end
  return list
end

--- Takes up the formation.
function deploy.unfold(group, self)
  self.mode = "open"
  local places = {}
  for i, one in ipairs(self.offsets) do places[i] = { x = self.x + one.x, y = self.y + one.y } end
  assign(group, self, self, self.cost, places)
  self.places = deploy.settle(group, self)
end

--- The head of a column is at its front, not in its middle.
function deploy.fold(self)
  self.mode = "column"
  local cost = ranks.foremost(self).cost
  for _ = 1, self.sight do
    local next_cell = self.ahead[1]
    if not next_cell or self.cost <= cost then break end
    head.place(self, next_cell.x, next_cell.y)
    head.see_ahead(self)
  end
  ranks.renew(self)
end

--- Unfolds a column where the way is open, folds where it narrows.
function deploy.choose_mode(group, self)
  if group.order.formation == "column" then return end
  if self.mode == "open" and head.narrows(self) then
    deploy.fold(self)
  elseif self.mode == "column" and head.way_is_open(self) then
    deploy.unfold(group, self)
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
  local order = copied(self.members)
  table.sort(order, function(a, b)
    if a.cost ~= b.cost then return a.cost < b.cost end
    return a.id < b.id
  end)
  for i = #kept + 1, #order do group:_leave(order[i].unit, "crowded") end
  return kept
end

--- Gives each member its cell at the goal. False: nobody can stand there.
function deploy.form(group, self)
  local order, facing = group.order, group.order.facing or self.heading
  self.mode = "forming"
  local offsets = formation.offsets(order.formation, self.count, facing[1], facing[2],
    self.spacing)
  local places = formation.cells(group.world.map, order.x, order.y, offsets, self.query,
    standing_room(group, self))
  if not places then return false end
  local kept = dismiss_rest(group, self, places)
  if #kept < #places then ranks.muster(group, self) end
  assign(group, self, order, 0, kept)
  self.places, self.assembled = kept, false
  return true
end

return deploy
