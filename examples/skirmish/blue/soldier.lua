-- Raids the places where red may be; one of four stays at home.

local think = require "astar.think"
local habits = require "habits"
local parameters = require "astar.parameters"

local PREY = { { x = 46, y = 31 }, { x = 16, y = 12 }, { x = 24, y = 31 }, { x = 80, y = 30 } }
local HOME = { x = 88, y = 8 }

-- Visits all places where red may be, and fights every enemy on the way. Each soldier begins at
-- another place, so that the warband comes from several sides.
local function raid(unit)
  local data = unit.data
  data.prey = (data.prey or data.number) % #PREY + 1
  local done = unit:attack_move(PREY[data.prey], { radius = 7, query = habits.bold })
  if done then unit:wait(40) end
  return true
end

local function defend_home(unit)
  return unit:guard(HOME, { radius = 10 })
end

return think.utility {
  { name = "heal", execute = habits.heal,
    evaluate = function(unit) return unit.data.hp < parameters.retreat_at and 3 end },
  { name = "defend", execute = defend_home,
    evaluate = function(unit) return unit.data.number % 4 == 0 and 2 end },
  { name = "raid", execute = raid, evaluate = function() return 1 end },
  every = 15, events = { "attacked" }, margin = 0.5,
}
