--- Saving worlds, and making them again.
--
-- A coroutine cannot be saved. So a behaviour begins anew from its top where a world is saved, in
-- the world that goes on as well as in the one that is loaded: both are alike, and stay so. What a
-- behaviour has taken hold of it gives back then, as it does whenever it ends. Groups set out anew
-- from where their units are. What lasts is data, and that is what is saved beside the map.

local core = require "astar.core"
local formats = require "astar.formats"
local Group = require "astar.group"
local options = require "astar.options"
local plain = require "astar.plain"
local Unit = require "astar.unit"

local save = {}

local MAGIC = "\137ASTAW\r\n"
local VERSION = 1

-- ---- objects by name ----------------------------------------------------------------------------

-- What belongs to a map, with its kind and name: { [object] = { kind, name } }.
local function objects_of(map)
  local names, count = { [map] = { "m", 0 } }, 0
  for player in map:players() do names[player] = { "p", player.name } end
  for layer in map:influences() do names[layer] = { "i", layer.name } end
  for class in map:classes() do
    count = count + 1
    names[class] = { "c", count }
  end
  return names
end

-- A unit that was removed has a name no more; what somebody might yet ask it stands in a table.
local function name_of_unit(world, unit, dead)
  if unit.world ~= world then return nil, "a unit of another world" end
  if not unit.removed then return "u", unit.id end
  dead[unit] = dead[unit] or { id = unit.id, data = unit.data, home = unit.home }
  return "d", dead[unit]
end

local function name_of_group(world, group)
  for one in world:groups() do
    if one == group then return "g", group.id end
  end
  return nil, "a group that was disbanded"
end

-- For plain.write.
local function namer(world)
  local names, dead = objects_of(world.map), {}
  return function(value)
    if value == world then return "w", 0 end
    local meta = getmetatable(value)
    if type(value) == "table" then
      if Unit._is(value) then return name_of_unit(world, value, dead) end
      if meta == Group then return name_of_group(world, value) end
    elseif type(value) == "userdata" then
      local named = names[value]
      if named then return named[1], named[2] end
      return nil, tostring(value)
    end
  end
end

-- ---- what there is to save ----------------------------------------------------------------------

local GROUP_FIELDS = { "formation", "speed", "spacing", "influence", "player", "status", "code",
  "order", "left" }

local function record_of_group(group)
  local record = { group = group, units = {} }
  for unit in group:units() do record.units[#record.units + 1] = unit end
  for _, key in ipairs(GROUP_FIELDS) do record[key] = group[key] end
  return record
end

local function record_of_unit(unit)
  local behaviour = unit.behaviour
  return { data = unit.data, home = unit.home, behaviour = behaviour or nil,
    given = behaviour and unit._given or nil }
end

-- By the places of players: who has seen whom.
local function seen_of(world)
  local seen = {}
  for id, by in pairs(world._seen) do
    for place = 1, #world._players do
      if by[place] then
        seen[id] = seen[id] or {}
        seen[id][place] = true
      end
    end
  end
  return seen
end

-- All that the map does not know.
local function state_of(world)
  local a, b = world.random:state()
  local state = {
    ticks = world.ticks, failures = world.failures, budget = world.budget, random = { a, b },
    players = world._players, upkeep = world._upkeep, reserved = world._reserved,
    last_group = world._last_group, data = world.data, seen = seen_of(world),
    sighted = world._sighted,
    units = {}, groups = {},
  }
  for unit in world:units() do state.units[unit.id] = record_of_unit(unit) end
  for group in world:groups() do
    state.groups[#state.groups + 1] = record_of_group(group)
  end
  return state
end

-- "units[3].data.path is a function": for people.
local function in_words(reason)
  return (reason:gsub("^units%[(%d+)%]%.", "unit %1: "):gsub("^data", "world.data"))
end

local function function_in(world)
  for unit in world:units() do
    if type(unit.behaviour) == "function" then
      return ("unit %d: its behaviour is a function without a name; world:behaviour gives it one")
        :format(unit.id)
    end
  end
end

-- The text | nil, what is wrong.
local function write(world)
  local text, reason = plain.write(state_of(world), namer(world))
  if not text then return nil, in_words(reason) end
  return text
end

-- ---- beginning anew -----------------------------------------------------------------------------

-- Ends what all units do. A cleanup may have given one something else to do.
local function halt_all(world)
  local halted = {}
  for unit in world:units() do
    local behaviour, given = unit.behaviour, unit._given
    if behaviour then
      halted[#halted + 1] = { unit = unit, behaviour = behaviour, given = given }
    end
  end
  for _, one in ipairs(halted) do one.unit:_halt() end
  return halted
end

local function resume_all(halted)
  for _, one in ipairs(halted) do
    local unit = one.unit
    if not unit.removed and not unit.behaviour then unit:_resume(one.behaviour, one.given) end
  end
end

-- Whatever is under way ends, and begins anew in the next tick: the world is what its data say.
local function restart(world)
  local halted = halt_all(world)
  local failed
  for _, mod in ipairs(world._mods or {}) do
    local ok, message = pcall(mod.restart, mod)
    if not ok then failed = failed or message end
  end
  local told, message = pcall(world.map.work, world.map, 0)  -- cancelled tickets, while all stand
  if not told then failed = failed or message end
  world:_forget_derived()
  for unit in world:units() do unit:_forget_news() end
  resume_all(halted)
  for group in world:groups() do group:_restart() end
  if failed ~= nil then return nil, tostring(failed) end
  return true
end

-- ---- saving -------------------------------------------------------------------------------------

local function compose(map_text, text)
  local body = ("%d %d %d\n%s%s"):format(VERSION, #map_text, #text, map_text, text)
  return MAGIC .. core.checksum(body) .. body
end

local function saved(world)
  world:_bury_the_dead()
  local reason = function_in(world)
  if reason then return nil, reason end
  local text
  text, reason = write(world)
  if not text then return nil, reason end
  local done
  done, reason = restart(world)
  if not done then return nil, reason end
  text, reason = write(world)
  if not text then return nil, reason end
  return compose(world.map:snapshot(), text)
end

--- world:save([file]) -> string | world | nil, message
function save.save(world, file)
  if file ~= nil and type(file) ~= "string" then
    error(("bad argument #1 to 'save' (string expected, got %s)"):format(type(file)), 2)
  elseif world._turning then
    error("a world cannot be saved within its tick", 2)
  end
  world.map.rerouting = world.map.rerouting      -- an error where a callback has locked the map
  local content, reason = saved(world)
  if not content then return nil, reason end
  if not file then return content end
  local failed = formats.write(file, function(handle)
    local ok, why = handle:write(content)
    return not ok and why
  end)
  if failed then return nil, failed end
  return world
end

--- world:hash() -> 16 digits. Without what is kept for mods only: a world with mods that do nothing
-- is the same as one without.
function save.hash(world)
  local state = state_of(world)
  state.sighted = nil
  local text = plain.write(state, namer(world), true)
  return core.checksum(("%s %d %s"):format(world.map:hash(), world.map.waiting, text))
end

-- ---- loading ------------------------------------------------------------------------------------

local NOT_ONE, DAMAGED = "not a saved world", "a saved world, but cut off or changed"
local NEWER = "saved by a newer version of the library"

-- What is wrong with the bytes is said by an error with an empty table.
local function expect(holds)
  return holds or error({})
end

local function expect_type(value, kind)
  expect(type(value) == kind)
  return value
end

-- The two parts | nil, message.
local function parts_of(content)
  local begun = content:sub(1, #MAGIC)
  if begun ~= MAGIC then
    return nil, #begun > 0 and MAGIC:sub(1, #begun) == begun and DAMAGED or NOT_ONE
  end
  local body = content:sub(#MAGIC + 17)
  if core.checksum(body) ~= content:sub(#MAGIC + 1, #MAGIC + 16) then return nil, DAMAGED end
  local version, map_size, size, at = body:match("^(%d+) (%d+) (%d+)\n()")
  if tonumber(version or 0) > VERSION then return nil, NEWER end
  map_size, size = tonumber(map_size), tonumber(size)
  if version ~= "1" or at - 1 + map_size + size ~= #body then return nil, DAMAGED end
  return body:sub(at, at + map_size - 1), body:sub(at + map_size)
end

-- A unit that was removed before the world was saved: it has no body, and says so.
local function dead_body(record)
  local body = { removed = true }
  return setmetatable(body, {
    __index = function() error("the unit was removed", 2) end,
    __tostring = function() return ("unit %s (removed)"):format(tostring(record.id)) end,
  })
end

local function bodies_of(map)
  local bodies = {}
  for body in map:units() do bodies[body.id] = body end
  return bodies
end

-- For plain.read: objects are made when they are first named, and filled when all has been read.
local function finder(world)
  local named, bodies = {}, bodies_of(world.map)
  for object, one in pairs(objects_of(world.map)) do
    named[one[1]] = named[one[1]] or {}
    named[one[1]][one[2]] = object
  end
  local made = { units = {}, groups = {}, dead = {} }
  named.w = { [0] = world }
  local make = {}
  function make.u(id)
    local body = expect(bodies[id])
    made.units[id] = made.units[id] or Unit._new(world, body, body.player, false)
    return made.units[id]
  end
  function make.g(id)
    made.groups[id] = made.groups[id] or setmetatable({}, Group)
    return made.groups[id]
  end
  function make.d(record)
    expect_type(record, "table")
    local dead = made.dead
    dead[record] = dead[record] or Unit._new(world, dead_body(record), false, false, 0)
    return dead[record]
  end
  return function(kind, name)
    if make[kind] then return make[kind](name) end
    return named[kind] and named[kind][name]
  end, made
end

local function fill_dead(made)
  for record, unit in pairs(made.dead) do
    rawset(unit, "id", expect_type(record.id, "number"))
    unit.data, unit.home = expect_type(record.data, "table"), record.home
  end
end

local function is_place(value)
  return type(value) == "table" and value.x ~= nil and value.y ~= nil
end

local function fill_unit(world, unit, record)
  expect_type(record, "table")
  unit.data, unit.home = expect_type(record.data, "table"), record.home
  expect(record.home.removed or is_place(record.home))
  expect(record.behaviour == nil or type(record.behaviour) == "string")
  if record.behaviour then expect_type(expect_type(record.given, "table").n, "number") end
  world._units[unit.id] = unit
  world._count = world._count + 1
end

local function fill_units(world, made, records, object_of)
  for id, record in pairs(records) do fill_unit(world, object_of("u", id), record) end
  for id in pairs(made.units) do expect(records[id]) end
end

local function fill_group(world, group, record)
  rawset(group, "world", world)
  rawset(group, "_ranks", {})
  rawset(group, "_march", false)
  rawset(group, "_units", expect_type(record.units, "table"))
  for _, key in ipairs(GROUP_FIELDS) do rawset(group, key, record[key]) end
  expect_type(group.left, "table")
  expect_type(group.status, "string")
  expect(group.order == false or type(group.order) == "table")
  for _, unit in ipairs(record.units) do
    expect(Unit._is(unit) and not unit.removed and not unit.group)
    rawset(unit, "group", group)
  end
end

local function fill_groups(world, made, records)
  local ids = {}
  for id, group in pairs(made.groups) do ids[group] = id end
  for i, record in ipairs(expect_type(records, "table")) do
    local group = expect_type(record, "table").group
    expect(ids[group])
    rawset(group, "id", ids[group])
    ids[group] = nil
    world._groups[i] = group
    fill_group(world, group, record)
  end
  expect(next(ids) == nil)
end

local function fill_rest(world, state)
  world.ticks, world.failures = expect_type(state.ticks, "number"),
    expect_type(state.failures, "number")
  world.budget, world._last_group = expect_type(state.budget, "number"),
    expect_type(state.last_group, "number")
  world.random:restore(expect_type(state.random[1], "number"),
    expect_type(state.random[2], "number"))
  world.data = expect_type(state.data, "table")
  world._players = expect_type(state.players, "table")
  world._upkeep = expect_type(state.upkeep, "table")
  world._reserved = expect_type(state.reserved, "table")
  for _, player in ipairs(world._players) do expect_type(player, "userdata") end
  for _, one in ipairs(world._upkeep) do expect_type(one.layer, "userdata") end
  for _, by in pairs(expect_type(state.seen, "table")) do expect_type(by, "table") end
  world._seen, world._sighted = state.seen, expect_type(state.sighted or {}, "table")
end

local function fill(world, text)
  local object_of, made = finder(world)
  local state = expect(plain.read(text, object_of))
  fill_dead(made)
  fill_units(world, made, expect_type(state.units, "table"), object_of)
  fill_groups(world, made, state.groups)
  fill_rest(world, state)
  return state
end

-- Gives all units what they did. The name of a behaviour that there is not | nil.
local function set_going(world, state)
  for unit in world:units() do
    local record = state.units[unit.id]
    local name = record.behaviour
    if name == "hold_formation" then world:_name_formation() end
    if name and not world._behaviours[name] then
      local mod = name:match("^([%w_-]+)%.")
      return ("there is no behaviour '%s', which unit %d is at%s"):format(name, unit.id,
        mod and (": a mod's, perhaps, of '%s', that `setup` has not loaded"):format(mod) or "")
    end
    if name then unit:_resume(name, record.given) end
  end
  if world._groups[1] then world:_name_formation() end
  for group in world:groups() do group:_restart() end
end

local VALID = {
  behaviours = { "table", "a table of functions by name" },
  setup = { "function", "a function" }, report = { "function", "a function" },
  threads = { "number", "a number" },
}

local function build(make, content, source, given)
  local map_text, text = parts_of(content)
  if not map_text then return nil, ("%s: %s"):format(source, text) end
  local map = formats.read(map_text)
  if not map then return nil, ("%s: %s"):format(source, DAMAGED) end
  local world = make { map = map, report = given.report, threads = given.threads }
  for name, f in pairs(given.behaviours or {}) do world:behaviour(name, f) end
  if given.setup then given.setup(world) end
  local filled, state = pcall(fill, world, text)
  if not filled and type(state) == "string" and state:find("not enough memory", 1, true) then
    error(state, 0)
  end
  if not filled then return nil, ("%s: %s"):format(source, DAMAGED) end
  local missing = set_going(world, state)
  if missing then return nil, ("%s: %s"):format(source, missing) end
  return world
end

local function check(name, content, given)
  if type(content) ~= "string" then
    error(("bad argument #1 to '%s' (string expected, got %s)"):format(name, type(content)), 3)
  end
  if given ~= nil then options.check(name, given, VALID, 2) end
end

--- What makes a world of a string, and of a file: world | nil, message. `make` makes new ones.
function save.readers(make)
  local function read_world(content, given)
    check("read_world", content, given)
    return build(make, content, "text", given or {})
  end
  local function load_world(file, given)
    check("load_world", file, given)
    local handle, why = io.open(file, "rb")
    if not handle then return nil, why end
    local content
    content, why = handle:read("*a")
    handle:close()
    if not content then return nil, ("%s: %s"):format(file, why) end
    return build(make, content, file, given or {})
  end
  return read_world, load_world
end

return save
