-- A world that is saved on one machine and loaded on another; see tools/cross/arch.sh.
--   lua spec/support/crossing.lua save FILE KIND    plays 60 ticks and saves, twice; plays 100 more
--   lua spec/support/crossing.lua load FILE KIND    loads it, and plays the 100 ticks
-- KIND is the sandbox of the mods. Both print the hash of the world after every 20th of the last
-- 100 ticks: it must be the same. In the vault what is saved has the minds of mods in it.

local astar = require "astar"

astar.sandbox = arg[3]

local MOD = {
  name = "raid",
  files = {
    ["mod.lua"] = [[return { name = "raid", version = "1", behaviours = {
      scout = "scout.lua", soldier = "soldier.lua" } }]],
    ["scout.lua"] = [[return function(unit)
      unit.data.turns = (unit.data.turns or 0) + 0.1
      while unit:explore() do unit.data.turns = unit.data.turns * 1.5 end
      while true do unit:patrol { { 5, 5 }, { 40, 12 } } unit:wait(3) end
    end]],
    ["soldier.lua"] = [[return function(unit)
      while true do
        unit:go(unit.world.random(10, 60), unit.world.random(4, 20))
        unit:wait(unit.world.random(9))
        unit.data.text = ("%.14g"):format(unit.world.random())
      end
    end]],
  },
}

local function tell(report) print(report.text) end

local function behave(world)
  assert(world:mod(MOD))
end

-- A unit at each place of a row that can be entered.
local function settle(world, player, y, count)
  for x = 1, world.map.width do
    if count == 0 then return end
    local role = x % 3 == 0 and "scout" or "soldier"
    local unit = world:unit { player = player, x = x, y = y, sight = 7, speed = 0.2 + x % 4 / 10,
      behaviour = "raid." .. role, data = { number = count, part = count / 7 } }
    if unit then count = count - 1 end
  end
end

local function new_world()
  local map = assert(astar.load("examples/valley.txt"))
  local world = astar.world { map = map, seed = 7, report = tell }
  behave(world)
  map:influence("fear"):add(20, 8, 60, 6)
  for i, name in ipairs { "red", "blue" } do settle(world, name, 6 * i, 12) end
  world.data = { third = 1 / 3, large = 2 ^ 53, words = { "ä", "\0" } }
  return world
end

local function play(world, ticks, every)
  for tick = 1, ticks do
    world:tick()
    if every and tick % every == 0 then print(world.ticks, world:hash()) end
  end
end

local actions = {}

function actions.save(file)
  local world = new_world()
  for _ = 1, 2 do
    play(world, 60)
    assert(world:save(file))
  end
  return world
end

function actions.load(file)
  return assert(astar.load_world(file, { setup = behave, report = tell }))
end

local world = actions[arg[1]](arg[2])
print(world.ticks, world:hash())
play(world, 100, 20)
