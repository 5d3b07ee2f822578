--- Guesses: what the host would answer, were it asked now. They are for turns that run ahead (see
-- ahead.lua), so to give one changes nothing: here are queries that only look, and orders of which
-- it is known what they return. What is not here is asked when the turn's place has come, and so is
-- all that fails.

local Account = require "astar.mods.account"
local drawn = require "astar.world.drawn"
local ground = require "astar.mods.ground"
local influences = require "astar.mods.influences"
local object = require "astar.world.object"
local pairs = require "astar.pairs".pairs
local plain = require "astar.mods.plain_data"
local queries = require "astar.mods.queries"
local reconnaissance = require "astar.mods.reconnaissance"
local sightings = require "astar.mods.sightings"

local guesses = {}

local NO_GUESS = {}                              -- what is raised where there is none

local answers = {}                               -- functions of a side and what was sent
for list, names in pairs {                       -- in any order
  [queries] = { "look", "class_size", "class_cost", "field", "group", "around", "units", "unit_at",
    "knows", "map", "influence", "reachable", "clear_shot", "path_cells",
    "path_distance", "path_point", "path_turns", "holder", "spell" },
  [reconnaissance] = { "known_enemies", "sites" },
  [ground] = { "areas_at", "area", "list_areas", "chokes", "areas_path", "line_of_sight",
    "sight_count", "sight_seen_by", "sight_cells" },
  [influences] = { "influence_get", "influence_peaks", "influence_max_near", "influence_downhill",
    "influence_uphill" },
} do
  for _, name in ipairs(names) do answers[name] = assert(list[name], name) end
end

-- The number of a class that the mod does not know yet is given to it when its turn has come.
function answers.identify(side, number)
  local unit, player, class = side:unit_of(number), nil, nil
  if unit then player, class = sightings.identity(side.world, unit, side.player) end
  local its_class = player and side.class_numbers[class] or error(NO_GUESS)
  return player.name, its_class
end

-- To meet a unit is to learn whose it is.
function answers.home(side, number)
  local home = queries.home(side, number)
  if object.is_unit(home) then error(NO_GUESS) end
  return home
end

-- The host does not note that the mod has them.
function answers.data(side, number, known)
  local script = side.scripts[side.numbers.ids[number] or false]
  if side.late or not script then error(NO_GUESS) end
  if known and script:has_same_data() then return nil end
  return plain.packed(script.unit.data, side.alike)
end

-- ---- orders: what they return, and what they are charged with -----------------------------------

local function nothing() end

for _, name in ipairs { "stop", "rouse", "release", "cancel", "follow_path", "set" } do
  answers[name] = nothing
end

function answers.print(side, text) side.box:charge(#text) end

function answers.draw(side, kind, _, ...) side.box:charge(#drawn[kind](...).text) end

function answers.tell(side, number, name, ...)
  local unit = side:unit_of(number)
  if not unit or unit.player ~= side.player or not unit._task then error(NO_GUESS) end
  side.box:charge(Account.weight { name, ... })
  return "unit"
end

-- ---- answers ------------------------------------------------------------------------------------

local function passed(ok, ...)
  if ok then return true, ... end
end

--- true and the answer to a query, which is charged as the query is; nothing: there is no guess.
function guesses.answer(side, op, ...)
  local answer, world = answers[op], side.world
  -- A query finds units that were removed, and buries them.
  if not answer or world._map:_removals() ~= world._removals then return end
  local cost = Account.COSTS[op]
  if cost then side.box:charge(cost) end
  return passed(pcall(answer, side, ...))
end

--- Notes where a call first asks what cannot be guessed: so far it can run ahead.
function guesses.note(side, op)
  if not (answers[op] or side.acted) then side.acted = side.box.used end
end

return guesses
