--- Timelines: a world's past, as snapshots that are taken while it ticks.
--
-- Snapshots are dense for the last seconds and sparse for what was long ago: where there are too
-- many of them, or they take up too much, the one goes that is missed least, which is the one whose
-- neighbours are nearest to each other beside how long ago that was. The first one stays.
--
-- A snapshot of a tick is taken when the next one begins, so what the game has done since is in it.
-- Of what the game does in the ticks between two snapshots they know nothing. So to go to one of
-- these takes the game's help: options.play does what the game does in a tick. What comes of it is
-- compared with marks that were made the first time, and refused where it is something else.

local verify = require "astar.rewind.verify"
local SnapshotTicks = require "astar.rewind.snapshot_ticks"
local blame = require "astar.arguments.blame"
local core = require "astar.core"
local each = require "astar.each"
local fork = require "astar.rewind.fork"
local options = require "astar.arguments.options"
local copied = require "astar.copied"
local pairs = require "astar.pairs".pairs
local rewind = require "astar.rewind"
local strict = require "astar.arguments.strict"

local Timeline = {}

local MARKED = 10000                             -- ticks, the last ones, of which there are marks
local EVERY, MOST, MEMORY = 20, 200, 2 ^ 28

local VALID = {
  every = options.whole(1, 2 ^ 53), most = options.whole(2, 2 ^ 53),
  memory = options.number(0), play = { "function", "a function" },
}

-- ---- memory -------------------------------------------------------------------------------------

local function note_ends(self)
  local first, last = self._list[1], self._list[#self._list]
  self._first, self._last = first and first.tick or false, last and last.tick or false
end

-- What the snapshot behind it shared with one that goes is its own alone by now: at most so much.
local function drop(self, i)
  local list = self._list
  local entry, next_one = table.remove(list, i), list[i]
  entry.snapshot:close()
  self._memory = self._memory - entry.bytes
  if next_one then
    local bytes = math.min(next_one.bytes + entry.bytes, self._whole)
    self._memory = self._memory + bytes - next_one.bytes
    next_one.bytes = bytes
  end
  note_ends(self)
end

-- The one that is missed least, but for the first and the last, and that from which the world is
-- on its way.
local function least_missed(self)
  local list, now, best, least = self._list, self._world.ticks, nil, math.huge
  for i = 2, #list - 1 do
    local before, after = list[i - 1].tick, list[i + 1].tick
    local share = (after - before) / (now - before + 1)
    if list[i] ~= self._held and share < least then best, least = i, share end
  end
  return best
end

local function thin(self)
  local list = self._list
  while #list > self._most or self._memory > self._most_memory do
    local i = least_missed(self) or #list > 1 and list[1] ~= self._held and 1
    if not i then return end
    drop(self, i)
  end
end

-- ---- taking -------------------------------------------------------------------------------------

--- Takes a snapshot now: the tick.
function Timeline:take()
  if not self._world then blame.raise("the timeline has been stopped") end
  local world, list = self._world, self._list
  local entry, before = { tick = world.ticks }, list[#list]
  if before and before.tick == entry.tick then
    drop(self, #list)
    before = list[#list]
  end
  self._taking = entry                           -- whose snapshot it is, see _mark
  local ok, snapshot = pcall(rewind.take, world)
  self._taking = false
  if not ok then error(snapshot, 0) end
  entry.snapshot, entry.bytes = snapshot, rewind.bytes(snapshot, before and before.snapshot)
  if not before then self._whole = entry.bytes end
  list[#list + 1] = entry
  self._snapshot_ticks:add(entry.tick)
  self._memory = self._memory + entry.bytes
  note_ends(self)
  thin(self)
  return entry.tick
end

-- The world calls this when a tick begins. The game may not have been ready yet when the timeline
-- was made.
function Timeline:_before_tick()
  local last, now = self._list[#self._list], self._world.ticks
  if self._play then                             -- what a snapshot begins again is not in the mark
    verify.check(self, self._world)
    self._marks[now] = verify.mark(self._world)
    self._marks[now - MARKED] = nil
  end
  local is_due = not last or now - last.tick >= self._every
  if is_due or last.tick == now and self._is_new then self:take() end
  self._is_new = false
end

local function forget_later(self)
  local now = self._world.ticks
  for tick in pairs(self._marks) do              -- in any order
    if tick > now then self._marks[tick] = nil end
  end
  self._snapshot_ticks:forget_later(now)
end

-- The world calls these when a snapshot of it is taken, and when it goes back to one: what came
-- after it is no past of the world's by now. If it knows nothing of that one, nothing is.
function Timeline:_mark() return self._taking or self._list[#self._list] end

function Timeline:_go_back(mark)
  local list, known = self._list, 0
  for i, entry in ipairs(list) do
    if entry == mark then known = i end
  end
  for i = #list, known + 1, -1 do drop(self, i) end
  if known == 0 then self._marks, self._snapshot_ticks = {}, SnapshotTicks.new() end
  forget_later(self)
end

-- ---- going back ---------------------------------------------------------------------------------

local function entry_before(self, tick)
  local found
  for _, entry in ipairs(self._list) do
    if entry.tick <= tick then found = entry end
  end
  return found
end

-- While it plays, what is known of the past is half of one way and half of another.
local function check_rests(self, method)
  if self._expected then
    blame.raise(("'%s' cannot be called within the timeline's play"):format(method))
  end
end

local function check_tick(self, method, tick)
  if not self._world then blame.raise("the timeline has been stopped") end
  check_rests(self, method)
  if type(tick) ~= "number" or tick % 1 ~= 0 or math.abs(tick) >= 2 ^ 53 then
    blame.fail(method, 1, "a tick expected, got %s", core.show(tick))
  elseif tick > self._world.ticks then
    blame.fail(method, 1, "tick %d is yet to come: the world is at %d", tick, self._world.ticks)
  end
end

local TOO_EARLY = "nothing is kept of tick %d: the first tick that is kept is %s"

-- The last snapshot of a tick or before it | nil, message.
local function find(self, tick)
  local entry, first = entry_before(self, tick), self._list[1]
  if entry then return entry end
  return nil, TOO_EARLY:format(tick, tostring(first and first.tick))
end

--- timeline:go_back(tick) -> the tick at which the world is now | nil, message
function Timeline:go_back(tick)
  check_tick(self, "go_back", tick)
  local world = self._world
  local entry, message = find(self, tick)
  if not entry then return nil, message end
  local expected = self._marks
  self._marks = copied(expected)                   -- going back forgets what came after it
  rewind.restore(world, entry.snapshot)
  self._held, self._marks = entry, expected
  local done, parted = pcall(verify.play, self, world, tick)
  self._held = false
  forget_later(self)
  if done and not parted then return world.ticks end
  rewind.restore(world, entry.snapshot)
  if not done then error(parted, 0) end
  return nil, ("%s The world is at tick %d"):format(verify.parted(parted), world.ticks)
end

--- timeline:fork(tick) -> world | nil, message. The timeline's world is afterwards where it was.
function Timeline:fork(tick)
  check_tick(self, "fork", tick)
  if self._world._ticking then blame.raise("a world cannot be forked within its tick") end
  local entry, message = find(self, tick)
  if not entry then return nil, message end
  return fork(self, entry, tick)
end

-- ---- the timeline -------------------------------------------------------------------------------

--- world:timeline([options]) -> timeline. options: every (20), ticks from a snapshot to the next
-- one; most (200), how many are kept; memory (2^28), bytes that they may take up, about; play, a
-- function that does what the game does in a tick, world:tick() included.
function Timeline.new(world, given)
  given = given or {}
  options.check("timeline", given, VALID)
  if world._timeline then blame.raise("the world has a timeline already") end
  local self = setmetatable({ _world = world, _every = given.every or EVERY,
    _most = given.most or MOST, _most_memory = given.memory or MEMORY, _play = given.play or false,
    _list = {}, _marks = {}, _snapshot_ticks = SnapshotTicks.new(), _memory = 0, _whole = 0,
    _taking = false,
    _first = false, _last = false, _is_new = true, _held = false, _expected = false,
    _parted = false }, Timeline)
  world._timeline = self
  local ok, message = pcall(self.take, self)
  if not ok then
    world._timeline = false
    error(message, 0)
  end
  return self
end

function Timeline:__tostring()
  local list = self._list
  if not self._world then return "timeline (stopped)" end
  return ("timeline (%d snapshots%s)"):format(#list, list[1] and
    (" of ticks %d to %d"):format(list[1].tick, list[#list].tick) or "")
end

--- for tick in timeline:ticks() do: those of which there are snapshots, the first one first.
function Timeline:ticks()
  local ticks = {}
  for k, entry in ipairs(self._list) do ticks[k] = entry.tick end
  return each(ticks)
end

--- Lets go of all snapshots; the world goes on.
function Timeline:stop()
  check_rests(self, "stop")
  for i = #self._list, 1, -1 do drop(self, i) end
  if self._world and self._world._timeline == self then self._world._timeline = false end
  self._world, self._marks = false, {}
  return self
end

return strict.class("timeline", Timeline, {
  world = "read", every = "read", most = "read", memory = "read", first = "read", last = "read",
})
