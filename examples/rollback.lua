-- Rollback, as in games that are played over a network: nobody waits for the others' orders.
-- Run it:  lua examples/rollback.lua
--
-- Two players command 100 units each. Here red plays; blue's orders arrive eight ticks late. Until
-- then the game goes on as if blue had given none. When they come, the world goes back to the tick
-- to which they belong, and plays these eight ticks again, within one frame. A referee gets all
-- orders in time: in the end both have the same world.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local SIDE, UNITS, TICKS, LATE = 96, 100, 120, 8

-- The same world on both machines: only what is in it and what is ordered may decide.
local function new_world()
  local map = astar.map { width = SIDE, height = SIDE }
  for i = 0, 299 do map:set(i * 37 % SIDE + 1, i * 91 % (SIDE - 8) + 5, "wall") end
  local world = astar.world { map = map, seed = 1 }
  for i = 0, 2 * UNITS - 1 do
    local row = math.floor(i / 2)
    local is_red, depth = i % 2 == 0, math.floor(row / 50)
    world:unit { player = is_red and "red" or "blue", speed = 0.4, sight = 6,
      x = row % 50 + 20, y = is_red and 1 + depth or SIDE - depth }
  end
  return world
end

-- What a player orders in a tick: three units, and where they go. Here chance plays.
local function orders_of(player, tick)
  local list, key = {}, tick * 7919 + (player == "red" and 17 or 104729)
  for i = 1, 3 do
    key = (key * 16807 + i) % 2147483647
    list[i] = { player = player, unit = key % UNITS * 2 + (player == "red" and 1 or 2),
      x = math.floor(key / 512) % SIDE + 1, y = math.floor(key / 65536) % SIDE + 1 }
  end
  return list
end

local function play_tick(world, orders)
  for _, order in ipairs(orders) do
    local unit = world:unit(order.unit)
    local path = unit:path(order.x, order.y)
    if path then unit:follow_path(path) end
  end
  world:tick()
end

local function append(list, other)
  for _, one in ipairs(other) do list[#list + 1] = one end
  return list
end

-- ---- the referee --------------------------------------------------------------------------------

local referee, hashes = new_world(), {}           -- of the map after each tick
for tick = 1, TICKS do
  play_tick(referee, append(orders_of("red", tick), orders_of("blue", tick)))
  hashes[tick] = referee.map:hash()
end

-- ---- red's machine ------------------------------------------------------------------------------

local world = new_world()
local orders, before = {}, {}                    -- by tick: those known by now; the world before it
local time, longest = 0, 0

-- Snapshots that nobody will go back to are let go.
local function advance(tick)
  if before[tick] then before[tick]:close() end
  if before[tick - LATE - 1] then before[tick - LATE - 1]:close() end
  before[tick] = world:snapshot()
  play_tick(world, orders[tick])
end

for tick = 1, TICKS + LATE do
  local begun, arrived = os.clock(), tick - LATE
  if arrived >= 1 then                           -- blue's orders of that tick have come
    append(orders[arrived], orders_of("blue", arrived))
    world:restore(before[arrived])
    for again = arrived, math.min(tick - 1, TICKS) do
      advance(again)
      if again == arrived then assert(world.map:hash() == hashes[again], "they do not agree") end
    end
  end
  if tick <= TICKS then
    orders[tick] = orders_of("red", tick)
    advance(tick)
  end
  time = time + os.clock() - begun
  longest = math.max(longest, os.clock() - begun)
end

print(("%d units, %d ticks: red's machine has gone back %d times, %d ticks each time."):format(
  world:count(), TICKS, TICKS, LATE))
print(("A frame took %.1f ms on average, with all that was played again; the longest took %.1f ms.")
  :format(time / (TICKS + LATE) * 1000, longest * 1000))
assert(world:hash() == referee:hash())
print("Both have the same world: " .. world:hash())
