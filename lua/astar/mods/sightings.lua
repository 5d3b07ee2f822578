--- Where players have last seen foreign units: what a mod is told of a unit out of sight. The host
-- keeps this, not the mod's state. There it would depend on the collector, and if one mod runs
-- units of red and of blue, what red has seen would be known to blue.

local exact = require "astar.save.exact"

local sightings = {}

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

--- A player, by its place in the world's list, sees a unit.
function sightings.note(world, unit, place)
  local by = world._sighted[unit.id]
  if not by then
    by = {}
    world._sighted[unit.id] = by
  end
  local body, one = unit.body, by[place]
  if not one then
    one = {}
    by[place] = one
  end
  one.x, one.y, one.state, one.tick = body.x, body.y, body.state, world.ticks
  one.data = world._public[1] ~= nil and public_data(unit, world._public) or nil
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

local NEVER = {}

-- The place of a player in the world's list.
local function place_of(world, player)
  for place, one in ipairs(world._players) do
    if one == player then return place end
  end
end

--- x, y, state of a unit when a player saw it last, the tick in which that was, and what was public
-- of its data; nothing where it never has.
function sightings.last(world, unit, player)
  local by = world._sighted[unit.id]
  local one = by and by[place_of(world, player)] or NEVER
  return one.x, one.y, one.state, one.tick, one.data
end

return sightings
