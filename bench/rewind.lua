-- What going back takes: rewind.lua [SIDE [UNITS [MODS]]]; without arguments, maps of 256 and 512
-- cells a side with 200 and 1,000 units each. Units of two players with fog walk about on a map
-- with walls in a tenth of its cells, with danger that is stamped and decays, and claims. And 1,000
-- units of two players that run the behaviours of 20 mods, on 256 cells a side (walkers.lua).
--
-- A snapshot is kept of each of the last nine ticks, as a game with rollback does. Prints medians
-- in milliseconds of processor time, for a bare map, for a world without behaviours, and for mods:
--   tick       a tick, for comparison
--   snapshot   taking a snapshot after it, and letting the oldest one go
--   copied     how much the map's part of it had to copy
--   restore    going back by eight ticks
--   forth      these eight ticks again, each with its snapshot
--   again      a snapshot when nothing has happened since the last one (of a world)

local astar = require "astar"
local random = require "bench.random"
local stats = require "bench.stats"
local walkers = require "bench.walkers"

local TIMES, KEPT, BACK = 15, 9, 8
local clock, median = os.clock, stats.median

-- What the game does in a tick, by the tick's number alone, so that it can be done again.
local function orders(map, units, danger, tick)
  for i = tick % 10 + 1, #units, 10 do
    local unit = units[i]
    local key = (tick * 7919 + i * 104729) % 2147483647
    local path = unit.state == "standing" and
      unit:path(key % map.width + 1, math.floor(key / 1024) % map.height + 1)
    if path then unit:follow_path(path) end
  end
  if tick % 5 == 0 then danger:add(tick * 37 % map.width + 1, tick * 91 % map.height + 1, 80, 9) end
  if tick % 10 == 0 then danger:decay(0.9) end
end

local function time(list, f, ...)
  local begun = clock()
  local result = f(...)
  list[#list + 1] = (clock() - begun) * 1000
  return result
end

-- `game` is a map or a world: both have tick, snapshot and restore.
local function measure(what, game, map, units, danger)
  local count = #units > 0 and #units or game:count()
  local tick, taking, back, forth, copied, kept = {}, {}, {}, {}, {}, {}
  local now = 0
  local function go_on()
    now = now + 1
    orders(map, units, danger, now)
    game:tick()
  end
  local function take()
    local old = kept[now % KEPT]
    if old then old:close() end
    kept[now % KEPT] = game:snapshot()
  end
  for i = 1, 2 * TIMES do
    time(tick, go_on)
    time(taking, take)
    if game == map then copied[#copied + 1] = kept[now % KEPT].copied end
    if i % 2 == 0 and i > KEPT then
      now = now - BACK
      time(back, game.restore, game, kept[now % KEPT])
      time(forth, function()
        for _ = 1, BACK do
          go_on()
          take()
        end
      end)
    end
  end
  print(("%-6s %4d cells a side, %4d units: tick %.2f, snapshot %.2f, restore %.2f, forth %.2f%s"
    ):format(what, map.width, count, median(tick), median(taking), median(back), median(forth),
      copied[1] and (", copied %.0f KB"):format(median(copied) / 1024) or ""))
end

-- A snapshot right after a snapshot.
local function measure_again(world)
  local list = {}
  local kept = world:snapshot()
  for _ = 1, TIMES do
    time(list, world.snapshot, world):close()
  end
  kept:close()
  print(("       again %.2f"):format(median(list)))
end

local function run_mods(side, count, mods)
  local world = walkers.world(side, count, mods, random(7))
  for _ = 1, 60 do world:tick() end
  measure(("%d mods"):format(mods), world, world.map, {}, world.map:influence "danger")
  measure_again(world)
end

local function run(side, count)
  local int = random(7)
  local map = walkers.map(side, int)
  local players = { map:player "red", map:player "blue" }
  local units = walkers.people(map, count, int, function(number, given)
    return players[number]:unit(given)
  end)
  measure("map", map, map, units, map:influence "danger")
  int = random(7)
  map = walkers.map(side, int)
  local world = astar.world { map = map }
  units = walkers.people(map, count, int, function(number, given)
    given.player = number == 1 and "red" or "blue"
    return (world:unit(given))
  end)
  measure("world", world, map, units, map:influence "danger")
end

local given_side, given_count, given_mods = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3])
if not given_mods then
  for _, side in ipairs(given_side and { given_side } or { 256, 512 }) do
    for _, count in ipairs(given_count and { given_count } or { 200, 1000 }) do run(side, count) end
  end
end
if given_mods or not given_side then
  run_mods(given_side or 256, given_count or 1000, given_mods or 20)
end
