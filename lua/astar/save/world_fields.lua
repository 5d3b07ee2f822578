--- What a saved world may hold beside its map: each field of the state that init.lua writes.
--
-- A world is checked before it is saved, and bytes that were read are checked before they become a
-- world. So whatever can be saved can be loaded, and whatever is loaded is saved again unchanged:
-- no field is read and dropped, and none is accepted unchecked. What the game keeps (data, homes,
-- arguments, arguments of events) may be anything.

local core = require "astar.core"
local failures = require "astar.world.failures"
local formation = require "astar.group.formation"
local Group = require "astar.group"
local safe = require "astar.pairs"
local Unit = require "astar.world.unit"

local next, pairs = safe.next, safe.pairs

local saved_world = {}

-- A check is a function: the value; its place, in words; and what the world has, see `about` below.
-- A world is first checked without places, which are false then, and in the order in which fields
-- come: naming places takes longer than all checks. Where something is wrong it is checked again,
-- to say what.

local function refuse(place, value, expected)
  if not place then error({}, 0) end
  error({ reason = ("%s is %s and not %s"):format(place, core.show(value), expected) }, 0)
end

local function expect(holds, place, value, expected)
  return holds or refuse(place, value, expected)
end

-- ---- single values ------------------------------------------------------------------------------

local function anything() end

-- Checks that hold where a field is missing.
local MAY_MISS = { [anything] = true }

local function optional(check)
  local function check_if_there(value, place, about)
    return value == nil or check(value, place, about)
  end
  MAY_MISS[check_if_there] = true
  return check_if_there
end

local function or_false(check)
  return function(value, ...) return value == false or check(value, ...) end
end

local function of_type(kind)
  return function(value, place) expect(type(value) == kind, place, value, "a " .. kind) end
end

local a_name, a_number, a_table = of_type "string", of_type "number", of_type "table"

local SCALAR = { number = true, string = true, boolean = true }

local function a_scalar(value, place)
  expect(SCALAR[type(value)], place, value, "a number, a string or a boolean")
end

local function check_whole(least, most, value, place)
  if type(value) == "number" and value % 1 == 0 and value >= least and value <= most then return end
  refuse(place, value, ("a whole number from %.0f to %.0f"):format(least, most))
end

local function whole(least, most)
  return function(value, place) check_whole(least, most, value, place) end
end

local function one_of(...)
  local words = {}
  for _, word in ipairs { ... } do words[word] = true end
  local expected = ('"%s"'):format(table.concat({ ... }, '", "'))
  return function(value, place) expect(words[value], place, value, "one of " .. expected) end
end

local function a_speed(value, place)
  expect(type(value) == "number" and value > 0 and value <= 64, place, value,
    "a number above 0 and up to 64")
end

local function a_shape(value, place)
  expect(type(value) == "string" and formation.shape(value), place, value, "a formation")
end

local function a_unit(value, place) expect(Unit._is(value), place, value, "a unit") end

local function is_object(value, kind)
  return type(value) == "userdata" and getmetatable(value) == core.metatables[kind]
end

local function a_player(value, place)
  expect(is_object(value, "player") and not value.removed, place, value, "a player")
end

local function a_class(value, place)
  expect(is_object(value, "class"), place, value, "a class")
end

local function a_layer(value, place)
  local is_there = tostring(value) ~= "influence (removed)"
  expect(is_object(value, "influence") and is_there, place, value, "an influence map")
end

local function a_living_id(value, place, about)
  expect(about.units[value] ~= nil, place, value, "the id of a unit")
end

local COUNT, ID, LENGTH = whole(0, 2 ^ 53), whole(1, 2 ^ 32), whole(0, 1e6)

-- ---- what is made of others ---------------------------------------------------------------------

local function shown(key)
  local is_name = type(key) == "string" and key:find("^[%a_][%w_]*$")
  return is_name and "." .. key or ("[%s]"):format(core.show(key))
end

local function below(place, key) return place and place .. shown(key) end

local function key_of(place) return place and "a key of " .. place end

-- Keys are looked through in order: of several mistakes the first one is named everywhere.
local function each(list, place)
  a_table(list, place)
  if not place then
    for key in next, list do
      local kind = type(key)
      if kind ~= "string" and kind ~= "number" then refuse(place) end
    end
    return pairs(list)
  end
  local keys, i = core.keys(list), 0
  for key in pairs(list) do
    expect(type(key) == "string" or type(key) == "number", place, list,
      "a table with names and numbers as keys")
  end
  return function()
    i = i + 1
    return keys[i], list[keys[i]]
  end
end

-- Without a place, in any order: each field that there is, and those that must be there.
local function check_record(fields, required, value, about)
  a_table(value, false)
  for key, one in next, value do
    local check = fields[key] or refuse(false)
    check(one, false, about)
  end
  for i = 1, #required do
    local name = required[i]
    if value[name] == nil then fields[name](nil, false, about) end
  end
end

local function record(fields)
  local names, required = core.keys(fields), {}
  for _, name in ipairs(names) do
    if not MAY_MISS[fields[name]] then required[#required + 1] = name end
  end
  return function(value, place, about)
    if not place then return check_record(fields, required, value, about) end
    for key in each(value, place) do
      if not fields[key] then
        refuse(below(place, key), value[key], "a field that there is")
      end
    end
    for i = 1, #names do
      local name = names[i]
      fields[name](value[name], below(place, name), about)
    end
  end
end

local function map(check_key, check)
  return function(value, place, about)
    for key, one in each(value, place) do
      check_key(key, key_of(place), about)
      check(one, place and below(place, key), about)
    end
  end
end

-- From 1 on, without holes. `check` is given the entry before it as well.
local function check_list(check, value, about)
  local count, before = 0, nil
  for _ in each(value, false) do count = count + 1 end
  for i = 1, count do
    local one = value[i]
    if one == nil then refuse(false) end
    check(one, false, about, before)
    before = one
  end
end

local function list(check)
  return function(value, place, about)
    if not place then return check_list(check, value, about) end
    local count, before = 0, nil
    for key, one in each(value, place) do
      count = count + 1
      expect(key == count, key_of(place), key, ("%d, the next in the list"):format(count))
      check(one, below(place, key), about, before)
      before = one
    end
  end
end

-- A list with holes, its length as n, and perhaps more fields.
local function values_with(fields)
  return function(value, place, about)
    a_table(value, place)
    LENGTH(value.n, below(place, "n"))
    for key in each(value, place) do
      local is_field = key == "n" or fields[key]
      if not is_field then check_whole(1, value.n, key, key_of(place)) end
    end
    for name, check in pairs(fields) do check(value[name], below(place, name), about) end
  end
end

-- ---- units --------------------------------------------------------------------------------------

local values = values_with {}
local events = list(values_with { name = a_name, unit = a_unit })

-- Its last pause after an error, and when that is over.
local FAILED = record { pause = whole(1, failures.LONGEST_PAUSE), again = COUNT }

local ORDERS = list(record { behaviour = a_name, given = values })

local function some_orders(value, place, about)
  ORDERS(value, place, about)
  expect(value[1] ~= nil, place, value, "a list of orders")
end

local UNIT = record {
  data = anything, home = anything, behaviour = optional(a_name), given = optional(values),
  orders = optional(some_orders), inbox = optional(events), failed = optional(FAILED),
}

local function a_unit_record(value, place, about)
  UNIT(value, place, about)
  expect((value.given ~= nil) == (value.behaviour ~= nil), below(place, "given"), value.given,
    "what goes with its behaviour")
end

local DEAD = record { id = ID, data = anything, home = anything, player = optional(a_player) }

-- ---- groups -------------------------------------------------------------------------------------

local function a_direction(value, place)
  local is_one = type(value) == "table" and formation.facing(value)
  local dx, dy = formation.facing(is_one and value or { 1, 0 })
  expect(is_one and value[1] == dx and value[2] == dy, place, value, "one of the eight directions")
  for key in each(value, place) do whole(1, 2)(key, key_of(place)) end
end

local function within(size)
  return function(value, place, about) whole(1, about.map[size])(value, place) end
end

local LOOK = {
  formation = a_shape, speed = optional(a_speed), spacing = optional(whole(1, 32)),
  influence = optional(a_table),
}

local function with_look(fields)
  for name, check in pairs(LOOK) do fields[name] = check end
  return fields
end

local ORDER = record(with_look {
  x = within "width", y = within "height", facing = optional(a_direction),
  hold = optional(function(value, place) expect(value == true, place, value, "true") end),
})

-- Those of save.GROUP_FIELDS, and its id.
local function group_fields(more)
  local fields = with_look {
    id = whole(1, 2 ^ 53), player = or_false(a_player), code = optional(a_name),
    status = one_of("standing", "marching", "assembled", "failed"),
    order = or_false(ORDER), left = map(ID, a_name), name = optional(a_name),
    owner = optional(a_name),
  }
  for name, check in pairs(more) do fields[name] = check end
  return record(fields)
end

-- A unit of the group's player, alive, in the order of ids.
local function a_member(value, place, about, before)
  a_unit(value, place)
  expect(about.units[value.id], place, value, "a unit of the world")
  expect(not before or before.id < value.id, place, value, "in the order of ids")
end

local function a_group_object(value, place)
  expect(getmetatable(value) == Group, place, value, "a group")
end

local GROUP = group_fields {
  units = list(a_member),
  group = a_group_object,
}

local DISBANDED = group_fields {}

local function a_group(value, place, about, before)
  GROUP(value, place, about)
  whole(1, about.last_group)(value.id, below(place, "id"))
  expect(not before or before.id < value.id, below(place, "id"), value.id, "in the order of ids")
  for i, unit in ipairs(value.units) do
    expect(unit.player == value.player, place and ("%s.units[%d]"):format(place, i), unit,
      "of the group's player")
  end
end

-- ---- players and what they have seen ------------------------------------------------------------

local function a_new_player(value, place, about)
  a_player(value, place)
  expect(not about.places[value], place, value, "a player that comes once")
  about.count = about.count + 1
  about.places[value] = about.count
end

-- By ids of units, which `an_id` checks, by places of players other than their own.
local function by_units_and_players(an_id, check)
  return function(value, place, about)
    for id, by in each(value, place) do
      an_id(id, key_of(place), about)
      for player, one in each(by, below(place, id)) do
        local where = below(below(place, id), player)
        whole(1, about.count)(player, where)
        expect(about.place_of[id] ~= player, where, one, "what another player has seen")
        check(one, where, about)
      end
    end
  end
end

local function truth(value, place) expect(value == true, place, value, "true") end

local sightings = by_units_and_players(a_living_id, truth)

local function seen(value, place, about)
  sightings(value, place, about)
  for id, by in pairs(value) do expect(next(by), below(place, id), by, "seen by a player") end
end

local SIGHTING = record {
  x = optional(within "width"), y = optional(within "height"),
  state = optional(one_of("standing", "moving", "waiting")),
  tick = optional(COUNT), data = optional(map(a_scalar, a_scalar)),
  player = optional(a_player), class = optional(a_class),
  away = optional(truth), gone = optional(truth),
}

local SIGHTINGS = by_units_and_players(ID, SIGHTING)

-- Of a unit that was removed a player has seen whose it was.
local function sighted(value, place, about)
  SIGHTINGS(value, place, about)
  for id, by in pairs(value) do
    local is_there, where = about.units[id] ~= nil, below(place, id)
    expect(is_there or next(by), where, by, "seen by a player")
    for player, one in pairs(by) do
      local is_whole = (one.x == nil) == (one.y == nil) and (one.x == nil) == (one.state == nil)
        and (is_there or one.player and one.class)
      expect(is_whole, below(where, player), one, "a sighting")
    end
  end
end

local UPKEEP = record {
  name = a_name, layer = a_layer, decay = optional(a_number), spread = optional(a_number),
  every = whole(1, 2 ^ 31),
}

local function an_influence_update(value, place, about)
  UPKEEP(value, place, about)
  expect(value.name == value.layer.name, below(place, "name"), value.name, "the name of its layer")
end

-- ---- mods ---------------------------------------------------------------------------------------

-- Marks of what the host keeps for a unit: its data, the arguments of its behaviour.
local HELD = one_of("d", "a", "da")

local function place_of_player(value, place, about) whole(1, about.count)(value, place) end

local ACCOUNT = record { first = optional(ID), held = optional(map(a_living_id, HELD)),
  random = optional(record { a_number, a_number }) }

-- What mods of the vault are in the middle of: see mods/saved_instances.lua, which checks what is
-- within texts.
local NUMBER = whole(1, 2 ^ 53)

local PATHS = record { number = NUMBER, explained = optional(truth), paths = list(a_name) }

local PLACES = record {
  bytes = COUNT, room = NUMBER, list = a_table, query = a_table, labels = anything,
  budget = NUMBER, done = optional(truth), numbers = optional(list(a_number)),
  found = optional(COUNT), code = optional(a_name), problem = optional(a_name),
}

local FOUND = record { x = NUMBER, y = NUMBER, index = optional(NUMBER), path = a_name }

local TICKET = record {
  number = NUMBER, explained = optional(truth), lost = optional(truth), places = optional(PLACES),
  goal = anything, query = anything, count = optional(NUMBER), path = optional(a_name),
  found = optional(list(FOUND)), code = optional(a_name),
}

local MEMBER = record {
  group = a_group_object, ended = optional(truth), code = optional(a_name),
}

local SCRIPT = record {
  name = a_name, renewed = optional(truth), data = optional(a_table), keys = list(a_name),
  answers = list(PATHS), route = optional(record { number = NUMBER, path = a_name }),
  tickets = list(TICKET), member = optional(MEMBER),
}

local HOLDINGS = record { last = NUMBER, list = list(record { number = NUMBER, from = a_table }) }

local INSTANCE = record {
  last = COUNT, classes = list(a_class), bytes = COUNT, scripts = map(a_living_id, SCRIPT),
  files = list(a_name), vault = a_name, image = optional(a_name), areas = optional(HOLDINGS),
  sights = optional(HOLDINGS), maps = optional(HOLDINGS),
  canvas = optional(record { layers = COUNT, values = a_name }),
}

local MOD = record {
  name = a_name, version = a_name, files = optional(map(a_name, a_name)),
  parameters = optional(map(a_name, a_number)),
  accounts = optional(map(place_of_player, ACCOUNT)),
  instances = optional(map(place_of_player, INSTANCE)),
}

local NUMBERED = map(ID, NUMBER)
local NUMBERS_OF = record { last = COUNT, last_group = COUNT, units = NUMBERED, groups = NUMBERED,
  met = map(a_name, truth) }

-- What a player calls units and groups by: no number is another one's, or yet to be given.
local function a_numbering(value, place, about)
  NUMBERS_OF(value, place, about)
  for _, key in ipairs { "units", "groups" } do
    local last, had = key == "units" and value.last or value.last_group, {}
    for id, number in each(value[key], below(place, key)) do
      local where = below(below(place, key), id)
      expect(number <= last and not had[number], where, number, "a number that was given once")
      had[number] = true
    end
  end
end

-- ---- all of it ----------------------------------------------------------------------------------

local STATE = {
  ticks = COUNT, failures = COUNT, budget = optional(whole(0, 2 ^ 32 - 1)), last_group = COUNT,
  random = record { a_number, a_number }, data = anything, players = a_table,
  units = map(a_living_id, a_unit_record), groups = list(a_group),
  upkeep = list(an_influence_update),
  reserved = map(anything, a_living_id), private = optional(map(a_name, a_name)), events = events,
  seen = seen, sighted = sighted,
  mods = list(MOD), numbers = optional(map(place_of_player, a_numbering)),
  seed = optional(whole(0, 2 ^ 53)), without_fog = optional(of_type("boolean")),
}

local NAMES = core.keys(STATE)

-- What checks need to know of the rest of the world: it is checked first.
local function about_world(state, world, named)
  local about = { map = world.map, units = state.units, last_group = state.last_group,
    places = {}, count = 0, place_of = {} }
  local function place_of(place) return named and place end
  a_table(state.units, place_of "world.units")
  COUNT(state.last_group, place_of "world.last_group")
  list(a_new_player)(state.players, place_of "world.players", about)
  for body in world.map:units() do
    local id, place = body.id, about.places[body.player]
    if not place and state.units[id] then
      refuse(named and ("the player of unit %d"):format(id), body.player, "a player of the world")
    end
    about.place_of[id] = place
  end
  for id in each(state.units, place_of "world.units") do
    expect(about.place_of[id], place_of "a key of world.units", id, "the id of a unit of the map")
  end
  return about
end

local function check_state(named, state, world)
  for key in each(state, named and "the world") do
    if not STATE[key] then
      refuse(named and "world" .. shown(key), state[key], "a field that there is")
    end
  end
  local about = about_world(state, world, named)
  for _, name in ipairs(NAMES) do
    local place = (name == "units" or name == "groups") and name or "world." .. name
    place = named and place
    STATE[name](state[name], place, about)
  end
end

-- What was removed or disbanded, and is still spoken of: lists of records.
local function check_gone(named, dead, disbanded, world)
  local about = { map = world.map }
  for _, one in ipairs(dead) do DEAD(one, named and "a removed unit", about) end
  for _, one in ipairs(disbanded) do DISBANDED(one, named and "a disbanded group", about) end
end

local function problem(f, ...)
  if pcall(f, false, ...) then return nil end
  local ok, message = pcall(f, true, ...)
  if ok then return nil end
  if type(message) ~= "table" then error(message, 0) end
  return message.reason
end

--- What is wrong with the state of a world: "groups[1].speed is 99 and not …"; nil: nothing.
function saved_world.problem(state, world) return problem(check_state, state, world) end

--- The same for the records of units that were removed, and of groups that were disbanded.
function saved_world.problem_of_gone(dead, disbanded, world)
  return problem(check_gone, dead, disbanded, world)
end

return saved_world
