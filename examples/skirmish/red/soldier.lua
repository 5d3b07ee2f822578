-- Two of three hold the bridge, the third walks with a gatherer.

local think = require "astar.think"
local habits = require "habits"

local BRIDGE = { x = 43, y = 31 }
local WEAK = 15               -- a soldier goes home to heal below this strength

-- The gatherer with the same number; others take its place when it has died.
local function charge_of(unit)
  for other in unit.world:units(unit.player) do
    if other.data.role == "gatherer" and other.data.number % 6 == unit.data.number % 6 then
      return other
    end
  end
end

-- What to do with a foe: get next to it, and leave the rest to the blades.
local function fight(unit, foe)
  return unit:chase(foe, habits.careful)
end

local function escort(unit)
  local friend = charge_of(unit)
  if not friend then return unit:wait(20) end
  return unit:escort(friend, { radius = 5, engage = fight })
end

local function hold_bridge(unit)
  return unit:guard(BRIDGE, { radius = 8, engage = fight })
end

-- think.utility does what is worth most at the time.
return think.utility {
  { name = "heal", execute = habits.heal,
    evaluate = function(unit) return unit.data.hp < WEAK and 3 end },
  { name = "hold the bridge", execute = hold_bridge,
    evaluate = function(unit) return unit.data.number % 3 ~= 0 and 2 end },
  { name = "escort", execute = escort, evaluate = function() return 1 end },
  every = 15, events = { "attacked" }, margin = 0.5,
}
