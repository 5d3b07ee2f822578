local astar = require "astar"
local core = require "astar.core"
local says = require "support.says"
local skip = require "support.skip"

local function new_map()
  return astar.map{ width = 6, height = 4 }
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- One object of each kind, by the name of its type.
local function everything()
  local map = new_map()
  local red = map:player "red"
  local unit = red:unit{ x = 1, y = 1 }
  unit:follow_path(unit:path(3, 3))
  local graph = astar.graph { nodes = { "a", "b" }, edges = { { "a", "b", cost = 3 } } }
  return {
    graph = graph, edge = graph:edge("a", "b"), graph_path = graph:path("a", "b"),
    graph_player = graph:player "red", graph_unit = graph:unit { at = "a" },
    graph_field = graph:field { to = { "b" } },
    map = map, class = map:class{}, player = red, influence = map:influence "danger", unit = unit,
    query = map:query{ unit = unit }, search = unit:search(6, 4, { engine = "astar" }),
    path = unit:path(6, 4, { explain = true }), field = map:field { to = { { 3, 3 } } },
    ticket = map:request_path(1, 1, 6, 4), sight = map:sight { { x = 1, y = 1, radius = 2 } },
    link = map:link { from = { 1, 1 }, to = { 3, 1 }, cost = 9 }, watch = unit:watch_path(),
    areas = map:areas(), snapshot = map:snapshot(),
  }
end

describe("objects #quick", function()
  it("are one type each", function()
    local objects, count = everything(), 0
    for name, metatable in pairs(core.metatables) do
      count = count + 1
      assert.equal(metatable, getmetatable(objects[name]))
      assert.equal(name, metatable.__name)
      assert.is_table(metatable.methods)
    end
    assert.equal(21, count)
  end)

  it("have methods that refuse other objects", function()
    local objects = everything()
    for name, metatable in pairs(core.metatables) do
      for other, object in pairs(objects) do
        for key, method in pairs(metatable.methods) do
          if other ~= name and not key:find "^_" and debug.getinfo(method).what == "C" then
            says(("%s expected, got %s"):format(name, other), method, object)
          end
        end
      end
    end
  end)

  it("have fields that refuse other objects", function()
    local objects = everything()
    for name, metatable in pairs(core.metatables) do
      for field in pairs(metatable.fields) do
        says("expected, got", metatable.__index, {}, field)
        says("expected, got", metatable.__index, objects[name == "map" and "path" or "map"], field)
      end
    end
  end)

  it("are the same whenever they are asked for", function()
    local map = new_map()
    map:player "red":unit{ x = 2, y = 2 }
    map:player "red".units(map:player "red")
    local unit = map:unit_at(2, 2)
    unit.data.name = "Bob"
    unit = nil  -- luacheck: ignore
    collect()
    assert.equal("Bob", map:unit_at(2, 2).data.name)
    assert.equal(map:unit_at(2, 2), map:units()(map))
    assert.equal(map:player "red", map:unit_at(2, 2).player)
    assert.equal(map:unit_at(2, 2).class, map:unit_at(2, 2).class)
  end)

  it("keep their map alive", function()
    for name in pairs(core.metatables) do
      local object = everything()[name]
      collect()
      assert.is_string(tostring(object))
      if name == "unit" then assert.equal(1, object.x) end
      if name == "search" then assert.is_truthy(object:step()) end
      if name == "edge" then assert.equal(3, object.cost) end
      if name == "graph_field" then assert.equal(3, object:cost "a") end
      if name == "player" then assert.equal("red", object.name) end
    end
    collect()
  end)

  it("are collected with their map, whatever order that takes", function()
    local watch = setmetatable({}, { __mode = "k" })
    for _ = 1, 20 do
      for _, object in pairs(everything()) do watch[object] = true end
    end
    collect()
    collect()
    assert.is_nil(next(watch))
  end)

  it("say so when the map is closed", function()
    local objects = everything()
    local of_graph = { graph = true, edge = true }
    objects.map:close()
    objects.graph:close()
    for name, metatable in pairs(core.metatables) do
      assert.is_string(tostring(objects[name]))
      for key, method in pairs(metatable.methods) do
        local needs_map = name ~= "path" and key ~= "close" and key ~= "nodes" or key == "point"
        local whole = (of_graph[name] or name:find "^graph_") and "graph" or "map"
        if needs_map and not key:find "^_" and debug.getinfo(method).what == "C" then
          says(whole .. " is closed", method, objects[name], 1)
        end
      end
    end
    for field in pairs(core.metatables.unit.fields) do
      says("map is closed", function() return objects.unit[field] end)
    end
    collect()
  end)

  it("do no harm when their finalizers are called by hand", function()
    local objects = everything()
    for _, metatable in pairs(core.metatables) do
      for _, object in pairs(objects) do
        if metatable.__gc then metatable.__gc(object) end
      end
      if metatable.__gc then metatable.__gc({}) end
    end
    says("map is closed", objects.map.get, objects.map, 1, 1)
    says("is closed", objects.search.step, objects.search)
  end)
end)

local load = loadstring or load   -- luacheck: ignore

describe("to-be-closed variables #quick", function()
  local code = [[
    local map, search = ...
    do
      local m <close> = map
      local s <close> = search
    end]]
  local chunk = load(code)
  local it = skip.where(not chunk and "this Lua has none" or nil)

  it("close maps and searches", function()
    local map = new_map()
    local search = map:search(1, 1, 6, 4)
    chunk(map, search)
    assert.equal("map (closed)", tostring(map))
    assert.equal("search (closed)", tostring(search))
  end)
end)
