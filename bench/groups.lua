-- What a group takes beside the same units with an order each: groups.lua UNITS prints lines
-- "LAND-WHO TIME", microseconds of processor time for each tick until all are there, so there are
-- as many lines as ticks. Then "end LEFT": how many were left behind.

local astar = require "astar"
local clock = require "bench.stopwatch"
local random = require "bench.random"

local UNITS, TICKS = tonumber(arg[1]), 4000
local WIDTH, HEIGHT = 128, 96

local LANDS = {
  { "open", function() end },
  { "road", function(map) map:fill(1, 47, WIDTH, 3, "road") end, true },
  { "houses", function(map, int)
    for _ = 1, 90 do map:fill(int(36, WIDTH - 4), int(1, HEIGHT - 4), 4, 4, "wall") end
    map:fill(64, 44, 14, 14, "plain")
  end },
  { "bridges", function(map)
    map:fill(44, 1, 3, HEIGHT, "water")
    for _, y in ipairs { 24, 48, 72 } do map:fill(44, y, 3, 3, "plain") end
  end },
}

local function new_world(land)
  local int = random(UNITS)
  local map = astar.map { width = WIDTH, height = HEIGHT,
    terrains = { plain = 10, road = 6, water = false, wall = false } }
  land[2](map, int)
  local fog, units = land[3] or false, {}
  local world = astar.world { map = map, fog = fog }
  while #units < UNITS do
    units[#units + 1] = world:unit { player = "red", x = int(4, 34), y = int(20, 76), speed = 0.3,
      sight = fog and 7 or nil }
  end
  return world, units
end

-- Ticks until is_done().
local function play(what, world, is_done)
  for _ = 1, TICKS do
    clock.start()
    world:tick()
    print(("%s %.1f"):format(what, clock.stop()))
    if is_done() then return end
  end
end

local function single(land)
  local world, units = new_world(land)
  for _, unit in ipairs(units) do unit:order("go", 71, 51) end
  play(land[1] .. "-each", world, function()
    for _, unit in ipairs(units) do
      if unit:orders()[1] then return false end
    end
    return true
  end)
end

local function together(land)
  local world, units = new_world(land)
  local group, left = world:group { units = units }, 0
  group:go(71, 51)
  play(land[1] .. "-group", world, function() return not group.order end)
  for _ in pairs(group.left) do left = left + 1 end
  return group.status == "assembled" and left or UNITS
end

local left = 0
for _, land in ipairs(LANDS) do
  single(land)
  left = left + together(land)
end
print("end " .. left)
