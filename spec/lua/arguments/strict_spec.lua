--- Fields of objects: what may be read cannot be written, what may be written is checked at once,
-- and nothing else exists. Kinds are found by looking through each object's public fields.

local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local function objects()
  local world = small_world "........\n........"
  local unit = world:unit { player = "red", x = 1, y = 1 }
  local mod = assert(world:mod { name = "test", files = { ["mod.lua"] = [[
    return { name = "test", version = "1", behaviours = {} }]] } })
  return { world = world, unit = unit, group = world:group { units = { unit } }, mod = mod,
    recording = astar.record(world) }
end

local READ = {
  world = { "map", "random", "ticks", "failures" },
  unit = { "world", "body", "id", "player", "behaviour", "group", "x", "y", "state", "route",
    "class", "removed" },
  group = { "id", "world", "player", "status", "code", "order", "left" },
  mod = { "name", "version", "parameters", "folder" },
  recording = { "title", "first", "last", "vault" },
}

-- Values that a field that can be set refuses, and one that it takes.
local SET = {
  world = {
    budget = { "-1", -1, 0.5, 0 / 0, 2 ^ 32, {}, ok = 77 }, threads = { 0, 65, "2", ok = 2 },
    report = { 5, {}, ok = print }, heavy = { 7, "yes", { evry = 2 }, ok = false },
  },
  unit = {
    speed = { -1, {}, 0 / 0, ok = 2 }, sight = { -1, "far", ok = 3 },
    home = { 5, {}, { x = 1 }, { x = 0 / 0, y = 1 }, { x = "1", y = 1 }, ok = { x = 1, y = 1 } },
  },
  group = {
    formation = { "heap", 5, {}, ok = "line" }, spacing = { 0, 0.5, 33, "2", ok = 2 },
    speed = { 0, 65, {}, "fast", ok = 2 }, influence = { 5, "danger", ok = {} },
  },
}

describe("a field #quick", function()
  for kind, names in pairs(READ) do
    for _, name in ipairs(names) do
      it(("of a %s that is read-only stays: %s"):format(kind, name), function()
        local object = objects()[kind]
        local before = object[name]
        local words = ("field '%s' of %s is read-only"):format(name, kind)
        says(words, function() object[name] = 5 end)
        assert.equal(before, object[name])
      end)
    end
  end

  for kind, fields in pairs(SET) do
    for name, values in pairs(fields) do
      it(("of a %s is checked as it is set: %s"):format(kind, name), function()
        local object = objects()[kind]
        local before = object[name]
        for _, value in ipairs(values) do
          local ok, message = pcall(function() object[name] = value end)
          assert.is_false(ok, ("%s = %s is taken"):format(name, tostring(value)))
          assert.matches("strict_spec.lua:%d+: ", message)
          assert.equal(before, object[name])
        end
        object[name] = values.ok
        assert.same(values.ok, object[name])
      end)
    end
  end

  it("that does not exist is an error that names the nearest one", function()
    local all = objects()
    says("world has no field 'tick_count'", function() all.world.tick_count = 1 end)
    says("world has no field 'tiks', the nearest is 'ticks'", function() return all.world.tiks end)
    says("group has no field 'formatoin' to set, the nearest is 'formation'",
      function() all.group.formatoin = "box" end)
    says("mod has no field 'state'", function() return all.mod.state end)
    says("recording has no field 'titel', the nearest is 'title'",
      function() return all.recording.titel end)
  end)

  it("that is read-only says what changes it", function()
    local unit = objects().unit
    says("field 'behaviour' of unit is read-only; unit:behave(behaviour) gives it another",
      function() unit.behaviour = "guard" end)
    says("field 'x' of unit is read-only; unit:place(x, y) puts it elsewhere",
      function() unit.x = 3 end)
  end)
end)
