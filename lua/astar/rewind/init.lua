--- Going back: snapshots of worlds.
--
-- A snapshot has three parts. Maps, the world's and those of mods for their influence maps, are the
-- core's (map:snapshot). All that the world keeps in tables, its own and those of units, groups and
-- mods, and the game's data that hang on them, are images (tracked_objects.lua,
-- src/binding/table_image.c): tables stay the tables that they are, and become what they were. And
-- the state of a mod is its box's, if that can be copied.
--
-- A coroutine cannot go back. So what runs in one that has begun starts again from its top when the
-- snapshot is taken, in the running world as well, as by world:save: so the world that goes on and
-- the world that goes back are equal. That concerns behaviours in the game's own state, and mods in
-- boxes that cannot be copied. A script in a box that can is where it was: its host only waits for
-- its next activation, and another coroutine can wait for that (script.lua).

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local failures = require "astar.world.failures"
local lazy = require "astar.lazy"
local object = require "astar.units.object"
local parts = require "astar.rewind.parts"
local strict = require "astar.arguments.strict"
local tracked_objects = require "astar.rewind.tracked_objects"

local heavy, save = lazy.module "astar.save.heavy", lazy.module "astar.save"

local rewind, Snapshot = {}, {}

function Snapshot:__tostring()
  if not self._image then return "snapshot of a world (closed)" end
  return ("snapshot of a world (tick %d)"):format(self._ticks)
end

--- Lets go of all that it keeps.
function Snapshot:close()
  if self._image then
    for _, one in ipairs(self._maps) do one.snapshot:close() end
    parts.free_copies(self._world, self._boxes)
  end
  self._image, self._maps = false, {}
  self._boxes, self._renewed, self._recorded, self._timed = nil, nil, nil, nil
end

-- ---- what begins again --------------------------------------------------------------------------

-- May the task's coroutine be replaced by another one?
local function goes_on(task)
  local script = task._script
  return script and not script.over and parts.can_be_copied(script.instance.box)
end

-- Ends what cannot go back, and returns what that was. What nobody has touched has not begun since.
local function halt(world)
  local halted = {}
  for _, unit in ipairs(tracked_objects.changed_units(world)) do
    local task = unit._task
    if task and task:_has_begun() and not goes_on(task) then
      halted[#halted + 1] = { unit = unit, plan = unit:_halt() }
    end
  end
  return halted
end

local function resume(halted)
  for _, one in ipairs(halted) do
    one.unit:_forget_passing()
    one.unit:_resume(one.plan)
  end
end

-- Those in the ranks were at a verb of the game's state.
local function set_out_again(world, halted)
  local concerned = {}
  for _, one in ipairs(halted) do
    if one.unit.group then concerned[one.unit.group] = true end
  end
  for group in world:groups() do
    if concerned[group] then group:_restart() end
  end
end

-- Gives mods new states: their units begin again.
local function renew(world, list)
  local failure
  for _, mod in ipairs(list) do
    local ok, message = pcall(mod._renew, mod)
    if not ok then failure = failure or message end
  end
  if failure then error(failure, 0) end
  for _, mod in ipairs(list) do
    mod:_recount()
    world._for_mods.call_up(world, mod)
  end
end

-- Returns how many units begin again, and the mods that have new states.
local function begin_again(world)
  local halted, renewed = halt(world), parts.to_be_renewed(world)
  if not halted[1] and not renewed[1] then return 0, renewed end
  local done, failure = pcall(renew, world, renewed)
  local told, message = pcall(world.map.work, world.map, 0)    -- of tickets that were cancelled
  resume(halted)
  set_out_again(world, halted)
  if not done or not told then error(failure or message, 0) end
  return #halted, renewed
end

-- ---- taking -------------------------------------------------------------------------------------

local function check(world, what)
  if world._ticking then blame.raise(("a world cannot %s within its tick"):format(what)) end
  local map = world.map
  map.reroute_budget = map.reroute_budget        -- an error where a callback has locked the map
end

--- What a snapshot does to the running world: what cannot go back begins again. Returns how many
-- units do so, and the mods that have new states.
function rewind.settle(world)
  check(world, "be taken a snapshot of")
  world:_bury_the_dead()
  parts.settle(world)
  return begin_again(world)
end

--- world:snapshot() -> snapshot
function rewind.take(world)
  local restarted, renewed = rewind.settle(world)
  local image = tracked_objects.take(world, parts.classes(world), parts.opaque(world))
  local recorded = world._recording and world._recording:_mark()
  local timed = world._timeline and world._timeline:_mark()
  return setmetatable({ _world = world, _ticks = world.ticks, _restarted = restarted,
    _recorded = recorded, _timed = timed,
    _renewed = renewed, _image = image, _boxes = parts.copies(world), _maps = parts.maps(world) },
    Snapshot)
end

--- How many bytes a snapshot holds that the one before it does not, about; `before` may be nil.
function rewind.bytes(snapshot, before)
  local bytes = core.image_bytes(snapshot._image, before and before._image)
  for _, one in ipairs(snapshot._maps) do bytes = bytes + one.snapshot.copied end
  for _, one in ipairs(snapshot._boxes) do bytes = bytes + one.image.copied end
  return bytes
end

-- ---- going back ---------------------------------------------------------------------------------

-- The coroutines of tasks are others now, but for those that need none any more.
local function renew_tasks(world, changed)
  for _, thing in ipairs(changed) do
    local task = object.is_unit(thing) and thing._task
    if task and not task._direct then
      local script = task:_has_begun() and task._script
      world:_touch(thing)
      if script then task:_go_on_with(script.resume, script)
      else task:_begin_once_more() end
    end
  end
end

--- world:restore(snapshot) -> world
function rewind.restore(world, snapshot)
  if getmetatable(snapshot) ~= Snapshot then
    blame.fail("restore", 1, "a snapshot of the world expected, got %s", core.show(snapshot))
  elseif not snapshot._image then
    blame.fail("restore", 1, "the snapshot is closed")
  elseif snapshot._world ~= world then
    blame.fail("restore", 1, "the snapshot is of another world")
  end
  check(world, "go back")
  local stale = parts.close_stale(world, snapshot._renewed)
  local boxes, recording, timeline = parts.boxes(world), world._recording, world._timeline
  for _, one in ipairs(snapshot._maps) do one.map:restore(one.snapshot) end
  local changed = tracked_objects.put_back(world, snapshot._image)
  world._recording, world._timeline, world._twin = recording, timeline, false
  renew_tasks(world, changed)
  parts.follow(world)
  parts.close_left(world, boxes)
  for _, one in ipairs(snapshot._boxes) do
    one.box:restore(one.image)
    one.instance.allowed = false                     -- what the box may use is no part of its image
  end
  for mod in world:mods() do mod:_make_closed_again() end
  renew(world, stale)
  if recording then recording:_go_back(snapshot._recorded) end
  if timeline then timeline:_go_back(snapshot._timed) end
  return world
end

--- world:fork() -> world | nil, message. What the other world's errors are told to is what this
-- one's are.
function rewind.fork(world)
  local text, images = save.copy(world)
  if not text then return nil, images end
  return heavy.twin(world, text, images, world._report or failures.default)
end

strict.class("world_snapshot", Snapshot, { restarted = "read" })

return rewind
