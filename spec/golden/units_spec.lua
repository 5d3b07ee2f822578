--- Worlds of units that play on their own: hashes as they go on, events, and how they continue from
-- what they were saved to.

local astar = require "astar"
local busy_world = require "support.busy_world"
local new_random = require "support.random"
local part = require "golden.part"

local SEEDS, TICKS, EVERY = { 1, 2, 3 }, 240, 40

local function play(print, name, world)
  for tick = 1, TICKS do
    busy_world.play(world)
    if tick % EVERY == 0 then print(name, tick, world:hash(), world:count()) end
  end
  for unit in world:units() do
    print(name, unit.id, unit.x, unit.y, unit.state)
  end
end

local function busy(print, seed)
  local world = busy_world.world(seed)
  for _ = 1, EVERY do busy_world.play(world) end
  local again = busy_world.restored(world)
  local snapshot = world:snapshot()
  play(print, "busy " .. seed, world)
  world:restore(snapshot)
  play(print, "gone back " .. seed, world)
  play(print, "loaded " .. seed, again)
end

-- Units of one player that cross each other's way, under each rule of avoidance.
local function crowd(print, avoidance)
  local random = new_random(7)
  local terrains = { plain = 10, mud = 25, wall = { cost = false, opaque = false } }
  local map = astar.map { width = 48, height = 48, terrains = terrains }
  for _ = 1, 300 do
    map:set(random:int(1, 48), random:int(1, 48), random:pick { "mud", "wall" })
  end
  local player, list = map:player "red", {}
  player:reveal()
  for _ = 1, 120 do
    list[#list + 1] = player:unit { x = random:int(1, 48), y = random:int(1, 48),
      speed = random:int(2, 8) / 8, avoidance = avoidance }
  end
  for tick = 1, 200 do
    for _ = 1, 3 do
      local unit = random:pick(list)
      local path = unit:path(random:int(1, 48), random:int(1, 48))
      if path then unit:follow_path(path) end
    end
    map:tick()
    if tick % 20 == 0 then print(avoidance, tick, map:hash()) end
  end
end

return part("units", function(print)
  for _, seed in ipairs(SEEDS) do busy(print, seed) end
  for _, avoidance in ipairs { "wait", "repath", "keep_right", "yield" } do
    crowd(print, avoidance)
  end
end)
