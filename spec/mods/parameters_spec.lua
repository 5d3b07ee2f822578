-- Parameters of mods: mod.lua declares them, the game sets them, scripts read them.

local astar = require "astar"
local check = require "astar.mods.check"

local READ = [[
local parameters = require "astar.parameters"
return function(unit) unit.data.seen = parameters.retreat_at unit:sleep() end]]

local function files(declared, text)
  return { name = "brave", files = { ["mod.lua"] = ("return { name = 'brave', version = '1', "
    .. "behaviours = { soldier = 'soldier.lua' }, parameters = %s }"):format(declared),
    ["soldier.lua"] = text or READ } }
end

local function new_world()
  return astar.world { map = astar.map { width = 9, height = 9, fill = "plain" }, seed = 1,
    report = function(report) error(report.text, 0) end }
end

-- What a unit of the mod has read; or nil, message.
local function read(given, options)
  local world = new_world()
  local mod, message = world:mod(given, options)
  if not mod then return nil, message end
  local unit = world:unit { player = "red", x = 2, y = 2, behaviour = mod.name .. ".soldier" }
  world:tick()
  return unit.data.seen, mod, world
end

describe("parameters of a mod #quick", function()
  it("have the default, the middle, or what the game sets", function()
    assert.equal(22, (read(files "{ retreat_at = { 5, 40 } }")))
    assert.equal(7, (read(files "{ retreat_at = { 5, 40, 7 } }")))
    assert.equal(0.75, (read(files "{ retreat_at = { 0, 1.5 } }")))
    assert.equal(12, (read(files "{ retreat_at = { 5, 40 } }",
      { parameters = { retreat_at = 12 } })))
  end)

  it("are listed for the game", function()
    local _, mod = read(files "{ retreat_at = { 5, 40 }, greed = { 0, 0.5, 0.25 } }",
      { parameters = { retreat_at = 12 } })
    assert.same({
      { name = "greed", least = 0, most = 0.5, default = 0.25, value = 0.25, whole = false },
      { name = "retreat_at", least = 5, most = 40, default = 22, value = 12, whole = true },
    }, mod.parameters)
    _, mod = read(files("nil", "return function(unit) unit:sleep() end"))
    assert.same({}, mod.parameters)
  end)

  it("are the same for each player, and after a reload", function()
    local _, mod, world = read(files "{ retreat_at = { 5, 40 } }",
      { parameters = { retreat_at = 12 } })
    local other = world:unit { player = "blue", x = 4, y = 2, behaviour = "brave.soldier" }
    world:tick()
    assert.equal(12, other.data.seen)
    mod:restart()
    other.data.seen = nil
    world:tick()
    assert.equal(12, other.data.seen)
  end)

  it("are refused out of range, and where there are none of the name", function()
    local declared = files "{ retreat_at = { 5, 40 }, greed = { 0, 0.5 } }"
    for _, case in ipairs {
      { { retreat_at = 50 }, "retreat_at = 50 is out of range, 5 to 40" },
      { { retreat_at = 4 }, "retreat_at = 4 is out of range, 5 to 40" },
      { { retreat_at = 6.5 }, "retreat_at = 6.5 is not a whole number" },
      { { retreat_at = 1 / 0 }, "retreat_at = inf is out of range, 5 to 40" },
      { { greed = -1 / 0 }, "greed = -inf is out of range, 0 to 0.5" },
      { { greed = 0 / 0 }, "greed = nan is out of range, 0 to 0.5" },
      { { retret_at = 6 }, "there is no 'retret_at', the nearest is 'retreat_at'" },
    } do
      local mod, message = new_world():mod(declared, { parameters = case[1] })
      assert.is_nil(mod)
      assert.equal("brave/mod.lua: parameters: " .. case[2], message)
    end
    for _, value in ipairs { "7", true, {} } do
      assert.has_error(function()
        new_world():mod(declared, { parameters = { retreat_at = value } })
      end, ("bad argument #2 to 'mod' (parameters.retreat_at = %s is not a number)"):format(
        tostring(value)))
    end
  end)

  it("are checked where they are declared", function()
    for text, expected in pairs {
      ["{ retreat_at = 5 }"] = "retreat_at is { least, most } or { least, most, default }",
      ["{ retreat_at = { 5 } }"] = "retreat_at is { least, most }",
      ["{ retreat_at = { 40, 5 } }"] = "retreat_at is { least, most }",
      ["{ retreat_at = { 5, 5 } }"] = "retreat_at is { least, most }",
      ["{ retreat_at = { 5, 40, 41 } }"] = "retreat_at: the default 41 is out of range, 5 to 40",
      ["{ retreat_at = { 5, 1 / 0 } }"] = "retreat_at is { least, most }",
      ["{ ['no name'] = { 5, 40 } }"] = "'no name' is no name",
      ["{ 5, 40 }"] = "'1' is no name",
    } do
      local mod, message = new_world():mod(files(text))
      assert.is_nil(mod)
      assert.equal("brave/mod.lua: parameters: " .. expected,
        message:sub(1, #expected + 27))
    end
    local _, message = new_world():mod(files "7")
    assert.equal("brave/mod.lua: parameters is not a table, but a number", message)
  end)

  it("are read-only, and what is not declared is an error", function()
    local reports = {}
    for text, expected in pairs {
      ["parameters.retreat_at = 3"] = "astar.parameters is read-only (key retreat_at)",
      ["parameters.greed = 3"] = "astar.parameters is read-only (key greed)",
      ["rawset(parameters, 'retreat_at', 3)"] = "astar.parameters is read-only",
      ["require('astar.think').act = 3"] = "astar.think is read-only (key act)",
      ["rawset(require 'astar.squads', 'muster', 3)"] = "astar.squads is read-only",
      ["local x = parameters.retret_at"] =
        "parameters has no field 'retret_at', the nearest is 'retreat_at'",
    } do
      local world = astar.world { map = astar.map { width = 9, height = 9, fill = "plain" },
        report = function(report) reports[#reports + 1] = report.text end }
      assert(world:mod(files("{ retreat_at = { 5, 40 } }", ("local parameters = require "
        .. "'astar.parameters'\nreturn function(unit) %s end"):format(text))))
      world:unit { player = "red", x = 2, y = 2, behaviour = "brave.soldier" }
      world:tick()
      assert.truthy(reports[#reports]:find("soldier.lua:2: " .. expected, 1, true),
        reports[#reports])
    end
  end)

  it("cannot be read in mod.lua, which declares them", function()
    local _, message = new_world():mod { name = "brave", files = {
      ["mod.lua"] = "local p = require 'astar.parameters'\nreturn {}" } }
    local expected = "bad argument #1 to 'require' "
      .. "(mod.lua declares the parameters: read them in other files)"
    assert.truthy(message:find(expected, 1, true), message)
  end)

  it("are known to astar mod check", function()
    local list = check.list(files "{ retreat_at = { 5, 40 } }")
    assert.same({}, list)
  end)

  it("are saved: a world that is loaded with other ones says so", function()
    local function save(options)
      local _, _, world = read(files "{ retreat_at = { 5, 40 } }", options)
      return world:save()
    end
    local function load(text, options)
      local reports = {}
      local world = assert(astar.read_world(text, {
        setup = function(world) assert(world:mod(files "{ retreat_at = { 5, 40 } }", options)) end,
        report = function(report) reports[#reports + 1] = report.text end }))
      for _ = 1, 2 do world:tick() end
      local unit = world:units()()
      return reports, unit.data.seen
    end
    local set = { parameters = { retreat_at = 12 } }
    local reports, seen = load(save(set), set)
    assert.same({ {}, 12 }, { reports, seen })
    reports = load(save(set))
    assert.equal("tick 1, mod 'brave' 1: it was saved with the parameters retreat_at = 12",
      reports[1])
    reports = load(save(), set)
    assert.truthy(reports[1]:find("it was saved with the parameters retreat_at = 22", 1, true))
    assert.same({}, (load(save())))
  end)
end)

describe("the name of a mod #quick", function()
  it("can be another one in a world, so that two of one name can be there", function()
    local world = new_world()
    local text = "return function(unit) unit.data.seen = 1 unit:sleep() end"
    assert(world:mod(files("nil", text)))
    local none, message = world:mod(files("nil", text))
    assert.is_nil(none)
    assert.matches("there is a mod 'brave' in this world", message)
    local mod = assert(world:mod(files("nil", text), { name = "brave-2" }))
    assert.equal("brave-2", mod.name)
    local unit = world:unit { player = "red", x = 2, y = 2, behaviour = "brave-2.soldier" }
    world:tick()
    assert.equal(1, unit.data.seen)
    none, message = world:mod(files("nil", text), { name = "no name" })
    assert.is_nil(none)
    assert.matches("name = 'no name' is not of letters", message)
  end)
end)
