--- What is kept of worlds: recordings read tick by tick, saves, what differs between two worlds
-- and two recordings, timelines that go back, and maps in each format of text.

local astar = require "astar"
local busy_world = require "support.busy_world"
local core = require "astar.core"
local maps = require "support.maps"
local new_random = require "support.random"
local part = require "golden.part"
local reader = require "support.recording"
local shown = require "support.shown"
local worlds = require "support.worlds"

local SEEDS, TICKS = 6, 90

local function units_told(list)
  local parts = {}
  for i, unit in ipairs(list) do parts[i] = ("%d:%d,%d"):format(unit.id, unit.x, unit.y) end
  table.sort(parts)
  return table.concat(parts, " ")
end

local function film_told(print, name, recording)
  local film = reader.of(recording)
  while film:next() do print(name, film.tick, units_told(film.units), film.has_land) end
  for _, note in ipairs(reader.notes(recording)) do print(name, shown(note)) end
end

local CHANGES = {
  function(world) world:units()():place(1, 1) end,
  function(world) world:units()().speed = 0.25 end,
  function(world) world:units()():remove() end,
  function(world) world.map:set(5, 5, "swamp") end,
  function(world) world.data.hits = -1 end,
  function(world) world.random(10) end,
}

local function record(world, seed)
  return astar.record(world, { every = seed, keys = 5 * seed, data = { "loads", "hit" },
    title = "game " .. seed })
end

local function play(print, seed)
  local world, other = busy_world.world(seed), busy_world.world(seed)
  local recording, second = record(world, seed), record(other, seed)
  local past = { every = 7, most = 6, play = busy_world.play }
  local timeline = world:timeline(past)
  other:timeline(past)                           -- coroutines begin again where it keeps a tick
  for tick = 1, TICKS do
    busy_world.play(world)
    busy_world.play(other)
    if tick % 20 == 0 then
      recording:note("quarter", { x = 1, y = tick })
      recording:value("gold", 3 * tick, world:player "red")
    end
    if tick == TICKS - 30 then CHANGES[seed](other) end
  end
  print(seed, "hash", world:hash(), world.map:memory() > 0)
  print(seed, "differs", tostring(astar.compare(world, other)))
  print(seed, "timeline", timeline.first, timeline.last)
  local fork = timeline:fork(TICKS - 25)
  print(seed, "fork", fork.ticks, fork:hash())
  print(seed, "back", timeline:go_back(TICKS - 12), world:hash())
  busy_world.play(world)
  print(seed, "on", world.ticks, world:hash(), recording:size())
  recording:stop()
  second:stop()
  print(seed, "recordings differ", tostring(astar.compare(recording, second)))
  film_told(print, seed, recording)
  local saved = assert(world:save())
  print(seed, "saved", #saved, core.checksum(saved), busy_world.restored(world):hash())
end

local function written(print, seed)
  local random = new_random(500 + seed)
  local world = worlds.random(random, 20, random:pick { "square", "hex" })
  local name = os.tmpname()
  assert(world.map:save_terrain(name))
  local file = assert(io.open(name, "rb"))
  local text = file:read "*a"
  file:close()
  local again = assert(astar.load(name))
  os.remove(name)
  local rows = world.map:rows()
  print(seed, text, maps.same(world.map, again), again:hash())
  print(seed, table.concat(rows, "\n"), world.map:draw { numbers = false })
end

return part("past", function(print)
  for seed = 1, SEEDS do play(print, seed) end
  for seed = 1, 40 do written(print, seed) end
end)
