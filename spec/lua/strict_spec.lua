--- Fields that do not exist: for every public object, to read one is an error that names the
-- nearest, and to set one is an error as well; both blame the line that did it.

local astar = require "astar"
local core = require "astar.core"
local modded = require "support.modded"
local small_world = require "support.small_world"

local here = debug.getinfo(1, "S").short_src

-- One of each kind of object that a game gets.
local function objects()
  local world = small_world "........\n........"
  local map = world.map
  local unit = world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 3 }
  local group = world:group { units = { unit } }
  local red = map:player "red"
  local task
  unit:behave(function(one)
    task = one:start(function(inner) inner:wait(9) end)
    one:step(task)
    one:sleep(9)
  end)
  world:tick()
  return {
    astar = astar, think = astar.think, world = world, unit = unit, group = group,
    random = world.random, task = task, recording = astar.record(world), map = map, player = red,
    body = unit.body, class = map:class {}, influence = map:influence "danger",
    query = map:query {}, path = map:path(1, 1, 3, 1), search = map:search(1, 1, 3, 1),
    field = map:field { { 1, 1 } }, ticket = map:request_path(1, 1, 3, 1),
    mod = assert(modded(world, "return function() end")),
  }
end

-- The kinds as messages call them, and for each a misspelt name and the one that was meant.
local MISSPELT = {
  astar = { "lod", "load" }, think = { "chioce", "race" }, world = { "budgte", "budget" },
  unit = { "plyer", "player" }, group = { "statsu", "status" }, random = { "shufle", "shuffle" },
  task = { "endde", "ended" }, recording = { "frist", "first" }, map = { "widht", "width" },
  player = { "xyz", "see" }, body = { "sight_", "sight" }, class = { "siz", "size" },
  influence = { "spred", "spread" }, query = { "qury" }, path = { "statsu", "status" },
  search = { "stpe", "step" }, field = { "stepp", "step" }, ticket = { "cod", "code" },
  mod = { "versoin", "version" },
}
local CALLED = { body = "unit" }

local function failure(f)
  local ok, message = pcall(f)
  assert(not ok, "no error")
  return message
end

describe("a field that does not exist", function()
  it("of each type of the binding is tried below", function()
    for name in pairs(core.metatables) do
      assert(MISSPELT[name], name)
    end
  end)

  for kind, case in pairs(MISSPELT) do
    local wrong, right = case[1], case[2]
    local called = CALLED[kind] or kind
    it("is an error to read, of a " .. kind, function()
      local object = objects()[kind]
      local line = debug.getinfo(1, "l").currentline + 1
      local message = failure(function() return object[wrong] end)
      local hint = right and (", the nearest is '%s'"):format(right) or ""
      assert.equal(("%s:%d: %s has no field '%s'%s"):format(here, line, called, wrong, hint),
        message)
      assert.truthy(failure(function() return object[12] end):find("has no field 12", 1, true))
    end)

    it("is an error to set, of a " .. kind, function()
      local object = objects()[kind]
      local line = debug.getinfo(1, "l").currentline + 1
      local message = failure(function() object.colour_of_eyes = 5 end)
      local words = ("%s:%d: %s has no field 'colour_of_eyes' to set"):format(here, line, called)
      assert.equal(words, message:sub(1, #words))
      assert.truthy(failure(function() object[12] = 1 end):find("has no field 12 to set", 1, true))
    end)
  end
end)

describe("in a mod a field that does not exist", function()
  local KINDS = { unit = "unit", body = "unit.body", player = "unit.player", class = "unit.class",
    world = "unit.world", map = "unit.world.map", random = "unit.world.random", task = "inner",
    path = "unit:path(4, 1)", ticket = "unit.body:request_path({ x = 3, y = 1 })",
    group = "unit.group", think = "require 'astar.think'" }
  for kind, expression in pairs(KINDS) do
    it("is an error to read and to set, of a " .. kind, function()
      local world = small_world "........\n........"
      local _, lines = modded(world, ([[
        return function(unit)
          local inner = unit:start(function(u) u:sleep(1) end)
          local object = %s
          print(select(2, pcall(function() return object.colour_of_eyes end)))
          print(select(2, pcall(function() object.colour_of_eyes = 1 end)))
        end]]):format(expression))
      local unit = world:unit { player = "red", x = 1, y = 1, speed = 1 }
      world:group { units = { unit } }
      unit:behave "test.it"
      world:tick()
      assert.same({}, world.reports)
      assert.truthy(lines[1]:find(("test/it.lua:4: %s has no field 'colour_of_eyes'"):format(kind),
        1, true), lines[1])
      assert.truthy(lines[2]:find("test/it.lua:5: ", 1, true), lines[2])
    end)
  end
end)
