--- Small worlds in which a mod is tried: one with enemies that go about and strike; one where a
-- unit is alone and enclosed, so that nothing is near, and nothing can be reached; and one where
-- enemies come out of nowhere, go out of sight, and are removed. In each there are several units of
-- each behaviour.

local core = require "astar.core"
local map_of = require "astar.map.new"
local pairs = require "astar.pairs".pairs
local words = require "astar.world.words"
local World = require "astar.world"

local trial = {}

local MAPS = 60                                  -- of influence, one for each name that may be
                                                 -- one: a query counts hardly more
local UNITS, ENEMIES, EVERY = 4, 4, 7
local FRAY, ALONE, AMBUSH = 400, 80, 120         -- ticks

-- Repeated ACROSS and DOWN: a mod may know the places of the map that it is made for. Each
-- behaviour has a row to itself, so not more than ROWS of them are tried at once.
local ACROSS, DOWN = 10, 20

local MAP = {
  rows = {
    "........................",
    ".........TT.............",
    "..####...TT....====.....",
    "..#..........###..=.....",
    "..#..~~~.......#..=..$..",
    "..####.~~......#..=.....",
    ".......~~...............",
    "........................",
    "...$......====.....TT...",
    "..........=..=.....TT...",
    "..TT...####..=..........",
    "........................",
  },
  legend = { ["."] = "plain", ["#"] = "wall", T = "wood", ["~"] = "water", ["="] = "road",
    ["$"] = "ore" },
  terrains = { plain = 10, wall = { cost = false, opaque = true }, wood = 20, water = false,
    road = 5, ore = false },
}

local ROWS = DOWN * #MAP.rows

local function new_map()
  local rows = {}
  for i = 1, ROWS do
    rows[i] = MAP.rows[(i - 1) % #MAP.rows + 1]:rep(ACROSS)
  end
  return map_of { rows = rows, legend = MAP.legend, terrains = MAP.terrains }
end

-- ---- units --------------------------------------------------------------------------------------

-- What the game keeps of a unit: the n-th of its role.
local function data_of(game, role, n)
  local data = { number = n, hp = n % 2 == 0 and 10 or 2, role = role }
  for key, value in pairs(game.data or {}) do data[key] = value end
  for key, value in pairs(game.roles and game.roles[role] or {}) do data[key] = value end
  return data
end

-- A unit in the first free cell from a place eastwards.
local function place(world, x, y, unit)
  unit.x, unit.y = x, y
  while true do
    local made = world:unit(unit)
    if made then return made end
    unit.x = unit.x + 1
  end
end

-- Units of each behaviour that is tried, at every `step` cells.
local function people(run, step)
  for i, name in ipairs(run.names) do
    for n = 1, UNITS do
      place(run.world, 1 + step * n, i, { player = "red", speed = 0.5, sight = 6,
        behaviour = ("%s.%s"):format(run.mod.name, name), data = data_of(run.game, name, n) })
    end
  end
end

local function raid(unit)
  while true do
    unit:attack_move(3, unit.home.y + 1)
    unit:attack_move(unit.home)
  end
end

local function enemy_at(run, x, y, behaviour)
  local role = core.keys(run.game.roles or {})[1]
  return place(run.world, x, y, { player = "blue", speed = 0.4, sight = 6, behaviour = behaviour,
    data = data_of(run.game, role, 1) })
end

-- ---- events -------------------------------------------------------------------------------------

-- What events may be told with, by the kinds of their arguments.
local VALUES = {
  unit = function(run, unit) return run.enemy(unit) end,
  enemy = function(run, unit) return run.enemy(unit) end,
  friend = function(_, unit) return unit:friends(100)[1] or unit end,
  number = function() return 1 end, code = function() return "crowded" end,
  string = function() return "" end, boolean = function() return true end,
}

-- Events that the small worlds bring about, or that verbs alone tell.
local NATURAL = { arrived = true, blocked = true, waiting = true, rerouted = true, revealed = true,
  unreached = true }

local OF_THE_WORLD = {}
for _, event in ipairs(words.events) do OF_THE_WORLD[event.name] = event.kinds or {} end

-- The kinds of what an event is told with that the mod waits for; nil, if nobody knows: then it is
-- not told. What the mod itself tells is told by it alone.
local function kinds_of(run, heard)
  local name, of_game = heard.name, run.game.events and run.game.events[heard.name]
  if of_game then return of_game end
  if NATURAL[name] or run.program.told[name] then return nil end
  return OF_THE_WORLD[name] or run.program.calls.wanted(heard)
end

local function list_of_events(run)
  local list = {}
  for _, heard in pairs(run.program.heard) do
    local kinds = kinds_of(run, heard)
    if kinds then list[#list + 1] = { name = heard.name, kinds = kinds } end
  end
  -- The same in each run: what a unit hears when decides what it comes to.
  table.sort(list, function(a, b) return core.before(a.name, b.name) end)
  return list
end

local function tell(run, unit, event)
  local values = {}
  for i, kind in ipairs(event.kinds) do
    values[i] = VALUES[kind] and VALUES[kind](run, unit)
    if values[i] == nil then return end          -- where there is no enemy, nobody strikes
  end
  unit:tell(event.name, (table.unpack or unpack)(values, 1, #event.kinds))
end

-- Each unit is told one after the other.
local function tell_all(run, tick)
  local red, events = run.world:player("red"), run.events
  if not events[1] then return end
  for unit in run.world:units(red) do
    if tick % EVERY == unit.id % EVERY then
      run.told = run.told + 1
      tell(run, unit, events[run.told % #events + 1])
    end
  end
end

-- ---- the worlds ---------------------------------------------------------------------------------

local worlds = {}

--- Enemies go about and strike.
function worlds.fray(run)
  people(run, 2)
  for n = 1, ENEMIES do enemy_at(run, 24, 2 * n, raid) end
  run.enemy = function(unit) return unit:enemies(100)[1] end
  return FRAY
end

--- Nobody is there, nothing can be reached, and nothing that a list could hold is found.
function worlds.alone(run)
  run.world.map:fill(1, 1, run.world.map.width, run.world.map.height, "wall")
  for y = 1, #run.names do
    for n = 1, UNITS do run.world.map:set(1 + 4 * n, y, "plain") end
  end
  people(run, 4)
  run.enemy = function() return nil end
  return ALONE
end

--- An enemy is there for some ticks; what a unit is told of it, it hears when it is gone.
function worlds.ambush(run)
  people(run, 2)
  local hidden = enemy_at(run, 200, 200)
  local visitors, count = {}, 0
  run.enemy = function(unit)
    count = count + 1
    if count % 3 == 0 then return hidden end
    local enemy = enemy_at(run, unit.x, unit.y)
    visitors[#visitors + 1] = enemy
    return enemy
  end
  run.after = function()
    for i, enemy in ipairs(visitors) do
      if i % 2 == 0 then enemy:remove() else enemy:place(220, 200 + i % 40) end
    end
    visitors = {}
  end
  return AMBUSH
end

local ORDER = { "fray", "alone", "ambush" }

local function add_influences(run)
  if run.game.influences then
    for _, name in ipairs(run.game.influences) do run.world:influence(name, { weight = 0 }) end
    return
  end
  local count = 0
  for _, names in ipairs { run.program.keys, run.program.made } do
    for _, name in ipairs(core.keys(names)) do
      if #name <= 32 and name:find("^[%a_][%w_ -]*$") and count < MAPS then
        run.world:influence(name, { weight = 0 })
        count = count + 1
      end
    end
  end
end

-- Nobody knows which influence maps a game has: one that a mod names is there from then on.
local function is_about_influence(game, one)
  local name = not game.influences and tostring(one.message):match(
    "influence = '(.-)' is no influence of the map")
  if not name or not one.unit then return false end
  one.unit.world:influence(name, { weight = 0 })
  one.unit:behave(one.behaviour)
  return true
end

local function play(run, name)
  add_influences(run)
  run.events = list_of_events(run)
  local ticks = worlds[name](run)
  for tick = 1, ticks do
    run.world:tick()
    tell_all(run, tick)
    if run.after and tick % 5 == 0 then run.after() end
  end
  return ticks
end

-- What a game may make public, and what the mod asks for.
local function public_keys(game)
  local keys = { "number", "hp", "role" }
  for _, key in ipairs(game.public or {}) do keys[#keys + 1] = key end
  return keys
end

local function facts_of(program, game)
  if game.facts then return game.facts end
  local facts = {}
  for name in pairs(program.facts) do facts[name] = 0 end
  return facts
end

-- Those of the mod's behaviours that are tried together, from a number on.
local function names_from(mod, first)
  local all, names = mod._revision.names, {}
  for i = first, math.min(first + ROWS - 1, #all) do names[#names + 1] = all[i] end
  return names
end

--- Tries a mod, as world:mod takes it: how many ticks, and the mod | nil, message. `program`: what
-- is known of its text; `game`: see check.lua; `report` gets each error.
function trial.run(given, program, game, report)
  local sum, first, mod = 0, 1, nil
  game = game or {}
  local function heed(one)
    if not is_about_influence(game, one) then report(one) end
  end
  repeat
    for _, name in ipairs(ORDER) do
      local world = World.new { map = new_map(), seed = 1, report = heed }
      local message
      mod, message = world:mod(given, { public = public_keys(game),
        facts = function() return facts_of(program, game) end })
      if not mod then return nil, message end
      sum = sum + play({ world = world, mod = mod, names = names_from(mod, first),
        program = program, game = game, told = 0 }, name)
    end
    first = first + ROWS
  until first > #mod._revision.names
  return sum, mod
end

return trial
