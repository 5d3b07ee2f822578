-- What an inspector takes of a game: inspect.lua [UNITS]. Units (200) of two players with fog walk
-- about on 128 x 128 cells. Prints milliseconds of processor time, medians of rounds:
--   tick          a tick of the game
--   nobody        inspector:due() while nobody looks
--   recorded      a tick while a page looks, which is recorded
--   news          what a page is told of a tick, with a unit that it has selected
--   watch         an expression that is evaluated for a unit

local astar = require "astar"
local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"
local random = require "bench.random"
local stats = require "bench.stats"
local walkers = require "bench.walkers"

local ROUNDS, CALLS, SIDE = 9, 2000, 128
local clock = os.clock

local int = random(7)

local ROAM = [[return function(unit)
  local random = unit.world.random
  while true do
    unit:go(random(unit.world.map.width), random(unit.world.map.height), { partial = true })
    unit:wait(5)
  end
end]]

local FILES = { ["roam.lua"] = ROAM,
  ["mod.lua"] = 'return { name = "bench", version = "1", behaviours = { roam = "roam.lua" } }' }

local function new_world(count)
  local world = astar.world { map = walkers.map(SIDE, int) }
  assert(world:mod { name = "bench", files = FILES })
  while world:count() < count do
    world:unit { player = world:count() % 2 == 0 and "red" or "blue", x = int(1, SIDE),
      y = int(1, SIDE), speed = 0.3, sight = 8, behaviour = "bench.roam" }
  end
  return world
end

-- Milliseconds of a call of f, in the median of rounds of so many calls.
local function time(calls, f)
  local list = {}
  for round = 1, ROUNDS do
    local begun = clock()
    for _ = 1, calls do f() end
    list[round] = (clock() - begun) * 1000 / calls
  end
  return stats.median(list)
end

local function show(name, milliseconds) print(("%-10s %8.4f ms"):format(name, milliseconds)) end

local world = new_world(tonumber(arg[1] or 200))
for _ = 1, 50 do world:tick() end
local inspector = assert(astar.inspect(world))

local function call(name, with)
  local _, text = inspector._session:answer("POST", "/call", json { name = name, with = with })
  return text and assert(literal.read(text, "json"))
end

local function tick() world:tick() end

show("tick", time(20, tick))
show("nobody", time(CALLS, function() inspector:due() end))
local viewer = call("open", { a = 1 }).viewer
show("recorded", time(20, tick))
show("news", time(20, function()
  tick()
  call("news", { viewer = viewer, unit = 1 })
end) - time(20, tick))
local turn = 0
show("watch", time(50, function()
  turn = turn + 1
  call("look", { watches = { { unit = 1, text = "unit.x + " .. turn } } })
end))
inspector:close()
