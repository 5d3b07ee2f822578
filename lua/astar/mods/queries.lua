--- The queries that a mod may send to its host, by name. Each is a function of the side of the mod
-- that sends it, and of what was sent. It is answered for the unit that has its turn,
-- `side.current`, with what the side's player knows.

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
local A_LIST, A_UNIT, A_GLANCE = 50, 20, 24      -- likewise
local AN_EYE, A_SHOT = 400, 50                   -- likewise
local LOOKED_AT, SORTED = 5, 64                  -- units looked at, moves in sorting, for one
local A_NUMBER = 2                               -- likewise, of places that were found
local CELLS_WALKED = 8                           -- of a path that is made, for an instruction

-- ---- units --------------------------------------------------------------------------------------

local function noted(side, unit) return sightings.of(side.world, unit.id, side.player) end

-- Is it another player's unit, as far as the side's player knows? It may have been removed.
local function is_foreign(side, unit) return unit._player ~= side.player end

-- The unit of a number. It must be one of the player whose unit has its turn.
local function own_unit(side, number)
  local unit = side:unit_of(number)
  if not unit then error(("there is no unit %s"):format(tostring(number)), 0) end
  if is_foreign(side, unit) then error(("unit %d is another player's"):format(number), 0) end
  return unit
end

local function is_seen(side, unit) return sightings.is_seen(unit, side.player) end

local function described(unit) return unit.x, unit.y, unit.state end

--- true, x, y, state; false and what they were when it was seen last: it is out of sight; nothing:
-- it was removed, and the player knows that.
function queries.look(side, number)
  side.world:_bury_the_dead()
  local unit = side:unit_of(number)
  local one = unit and noted(side, unit)
  if unit and not unit.removed and is_seen(side, unit) then return true, described(unit) end
  if one then return false, one.x, one.y, one.state end
  return unit and false
end

local function known_goal(side, goal) return sightings.goal(side.world, goal, side.player) end

local function class_number(side, class)
  local number = side.class_numbers[class]
  if not number then
    number = #side.classes + 1
    side.class_numbers[class], side.classes[number] = number, class
  end
  return number
end

--- The name of its player, and the number of its class.
function queries.identify(side, number)
  local unit = side:unit_of(number)
  local player, class
  if unit then player, class = sightings.identity(side.world, unit, side.player) end
  if not player then error(("unit %s was removed"):format(tostring(number)), 0) end
  return player.name, class_number(side, class)
end

function queries.class_size(side, number) return side.classes[number].size end

function queries.class_cost(side, number, terrain) return side.classes[number]:cost(terrain) end

local FIELDS = {
  from_x = true, from_y = true, fraction = true, progress = true, speed = true, sight = true,
  avoidance = true, priority = true,
}

function queries.field(side, number, key)
  local unit = own_unit(side, number)
  if FIELDS[key] then return unit._body[key] end
  local behaviour = unit.behaviour
  return behaviour and (type(behaviour) == "string" and behaviour or "a function")
end

function queries.home(side, number)
  local home = own_unit(side, number).home
  if object.is_unit(home) then return home end
  return { x = home.x, y = home.y, width = home.width, height = home.height }
end

-- What the game makes public of a foreign unit's data: nothing while it is out of sight.
local function public_data(side, unit)
  local shown = {}
  for _, key in ipairs(unit and is_seen(side, unit) and side.limits.public or {}) do
    shown[key] = unit.data[key]
  end
  return plain.packed(shown, side.alike)
end

--- Its data, packed, unless the mod has them as they are.
function queries.data(side, number, known)
  local unit = side:unit_of(number)
  if unit and is_foreign(side, unit) and side.limits.public[1] ~= nil then
    return public_data(side, not unit.removed and unit)
  end
  return side:data_for(own_unit(side, number), known)
end

--- The number of its group, or false.
function queries.group(side, number)
  local group = own_unit(side, number).group
  return group and side.numbers.groups[group.id]
end

-- ---- units around -------------------------------------------------------------------------------

-- number, x, y, state of each.
local function flat(side, units)
  local list, n, known = {}, 0, side.numbers.units
  for _, unit in ipairs(units) do
    list[n + 1], list[n + 2], list[n + 3], list[n + 4] = known[unit.id], described(unit)
    n = n + 4
  end
  side.box:charge(A_LIST + A_UNIT * #units)
  return list
end

-- Those that its player has met. One that has come in sight since the tick began, because the game
-- has put it there, it meets when the next tick begins.
local function only_met(side, units)
  local list, known = {}, side.numbers.units
  for _, unit in ipairs(units) do
    if known[unit.id] then list[#list + 1] = unit end
  end
  return list
end

-- All units that its player has met, or all cells, are looked at; then those found are sorted.
local function pay_for_looking(side, radius, count)
  local cells = type(radius) == "number" and (2 * radius + 1) ^ 2 or math.huge
  local looked_at = math.min(cells, #side.numbers.order)
  side.box:charge(math.floor(looked_at / LOOKED_AT + count * count / SORTED))
end

function queries.around(side, number, radius, which, x, y)
  local unit = own_unit(side, number)
  local list = only_met(side, unit:units_near(radius, which, x and { x = x, y = y }))
  pay_for_looking(side, radius, #list)
  return flat(side, list)
end

--- Those that can be seen, in the order of their numbers.
function queries.units(side, name)
  local world, list, order = side.world, {}, side.numbers.order
  world:_bury_the_dead()
  for _, id in ipairs(order) do
    local unit = world._units[id]
    local is_meant = unit and (not name or unit.player.name == name)
    if is_meant and is_seen(side, unit) then list[#list + 1] = unit end
  end
  side.box:charge(A_GLANCE * #order)
  return flat(side, list)
end

function queries.unit_at(side, x, y)
  local unit = side.world:unit_at(x, y)
  return unit and is_seen(side, unit) and side.numbers.units[unit.id] or nil
end

-- ---- the map ------------------------------------------------------------------------------------

function queries.knows(side, x, y) return side.player:knows(x, y) end

function queries.map(side, key) return side.world.map[key] end

--- The value of an influence map at a cell: nil where there is none of that name that its player
-- may read.
function queries.influence(side, number, name, x, y)
  local unit = own_unit(side, number)
  if not side.world:_shows_influence(name, side.player) then return nil end
  return unit:influence(name, x, y)
end

--- What the game tells its player of the game.
function queries.facts(side)
  local facts = side.limits.facts
  local told = facts and facts(side.player)
  local copy = type(told) == "table" and plain.copy(told) or {}
  side.box:charge(plain.weight(copy))
  return copy
end

--- From the mod's own numbers: the game's go on as if it had not drawn any.
function queries.random(side, low, high)
  return side.mod:_random_of(side.player)(low, high)
end

-- What the mod gets of a path: its number, and the fields that are read most often.
local function told(number, path)
  local x, y = path:cell(1)
  local to_x, to_y = path:cell(-1)
  return number, #path, x, y, to_x, to_y, path.cost, path.status, path.expanded
end

-- Searches for a unit, with the rest of its nodes as the budget, and charges it for the search.
-- With `count`: for the nearest of several goals.
local function search(side, body, goal, query, count)
  local own, map = side.own, side.world.map
  if own.nodes <= 0 then return nil, "budget" end
  query.budget = math.min(query.budget or math.huge, own.nodes)
  local before = map:_spent()
  local function pay(...)
    side.account:search(own, math.max(A_SEARCH, map:_spent() - before))
    return ...
  end
  if count then return pay(body:_nearest(goal, query, count, side.limits.kept / 4)) end
  return pay(body:path(goal, query))
end

--- `of_rest`: of the nodes that the tick has left, for a verb.
function queries.path(side, number, goal, query, of_rest)
  query = arguments.query(side, query)
  local explained = query.explain
  query.explain = explained or side.world._recording and true or nil
  local unit, most = own_unit(side, number), query.budget or math.huge
  local function ask() return search(side, unit.body, known_goal(side, goal), query) end
  local path, code
  if of_rest then path, code = side.world:_with_rest(unit, query, most, ask)
  else path, code = ask() end
  if not path then return nil, code end
  return told(side.current:keep_answer({ path }, explained), path)
end

--- `of_rest`: for a verb, unless tables are to be paid for.
function queries.reachable(side, number, goal, query, of_rest)
  local unit, asked = own_unit(side, number), arguments.query(side, query)
  if of_rest then return unit:_reachable_of_rest(known_goal(side, goal), asked) end
  return unit.body:reachable(known_goal(side, goal), asked)
end

-- The number of the answer, and x, y, index or false for each goal found.
local function told_of(side, script, found, explained)
  side.box:charge(A_PATH * #found)
  local paths, list, cells = {}, {}, 0
  for i, one in ipairs(found) do
    paths[i], cells = one.path, cells + #one.path
    list[3 * i - 2], list[3 * i - 1], list[3 * i] = one.x, one.y, one.index or false
  end
  side.account:owe(math.floor(cells / CELLS_WALKED))
  return script:keep_answer(paths, explained), list
end

function queries.nearest(side, number, goals, query, count)
  goals = arguments.goals(side, goals)
  local body, asked = own_unit(side, number).body, arguments.query(side, query)
  local found, code = search(side, body, goals, asked, arguments.count(count))
  if not found then return nil, code end
  return told_of(side, side.current, found, asked.explain)
end

--- The path to one of the goals of an answer.
function queries.found(side, answer, place)
  local path = side:path_of(answer, place)
  if place == 1 then return told(answer, path) end
  return told(side.current:keep_answer({ path }, side.answers[answer].explained), path)
end

--- What it takes to make or repair the field is charged, by the cells that are looked at.
function queries.flight(side, number, list)
  local unit, account, own = own_unit(side, number), side.account, side.own
  local map, owner = side.world.map, ("%s of %s"):format(side.mod.name, side.player.name)
  local cells = map.width * map.height
  if own.nodes <= 0 or not account:may_flood(cells, side.box.used) then return nil, "budget" end
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  side.box:charge(A_THREAT * #list)
  local threats = {}
  for i = 1, #list, 2 do threats[#threats + 1] = { x = list[i], y = list[i + 1] } end
  local path, code, nodes = flight.path(owner, unit, threats)
  account:search(own, A_SEARCH)
  account:flood(own, nodes)
  if not path then return nil, code end
  return told(side.current:keep_answer { path }, path)
end

-- ---- sight --------------------------------------------------------------------------------------

--- The way to the nearest cover from eyes, x1, y1, x2, y2 …, that see so far.
function queries.cover(side, number, list, radius, query)
  local unit = own_unit(side, number)
  local problem = arguments.threats(#list / 2)
  if problem then error(problem, 0) end
  if type(radius) ~= "number" or not (radius >= 0 and radius <= 255) then
    error("a radius of 0 to 255 expected", 0)
  end
  side.box:charge(math.floor(#list / 2 * (AN_EYE + (2 * radius + 1) ^ 2)))
  local sight = side.player:sight(arguments.cells(list), { radius = radius })
  local goals, asked = { hidden_from = sight }, arguments.query(side, query)
  local found, code = search(side, unit.body, goals, asked, 1)
  sight:close()
  if not found then return nil, code end
  return told(side.current:keep_answer { found[1].path }, found[1].path)
end

--- Of a target that is a unit, its number stands for it, without y.
function queries.clear_shot(side, number, x, y, options)
  local unit, world = own_unit(side, number), side.world
  side.box:charge(A_SHOT + 2 * math.max(world.map.width, world.map.height))
  if type(x) == "number" and y == nil then
    local target = side:unit_of(x)
    if not target then return false, "gone" end
    if target.removed then return false, noted(side, target) and "unseen" or "gone" end
    return unit:clear_shot(target, options)
  end
  if type(x) == "table" then return unit:clear_shot(x, options) end
  return unit:clear_shot(x, y, options)
end

-- ---- where to stand -----------------------------------------------------------------------------

--- Places for a unit, see places.lua: numbers, found | nil, code.
function queries.positions(side, number, list, query, room, labels, of_rest)
  local unit, own = own_unit(side, number), side.own
  local plan = places.plan(side, unit, list, arguments.query_of(side, unit, query), room, labels)
  if own.nodes <= 0 then return nil, "budget" end
  plan.budget = math.max(1, math.floor(own.nodes))
  local ask = of_rest and source.of_rest or source.ask
  local numbers, found, nodes = ask(unit, plan, room, plan.budget)
  side.account:search(own, math.max(A_SEARCH, nodes))
  if not numbers then return nil, found end
  side.box:charge(A_NUMBER * #numbers)
  return numbers, found
end

--- The places that are left for it at a goal, of the nodes that the tick has left, see
-- world/places_left.lua.
function queries.places_left(side, number, x, y, goal, within, most, purpose)
  local unit, own = own_unit(side, number), side.own
  if own.nodes <= 0 then return nil, "budget" end
  local function holder_of(column, row)
    return side.world:holder(side:key(("%s %d %d"):format(purpose, column, row)))
  end
  local list, cost, nodes, are_kept = places_left(unit, x, y, goal, within, most, holder_of)
  side.account:search(own, math.max(A_SEARCH, nodes))
  side.box:charge(A_NUMBER * #(list or {}))
  return list, cost, are_kept
end

--- The cells to which links lead from a unit's cell: x, y, x, y …
function queries.link_ends(side, number)
  local ends, links = own_unit(side, number)._body:_link_ends()
  side.box:charge(A_NUMBER * #ends + links)
  return ends
end

--- What a request for places has come to: true, and numbers, found or nil, code; false: not yet.
function queries.placed(side, number, ticket)
  return side:script_of(number):read_places(ticket)
end

-- ---- paths --------------------------------------------------------------------------------------

function queries.route(side, number)
  local path = own_unit(side, number).route
  if not path then return nil end
  return told(side.current:keep_route(path), path)
end

-- The path of a number, to be gone along: paid by its cells.
local function path_along(side, number, instructions)
  local path = side:path_of(number)
  side.box:charge(#path * instructions)
  return path
end

function queries.path_cells(side, number)
  local path, list, n = path_along(side, number, 5), {}, 0
  for x, y in path:cells() do
    list[n + 1], list[n + 2] = x, y
    n = n + 2
  end
  return list
end

function queries.path_distance(side, number) return path_along(side, number, 2).distance end

function queries.path_point(side, number, distance)
  return path_along(side, number, 1):point(distance)
end

-- A query about a path is the unit's whose turn it is.
local function asked_by(side, query)
  return arguments.query_of(side, side.current.unit, query)
end

function queries.path_blocked(side, number, query, from)
  return path_along(side, number, 15):blocked(asked_by(side, query), from)
end

function queries.path_explain(side, number)
  local path = path_along(side, number, 50)
  if not side.explained[path] then return nil, "not explained" end
  return path:explain()
end

local function listed(corners)
  local list = {}
  for x, y, i in corners do
    list[#list + 1], list[#list + 2], list[#list + 3] = x, y, i
  end
  return list
end

function queries.path_turns(side, number)
  return listed(path_along(side, number, 15):turns())
end

function queries.path_smooth(side, number, query)
  local corners, code = path_along(side, number, 100):smooth(asked_by(side, query))
  if not corners then return nil, code end
  return listed(corners)
end

-- ---- tickets and ranks --------------------------------------------------------------------------

--- false: not yet. true, and what there is to say of the path, or of what was found; or true, nil
-- and the code.
function queries.ticket(side, number, ticket)
  local script = side:script_of(number)
  local answered, one, what = script:read_ticket(ticket)
  if not answered or not one then return answered, nil, what end
  if one.found then return true, told_of(side, script, one.found, what) end
  return true, told(script:keep_answer({ one.path }, what), one.path)
end

--- What its place in the ranks has come to: true and what the verb returns; nothing: not yet.
function queries.outcome(side, number)
  local place = side:script_of(number).member
  local outcome = place and place.member.outcome
  if outcome then return true, outcome[1], outcome[2] end
end

function queries.holder(side, key)
  local unit = side.world:holder(side:key(key))
  return unit and side.numbers.units[unit.id]
end

-- ---- the mod itself -----------------------------------------------------------------------------

function queries.spell(side, name, names)
  side.box:charge(A_WORD * #names)
  return core.nearest(name, names)
end

function queries.source(side, file) return side:source(file) end

return queries
