-- What watched paths cost a tick: watches.lua SIZE PATHS prints lines "WHAT TIME", microseconds
-- of processor time a tick: with nothing changed, with a cell that becomes a wall, with one that
-- becomes plain, and with a stamp of influence; each without watches and with them.
-- Then "end WRONG": 1 if watches were told of changes where nothing had changed.

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

local function say(what, count, change)
  local map, _, int = new_map(count)
  local told = 0
  for _ = 1, TICKS do
    change(map, int)
    clock.start()
    map:tick()
    print(("%s %.1f"):format(what, clock.stop()))
    for _ in map:watch_events() do told = told + 1 end
  end
  return told
end

local told
for _, name in ipairs { "nothing", "wall", "plain", "stamp" } do
  say(name .. "-bare", 0, changes[name])
  local count = say(name, paths, changes[name])
  if name == "nothing" then told = count end
end
print(("end %d"):format(told > 0 and 1 or 0))
