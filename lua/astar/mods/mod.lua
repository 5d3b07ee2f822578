--- A mod in a world: a state of its own, the behaviours that it brings, and the units that run
-- them. queries.lua and orders.lua hold what it may query and order, calls.lua how it is called.

local core = require "astar.core"
local exact = require "astar.save.exact"
local Account = require "astar.mods.account"
local arguments = require "astar.mods.arguments"
local calls = require "astar.mods.calls"
local files = require "astar.mods.host_files"
local safe = require "astar.pairs"
local plain = require "astar.mods.plain_data"
local Script = require "astar.mods.script"
local loading = require "astar.mods.loading"
local strict = require "astar.arguments.strict"

local next, pairs = safe.next, safe.pairs

local Mod = {}
for name, f in pairs(calls) do Mod[name] = f end
Mod.source = loading.source

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

local function behaviour_of(self, name)
  return function(unit, ...)
    local script = self._scripts[unit.id]
    if script and script.waits then
      script.waits = false                       -- another unit was first, see running_of
    else
      script = Script.new(self, unit, name)
      unit:defer(function() script:finish() end)
    end
    return script:run(...)
  end
end

--- The seconds of a tick are whole again.
function Mod:renew_seconds(box)
  local limits = self._limits
  return box:renew(limits.seconds, limits.instructions + limits.total):weigh(false)
end

-- Takes a state as that of the mod.
local function settle(self, state)
  local world, old = self._world, self._state
  for _, name in ipairs(old and old.names or {}) do
    world._behaviours[("%s.%s"):format(old.name, name)] = nil
  end
  self._state, self._box = state, self:renew_seconds(state.box)
  self._castings = world._castings
  self._allowed = self._limits.instructions
  self._name, self._version = state.name, state.version
  self._author, self._description = state.author, state.description
  self._answers, self._last, self._pending = {}, 0, {}
  self._classes, self._class_numbers = {}, {}
  for _, name in ipairs(state.names) do
    world:behaviour(("%s.%s"):format(state.name, name), behaviour_of(self, name))
  end
  self._account.base = state.bytes
  if old then old.box:close() end
end

--- A mod for a world, from a folder's name or { name =, files = { [name] = text } }: mod | nil,
-- message. limits: see docs/mods.md.
function Mod.new(world, given, limits)
  local reader, place = reader_of(given)
  local self = setmetatable({
    _world = world, _folder = type(given) == "string" and given or nil, _reader = reader,
    _place = place, _limits = limits, _print = limits.print or false, _files = files,
    _scripts = {}, _stranded = {}, _pending = {}, _current = false, _loading = false, _next = false,
    _account = Account.new(world, limits), _own = false, _allowed = false,
  }, Mod)
  local state, message, broken = loading.open(self, {})
  if not state then return nil, message, broken end
  settle(self, state)
  self:recount()
  return self
end

--- What it makes its host keep is counted again, once its units have begun.
function Mod:recount() self._account:restart(self._state.bytes) end

-- ---- starting again ----------------------------------------------------------------------------

-- Units that are at one of its behaviours, or were until a version came that did not have it.
local function at_work(self)
  local list = {}
  for unit in self._world:units() do
    local name = unit.behaviour or self._stranded[unit.id]
    local is_its = type(name) == "string" and name:sub(1, #self._name + 1) == self._name .. "."
    if is_its or self._scripts[unit.id] then list[#list + 1] = unit end
  end
  return list
end

-- Ends what they do, and returns what that was.
local function halt(self, units)
  local plans = {}
  for i, unit in ipairs(units) do
    plans[i] = unit:_halt()
    plans[i].behaviour = plans[i].behaviour or self._stranded[unit.id]
  end
  return plans
end

local function begin_anew(self, state)
  local world, units = self._world, at_work(self)
  local plans = halt(self, units)
  if self._pending[1] then
    local message = "not all cleanups were run: too many instructions in a tick"
    world:_deliver { mod = self, tick = world.ticks, message = message,
      text = ("%s: %s"):format(tostring(self), message) }
  end
  settle(self, state)
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

--- Starts again in a new state, made of the same text; its units begin their behaviours again, and
-- keep their data.
function Mod:restart()
  if self._current then error("a mod cannot start again while it is in a call", 2) end
  self:renew()
  self:recount()
  return self
end

--- The same, where its units have been halted: it is recounted when they have begun.
function Mod:renew()
  local state, message = loading.open(self, self._state.texts)
  if not state then error(message, 0) end
  begin_anew(self, state)
end

--- Prepares a new state: of other text for one of its files, or of all its files as they are now.
-- It is taken up in the next tick. true | nil, message
function Mod:reload(file, text)
  local texts = {}
  if file then
    for name, old in pairs((self._next or self._state).texts) do texts[name] = old end
    texts[file] = text
  end
  local state, message, broken = loading.open(self, texts)
  if not state then return nil, message, broken end
  if self._next then self._next.box:close() end
  self._next = state
  return true
end

-- The files whose text is another one, in order. A file that has not been required yet is read.
local function changed_files(self, old, new)
  local changed = {}
  for file, text in pairs(new.texts) do
    if old.texts[file] ~= text then changed[#changed + 1] = file end
  end
  for file, text in pairs(old.texts) do
    if not new.texts[file] and self._reader(file) ~= text then changed[#changed + 1] = file end
  end
  table.sort(changed)
  return changed
end

--- Takes up what was reloaded: the files that have changed, and how many units start again.
function Mod:take_up()
  local old, new = self._state, self._next
  self._next = false
  local units = begin_anew(self, new)
  for _, unit in ipairs(units) do
    if unit.behaviour then unit:_forgive() end
  end
  self:recount()
  return changed_files(self, old, new), #units
end

-- ---- saving -------------------------------------------------------------------------------------

--- Checksums of the files that it is made of, by their names.
function Mod:checksums()
  local sums = {}
  for file, text in pairs(self._state.texts) do sums[file] = core.checksum(text) end
  return sums
end

--- The files that are other than those of such checksums, in order. One that has not been required
-- yet is read.
function Mod:changed_since(sums)
  local texts, changed = self._state.texts, {}
  for file, sum in pairs(sums) do
    local text = texts[file] or self._reader(file)
    if not text or core.checksum(text) ~= sum then changed[#changed + 1] = file end
  end
  for file in pairs(next(sums) and texts or {}) do
    if not sums[file] then changed[#changed + 1] = file end
  end
  table.sort(changed)
  return changed
end

-- ---- data ---------------------------------------------------------------------------------------

--- The script of a unit that is at one of the mod's behaviours; nil: it is at none. Another unit
-- may need it before the unit has had its first turn, as in the first tick of a game.
function Mod:running_of(unit)
  local script, behaviour, prefix = self._scripts[unit.id], unit.behaviour, self._name .. "."
  if script then return script end
  local is_its = type(behaviour) == "string" and behaviour:sub(1, #prefix) == prefix
  if not is_its or not unit._task then return nil end
  script = Script.new(self, unit, behaviour:sub(#prefix + 1))
  script.waits = true
  unit._task:defer(function() script:finish() end)
  return script
end

--- The data of a unit, unless the mod, where it knows them, has them as they are.
function Mod:data_for(unit, known)
  local script = self:running_of(unit)
  if not script then return plain.copy(unit.data) end
  if known and script.data and plain.same(script.data, unit.data) then return nil end
  return script:copy_data()
end

-- The first of the game's own keys that is other than what the mod was told.
local function overstepped(self, told, changed)
  for _, key in ipairs(self._limits.readonly) do
    if not plain.same(told[key], changed[key]) then return key end
  end
end

-- What changes in a unit's data: what is the game's stays as it is by now.
local function without_readonly(self, unit, changed)
  local taken = {}
  for key, value in pairs(changed) do taken[key] = value end
  for _, key in ipairs(self._limits.readonly) do taken[key] = plain.copy(unit.data[key]) end
  return taken
end

--- What has changed in data: a list of ids, each followed by the data.
function Mod:keep(by, changes)
  for i = 1, #changes, 2 do
    local unit, changed = self._world._units[changes[i]], changes[i + 1]
    local script = unit and unit.player == by.unit.player and self:running_of(unit)
    if not script then
      error(("the data of unit %d are not this mod's to change: it is at no behaviour of the mod")
        :format(changes[i]), 0)
    end
    local key = overstepped(self, script.data or {}, changed)
    if key then error(("unit.data.%s is the game's: a mod can only read it"):format(key), 0) end
    local bytes = Account.weight(changed)
    -- Twice: the unit's own, and the copy that tells what changes.
    self._account:hold_data(script.id, 2 * bytes)
    script.data, script.bytes = changed, bytes
    plain.merge(script.unit.data, without_readonly(self, script.unit, changed))
  end
end

-- ---- small things that ops need -----------------------------------------------------------------

--- A key as it is kept in the world: each player's units have theirs, so nobody can learn from
-- keys where others are, nor keep anything from them.
function Mod:key(key)
  local problem = arguments.key(key)
  if problem then error(problem, 0) end
  local name = self._current.unit.player.name
  local text = type(key) == "number" and "#" .. exact.digits(key, 17) or "=" .. key
  return ("%d %s%s"):format(#name, name, text)
end

--- A path by the number of its answer.
function Mod:path_of(number, place)
  local answer = self._answers[number]
  local path = answer and answer.paths[place or 1]
  if not path then
    error("this path was forgotten: the host keeps the last ones of each unit", 0)
  end
  return path
end

--- The script of a unit of this mod's.
function Mod:script_of(id)
  local unit = self._world._units[id]
  local script = unit and self:running_of(unit)
  return script or error(("unit %s is not this mod's"):format(tostring(id)), 0)
end

--- Forgets those that are gone.
function Mod:sweep() self._account:sweep() end

return strict.class("mod", Mod, {
  name = "read", version = "read", author = "read", description = "read", folder = "read",
  limits = "read",
})
