--- The verbs: what units can do. Each is a function of the unit that yields until it is done, and
-- returns true, or nil and a code. A game writes verbs of its own in the same way, and calls one as
-- dance(unit), or, after adding it to this table, as unit:dance().

local check = require "astar.units.values"
local core = require "astar.core"
local object = require "astar.units.object"

local verbs = {}

-- The last verb of a unit that has ended, and its code, for recordings. It is kept whether or not
-- there is a recording: a mod uses up the same either way.
local function finish(unit, name, ...)
  if not name then return ... end
  local private, done, code = object.of(unit), ...
  private._last_verb, private._last_code = name, not done and code or false
  private._verbs_ended = private._verbs_ended + 1
  return ...
end

-- What other verbs are made of: their codes would tell nobody anything.
local INNER = { watch = true, defend = true, approach = true }

-- What scripts call, around the verb itself. It stays on the stack as long as the verb runs: errors
-- name the verb by it. The names of the first arguments here are known to world/doing.lua.
local function around(name, verb)
  local told = not INNER[name] and name
  local function called(unit, argument1, argument2, argument3, argument4, ...)
    check.unit(unit, name)
    return finish(unit, told, verb(unit, argument1, argument2, argument3, argument4, ...))
  end
  core.note(":", { [name] = called })
  check.can_be_tried(called)
  return called
end

for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation", "take_cover", "flank", "ambush", "harass", "hold",
} do
  verbs[name] = around(name, require("astar.verbs." .. name))
end

return verbs
