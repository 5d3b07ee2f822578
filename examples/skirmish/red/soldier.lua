-- A soldier goes where its squad goes, fights what comes near, and goes home to heal when it is
-- weak. The commander decides where the squads go.

local think = require "astar.think"
local commander = require "commander"
local habits = require "habits"

local WEAK = 15               -- a soldier goes home to heal below this strength
local NEAR = 6                -- cells within which it fights
local LOOK = 4                -- ticks between two looks around

-- What interrupts everything else: a decision to take, an enemy that is near.
local function look(unit)
  if commander.is_due(unit) then return "due" end
  return unit:enemies(NEAR)[1] and "enemy"
end

-- Gets next to an enemy, and leaves the rest to the blades.
local function fight(unit, enemy)
  unit:watch(LOOK, function() return commander.is_due(unit) and "due" end, unit.chase, enemy,
    habits.careful)
end

-- Its place in the squad, while that has an order; else it waits where it is.
local function stay(unit)
  local verb = unit.group and unit.group.status ~= "standing" and unit.hold_formation or unit.wait
  unit:watch(LOOK, function() return look(unit) end, verb, verb == unit.wait and 20 or nil)
end

local function serve(unit)
  if commander.is_due(unit) then commander.decide(unit) end
  local enemy = unit:enemies(NEAR)[1]
  if enemy then return fight(unit, enemy) end
  return stay(unit)
end

-- think.utility does what is worth most at the time.
return think.utility {
  { name = "heal", execute = habits.heal,
    evaluate = function(unit) return unit.data.hp < WEAK and 3 end },
  { name = "serve", execute = think.loop(think.succeed(serve)),
    evaluate = function() return 1 end },
  every = 15, events = { "attacked" }, margin = 0.5,
}
