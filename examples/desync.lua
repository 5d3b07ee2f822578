-- A desync: two machines play the same game, and do not agree in the end. Where have they parted?
-- Run it:  lua examples/desync.lua
--
-- Each machine records its game. One of them has a mistake: what it shoots at is chosen by `pairs`,
-- whose order is another one on each machine. Here that is played by a flag.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local TICKS = 200

local function new_world()
  local world = astar.world { map = astar.map { width = 40, height = 24 }, seed = 1 }
  world:behaviour("wander", function(unit)
    while true do
      local random = unit.world.random           -- of the unit's world: a fork is another one
      unit:go(random(40), random(24))
      unit:wait(random(5))
    end
  end)
  for i = 1, 12 do
    world:unit { player = i % 2 == 0 and "red" or "blue", x = 3 * i, y = 2 * i, speed = 0.4,
      sight = 8, behaviour = "wander", data = { hp = 20 } }
  end
  return world
end

-- The enemy that a unit shoots at: the nearest; of two that are equally near the one with the lower
-- id, or on the machine with the mistake the other one.
local function target_of(world, unit, has_mistake)
  local best, least
  for enemy in world:units() do
    local away = math.max(math.abs(enemy.x - unit.x), math.abs(enemy.y - unit.y))
    local is_better = not best or away < least or away == least and has_mistake
    if enemy.player ~= unit.player and is_better then best, least = enemy, away end
  end
  return least and least <= 6 and best
end

local function play(world, has_mistake)
  world:tick()
  if world.ticks % 5 > 0 then return end
  for unit in world:units() do
    local enemy = target_of(world, unit, has_mistake)
    if enemy then
      enemy.data.hp = enemy.data.hp - 1
      if enemy.data.hp <= 0 then enemy:remove(unit) end
    end
  end
end

local function played(has_mistake)
  local world = new_world()
  local recording = astar.record(world, { title = "A game" })
  for _ = 1, TICKS do play(world, has_mistake) end
  return recording:stop()
end

-- ---- where they part ----------------------------------------------------------------------------

local mine, theirs = played(false), played(true)
local difference = astar.compare(mine, theirs)
print("They part: " .. tostring(difference))

-- ---- what happens there -------------------------------------------------------------------------

-- The game once more, with its past. Two forks of a tick before that are the same; one plays as the
-- other machine did.
local world = new_world()
local timeline = world:timeline { every = 10, play = play }
while world.ticks < 2 * difference.tick do play(world) end
local before = difference.tick - 2
local right, wrong = assert(timeline:fork(before)), assert(timeline:fork(before))
assert(not astar.compare(right, wrong))
local found
while not found and right.ticks < world.ticks do
  play(right)
  play(wrong, true)
  found = astar.compare(right, wrong)
end
print("The same mistake in a fork: " .. tostring(found))
assert(found.field == difference.field)
print(("The world itself is still at tick %d."):format(world.ticks))
