-- Checks that units and scripts of mods say whenever they are written to: what nobody has touched
-- since the world's last snapshot must be what it was then (astar/rewind/tracked_objects.lua).

local core = require "astar.core"
local next = require "astar.pairs".next

local touched = {}

local function name_of(object)
  local metatable = getmetatable(object)
  return metatable and (metatable.__name or "a script") or "a table"
end

-- What a world that has gone back has otherwise.
local OTHERWISE = { _removals = true, _timers = true, _timer_count = true, allowed = true }

local function is_same(one, other)
  return rawequal(one, other) or one ~= one and other ~= other          -- not a number
end

-- The entry of a table that is not what it was; nil: all are.
local function changed_entry(table, entries)
  for key, value in next, table do
    if not is_same(entries[key], value) and not OTHERWISE[key] then return key end
  end
  for key in next, entries do
    if rawget(table, key) == nil then return key end
  end
end

-- Tells of the first table that differs from what a node of an image says; nil: none does.
function touched.difference(node)
  for _, one in ipairs(node.tables) do
    local entries = {}
    for i = 1, #one.entries, 2 do entries[one.entries[i]] = one.entries[i + 1] end
    local key = changed_entry(one.table, entries)
    if key ~= nil then
      return ("%s.%s was %s, and is %s"):format(name_of(one.table), tostring(key),
        tostring(entries[key]), tostring(rawget(one.table, key)))
    end
  end
end

-- Has the game set a field of a thing that it may set without a word?
local function is_loose(node)
  local thing = node.tables[1].table
  local entries = node.tables[1].entries
  for i = 1, #entries, 2 do
    if entries[i] == "data" then return not rawequal(entries[i + 1], rawget(thing, "data")) end
  end
end

-- Raises an error where something was written to that nobody has touched.
function touched.check(world)
  local mirror = world._mirror
  local image = mirror and mirror.image
  for _, node in ipairs(image and core.image_contents(image) or {}) do
    local thing = node.tables[1].table
    local is_known = node.is_thing and not world._touched[thing] and not is_loose(node)
    local difference = is_known and touched.difference(node)
    if difference then
      error(("%s was not touched: %s"):format(tostring(thing), difference), 2)
    end
  end
end

-- Raises an error where images of boxes are not what is in them: the system notes which pages of
-- machines are written, and only those are looked at.
function touched.check_boxes(images)
  for box, image in next, images do
    if not box:_holds(image) then error("an image of a box is not what is in it", 2) end
  end
end

-- All that a snapshot has is what it was: for a world that has just gone back, and in which no mod
-- had to begin again.
function touched.check_restored(snapshot)
  local world = snapshot._world
  if snapshot._renewed[1] then return end
  local images = {}
  for _, one in next, snapshot._boxes do images[one.box] = one.image end
  touched.check_boxes(images)
  for _, node in ipairs(core.image_contents(snapshot._image)) do
    local thing = node.tables[1].table
    local difference = not world._touched[thing] and touched.difference(node)
    if difference then
      error(("%s has not gone back: %s"):format(tostring(thing), difference), 2)
    end
  end
end

local function boxes_of(parts, world)
  local images = {}
  for box in next, parts.boxes(world) do
    if not box.broken then images[box] = box:snapshot() end
  end
  return images
end

-- From now on every tick of every world ends with a check, and with the image that a snapshot
-- would take. For specs that say nothing of snapshots: ASTAR_TOUCHED=1 make test does it.
function touched.watch()
  local World = require "astar.world"
  local parts, things = require "astar.rewind.parts", require "astar.rewind.tracked_objects"
  local tick = World.tick
  function World.tick(world)
    tick(world)
    touched.check(world)
    things.take(world, parts.classes(world), parts.opaque(world))
    touched.check_boxes(boxes_of(parts, world))
    return world
  end
end

return touched
