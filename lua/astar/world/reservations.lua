--- Reservations: keys that units keep from one another, such as a mine or a place in a queue. These
-- are methods of worlds.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local object = require "astar.world.object"

local reservations = {}

local function check_key(method, key)
  if type(key) == "string" or type(key) == "number" and key == key then return end
  blame.fail(method, 1, "a string or a number expected, got %s", type(key))
end

local function check_holder(method, unit)
  if object.is_unit(unit) then return end
  blame.fail(method, 2, "a unit expected, got %s", core.show(unit))
end

--- Keeps a key, a string or a number, for a unit until it is released or the unit is removed.
-- False: another one has it.
function reservations:reserve(key, unit)
  check_key("reserve", key)
  check_holder("reserve", unit)
  local id = self._reserved[key]
  if id and id ~= unit.id or unit.removed then return false end
  self._reserved[key] = unit.id
  return true
end

--- Lets it go, where it is that unit's.
function reservations:release(key, unit)
  check_key("release", key)
  check_holder("release", unit)
  if self._reserved[key] == unit.id then self._reserved[key] = nil end
  return self
end

--- The unit that has a key, or nil.
function reservations:holder(key)
  check_key("holder", key)
  return self._units[self._reserved[key] or 0]
end

return reservations
