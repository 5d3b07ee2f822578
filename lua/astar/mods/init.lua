--- Mods: folders with behaviours, which run in states of their own. See docs/mods.md.

local blame = require "astar.arguments.blame"
local exact = require "astar.save.exact"
local files = require "astar.files"
local failures = require "astar.world.failures"
local Mod = require "astar.mods.mod"
local numbers = require "astar.world.numbers"
local options = require "astar.arguments.options"
local own_groups = require "astar.mods.own_groups"
local safe = require "astar.pairs"
local sightings = require "astar.world.sightings"

local mods = {}

local next, pairs = safe.next, safe.pairs

-- The library's own part of a mod's state takes some memory. The tables of Lua 5.1 and 5.2 are
-- larger.
local LEAST_MEMORY = (type(jit) == "table" or math.type) and 3 * 2 ^ 19 or 2 ^ 21

local OPTIONS = {
  instructions = options.whole(1000, 2 ^ 50), total = options.whole(1000, 2 ^ 51),
  memory = options.whole(LEAST_MEMORY, 2 ^ 40), kept = options.whole(2 ^ 16, 2 ^ 40),
  nodes = options.whole(0, 2 ^ 50), requests = options.whole(0, 2 ^ 50),
  readonly = { "table", "a list of keys" }, public = { "table", "a list of keys" },
  facts = { "function", "a function" }, print = { "function", "a function" },
  name = { "string", "a string" }, parameters = { "table", "a table of numbers by their names" },
}

local DEFAULTS = { instructions = 1000000, kept = 8 * 2 ^ 20, memory = 16 * 2 ^ 20, nodes = 20000,
  requests = 8 }

local SWEEP = 1000                               -- ticks

-- A copy, since a mod is loaded again for each player. Whether a number is in range the mod says.
local function check_parameters(given)
  local copy = {}
  for name, value in pairs(given) do
    if type(name) ~= "string" or type(value) ~= "number" then
      blame.fail("mod", 2, "parameters.%s = %s is not a number", tostring(name), tostring(value))
    end
    copy[name] = value
  end
  return copy
end

local function check_limits(given)
  options.check("mod", given, OPTIONS, 2)
  local all = { readonly = given.readonly or {}, public = given.public or {}, facts = given.facts,
    print = given.print, name = given.name,
    parameters = given.parameters and check_parameters(given.parameters) }
  for name, value in next, DEFAULTS do all[name] = given[name] or value end
  all.total = given.total or all.instructions
  return all
end

--- world:mod(given, limits): a mod, of a folder with a mod.lua, or of { name =, files = { [name] =
-- text } }: mod | nil, message. limits: instructions, memory, nodes, requests, print; see
-- docs/mods.md.
function mods.load(world, given, limits)
  local kind = type(given)
  if kind ~= "string" and (kind ~= "table" or type(given.files) ~= "table") then
    blame.fail("mod", 1, "a folder or { files = … } expected, got %s", kind)
  end
  local mod, message = Mod.new(world, given, check_limits(limits or {}))
  if not mod then return nil, message end
  world._mods[#world._mods + 1] = mod
  numbers.begin(world)
  sightings.publish(world, mod._limits.public)
  return mod
end

-- The mod of a name, and the file of it that is meant by "harvest/harvester.lua".
local function meant(world, name)
  local own, file = name:match("^([^/]+)/(.+)$")
  for _, mod in ipairs(world._mods) do
    if mod.name == (own or name) then return mod, file end
  end
end

local function run_text(text, name)
  local chunk, message = (loadstring or load)(text, "=" .. name)
  if not chunk then error(message, 0) end
  return chunk()
end

-- The new function of a behaviour of the game's: f | nil, message.
local function function_of(name, source)
  local f = source
  if type(source) == "string" then
    local ok, value = pcall(run_text, source, name)
    if not ok then return nil, value end
    f = value
  end
  if type(f) == "function" then return f end
  return nil, ("%s:1: it returns a %s, and not a function"):format(name, type(f))
end

local function prepare(world, name, source)
  if type(name) ~= "string" then
    blame.fail("reload", 1, "a name expected, got %s", type(name))
  elseif source ~= nil and type(source) ~= "string" and type(source) ~= "function" then
    blame.fail("reload", 2, "a text or a function expected, got %s", type(source))
  end
  local mod, file = meant(world, name)
  if mod then
    local done, message = mod:_reload(file, source)
    return done, message
  end
  world:_check_behaviour(name, "reload", true)
  local f, message = function_of(name, source)
  if not f then return nil, message end
  world._reloads[#world._reloads + 1] = { name = name, f = f }
  return true
end

local function units_in_words(count)
  return count == 1 and "1 unit starts again" or ("%d units start again"):format(count)
end

-- Units that are at a behaviour of the game's start again with the new one.
local function take_up_behaviour(world, one)
  local count = 0
  world:behaviour(one.name, one.f)
  failures.close(world, function(failure) return failure.behaviour == one.name end)
  for unit in world:units() do
    if unit:_restart(one.name) then count = count + 1 end
  end
  failures.tell(world, { kind = "reload", behaviour = one.name, text =
    ("tick %d: took up behaviour '%s'; %s"):format(world.ticks, one.name, units_in_words(count)) })
end

-- Mods that have a new state begin with it.
local function take_up_mod(world, mod)
  local prefix = mod.name .. "."
  failures.close(world, function(failure)
    local name = failure.behaviour
    return failure.mod == mod or name ~= nil and name:sub(1, #prefix) == prefix
  end)
  local changed, count = mod:_take_up()
  failures.tell(world, { kind = "reload", mod = mod, files = changed,
    text = ("tick %d, %s: took up %s; %s"):format(world.ticks, tostring(mod),
      changed[1] and table.concat(changed, ", ") or "its files, which are the same",
      units_in_words(count)) })
end

local function take_up(world)
  for _, mod in ipairs(world._mods) do
    if mod._next then take_up_mod(world, mod) end
  end
  local list = world._reloads
  world._reloads = {}
  for _, one in ipairs(list) do take_up_behaviour(world, one) end
end

-- ---- watching -----------------------------------------------------------------------------------

local function check_watch(folder, every)
  if type(folder) ~= "string" then
    blame.fail("watch", 1, "a folder expected, got %s", type(folder))
  end
  if every == nil or type(every) == "number" and every >= 1 and every % 1 == 0 then return end
  blame.fail("watch", 2, "a whole number of ticks expected, got %s", tostring(every))
end

local function watched(world, mod)
  for _, one in ipairs(world._watched) do
    if one.mod == mod then return one end
  end
  local one = { mod = mod, seen = mod._revision:made_of(), stamps = {} }
  world._watched[#world._watched + 1] = one
  return one
end

--- world:watch(folder, every) reloads the mod of a folder whenever one of its files has changed,
-- which is looked at every so many ticks (10): mod | nil, message. What is broken is reported, and
-- all goes on as it was.
function mods.watch(world, folder, every)
  check_watch(folder, every)
  local mod, message
  local place = folder:gsub("/*$", "") .. "/"
  for _, one in ipairs(world._mods) do
    if one.folder and one._place == place then mod = one end
  end
  if not mod then
    mod, message = mods.load(world, folder)
    if not mod then return nil, message end
  end
  watched(world, mod).every = every or 10
  return mod
end

-- The text of a file as it is now, false: there is none. It is read only if it may have changed.
local function look_at(one, file)
  local stamp = files.stamp(one.mod._place .. file)
  if stamp == nil then return false end
  if stamp and one.stamps[file] == stamp then return one.seen[file] end
  one.stamps[file] = stamp
  return one.mod._reader(file) or false
end

-- Has one of the files that make up the mod changed since they were last looked at?
local function has_changed(one)
  local seen, changed = {}, false
  for file, text in pairs(one.mod._revision:made_of()) do         -- some were read later
    if one.seen[file] == nil then one.seen[file] = text end
  end
  for file, text in pairs(one.seen) do
    seen[file] = look_at(one, file)
    changed = changed or seen[file] ~= text
  end
  one.seen = seen
  return changed
end

local function look_after(world, one)
  if not has_changed(one) then return end
  local mod = one.mod
  local done, message, broken = mod:_reload()
  local revision = done and mod._next.revision or broken
  for file, text in pairs(revision:made_of()) do one.seen[file] = text end
  if not done then
    world:_deliver { mod = mod, tick = world.ticks, message = message,
      text = ("%s: %s"):format(tostring(mod), message) }
  end
end

local function look_at_all(world)
  for _, one in ipairs(world._watched) do look_after(world, one) end
end

--- world:reload(name, source) gives another source to a behaviour or to a file of a mod
-- ("harvest/harvester.lua"), or reads a mod again ("harvest"): true | nil, message. It is taken up
-- at the next tick; units that are at it start again and keep their data.
--
-- world:reload() looks at the files of all watched mods now, and takes up at once what has changed
-- and what was reloaded: for a game that is paused. What is taken up is reported.
function mods.reload(world, ...)
  if select("#", ...) > 0 then
    local done, message = prepare(world, ...)
    return done, message
  end
  if world._ticking then blame.raise("a world cannot reload within its tick") end
  look_at_all(world)
  take_up(world)
  return true
end

--- The world is being saved: mods whose state is a machine go on where they are. What is kept of
-- them meanwhile, by mods.
function mods.suspend(world)
  local kept = {}
  for _, mod in ipairs(world._mods) do
    kept[mod] = mod:_instance_states()
    mod:_suspend(kept[mod])
  end
  return kept
end

--- Units of theirs that had a place in their group's ranks have one again.
function mods.line_up(world, kept)
  for _, mod in ipairs(world._mods) do mod:_line_up(kept[mod]) end
end

--- They go on, once all has been counted again: the host's part of them is made from what was kept.
function mods.revive(world, kept)
  for _, mod in ipairs(world._mods) do mod:_revive(kept[mod]) end
end

--- Starts all mods again. A unit that waits for a behaviour to come back is not saved as such, and
-- waits no more. An error is raised when all are done.
function mods.restart(world)
  local failure
  for _, mod in ipairs(world._mods) do
    mod._stranded = {}
    local ok, message = pcall(mod._renew, mod)
    if not ok then failure = failure or message end
  end
  if failure then error(failure, 0) end
end

--- The units of all are at their behaviours again: what mods make their host keep is counted.
function mods.recount(world)
  for _, mod in ipairs(world._mods) do mod:_recount() end
end

mods.turn, mods.call_up = own_groups.turn, own_groups.call_up

--- Units whose mods had nothing left for them come first.
function mods.rotate(world, due)
  for _, mod in ipairs(world._mods) do mod:_rotate(due) end
end

-- The parameters that the game has set, by their names; nil: it has set none.
local function set_parameters(mod)
  return mod._limits.parameters and next(mod._limits.parameters) and mod._limits.parameters or nil
end

--- For world:save: what there is to know of each mod. With "instances": and of its files, some of
-- which a loaded one may not have read yet, and what it is in the middle of; with "images": and all
-- that is in its machines.
function mods.state(world, with)
  local list = {}
  for i, mod in ipairs(world._mods) do
    list[i] = { name = mod.name, version = mod.version, parameters = set_parameters(mod),
      files = with and mod._revision:checksums() or nil, accounts = mod:_accounts(),
      instances = with and mod:_instance_states(with) or nil }
  end
  return list
end

-- The parameters of another value than in a save; nil: there are none.
local function other_parameters(mod, saved)
  local list = {}
  for _, own in ipairs(mod.parameters) do
    local before = saved[own.name]
    if before == nil then before = own.default end
    if before ~= own.value then
      list[#list + 1] = ("%s = %s"):format(own.name, exact.digits(before, 14))
    end
  end
  return list[1] and "it was saved with the parameters " .. table.concat(list, ", ")
end

-- What is other in a mod than in the one with which a world was saved, in words; nil: nothing.
local function differences(mod, saved)
  local words = {}
  if mod.version ~= saved.version then
    words[1] = ("it was saved with version %s"):format(saved.version)
  end
  local other = other_parameters(mod, saved.parameters or {})
  if other then words[#words + 1] = other end
  local changed = mod._revision:changed_since(saved.files or {})
  if changed[1] then
    words[#words + 1] = "these files have changed: " .. table.concat(changed, ", ")
  end
  return words[1] and table.concat(words, "; "), changed
end

-- The game is told of a mod that is another one now. The world is loaded with it all the same.
-- Returns whether it is the same.
local function compare(world, mod, saved)
  local words, changed = differences(mod, saved)
  if not words then return true end
  failures.tell(world, { kind = "version", mod = mod, version = saved.version, files = changed,
    text = ("tick %d, %s: %s"):format(world.ticks, tostring(mod), words) })
end

-- The same files, but another machine: nothing in it can go on.
local function note_vault(world, mod)
  failures.tell(world, { kind = "version", mod = mod, files = {},
    text = ("tick %d, %s: it was saved in another version of the sandbox, so its units begin again")
      :format(world.ticks, tostring(mod)) })
end

-- What a loaded world has and the saved one had not.
local function note_added(world, mod)
  failures.tell(world, { kind = "version", mod = mod, files = {},
    text = ("tick %d, %s: the world was saved without it"):format(world.ticks, tostring(mod)) })
end

--- The accounts as a world has them that was loaded, and the machines; what is other with its mods
-- is reported. Returns what is to be revived, see mods.revive.
function mods.restore(world, list, images)
  local saved, kept = {}, {}
  for _, one in ipairs(list) do saved[one.name] = one end
  for _, mod in ipairs(world._mods) do
    local one = saved[mod.name]
    local is_same = one and compare(world, mod, one)
    local goes_on = is_same and mod:_put_back(one.instances, images)
    mod:_restore(one and one.accounts)
    kept[mod] = goes_on and one.instances
    if one and not goes_on then mod:_call_up(one.instances) end
    if is_same and not goes_on then note_vault(world, mod) end
    if not one then note_added(world, mod) end
  end
  return kept
end

--- A unit is another player's now, and was `from`'s.
function mods.left(world, unit, from)
  sightings.part(world, unit, from)
  for _, mod in ipairs(world._mods) do mod:_left(unit) end
end

--- What the world does for its mods at the beginning of a tick.
function mods.tick(world)
  local now = world.ticks
  for _, one in ipairs(world._watched) do
    if now % one.every == 0 then look_after(world, one) end
  end
  take_up(world)
  for _, mod in ipairs(world._mods) do
    mod:_repair()
    mod:_tick()
  end
  if now % SWEEP == 0 then
    for _, mod in ipairs(world._mods) do mod:_sweep() end
    numbers.sweep(world)
  end
end

return mods
