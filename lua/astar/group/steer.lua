--- Steering: the steps of a group's members.
--
-- In formation each member has a place of its own and takes the shortest path over the terrain to
-- it. The path ignores the other members, because they move on or exchange places with it. A member
-- that finds another at rest in its way takes over the place of that one, which goes on in its
-- stead. If members wait for each other in a ring, each takes over the place of the one behind it.
-- So no member can block another forever (K. Okumura, X. Défago, "Solving simultaneous target
-- assignment and path planning efficiently with time-independent execution", 2022).
--
-- In a column all members go down the same field. A member can be blocked only by one with a
-- shorter way to go. So the one with the shortest way is never blocked, and no ring of waiting
-- members forms.

local distance = require "astar.units.distance"

local steer = {}

local PATIENCE = 6            -- ticks to stand behind somebody who does not belong to the group
local NEAR = 2                -- cells before the end of its way a member is sent on

local PLAIN = { claims = false, occupancy = false }

-- How far a member is from the end of its way.
local function far_to_end(member)
  return distance.cells(member.unit.world, member, { x = member.to_x, y = member.to_y })
end

local function send(march, member, x, y, query)
  local path = member.unit:path(x, y, query)
  if not path or not member.unit:take(path) then return nil end
  member.to_x, member.to_y, member.epoch = x, y, march.epoch
  member.waited, member.settled = false, false
  return path
end

--- Takes the speed of a member for its own where it is not the one that the group has given it:
-- then the game has set it since.
function steer.learn(member)
  local speed = member.unit.speed
  if speed ~= member.given then member.speed, member.pace, member.given = speed, speed, speed end
end

--- Sets the pace: the group's, or the member's own where it has fallen behind.
function steer.pace(member, pace)
  steer.learn(member)
  if pace > member.speed then pace = member.speed end
  if member.pace ~= pace then
    member.pace = pace
    member.unit.speed = pace
    member.given = member.unit.speed
  end
end

function steer.stop(member)
  if member.state ~= "standing" then member.unit.body:stop() end
end

-- The one in the member's way: as a member of the march, or not.
local function in_the_way(march, member)
  local unit = member.unit
  local route, progress = unit.route, unit.progress
  if not route or progress >= #route then return nil end
  local other = unit.world:unit_at(route:cell(progress + 1))
  local comrade = other and march.by_id[other.id]
  return comrade, other and not comrade
end

-- Its place is another one, for which it has not set out yet.
local function moved_on(member)
  member.epoch, member.settled = false, false
end

-- The place of `member` goes to `other`, and the other way round.
local function exchange(member, other)
  member.slot, other.slot = other.slot, member.slot
  moved_on(member)
  moved_on(other)
end

-- Members that wait for each other in a ring: each gets the place of the one that waits for it.
local function turn_ring(march, member)
  local ring, one = { member }, in_the_way(march, member)
  while one and one ~= member and one.state == "waiting" and one.epoch == march.epoch and
    #ring < march.count do
    ring[#ring + 1] = one
    one = in_the_way(march, one)
  end
  if one ~= member then return end
  local last = ring[#ring].slot
  for i = #ring, 2, -1 do ring[i].slot = ring[i - 1].slot end
  ring[1].slot = last
  for _, each in ipairs(ring) do moved_on(each) end
end

-- The query for the way round those who do not belong to the group, where the player sees them.
local function strangers(march, unit)
  local world, player, by_id = unit.world, unit.player, march.by_id
  return { claims = false, occupancy = false, partial = true, extra_cost = function(x, y)
    local other = world:unit_at(x, y)
    if other and not by_id[other.id] and other.state ~= "moving" and
      other:visible_to(player) then return false end
  end }
end

-- Goes around a unit that is not a member and does not move away.
local function around(march, member, x, y, now)
  member.waited = member.waited or now
  if now - member.waited < PATIENCE then return end
  member.waited = now
  local path = send(march, member, x, y, strangers(march, member.unit))
  member.settled = not path or #path == 1
end

-- At its place, or as near as it gets where somebody else stands there.
local function at_rest(march, member)
  if member.state ~= "standing" then return false end
  local place = march.places[member.slot]
  return place and member.x == place.x and member.y == place.y or
    member.settled and member.epoch == march.epoch
end

-- Somebody is in its way.
local function clear_way(march, member, place, now)
  local comrade, stranger = in_the_way(march, member)
  if stranger then
    around(march, member, place.x, place.y, now)
  elseif comrade and at_rest(march, comrade) then
    exchange(member, comrade)
  elseif comrade and comrade.state == "waiting" then
    turn_ring(march, member)
  end
end

--- On to its place. While it walks to where that was, it goes on until it is near there.
function steer.to_place(march, member, place, now)
  local x, y, state = place.x, place.y, member.state
  local fresh = member.epoch == march.epoch
  local bound = fresh and member.to_x == x and member.to_y == y
  if state == "standing" and member.x == x and member.y == y then
    member.epoch, member.to_x, member.to_y = march.epoch, x, y
  elseif bound and state == "waiting" then
    clear_way(march, member, place, now)
  elseif bound and state == "standing" then
    around(march, member, x, y, now)
  elseif not fresh or state ~= "moving" or
    not bound and far_to_end(member) <= NEAR then
    send(march, member, x, y, PLAIN)
  end
end

--- On down the field.
function steer.down(march, member, now)
  local state = member.state
  if state == "waiting" then
    local _, stranger = in_the_way(march, member)
    if stranger then around(march, member, march.x, march.y, now) else member.waited = false end
  end
  local fresh = member.epoch == march.epoch
  if state ~= "standing" and fresh then return end
  local path = march.field:path(member.x, member.y)
  if not path then return end
  if member.unit.class ~= march.query.class then
    send(march, member, march.x, march.y, PLAIN)
  elseif member.unit:take(path) then
    member.epoch = march.epoch
  end
end

return steer
