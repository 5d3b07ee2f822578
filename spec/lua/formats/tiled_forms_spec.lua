-- Random maps of Tiled with every attribute of the format's description, in the three forms: all
-- give one result, and what only says how something is drawn makes no difference.

local astar = require "astar"
local cases = require "support.cases"
local core = require "astar.core"
local make_random = require "support.random"
local tiled = require "support.tiled"

local has_xml = pcall(require, "lxp")

-- A value as text. Another object is its place in the list.
local function shown(value, places, is_inside)
  if type(value) ~= "table" then return type(value) == "number" and ("%.14g"):format(value)
    or ("%q"):format(tostring(value)) end
  if is_inside and places[value] then return "object " .. places[value] end
  local pieces = {}
  for _, key in ipairs(core.keys(value)) do
    pieces[#pieces + 1] = tostring(key) .. "=" .. shown(value[key], places, true)
  end
  return "{" .. table.concat(pieces, ", ") .. "}"
end

local function ground(map)
  local list = { map:hash(), map.width .. "x" .. map.height, map.grid }
  for y = 1, map.height do
    for x = 1, map.width do
      list[#list + 1] = ("%s %.6f %.6f"):format(map:get(x, y), map:center(x, y))
    end
  end
  return table.concat(list, "; ")
end

-- All that a text gives, as one text; and the objects.
local function result(text)
  local map, objects = astar.read(text)
  if not map then return objects end
  local places, pieces = {}, { ground(map) }
  for i, object in ipairs(objects) do places[object] = i end
  pieces[2] = shown(objects.properties, places, true)
  for _, object in ipairs(objects) do pieces[#pieces + 1] = shown(object, places) end
  map:close()
  return table.concat(pieces, "\n"), objects
end

-- The objects of a map of spec/support/tiled.lua, in their order.
local function drawn_objects(layers, list)
  for _, layer in ipairs(layers) do
    for _, object in ipairs(layer.objects or {}) do list[#list + 1] = object end
    drawn_objects(layer.layers or {}, list)
  end
  return list
end

-- Where Tiled draws it.
local function check_objects(map, objects, about)
  local drawn = drawn_objects(map.layers, {})
  assert.equal(#drawn, #objects, about)
  for i, one in ipairs(drawn) do
    assert.equal(one.shape, objects[i].shape, about)
    assert.equal(one.name or "", objects[i].name, about)
    assert.equal(one.visible ~= false, objects[i].visible, about)
    if one.cell and not map.infinite then
      assert.same(one.cell, { objects[i].x, objects[i].y }, about .. ", object " .. i)
    end
  end
end

describe("a random map of Tiled", function()
  local seen = {}

  for seed = 1, cases.of(60) do
    it("is one map in all forms: " .. seed, function()
      local map = tiled.random(make_random(seed))
      local json, objects = result(tiled.tmj(map))
      assert.equal(json, (result(tiled.lua(map))))
      if has_xml then assert.equal(json, (result(tiled.tmx(map)))) end
      assert.equal(json, (result(tiled.tmj(tiled.undrawn(map)))))
      if objects then check_objects(map, objects, "seed " .. seed) end
      seen[objects and map.orientation or json] = true
    end)
  end

  it("was of every orientation", function()
    for _, orientation in ipairs { "orthogonal", "isometric", "oblique", "hexagonal",
      "text: 'staggered' fits no grid here",
      "text: its staggerindex is 'even', which fits no grid here" } do
      assert.is_true(seen[orientation], orientation)
    end
  end)
end)
