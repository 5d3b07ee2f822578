--- Where the places of a plan come from, in the game's state: the core, at once, or by way of the
-- world's line. In a mod's state mods/guest/positions.lua takes the place of this file.

local blame = require "astar.arguments.blame"
local copied = require "astar.copied"
local options = require "astar.arguments.options"
local plans = require "astar.positions.plan"

local source = {}

-- The query of the unit, and what else was said.
local function query_of(unit, given)
  if type(given) ~= "table" then return given or { unit = unit.body } end
  local copy = copied(given)
  copy.unit = copy.unit or unit.body
  return copy
end

local function shortened(numbers, length)
  for i = #numbers, length + 1, -1 do numbers[i] = nil end
  return numbers
end

--- Answers a plan: the numbers of the best `room` places, how many places there are, and what it
-- took, in nodes | nil, code, nodes. `budget` may be nil. `walk_nodes`: nil, or nodes for walking:
-- then places are left out to which they do not reach, and those too far away to be among the best.
-- A recording has some more of the places.
function source.ask(unit, plan, room, budget, walk_nodes)
  local world = unit.world
  local recording = world._recording
  local numbers, found, nodes = world.map:_positions(unit.x, unit.y, plan.list,
    query_of(unit, plan.query), recording and math.max(room, recording._places) or room, budget,
    walk_nodes and room, walk_nodes)
  if not numbers or not recording then return numbers, found, nodes end
  local terms = plans.count(plan.list)
  recording:_asked_places(unit, plan.labels, terms, numbers)
  return shortened(numbers, room * (3 + terms)), found, nodes
end

local function names_of(map)
  local names = { influence = {}, terrain = {} }
  for layer in map:influences() do names.influence[layer.name] = true end
  for _, name in map:terrains() do names.terrain[name] = true end
  return names
end

local WORDS = { influence = "influence map", terrain = "terrain" }

-- An influence map or terrain that a list names and that there is not, in words; nil: all are
-- there.
local function unknown_name(map, list)
  local names, problem = nil, nil
  plans.each_name(list, function(what, name)
    names = names or names_of(map)
    if problem or names[what][name] then return end
    problem = ("there is no %s '%s'%s"):format(WORDS[what], name,
      options.hint(name, names[what]))
  end)
  return problem
end

local NOTHING = { 1, 1, 0, 0, 0, 0 }             -- the list of no cells and no terms

-- What is wrong with a query, found by asking nothing under it.
local function problem_of_query(map, x, y, query)
  local ok, message = pcall(map._positions, map, x, y, NOTHING, query, 0)
  if ok then return nil end
  return type(message) == "string" and message:match("%((.*)%)$") or error(message, 0)
end

--- What is wrong with a plan on this map, for an asker at x, y; nil: nothing.
function source.problem(map, x, y, plan, query)
  return unknown_name(map, plan.list)
    or plan.query ~= nil and problem_of_query(map, x, y, query) or nil
end

local function check(unit, plan, method)
  local problem = source.problem(unit.world.map, unit.x, unit.y, plan,
    query_of(unit, plan.query))
  if problem then blame.fail(method, 1, "%s", problem) end
end

--- Pays up to so many nodes for the tables of a plan, or without one of a way to flee: how many it
-- has paid, and how many are owed then.
function source.pay_for_tables(unit, plan, nodes)
  local body, query = unit.body, plan and plan.query or nil
  local before = body:_pay_for_tables(query, 0)
  if before == 0 or nodes == 0 then return 0, before end
  local owed = body:_pay_for_tables(query, nodes)
  return before - owed, owed
end

--- The same of the nodes that the tick has left, for a verb.
function source.of_rest(unit, plan, room, budget)
  local world = unit.world
  local rest = math.min(world._rest, budget or math.huge)
  local _, owed = source.pay_for_tables(unit, plan, 0)
  if rest < 1 or owed > 0 then return nil, "budget", 0 end
  local numbers, found, nodes = source.ask(unit, plan, room, rest)
  world._rest = world._rest - nodes
  return numbers, found, nodes
end

--- The same as a question that is at once answered: numbers, found | nil, code.
function source.now(unit, plan, room, of_rest)
  check(unit, plan, "positions")
  local numbers, found = (of_rest and source.of_rest or source.ask)(unit, plan, room)
  return numbers, found
end

--- The same when the world has nodes for it: a job, with `done` and cancel(). Then it has numbers
-- and found, or code. `done` is called then.
function source.request(unit, plan, room, done)
  check(unit, plan, "find_position")
  return unit.world._line:add(unit, plan, room, done)
end

return source
