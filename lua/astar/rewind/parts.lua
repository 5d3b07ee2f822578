--- What a snapshot of a world has to know of the world's parts: which tables are looked into, and
-- whose states can be copied.
--
-- A box is where an instance of a mod runs (mods/instance.lua). Of one that can be copied
-- `box.snapshots` is true, and it has two methods: box:snapshot() returns an image of all its
-- state, and box:restore(image) brings it back to that, also if it has been closed since. Nothing
-- that has begun in it starts again then.

local pairs = require "astar.pairs".pairs
local task = require "astar.world.task"

local parts = {}

local globals, package = _G, package

local function field(box, key) return box[key] end

--- Can the state of a box be copied?
function parts.can_be_copied(box)
  if not box then return false end
  local ok, can = pcall(field, box, "snapshots")
  return ok and can == true
end

-- ---- instances ----------------------------------------------------------------------------------

-- The instances of a mod: the spare one, and that of a revision that waits, are among them.
local function instances_of(mod)
  local list = {}
  for _, part in ipairs(mod._parts) do
    if part.instance then list[#list + 1] = part.instance end
  end
  list[#list + 1] = mod._spare or nil
  list[#list + 1] = mod._next or nil
  return list
end

local function is_in_use(mod)
  for _, part in ipairs(mod._parts) do
    if part.instance then return true end
  end
  return false
end

local function all_can_be_copied(mod)
  for _, instance in ipairs(instances_of(mod)) do
    if not parts.can_be_copied(instance.box) then return false end
  end
  return true
end

--- The mods whose units begin again when a snapshot is taken.
function parts.to_be_renewed(world)
  local list = {}
  for mod in world:mods() do
    if is_in_use(mod) and not all_can_be_copied(mod) then list[#list + 1] = mod end
  end
  return list
end

--- Closes the states of mods that cannot become what they were, and returns these mods: all that
-- were renewed when the snapshot was taken, and those that have come into use since.
function parts.close_stale(world, renewed)
  local was, list = {}, {}
  for _, mod in ipairs(renewed) do was[mod] = true end
  for mod in world:mods() do
    if not all_can_be_copied(mod) and (was[mod] or is_in_use(mod)) then
      mod:_close()
      list[#list + 1] = mod
    end
  end
  return list
end

--- Before a snapshot: machines that have stopped begin again, and nobody's question is left in one.
-- What need not be kept is let go.
function parts.settle(world)
  for mod in world:mods() do
    mod:_repair()
    for _, part in ipairs(mod._parts) do part.account:forget_rested(world._ticks) end
    for _, instance in ipairs(instances_of(mod)) do instance:put_back_still() end
  end
end

-- Images of snapshots that were closed, by worlds: their memory is used again.
local spare = setmetatable({}, { __mode = "k" })

--- Images of the states that can be copied: a list of { box =, image = }.
function parts.copies(world)
  local list, unused = {}, spare[world] or {}
  for mod in world:mods() do
    for _, instance in ipairs(instances_of(mod)) do
      if parts.can_be_copied(instance.box) then
        local given = table.remove(unused)
        local image = instance.box:snapshot(given)
        if given and image ~= given and not given._shared then unused[#unused + 1] = given end
        list[#list + 1] = { instance = instance, box = instance.box, image = image }
      end
    end
  end
  return list
end

--- A snapshot is closed: what its images take up is free for the next ones.
function parts.free_copies(world, list)
  local unused = spare[world] or {}
  spare[world] = unused
  for _, one in ipairs(list) do
    if not one.image._shared then unused[#unused + 1] = one.image end
  end
end

--- The world's map, and those that mods have for their influence maps, as they are now: a list of
-- { map =, snapshot = }.
function parts.maps(world)
  local list = { { map = world.map, snapshot = world.map:snapshot() } }
  for mod in world:mods() do
    for _, instance in ipairs(instances_of(mod)) do
      local map = instance.canvas
      if map then list[#list + 1] = { map = map, snapshot = map:snapshot() } end
    end
  end
  return list
end

--- All boxes in a world that can be copied, as a set.
function parts.boxes(world)
  local set = {}
  for mod in world:mods() do
    for _, instance in ipairs(instances_of(mod)) do
      if parts.can_be_copied(instance.box) then set[instance.box] = true end
    end
  end
  return set
end

--- Closes those of the boxes that the world has no more, now that it has gone back. A snapshot that
-- has an image of one opens it again.
function parts.close_left(world, boxes)
  local now = parts.boxes(world)
  for box in pairs(boxes) do                     -- in any order
    if not now[box] then box:close() end
  end
end

-- ---- tables -------------------------------------------------------------------------------------

-- Objects of the library's whose fields go back with the world: of each kind one is enough.
local function add_instance(add, instance)
  add(instance)
  add(instance.account)
  for _, handles in ipairs { instance.grounds, instance.sights, instance.maps } do
    add(handles)
    for _, one in pairs(handles.list) do add(one.object) end
  end
end

local function add_line(add, line)
  add(line)
  for _, list in ipairs(line.lists) do add(list[list.first]) end
end

local function add_groups(add, world)
  for group in world:groups() do add(group) end
end

--- The metatables of all objects of the library's that are looked into, as a set; but for things,
-- which are in tracked_objects.lua. The game's own objects are not, nor are other worlds.
function parts.classes(world)
  local set = {}
  local function add(object)
    local class = type(object) == "table" and getmetatable(object)
    if class then set[class] = true end
  end
  add(world.random)
  add_line(add, world._line)
  add(task.new())
  add_groups(add, world)
  for mod in world:mods() do
    add(mod)
    for _, part in ipairs(mod._parts) do add(part.account) end
    for _, instance in ipairs(instances_of(mod)) do add_instance(add, instance) end
  end
  return set
end

--- Tables that are no state of a world's, though one may come upon them: modules, what is known of
-- files, and timers and answers by their numbers, which are made again.
function parts.opaque(world)
  local list = { globals, world._watched, world._levels, world._timers }
  for mod in world:mods() do
    for _, instance in ipairs(instances_of(mod)) do list[#list + 1] = instance.answers end
  end
  for _, module in pairs(package and package.loaded or {}) do
    if type(module) == "table" then list[#list + 1] = module end
  end
  return list
end

--- What is opaque, and follows from the rest of what a world that has gone back has.
function parts.follow(world)
  world:_set_timers()
  for mod in world:mods() do
    for _, instance in ipairs(instances_of(mod)) do instance:find_answers() end
  end
end

return parts
