--- Watches: expressions that are evaluated in the sandbox of a unit, to see what its mod would see
-- there. They change nothing. No state of the game's runs them: there is one for them, loaded with
-- the same files. In the vault it becomes a copy of the mod's machine each time, so it has all that
-- the unit's script has. A stock state cannot be copied: there the mod's files are as they are when
-- they have been loaded, and only what the world knows of the unit is the game's.
--
-- What a watch asks of its host is answered as for the mod, with what the unit's player knows, as
-- far as an answer leaves nothing behind. Orders, random numbers, and what the host would keep for
-- the mod are refused. A unit that runs no mod's behaviour has an empty mod for this.

local Account = require "astar.mods.account"
local copied = require "astar.copied"
local loading = require "astar.mods.loading"
local Mod = require "astar.mods.mod"
local numbers = require "astar.world.numbers"
local plain = require "astar.mods.plain_data"
local queries = require "astar.mods.queries"
local visible = require "astar.world.visible_text"

local Watch = {}
Watch.__index = Watch

local INSTRUCTIONS, NODES = 200000, 200000
local MOST_TEXT = 2000                           -- bytes
local LEAVES = "a watch only looks: '%s' would leave something behind"
local ACTS = "a watch only looks: verbs can only be called by the unit's behaviour"

-- ---- what may be asked --------------------------------------------------------------------------

local ASKED = {}
for _, name in ipairs {
  "look", "identify", "class_size", "class_cost", "field", "home", "group", "around", "units",
  "unit_at", "knows", "map", "influence", "facts", "path", "reachable", "nearest",
  "found", "cover", "clear_shot", "positions", "route", "path_cells", "path_distance",
  "path_point", "path_blocked", "path_explain", "path_corners", "path_smooth", "holder", "spell",
  "source", "print", "known_enemies", "sites", "line_of_sight", "areas_at", "area", "list_areas",
  "chokes", "areas_path", "sight_count", "sight_seen_by", "sight_cells", "influence_get",
  "influence_peaks", "influence_max_near", "influence_downhill", "influence_uphill", "groups",
  "group_field", "group_left", "group_size", "group_units",
} do ASKED[name] = loading.ops[name] end

--- The data of a unit, packed, as they are now: what the mod has of them is not looked at.
function ASKED.data(instance, number, known)
  local unit = instance:unit_of(number)
  if unit and unit._player == instance.player then
    return plain.packed(unit.data, instance.alike)
  end
  return queries.data(instance, number, known)
end

function ASKED.print() end

-- A file that has not been read yet is not read by a watch: its mod would be charged for it.
function ASKED.source(instance, file)
  local text = instance.revision.texts[file]
  if text then return text, "@" .. instance.place .. file end
  error(("a watch reads no file that the mod has not read: %s"):format(file), 0)
end

-- What the mod's unit:say, unit:mark and so on ask with: the message names these.
function ASKED.draw(_, kind)
  error(LEAVES:format(kind), 0)
end

setmetatable(ASKED, { __index = function(_, name)
  return function() error(LEAVES:format(name), 0) end
end })

-- In place of a script: it has the unit's answers, and keeps them for as long as the watch runs.
local Looker = {}
Looker.__index = Looker

function Looker:keep_answer(paths, explained)
  local instance = self.instance
  for _, path in ipairs(explained and paths or {}) do instance.explained[path] = true end
  instance.last = instance.last + 1
  instance.answers[instance.last] = { number = instance.last, paths = paths, explained = explained }
  return instance.last
end

function Looker:keep_route(path) return self:keep_answer({ path }, true) end

-- ---- states for it ------------------------------------------------------------------------------

function Watch.new(world)
  return setmetatable({ world = world, instances = {}, empty = false }, Watch)
end

local EMPTY = { name = "watch", files = {
  ["mod.lua"] = 'return { name = "watch", version = "1", behaviours = {} }' } }

local function empty_mod(self)
  self.empty = self.empty or assert(Mod.new(self.world, EMPTY, { instructions = 1000000,
    kept = 2 ^ 23, memory = 2 ^ 24, nodes = NODES, requests = 0, total = 1000000,
    readonly = {}, public = {} }))
  return self.empty
end

-- The mod whose behaviour a unit runs, and the instance in which it does; the instance may be nil.
local function mod_of(self, unit)
  local runs = unit:_runs()
  local name = type(runs) == "string" and runs:match "^([^.]+)%."
  for mod in self.world:mods() do
    local part = mod:_part_of(unit.player)
    local instance = part and part.instance
    if instance and instance.scripts[unit.id] or mod.name == name then
      return mod, instance or nil
    end
  end
  return empty_mod(self)
end

local function open(mod)
  local instance, message = loading.open(mod, mod._revision)
  if not instance then error(message, 0) end
  instance.ops, instance.is_watched = ASKED, true         -- whom it meets in an answer is not noted
  return instance
end

-- The state for watches of a mod's revision and a player.
local function instance_for(self, mod, player)
  local list = self.instances
  for i, one in ipairs(list) do
    local is_over = one.revision ~= one.mod._revision or one.player.removed
      or one.instance.box.broken
    if is_over then
      table.remove(list, i).instance:close()
      return instance_for(self, mod, player)
    end
    if one.mod == mod and one.player == player then return one.instance end
  end
  local instance = open(mod)
  list[#list + 1] = { mod = mod, player = player, revision = mod._revision, instance = instance }
  return instance
end

local function through(table_of) return setmetatable({}, { __index = table_of }) end

local HELD = { "grounds", "sights", "maps" }

-- What it holds itself, which is nothing: what is the mod's must not be closed with it.
local function give_back(instance, own)
  for i, name in ipairs(HELD) do instance[name] = own[i] end
  instance.current = false
end

-- It knows what the mod's own instance does. All that is written stays in it.
local function take_over(instance, real)
  instance.last = real.last
  instance.answers, instance.scripts = through(real.answers), through(real.scripts)
  instance.explained = through(real.explained)
  instance.classes, instance.class_numbers = copied(real.classes), copied(real.class_numbers)
  for _, name in ipairs(HELD) do instance[name] = real[name] end
end

-- The instance is the unit's for this call, with an account that nobody pays.
local function prepare(instance, real, unit)
  local world = instance.world
  if real then take_over(instance, real) end
  if real and real.box.kind ~= "stock" then
    if real.box.broken then error("the machine of its mod has stopped", 0) end
    instance.box:restore(real:at_rest())
  end
  local account = Account.new(world, instance.limits, unit.player)
  instance.account, instance.player, instance.alike = account, unit.player,
    instance.box.kind ~= "stock"
  instance.numbers = numbers.of(world, unit.player)
  account:begin(world._ticks)
  instance.own = { used = 0, nodes = NODES, tick = world._ticks }
  instance.current = setmetatable({ instance = instance, unit = unit, id = unit.id }, Looker)
  instance.box:allow(INSTRUCTIONS)
end

-- ---- evaluating ---------------------------------------------------------------------------------

local function words_of(message)
  if type(message) == "table" then message = message.message end
  local words = tostring(message):gsub("^watch:%d+: ", "")
  -- Which verb that was is not known: what a text returns is called in its last call.
  if words:find "^'%w+' can only be called by the unit's behaviour$" then words = ACTS end
  return visible(words)
end

local function evaluate(self, unit, text)
  local mod, real = mod_of(self, unit)
  local instance = instance_for(self, mod, unit.player)
  local own = { instance.grounds, instance.sights, instance.maps }
  local done, ok, words, places, cells = pcall(function()
    prepare(instance, real, unit)
    return instance.box:call("watch", instance:number_of(unit), self.world._ticks, text)
  end)
  give_back(instance, own)
  if not done then return { wrong = words_of(ok) } end
  if not ok then return { wrong = words_of(words) } end
  return { words = words, places = places, cells = cells }
end

--- What a text comes to for a unit: { words =, places =, cells = }, the latter two may be nil; or
-- { wrong = message }.
function Watch:evaluate(unit, text)
  text = text:match "^%s*(.-)%s*$"
  if text == "" then return { words = "" } end
  if #text > MOST_TEXT then return { wrong = ("more than %d bytes"):format(MOST_TEXT) } end
  local world = self.world
  local recording = world._recording
  world._recording = false                       -- what a watch asks for is not recorded
  local ok, result = pcall(evaluate, self, unit, text)
  world._recording = recording
  return ok and result or { wrong = words_of(result) }
end

--- Closes all its states.
function Watch:close()
  for _, one in ipairs(self.instances) do one.instance:close() end
  self.instances = {}
  if self.empty then self.empty:_close() end
  self.empty = false
end

return Watch
