--- torture: build=plain share=2 short=yes cases=11
--
-- Random worlds in heavy mode: each tick is saved, loaded and compared, while a game interferes.
-- A case is a list of what is done, a line each; the first makes the world.

package.path = "examples/?.lua;" .. package.path

local astar = require "astar"
local busy = require "support.busy_world"
local game = require "demo.game"
local kind = require "fuzz.kind"
local modded = require "support.modded"
local Random = require "support.random"
local worlds = require "support.worlds"

-- ---- worlds -------------------------------------------------------------------------------------

local behaviours = {}

function behaviours.roam(unit)
  local random, map = unit.world.random, unit.world.map
  unit.data.legs = (unit.data.legs or 0) + 1
  unit:go(random(map.width), random(map.height))
end

function behaviours.hunt(unit)
  local enemy = unit:enemies(9)[1]
  if enemy then unit:chase(enemy, { ticks = 12 }) else unit:explore() end
end

function behaviours.fear(unit)
  local enemy = unit:enemies(6)[1]
  if enemy then unit:flee({ enemy }, { ticks = 5 }) end
  unit:sleep(3)
end

function behaviours.march(unit)
  unit:attack_move(unit.home, { radius = 4 })
end

function behaviours.lurk(unit)
  local enemy = unit:enemies(9)[1]
  unit:take_cover(nil, { ticks = 9 })
  if enemy then
    unit:watch(1, function() return unit.world.ticks % 20 == 0 end, unit.harass, enemy)
  end
  unit:find_position { from = { within = 4 }, reserve = "lair",
    score = { { "walk", weight = -1 } } }
  unit:sleep(5)
end

function behaviours.hold(unit)
  local place = unit.home
  unit:watch(1, function() return unit.world.ticks % 30 == 0 end, unit.hold, place, { radius = 3 })
  unit:sleep(5)
end

local NAMES = { "roam", "hunt", "fear", "march", "lurk", "hold" }

local MOD = [[
  return function(unit)
    unit.data.turns = (unit.data.turns or 0) + 1
    local enemy = unit:enemies(7)[1]
    unit.data.enemy = enemy
    unit:reserve("well " .. unit.data.turns % 3)
    if unit:event("hit") then unit:tell("fled", enemy) end
    if enemy then unit:flee({ enemy }, { ticks = 4 }) end
    unit:go(unit.world.random(12), unit.world.random(8))
  end]]

local function settle(world, random)
  for name, f in pairs(behaviours) do world:behaviour(name, f) end
  world:influence("danger", { decay = 0.9, spread = 0.2, every = 2 })
  for i = 1, random:int(2, 12) do
    world:unit { player = random:pick { "red", "blue", "green" }, sight = random:int(0, 6),
      x = random:int(1, world.map.width), y = random:int(1, world.map.height),
      speed = random:int(1, 16) / 8, behaviour = NAMES[i % #NAMES + 1],
      avoidance = random:pick { "wait", "repath", "keep_right", "yield" } }
  end
end

local makers = {}

function makers.busy(seed) return busy.world(seed) end

function makers.random(seed)
  local random = Random(seed)
  local world = astar.world { map = worlds.random(random, 24).map, seed = seed, budget = 200,
    report = function() end }
  settle(world, random)
  return world
end

function makers.modded(seed)
  local world = makers.random(seed)
  assert(modded(world, MOD))
  for unit in world:units("red") do unit:behave("test.it") end
  return world
end

function makers.skirmish(seed)
  local play = assert(game.new { file = "examples/valley.txt", seed = seed, report = error,
    mods = { red = "examples/skirmish/red", blue = "examples/skirmish/blue" } })
  return play.world, play
end

-- ---- what a line may say ------------------------------------------------------------------------

local world, play                                -- of the case that is run

local actions = {}

function actions.new(name, seed, every)
  world, play = makers[name](seed)
  world.heavy = { every = every }
end

function actions.tick()
  if play then play:tick() else world:tick() end
end

local function unit_at(number)
  local list = {}
  for unit in world:units() do list[#list + 1] = unit end
  return list[number % math.max(#list, 1) + 1]
end

local function place(x, y) return x % world.map.width + 1, y % world.map.height + 1 end

function actions.hit(number)
  local unit = unit_at(number)
  if unit then unit:tell("hit", number) end
end

function actions.remove(number)
  local unit = unit_at(number)
  if unit then unit:remove() end
end

function actions.wall(x, y, name)
  x, y = place(x, y)
  world.map:set(x, y, name)
end

function actions.danger(x, y)
  x, y = place(x, y)
  world:influence("danger"):add(x, y, 60, 3)
end

function actions.ask(number, x, y)
  local unit = unit_at(number)
  x, y = place(x, y)
  if unit then unit.body:request_path(x, y, { partial = true }, { priority = number % 3 }) end
end

function actions.group(first, count, formation)
  local list = {}
  for i = 1, count do
    local unit = unit_at(first + i)
    local fits = unit and not unit.group and (not list[1] or unit.player == list[1].player)
    if fits then list[#list + 1] = unit:behave(nil) end
  end
  local x, y = place(first * 7, first * 5)
  world:group { units = list, formation = formation }:go(x, y)
end

function actions.share() world:player("red"):share(world:player("green")) end

function actions.forget() world:player("blue"):forget() end

function actions.prepare() world.map:prepare { landmarks = true, dead_ends = true, threads = 2 } end

function actions.edges(n) world.map.reroute_budget = 100 * n end

local function run(text)
  world, play = nil, nil
  for line in text:gmatch("[^\n]+") do
    if world or line:find("^new") then assert(load(line, "=case", "t", actions))() end
  end
  if not world then return end
  world:check_heavy()                              -- of the state after the last line
  world.map:close()
end

-- ---- cases --------------------------------------------------------------------------------------

local lines = {}

function lines.hit(random) return ("hit(%d)"):format(random:int(0, 30)) end
function lines.remove(random) return ("remove(%d)"):format(random:int(0, 30)) end
function lines.wall(random)
  return ("wall(%d, %d, %q)"):format(random:int(0, 60), random:int(0, 60),
    random:pick { "wall", "plain", "swamp" })
end
function lines.danger(random)
  return ("danger(%d, %d)"):format(random:int(0, 60), random:int(0, 60))
end
function lines.ask(random)
  return ("ask(%d, %d, %d)"):format(random:int(0, 30), random:int(0, 60), random:int(0, 60))
end
function lines.group(random)
  return ("group(%d, %d, %q)"):format(random:int(0, 20), random:int(1, 5),
    random:pick { "box", "line", "column", "wedge" })
end
function lines.share() return "share()" end
function lines.forget() return "forget()" end
function lines.prepare() return "prepare()" end
function lines.edges(random) return ("edges(%d)"):format(random:int(1, 60)) end

local COMMON = { "hit", "hit", "wall", "danger", "ask", "ask" }
local RARE = { "remove", "group", "share", "forget", "prepare", "edges" }

local function case(seed)
  local random, list = Random(seed), {}
  local name = random:pick { "busy", "random", "random", "random", "modded", "modded", "skirmish" }
  local ticks = name == "skirmish" and 12 or 40
  list[1] = ("new(%q, %d, %d)"):format(name, seed % 1000000, random:int(1, 6))
  for _ = 1, ticks do
    if name ~= "skirmish" and random:chance(0.4) then
      local what = random:pick(random:chance(0.15) and RARE or COMMON)
      list[#list + 1] = lines[what](random)
    end
    list[#list + 1] = "tick()"
  end
  kind.count("ticks", ticks)
  return table.concat(list, "\n") .. "\n"
end

kind.run("worlds", function(seed)
  local text = case(seed)
  kind.keep("program.lua", text)
  run(text)
end, run)
