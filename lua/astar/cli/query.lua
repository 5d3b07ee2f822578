--- The options of commands that find paths: what moves, and how it is searched for.

local core = require "astar.core"
local pairs = require "astar.pairs".pairs
local stop = require "astar.cli.stop"

local query = {}

local RULES = { "no_obstacles", "at_most_one_obstacle", "always", "never" }
local HEURISTICS = { "octile", "euclidean", "chebyshev", "manhattan", "none" }
local ENGINES = { "auto", "astar", "jps", "jps_layers", "jpsw", "turn", "anya" }

--- For argparse: what reads a whole number from `least` on, and names the argument.
function query.whole(name, least)
  return function(text)
    text = text:match "^%s*(.-)%s*$"
    local number = text:find("^%-?%d+$") and #text < 16 and tonumber(text)
    if number and number >= (least or -math.huge) then return number end
    return nil, ("%s: '%s' is not a whole number%s"):format(name, text,
      least and (" of at least %d"):format(least) or "")
  end
end

local function number(text)
  local value = tonumber(text)
  if value and value == value then return value end
  return nil, ("--weight: '%s' is not a number"):format(text)
end

--- Adds an option that takes a whole number.
function query.add_whole(command, name, what, least)
  return command:option(name, what):argname("N"):convert(query.whole(name, least))
end

local function one_of(command, name, what, list)
  return command:option(name, what .. table.concat(list, ", ") .. "."):choices(list)
end

local whole = query.add_whole

--- Adds the options to a command of argparse.
function query.add(command)
  command:group("What moves",
    command:option("--costs", "What terrains cost, such as swamp=35,water=no; 'no': never"
      .. " entered. By default as in the map."):argname "LIST",
    whole(command, "--size", "It covers N x N cells."),
    one_of(command, "--diagonal", "When it may step diagonally: ", RULES):argname "RULE",
    whole(command, "--climb", "What each unit of height costs, upwards."),
    whole(command, "--descend", "And downwards."),
    whole(command, "--class", "In place of these: a class of a saved map, by its number in"
      .. " `astar info`.", 1),
    command:option("--player", "Whose knowledge is used, a player of a saved map.")
      :argname "NAME")
  command:group("The search",
    whole(command, "--within", "It arrives when it is N cells from the goal."),
    command:flag("--any-angle", "The path leads straight in all directions."),
    whole(command, "--turn-cost", "What each eighth of a turn costs."),
    command:option("--influence", "Influence maps of a saved map, such as danger=2,smell=-1.")
      :argname "LIST",
    whole(command, "--budget", "How many nodes the search may expand."),
    one_of(command, "--heuristic", "The estimate: ", HEURISTICS):argname "NAME",
    command:option("--weight", "Of the estimate: 2 finds a path that costs at most twice as"
      .. " much as the cheapest."):argname "N":convert(number),
    one_of(command, "--engine", "The search engine: ", ENGINES):argname "NAME")
end

-- "swamp=35,water=no" -> calls take(name, value) for each.
local function each_entry(what, list, take)
  for entry in list:gmatch("[^,]+") do
    local name, value = entry:match("^%s*(.-)%s*=%s*(.-)%s*$")
    if not name or name == "" or value == "" then
      stop.wrong("%s: '%s' is not NAME=NUMBER", what, entry)
    end
    take(name, value)
  end
end

local function costs_of(list)
  local costs = {}
  each_entry("--costs", list, function(name, value)
    if value == "no" then
      costs[name] = false
    else
      costs[name] = tonumber(value) or
        stop.wrong("--costs: %s=%s: give a number, or 'no'", name, value)
    end
  end)
  return costs
end

local function weights_of(list)
  local weights = {}
  each_entry("--influence", list, function(name, value)
    weights[name] = tonumber(value) or stop.wrong("--influence: %s=%s: give a number", name, value)
  end)
  return weights
end

local function class_at(map, wanted)
  local count = 0
  for class in map:classes() do
    count = count + 1
    if count == wanted then return class end
  end
  stop.wrong("--class: the map has %s", count == 1 and "one class" or count .. " classes")
end

-- ---- messages of the library --------------------------------------------------------------------

-- From the library's options to those of the command line.
local NAMES = { any_angle = "--any-angle", budget = "--budget", climb = "--climb",
  costs = "--costs", descend = "--descend", diagonal = "--diagonal", engine = "--engine",
  heuristic = "--heuristic", heuristic_weight = "--weight", influence = "--influence",
  size = "--size", turn_cost = "--turn-cost", within = "--within" }

-- A message of the library with the names of the command line.
local function in_options(words)
  words = words:gsub("^query: ", ""):gsub("'([%l_]+)'", function(key)
    return key:find("_", 1, true) and NAMES[key]
  end)
  return (words:gsub("^([%l_]+) = ", function(key) return NAMES[key] and NAMES[key] .. ": " end))
end

--- Calls a function of the library. What it has to say of an option ends the command.
function query.ask(f, ...)
  local ok, first, second = pcall(f, ...)
  if ok then return first, second end
  local _, words = pcall(stop.unless, "", error, first, 0)
  _, words = stop.read(words)
  stop.wrong("%s", in_options((words:gsub("^: ", ""))))
end

-- Makes a class or a query. Where its options are refused, the first one that is wrong when it
-- stands alone is named: the library's words name a terrain or an influence map.
local function make(f, map, set)
  if pcall(f, map, set) then return f(map, set) end
  for _, key in ipairs(core.keys(set)) do
    local option = NAMES[key]
    if option and not pcall(f, map, { [key] = set[key] }) then
      local _, caught = pcall(query.ask, f, map, { [key] = set[key] })
      local _, words = stop.read(caught)
      words = words:gsub("^terrain = ", ""):gsub("^" .. option:gsub("%-", "%%-") .. ": ", "")
      stop.wrong("%s: %s", option, words)
    end
  end
  return query.ask(f, map, set)
end

-- ---- what is asked ------------------------------------------------------------------------------

local function class_of(map, given)
  local own = given.costs or given.size or given.diagonal or given.climb or given.descend
  if given.class then
    if own then stop.wrong "--class stands in place of --costs, --size and the like" end
    return class_at(map, given.class)
  end
  if not own then return nil end
  return make(map.class, map, { costs = given.costs and costs_of(given.costs), size = given.size,
    diagonal = given.diagonal, climb = given.climb, descend = given.descend })
end

local function player_of(map, name)
  local names = {}
  for player in map:players() do
    if player.name == name then return player end
    names[#names + 1] = player.name
  end
  stop.wrong("--player: the map has no player '%s'%s", name,
    names[1] and "; its players are " .. table.concat(names, ", ") or "")
end

--- The query that the options describe; `more`: options of the library's besides.
function query.of(map, given, more)
  local options = {
    class = class_of(map, given), player = given.player and player_of(map, given.player),
    within = given.within, any_angle = given.any_angle, turn_cost = given.turn_cost,
    budget = given.budget, heuristic = given.heuristic, heuristic_weight = given.weight,
    engine = given.engine, influence = given.influence and weights_of(given.influence),
  }
  for key, value in pairs(more or {}) do options[key] = value end
  return make(map.query, map, options), options
end

return query
