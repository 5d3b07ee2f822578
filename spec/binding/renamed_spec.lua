--- Names of the version before: each is an error that tells today's name, and the line that uses
-- the old one.

local astar = require "astar"
local says = require "support.says"

local function objects()
  local map = astar.map { width = 4, height = 4 }
  local red = map:player "red"
  return { map = map, player = red, unit = red:unit { x = 1, y = 1 } }
end

local METHODS = {
  { "map", "reach", "reach_field" }, { "map", "flee", "flee_field" },
  { "map", "request", "request_path" }, { "unit", "request", "request_path" },
  { "player", "look", "end_sight" }, { "player", "broken", "blocked_units" },
  { "unit", "follow", "follow_path" },
}

describe("a method of the version before #quick", function()
  for _, case in ipairs(METHODS) do
    local kind, was, now = case[1], case[2], case[3]
    it(("%s:%s tells its name of today"):format(kind, was), function()
      local object = objects()[kind]
      local line = debug.getinfo(1, "l").currentline + 1
      local ok, message = pcall(function() object[was](object) end)
      assert.is_false(ok)
      local place = ("%s:%d"):format(debug.getinfo(1, "S").short_src, line)
      assert.equal(("%s: %s:%s is called %s:%s now"):format(place, kind, was, kind, now), message)
      assert.is_function(object[now])
    end)
  end

  it("may have been a field", function()
    local unit = objects().unit
    local words = ": unit.collisions is called unit.avoidance now"
    for _, use in ipairs {
      function() unit.collisions = "wait" end,
      function() local _ = unit.collisions end,
    } do
      says("renamed_spec.lua:", use)
      says(words, use)
    end
  end)

  it("is none of the methods, and those of others are unknown as before", function()
    local have = objects()
    local methods = require("astar.core").metatables.map.methods
    assert.is_nil(rawget(methods, "request"))
    says("unit has no field 'flee'", function() return have.unit.flee end)
    says("map has no field 'requests'", function() return have.map.requests end)
  end)
end)

describe("a function of the version before #quick", function()
  it("tells today's", function()
    for was, now in pairs { choice = "selector", anyway = "succeed", chooser = "utility" } do
      says(("renamed_spec.lua:%d: think.%s is called think.%s now"):format(
        debug.getinfo(1, "l").currentline, was, now), function() return astar.think[was] end)
      assert.is_function(astar.think[now])
    end
  end)
end)

describe("a word of the version before #quick", function()
  it("tells today's", function()
    local red = astar.map { width = 4, height = 4 }:player "red"
    local function refused(words, options)
      options.x, options.y = 1, 1
      says(words, function() red:unit(options) end)
    end
    refused("unknown key 'collisions': it is called 'avoidance' now", { collisions = "wait" })
    refused("avoidance: 'aside' is called 'keep_right' now", { avoidance = "aside" })
    refused("avoidance: 'sidestep' is called 'yield' now", { avoidance = "sidestep" })
    refused("avoidance = 'extra' is not one of its words", { avoidance = "extra" })
    refused("unknown key 'turn')", { turn = 1 })
  end)
end)
