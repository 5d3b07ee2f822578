--- The functions that the host calls in a mod's state: to load the mod, and to give its units their
-- activations.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local data = require "astar.mods.guest.data"
local doing = require "astar.world.doing"
local files = require "astar.mods.guest.own_files"
local object = require "astar.units.object"
local plain = require "astar.mods.plain_data"
local task = require "astar.world.task"
local unit = require "astar.mods.guest.unit"
local world = require "astar.mods.guest.world"

local unpack = table.unpack or unpack
local minds = {}                                 -- units that are at something, by id
local NOTHING, of = {}, object.of
local changes_of, own_change, begin_data = data.changes, data.own_change, data.begin
local begin_activation, step, shown = unit.begin_activation, task._step, world.shown

-- ---- objects ------------------------------------------------------------------------------------

local function encode(value)
  if object.is_unit(value) then return "unit", value.id end
  if world.is_player(value) then return "player", value.name end
end

local function decode(kind, id)
  if kind == "unit" then return unit.of(id) end
  if kind == "player" then return world.player(id) end
end

bridge.objects(encode, decode)

-- ---- outcomes -----------------------------------------------------------------------------------

-- What was raised may be anything.
local function in_words(message)
  local ok, words = pcall(tostring, message)
  return ok and words or "an error that cannot be shown"
end

local function failure_of(own)
  return { message = in_words(own.message), where = own.outside,
    traceback = own.traceback }
end

local function passable(value)
  if type(value) ~= "table" then
    return (type(value) == "function" or type(value) == "thread") and tostring(value) or value
  end
  if encode(value) then return value end
  return plain.copy(value)
end

local function all_passable(...)
  local list = { n = select("#", ...), ... }
  for i = 1, list.n do list[i] = passable(list[i]) end
  return unpack(list, 1, list.n)
end

-- The line at which a task has given way: for messages.
local function place_of(own)
  local place = own._thread and blame.places(own._thread)
  return place or nil
end

-- What has become of the unit: when it wants to wake, or false, if it has ended; what has changed
-- in data, its own or a list; how it failed; what it returned.
local function outcome(self, private, own, ended, now)
  local ok, changes = pcall(changes_of)
  local failure = own._failed and failure_of(own)
  if not ok then                                 -- what cannot be kept
    local where = place_of(own)
    unit.quit(self)
    return false, nil, { message = changes, where = where }
  elseif private._task ~= own then
    return private._task and now + 1, changes, failure
  elseif not ended then
    return own._wake, changes
  end
  private._task = false
  if failure then return false, changes, failure end
  return false, changes, false, all_passable(own:values())
end

-- ---- what the host calls ------------------------------------------------------------------------

--- Loads the mod: name, version, and the names of its behaviours. `levels`: those of the map;
-- `parameters`: those that the game sets.
bridge.expose("load", function(levels, parameters)
  bridge.enter()
  object.take_levels(levels)
  return files.load(parameters)
end)

--- A unit begins a behaviour; `renewed`: another one has given it a function instead.
bridge.expose("begin", function(id, name, renewed, ...)
  unit.enter "begin"
  local self = unit.of(id)
  minds[id] = self
  local own = of(self)
  data.forget(own)
  own.runs, own._held, own._current = true, {}, false
  if not (renewed and unit.early[id]) then
    own._task = task.new(files.behaviours[name], self, ...)
  end
  unit.early[id] = nil
end)

--- An activation of a unit. `fresh`: its data, packed, if they have changed; `news`: its events.
-- There are many of these, so what mind._think does is done here.
bridge.on_activation(function(id, now, fresh, news, x, y, state)
  local self = minds[id]
  local private = begin_activation(self, x, y, state)
  shown.ticks, world.current = now, self
  if fresh or private.data or data.is_open then begin_data(private, fresh) end
  local own = private._task
  private._news, private._current = news or NOTHING, own
  local ended = step(own, now)
  private._news, private._current = NOTHING, false
  if not ended and private._task == own then
    if not data.is_open then return own._wake end
    local changed = own_change(private)
    if changed ~= nil then return own._wake, changed or nil end
  end
  return outcome(self, private, own, ended, now)
end)

--- The line at which a unit has given way, for messages: its data could not be kept.
bridge.expose("where", function(id)
  unit.enter "naming"
  local self = minds[id]
  local own = self and of(self)._task
  return own and place_of(own)
end)

bridge.expose("forget_units", unit.forget)

--- The verbs of a unit, the numbers in them, and why: see doing.why.
bridge.expose("doing", function(id, with_numbers)
  unit.enter "naming"
  local self, numbers = minds[id], with_numbers and {} or nil
  if not self then return "", numbers, 0 end
  return doing.verbs(self, numbers), numbers, doing.why(self)
end)

--- What a unit does is ended. Its data are the host's again.
bridge.expose("drop", function(id, now)
  unit.enter "drop"
  local self = minds[id]
  if not self then return end
  shown.ticks, world.current = now, self
  minds[id] = nil
  of(self)._current, of(self).runs = false, false
  data.begin(of(self))
  unit.quit(self)
  return data.changes()
end)
