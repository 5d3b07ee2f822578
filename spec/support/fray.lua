--- A small battle with a mod beside it, whose unit stands apart: what is the same at its end
-- whatever the mod has done.
--
-- fray(files, options) -> hash, world, unit, lines. `files`: see support/modded.lua; where they
-- cannot be loaded the unit does nothing, and `lines` is the message. options: limits, of the mod;
-- each(world, unit), called before each tick.

local hash_beside = require "support.hash_beside"
local modded = require "support.modded"
local small_world = require "support.small_world"
local trace = require "support.trace"

local FIELD = [[
  . . . . . . . . . . . . . . . .
  . . # # # . . . . . # # # . . .
  . . . . . . . # # . . . . . . .
  . . . . . . . # # . . . . . . .
  . . # # # . . . . . # # # . . .
  . . . . . . . . . . . . . . . .
]]

local TICKS = 60

-- Two sides that run to and fro and at each other, and draw lots.
local function fight(unit)
  while true do
    unit.data.drawn = unit.world.random(100)
    unit:attack_move(unit.home, { radius = 6 })
    unit:attack_move(17 - unit.home.x, unit.home.y, { radius = 6 })
  end
end

local function muster()
  local world = small_world(FIELD)
  world:behaviour("fight", fight)
  for y = 1, 6 do
    world:unit { player = "red", x = 1, y = y, speed = 0.5, sight = 6, behaviour = "fight" }
    world:unit { player = "blue", x = 16, y = y, speed = 0.4, sight = 6, behaviour = "fight" }
  end
  return world
end

return function(files, options)
  local world = muster()
  local mod, lines = modded(world, files, options.limits)
  local unit = world:unit { player = "green", x = 8, y = 1, speed = 1, sight = 9,
    behaviour = mod and "test.it" or nil, data = { hp = 7 } }
  for _ = 1, TICKS do
    if options.each then options.each(world, unit) end
    world:tick()
  end
  local hash = hash_beside(world, "green")
  trace("hash", hash)
  return hash, world, unit, lines
end
