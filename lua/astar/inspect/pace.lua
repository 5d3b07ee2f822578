--- Pace: how many ticks are due, as the people at the page want it: all of them, none, one more,
-- or some times as many.

local Pace = {}
Pace.__index = Pace

local MOST = 100                                 -- ticks at a time
local LEAST_SPEED, MOST_SPEED = 1 / 16, 16

function Pace.new()
  return setmetatable({ is_paused = false, speed = 1, owed = 0, steps = 0 }, Pace)
end

--- As if nobody had changed it.
function Pace:reset()
  self.is_paused, self.speed, self.steps = false, 1, 0
end

function Pace:pause(on)
  self.is_paused, self.owed, self.steps = on, 0, 0
end

--- So many ticks more, and then a pause.
function Pace:step(ticks)
  if not self.is_paused then self:pause(true) end
  self.steps = math.min(self.steps + ticks, MOST)
end

function Pace:set_speed(speed)
  self.speed = math.max(LEAST_SPEED, math.min(MOST_SPEED, speed))
end

--- How many ticks are due of so many that the game would have now; it may be a part of one.
function Pace:due(ticks)
  if self.is_paused then
    local steps = self.steps
    self.steps = 0
    return steps
  end
  local owed = math.min(self.owed + ticks * self.speed, MOST)
  local due = math.floor(owed + 1e-9)
  self.owed = math.max(0, owed - due)
  return due
end

return Pace
