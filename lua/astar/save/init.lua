--- Saving worlds, and the data of their hash. restore.lua loads them.
--
-- A coroutine cannot be saved. So when a world is saved, each behaviour starts again from its top,
-- in the running world as well as in a loaded one: the two are equal, and stay so. A behaviour then
-- releases what it holds, as whenever it ends. Groups set out again from where their units are, and
-- mods begin in new states. Only data last, and they are saved beside the map.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local files = require "astar.files"
local Group = require "astar.group"
local numbers = require "astar.world.numbers"
local pairs = require "astar.pairs".pairs
local plain = require "astar.save.data_text"
local saved_world = require "astar.save.world_fields"
local sightings = require "astar.world.sightings"
local Unit = require "astar.world.unit"

local save = { MAGIC = "\137ASTAW\r\n", VERSION = 3 }

-- ---- objects by name ----------------------------------------------------------------------------

--- What belongs to a world, with its kind and name: { [object] = { kind, name } }.
function save.objects_of(world)
  local map, count = world.map, 0
  local names = { [world] = { "w", 0 }, [map] = { "m", 0 } }
  for mod in world:mods() do names[mod] = { "o", mod.name } end
  for player in map:players() do names[player] = { "p", player.name } end
  for layer in map:influences() do names[layer] = { "i", layer.name } end
  for class in map:classes() do
    count = count + 1
    names[class] = { "c", count }
  end
  return names
end

-- A unit that was removed has a name no more; what somebody might yet ask it stands in a table.
local function name_of_unit(world, unit, gone)
  if unit.world ~= world then return nil, "a unit of another world" end
  if not unit.removed then return "u", unit.id end
  if not gone[unit] then
    local player = unit.player
    gone[unit] = { id = unit.id, data = unit.data, home = unit.home,
      player = player and not player.removed and player or nil }
    table.insert(gone.units, gone[unit])
  end
  return "d", gone[unit]
end

--- Those of a group's fields that last.
save.GROUP_FIELDS = { "formation", "speed", "spacing", "influence", "player", "status", "code",
  "order", "left", "name", "owner" }

local function fields_of_group(group)
  local fields = { id = group.id }
  for _, key in ipairs(save.GROUP_FIELDS) do fields[key] = group[key] end
  return fields
end

-- Likewise a group that was disbanded.
local function name_of_group(world, group, gone)
  if group.world ~= world then return nil, "a group of another world" end
  if not group._is_gone then return "g", group.id end
  if not gone[group] then
    gone[group] = fields_of_group(group)
    table.insert(gone.groups, gone[group])
  end
  return "e", gone[group]
end

local function in_words(object)
  local words = tostring(object)
  return words:find("^unit ") and "the map's " .. words or words
end

local REMOVED = { ["player (removed)"] = "player", ["influence (removed)"] = "influence" }

-- For plain.write; and records of what is gone, as it comes upon it.
local function namer(world)
  local names, gone = save.objects_of(world), { units = {}, groups = {} }
  return function(value)
    local named = names[value]
    if named then return named[1], named[2] end
    if type(value) == "userdata" then
      local kind = REMOVED[tostring(value)]
      if kind then return "r", kind end
      return nil, in_words(value)
    end
    if type(value) ~= "table" then return nil end
    if Unit._is(value) then return name_of_unit(world, value, gone) end
    if getmetatable(value) == Group then return name_of_group(world, value, gone) end
  end, gone
end

-- ---- what there is to save ----------------------------------------------------------------------

local function record_of_group(group)
  local record = fields_of_group(group)
  record.group, record.units = group, {}
  for unit in group:units() do record.units[#record.units + 1] = unit end
  return record
end

local SCALAR = { ["nil"] = true, boolean = true, number = true, string = true }

-- Events as far as they can be saved: a value that cannot is nil.
local function lasting(events, name_of)
  local list = {}
  for i, event in ipairs(events) do
    local copy = { name = event.name, unit = event.unit, n = event.n }
    for k = 1, event.n do
      local value = event[k]
      if SCALAR[type(value)] or plain.write({ value }, name_of) then copy[k] = value end
    end
    list[i] = copy
  end
  return list
end

local function record_of_unit(unit, name_of)
  local behaviour = unit._behaviour              -- each field on its own: there are many units
  return { data = unit.data, home = unit._home, behaviour = behaviour or nil,
    given = behaviour and unit._given or nil, orders = unit._orders[1] and unit._orders or nil,
    inbox = unit._inbox and lasting(unit._inbox, name_of) or nil,
    failed = unit._pause > 0 and { pause = unit._pause, again = unit._again } or nil }
end

-- By units' ids and the places of players: which of them see which units.
local function seen_of(world)
  local seen = {}
  for place = 1, #world._players do
    for id in pairs(world._seen[place] or {}) do -- in any order
      seen[id] = seen[id] or {}
      seen[id][place] = true
    end
  end
  return seen
end

-- Influence maps that were removed are kept up no more.
local function influence_updates_of(world, name_of)
  local list = {}
  for _, one in ipairs(world._influence_updates) do
    if name_of(one.layer) == "i" then list[#list + 1] = one end
  end
  return list
end

-- All that the map does not know.
local function state_of(world, name_of)
  local a, b = world.random:state()
  local state = {
    ticks = world.ticks, failures = world.failures, budget = world.budget or nil, random = { a, b },
    players = world._players, reserved = world._reserved,
    upkeep = influence_updates_of(world, name_of),
    private = core.keys(world._private)[1] and world._private or nil,
    last_group = world._last_group, data = world.data, seen = seen_of(world),
    events = lasting(world._events, name_of), sighted = sightings.state(world),
    mods = world._for_mods.state(world), numbers = numbers.state(world),
    seed = world._seed ~= 0 and world._seed or nil,
    units = {}, groups = {}, without_fog = not world.fog or nil,
  }
  for unit in world:units() do state.units[unit._id] = record_of_unit(unit, name_of) end
  for group in world:groups() do
    state.groups[#state.groups + 1] = record_of_group(group)
  end
  return state
end

-- ---- what cannot be saved -----------------------------------------------------------------------

-- "units[3].data.path is a function": for people.
local function explained(reason)
  return (reason:gsub("^units%[(%d+)%]%.", "unit %1: "):gsub("given%[(%d+)%]",
    "argument %1 of its behaviour", 1):gsub("^data", "world.data")) .. ", which cannot be saved"
end

local NAMELESS = "unit %d: %s is a function without a name; world:behaviour gives it one"

local function function_in(world)
  for unit in world:units() do
    if type(unit._behaviour) == "function" then return NAMELESS:format(unit.id, "its behaviour") end
    for _, order in ipairs(unit._orders) do
      if type(order.behaviour) == "function" then return NAMELESS:format(unit.id, "an order") end
    end
  end
end

-- The text | nil, what is wrong. `with`: see mods.state.
local function write(world, with)
  local name_of, gone = namer(world)
  local state = state_of(world, name_of)
  state.mods = world._for_mods.state(world, with)
  local text, reason = plain.write(state, name_of)
  reason = reason or saved_world.problem(state, world)
    or saved_world.problem_of_gone(gone.units, gone.groups, world)
  if reason then return nil, explained(reason) end
  return text
end

-- ---- starting again ----------------------------------------------------------------------------

-- Ends what all units do, and returns what that was.
local function halt_all(world)
  local halted = {}
  for unit in world:units() do
    halted[#halted + 1] = { unit = unit, plan = unit:_halt() }
  end
  return halted
end

local function resume_all(halted)
  for _, one in ipairs(halted) do one.unit:_resume(one.plan) end
end

-- What nobody could be told after loading nobody is told here.
local function forget_passing(world)
  local name_of = namer(world)
  world:_forget_derived()
  world._influence_updates = influence_updates_of(world, name_of)
  world._events = lasting(world._events, name_of)
  for unit in world:units() do
    unit:_forget_passing()                       -- which touches it
    unit._inbox = unit._inbox and lasting(unit._inbox, name_of)
  end
end

-- Whatever is under way ends, and starts again in the next tick: the world is what its data say.
-- But instances of mods go on where they are, once the map has been saved: the searches that they
-- wait for are requested again, here as in the world that is loaded. The text of the map | nil,
-- message.
local function restart(world)
  local kept = world._for_mods.suspend(world)
  local halted = halt_all(world)
  local done, failure = pcall(world._for_mods.restart, world)
  -- Tickets that were cancelled are told now, while all stand.
  local told, message = pcall(world.map.work, world.map, 0)
  forget_passing(world)
  resume_all(halted)
  world._for_mods.recount(world)
  for group in world:groups() do group:_restart() end
  world._for_mods.line_up(world, kept)
  world._for_mods.call_up(world)
  local map_text = done and told and world.map:save()
  world._for_mods.revive(world, kept)
  if map_text then return map_text end
  return nil, tostring(failure or message)
end

-- ---- saving -------------------------------------------------------------------------------------

local function compose(map_text, text)
  local body = ("%d %d %d\n"):format(save.VERSION, #map_text, #text) .. map_text .. text
  return save.MAGIC .. core.checksum(body) .. body
end

-- The world as text | nil, what is wrong. `with`: see mods.state.
local function saved(world, with)
  world:_bury_the_dead()
  local reason = function_in(world)
  if reason then return nil, reason end
  local text
  text, reason = write(world, "instances")           -- before anything has changed
  if not text then return nil, reason end
  local map_text
  map_text, reason = restart(world)
  if not map_text then return nil, reason end
  text, reason = write(world, with)
  if not text then return nil, reason end
  return compose(map_text, text)
end

local function check_rests(world, what)
  if world._ticking then blame.raise(("a world cannot be %s within its tick"):format(what)) end
  local map = world.map
  map.reroute_budget = map.reroute_budget        -- an error where a callback has locked the map
end

--- A world as restore.copy reads it in this program: text, a list of images | nil, message.
function save.copy(world)
  check_rests(world, "forked")
  local images = {}
  local content, reason = saved(world, images)
  if not content then return nil, reason end
  return content, images
end

--- world:save([file]) -> string | world | nil, message
function save.save(world, file)
  if file ~= nil and type(file) ~= "string" then
    blame.fail("save", 1, "string expected, got %s", type(file))
  end
  check_rests(world, "saved")
  local content, reason = saved(world, "images")
  if not content then return nil, reason end
  return files.saved(world, content, file)
end

-- When units are activated. One that was saved is, in the next tick.
local function turns_of(world)
  local turns = {}
  for unit in world:units() do turns[unit._id] = { unit._wake, unit._roused } end
  return turns
end

--- All that the map does not know, and when units are activated; and what names the objects in
-- it, for plain.write.
function save.state(world)
  local name_of = namer(world)
  local state = state_of(world, name_of)
  state.turns = turns_of(world)
  state.line = world._line:state()
  return state, name_of
end

--- world:hash() -> 16 digits. Without what is kept for mods only: a world with mods that do nothing
-- is the same as one without. The seed is for mods, too: what comes of it otherwise is in `random`.
function save.hash(world)
  local state, name_of = save.state(world)
  state.sighted, state.mods, state.numbers, state.seed = nil, nil, nil, nil
  local text = plain.write(state, name_of, true)
  return core.checksum(world.map:hash() .. world.map:_queue_hash() .. text)
end

return save
