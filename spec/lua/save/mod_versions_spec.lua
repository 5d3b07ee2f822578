-- A saved world names its mods with versions and checksums of their files. It is loaded with other
-- versions, too, and says so.

local astar = require "astar"

local WORK = "return function(unit) while true do unit:wait(1) end end"

local function mod(name, version, files)
  local all = { ["it.lua"] = WORK, ["mod.lua"] =
    ("return { name = '%s', version = '%s', behaviours = { it = 'it.lua' } }"):format(name,
      version) }
  for file, text in pairs(files or {}) do all[file] = text end
  return { name = name, files = all }
end

-- A world that was saved with mods, as text.
local function saved(...)
  local world = astar.world { map = astar.map { width = 9, height = 3 } }
  for _, one in ipairs { ... } do assert(world:mod(one)) end
  world:unit { player = "red", x = 1, y = 1, behaviour = "a.it" }
  for _ = 1, 3 do world:tick() end
  return assert(world:save())
end

-- What is reported when the text is loaded with mods: texts, and the reports.
local function loaded(text, ...)
  local texts, reports = {}, {}
  local world = assert(astar.read_world(text, { mods = { ... }, report = function(report)
    texts[#texts + 1], reports[#reports + 1] = report.text, report
  end }))
  world:tick()
  return texts, reports, world
end

describe("a world that is loaded with its mods #quick", function()
  it("says nothing where they are the same", function()
    assert.same({}, (loaded(saved(mod("a", "1"), mod("b", "2")), mod("a", "1"), mod("b", "2"))))
  end)

  it("says which version it was saved with, and which files have changed", function()
    local texts, reports, world = loaded(saved(mod("a", "1")), mod("a", "2"))
    assert.same({ "tick 3, mod 'a' 2: it was saved with version 1; these files have changed: "
      .. "mod.lua" }, texts)
    assert.same({ "version", "1", { "mod.lua" }, 3 }, { reports[1].kind, reports[1].version,
      reports[1].files, reports[1].tick })
    assert.equal(world:mods()(), reports[1].mod)
    assert.equal(0, world.failures)
    local line = world:log()()
    assert.same({ "version", "a" }, { line.kind, line.mod })
  end)

  it("says so where a file has changed and the version has not, is gone, or is new", function()
    local before = mod("a", "1", { ["it.lua"] = "require 'ways' " .. WORK, ["ways.lua"] = "" })
    local texts = loaded(saved(before), mod("a", "1", { ["it.lua"] = "require 'tools' " .. WORK,
      ["tools.lua"] = "" }))
    assert.same({ "tick 3, mod 'a' 1: these files have changed: it.lua, tools.lua, ways.lua" },
      texts)
  end)

  it("compares files that were required late", function()
    local late = "return function(unit) unit:wait(1) require 'late' " .. WORK:match("while.*")
    local function with(text) return mod("a", "1", { ["it.lua"] = late, ["late.lua"] = text }) end
    local text = saved(with "return 1")
    assert.same({}, (loaded(text, with "return 1")))
    assert.same({ "tick 3, mod 'a' 1: these files have changed: late.lua" },
      (loaded(text, with "return 2")))
  end)

  it("says which mods it was saved with that are not loaded, and the other way round", function()
    local texts = loaded(saved(mod("a", "1"), mod("b", "2")), mod("a", "1"), mod("c", "3"))
    assert.same({ "tick 3, mod 'c' 3: the world was saved without it",
      "tick 3: the world was saved with the mod 'b' 2, which is not loaded" }, texts)
  end)

  it("is the same in heavy mode where a file is required late", function()
    local late = "return function(unit) unit:wait(1) require 'late' " .. WORK:match("while.*")
    local world = astar.world { map = astar.map { width = 9, height = 3 } }
    assert(world:mod(mod("a", "1", { ["it.lua"] = late, ["late.lua"] = "return 1" })))
    world:unit { player = "red", x = 1, y = 1, behaviour = "a.it" }
    world.heavy = { every = 5 }
    for _ = 1, 20 do world:tick() end
    assert.equal(20, world.ticks)
  end)
end)
