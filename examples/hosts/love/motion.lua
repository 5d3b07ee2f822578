--- Where units are drawn: between where they were before the last tick and where they are after
-- it. Plain Lua.

local motion = {}
motion.__index = motion

local atan2 = math.atan2 or math.atan   -- of two numbers, under any Lua
local JUMP = 3                         -- cells in a tick: a unit that gets farther was placed there

function motion.new() return setmetatable({ before = {}, after = {} }, motion) end

-- Where a unit is to be drawn. On its way over a link to another level, such as through the mouth
-- of a cave, it is at the nearer end.
local function place_of(unit, map)
  local x, y = unit.from_x, unit.from_y
  if unit.fraction < 1 and (math.abs(unit.x - x) > 1 or math.abs(unit.y - y) > 1) then
    local from = map:level_at(x, y)
    if from and from.name ~= unit.level then
      if unit.fraction >= 0.5 then x, y = unit.x, unit.y end
      return map:center(x, y)
    end
  end
  return unit:position()
end

--- Notes where the units of a world are; after each tick.
function motion:note(world)
  local places = {}
  for unit in world:units() do
    local x, y = place_of(unit, world.map)
    places[unit.id] = { x = x, y = y }
  end
  self.before, self.after = self.after, places
end

--- Where a unit is at a share of the tick, in game coordinates.
function motion:position(unit, share)
  local from, to = self.before[unit.id], self.after[unit.id]
  if not to then return unit:position() end
  if not from or math.abs(to.x - from.x) + math.abs(to.y - from.y) > JUMP then return to.x, to.y end
  return from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share
end

--- The direction in which a unit moves, in radians, or nil.
function motion:heading(unit)
  local from, to = self.before[unit.id], self.after[unit.id]
  if not from or not to or (from.x == to.x and from.y == to.y) then return nil end
  return atan2(to.y - from.y, to.x - from.x)
end

return motion
