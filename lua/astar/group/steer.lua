--- Steering: the steps of a group's members.
--
-- Each takes the cheapest path to its place. Its first one counts claims, which spreads them over
-- roads and doors; later ones ignore the other members, because these move on or exchange places
-- with it. A member that finds others at rest in its way takes over the place of the first, and all
-- of them move up. If members wait for each other in a ring, each takes over the place of the one
-- behind it. So no member can block another forever (K. Okumura, X. Défago, "Solving simultaneous
-- target assignment and path planning efficiently with time-independent execution", 2022).

local steer = {}

local WAIT_LIMIT = 6          -- ticks to stand behind somebody who does not belong to the group
local IN_VAIN, AGAIN = 64, 8  -- the nodes that a search in vain counts, and ticks until the next
local NEAR = 10               -- steps to its place, from which on a member makes way for nobody
local ASIDE = 6               -- steps without a step ahead

-- Sends a member to a cell: the nodes that this took.
local function send(member, place, query)
  local path = member.unit:path(place.x, place.y, query)
  member.waited, member.progress = false, false
  if not path then return IN_VAIN end
  if member.unit:take(path) then member.sent = place end
  return path.expanded + 1, #path
end

-- What the group sets of its members while they march.
local LENT = { "speed", "avoidance" }

--- A unit that joins the march, with what it has of its own.
function steer.member(unit)
  local member = { unit = unit, body = unit.body, id = unit.id, class = unit.class, own = {},
    lent = {}, sent = false, settled = false, sets_out = true, again = 0, progress = false,
    since = 0 }
  for _, key in ipairs(LENT) do member.own[key], member.lent[key] = unit[key], unit[key] end
  return member
end

--- What is not as the group has set it, the game has set since: it is the unit's own.
function steer.learn(member)
  for _, key in ipairs(LENT) do
    local value = member.body[key]
    if value ~= member.lent[key] then member.own[key], member.lent[key] = value, value end
  end
end

local function lend(member, key, value)
  if member.lent[key] == value then return end
  member.unit[key] = value
  member.lent[key] = member.unit[key]            -- a speed is rounded
end

--- Sets how fast a member goes; never faster than it can.
function steer.pace(member, pace) lend(member, "speed", math.min(pace, member.own.speed)) end

--- How many steps of its path it has left; nil: it has none.
function steer.steps_left(member)
  local route = member.body.route
  return route and #route - member.body.progress
end

--- Gives a unit back what is its own.
function steer.release(member)
  steer.learn(member)
  for _, key in ipairs(LENT) do lend(member, key, member.own[key]) end
end

-- The first unit on the cells that a member covers when it is at (x, y), but for itself: as a
-- member of the march, or not.
local function in_the_way(march, member, x, y)
  local unit, world = member.unit, member.unit.world
  local last = member.class.size - 1
  for row = y, y + last do
    for column = x, x + last do
      local other = world:unit_at(column, row)
      if other and other ~= unit then return march.by_id[other.id], other end
    end
  end
end

-- The one in the way of its next step.
local function ahead(march, member)
  local route, progress = member.body.route, member.body.progress
  if route and progress < #route then return in_the_way(march, member, route:cell(progress + 1)) end
end

--- Is it at its place, or as near as it gets while somebody else stands there?
function steer.is_there(march, member)
  if member.state ~= "standing" then return false end
  local place, settled = march.places[member.slot], member.settled
  if member.x == place.x and member.y == place.y then return true end
  if not settled or settled.x ~= member.x or settled.y ~= member.y then return false end
  local blocker, other = in_the_way(march, member, place.x, place.y)
  return other ~= nil and not blocker
end

--- Gives a member a place, for which it has not set out yet.
function steer.assign(member, slot)
  member.slot, member.sent, member.settled = slot, false, false
end

-- Each of a list gets the place of the next one, and the last one that of the first.
local function pass_on(list)
  local first = list[1].slot
  for i = 1, #list - 1 do steer.assign(list[i], list[i + 1].slot) end
  steer.assign(list[#list], first)
end

-- It takes over the place of the one at rest in its way, that one the place of the one at rest
-- behind, and so on, as far as they stand in its way one after the other: all set out together.
local function push(march, member)
  local route, size = member.body.route, member.class.size
  local row, taken = { member }, { [member] = true }
  for i = member.body.progress + 1, #route do
    local blocker = in_the_way(march, member, route:cell(i))
    local rests = blocker and blocker.class.size == size and steer.is_there(march, blocker)
    if not rests and not taken[blocker] then break end
    if not taken[blocker] then row[#row + 1], taken[blocker] = blocker, true end
  end
  pass_on(row)
end

-- Members that wait for each other in a ring: each gets the place of the one that waits for it.
-- Whom one row of waiting members has led to in this tick, another one need not follow again.
local function turn_ring(march, member, now)
  local row, one = {}, member
  while one and one.state == "waiting" and one.sent and one.looked ~= now do
    row[#row + 1], one.looked, one.row = one, now, row
    one.index = #row
    one = ahead(march, one)
  end
  if not one or one.row ~= row then return end
  local ring = {}
  for i = #row, one.index, -1 do ring[#ring + 1] = row[i] end
  pass_on(ring)
end

-- The query for the way round those who do not belong to the group, where the player sees them.
local function strangers(march, unit)
  local world, player, by_id = unit.world, unit.player, march.by_id
  local function blocked(x, y)
    local other = world:unit_at(x, y)
    local stands = other and not by_id[other.id] and other.state ~= "moving"
    if stands and other:visible_to(player) then return false end
  end
  return { claims = false, occupancy = false, partial = true, influence = march.way.influence,
    extra_cost = blocked }
end

-- Goes around a unit that is not a member and does not move away: the nodes that this took.
local function around(march, member, place, now)
  member.waited = member.waited or now
  if now - member.waited < WAIT_LIMIT then return 0 end
  local nodes, cells = send(member, place, strangers(march, member.unit))
  member.settled = (not cells or cells == 1) and { x = member.x, y = member.y }
  return nodes
end

-- Somebody is in its way: the nodes that this took.
local function clear_way(march, member, place, now)
  local blocker, other = ahead(march, member)
  if blocker and steer.is_there(march, blocker) then
    if blocker.class.size == member.class.size then
      push(march, member)
    else
      pass_on { member, blocker }
    end
  elseif blocker then
    if blocker.state == "waiting" then turn_ring(march, member, now) end
  elseif other then
    return around(march, member, place, now)
  end
  return 0
end

-- It stands before its place, where its path has ended: the nodes that this took.
local function set_out_again(march, member, place, now)
  local blocker, other = in_the_way(march, member, place.x, place.y)
  if blocker then
    if blocker.state == "standing" then pass_on { member, blocker } end
    return 0
  end
  if other then return around(march, member, place, now) end
  member.sent = false
  return 0
end

--- Who is near to the end of its path stands its ground, and takes a new path from where it is:
-- others may have moved it off the one that it had. Before that it makes way as it does by itself,
-- which leads many past each other; and so do all everywhere in a march with large units (`largest`
-- is the size of the largest): two may want one cell and stand on half of it, and a small one that
-- stood its ground before a narrow place would hold up a large one that comes out of it for good.
function steer.close_in(member, largest)
  local near = largest == 1 and member.left <= NEAR
  local rule = near and "wait" or member.own.avoidance
  if member.lent.avoidance == rule then return end
  lend(member, "avoidance", rule)
  if near then member.sent = false end
end

-- Does it make way for those who are at rest in its way, aside and back, and come no step further?
local function gets_nowhere(member, now)
  local progress = member.body.progress
  if member.progress ~= progress then member.progress, member.since = progress, now end
  return (now - member.since) * member.body.speed > ASIDE
end

--- What a member does about others that are in its way: the nodes that searches took.
function steer.make_way(march, member, now)
  local place, state = march.places[member.slot], member.state
  if member.sent ~= place then return 0 end
  if state == "waiting" or state == "moving" and gets_nowhere(member, now) then
    return clear_way(march, member, place, now)
  end
  if state == "moving" then member.waited = false end
  return state == "standing" and set_out_again(march, member, place, now) or 0
end

--- Has a member stand until a tick; it makes way for others.
function steer.stop(member, till)
  member.unit:stop()
  member.sent, member.again = false, till
end

--- Sends a member to its place, if it is not on its way: the nodes that this took.
function steer.send(march, member, now)
  local place = march.places[member.slot]
  if member.sent == place or now < member.again or steer.is_there(march, member) then return 0 end
  local way = member.sets_out and march.first_way or march.way
  member.sets_out = false
  local nodes, cells = send(member, place, way)
  if not cells then member.again = now + AGAIN end
  return nodes
end

return steer
