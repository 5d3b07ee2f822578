--- Where players have last seen foreign units: what a mod is told of a unit out of sight. The host
-- keeps this, not the mod's state. There it would depend on the collector, and if one mod runs
-- units of red and of blue, what red has seen would be known to blue.
--
-- A unit that was removed out of sight is told of as one that lives: otherwise a mod could find out
-- what its player does not know. So what was noted of it stays as long as the players.

local core = require "astar.core"
local exact = require "astar.save.exact"
local object = require "astar.world.object"
local safe = require "astar.pairs"

local next, pairs = safe.next, safe.pairs

local sightings = {}

local glance = core.metatables.unit.methods._glance

local SCALAR = { number = true, string = true, boolean = true }

-- What of a unit's data is public, as far as it is not a table: nil where there is nothing.
local function public_data(unit, keys)
  local data, shown = unit.data, nil
  for _, key in ipairs(keys) do
    local value = data[key]
    if SCALAR[type(value)] and not exact.problem(value) then
      shown = shown or {}
      shown[key] = value
    end
  end
  return shown
end

-- The place of a player in the world's list.
local function place_of(world, player)
  for place, one in ipairs(world._players) do
    if one == player then return place end
  end
end

-- What is noted of a unit for a player, by the player's place in the world's list.
local function noted(world, id, place)
  local by = world._sighted[id]
  if not by then
    by = {}
    world._sighted[id] = by
  end
  by[place] = by[place] or {}
  return by[place]
end

--- A player, by its place in the world's list, sees a unit. In each tick it is noted of each unit
-- that is seen, so fields have their private names here.
function sightings.note(world, unit, place)
  local id, body, player = unit._id, unit._body, unit._player
  local by, class = world._sighted[id], body.class
  local one = by and by[place] or noted(world, id, place)
  if one.player and (one.player ~= player or one.class ~= class) then
    world._identity_changes = world._identity_changes + 1        -- it learns that only now
  end
  one.player, one.class = player, class
  one.x, one.y, one.state = glance(body)
  one.tick = world._ticks
  if world._public[1] ~= nil then one.data = public_data(unit, world._public) end
  if one.away then one.away = nil end
  if one.gone then one.gone = nil end
end

--- A player is told of a unit that it has never seen: it learns whose it is, and not where.
function sightings.meet(world, unit, player)
  if unit.removed or unit.player == player or sightings.of(world, unit.id, player) then return end
  local one = noted(world, unit.id, place_of(world, player))
  one.player, one.class = unit.player, unit.class
end

--- The player does not see it. Where it has the place of the last sighting in sight again, and has
-- not had it all the while, the unit is gone from there, whether it lives or not.
function sightings.miss(world, id, place)
  local by = world._sighted[id]
  local one = by and by[place]
  if not one or not one.x or one.gone then return end
  if world._players[place]:knows(one.x, one.y) ~= "visible" then one.away = true
  elseif one.away then one.gone = true
  end
end

--- The same for units that were removed out of sight.
function sightings.miss_the_dead(world)
  for id in pairs(world._ghosts) do              -- in any order: each is noted on its own
    for place in ipairs(world._players) do sightings.miss(world, id, place) end
  end
end

--- A unit was removed. Players that saw it know that. For the others it is where it was seen last:
-- it is among the ghosts.
function sightings.bury(world, unit)
  local id = unit.id
  local by, seen = world._sighted[id], world._seen[id] or {}
  for place in ipairs(world._players) do
    local one = by and by[place]
    if one and (seen[place] or one.player.removed) then by[place] = nil end
  end
  if by and next(by) then world._ghosts[id] = unit else world._sighted[id] = nil end
end

-- Takes a player's place out, and what is noted of the player's units.
local function drop_from(by, player, place, count)
  for i = place, count do by[i] = by[i + 1] end
  for i = 1, count do
    if by[i] and by[i].player == player then by[i] = nil end
  end
end

--- A player was removed, and all know that.
function sightings.drop_player(world, place)
  local players = world._players
  local gone = {}
  for id, by in pairs(world._sighted) do         -- in any order, as above
    drop_from(by, players[place], place, #players)
    if not next(by) and world._ghosts[id] then gone[#gone + 1] = id end
  end
  for _, id in ipairs(gone) do world._sighted[id], world._ghosts[id] = nil, nil end
end

--- The game makes these keys of unit.data public to a mod: from now on they are noted.
function sightings.publish(world, keys)
  local known = {}
  for _, key in ipairs(world._public) do known[key] = true end
  for _, key in ipairs(keys) do
    if not known[key] then world._public[#world._public + 1] = key end
    known[key] = true
  end
end

--- What is noted of the unit of an id for a player: x, y, state, tick, data, player, class as they
-- were when the player saw it last; gone: it is there no more. nil: the player never saw it, or
-- has seen that it was removed.
function sightings.of(world, id, player)
  local by = world._sighted[id]
  return by and by[place_of(world, player)]
end

--- Does a player see a unit?
function sightings.is_seen(unit, player)
  return unit.player == player or unit.body:visible_to(player)
end

--- A goal as a player knows it: a foreign unit out of sight is where it was seen last.
function sightings.goal(world, goal, player)
  if not object.is_unit(goal) then return goal end
  local unit, one = world._units[goal.id], sightings.of(world, goal.id, player)
  if unit and sightings.is_seen(unit, player) then return unit end
  if not one or not one.x then
    error(("unit %d was %s"):format(goal.id, (unit or one) and "never seen" or "removed"), 0)
  end
  local size = (one.class or unit.class).size
  return { x = one.x, y = one.y, width = size, height = size }
end

--- Whose it is and its class, as a player knows them; nothing: it was removed.
function sightings.identity(world, id, player)
  world:_bury_the_dead()
  local unit, one = world._units[id], sightings.of(world, id, player)
  if one and one.player and not (unit and sightings.is_seen(unit, player)) then
    return one.player, one.class
  end
  if unit then return unit.player, unit.class end
end

return sightings
