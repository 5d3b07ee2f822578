--- The functions that the host calls in a mod's state: to load the mod, and to give its units their
-- turns.

local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local data = require "astar.mods.guest.data"
local doing = require "astar.world.doing"
local files = require "astar.mods.guest.own_files"
local mind = require "astar.world.mind"
local object = require "astar.world.object"
local plain = require "astar.mods.plain_data"
local task = require "astar.world.task"
local unit = require "astar.mods.guest.unit"
local world = require "astar.mods.guest.world"

local unpack = table.unpack or unpack
local minds = {}                                 -- units that are at something, by id
local NOTHING, of = {}, object.of

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
  return { message = in_words(own.message), where = own.outside, called = own.called,
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

-- What has changed, and the line at which the unit has given way: for messages.
local function changes_at(own)
  local changes = data.changes()
  if changes then changes.where = own.thread and blame.places(own.thread) or nil end
  return changes
end

-- What has become of the unit: whether it goes on, when it wants to wake, what has changed in data,
-- how it failed, what it returned.
local function outcome(self, own, ended, now)
  local ok, changes = pcall(changes_at, own)
  local failure = own.failed and failure_of(own)
  if not ok then                                 -- what cannot be kept: where it has given way
    local where = own.thread and blame.places(own.thread)
    unit.quit(self)
    return "ended", nil, nil, { message = changes, where = where }
  elseif of(self)._task ~= own then
    return of(self)._task and "on" or "left", now + 1, changes, failure
  elseif not ended then
    return "on", own.wake, changes
  end
  of(self)._task = false
  if failure then return "ended", nil, changes, failure end
  return "ended", nil, changes, false, all_passable(own:values())
end

-- ---- what the host calls ------------------------------------------------------------------------

--- Loads the mod: name, version, and the names of its behaviours. `levels`: those of the map.
bridge.expose("load", function(levels)
  object.take_levels(levels)
  return files.load()
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

--- A turn of a unit. `fresh`: its data, if they have changed; `news`: its events.
bridge.expose("turn", function(id, now, x, y, state, fresh, news)
  unit.enter "turn"
  local self = minds[id]
  world.ticks, world.current = now, self
  unit.note(self, x, y, state)
  local private = of(self)
  data.begin(private, fresh)
  local own = private._task
  private._news = news or NOTHING
  local ended = mind._think(self, now)
  private._news = NOTHING
  return outcome(self, own, ended, now)
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
  world.ticks, world.current = now, self
  minds[id] = nil
  of(self)._current, of(self).runs = false, false
  data.begin(of(self))
  unit.quit(self)
  return data.changes()
end)
