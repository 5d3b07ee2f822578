--- The queries that a mod may send to its host, by name. Each is a function of the mod and of the
-- arguments that the mod has sent. It is answered for the unit that has its turn, `mod._current`,
-- with what its player knows.

local arguments = require "astar.mods.arguments"
local flight = require "astar.world.flight"
local core = require "astar.core"
local object = require "astar.world.object"
local plain = require "astar.mods.plain_data"
local sightings = require "astar.mods.sightings"

local queries = {}

local MOST_FOUND = 1024
local A_SEARCH = 64                              -- nodes that beginning one is worth
local A_THREAT, A_WORD, A_GOAL, A_PATH = 20, 30, 5, 150 -- instructions that these are worth
local A_LIST, A_UNIT, A_GLANCE = 50, 20, 24      -- likewise
local LOOKED_AT, SORTED = 5, 64                  -- units looked at, moves in sorting, for one
local CELLS_WALKED = 8                           -- of a path that is made, for an instruction

-- ---- units --------------------------------------------------------------------------------------

-- The unit of an id. It must be one of the player whose unit has its turn.
local function own_unit(mod, id)
  local unit = mod._world._units[id]
  if not unit then error(("there is no unit %s"):format(tostring(id)), 0) end
  if unit.player ~= mod._current.unit.player then
    error(("unit %d is another player's"):format(id), 0)
  end
  return unit
end

local function is_seen(mod, unit)
  local player = mod._current.unit.player
  return unit.player == player or unit.body:visible_to(player)
end

local function described(unit) return unit.x, unit.y, unit.state end

--- true, x, y, state; false and what they were when it was seen last: it is out of sight; nothing:
-- it was removed.
function queries.look(mod, id)
  local unit = mod._world._units[id]
  if not unit or unit.removed then return nil end
  if is_seen(mod, unit) then return true, described(unit) end
  return false, sightings.last(mod._world, unit, mod._current.unit.player)
end

local function class_number(mod, class)
  local number = mod._class_numbers[class]
  if not number then
    number = #mod._classes + 1
    mod._class_numbers[class], mod._classes[number] = number, class
  end
  return number
end

--- The name of its player, and the number of its class.
function queries.identify(mod, id)
  local unit = mod._world._units[id]
  if not unit or unit.removed then error(("unit %s was removed"):format(tostring(id)), 0) end
  return unit.player.name, class_number(mod, unit.class)
end

function queries.class_size(mod, number) return mod._classes[number].size end

function queries.class_cost(mod, number, terrain) return mod._classes[number]:cost(terrain) end

local FIELDS = {
  from_x = true, from_y = true, fraction = true, progress = true, speed = true, sight = true,
  avoidance = true,
}

function queries.field(mod, id, key)
  local unit = own_unit(mod, id)
  if FIELDS[key] then return unit[key] end
  local behaviour = unit.behaviour
  return behaviour and (type(behaviour) == "string" and behaviour or "a function")
end

function queries.home(mod, id)
  local home = own_unit(mod, id).home
  if object.is_unit(home) then return home end
  return { x = home.x, y = home.y, width = home.width, height = home.height }
end

-- What the game makes public of a foreign unit's data: nothing while it is out of sight.
local function public_data(mod, unit)
  local shown = {}
  if not is_seen(mod, unit) then return shown end
  for _, key in ipairs(mod.limits.public) do shown[key] = unit.data[key] end
  return plain.copy(shown)
end

--- Its data, unless the mod has them as they are.
function queries.data(mod, id, known)
  local unit = mod._world._units[id]
  local is_foreign = unit and unit.player ~= mod._current.unit.player
  if is_foreign and mod.limits.public[1] ~= nil then return public_data(mod, unit) end
  return mod:data_for(own_unit(mod, id), known)
end

function queries.group(mod, id, key)
  local group = own_unit(mod, id).group
  if not group then return false end
  return not key or group[key]
end

-- ---- units around -------------------------------------------------------------------------------

-- id, x, y, state of each.
local function flat(mod, units)
  local list, n = {}, 0
  for _, unit in ipairs(units) do
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = unit.id, described(unit)
    n = n + 4
  end
  mod._box:charge(A_LIST + A_UNIT * #units)
  return list
end

-- All units, or all cells, are looked at; then those found are sorted.
local function pay_for_looking(mod, radius, count)
  local cells = type(radius) == "number" and (2 * radius + 1) ^ 2 or math.huge
  local looked_at = math.min(cells, mod._world:count())
  mod._box:charge(math.floor(looked_at / LOOKED_AT + count * count / SORTED))
end

function queries.around(mod, id, radius, side, x, y)
  local list = own_unit(mod, id):units_near(radius, side, x and { x = x, y = y })
  pay_for_looking(mod, radius, #list)
  return flat(mod, list)
end

function queries.units(mod, name)
  local list, looked_at = {}, 0
  for unit in mod._world:units() do
    looked_at = looked_at + 1
    if (not name or unit.player.name == name) and is_seen(mod, unit) then list[#list + 1] = unit end
  end
  mod._box:charge(A_GLANCE * looked_at)
  return flat(mod, list)
end

function queries.unit_at(mod, x, y)
  local unit = mod._world:unit_at(x, y)
  return unit and is_seen(mod, unit) and unit.id or nil
end

function queries.is_player(mod, name)
  for _, player in ipairs(mod._world._players) do
    if player.name == name then return true end
  end
  return false
end

-- ---- the map ------------------------------------------------------------------------------------

function queries.knows(mod, x, y) return mod._current.unit.player:knows(x, y) end

function queries.map(mod, key) return mod._world.map[key] end

--- The value of an influence map at a cell: nil where there is no such map.
function queries.influence(mod, id, name, x, y)
  return own_unit(mod, id):influence(name, x, y)
end

--- What the game tells its player of the game.
function queries.facts(mod)
  local facts = mod.limits.facts
  local told = facts and facts(mod._current.unit.player)
  local copy = type(told) == "table" and plain.copy(told) or {}
  mod._box:charge(plain.weight(copy))
  return copy
end

function queries.random(mod, low, high) return mod._world.random(low, high) end

-- What the mod gets of a path: its number, and the fields that are read most often.
local function told(number, path)
  local x, y = path:cell(1)
  local to_x, to_y = path:cell(-1)
  return number, #path, x, y, to_x, to_y, path.cost, path.status, path.expanded
end

-- Searches for a unit, with the rest of its nodes as the budget, and charges it for the search.
-- With `count`: for the nearest of several goals.
local function search(mod, body, goal, query, count)
  local own, map = mod._own, mod._world.map
  if own.nodes <= 0 then return nil, "budget" end
  query.budget = math.min(query.budget or math.huge, own.nodes)
  local before = map:_spent()
  local function pay(...)
    mod._account:search(own, math.max(A_SEARCH, map:_spent() - before))
    return ...
  end
  if count then return pay(body:_nearest(goal, query, count, mod.limits.kept / 4)) end
  return pay(body:path(goal, query))
end

-- Checks a query that a mod has given: some keys are not for mods.
local function own_query(query)
  if query == nil then return {} end
  if type(query) ~= "table" then error("query: a table expected", 0) end
  for _, key in ipairs { "extra_cost", "trace" } do
    if query[key] ~= nil then error(("query: a mod cannot use '%s'"):format(key), 0) end
  end
  return query
end

function queries.path(mod, id, goal, query)
  query = own_query(query)
  local explained = query.explain
  query.explain = explained or mod._world._recording and true or nil
  local path, code = search(mod, own_unit(mod, id).body, goal, query)
  if not path then return nil, code end
  return told(mod._current:keep_answer({ path }, explained), path)
end

function queries.reachable(mod, id, goal, query)
  return own_unit(mod, id).body:reachable(goal, own_query(query))
end

-- { x1, y1, x2, y2 … } as a list of cells.
local function cells_of(list)
  local cells = {}
  for i = 1, #list, 2 do cells[#cells + 1] = { list[i], list[i + 1] } end
  return cells
end

--- The number of the answer, and x, y, index or false for each goal found.
function queries.nearest(mod, id, goals, query, count)
  if type(goals) == "table" and not goals.unseen then
    mod._box:charge(A_GOAL * #goals)
    goals = cells_of(goals)
  end
  local body, asked = own_unit(mod, id).body, own_query(query)
  local found, code = search(mod, body, goals, asked, math.min(count, MOST_FOUND))
  if not found then return nil, code end
  mod._box:charge(A_PATH * #found)
  local paths, list, cells = {}, {}, 0
  for i, one in ipairs(found) do
    paths[i], cells = one.path, cells + #one.path
    list[3 * i - 2], list[3 * i - 1], list[3 * i] = one.x, one.y, one.index or false
  end
  mod._account:owe(math.floor(cells / CELLS_WALKED))
  return mod._current:keep_answer(paths, asked.explain), list
end

--- The path to one of the goals of an answer.
function queries.found(mod, answer, place)
  local path = mod:path_of(answer, place)
  if place == 1 then return told(answer, path) end
  return told(mod._current:keep_answer({ path }, mod._answers[answer].explained), path)
end

--- What it takes to make or repair the field is charged, by the cells that are looked at.
function queries.flight(mod, id, list)
  local unit, account, own = own_unit(mod, id), mod._account, mod._own
  local world = mod._world
  local cells = world.map.width * world.map.height
  if own.nodes <= 0 or not account:may_flood(cells, mod._box.used) then return nil, "budget" end
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  mod._box:charge(A_THREAT * #list)
  local threats = {}
  for i = 1, #list, 2 do threats[#threats + 1] = { x = list[i], y = list[i + 1] } end
  local field, before = flight.field(world._flights, unit, threats)
  local path, code = field:path(unit.x, unit.y)
  account:search(own, A_SEARCH)
  account:flood(own, field:_work() - before)
  if not path then return nil, code end
  return told(mod._current:keep_answer { path }, path)
end

-- ---- paths --------------------------------------------------------------------------------------

function queries.route(mod, id)
  local path = own_unit(mod, id).route
  if not path then return nil end
  return told(mod._current:keep_route(path), path)
end

-- The path of a number, to be gone along: paid by its cells.
local function path_along(mod, number, instructions)
  local path = mod:path_of(number)
  mod._box:charge(#path * instructions)
  return path
end

function queries.path_cells(mod, number)
  local path, list, n = path_along(mod, number, 5), {}, 0
  for _, x, y in path:cells() do
    list[n + 1], list[n + 2] = x, y
    n = n + 2
  end
  return list
end

function queries.path_distance(mod, number) return path_along(mod, number, 2).distance end

function queries.path_point(mod, number, distance)
  return path_along(mod, number, 1):point(distance)
end

-- A query about a path is the unit's.
local function asked_by(mod, query)
  query = own_query(query)
  query.unit = mod._current.unit.body
  return query
end

function queries.path_blocked(mod, number, query, from)
  return path_along(mod, number, 15):blocked(asked_by(mod, query), from)
end

function queries.path_explain(mod, number) return path_along(mod, number, 50):explain() end

function queries.path_smooth(mod, number, query)
  local corners, code = path_along(mod, number, 100):smooth(asked_by(mod, query))
  if not corners then return nil, code end
  local list = {}
  for i, x, y in corners do
    list[#list + 1], list[#list + 2], list[#list + 3] = i, x, y
  end
  return list
end

-- ---- tickets and ranks --------------------------------------------------------------------------

--- false: not yet. true, and what there is to say of the path; or true, nil and the code.
function queries.ticket(mod, id, number)
  local script = mod:script_of(id)
  local answered, path, what = script:read_ticket(number)
  if not answered or not path then return answered, nil, what end
  return true, told(script:keep_answer({ path }, what), path)
end

--- What its place in the ranks has come to: true and what the verb returns; nothing: not yet.
function queries.outcome(mod, id)
  local place = mod:script_of(id).member
  local outcome = place and place.member.outcome
  if outcome then return true, outcome[1], outcome[2] end
end

function queries.holder(mod, key)
  local unit = mod._world:holder(mod:key(key))
  return unit and unit.id
end

-- ---- the mod itself -----------------------------------------------------------------------------

function queries.spell(mod, name, names)
  (mod._loading or mod._state).box:charge(A_WORD * #names)
  return core.nearest(name, names)
end

function queries.source(mod, file) return mod:source(file) end

return queries
