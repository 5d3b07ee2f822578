--- How the library recognizes its objects, and where their private fields are. In the game's state
-- a unit holds its private fields itself; their names begin with `_`.
--
-- In a mod's state mods/guest/object.lua takes the place of this file. There only the library's own
-- code can read private fields, and no field that a mod sets makes an object of a table.

local core = require "astar.core"

local object = { unit = false }                  -- the metatable of units, set by unit.lua

--- The table that has the private fields of a unit.
function object.of(unit) return unit end

function object.is_unit(value)
  return type(value) == "table" and rawequal(getmetatable(value), object.unit)
end

--- A unit of the map that is no world's?
function object.is_body(value)
  return type(value) == "userdata" and getmetatable(value) == core.metatables.unit
end

--- A path? It is the core's.
function object.is_path(value)
  return type(value) == "userdata" and getmetatable(value) == core.metatables.path
end

--- A task as scripts have it, and the task itself; nil: it is none.
function object.shown_task(task) return task end

function object.task_of(shown)
  return type(shown) == "table" and rawget(shown, "_wake") and shown or nil
end

--- The name of a unit's player, where the one that gives orders is another's; in mods alone.
function object.foreign() return nil end

--- Are the searches of a world recorded?
function object.is_recording(world) return world._recording end

--- The levels of a world's map, see levels.lua.
function object.levels(world) return world._levels end

--- A unit's place in the ranks of its group, and leaving it: see group/init.lua.
function object.fall_in(group, unit) return group:_fall_in(unit) end

function object.fall_out(group, member) group:_fall_out(member) end

return object
