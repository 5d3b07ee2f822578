--- A mod has an instance for each player whose units run its behaviours: a state of its own, which
-- no other instance can read or change. So what a mod knows of one player it cannot use for
-- another. queries.lua and orders.lua hold what an instance may query and order, calls.lua how it
-- is called.

local core = require "astar.core"
local exact = require "astar.save.exact"
local arguments = require "astar.mods.arguments"
local calls = require "astar.mods.calls"
local Handles = require "astar.mods.handles"
local numbers = require "astar.world.numbers"
local pairs = require "astar.pairs".pairs
local plain = require "astar.mods.plain_data"
local Script = require "astar.mods.script"
local sightings = require "astar.world.sightings"

local AREAS, SIGHTS, MAPS = 4, 8, 8              -- so many are kept

local packed_weight, unpacked = plain.packed_weight, plain.unpacked

local Instance = {}
Instance.__index = Instance
for name, f in pairs(calls) do Instance[name] = f end

--- An instance that is to be loaded with the files of a revision. It gets a box, and later its
-- player.
function Instance.new(mod, revision)
  return setmetatable({
    mod = mod, world = mod._world, limits = mod._limits, place = mod._place, revision = revision,
    ops = false,                                 -- what it may ask, where that is not all
    box = false, loading = true, file = false, texts = {}, bytes = 0,
    alike = false,                               -- 3 and 3.0 are the same: it is a machine's
    player = false, numbers = false, account = false, allowed = mod._limits.instructions,
    identity_changes = mod._world._identity_changes,
    scripts = {}, pending = {}, late = false, current = false, own = false,
    explained = setmetatable({}, { __mode = "k" }), answers = {}, last = 0,
    image = false, still = false, weighs = false, -- see calls.lua
    suspended = false,                          -- the world is being saved, see saved_instances.lua
    is_watched = false,                          -- see inspect/watch.lua
    classes = {}, class_numbers = {},
    grounds = Handles.new("areas", AREAS), sights = Handles.new("sights", SIGHTS),
    maps = Handles.new("influence maps", MAPS), canvas = false, layers = 0,
  }, Instance)
end

--- It is that of a player from now on, whose account that is.
function Instance:begin(player, account)
  self.player, self.account, self.alike = player, account, self.box.kind ~= "stock"
  self.numbers = numbers.of(self.world, player)
  self.identity_changes = self.world._identity_changes
  account.base = self.bytes
  self.box:_weigh(false)                          -- but where account.lua says so
  return self
end

function Instance:close()
  self.grounds:close()
  self.sights:close()
  self.maps:close()
  self.canvas = false
  self.box:close()
end

-- ---- its files ----------------------------------------------------------------------------------

-- A text that is read late is charged to the instance that reads it, whichever has read it before.
local function note_text(self, file, text)
  if self.texts[file] then return end
  if not self.loading then
    self.account:keep(#text, self.place .. file)
    self.bytes = self.bytes + #text
    self.account.base = self.bytes
  end
  self.texts[file] = text
end

--- A file's text and its name in messages.
function Instance:source(file)
  local wrong, own = arguments.file(file)
  if own ~= file then error(wrong or file .. " is not the path of a mod's file", 0) end
  self.file = file
  local text, problem = self.revision:read(file, self.loading)
  if not text then error(problem, 0) end
  note_text(self, file, text)
  return text, "@" .. self.place .. file
end

-- ---- what it may ask ---------------------------------------------------------------------------

--- The influence maps that a query names must be its player's, shared with it, or nobody's.
function Instance:check_influence(query)
  local maps = type(query) == "table" and query.influence
  if type(maps) ~= "table" then return end
  for _, name in ipairs(core.keys(maps)) do
    if type(name) == "string" and not self.world:_shows_influence(name, self.player) then
      error(("query: the influence map '%s' is another player's"):format(name), 0)
    end
  end
end

-- ---- its units ----------------------------------------------------------------------------------

--- The number of a unit, which its player perhaps meets by being told of it. Where somebody only
-- looks, nobody meets anybody.
function Instance:number_of(unit)
  local number = self.numbers.units[unit.id]
  if number then return number end
  if self.is_watched or self.still then error("a unit that its player has not met", 0) end
  return sightings.meet(self.world, unit, self.player)
end

--- Its player is told of another one.
function Instance:meet(player)
  if self:knows_player(player) then return end
  if self.is_watched or self.still then error("a player that its player has not met", 0) end
  self.numbers:meet(player)
end

--- Does its player know that there is that player? It does once it has met a unit of it.
function Instance:knows_player(player)
  local is_met = player == self.player or self.numbers.met[player.name]
  return is_met or not player.removed and player:shares(self.player)
end

--- The unit of a number, which may be one of which its player does not know that it was removed;
-- nil: there is none, or none any more.
function Instance:unit_of(number)
  local id, world = self.numbers.ids[number], self.world
  if world._units[id] then return world._units[id] end
  return id and sightings.of(world, id, self.player) and world._ghosts[id] or nil
end

--- The script of a unit of its player that is at one of the mod's behaviours; nil: it is at none.
-- Another unit may need it before the unit has had its first activation, as in the first tick of a
-- game.
function Instance:running_of(unit)
  local script = self.scripts[unit._id]
  if script then return script end
  local behaviour, prefix = unit.behaviour, self.mod.name .. "."
  local is_its = type(behaviour) == "string" and behaviour:sub(1, #prefix) == prefix
  if not is_its or not unit._task or unit.player ~= self.player then return nil end
  script = Script.new(self, unit, behaviour:sub(#prefix + 1))
  script.waits = true
  self.world:_touch(unit)
  unit._task:defer(function() script:finish() end)
  return script
end

--- The script of a unit of this mod's, by its number.
function Instance:script_of(number)
  local unit = self:unit_of(number)
  local script = unit and self:running_of(unit)
  return script or error(("unit %s is not this mod's"):format(tostring(number)), 0)
end

-- ---- data ---------------------------------------------------------------------------------------

-- The script for which a unit's data are read and written: the one whose cleanups are run late, or
-- the one that the unit has.
local function writer_of(self, unit)
  local late = self.late
  return late and late.unit == unit and late or self:running_of(unit)
end

--- The data of a unit, packed, unless the mod, where it knows them, has them as they are.
function Instance:data_for(unit, known)
  local script = writer_of(self, unit)
  if not script then return plain.packed(unit.data, self.alike) end
  if known and script:has_same_data() then return nil end
  return script:copy_data()
end

-- The first of the game's own keys that is other than what the mod was told.
local function overstepped(self, told, changed)
  for _, key in ipairs(self.limits.readonly) do
    local is_as_told = plain.packed({ told[key] }, self.alike)
    if plain.packed({ changed[key] }, self.alike) ~= is_as_told then return key end
  end
end

-- What changes in a unit's data, packed: what is the game's stays as it is by now.
local function without_readonly(self, script, changed)
  local told, taken = script.data and plain.unpacked(script.data) or {}, plain.unpacked(changed)
  local key = overstepped(self, told, taken)
  if key then error(("unit.data.%s is the game's: a mod can only read it"):format(key), 0) end
  for _, own in ipairs(self.limits.readonly) do
    taken[own] = plain.copy(script.unit.data[own])
  end
  return plain.packed(taken)
end

-- Twice: the unit's own, and the copy that tells what changes. Of a unit that was another player's,
-- that player's instance does not pay any more.
local function hold(self, script, changed, bytes)
  self.account:hold_data(script.id, 2 * bytes)
  self.mod:_let_go(script.id, self.account)
  script:touch()
  script.data, script.bytes = changed, bytes
end

--- What has changed in the data of a script's unit: these are all of them, packed.
function Instance:keep_change(script, changed)
  local unit, bytes = script.unit, packed_weight(changed)
  if not bytes then error("what a mod's state has passed on makes no sense", 0) end
  if script.is_partial then
    error("unit.data holds more than a mod is shown: it can only read them", 0)
  end
  local merged = changed
  if self.limits.readonly[1] then merged = without_readonly(self, script, changed) end
  if self.account:holds_data(script.id, 2 * bytes) then script.data = changed
  else hold(self, script, changed, bytes)
  end
  unpacked(merged, unit.data, self.alike)
end

--- What has changed in data: a list of numbers of units, each followed by the data, packed.
function Instance:keep(changes)
  for i = 1, #changes, 2 do
    local unit = self:unit_of(changes[i])
    local script = unit and unit._player == self.player and writer_of(self, unit)
    if not script then
      error(("the data of unit %d are not this mod's to change: it is at no behaviour of the mod")
        :format(changes[i]), 0)
    end
    self:keep_change(script, changes[i + 1])
  end
end

-- ---- small things that ops need -----------------------------------------------------------------

--- A key as it is kept in the world: each player's units have theirs, so nobody can learn from
-- keys where others are, nor keep anything from them.
function Instance:key(key)
  local problem = arguments.key(key)
  if problem then error(problem, 0) end
  local name = self.player.name
  local text = type(key) == "number" and "#" .. exact.digits(key, 17) or "=" .. key
  return ("%d "):format(#name) .. name .. text      -- %s would end at a zero in 5.1, 5.2
end

--- Makes the table of answers by their numbers again: its scripts have all of them.
function Instance:find_answers()
  local answers = self.answers
  for number in pairs(answers) do answers[number] = nil end
  for _, script in pairs(self.scripts) do        -- in any order: no two have the same number
    local route = script.route
    for _, answer in ipairs(script.answers) do answers[answer.number] = answer end
    if route then answers[route.number] = route end
  end
end

--- A path by the number of its answer.
function Instance:path_of(number, place)
  local answer = self.answers[number]
  local path = answer and answer.paths[place or 1]
  if not path then
    error("this path was forgotten: the host keeps the last ones of each unit", 0)
  end
  return path
end

return Instance
