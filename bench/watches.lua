-- What watched paths cost a tick: watches.lua SIZE PATHS prints the microseconds of a tick in the
-- median, with nothing changed, with a cell that changes far from all paths, with one on a path,
-- with a wall that falls, and with a stamp of influence; each without watches and with them.

local clock = require "bench.stopwatch"
local random = require "bench.random"
local rooms = require "bench.rooms"
local scenario = require "bench.scenario"

local size, paths = tonumber(arg[1]), tonumber(arg[2])
local TICKS = 101

local function new_map(count)
  local int = random(size)
  local map = scenario.map { rows = rooms(size, false) }
  map:influence "danger"
  local watched = {}
  while #watched < count do
    local x, y = int(1, size), int(1, size)
    local to_x, to_y = int(1, size), int(1, size)
    local path = map:path(x, y, to_x, to_y)
    if path and #path > 1 then
      watched[#watched + 1] = path
      map:watch_path(path, { influence = { danger = 1 } })
    end
  end
  map:tick()
  return map, watched, int
end

local changes = {}

function changes.nothing() end

function changes.wall(map, int)
  map:set(int(1, size), int(1, size), "0")
end

function changes.plain(map, int)
  map:set(int(1, size), int(1, size), "1")
end

function changes.stamp(map, int)
  map:influence("danger"):add(int(1, size), int(1, size), 50, 6)
end

local function median_of(count, change)
  local map, _, int = new_map(count)
  local times, told = {}, 0
  for i = 1, TICKS do
    change(map, int)
    clock.start()
    map:tick()
    times[i] = clock.stop()
    for _ in map:watch_events() do told = told + 1 end
  end
  table.sort(times)
  return times[(TICKS + 1) / 2], times[TICKS], told
end

for _, name in ipairs { "nothing", "wall", "plain", "stamp" } do
  local bare = median_of(0, changes[name])
  local median, longest, told = median_of(paths, changes[name])
  print(("%s %.1f %.1f %.1f %d"):format(name, bare, median, longest, told))
end
