--- Tracked objects, or things: the objects of a world to which most of its tables belong: units,
-- what players' mods call units by, and what else is added, such as scripts of mods.
--
-- What writes to a thing's own tables touches it: world:_touch(thing). So a snapshot looks at those
-- of the things that were touched since the last snapshot or the last going back, and shares what
-- it has of all others with it; and to go back, only what was touched since, or was otherwise then,
-- is put back (src/binding/table_image.h).
--
-- What is not listed as its own here is looked at each time, and needs no touch: a unit's data,
-- its home, what it was told, and the arguments of its behaviour, which are the game's.

local core = require "astar.core"
local numbers = require "astar.world.numbers"
local object = require "astar.units.object"
local pairs = require "astar.pairs".pairs
require "astar.world.unit"                       -- it sets object.unit

local tracked_objects = {}

-- The field of a unit that the game may set without a word.
local LOOSE = "data"

-- By their metatables: have they that field?
local CLASSES = { [object.unit] = true, [numbers.class] = false }

-- ---- what belongs to one ------------------------------------------------------------------------

local function add(list, one)
  if one then list[#list + 1] = one end
end

-- A task within the task is not among them: nor what that one defers.
local function add_task(list, task)
  add(list, task)
  local entry = task._last
  while entry do
    add(list, entry)
    entry = entry.above
  end
end

local function own_of_unit(unit)
  local list = { unit, unit._held }
  if unit._task then add_task(list, unit._task) end
  add(list, unit._given)
  return list
end

local function own_of_numbers(own)
  return { own, own.units, own.ids, own.order, own.groups, own.group_ids, own.met }, own.world
end

-- By their metatables, what belongs to a thing of another kind than a unit: a list, and its world.
local OWN = { [numbers.class] = own_of_numbers }

--- Things of another class, of which `own_of` tells what belongs to one, and its world.
function tracked_objects.add(class, own_of) CLASSES[class], OWN[class] = false, own_of end

-- Of a thing of another world there is nothing that goes back.
local function own_of(world, thing)
  if object.is_unit(thing) then return thing._world == world and own_of_unit(thing) or {} end
  local list, its_world = OWN[getmetatable(thing)](thing)
  return its_world == world and list or {}
end

-- ---- images -------------------------------------------------------------------------------------

local Mirror = {}                                -- its metatable: nobody looks into it

-- What is known of a world: the image that was taken or put back last, if the world is what that
-- says but for things that were touched since; and how many images were taken.
local function mirror_of(world)
  if not world._mirror then
    world._mirror = setmetatable({ image = false, count = 0 }, Mirror)
    world._touched = setmetatable({}, { __mode = "k" })
  end
  return world._mirror
end

--- From now on the world is what this image says.
local function settle(world, image)
  world._mirror.image = image
  local touched = world._touched
  for thing in pairs(touched) do touched[thing] = nil end
end

--- The units that are in the world and may differ from what its last image says, by their ids.
function tracked_objects.changed_units(world)
  local list, units, mirror = {}, world._units, world._mirror
  local is_known = mirror and mirror.image
  for key, unit in pairs(is_known and world._touched or units) do
    if is_known then unit = key end
    if object.is_unit(unit) and units[unit._id] == unit then list[#list + 1] = unit end
  end
  table.sort(list, function(a, b) return a._id < b._id end)
  return list
end

--- An image of a world: all its tables, but for what is opaque.
function tracked_objects.take(world, classes, opaque)
  local mirror = mirror_of(world)
  mirror.count = mirror.count + 1
  opaque[#opaque + 1] = world._touched
  local function own(thing) return own_of(world, thing) end
  local image = core.image(world, mirror.image or nil, mirror.count, classes, CLASSES, LOOSE,
    opaque, world._touched, own)
  settle(world, image)
  return image
end

--- The world's tables become what an image says. Returns a list of the things that may have been
-- otherwise.
function tracked_objects.put_back(world, image)
  local mirror = mirror_of(world)
  local last = mirror.image or nil
  mirror.image = false                           -- where it fails, nothing is known
  local changed = core.put_image(image, last, world._touched, LOOSE)
  settle(world, image)
  return changed
end

return tracked_objects
