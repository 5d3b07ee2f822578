--- The ticks in which a timeline has taken snapshots. What cannot be saved began again there
-- in its world, and so it has to in a fork.
--
-- They are kept as runs of ticks that are equally far apart, so the snapshots of hours are a run or
-- two. Where a game takes them as it likes there are more runs: the oldest go, beyond MOST.

local SnapshotTicks = {}
SnapshotTicks.__index = SnapshotTicks

local MOST = 4096

function SnapshotTicks.new()
  return setmetatable({ _first = {}, _last = {}, _step = {} }, SnapshotTicks)
end

-- The last run that begins at a tick or before it; 0: none does.
local function run_at(self, tick)
  local low, high = 0, #self._first
  while low < high do
    local middle = math.ceil((low + high) / 2)
    if self._first[middle] <= tick then low = middle else high = middle - 1 end
  end
  return low
end

local function remove(self, i)
  table.remove(self._first, i)
  table.remove(self._last, i)
  table.remove(self._step, i)
end

--- Adds a tick, which is none before the last one. A run of one tick has no step yet: 0.
function SnapshotTicks:add(tick)
  local first, last, step = self._first, self._last, self._step
  local n = #first
  local apart = n > 0 and tick - last[n]
  if apart == 0 then return end
  if n > 0 and (step[n] == 0 or step[n] == apart) then
    last[n], step[n] = tick, apart
    return
  end
  first[n + 1], last[n + 1], step[n + 1] = tick, tick, 0
  if n + 1 > MOST then remove(self, 1) end
end

function SnapshotTicks:has(tick)
  local i = run_at(self, tick)
  if i == 0 or tick > self._last[i] then return false end
  return self._step[i] == 0 or (tick - self._first[i]) % self._step[i] == 0
end

--- Forgets what comes after a tick.
function SnapshotTicks:forget_later(tick)
  local i = run_at(self, tick)
  for n = #self._first, i + 1, -1 do remove(self, n) end
  if i == 0 or tick >= self._last[i] then return end
  local first, step = self._first[i], self._step[i]
  self._last[i] = tick - (tick - first) % step
  if self._last[i] == first then self._step[i] = 0 end
end

return SnapshotTicks
