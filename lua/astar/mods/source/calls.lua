--- What calls tell of their arguments, and what they return: of Lua's library, of astar.think, and
-- of a unit's verbs.

local kinds = require "astar.mods.source.kinds"
local types = require "astar.mods.source.types"
local words = require "astar.world.words"
local pairs = require "astar.pairs".pairs

local calls = {}

local any, is, unit = types.any, types.is, types.unit
local BOOLEAN, CODE = { kind = "boolean" }, { kind = "code" }

-- ---- events -------------------------------------------------------------------------------------

local OF_THE_WORLD = {}
for _, event in ipairs(words.events) do OF_THE_WORLD[event.name] = event end

-- The types of what an event is told with: as the library tells it, or as the mod does.
local function told_with(program, name)
  local event, told = OF_THE_WORLD[name], program.told[name]
  if event then
    local list = {}
    for i, kind in ipairs(event.kinds or {}) do
      list[i] = kind == "unit" and event.by and types.weak_unit or { kind = kind }
    end
    return list
  end
  return told or { any, any, any, any }
end

-- An event that the mod listens to. `handler`: what gets its arguments behind the unit.
local function hear(program, name, line, handler)
  local heard = program.heard[name]
  if not heard then
    heard = { name = name, file = program.file.name, line = line, is_opaque = false,
      handlers = {}, payload = {} }
    program.heard[name] = heard
  end
  if handler and handler.kind ~= "function" then heard.is_opaque = true end
  if is(handler, "function") then
    for _, node in ipairs(handler.nodes) do heard.handlers[node] = true end
    program:is_action(handler, (table.unpack or unpack)(told_with(program, name), 1, 4))
  end
end

--- `local ok, what = unit:await("full")`: which variables hold what the event is told with.
function calls.name_payload(program, node)
  local last = node.values[#node.values]
  local asks = last and last.tag == "Method" and (last.name == "await" or last.name == "event")
  local name = asks and last.arguments[1]
  local heard = name and name.tag == "String" and program.heard[name.value]
  for i = #node.values + 1, heard and #node.variables or 0 do
    heard.payload[node.variables[i]] = i - #node.values
  end
end

local UNIT = kinds.members("unit")

-- More is read of it than of a place, and nothing that units do not have.
local function is_like_a_unit(variable)
  local is_more = false
  for name in pairs(variable.read or {}) do
    if not UNIT[name] then return false end
    is_more = is_more or name ~= "x" and name ~= "y"
  end
  return is_more
end

--- The kinds of the arguments of an event of a game that nobody knows, as far as the mod's text
-- tells: none, where it reads none; a unit, where it reads fields of a unit. nil: unknown.
function calls.wanted(heard)
  if heard.is_opaque then return nil end
  local kinds_wanted = {}
  local function want(variable, place)
    if not variable.used then return true end
    kinds_wanted[1] = "unit"
    return place == 1 and is_like_a_unit(variable)
  end
  for node in pairs(heard.handlers) do
    for i = 2, #node.parameters do
      if not want(node.parameters[i], i - 1) then return nil end
    end
  end
  for variable, place in pairs(heard.payload) do
    if not want(variable, place) then return nil end
  end
  return kinds_wanted
end

local function string_in(type)
  return is(type, "string") and type.value or nil
end

-- ---- Lua's library ------------------------------------------------------------------------------

local library = {}

function library.require(program, given, node)
  local name = string_in(given[1])
  if name == "astar.think" then return { { kind = "think" } } end
  if name == "astar.squads" then return { { kind = "squads" } } end
  if name == "astar.parameters" then return { any } end
  if not name then return { any } end
  local type, found = program:required(name)
  if found == false then program.mistakes.no_file(program, name, node) end
  return { type }
end

function library.ipairs(_, given) return { { kind = "pairs", of = types.element(given[1]) } } end

library.pairs = library.ipairs

function library.pcall(program, given)
  local rest = {}
  for i = 2, 8 do rest[i - 1] = given[i] end
  if is(given[1], "function") then program:pass(given[1], rest) end
  return { BOOLEAN, any, any, any }
end

function library.xpcall(program, given)
  local rest = {}
  for i = 3, 8 do rest[i - 2] = given[i] end
  if is(given[1], "function") then program:pass(given[1], rest) end
  return { BOOLEAN, any, any, any }
end

function library.assert(_, given) return given end

-- An object of a class: it has the fields of both, and is what the methods get as self.
function library.setmetatable(program, given)
  local object, class = given[1], given[2]
  if not is(object, "table") or not is(class, "table") then return { object and any } end
  for _, site in ipairs(class.nodes) do program:learn(site, "instance", object) end
  return { types.join(object, class) }
end

library["table.insert"] = function(program, given, node)
  local value = given[#node.arguments]
  if not is(given[1], "table") then return {} end
  for _, site in ipairs(given[1].nodes) do program:learn(site, "element", value) end
  return {}
end

library["table.remove"] = function(_, given) return { types.element(given[1]) } end

library["table.sort"] = function(program, given)
  local element = types.element(given[1])
  if is(given[2], "function") then program:pass(given[2], { element, element }) end
  return {}
end

for _, name in ipairs { "tostring", "type", "string.format", "string.sub", "table.concat" } do
  library[name] = function() return { { kind = "string" } } end
end

--- A function of Lua's library, by its name.
function calls.library(program, name, given, node)
  local known = library[name]
  if known then return known(program, given, node) end
  return { any, any, any, any }
end

-- ---- thinking -----------------------------------------------------------------------------------

local thinking = {}

local function handlers(program, given)
  if not is(given[2], "table") then return end
  for _, site in ipairs(given[2].nodes) do
    for name, line in pairs(site.lines) do hear(program, name, line, site.fields[name]) end
  end
end

thinking.interrupt, thinking.listen = handlers, handlers

function thinking.till(program, given, node)
  local name = string_in(given[1])
  if name then hear(program, name, node.line) end
end

function thinking.act(program, given, node)
  local name = string_in(given[1])
  local verb = name and program.mistakes.verb(program, name, node)
  if not verb then return end
  local rest = {}
  for i = 2, 8 do rest[i - 1] = given[i] end
  calls.unit(program, verb, rest, node)
end

function thinking.retry(program, given)
  program.mistakes.keys(program, given[2], kinds.retry, "retry", 2)
end

function thinking.utility(program, given)
  if not is(given[1], "table") then return end
  program.mistakes.keys(program, given[1], kinds.utility, "utility", 1)
  local candidates
  for _, site in ipairs(given[1].nodes) do candidates = types.join(candidates, site.element) end
  if is(candidates, "table") then
    for _, site in ipairs(candidates.nodes) do
      program:is_action(site.fields.evaluate)
      program:is_action(site.fields.execute)
    end
    program.mistakes.keys(program, candidates, kinds.candidate, "utility", 1)
  end
  local events                                   -- of the field alone, not of the candidates
  for _, site in ipairs(given[1].nodes) do events = types.join(events, site.fields.events) end
  if not is(events, "table") then return end
  for _, site in ipairs(events.nodes) do
    for _, item in ipairs(site.items) do
      if item.value.tag == "String" then hear(program, item.value.value, item.line) end
    end
  end
end

--- A function of astar.think. What it combines are actions.
function calls.think(program, name, given, node)
  for i = 1, #node.arguments do program:is_action(given[i]) end
  if thinking[name] then thinking[name](program, given, node) end
  return { { kind = "maker" } }
end

-- ---- verbs --------------------------------------------------------------------------------------

local verbs = {}

local function await(program, given, node)
  local name = string_in(given[1])
  if not name then return { BOOLEAN, any, any, any } end
  hear(program, name, node.line)
  local results = { BOOLEAN }
  local told = told_with(program, name)
  for i = 1, 4 do results[i + 1] = told[i] end
  return results
end

function verbs.event(program, given, node) return await(program, given, node) end

function verbs.await(program, given, node)
  local results = await(program, given, node)
  if given[2] == nil then return results end
  local told = results[2]                        -- or the code "timeout"
  results[2] = told == nil and CODE or is(told, "unit") and types.weak_unit or any
  return results
end

function verbs.tell(program, given, node)
  local name = string_in(given[1])
  if not name then return { unit } end
  if not program.told[name] then program.told[name], program.changed = {}, true end
  for i = 2, #node.arguments do program:learn(program.told[name], i - 1, given[i] or any) end
  program.mistakes.telling(program, name, node)
  return { unit }
end

function verbs.watch(program, given) program:is_action(given[3], any, any) end

function verbs.defend(program, given)
  program:is_action(given[3], unit)
  program:is_action(given[4])
end

function verbs.start(program, given) program:is_action(given[1]) end

verbs.behave = verbs.start

-- Functions in the tables of options: each gets the unit and an enemy.
local function fighting(program, given)
  for i = 1, 4 do
    if is(given[i], "table") then
      for _, name in ipairs { "engage", "hit" } do
        program:is_action(types.field(given[i], name), unit)
      end
    end
  end
end

for _, name in ipairs { "guard", "escort", "attack_move", "engage", "harass", "hold" } do
  verbs[name] = fighting
end

--- A method of a unit, with the arguments behind the unit.
function calls.unit(program, method, given, node)
  local name = method.name
  local tables = kinds.tables[name]
  if tables then
    for i = 1, math.min(4, #node.arguments) do
      local valid = tables[i] or i > 1 and tables[0]
      if valid then program.mistakes.keys(program, given[i], valid, name, i) end
    end
  end
  local results = verbs[name] and verbs[name](program, given, node)
  return results or method.results
end

-- ---- guesses ------------------------------------------------------------------------------------

local verb_names = require "astar.verbs"

local function is_asked_for_verbs(variable)
  for name in pairs(variable.read or {}) do
    if verb_names[name] then return true end
  end
  return false
end

local guess_in

-- Goes through the tables that a node is made of.
local function guess_within(program, node)
  for key, value in pairs(node) do
    if type(value) == "table" and key ~= "variable" and key ~= "type" and key ~= "parameters"
      and key ~= "fields" and key ~= "results" and key ~= "element" then
      guess_in(program, value)
    end
  end
end

function guess_in(program, node)
  if node.tag == "Function" then
    for _, variable in ipairs(node.parameters) do
      local is_unit = variable.name == "unit" or is_asked_for_verbs(variable)
      if variable.type == nil and is_unit then variable.type = types.weak_unit end
    end
  end
  guess_within(program, node)
end

--- What nothing is known of, and what looks like a unit, is taken for one.
function calls.guess(program)
  for _, file in ipairs(program.order) do guess_in(program, file.body) end
end

return calls
