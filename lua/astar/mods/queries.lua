--- The queries that a mod may send to its host, by name. Each is a function of the instance of the
-- mod that sends it, and of what was sent. It is answered for the unit that is activated,
-- `instance.current`, with what the instance's player knows.

local arguments = require "astar.mods.arguments"
local flight = require "astar.world.flight"
local core = require "astar.core"
local object = require "astar.units.object"
local places = require "astar.mods.places"
local places_left = require "astar.world.places_left"
local plain = require "astar.mods.plain_data"
local sightings = require "astar.world.sightings"
local source = require "astar.positions.source"

local queries = {}

local A_SEARCH = 64                              -- nodes that beginning one is worth
local A_THREAT, A_WORD, A_PATH = 20, 30, 150     -- instructions that these are worth
local A_LIST, A_UNIT, A_LOOK = 50, 20, 24        -- likewise
local AN_EYE, A_SHOT = 400, 50                   -- likewise
local LOOKED_AT, SORTED = 5, 64                  -- units looked at, moves in sorting, for one
local A_NUMBER = 2                               -- likewise, of places that were found
local CELLS_WALKED = 8                           -- of a path that is made, for an instruction

-- ---- units --------------------------------------------------------------------------------------

local function noted(instance, unit)
  return sightings.of(instance.world, unit.id, instance.player)
end

-- Is it another player's unit, as far as the instance's player knows? It may have been removed.
local function is_foreign(instance, unit) return unit._player ~= instance.player end

-- The unit of a number. It must be one of the player whose unit is activated.
local function own_unit(instance, number)
  local unit = instance:unit_of(number)
  if not unit then error(("there is no unit %s"):format(tostring(number)), 0) end
  if is_foreign(instance, unit) then error(("unit %d is another player's"):format(number), 0) end
  return unit
end

local function is_seen(instance, unit) return sightings.is_seen(unit, instance.player) end

local function described(unit) return unit.x, unit.y, unit.state end

--- true, x, y, state; false and what they were when it was seen last: it is out of sight; nothing:
-- it was removed, and the player knows that.
function queries.look(instance, number)
  instance.world:_bury_the_dead()
  local unit = instance:unit_of(number)
  local one = unit and noted(instance, unit)
  if unit and not unit.removed and is_seen(instance, unit) then return true, described(unit) end
  if one then return false, one.x, one.y, one.state end
  return unit and false
end

local function known_goal(instance, goal)
  return sightings.goal(instance.world, goal, instance.player)
end

local function class_number(instance, class)
  local number = instance.class_numbers[class]
  if not number then
    number = #instance.classes + 1
    instance.class_numbers[class], instance.classes[number] = number, class
  end
  return number
end

--- The name of its player, and the number of its class.
function queries.identify(instance, number)
  local unit = instance:unit_of(number)
  local player, class
  if unit then player, class = sightings.identity(instance.world, unit, instance.player) end
  if not player then error(("unit %s was removed"):format(tostring(number)), 0) end
  return player.name, class_number(instance, class)
end

function queries.class_size(instance, number) return instance.classes[number].size end

function queries.class_cost(instance, number, terrain)
  return instance.classes[number]:cost(terrain)
end

local FIELDS = {
  from_x = true, from_y = true, fraction = true, progress = true, speed = true, sight = true,
  avoidance = true, priority = true,
}

function queries.field(instance, number, key)
  local unit = own_unit(instance, number)
  if FIELDS[key] then return unit._body[key] end
  local behaviour = unit.behaviour
  return behaviour and (type(behaviour) == "string" and behaviour or "a function")
end

function queries.home(instance, number)
  local home = own_unit(instance, number).home
  if object.is_unit(home) then return home end
  return { x = home.x, y = home.y, width = home.width, height = home.height }
end

-- What the game makes public of a foreign unit's data: nothing while it is out of sight.
local function public_data(instance, unit)
  local shown = {}
  for _, key in ipairs(unit and is_seen(instance, unit) and instance.limits.public or {}) do
    shown[key] = unit.data[key]
  end
  return plain.packed(shown, instance.alike)
end

--- Its data, packed, unless the mod has them as they are.
function queries.data(instance, number, known)
  local unit = instance:unit_of(number)
  if unit and is_foreign(instance, unit) and instance.limits.public[1] ~= nil then
    return public_data(instance, not unit.removed and unit)
  end
  return instance:data_for(own_unit(instance, number), known)
end

--- The number of its group, or false.
function queries.group(instance, number)
  local group = own_unit(instance, number).group
  return group and instance.numbers.groups[group.id]
end

-- ---- units around -------------------------------------------------------------------------------

-- number, x, y, state of each.
local function flat(instance, units)
  local list, n, known = {}, 0, instance.numbers.units
  for _, unit in ipairs(units) do
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = known[unit.id], described(unit)
    n = n + 4
  end
  instance.box:charge(A_LIST + A_UNIT * #units)
  return list
end

-- Those that its player has met. One that has come in sight since the tick began, because the game
-- has put it there, it meets when the next tick begins.
local function only_met(instance, units)
  local list, known = {}, instance.numbers.units
  for _, unit in ipairs(units) do
    if known[unit.id] then list[#list + 1] = unit end
  end
  return list
end

-- All units that its player has met, or all cells, are looked at; then those found are sorted.
local function pay_for_looking(instance, radius, count)
  local cells = type(radius) == "number" and (2 * radius + 1) ^ 2 or math.huge
  local looked_at = math.min(cells, #instance.numbers.order)
  instance.box:charge(math.floor(looked_at / LOOKED_AT + count * count / SORTED))
end

function queries.around(instance, number, radius, which, x, y)
  local unit = own_unit(instance, number)
  local list = only_met(instance, unit:units_near(radius, which, x and { x = x, y = y }))
  pay_for_looking(instance, radius, #list)
  return flat(instance, list)
end

--- Those that can be seen, in the order of their numbers.
function queries.units(instance, name)
  local world, list, order = instance.world, {}, instance.numbers.order
  world:_bury_the_dead()
  for _, id in ipairs(order) do
    local unit = world._units[id]
    local is_meant = unit and (not name or unit.player.name == name)
    if is_meant and is_seen(instance, unit) then list[#list + 1] = unit end
  end
  instance.box:charge(A_LOOK * #order)
  return flat(instance, list)
end

function queries.unit_at(instance, x, y)
  local unit = instance.world:unit_at(x, y)
  return unit and is_seen(instance, unit) and instance.numbers.units[unit.id] or nil
end

-- ---- the map ------------------------------------------------------------------------------------

function queries.knows(instance, x, y) return instance.player:knows(x, y) end

function queries.map(instance, key) return instance.world.map[key] end

--- The value of an influence map at a cell: nil where there is none of that name that its player
-- may read.
function queries.influence(instance, number, name, x, y)
  local unit = own_unit(instance, number)
  if not instance.world:_shows_influence(name, instance.player) then return nil end
  return unit:influence(name, x, y)
end

--- What the game tells its player of the game.
function queries.facts(instance)
  local facts = instance.limits.facts
  local told = facts and facts(instance.player)
  local copy = type(told) == "table" and plain.copy(told) or {}
  instance.box:charge(plain.weight(copy))
  return copy
end

--- From the mod's own numbers: the game's go on as if it had not drawn any.
function queries.random(instance, low, high)
  return instance.mod:_random_of(instance.player)(low, high)
end

-- What the mod gets of a path: its number, and the fields that are read most often.
local function told(number, path)
  local x, y = path:cell(1)
  local to_x, to_y = path:cell(-1)
  return number, #path, x, y, to_x, to_y, path.cost, path.status, path.expanded
end

-- Searches for a unit, with the rest of its nodes as the budget, and charges it for the search.
-- With `count`: for the nearest of several goals.
local function search(instance, body, goal, query, count)
  local own, map = instance.own, instance.world.map
  if own.nodes <= 0 then return nil, "budget" end
  query.budget = math.min(query.budget or math.huge, own.nodes)
  local before = map:_spent()
  local function pay(...)
    instance.account:search(own, math.max(A_SEARCH, map:_spent() - before))
    return ...
  end
  if count then return pay(body:_nearest(goal, query, count, instance.limits.kept / 4)) end
  return pay(body:path(goal, query))
end

--- `of_rest`: of the nodes that the tick has left, for a verb.
function queries.path(instance, number, goal, query, of_rest)
  query = arguments.query(instance, query)
  local explained = query.explain
  query.explain = explained or instance.world._recording and true or nil
  local unit, most = own_unit(instance, number), query.budget or math.huge
  local function ask() return search(instance, unit.body, known_goal(instance, goal), query) end
  local path, code
  if of_rest then path, code = instance.world:_with_rest(unit, query, most, ask)
  else path, code = ask() end
  if not path then return nil, code end
  return told(instance.current:keep_answer({ path }, explained), path)
end

--- `of_rest`: for a verb, unless tables are to be paid for.
function queries.reachable(instance, number, goal, query, of_rest)
  local unit, asked = own_unit(instance, number), arguments.query(instance, query)
  if of_rest then return unit:_reachable_of_rest(known_goal(instance, goal), asked) end
  return unit.body:reachable(known_goal(instance, goal), asked)
end

-- The number of the answer, and x, y, index or false for each goal found.
local function told_of(instance, script, found, explained)
  instance.box:charge(A_PATH * #found)
  local paths, list, cells = {}, {}, 0
  for i, one in ipairs(found) do
    paths[i], cells = one.path, cells + #one.path
    list[3 * i - 2], list[3 * i - 1], list[3 * i] = one.x, one.y, one.index or false
  end
  instance.account:owe(math.floor(cells / CELLS_WALKED))
  return script:keep_answer(paths, explained), list
end

function queries.nearest(instance, number, goals, query, count)
  goals = arguments.goals(instance, goals)
  local body, asked = own_unit(instance, number).body, arguments.query(instance, query)
  local found, code = search(instance, body, goals, asked, arguments.count(count))
  if not found then return nil, code end
  return told_of(instance, instance.current, found, asked.explain)
end

--- The path to one of the goals of an answer.
function queries.found(instance, answer, place)
  local path = instance:path_of(answer, place)
  if place == 1 then return told(answer, path) end
  return told(instance.current:keep_answer({ path }, instance.answers[answer].explained), path)
end

--- What it takes to make or repair the field is charged, by the cells that are looked at.
function queries.flight(instance, number, list)
  local unit, account, own = own_unit(instance, number), instance.account, instance.own
  local map, owner = instance.world.map, ("%s of %s"):format(instance.mod.name,
    instance.player.name)
  local cells = map.width * map.height
  if own.nodes <= 0 or not account:may_flood(cells, instance.box.used) then return nil, "budget" end
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  instance.box:charge(A_THREAT * #list)
  local threats = {}
  for i = 1, #list, 2 do threats[#threats + 1] = { x = list[i], y = list[i + 1] } end
  local path, code, nodes = flight.path(owner, unit, threats)
  account:search(own, A_SEARCH)
  account:flood(own, nodes)
  if not path then return nil, code end
  return told(instance.current:keep_answer { path }, path)
end

-- ---- sight --------------------------------------------------------------------------------------

--- The way to the nearest cover from eyes, x1, y1, x2, y2 …, that see so far.
function queries.cover(instance, number, list, radius, query)
  local unit = own_unit(instance, number)
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  if type(radius) ~= "number" or not (radius >= 0 and radius <= 255) then
    error("a radius of 0 to 255 expected", 0)
  end
  instance.box:charge(math.floor(#list / 2 * (AN_EYE + (2 * radius + 1) ^ 2)))
  local sight = instance.player:sight(arguments.cells(list), { radius = radius })
  local goals, asked = { hidden_from = sight }, arguments.query(instance, query)
  local found, code = search(instance, unit.body, goals, asked, 1)
  sight:close()
  if not found then return nil, code end
  return told(instance.current:keep_answer { found[1].path }, found[1].path)
end

--- Of a target that is a unit, its number stands for it, without y.
function queries.clear_shot(instance, number, x, y, options)
  local unit, world = own_unit(instance, number), instance.world
  instance.box:charge(A_SHOT + 2 * math.max(world.map.width, world.map.height))
  if type(x) == "number" and y == nil then
    local target = instance:unit_of(x)
    if not target then return false, "gone" end
    if target.removed then return false, noted(instance, target) and "unseen" or "gone" end
    return unit:clear_shot(target, options)
  end
  if type(x) == "table" then return unit:clear_shot(x, options) end
  return unit:clear_shot(x, y, options)
end

-- ---- where to stand -----------------------------------------------------------------------------

--- Places for a unit, see places.lua: numbers, found | nil, code.
function queries.positions(instance, number, list, query, room, labels, of_rest)
  local unit, own = own_unit(instance, number), instance.own
  local plan = places.plan(instance, unit, list, arguments.query_of(instance, unit, query), room,
    labels)
  if own.nodes <= 0 then return nil, "budget" end
  plan.budget = math.max(1, math.floor(own.nodes))
  local ask = of_rest and source.of_rest or source.ask
  local numbers, found, nodes = ask(unit, plan, room, plan.budget)
  instance.account:search(own, math.max(A_SEARCH, nodes))
  if not numbers then return nil, found end
  instance.box:charge(A_NUMBER * #numbers)
  return numbers, found
end

--- The places that are left for it at a goal, of the nodes that the tick has left, see
-- world/places_left.lua.
function queries.places_left(instance, number, x, y, goal, within, most, purpose)
  local unit, own = own_unit(instance, number), instance.own
  if own.nodes <= 0 then return nil, "budget" end
  local function holder_of(column, row)
    return instance.world:holder(instance:key(("%s %d %d"):format(purpose, column, row)))
  end
  local list, cost, nodes = places_left(unit, x, y, goal, within, most, holder_of)
  instance.account:search(own, math.max(A_SEARCH, nodes))
  instance.box:charge(A_NUMBER * #(list or {}))
  return list, cost
end

--- The cells to which links lead from a unit's cell: x, y, x, y …
function queries.link_ends(instance, number)
  local ends, links = own_unit(instance, number)._body:_link_ends()
  instance.box:charge(A_NUMBER * #ends + links)
  return ends
end

--- What a request for places has come to: true, and numbers, found or nil, code; false: not yet.
function queries.placed(instance, number, ticket)
  return instance:script_of(number):read_places(ticket)
end

-- ---- paths --------------------------------------------------------------------------------------

function queries.route(instance, number)
  local path = own_unit(instance, number).route
  if not path then return nil end
  return told(instance.current:keep_route(path), path)
end

-- The path of a number, to be gone along: paid by its cells.
local function path_along(instance, number, instructions)
  local path = instance:path_of(number)
  instance.box:charge(#path * instructions)
  return path
end

function queries.path_cells(instance, number)
  local path, list, n = path_along(instance, number, 5), {}, 0
  for x, y in path:cells() do
    list[n + 1], list[n + 2] = x, y
    n = n + 2
  end
  return list
end

function queries.path_distance(instance, number) return path_along(instance, number, 2).distance end

function queries.path_point(instance, number, distance)
  return path_along(instance, number, 1):point(distance)
end

-- A query about a path is the unit's that is activated.
local function asked_by(instance, query)
  return arguments.query_of(instance, instance.current.unit, query)
end

function queries.path_blocked(instance, number, query, from)
  return path_along(instance, number, 15):blocked(asked_by(instance, query), from)
end

function queries.path_explain(instance, number)
  local path = path_along(instance, number, 50)
  if not instance.explained[path] then return nil, "not explained" end
  return path:explain()
end

local function listed(corners)
  local list = {}
  for x, y, i in corners do
    list[#list + 1], list[#list + 2], list[#list + 3] = x, y, i
  end
  return list
end

function queries.path_corners(instance, number)
  return listed(path_along(instance, number, 15):corners())
end

function queries.path_smooth(instance, number, query)
  local corners, code = path_along(instance, number, 100):smooth(asked_by(instance, query))
  if not corners then return nil, code end
  return listed(corners)
end

-- ---- tickets and ranks --------------------------------------------------------------------------

--- false: not yet. true, and what there is to say of the path, or of what was found; or true, nil
-- and the code.
function queries.ticket(instance, number, ticket)
  local script = instance:script_of(number)
  local answered, one, what = script:read_ticket(ticket)
  if not answered or not one then return answered, nil, what end
  if one.found then return true, told_of(instance, script, one.found, what) end
  return true, told(script:keep_answer({ one.path }, what), one.path)
end

--- What its place in the ranks has come to: true and what the verb returns; nothing: not yet.
function queries.outcome(instance, number)
  local place = instance:script_of(number).member
  local outcome = place and place.member.outcome
  if outcome then return true, outcome[1], outcome[2] end
end

function queries.holder(instance, key)
  local unit = instance.world:holder(instance:key(key))
  return unit and instance.numbers.units[unit.id]
end

-- ---- the mod itself -----------------------------------------------------------------------------

function queries.spell(instance, name, names)
  instance.box:charge(A_WORD * #names)
  return core.nearest(name, names)
end

function queries.source(instance, file) return instance:source(file) end

return queries
