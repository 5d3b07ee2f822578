--- Makes worlds from the bytes that init.lua has written. All of it is checked: bytes that somebody
-- has changed, checksum included, are refused, or give a valid world. world_fields.lua says what
-- each field may be; this file restores the objects.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local failures = require "astar.world.failures"
local files = require "astar.files"
local formats = require "astar.formats"
local Group = require "astar.group"
local numbers = require "astar.world.numbers"
local objects = require "astar.units.object"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local plain = require "astar.save.data_text"
local save = require "astar.save"
local saved_world = require "astar.save.world_fields"
local sightings = require "astar.world.sightings"
local Unit = require "astar.world.unit"
local World = require "astar.world"

local restore = { DAMAGED = "a saved world, but cut off or changed" }

local A_MAP = "a saved map, and no world: astar.load reads it"
local NOT_ONE, DAMAGED = "not a saved world", restore.DAMAGED
local NEWER, OLDER = formats.NEWER, formats.OLDER

-- ---- expectations -------------------------------------------------------------------------------

-- What is wrong with the bytes is said by an error with an empty table.
local function expect(holds)
  return holds or error({})
end

local function expect_type(value, kind)
  expect(type(value) == kind)
  return value
end

local function expect_whole(value, least, most)
  expect(type(value) == "number" and value % 1 == 0 and value >= least and value <= most)
  return value
end

-- ---- the bytes ----------------------------------------------------------------------------------

--- The two parts, the map's and the rest | nil, message.
function restore.parts_of(content)
  local magic = save.MAGIC
  local begun = content:sub(1, #magic)
  if content:sub(1, 8) == "\137ASTAR\r\n" then return nil, A_MAP end
  if begun ~= magic then
    return nil, #begun > 0 and magic:sub(1, #begun) == begun and DAMAGED or NOT_ONE
  end
  local body = content:sub(#magic + 17)
  if core.checksum(body) ~= content:sub(#magic + 1, #magic + 16) then return nil, DAMAGED end
  local version, map_size, size, at = body:match("^(%d+) (%d+) (%d+)\n()")
  version, map_size, size = tonumber(version or 0), tonumber(map_size), tonumber(size)
  if version > save.VERSION then return nil, NEWER end
  if version < save.VERSION then return nil, OLDER end
  if at - 1 + map_size + size ~= #body then return nil, DAMAGED end
  return body:sub(at, at + map_size - 1), body:sub(at + map_size)
end

-- ---- objects ------------------------------------------------------------------------------------

-- A unit that was removed before the world was saved: it has no body, and says so.
local function dead_body(record)
  return setmetatable({ removed = true }, {
    __index = function() blame.raise("the unit was removed") end,
    __tostring = function() return ("unit %s (removed)"):format(tostring(record.id)) end,
  })
end

local function bodies_of(map)
  local bodies = {}
  for body in map:units() do bodies[body.id] = body end
  return bodies
end

-- A player or an influence map that was removed before the world was saved: it can say no more than
-- that, as every one that was removed. It is one of a map of its own.
local function removed_object(kind)
  expect(kind == "player" or kind == "influence")
  local map = core.new(1, 1, 10, 14, "square", 0, 0, 1, 1, "square")
  local object = map[kind](map, "removed")
  object:remove()
  return object
end

-- From kinds to what makes an object when it is first named. It is filled when all has been read.
local function makers(world, made)
  local bodies, make = bodies_of(world.map), {}
  function make.u(id)
    local body = expect(bodies[id])
    made.units[id] = made.units[id] or Unit._new(world, body, body.player, false)
    return made.units[id]
  end
  function make.g(id)
    made.groups[id] = made.groups[id] or Group._bare(world, expect_whole(id, 1, 2 ^ 53))
    return made.groups[id]
  end
  function make.r(kind)
    made.removed[kind] = made.removed[kind] or removed_object(kind)
    return made.removed[kind]
  end
  function make.e(record)
    expect_type(record, "table")
    made.gone[record] = made.gone[record] or Group._bare(world, 0)
    return made.gone[record]
  end
  function make.d(record)
    expect_type(record, "table")
    made.dead[record] = made.dead[record] or Unit._new(world, dead_body(record), false, false, 0)
    return made.dead[record]
  end
  return make
end

-- For plain.read; and the objects that it has made.
local function finder(world)
  local made, named = { units = {}, groups = {}, dead = {}, gone = {}, removed = {} }, { o = {} }
  for object, one in pairs(save.objects_of(world)) do
    local kind, name = one[1], one[2]
    named[kind] = named[kind] or {}
    named[kind][name] = object
  end
  local make = makers(world, made)
  return function(kind, name)
    if make[kind] then return make[kind](name) end
    local object = named[kind] and named[kind][name]
    if object or kind ~= "o" then return object end
    made.wanted = name                           -- a mod that is missing: that will be said
    return made
  end, made
end

-- ---- units and groups ---------------------------------------------------------------------------

-- A home may be a unit that was removed since: to assign it would be refused.
local function set_home(unit, home)
  if objects.is_unit(home) then rawset(unit, "_home", home)
  else unit.home = home end
end

local function fill_dead(made)
  for record, unit in pairs(made.dead) do
    rawset(unit, "_id", record.id)
    rawset(unit, "_player", record.player or false)
    unit.data = record.data
    set_home(unit, record.home)
  end
end

local function fill_unit(world, unit, record)
  unit.data = record.data
  set_home(unit, record.home)
  if record.inbox then unit._inbox = record.inbox end
  if record.failed then
    unit._pause, unit._again = record.failed.pause, record.failed.again
  end
  world._units[unit.id] = unit
  world._count = world._count + 1
end

local function fill_units(world, made, records, object_of)
  for id, record in pairs(records) do
    fill_unit(world, object_of("u", id), record)
  end
  for id in pairs(made.units) do expect(records[id]) end
end

local function fill_group(group, record)
  for _, key in ipairs(save.GROUP_FIELDS) do group["_" .. key] = record[key] end
end

-- A group that has an order is marching.
local function expect_order(group)
  local order = group.order
  if not order then return end
  expect(group.status == "marching" and not group.code)
  local map = group.world.map
  expect(pcall(map.query, map, { influence = order.influence }))
end

local function fill_ranks(group, record)
  group._units, group._is_gone = record.units, false
  for _, unit in ipairs(record.units) do
    expect(not unit.group)
    rawset(unit, "_group", group)
  end
end

local function fill_groups(world, made, records)
  for record, group in pairs(made.gone) do
    group._id = record.id
    fill_group(group, record)
  end
  for i, record in ipairs(records) do
    local group = record.group
    expect(group.id == record.id and made.groups[record.id] == group and group._is_gone)
    fill_group(group, record)
    expect_order(group)
    fill_ranks(group, record)
    world._groups[i] = group
  end
  for _, group in pairs(made.groups) do expect(not group._is_gone) end
end

-- ---- the world ----------------------------------------------------------------------------------

local function fill_clock(world, state)
  world._ticks, world._failures, world._budget = state.ticks, state.failures, state.budget or false
  world._last_group, world._seed = state.last_group, state.seed or 0
  expect(world.random:restore(state.random[1], state.random[2]))
end

local function fill_rest(world, state)
  world._fog = not state.without_fog
  world.data, world._players = state.data, state.players
  world._influence_updates = state.upkeep
  world._private = state.private or {}
  for _, id in pairs(expect_type(state.reserved, "table")) do expect_whole(id, 1, 2 ^ 53) end
  world:_restore_reserved(state.reserved)
  world._events = state.events
  world._seen = {}
  for id, by in pairs(state.seen) do             -- in any order
    for place, is_seen in pairs(by) do
      world._seen[place] = world._seen[place] or {}
      world._seen[place][id] = is_seen or nil
    end
  end
  sightings.revive(world, state.sighted)
  numbers.revive(world, state.numbers)
end

-- Units that were removed, and players who do not know that: see world/sightings.lua.
local function fill_ghosts(world, made, sighted)
  local dead = {}
  for record, unit in pairs(made.dead) do dead[record.id] = unit end
  for id in pairs(sighted) do
    if not world._units[id] then
      world._ghosts[id] = dead[id] or Unit._new(world, dead_body { id = id }, false, false, id)
    end
  end
end

local function expect_legal(state, made, world)
  local units, groups = {}, {}
  for record in pairs(made.dead) do units[#units + 1] = record end
  for record in pairs(made.gone) do groups[#groups + 1] = record end
  expect(not saved_world.problem(state, world))
  expect(not saved_world.problem_of_gone(units, groups, world))
end

local function fill(world, text)
  local object_of, made = finder(world)
  local state = expect(plain.read(text, object_of))
  expect_legal(state, made, world)
  fill_dead(made)
  fill_units(world, made, state.units, object_of)
  fill_groups(world, made, state.groups)
  fill_clock(world, state)
  fill_rest(world, state)
  fill_ghosts(world, made, state.sighted)
  if world._mods[1] and not state.numbers then numbers.begin(world) end
  return state, made
end

-- From the names of mods that the world had, and has not now, to words.
local function missing_mods(world, state)
  local missing = {}
  for _, mod in ipairs(state.mods) do
    missing[mod.name] = ("the mod '%s' %s is missing"):format(mod.name, mod.version)
  end
  for mod in world:mods() do missing[mod.name] = nil end
  return missing
end

-- What there is not, in words; nil: all that somebody needs is there.
local function missing(world, state, made)
  local gone = missing_mods(world, state)
  if made.wanted then return expect(gone[made.wanted]) end
  local function problem(unit, name, of)
    if not name or world:_find_behaviour(name) then return end
    local why = gone[name:match("^[^.]*")]
    return ("there is no behaviour '%s', which unit %d %s%s"):format(name, unit.id, of,
      why and ": " .. why or "")
  end
  for unit in world:units() do
    local record = state.units[unit.id]
    local found = problem(unit, record.behaviour, "is at")
    for _, order in ipairs(record.orders or {}) do
      found = found or problem(unit, order.behaviour, "is ordered to")
    end
    if found then return found end
  end
end

-- The game is told of mods that the world was saved with, and has not now.
local function tell_of_missing(world, state)
  local gone = missing_mods(world, state)
  for _, mod in ipairs(state.mods) do
    if gone[mod.name] then
      failures.tell(world, { kind = "version", version = mod.version, text =
        ("tick %d: the world was saved with the mod '%s' %s, which is not loaded"):format(
        world.ticks, mod.name, mod.version) })
    end
  end
end

-- Gives all units what they did.
local function set_going(world, state, images)
  for unit in world:units() do
    unit:_resume(state.units[unit.id])
  end
  local kept = world._for_mods.restore(world, state.mods, images)
  tell_of_missing(world, state)
  for group in world:groups() do group:_restart() end
  world._for_mods.line_up(world, kept)
  world._for_mods.revive(world, kept)
end

-- What is missing | nil.
local function revive(world, text, images)
  local state, made = fill(world, text)
  local problem = missing(world, state, made)
  if not problem then set_going(world, state, images) end
  return problem
end

-- ---- reading ------------------------------------------------------------------------------------

local VALID = {
  behaviours = { "table", "a table of functions by name" },
  mods = { "table", "a list of what world:mod takes" },
  setup = { "function", "a function" }, report = { "function", "a function" },
  log = { "function", "a function" },
  memory = options.whole(1, 2 ^ 53), threads = options.whole(1, 64),
}

-- What there is no matter which world it is. A mod that cannot be loaded: its message.
local function furnish(world, given)
  for name, f in pairs(given.behaviours or {}) do world:behaviour(name, f) end
  for _, one in ipairs(given.mods or {}) do
    local mod, message = world:mod(one)
    if not mod then return message end
  end
  if given.setup then given.setup(world) end
  if world._count > 0 or world._groups[1] then
    error("'setup' has made units or groups: those of the saved world come after it", 0)
  end
end

local function build(content, given, images)
  local map_text, text = restore.parts_of(content)
  if not map_text then return nil, text end
  local map, why = formats.read(map_text, given.memory and { memory = given.memory })
  if not map then return nil, why:find(formats.LIMIT, 1, true) and formats.LIMIT or DAMAGED end
  local world = World.new { map = map, report = given.report, log = given.log,
    threads = given.threads }
  local problem = furnish(world, given)
  if problem then return nil, problem end
  local read, result = pcall(revive, world, text, images)
  if not read and type(result) == "string" and result:find("not enough memory") then
    error(result, 0)
  end
  if not read then return nil, DAMAGED end
  if result then return nil, result end
  return world
end

local function check_behaviours(method, list)
  for name, f in pairs(list) do
    if type(name) ~= "string" or type(f) ~= "function" then
      blame.fail(method, 2, "behaviours: [%s] = %s is no function by name", core.show(name),
        core.show(f))
    end
  end
end

local function check(method, content, given)
  if type(content) ~= "string" then
    blame.fail(method, 1, "string expected, got %s", type(content))
  end
  if given == nil then return end
  options.check(method, given, VALID, 2)
  if given.behaviours then check_behaviours(method, given.behaviours) end
end

local function named(source, world, message)
  if world then return world end
  return nil, ("%s: %s"):format(source, message)
end

--- A world from a string: world | nil, message. `given`: what cannot be saved, see VALID.
function restore.read_world(content, given)
  check("read_world", content, given)
  return named("text", build(content, given or {}))
end

--- The same of what save.copy has given.
function restore.copy(content, images, given)
  return named("copy", build(content, given, images))
end

--- The same from a file.
function restore.load_world(file, given)
  check("load_world", file, given)
  local content, why = files.read(file)
  if not content then return nil, why end
  return named(file, build(content, given or {}))
end

return restore
