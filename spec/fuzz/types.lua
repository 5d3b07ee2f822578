--- The library's types of objects, and the methods and fields that they have. All of it is read off
--- the metatables: what is added to the library is fuzzed without being named here.

local astar = require "astar"
local sandbox = require "astar.sandbox"
local sorted_keys = require "support.sorted_keys"

local types = {}

--- One object of each type.
local function samples()
  local map = astar.map { width = 8, height = 8 }
  local player = map:player "red"
  local world = astar.world { map = map }
  local unit = world:unit { player = "red", x = 1, y = 1 }
  local recording = astar.record(world)
  recording:stop()
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 3 } } }
  local house = astar.map { levels = { { name = "ground", width = 4, height = 4 } } }
  return {
    graph = graph, edge = graph:edge(1, 2), graph_player = graph:player "red",
    graph_unit = graph:unit { at = 1 }, graph_path = graph:path(1, 2),
    graph_field = graph:field { to = { 1 } },
    map = map, player = player, body = unit.body, class = map:class {}, query = map:query {},
    influence = map:influence "danger", path = map:path(1, 1, 3, 3),
    search = map:search(1, 1, 3, 3),
    ticket = map:request_path(1, 1, 3, 3), field = map:field { to = { { 1, 1 } } },
    areas = map:areas(),
    watch = map:watch_path(map:path(1, 1, 3, 3)),
    routes = map:routes { places = { a = { 1, 1 }, b = { 3, 3 } } },
    level = house:level "ground", sight = map:sight {},
    link = map:link { from = { 1, 1 }, to = { 5, 5 }, cost = 9 },
    world = world, unit = unit,
    group = world:group {}, random = world.random, recording = recording,
    box = sandbox.new { host = function() end },
  }
end

--- Adds the names of a table's functions that are public.
local function add_functions(names, t)
  for name, value in pairs(t) do
    if type(name) == "string" and type(value) == "function" and not name:find("^_") then
      names[name] = true
    end
  end
end

--- A function that stands for __index keeps its tables as upvalues.
local function add_upvalues(names, f, wanted)
  for i = 1, 255 do
    local name, value = debug.getupvalue(f, i)
    if not name then break end
    if type(value) == "table" and name ~= "_ENV" then
      local has_fields = name:find("READ") or name:find("FIELD") or name:find("WRIT")
        or name:find("KEPT") or name == "settable" or name == "hidden"
      if wanted == "functions" and not has_fields and name ~= "strict" then
        add_functions(names, value)
      elseif wanted == "fields" and has_fields then
        for key in pairs(value) do names[key] = true end
      end
    end
  end
end

local function methods_of(meta)
  local names = {}
  if type(rawget(meta, "methods")) == "table" then
    add_functions(names, meta.methods)
  elseif type(meta.__index) == "table" then
    add_functions(names, meta.__index)
  elseif type(meta.__index) == "function" then
    add_upvalues(names, meta.__index, "functions")
  end
  return sorted_keys(names)
end

local function fields_of(meta)
  local names = {}
  if type(rawget(meta, "fields")) == "table" then
    for name in pairs(meta.fields) do names[name] = true end
  elseif type(meta.__index) == "function" then
    add_upvalues(names, meta.__index, "fields")
  end
  return sorted_keys(names)
end

local by_meta = {}

--- From the name of a type to its methods and fields.
types.all = {}

for name, object in pairs(samples()) do
  local meta = debug.getmetatable(object)
  by_meta[meta] = name
  types.all[name] = { methods = methods_of(meta), fields = fields_of(meta) }
end

types.names = sorted_keys(types.all)

--- The name of a value's type, or nil where it is no object of the library.
function types.of(value)
  local meta = debug.getmetatable(value)
  return meta and type(value) ~= "string" and by_meta[meta] or nil
end

return types
