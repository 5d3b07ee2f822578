--- Things: the objects of a world to which most of its tables belong, units and scripts of mods.
--
-- What writes to a thing's own tables touches it: world:_touch(thing). So a snapshot copies those
-- of the things that were touched since the last snapshot or the last going back, and shares the
-- bundles of all others with it; and to go back, only what was touched since, or was another bundle
-- then, is put back. A bundle is { image, border, data, task, begun }: see core.image; `task` and
-- whether it has begun, of a unit that has one.
--
-- What is not listed as its own here is looked at each time, and needs no touch: a unit's data,
-- its home, what it was told, and the arguments of its behaviour, which are the game's.

local core = require "astar.core"
local object = require "astar.world.object"
local pairs = require "astar.pairs".pairs
local Script = require "astar.mods.script"


local things = {}

things.CLASSES = { object.unit, Script }

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
  local list = { unit }
  if unit._task then add_task(list, unit._task) end
  add(list, unit._given)
  return list
end

local function add_answer(list, answer)
  add(list, answer)
  add(list, answer.paths)
end

local function own_of_script(script)
  local list = { script, script.answers, script.tickets, script.keys }
  for _, answer in ipairs(script.answers) do add_answer(list, answer) end
  if script.route then add_answer(list, script.route) end
  for _, ticket in ipairs(script.tickets) do add(list, ticket) end
  return list
end

-- Of a thing of another world there is nothing that goes back.
local function own_of(world, thing)
  if object.is_unit(thing) then return thing._world == world and own_of_unit(thing) or {} end
  return thing.side.world == world and own_of_script(thing) or {}
end

-- ---- bundles ------------------------------------------------------------------------------------

-- Adds the bundles of a list of things to `bundles`.
local function add_bundles(world, bundles, list, opaque)
  local owns = {}
  for i, thing in ipairs(list) do owns[i] = own_of(world, thing) end
  local images, borders = core.bundles(owns, opaque)
  for i, thing in ipairs(list) do
    local task = owns[i][1] and object.is_unit(thing) and thing._task or nil
    bundles[thing] = { images[i], borders[i], rawget(thing, "data"), task,
      task and task:_has_begun() }
  end
end

local Mirror = {}                                -- its metatable: nobody looks into it

--- The bundles as they were last taken or put back; none yet: false.
function things.last(world) return world._mirror and world._mirror.bundles end

--- From now on the world is what these bundles say.
function things.settle(world, bundles)
  if not world._mirror then
    world._mirror = setmetatable({ room = {} }, Mirror)
    world._touched = setmetatable({}, { __mode = "k" })
  end
  world._mirror.bundles = bundles
  local touched = world._touched
  for thing in pairs(touched) do touched[thing] = nil end
end

--- The units that are in the world and may differ from their bundles, by their ids.
function things.changed_units(world)
  local list, units = {}, world._units
  for thing in pairs(world._touched or units) do
    local unit = world._touched and thing or units[thing]
    if object.is_unit(unit) and units[unit._id] == unit then list[#list + 1] = unit end
  end
  table.sort(list, function(a, b) return a._id < b._id end)
  return list
end

--- An image of a world but for its things, and their bundles.
function things.take(world, classes, opaque)
  if not things.last(world) then things.settle(world, {}) end
  opaque[#opaque + 1] = world._touched
  local fresh, list = {}, {}
  for thing in pairs(world._touched) do list[#list + 1] = thing end
  local image, reached, strays
  repeat
    add_bundles(world, fresh, list, opaque)
    image, reached, strays = core.image(world, classes, things.CLASSES, opaque, fresh,
      things.last(world), world._mirror.room)
    list = strays
  until not strays[1]
  things.settle(world, reached)
  return image, reached
end

-- ---- putting back -------------------------------------------------------------------------------

--- Puts back the bundles of things that are not what they say, and returns those of units that have
-- a task, by these units.
function things.put_back(world, bundles)
  local last, touched, tasks, changed = things.last(world), world._touched, {}, {}
  for thing, bundle in pairs(bundles) do         -- in any order: each is put back alone
    if touched[thing] or last[thing] ~= bundle or rawget(thing, "data") ~= bundle[3] then
      changed[#changed + 1] = bundle[1]
      if bundle[4] then tasks[thing] = bundle end
    end
  end
  for _, image in ipairs(changed) do core.put_image(image) end
  things.settle(world, bundles)
  return tasks
end

return things
