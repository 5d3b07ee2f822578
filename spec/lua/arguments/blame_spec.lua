local blame = require "astar.arguments.blame"
local file = require "support.file"
local small_world = require "support.small_world"
local wrong_verbs = require "support.wrong_verbs"

local think = require("astar").think

-- What is reported of a behaviour that fails: its text without the unit, and where.
local function report_of(behaviour, spoil)
  local world = small_world ". . . . ."
  if spoil then spoil(world) end
  world:unit { player = "red", x = 1, y = 1, behaviour = behaviour }
  world.run(5)
  assert.equal(1, #world.reports)
  local report = world.reports[1]
  return report.text:match("'a function': (.*)$"), report.where
end

local function line_of(f)
  local info = debug.getinfo(f, "S")
  return ("%s:%d: "):format(info.short_src, info.linedefined + 1)
end

describe("the report of an error #quick", function()
  it("names the script's line and the verb, not what the verb is made of", function()
    local function behaviour(unit)
      unit:go(40, 1)
      unit:wait(1)
    end
    local text, where = report_of(behaviour)
    local words = "bad argument #1 to 'go' (x = 40 is outside the map, 1 to 5)"
    assert.equal(line_of(behaviour) .. words, text)
    assert.equal(line_of(behaviour), where .. ": ")
  end)

  it("does so where the verb runs within another one", function()
    local function behaviour(unit)
      unit:watch(9, unit.stop, unit.go, 3, 1, { withn = 2 })
      unit:wait(1)
    end
    assert.equal(line_of(behaviour) .. "bad argument #3 to 'go' " ..
      "(query: unknown key 'withn', the nearest is 'within')", (report_of(behaviour)))
  end)

  it("knows verbs, too, that a function has ended with", function()
    local function go(unit)
      return unit:go(1, 40)
    end
    local function behaviour(unit)
      go(unit)
      unit:wait(1)
    end
    local words = "bad argument #2 to 'go' (y = 40 is outside the map, 1 to 1)"
    assert.equal(line_of(behaviour) .. words, (report_of(behaviour)))
  end)

  it("adds the script's line to what else fails in the library", function()
    local function behaviour(unit)
      unit.world:holder("a key")
      unit:wait(1)
    end
    local text = report_of(behaviour, function(world) world._reserved = nil end)
    assert.matches("world/reservations.lua:%d+: attempt to index", text)
    assert.equal("(at " .. line_of(behaviour):sub(1, -3) .. ")", text:match("%(at .*%)$"))
  end)

  it("leaves the script's own words as they are", function()
    local function behaviour()
      error("bad argument #1 to 'go' (as I say)", 0)
    end
    assert.equal(line_of(behaviour) .. "bad argument #1 to 'go' (as I say)", (report_of(behaviour)))
    local function chosen()
      error("no way")
    end
    assert.equal(line_of(chosen) .. "no way", (report_of(think.sequence(chosen))))
  end)
end)

local GO = "bad argument #1 to 'go' " ..
  "(a goal expected, x and y or something that has them, got 'x')"

describe("a wrong argument of a verb that #quick", function()
  for way, case in pairs(wrong_verbs) do
    it(way .. " is told with file, line and verb", function()
      local text = "local think = ...\n" .. case[2]
      local make = assert((loadstring or load)(text, "@war/it.lua"))
      local message, where = report_of(make(think))
      assert.equal(("war/it.lua:%d: %s"):format(case[1], GO), message)
      assert.equal("war/it.lua:" .. (case[3] or case[1]), where)
    end)
  end
end)

describe("a message of a verb that hands on what it was given #quick", function()
  local NONSENSE = "query: unknown key 'nonsense'"
  for call, words in pairs {
    ["unit:go(2, 1, wrong)"] = "#3 to 'go' (" .. NONSENSE,
    ["unit:go(place, wrong)"] = "#2 to 'go' (" .. NONSENSE,
    ["unit:go({ x = 9, y = 1 })"] = "#1 to 'go' (x = 9 is outside the map, 1 to 5",
    ["unit:find({ x = 1, y = 9 })"] = "#1 to 'find' (y = 9 is outside the map, 1 to 1",
    ["unit:walk(unit:path(2, 1), wrong)"] = "#2 to 'walk' (" .. NONSENSE,
    ["unit:chase(place, wrong)"] = "#2 to 'chase' (" .. NONSENSE,
    ["unit:explore(wrong)"] = "#1 to 'explore' (" .. NONSENSE,
    ["unit:find_nearest({ place }, wrong)"] = "#2 to 'find_nearest' (" .. NONSENSE,
    ["unit:nearest({ { x = 1, y = 1, width = 99 } }, wrong)"] = "#2 to 'nearest' (" .. NONSENSE,
    ["unit:attack_move(2, 1, { query = wrong })"] = "#3 to 'attack_move' (" .. NONSENSE,
    ["unit:attack_move(place, { query = wrong })"] = "#2 to 'attack_move' (" .. NONSENSE,
    ["unit:take_cover({}, { query = wrong })"] = "#2 to 'take_cover' (" .. NONSENSE,
    ["unit:flank(place, { query = wrong })"] = "#2 to 'flank' (" .. NONSENSE,
    ["unit:ambush(place, { query = wrong })"] = "#2 to 'ambush' (" .. NONSENSE,
    ["unit:hold(place, { query = wrong })"] = "#2 to 'hold' (" .. NONSENSE,
    ["unit:units_near(2, 'enemy s', place)"] = "#2 to 'units_near' (side = 'enemy s' is not one of",
    ["unit:units_near(2, 'enemies', { x = 9, y = 1 })"] = "#3 to 'units_near' (x = 9 is outside",
    ["unit:enemies(-1)"] = "#1 to 'enemies' (radius = -1 is out of range",
    ["unit:clear_shot(place, { range = 0 })"] = "#2 to 'clear_shot' (range = 0 is out of range",
  } do
    it("has its number: " .. call, function()
      local text = ("return function(unit)\nlocal place = { x = 2, y = 1 }\n"
        .. "local wrong = { nonsense = 1 }\n%s\nend"):format(call)
      local message = report_of(assert((loadstring or load)(text, "@it.lua"))())
      local expected = "it.lua:4: bad argument " .. words
      assert.equal(expected, message:sub(1, #expected))
    end)
  end
end)

describe("the words of an error #quick", function()
  it("name the script's line, and else stay as they are", function()
    local wrong = "bad argument #2 to 'f' (why)"
    local wrong_there = "x/lib.lua:7: " .. wrong
    for _, case in ipairs {
      { wrong, wrong, "x/lib.lua:7", nil },
      { "m.lua:3: " .. wrong, wrong, "x/lib.lua:7", "m.lua:3" },
      { "m.lua:3: calling 'f' on bad self", "calling 'f' on bad self", nil, "m.lua:3" },
      { "oh (at m.lua:3)", "oh", "x/lib.lua:7", "m.lua:3" },
      { "m.lua:3: oh", "m.lua:3: oh", "m.lua:3", "m.lua:3" },
      { "y.lua:3: oh", "y.lua:3: oh", nil, "m.lua:3" },
      { "y.lua:3: oh", "y.lua:3: oh", "x/lib.lua:7", "m.lua:3" },
      { "x/lib.lua:7: oh (at m.lua:3)", "x/lib.lua:7: oh", "x/lib.lua:7", "m.lua:3" },
      { wrong_there .. " (at m.lua:3)", wrong_there, "x/lib.lua:7", "m.lua:3" },
      { wrong_there, wrong_there, "x/lib.lua:7", "x/lib.lua:7" },
    } do
      assert.equal(case[1], blame.words(case[2], case[3], case[4]))
    end
  end)
end)

describe("a verb that is called from outside a behaviour #quick", function()
  it("names its caller's line", function()
    local world = small_world ". . ."
    local unit = world:unit { player = "red", x = 1, y = 1 }
    local function call()
      unit:go(3, 1)
      unit:stop()
    end
    local _, message = pcall(call)
    assert.equal(line_of(call) .. "'go' can only be called by the unit's behaviour", message)
  end)
end)

describe("what is the library's, whose lines no error names, #quick", function()
  -- What is noted where the chunk that holds the library has this name, and these are the globals.
  local function noted(name, globals)
    local list, text = {}, file.read "lua/astar/arguments/blame.lua"
    local core = { library = function(...) list[#list + 1] = { ... } end }
    globals = setmetatable(globals or {}, { __index = _G })
    function globals.require(module) return module == "astar.core" and core or require(module) end
    local chunk = setfenv and setfenv(loadstring(text, name), globals) -- luacheck: ignore
      or load(text, name, "t", globals)
    chunk("astar.arguments.blame")
    return list
  end

  it("is known by the names of its chunks", function()
    for name, prefix in pairs {
      ["@lua/astar/arguments/blame.lua"] = "@lua/astar/",
      ["@C:\\astar 1\\astar\\arguments\\blame.lua"] = "@C:\\astar 1\\astar\\",
      ["=astar.arguments.blame"] = "=astar.", ["=?"] = "=?",
    } do assert.same({ { prefix } }, noted(name)) end
    assert.same({}, noted("=game", { package = {} }))
    assert.same({}, noted("@lua/astar/arguments/blame.lua", { debug = false }))
  end)

  it("is known by the lines of its modules where they stand in one chunk with the game", function()
    local function one() end
    local function other()
      return one
    end
    local function games() end
    -- A text of several lines is a chunk's own source, and no name.
    local list = noted("@game.lua\nlua/astar/arguments/blame.lua", { package = { preload = {
      astar = one, ["astar.map.level"] = other, astarte = games, game = games, games,
      ["astar.core"] = print, ["astar.version"] = "1" } } })
    table.sort(list, function(a, b) return a[2] < b[2] end)
    local first, second = debug.getinfo(one, "S"), debug.getinfo(other, "S")
    assert.same({ { first.source, first.linedefined, first.linedefined },
      { second.source, second.linedefined, second.linedefined + 2 } }, list)
  end)
end)
