--- What the library has at run time: objects of every kind, and the names of their members.

local objects = {}

function objects.with(t, ...)
  for i = 1, select("#", ...) do t[i] = (select(i, ...)) end
  return t
end

function objects.fill(t, defaults)
  for key, value in pairs(defaults) do
    if t[key] == nil then t[key] = value end
  end
  return t
end

local fill, with = objects.fill, objects.with

-- What a term of positions needs, by its kind.
local TERMS = { distance = { to = { 2, 2 } }, influence = { influence = "red" },
  front = { influence = "red" }, terrain = { is = "plain" }, flank = { of = { 2, 2 } },
  sight = { of = { 2, 2 } }, cover = { from = { 2, 2 } } }

--- In the game: one object of each class that has no metatable in astar.core, and what `try` uses.
-- false: this build has no such objects.
function objects.of_the_game()
  local astar = require "astar"
  local map = astar.map { width = 8, height = 8,
    terrains = { plain = 10, wall = false } }
  local red = map:player "red"
  map:influence "red"
  local floors = astar.map { levels = { { name = "cellar", width = 4, height = 4 } } }
  local world = astar.world { map = astar.map { width = 8, height = 8 }, report = print }
  local unit = world:unit { player = "red", x = 2, y = 2, sight = 3 }
  local other = world:unit { player = "blue", x = 5, y = 5 }
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 1 } } }
  local sandbox = require "astar.sandbox"
  local task
  world:behaviour("idle", function(one)
    task = one:start(function() one:sleep() end)
    one:sleep()
  end)
  other:behave "idle"
  local world_snapshot, timeline = world:snapshot(), world:timeline():stop()
  local inspector = astar.inspect(world)
  inspector:close()
  world:tick()
  local function term(list)
    return function(t, kind)
      local one = with(fill(t, TERMS[kind] or {}), kind)
      return map:positions(1, 1, { from = { reach = 9 }, [list] = { one } })
    end
  end
  local function new_map() return astar.map { width = 4, height = 4 } end
  local env = { with = with, fill = fill, new_map = new_map,
    filter = term "filter", score = term "score",
    astar = astar, map = map, player = red, world = world, unit = unit, other = other,
    level = floors:level "cellar", graph = graph, sandbox = sandbox, box = sandbox.new {},
    random = world.random, task = task, think = astar.think, squads = astar.squads,
    path = map:path(1, 1, 8, 8), routes = map:routes { places = { a = { 1, 1 }, b = { 8, 8 } } },
    mod = assert(world:mod { name = "none", files = {
      ["mod.lua"] = "return { name = 'none', version = '1', behaviours = {} }" } }),
    group = world:group { units = { unit } }, verb = require "astar.verbs", print = print,
    difference = astar.compare(map, astar.map { width = 1, height = 1 }), timeline = timeline,
    inspector = inspector, world_snapshot = world_snapshot, saved = world:save(),
    recording = astar.record(world),
  }
  env.features = astar.features
  env.image = env.box.snapshots and env.box:snapshot()
  env.bare = red:unit { x = 3, y = 3 }
  env.bare:follow_path(env.bare:path(8, 8))
  return env
end

-- The names that a value has of its metatable: methods of C, classes of Lua, tables of functions.
local function members_of(value, unit_names)
  if unit_names then return unit_names() end
  local names, metatable = {}, debug.getmetatable(value)
  local function add(list, but)
    for name in pairs(list or {}) do
      local is_public = type(name) == "string" and name:sub(1, 1) ~= "_" and name ~= but
      if is_public then names[name] = true end
    end
  end
  if metatable and metatable.methods then
    add(metatable.methods)
    add(metatable.fields)
    return names
  end
  local has_class = metatable and type(metatable.__index) == "function"
  if type(value) == "table" and not (has_class and metatable.__name) then add(value) end
  if not has_class then
    add(metatable and metatable.__index)
    return names
  end
  if metatable.__name then add(metatable, "new") end
  for i = 1, math.huge do
    local name, upvalue = debug.getupvalue(metatable.__index, i)
    if not name then return names end
    if name == "hidden" or name == "settable" then add(upvalue) end
  end
end

-- A unit of a world finds its verbs and its body's fields in functions: they know all names.
local function names_of_unit(unit)
  local index = debug.getmetatable(unit).__index
  for i = 1, math.huge do
    local name, upvalue = debug.getupvalue(index, i)
    if not name then error "the names of a world's unit are not found" end
    if name == "all_names" then return upvalue end
  end
end

--- From the classes and modules of a set to the names that they have at run time. What the library
-- has and nobody has declared is there as "class NAME"; false is what this build cannot have.
function objects.members_of_the_game(set, env)
  local metatables = require "astar.core".metatables
  local members = {}
  for _, item in ipairs(set.items) do
    if item.kind == "class" or item.kind == "module" then
      local metatable = metatables[item.shown]
      if item.name == "WorldUnit" then
        members[item.name] = members_of(nil, names_of_unit(env.unit))
      elseif metatable then
        members[item.name] = members_of(setmetatable({}, metatable))
      elseif env[item.owner] == false then
        members[item.name] = false
      elseif env[item.owner] ~= nil then
        members[item.name] = members_of(env[item.owner])
      end
    end
  end
  local declared = {}
  for _, item in ipairs(set.items) do declared[item.shown or ""] = true end
  for name in pairs(metatables) do
    if not declared[name] then members["class " .. name] = members_of(setmetatable({},
      metatables[name])) end
  end
  return members
end

--- The same for mods, as the check of mods knows them.
function objects.members_of_mods(set)
  local kinds, members = require "astar.mods.source.kinds", {}
  for _, item in ipairs(set.items) do
    local known = item.owner and kinds.members(item.owner)
    if known then
      members[item.name] = {}
      for name in pairs(known) do members[item.name][name] = true end
    end
  end
  return members
end

return objects
