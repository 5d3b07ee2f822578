--- Where players have last seen foreign units: what a mod is told of a unit out of sight. The host
-- keeps this, not the mod's state. There it would depend on the collector, and if one mod runs
-- units of red and of blue, what red has seen would be known to blue.

local sightings = {}

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
  one.x, one.y, one.state = body.x, body.y, body.state
end

local NEVER = {}

--- x, y, state of a unit when a player saw it last; nothing where it never has.
function sightings.last(world, unit, player)
  local by = world._sighted[unit.id]
  for place, one in ipairs(world._players) do
    if one == player then
      local sighting = by and by[place] or NEVER
      return sighting.x, sighting.y, sighting.state
    end
  end
end

return sightings
