--- The fixed step: however fast the screen is, the game advances in whole ticks. What is left over
-- of a tick tells how to draw: a share of the way between the last two ticks. Plain Lua.

local clock = {}
clock.__index = clock

local TICKS_PER_SECOND = 20            -- at speed 1
local SPEEDS = { 0.25, 0.5, 1, 2, 4, 8, 16 }
local NORMAL = 3
local LONGEST_FRAME = 0.1              -- seconds: after a pause of the machine nothing is made up
local BUDGET = 0.012                   -- seconds of a frame that ticks may take

--- A clock. now: a function that returns seconds, for times of ticks.
function clock.new(now)
  return setmetatable({ now = now, owed = 0, at = NORMAL, paused = false, tick_seconds = 0 }, clock)
end

function clock:speed() return SPEEDS[self.at] end

function clock:faster() self.at = math.min(self.at + 1, #SPEEDS) end

function clock:slower() self.at = math.max(self.at - 1, 1) end

--- The share of a tick that has passed since the last one, 0 to 1.
function clock:share() return math.min(self.owed, 1) end

-- The time of a tick, smoothed.
local function timed(self, tick)
  local before = self.now()
  tick()
  self.tick_seconds = self.tick_seconds * 0.95 + (self.now() - before) * 0.05
end

--- One tick, and then a pause.
function clock:step(tick)
  self.paused, self.owed = true, 1
  timed(self, tick)
end

--- Calls tick() as often as the seconds since the last call are worth. Where the machine is too
-- slow for the speed, the game is slower; the window stays alive. The page of `inspector`, if there
-- is one, may want other ticks.
function clock:advance(seconds, tick)
  local started, inspector = self.now(), self.inspector
  local ticks = math.min(seconds, LONGEST_FRAME) * TICKS_PER_SECOND * self:speed()
  if self.paused then ticks = 0 end
  if inspector then ticks = inspector:due(ticks) end
  self.owed = self.owed + ticks
  if self.paused and ticks == 0 then return end
  while self.owed >= 1 do
    if self.now() - started > BUDGET then self.owed = 1 return end
    self.owed = self.owed - 1
    timed(self, tick)
  end
end

return clock
