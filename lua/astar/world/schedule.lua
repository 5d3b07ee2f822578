--- Which units are activated in a tick: those that something has happened to, and those whose
-- time to wake has come. Of those whose behaviour is to begin as many are as the tick has nodes
-- for; the others wait until it is their turn. These are methods of worlds.

local pairs = require "astar.pairs".pairs
local turns = require "astar.world.turns"
local Unit = require "astar.world.unit"

local schedule = {}

local FOREVER, ceil, floor = math.huge, math.ceil, math.floor
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

-- Those that are roused, and those whose time has come; each once, by their ids.
local function take_due(self, now)
  local due, timed = self._due, self._timers[now]
  self._due, self._timers[now] = {}, nil
  self._timer_count = self._timer_count - (timed and #timed or 0)
  for i = 1, timed and #timed or 0 do
    local unit = timed[i]
    if unit._wake == now and not unit._roused then
      unit._roused = true                        -- for now: see admit
      due[#due + 1] = unit
    end
  end
  sort_by_id(due)
  return due
end

-- ---- beginning ----------------------------------------------------------------------------------

-- To begin a behaviour takes about as long as to expand so many nodes, with the request for a path
-- that most begin with. So many of each player begin in a tick in any case: who has few units does
-- not notice what others do.
local BEGIN, LEAST = 128, 32

-- In the pause after an error nothing begins.
local function is_to_begin(unit, now)
  return unit._begins and unit._task and unit._again <= now
end

local function admit(list, unit)
  unit._roused = false
  list[#list + 1] = unit
end

-- They line up by their ids, in each tick from another one on: when a world is saved all line up
-- again, and the first would always be first.
local function line_up(self, units, now)
  for i = 0, #units - 1 do
    local unit = units[(now - 1 + i) % #units + 1]
    turns.add(self._beginners, unit._player, unit)
  end
end

-- So many of a player's begin now, if there are: how many do.
local function let_some_begin(self, own, most, list)
  local count, now = 0, self._ticks
  while count < most and own.first <= own.last do
    local unit = own[own.first]
    turns.leave(self._beginners, own)
    if is_to_begin(unit, now) then count = count + 1 end
    admit(list, unit)
  end
  return count
end

-- Of those that wait to begin, as many as there are nodes for are activated now.
local function let_begin(self, list)
  local waiting, left = self._beginners, floor(self:_room() / BEGIN)
  for _, own in ipairs(waiting.lists) do left = left - let_some_begin(self, own, LEAST, list) end
  while waiting.count > 0 and left > 0 do
    left = left - let_some_begin(self, turns.next(waiting), 1, list)
    turns.finish(waiting)
  end
  if waiting.count == 0 then turns.clear(waiting) end
  sort_by_id(list)
end

-- Those of the due that are activated now. Only units whose mod has had too much to do come in
-- another order.
local function take_turns(self, due, now)
  local list, beginners = {}, {}
  for i = 1, #due do
    if is_to_begin(due[i], now) then beginners[#beginners + 1] = due[i] else admit(list, due[i]) end
  end
  line_up(self, beginners, now)
  if self._beginners.count > 0 then let_begin(self, list) end
  if self._mods[1] then self._for_mods.rotate(self, list) end
  return list
end

local function give_turns(list, now)
  for i = 1, #list do
    local unit = list[i]
    if not unit._body.removed then give_turn(unit, now) end
  end
end

--- The activations of a tick.
function schedule:_run_behaviours(now)
  local list = take_turns(self, take_due(self, now), now)
  self._turned = list
  for i = 1, #list do
    self:_touch(list[i])
    hear(list[i], now)
  end
  give_turns(list, now)
end

return schedule
