-- A mod that plays several players has an instance for each: what a unit of one player writes, in
-- whatever way, no unit of another can read, and nothing that one does takes anything from another.

local astar = require "astar"
local modded = require "support.modded"
local parts = require "support.parts"
local small_world = require "support.small_world"

local MAIN = [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]]
local WITHOUT = [[return { name = "test", version = "1", behaviours = { other = "it.lua" } }]]

-- Each unit writes its id in all places in which a mod can keep something, and reads what is there.
local FILES = {
  ["mod.lua"] = MAIN,
  ["shared.lua"] = [[
    local kept = {}
    notes = setmetatable({}, { __index = function(_, key) return kept[key] end,
      __newindex = function(_, key, value) kept[key] = value end })
    pile = {}
    return { list = {}, note = function(id) kept[id] = true end, kept = kept,
      memory = coroutine.wrap(function(id)
        local ids = {}
        while true do
          if id then ids[id] = true end
          id = coroutine.yield(ids)
        end
      end) }]],
  ["it.lua"] = [[
    local shared, own, last = require "shared", {}, {}
    local function write(id)
      own[id], last = true, setmetatable({ [id] = true }, { __index = last })
      shared.list[id], shared[id] = true, true
      shared.note(id)
      shared.memory(id)
      pcall(function() notes[id] = true end)
      pcall(function() pile[id] = true end)
      pcall(rawset, pile, id, true)
      pcall(rawset, _G or {}, "id" .. id, true)
      pcall(function() getmetatable("").__index["id" .. id] = true end)
      pcall(function() string["id" .. id] = true end)
      pcall(require, "file" .. id)
      own[tostring(id)] = function() return id end
    end
    return function(unit)
      while true do
        write(unit.id)
        local late = require "late"
        late[unit.id] = true
        local heard = {}
        for id = 1, 6 do
          for place, list in pairs { own = own, list = shared.list, shared = shared, last = last,
            kept = shared.kept, notes = notes, pile = pile, memory = shared.memory(), late = late,
            strings = { [id] = (""):upper()["id" .. id] }, text = { [id] = own[tostring(id)] } } do
            if list[id] then heard[id] = (heard[id] or "") .. place .. " " end
          end
        end
        unit.data.heard = heard
        unit:wait(1)
      end
    end]],
  ["late.lua"] = "return {}",
}

local ALL = "kept last late list memory notes own shared text "

-- Units 1 and 2 are red's, 3 and 4 are blue's. Each player calls its own 1 and 2.
local function both(files, limits)
  local world = small_world ". . . . . . . .\n. . . . . . . ."
  local mod, lines = modded(world, files or FILES, limits)
  assert(mod, lines)
  for i = 1, 4 do
    world:unit { player = i <= 2 and "red" or "blue", x = 2 * i, y = 1, sight = 9,
      behaviour = "test.it" }
  end
  return world, mod, lines
end

local function loaded(text, files)
  return assert(astar.read_world(text, { setup = function(other)
    assert(modded(other, files or FILES))
  end }))
end

local function expect_apart(world)
  for id = 1, 4 do
    assert.same({ [1] = ALL, [2] = ALL }, world:unit(id).data.heard)
  end
end

-- Twice: what is told in a tick, all have heard in the next one.
local function go(world, ticks)
  for _ = 1, ticks or 2 do world:tick() end
end

describe("two players with one mod #quick", function()
  it("share nothing, and the units of one share all", function()
    local world = both()
    go(world)
    expect_apart(world)
    assert.same({}, world.reports)
  end)

  it("share nothing after the mod was restarted, and reloaded, also with another text", function()
    local world, mod = both()
    go(world)
    mod:restart()
    go(world)
    expect_apart(world)
    assert(world:reload "test")
    go(world, 3)
    expect_apart(world)
    assert(world:reload("test/it.lua", FILES["it.lua"] .. " -- the same"))
    go(world, 3)
    expect_apart(world)
    assert.is_nil((world:errors()()))
  end)

  it("share nothing in a world that was saved, and in the one that was loaded", function()
    local world, mod = both()
    go(world)
    local other = loaded(assert(world:save()))
    go(world)
    go(other)
    expect_apart(world)
    expect_apart(other)
    assert.equal(world:hash(), other:hash())
    assert.same(mod:_use(), (other:mods()()):_use())
    assert(mod:_use().red > 0 and mod:_use().blue > 0)
  end)

  it("are the same where each tick is saved and loaded", function()
    local world = both()
    world.heavy = true
    go(world, 6)
    -- In the stock sandbox all of them have just begun; in the vault they have gone on.
    local begins = require("astar").sandbox == "stock"
    for id = 1, 4 do
      local own = id <= 2 and id or id - 2
      local heard = { [1] = ALL, [begins and own or 2] = ALL }
      assert.same(heard, world:unit(id).data.heard)
    end
  end)

  it("have the same texts, even if the files change meanwhile", function()
    local files = { ["mod.lua"] = MAIN, ["it.lua"] = [[
      local ok, value = pcall(require, "value")
      local _, other = pcall(require, "other")
      return function(unit) unit.data.value, unit.data.other = value, other end]],
      ["value.lua"] = "return 1" }
    local world = small_world ". . . ."
    local mod = assert(world:mod { name = "test", files = files })
    local red = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    go(world)
    files["value.lua"], files["other.lua"] = "return 2", "return 2"
    local blue = world:unit { player = "blue", x = 2, y = 1, behaviour = "test.it" }
    go(world)
    assert.same({ value = 1, other = "test/other.lua: there is no such file" }, red.data)
    assert.same(red.data, blue.data)
    assert(world:reload "test")
    red:behave "test.it"
    go(world)
    assert.same({ value = 2, other = 2 }, red.data)
    assert.equal("mod 'test' 1", tostring(mod))
  end)

  it("print once what the files print while they are loaded", function()
    local world, _, lines = both { ["mod.lua"] = MAIN,
      ["it.lua"] = "print 'loaded' return function(unit) print(unit.player.name) end" }
    go(world)
    assert.same({ "loaded", "red", "red", "blue", "blue" }, lines)
  end)
end)

describe("an account #quick", function()
  local LOOP = { ["mod.lua"] = MAIN, ["it.lua"] = [[
    return function(unit)
      if unit.player.name == "red" then while true do end end
      while true do
        unit.data.turns = (unit.data.turns or 0) + 1
        unit:wait(1)
      end
    end]] }

  it("is a player's: the endless loop of one takes no turn from another", function()
    local world, mod = both(LOOP, { instructions = 100000, total = 100000 })
    go(world, 1)
    assert(mod:_use().red >= 90000, mod:_use().red)
    assert(mod:_use().blue < 20000, mod:_use().blue)
    go(world, 7)
    for id = 3, 4 do assert.equal(8, world:unit(id).data.turns) end
    assert(world.reports[1].text:find("too many instructions", 1, true))
  end)

  it("is a player's: what one makes the game keep takes no room from another", function()
    local world, mod = both({ ["mod.lua"] = MAIN, ["it.lua"] = [[
      return function(unit)
        if unit.player.name == "red" then
          while true do
            unit.data[#unit.data + 1] = ("x"):rep(4000)
            unit:wait(1)
          end
        end
        unit:wait(60)
        unit.data.text = ("y"):rep(4000)
      end]] }, { kept = 2 ^ 16 })
    go(world, 70)
    assert(world.reports[1].text:find("has no room for", 1, true))
    assert.equal(4000, #world:unit(3).data.text)
    assert(parts.account(mod, "blue").kept < 20000)
  end)
end)

describe("a unit that gets another player #quick", function()
  local SECRET = { ["mod.lua"] = MAIN, ["it.lua"] = [[
    local secrets = {}
    return function(unit)
      unit:defer(function() secrets.cleaned = unit.player.name end)
      unit.data.secret, unit.data.cleaned = secrets[unit.id], secrets.cleaned
      secrets[unit.id] = "of " .. unit.player.name
      unit:sleep()
    end]] }

  it("takes nothing along", function()
    local world, mod = both(SECRET)
    go(world)
    local unit = world:unit(2)
    unit:set_player "blue"
    unit:behave "test.it"
    world:unit(1):behave "test.it"
    go(world)
    assert.same({}, unit.data)
    assert.equal("of red", world:unit(1).data.secret)
    assert.equal("red", world:unit(1).data.cleaned)
    local other = loaded(assert(world:save()), SECRET)
    go(world)
    go(other)
    assert.equal(world:hash(), other:hash())
    assert.same(mod:_use(), (other:mods()()):_use())
  end)

  it("is its old player's for the rest of a turn in which that happens", function()
    local unit, world, lines
    local given = { facts = function()
      if unit.player.name == "red" then unit:set_player "blue" end
    end }
    world = small_world((". "):rep(30) .. "\n" .. (". "):rep(30))
    lines = select(2, modded(world, { ["mod.lua"] = MAIN, ["it.lua"] = [[
      return function(unit)
        local function far() return (unit.world:unit_at(25, 1)) end
        print(far())
        unit:defer(function() print("cleaned", far(), pcall(unit.units_near, unit, 30)) end)
        unit:wait(2)
        local _ = unit.world.facts
        print(far())
        print(pcall(function() return unit.data end))
        unit.home = { x = 1, y = 1 }
      end]] }, given))
    unit = world:unit { player = "red", x = 1, y = 1, sight = 3, behaviour = "test.it" }
    world:unit { player = "blue", x = 24, y = 1, sight = 3 }
    world:unit { player = "green", x = 25, y = 1 }
    go(world, 6)
    assert.equal("blue", unit.player.name)
    assert.equal("nil", lines[1])
    assert.equal("nil", lines[2])
    assert.equal("false\tunit 1 is another player's", lines[3])
    assert.equal("cleaned\tnil\tfalse\tunit 1 is another player's", lines[4])
  end)

  it("waits no more for a behaviour of its old player's", function()
    local world = both()
    go(world)
    assert(world:reload("test/mod.lua", WITHOUT))
    go(world)
    world:unit(2):set_player "blue"
    assert(world:reload("test/mod.lua", MAIN))
    go(world, 3)
    assert.equal("test.it", world:unit(1).behaviour)
    assert.is_false(world:unit(2).behaviour)
  end)

  it("is paid for by the instance that has changed its data last", function()
    local files = { ["mod.lua"] = MAIN, ["it.lua"] = [[
      return function(unit)
        unit:wait(2)
        unit.data[unit.player.name] = ("x"):rep(9000)
      end]] }
    local world, mod = both(files)
    go(world, 6)
    local red, blue = parts.account(mod, "red"), parts.account(mod, "blue")
    local kept, its = red.kept, blue.kept
    world:unit(2):set_player "blue"
    go(world)
    assert.equal(kept, red.kept)
    world:unit(2):behave "test.it"
    go(world, 6)
    assert(red.kept < kept - 18000 and red.kept > red.base + 18000)
    assert(blue.kept > its + 36000)
    local other = loaded(assert(world:save()), files)
    assert.equal(red.kept, parts.account(other:mods()(), "red").kept)
    assert.equal(blue.kept, parts.account(other:mods()(), "blue").kept)
  end)
end)

describe("a player that is removed #quick", function()
  it("takes its instance along: another one of that name has its own", function()
    local world, mod = both()
    go(world)
    local instance = parts.instance(mod, "red")
    world:player("red"):remove()
    go(world)
    assert.is_true(instance.box.closed)
    assert.is_nil(parts.account(mod, "red"))
    local unit = world:unit { player = "red", x = 1, y = 2, sight = 9, behaviour = "test.it" }
    go(world)
    assert.same({ [1] = ALL }, unit.data.heard)
    assert.same({ [1] = ALL, [2] = ALL }, world:unit(3).data.heard)
    local other = loaded(assert(world:save()))
    go(world)
    go(other)
    assert.equal(world:hash(), other:hash())
  end)
end)
