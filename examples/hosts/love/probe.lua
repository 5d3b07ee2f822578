--- The path that the first of the chosen units would take to the cell under the mouse, found again
-- in each frame, and how long that took. Plain Lua.

local probe = {}
probe.__index = probe

--- now: a function that returns seconds.
function probe.new(now) return setmetatable({ now = now, count = 0, seconds = 0 }, probe) end

--- Asks. Without a unit or a cell there is no path.
function probe:ask(unit, x, y)
  self.path, self.code = nil, nil
  if not unit or not x then return end
  local before = self.now()
  self.path, self.code = unit:path(x, y, { partial = true })
  local seconds = self.now() - before
  self.count = self.count + 1
  self.seconds = self.count == 1 and seconds or self.seconds * 0.9 + seconds * 0.1
end

return probe
