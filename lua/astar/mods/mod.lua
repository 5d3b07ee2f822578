--- A mod in a world: the revision of it that is loaded, and the behaviours that it brings.
-- parts.lua holds what it has for each player whose units run them.

local Revision = require "astar.mods.revision"
local files = require "astar.mods.host_files"
local loading = require "astar.mods.loading"
local own_groups = require "astar.mods.own_groups"
local pairs = require "astar.pairs".pairs
local parts = require "astar.mods.parts"
local guarantees = require "astar.sandbox.guarantees"
local Script = require "astar.mods.script"
local strict = require "astar.arguments.strict"

local Mod = {}
for name, method in pairs(parts) do Mod[name] = method end

function Mod:__tostring()
  return ("mod '%s' %s"):format(self._name, self._version)
end

-- ---- making -------------------------------------------------------------------------------------

local function reader_of(given)
  if type(given) == "string" then return files.reader(given) end
  local place = (given.name or "mod") .. "/"
  return function(file)
    local text = given.files[file]
    if text then return text end
    return nil, ("%s%s: there is no such file"):format(place, file)
  end, place
end

-- The script is all that the unit's task does, unless a function of the game's has called it.
local function note_script(unit, behaviour, script)
  local task = unit._task
  local is_all = unit._current == task and unit._world:_find_behaviour(unit:_runs()) == behaviour
  if is_all then task._script = script end
end

local function behaviour_of(self, name)
  local function behaviour(unit, ...)
    local instance = self:_instance_of(unit.player)
    local script = instance.scripts[unit.id]
    if script and script.revived then            -- it was loaded, see saved_instances.lua
      script:touch()
      script.revived = false
      unit:defer(function() script:finish() end)
      note_script(unit, behaviour, script)
      return script:resume()
    elseif script and script.waits then
      script:touch()
      script.waits = false                       -- another unit was first, see Instance:running_of
    else
      script = Script.new(instance, unit, name)
      unit:defer(function() script:finish() end)
    end
    note_script(unit, behaviour, script)
    return script:run(...)
  end
  return behaviour
end

-- A revision with these texts, and an instance that is loaded with it: instance | nil, message,
-- revision.
local function open(self, texts)
  local revision = Revision.new(self._reader, self._place, texts)
  local instance, message = loading.open(self, revision)
  return instance, message, revision
end

-- Takes the revision of an instance as that of the mod.
local function settle(self, spare)
  local world, old, revision = self._world, self._revision, spare.revision
  for _, name in ipairs(old and old.names or {}) do
    world._behaviours[("%s.%s"):format(old.name, name)] = nil
  end
  self:_close()
  self._revision, self._spare = revision, spare
  self._name, self._version = revision.name, revision.version
  self._author, self._description = revision.author, revision.description
  self._parameters = revision.parameters
  for _, name in ipairs(revision.names) do
    world:behaviour(("%s.%s"):format(revision.name, name), behaviour_of(self, name))
  end
end

--- A mod for a world, from a folder's name or { name =, files = { [name] = text } }: mod | nil,
-- message. limits: see docs/mods.md.
function Mod.new(world, given, limits)
  local reader, place = reader_of(given)
  local self = setmetatable({
    _world = world, _folder = type(given) == "string" and given or nil, _reader = reader,
    _place = place, _limits = limits, _parts = {}, _spare = false, _revision = false, _next = false,
    _stranded = {}, _lacks = guarantees.lacks(),
  }, Mod)
  local spare, message = open(self, {})
  if not spare then return nil, message end
  settle(self, spare)
  return self
end

-- ---- starting again -----------------------------------------------------------------------------

-- Units that are at one of its behaviours, or were until a revision came that did not have it; of
-- one player, or of all.
local function at_work(self, player)
  local list = {}
  for unit in self._world:units() do
    local name = unit.behaviour or self._stranded[unit.id]
    local is_its = type(name) == "string" and name:sub(1, #self._name + 1) == self._name .. "."
    local is_meant = not player or unit.player == player
    if is_meant and (is_its or self:_script_at(unit)) then list[#list + 1] = unit end
  end
  return list
end

--- A unit is another player's now: it waits for no behaviour of its old player's.
function Mod:_left(unit) self._stranded[unit.id] = nil end

-- Ends what they do, and returns what that was.
local function halt(self, units)
  local plans = {}
  for i, unit in ipairs(units) do
    plans[i] = unit:_halt()
    plans[i].behaviour = plans[i].behaviour or self._stranded[unit.id]
  end
  return plans
end

local function has_pending(instance) return instance.pending[1] end

local function restart_units(self, spare)
  local world, units = self._world, at_work(self)
  local plans = halt(self, units)
  if self:_any_side(has_pending) then
    local message = "not all cleanups were run: too many instructions in a tick"
    world:_deliver { mod = self, tick = world.ticks, message = message,
      text = ("%s: %s"):format(tostring(self), message) }
  end
  settle(self, spare)
  self._stranded = {}
  for i, unit in ipairs(units) do
    local plan, name = plans[i], plans[i].behaviour
    if type(name) == "string" and not world:_find_behaviour(name) then
      self._stranded[unit.id] = name
      world:_fail(unit, name,
        { message = ("the mod '%s' has no such behaviour any more"):format(self._name) })
      plan.behaviour = false
    end
    unit:_resume(plan)
  end
  return units
end

local function is_in_call(instance) return instance.current end
local function is_suspended(instance) return instance.suspended end

--- Starts again in new states, made of the same text; its units begin their behaviours again, and
-- keep their data.
function Mod:restart()
  if self:_any_side(is_in_call) then error("a mod cannot start again while it is in a call", 2) end
  self:_renew()
  self:_recount()
  own_groups.call_up(self._world, self)
  return self
end

--- The same, where its units have been halted: it is recounted when they have begun. Where one of
-- its machines goes on, the others are made again from the revision that there is.
function Mod:_renew()
  if self:_any_side(is_suspended) then return self:_close_rest() end
  local spare, message = open(self, self:_texts())
  if not spare then error(message, 0) end
  restart_units(self, spare)
end

local STOPPED = "its machine has stopped, so the units of player '%s' begin again"

-- A new state for a player's units, which begin their behaviours again.
local function repair(self, part)
  local world, units = self._world, at_work(self, part.player)
  local plans = halt(self, units)
  part.instance:close()
  part.instance = false
  for i, unit in ipairs(units) do unit:_resume(plans[i]) end
  part.account:restart(self._revision.bytes)
  part.account:rest()
  local message = STOPPED:format(part.player.name)
  world:_deliver { mod = self, tick = world.ticks, message = message,
    text = ("%s: %s"):format(tostring(self), message) }
end

--- Machines that have stopped are made again.
function Mod:_repair()
  local has_repaired = false
  for _, part in ipairs(self._parts) do
    if part.instance and part.instance.box.broken then
      repair(self, part)
      has_repaired = true
    end
  end
  if has_repaired then own_groups.call_up(self._world, self) end
end

--- Prepares a new revision: with other text for one of its files, or of all its files as they are
-- now. It is taken up in the next tick. true | nil, message, the revision that failed
function Mod:_reload(file, text)
  local texts = {}
  if file then
    local latest = self._next and self._next.revision or self._revision
    for name, old in pairs(latest.texts) do texts[name] = old end
    texts[file] = text
  end
  local spare, message, broken = open(self, texts)
  if not spare then return nil, message, broken end
  if self._next then self._next:close() end
  self._next = spare
  return true
end

--- The world has gone back to when it had states that wait for their first unit, or for a tick to
-- be taken up in. Some were closed since, and cannot be opened again: others take their place.
function Mod:_make_closed_again()
  if self._spare and self._spare.box.closed then self._spare = false end
  local waiting = self._next
  if not waiting or not waiting.box.closed then return end
  local instance, message = loading.open(self, waiting.revision)
  self._next = instance or false
  if not instance then error(message, 0) end
end

--- Takes up what was reloaded: the files that have changed, and how many units start again.
function Mod:_take_up()
  local old, spare = self._revision, self._next
  self._next = false
  local units = restart_units(self, spare)
  for _, unit in ipairs(units) do
    if unit.behaviour then unit:_forgive() end
  end
  self:_recount()
  own_groups.call_up(self._world, self)
  return spare.revision:changes_from(old), #units
end

return strict.class("mod", Mod, {
  name = "read", version = "read", author = "read", description = "read", folder = "read",
  parameters = "read", lacks = "read",
})
