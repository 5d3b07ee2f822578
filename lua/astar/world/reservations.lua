--- Reservations: keys that units keep from one another, such as a mine or a place in a queue. These
-- are methods of worlds.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local object = require "astar.units.object"
local safe = require "astar.pairs"

local next, pairs = safe.next, safe.pairs

-- A world has `_reserved`, from a key to the id of its unit, and `_kept_by`, from the id of a unit
-- to the set of its keys: to let go of a unit's keys takes no look at those of others.

local reservations = {}

local function note(world, key, id)
  local keys = world._kept_by[id]
  if not keys then
    keys = {}
    world._kept_by[id] = keys
  end
  keys[key] = true
end

local function forget(world, key, id)
  local keys = world._kept_by[id]
  keys[key] = nil
  if next(keys) == nil then world._kept_by[id] = nil end
end

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
  if not id then
    self._reserved[key] = unit.id
    note(self, key, unit.id)
  end
  return true
end

--- Lets it go, where it is that unit's.
function reservations:release(key, unit)
  check_key("release", key)
  check_holder("release", unit)
  self:_touch(unit)                              -- a task may have noted what undoes this
  if self._reserved[key] == unit.id then
    self._reserved[key] = nil
    forget(self, key, unit.id)
  end
  return self
end

--- The unit that has a key, or nil.
function reservations:holder(key)
  check_key("holder", key)
  return self._units[self._reserved[key] or 0]
end

-- For a unit that leaves the world.
function reservations:_release_all(unit)
  for key in pairs(self._kept_by[unit.id] or {}) do self._reserved[key] = nil end
  self._kept_by[unit.id] = nil
end

-- For a world that was saved: its reservations, from a key to the id of a unit.
function reservations:_restore_reserved(reserved)
  self._reserved, self._kept_by = reserved, {}
  for key, id in pairs(reserved) do note(self, key, id) end
end

return reservations
