-- What several threads gain for mods: worlds that are alike but for `threads` tick in turn, so that
-- whatever else the machine does meanwhile hits all of them.
--
--   mod_threads.lua [TICKS [UNITS [SIDES [THREADS...]]]]     100 ticks, 16 units, 4 sides, 1 2 4
--
-- KIND:
--   plan     looks around, then reckons for a millisecond or two, and notes what it has come to
--   spread   the same, with a question after each tenth of that
--   order    draws a random number first, then reckons: it has to wait for its place
--   blocks   as plan; the units of a side come one after the other, instead of in turn
--   rest     has a turn in each tick, and does nothing in it
--
-- For each kind it prints milliseconds of a tick on one thread by the clock on the wall (half of
-- the ticks took no longer), and the shares of that on others. All have the same hash in the end.

local astar = require "astar"
local clock = require "bench.stopwatch"
local stats = require "bench.stats"

local ticks, units, sides = tonumber(arg[1] or 100), tonumber(arg[2] or 16), tonumber(arg[3] or 4)
local threads = { 1 }
for i = 4, #arg do threads[#threads + 1] = tonumber(arg[i]) end
if not threads[2] then threads[2], threads[3] = 2, 4 end

local SIZE, WARM = 64, 20
local KINDS = { "plan", "spread", "order", "blocks", "rest" }

local RECKONING = [[
  local grid = {}
  local function reckon(times, by)
    for i = 1, 400 do grid[i] = (i * 7919 + by) %% 101 end
    for _ = 1, times do
      for i = 21, 380 do
        grid[i] = (grid[i - 1] + grid[i + 1] + grid[i - 20] + grid[i + 20]) // 4
      end
    end
    return grid[200]
  end
  return function(unit)
    while true do %s
      unit:wait(1)
    end
  end]]

local PLAN = [[
  local near = unit:units_near(8)
  unit.data.best = reckon(40, unit.id + #near) ]]

local BODIES = {
  plan = PLAN, blocks = PLAN, rest = "",
  spread = [[
    local sum = 0
    for i = 1, 10 do sum = sum + #unit:units_near(i) + reckon(4, unit.id) end
    unit.data.best = sum ]],
  order = "unit.data.best = reckon(40, unit.world.random(100)) ",
}

local function place_of(kind, made)
  if kind == "blocks" then return math.floor(made * sides / units) + 1 end
  return made % sides + 1
end

local function new_world(kind, count)
  local map = astar.map { width = SIZE, height = SIZE }
  local world = astar.world { map = map, seed = 3, threads = count }
  for i = 1, sides do world:player("player " .. i):reveal() end
  assert(world:mod({ name = "bench", files = {
    ["mod.lua"] = 'return { name = "bench", version = "1", behaviours = { it = "it.lua" } }',
    ["it.lua"] = RECKONING:format(BODIES[kind]) } }, { total = 2 ^ 30 }))
  local made = 0
  while made < units do
    local unit = world:unit { player = "player " .. place_of(kind, made), x = world.random(SIZE),
      y = world.random(SIZE), behaviour = "bench.it" }
    if unit then made = made + 1 end
  end
  for _ = 1, WARM do world:tick() end
  return world
end

local function measure(kind)
  local worlds, times = {}, {}
  for i, count in ipairs(threads) do worlds[i], times[i] = new_world(kind, count), {} end
  for tick = 1, ticks do
    for i, world in ipairs(worlds) do
      local begun = clock.wall()
      world:tick()
      times[i][tick] = clock.wall() - begun
    end
  end
  local one, line = stats.median(times[1]), {}
  for i, world in ipairs(worlds) do
    assert(world:hash() == worlds[1]:hash() and world.failures == 0)
    if i > 1 then
      line[#line + 1] = ("%d threads %.2f"):format(threads[i], stats.median(times[i]) / one)
    end
  end
  print(("%-7s %7.2f ms; %s"):format(kind, one / 1000, table.concat(line, ", ")))
  io.stdout:flush()
end

for _, kind in ipairs(KINDS) do measure(kind) end
