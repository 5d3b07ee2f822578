--- Which units are activated in a tick: those that something has happened to, and those whose
-- time to wake has come. These are methods of worlds.

local pairs = require "astar.pairs".pairs
local Unit = require "astar.world.unit"

local schedule = {}

local FOREVER, ceil = math.huge, math.ceil
local hear, give_turn = Unit._hear, Unit._turn

--- The unit is activated in the next run of behaviours.
function schedule:_roused(unit)
  local due = self._due
  due[#due + 1] = unit
end

--- Makes the lists of units by ticks again, with one entry for each unit that sleeps.
function schedule:_set_timers()
  local timers, count = {}, 0
  for _, unit in pairs(self._units) do           -- in any order: those due are sorted
    local wake = unit._wake
    if wake > self._ticks and wake < FOREVER then
      local list = timers[wake]
      if list then list[#list + 1] = unit else timers[wake] = { unit } end
      count = count + 1
    end
  end
  self._timers, self._timer_count = timers, count
end

local SPARE = 64

--- A unit stands in the list of each tick at which it once meant to wake; _wake tells which counts.
-- Units that were roused before their time leave entries behind. Where most entries are such, the
-- lists are made again.
function schedule:_sleep(unit, wake)
  if wake <= self._ticks then
    wake = self._ticks + 1
  elseif wake < FOREVER then
    wake = ceil(wake)
  end
  if unit._wake == wake then return end          -- it stands there
  self:_touch(unit)
  unit._wake = wake
  if wake == FOREVER then return end
  local timers = self._timers
  local list = timers[wake]
  if list then list[#list + 1] = unit else timers[wake] = { unit } end
  local count = self._timer_count + 1
  self._timer_count = count
  if count > 2 * self._count + SPARE then self:_set_timers() end
end

local function is_sorted(list)
  for i = 2, #list do
    if list[i - 1]._id > list[i]._id then return false end
  end
  return true
end

-- By their ids. Numbers are sorted several times as fast as objects are by a function.
local function sort_by_id(list)
  if is_sorted(list) then return end
  local by_id, ids = {}, {}
  for i = 1, #list do
    local unit = list[i]
    ids[i], by_id[unit._id] = unit._id, unit
  end
  table.sort(ids)
  for i = 1, #ids do list[i] = by_id[ids[i]] end
end

-- Those that are roused, and those whose time has come; each once, by their ids. Only units whose
-- mod has had too much to do come in another order.
local function take_due(self, now)
  local due, timed = self._due, self._timers[now]
  self._due, self._timers[now] = {}, nil
  self._timer_count = self._timer_count - (timed and #timed or 0)
  for i = 1, timed and #timed or 0 do
    local unit = timed[i]
    if unit._wake == now and not unit._roused then
      unit._roused = true                        -- for now: see give_turns
      due[#due + 1] = unit
    end
  end
  sort_by_id(due)
  if self._mods[1] then self._for_mods.rotate(self, due) end
  for i = 1, #due do due[i]._roused = false end
  return due
end

local function give_turns(due, now)
  for i = 1, #due do
    local unit = due[i]
    if not unit._body.removed then give_turn(unit, now) end
  end
end

--- The activations of a tick.
function schedule:_run_behaviours(now)
  local due = take_due(self, now)
  self._turned = due
  for i = 1, #due do
    self:_touch(due[i])
    hear(due[i], now)
  end
  give_turns(due, now)
end

return schedule
