--- Where players have last seen foreign units: what a mod is told of a unit out of sight. The host
-- keeps this, not the mod's state. There it would depend on the collector, and if one mod runs
-- units of red and of blue, what red has seen would be known to blue.
--
-- A unit that was removed out of sight is told of as one that lives: otherwise a mod could find out
-- what its player does not know. So what was noted of it stays as long as the players.
--
-- `world._sighted` has a table by ids for each player, at the player's place in the world's list.
-- What is noted never changes, another note takes its place: so snapshots share it. The tick of a
-- note is right when the player does not see the unit any more; see sightings.tick_of.

local core = require "astar.core"
local exact = require "astar.save.exact"
local numbers = require "astar.world.numbers"
local object = require "astar.units.object"
local copied = require "astar.copied"
local safe = require "astar.pairs"

local pairs = safe.pairs

local sightings = {}

local Sighting = { __name = "sighting" }         -- of all that is noted: nobody looks into it

local position_state = core.metatables.unit.methods._position_state

local place_of = numbers.place_of

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

-- What a player has seen, by its place in the world's list.
local function seen_by(world, place)
  local by = world._sighted[place]
  if not by then
    by = {}
    world._sighted[place] = by
  end
  return by
end

-- A copy of what is noted, with another field.
local function with(one, key, value)
  local other = copied(one)
  other[key] = value
  return setmetatable(other, Sighting)
end

-- Does a note say that of a unit which is seen? Its tick is an older one.
local function says(one, x, y, state, data)
  return one.x == x and one.y == y and one.state == state and one.data == data and
    not (one.away or one.gone)
end

--- A player, by its place in the world's list, sees a unit. This is called in each tick for each
-- unit that is seen, so fields have their private names here, and a note that says the same but for
-- the tick stays: `miss` makes up for that.
function sightings.note(world, unit, place)
  local id, body, player = unit._id, unit._body, unit._player
  local by, class = seen_by(world, place), body.class
  local one, data = by[id], nil
  local is_same = one and one.player == player and one.class == class
  if one and one.player and not is_same then
    world._identity_changes = world._identity_changes + 1        -- it learns that only now
  end
  if world._public[1] ~= nil then data = public_data(unit, world._public)
  elseif one then data = one.data
  end
  local x, y, state = position_state(body)
  if is_same and says(one, x, y, state, data) then return end
  by[id] = setmetatable({ player = player, class = class, x = x, y = y, state = state,
    tick = world._ticks, data = data }, Sighting)
end

--- A player is told of a unit that it has no number for: it learns whose it is, and not where.
-- Returns the number that it has from now on.
function sightings.meet(world, unit, player)
  local own = numbers.of(world, player)
  if not unit.removed and unit.player ~= player then
    if not sightings.of(world, unit.id, player) then
      local one = { player = unit.player, class = unit.class }
      seen_by(world, place_of(world, player))[unit.id] = setmetatable(one, Sighting)
    end
    own:meet(unit.player)
  end
  return own:take(unit.id)
end

--- A unit that was a player's is another one's now: its old player knows where that was.
function sightings.part(world, unit, player)
  local place = place_of(world, player)
  if not place then return end
  sightings.note(world, unit, place)
  numbers.of(world, player):meet(unit.player)
end

--- The player does not see it; `was_seen`: it did in the tick before. Where it has the place of the
-- last sighting in sight again, and has not had it all the while, the unit is gone from there,
-- whether it lives or not.
function sightings.miss(world, id, place, was_seen)
  local by = world._sighted[place]
  local one = by and by[id]
  if not one or not one.x or one.gone then return end
  if was_seen then one = with(one, "tick", world._ticks - 1) end
  local is_in_sight = world._players[place]:knows(one.x, one.y) == "visible"
  if is_in_sight and one.away then one = with(one, "gone", true)
  elseif not is_in_sight and not one.away then one = with(one, "away", true)
  end
  by[id] = one
end

--- When a player, which does not see a unit now, has seen it last: the tick of what is noted of it;
-- or this one, if it was seen when the tick began; 0: unknown, an older version has saved the
-- world.
function sightings.tick_of(world, id, player, one)
  local seen = world._seen[place_of(world, player)]
  if seen and seen[id] then return world._ticks end
  return one.tick or 0
end

--- The same for units that were removed out of sight.
function sightings.miss_the_dead(world)
  for id in pairs(world._ghosts) do              -- in any order: each is noted on its own
    for place in ipairs(world._players) do sightings.miss(world, id, place) end
  end
end

-- Is anybody still told of a unit?
local function is_noted(world, id)
  for place in ipairs(world._players) do
    local by = world._sighted[place]
    if by and by[id] then return true end
  end
  return false
end

--- A unit was removed. Players that saw it know that. For the others it is where it was seen last:
-- it is among the ghosts.
function sightings.bury(world, unit)
  local id = unit.id
  for place in ipairs(world._players) do
    local by, seen = world._sighted[place], world._seen[place]
    local one = by and by[id]
    if one and (seen and seen[id] or one.player.removed) then by[id] = nil end
  end
  if is_noted(world, id) then world._ghosts[id] = unit end
end

-- Takes what is noted of a player's units out.
local function drop_units(by, player)
  for id, one in pairs(by) do                    -- in any order: each is dropped on its own
    if one.player == player then by[id] = nil end
  end
end

--- A player was removed, and all know that.
function sightings.drop_player(world, place)
  local players, sighted, gone = world._players, world._sighted, {}
  for i = place, #players do sighted[i] = sighted[i + 1] end
  for i = 1, #players do drop_units(sighted[i] or {}, players[place]) end
  for id in pairs(world._ghosts) do              -- in any order, as above
    if not is_noted(world, id) then gone[#gone + 1] = id end
  end
  for _, id in ipairs(gone) do world._ghosts[id] = nil end
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

--- What is noted of the unit of an id for a player: x, y, state, data, player, class as they were
-- when the player saw it last; tick, see sightings.tick_of; gone: it is there no more. nil: the
-- player never saw it, or has seen that it was removed.
function sightings.of(world, id, player)
  local place = place_of(world, player)
  local by = place and world._sighted[place]
  return by and by[id]
end

--- All that is noted, as it is saved: by ids, and by the places of players.
function sightings.state(world)
  local state = {}
  for place in ipairs(world._players) do
    for id, one in pairs(world._sighted[place] or {}) do         -- in any order, as above
      state[id] = state[id] or {}
      state[id][place] = copied(one)
    end
  end
  return state
end

--- What was saved is noted.
function sightings.revive(world, state)
  world._sighted = {}
  for id, by in pairs(state) do                  -- in any order, as above
    for place, one in pairs(by) do seen_by(world, place)[id] = setmetatable(one, Sighting) end
  end
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

--- Whose a unit is and its class, as a player knows them; nothing: it was removed.
function sightings.identity(world, unit, player)
  world:_bury_the_dead()
  local one, is_there = sightings.of(world, unit.id, player), not unit.removed
  if one and one.player and not (is_there and sightings.is_seen(unit, player)) then
    return one.player, one.class
  end
  if is_there then return unit.player, unit.class end
end

return sightings
