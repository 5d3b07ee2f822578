-- Whatever a mod makes the host do or keep is charged to it, and refused when it is spent.

local astar = require "astar"
local kind = require "support.sandbox_kind"
local parts = require "support.parts"
local modded = require "support.modded"
local small_world = require "support.small_world"

local function held()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count" * 1024
end

describe("what crosses to the host", function()
  it("makes room for what there is, and not for how long a list seems", function()
    local box = require("astar.sandbox").new { memory = 2 ^ 24, instructions = 1e7 }
    local before = held()
    local ok, lists = box:run([[
      local function sparse()
        local t = {}
        for i = 19, 0, -1 do t[2 ^ i] = 1 end
        return t
      end
      local lists = {}
      for i = 1, 200 do lists[i] = sparse() end
      return lists
    ]], "=test")
    assert.is_true(ok)
    assert.equal(200, #lists)
    assert.equal(1, lists[200][2 ^ 19])
    local grown = held() - before
    assert(grown < 2 ^ 20, ("it has grown by %d bytes"):format(grown))
  end)

  it("arrives as it was", function()
    local box = require("astar.sandbox").new {}
    local ok, list = box:run([[
      return { 1, 2, 3, nil, 5, x = 1, [-1] = 'a', [2.5] = { {} } }
    ]], "=test")
    assert.is_true(ok)
    assert.same({ 1, 2, 3, nil, 5, x = 1, [-1] = "a", [2.5] = { {} } }, list)
  end)
end)

describe("timers", function()
  it("are about one for each unit, however often it lies down to sleep", function()
    local world = small_world(". . . . . . . . .")
    for x = 1, 9 do
      world:unit { player = "red", x = x, y = 1, behaviour = function(unit)
        for i = 1, 1e9 do unit:sleep(10000 + 7 * i) end
      end }
    end
    local function round()
      for unit in world:units() do unit:rouse() end
      world:tick()
    end
    for _ = 1, 100 do round() end
    local before = held()
    for _ = 1, 2000 do round() end
    assert(held() - before < 2 ^ 17)   -- a timer for each sleep would be ten times as much
  end)

  it("wake the units that meant to be woken, after they were made again", function()
    local world, woken = small_world(". . . . . . . . ."), {}
    for x = 1, 9 do
      world:unit { player = "red", x = x, y = 1, behaviour = function(unit)
        for _ = 1, 99 do unit:sleep(50 + x) end
        woken[x] = world.ticks
      end }
    end
    for _ = 1, 99 do
      for unit in world:units() do unit:rouse() end
      world:tick()
    end
    world:tick()
    local from = world.ticks
    world.run(60)
    for x = 1, 9 do assert.equal(from + 49 + x, woken[x]) end
  end)
end)

-- ---- what the host keeps ------------------------------------------------------------------------

local KEPT = 2 ^ 20

-- A world in which `count` units do this, and all others do nothing.
local function crowd(text, count, limits)
  local world = small_world((". "):rep(40) .. ("\n" .. (". "):rep(40)):rep(19))
  for key, value in pairs { kept = KEPT, instructions = 1e6, total = 3e6 } do
    if limits[key] == nil then limits[key] = value end
  end
  local mod = assert(modded(world, { ["mod.lua"] = ([[
    return { name = "test", version = "1", behaviours = {
      it = function(unit, ...)
        local long = ("x"):rep(16000)
        local i = 0
        %s
      end,
      rest = function(unit) unit:sleep() end } }]]):format(text) }, limits))
  for i = 1, count do
    assert(world:unit { player = "red", x = (i - 1) % 40 + 1, y = 1 + math.floor((i - 1) / 40),
      speed = 1, sight = 5, behaviour = "test.it" })
  end
  return world, mod
end

-- Each makes the host keep something as often as it can, with the largest values that there are.
local HOARDS = {
  data = "while true do i = i + 1 unit.data[i] = long unit:wait(1) end",
  ["data at once"] = "for k = 1, 60 do unit.data[k] = long .. k end unit:wait(1)",
  ["data of many values"] = "for k = 1, 2000 do unit.data[k] = { k } end unit:wait(1)",
  ["data, then another unit"] = [[for k = 1, 30 do unit.data[k] = long .. k end]],
  ["data of another"] = [[
    unit:wait(2)
    while true do
      i = i + 1
      for friend in unit.world:units("red") do friend.data[i] = long .. i end
      unit:wait(1)
    end]],
  arguments = [[
    unit:wait(2)
    local list = {}
    for k = 1, 50 do list[k] = long .. k end
    for friend in unit.world:units("red") do
      if friend ~= unit then friend:behave("test.rest", list) end
    end
    unit:wait(1)]],
  home = [[
    while true do
      unit.home = { x = 1, y = 1, junk = { long } }
      unit:wait(1)
    end]],
  keys = [[while true do i = i + 1 unit.world:reserve(("k"):rep(240) .. i, unit) unit:wait(1) end]],
  ["long keys"] = "while true do i = i + 1 unit.world:reserve(long .. i, unit) unit:wait(1) end",
  told = [[
    while true do
      for k, friend in ipairs(unit:friends(2)) do friend:tell("boo", long, { long }) end
      unit:wait(1)
    end]],
  names = "while true do i = i + 1 unit:tell(long .. i) unit:wait(1) end",
  returned = [[
    local list = {}
    for k = 1, 30 do list[k] = long .. k end
    return list, list]],
  paths = [[
    while true do
      for _ = 1, 20 do unit:path(40, 20, { explain = true }) end
      unit:wait(1)
    end]],
  nearest = [[
    local goals = {}
    for x = 1, 40 do for y = 10, 20 do goals[#goals + 1] = { x, y } end end
    while true do
      unit:nearest(goals, { explain = true }, 1024)
      unit:wait(1)
    end]],
  requests = [[
    while true do
      local goal, query = { x = 40, y = 20 }, { explain = true }
      for _ = 1, 8 do pcall(unit.body.request_path, unit.body, goal, query) end
      unit:wait(1)
    end]],
  sleep = "while true do i = i + 1 unit:rouse() unit:sleep(1000 + i) end",
  files = "while true do i = i + 1 pcall(require, ('f'):rep(100) .. i) unit:wait(1) end",
  flight = [[
    while true do
      local threats = {}
      for k = 1, 500 do threats[k] = { x = k % 40 + 1, y = (k + unit.world.ticks) % 20 + 1 } end
      unit:flight(threats)
      unit:wait(1)
    end]],
  failures = [[
    unit:wait(2)
    for friend in unit.world:units("red") do
      if friend ~= unit then friend:behave("test.it") end
    end
    error(long)]],
}

local names = {}
for name in pairs(HOARDS) do names[#names + 1] = name end
table.sort(names)

describe("what a mod makes the host keep", function()
  local COUNT = 20

  for _, name in ipairs(names) do
    it("is counted: " .. name, function()
      local world, mod = crowd(HOARDS[name], COUNT, {})
      world.report = function() end              -- which would keep them
      local before = held()
      for _ = 1, 40 do world:tick() end
      local grown = held() - before
      -- What is in the world's last events is gone in the next tick.
      assert(grown < 2 * KEPT + 2 ^ 20, ("it has grown by %.0f KB"):format(grown / 1024))
      assert(parts.account(mod).kept <= KEPT)
      for unit in world:units() do unit:remove() end
      world.run(2)
      parts.account(mod):sweep()
      assert.equal(parts.account(mod).base, parts.account(mod).kept)
      assert.equal(0, parts.account(mod).answers)
    end)
  end

  it("is let go with a behaviour", function()
    local world, mod = crowd([[
      while true do unit:path(40, 20) unit:reserve("a", "b") unit:wait(1) end]], 3, {})
    world.run(20)
    assert(parts.account(mod).kept > parts.account(mod).base)
    for unit in world:units() do unit:behave(nil) end
    world.run(2)
    assert.equal(parts.account(mod).base, parts.account(mod).kept)
  end)

  it("is refused in words, with nothing lost", function()
    local world = crowd([[
      unit.data.first = true
      unit:wait(1)
      for k = 1, 60 do unit.data[k] = long .. k end
      unit:wait(1)]], 1, {})
    world.run(4)
    assert(world.reports[1].text:find("unit.data: the game keeps at most 1048576 bytes for a mod, "
      .. "and has no room for", 1, true), world.reports[1].text)
    local unit = world:units()()
    assert.same({ first = true }, unit.data)
  end)

  it("is the same after loading", function()
    local text = [[
      unit.data.text = unit.data.text or long
      for friend in unit.world:units("red") do
        local is_at_it = friend.behaviour == "test.it" and friend.data.text
        if friend.id > 5 and is_at_it and friend.id ~= unit.id then
          friend:behave("test.rest", long)
        end
      end
      while true do unit:path(40, 20) unit:wait(1) end]]
    local world, mod = crowd(text, 8, {})
    world.run(10)
    local saved = assert(world:save())
    local second
    local again = assert(astar.read_world(saved, { setup = function(other)
      second = assert(other:mod({ name = "test", files = mod._revision.texts }))
    end }))
    second._limits.kept = mod._limits.kept
    assert.equal(parts.account(mod).kept, parts.account(second).kept)
    assert(parts.account(mod).kept > parts.account(mod).base + 8 * 16000)
    for _ = 1, 10 do
      world:tick()
      again:tick()
      assert.equal(world:hash(), again:hash())
    end
    assert.equal(parts.account(mod).kept, parts.account(second).kept)
  end)

  it("does not grow in a recording, whatever it says and however often it fails", function()
    for _, text in ipairs {
      [[for friend in unit.world:units("red") do
          if friend ~= unit then friend:behave("test.it") end
        end
        error(long .. unit.world.ticks)]],
      [[local think = require "astar.think"
        while true do
          i = i + 1
          think.utility { { name = long .. i, evaluate = function() return 1 end,
            execute = think.act("wait", 1) } } (unit)
        end]],
    } do
      local world = crowd(text, 10, {})
      world.report = function() end
      local recording = astar.record(world)
      world.run(10)
      local before = held()
      for _ = 1, 60 do world:tick() end
      assert(held() - before < 2 ^ 20, held() - before)
      assert(recording)
    end
  end)
end)

-- ---- what a mod uses up in a tick ---------------------------------------------------------------

describe("the time of a mod", function()
  local BURN = "local function burn(n) local k = 0 while k < n do k = k + 1 end end "

  -- Units that use up so much of their allowance in each tick.
  local function busy(count, share, more)
    return crowd(BURN .. ([[
      while true do
        unit.data.turns = (unit.data.turns or 0) + 1
        burn(%.0f)
        %s
        unit:sleep(1)
      end]]):format(share * 100000 / 3, more or ""), count,
      { instructions = 100000, total = 200000 })
  end

  it("pays before anything is done: what it has too little for is not done", function()
    local world = small_world(("."):rep(64) .. "\n")
    local _, lines = modded(world, [[
      local eyes = {}
      for i = 1, 1000 do eyes[i] = { x = i % 64 + 1, y = 1 } end
      return function(unit)
        print(pcall(unit.cover, unit, eyes, 255))
        print("never")
      end]])
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    local nodes = world.map:_spent()
    world:tick()
    assert.same({}, lines)
    assert.matches("too many instructions", world.reports[1].text)
    assert.equal(nodes, world.map:_spent())      -- no way was searched for
  end)

  it("is one allowance for a unit's turn and its cleanups", function()
    local world, mod = crowd(BURN .. [[
      for _ = 1, 5 do unit:defer(function() unit.data.cleaned = true burn(1e9) end) end
      unit:defer(function() unit.data.first = true end)
      burn(1e9)]], 1, { instructions = 100000 })
    world:tick()
    local used = parts.account(mod).units[1].used
    assert(used >= 100000 and used < 101000, used)
    assert.truthy(world.reports[1].text:find("too many instructions", 1, true))
  end)

  it("leaves a part for cleanups", function()
    local world = crowd(BURN .. [[
      unit:defer(function() unit.world:player("red") unit:tell("cleaned") end)
      burn(1e9)]], 1, { instructions = 100000 })
    world:tick()
    local told = {}
    for name in world:events() do told[#told + 1] = name end
    assert.same({ "cleaned" }, told)
  end)

  it("is shared by its units: those for which nothing is left have their turn later", function()
    local world, mod = busy(20, 0.8)
    for _ = 1, 60 do
      world:tick()
      assert(parts.account(mod).used <= 310000, parts.account(mod).used)
    end
    assert.same({}, world.reports)
    local least, most = math.huge, 0
    for unit in world:units() do
      least, most = math.min(least, unit.data.turns), math.max(most, unit.data.turns)
    end
    assert(least >= 9 and most - least <= 1, ("%d to %d turns"):format(least, most))
  end)

  it("is no other unit's affair: a tick that fits is as without the limit", function()
    local world = busy(3, 0.5)
    world.run(20)
    for unit in world:units() do assert.equal(20, unit.data.turns) end
  end)

  it("costs nobody what he was told", function()
    local world = busy(20, 0.6, [[
      for _, n in unit:events() do unit.data.sum = (unit.data.sum or 0) + n end]])
    local sum = 0
    for tick = 1, 40 do
      world:tick()
      for unit in world:units() do unit:tell("count", tick) end
      sum = sum + tick
    end
    world.run(12)
    for unit in world:units() do assert.equal(sum, unit.data.sum) end
  end)

  it("continues exactly in a world that was loaded", function()
    local world, mod = busy(20, 0.8)
    world.run(7)
    local again
    for _ = 1, 3 do
      local text = assert(world:save())
      again = assert(astar.read_world(text, { setup = function(other)
        assert(other:mod({ name = "test", files = mod._revision.texts },
          { instructions = 100000, total = 200000, kept = KEPT }))
      end }))
      for _ = 1, 5 do
        world:tick()
        again:tick()
        assert.equal(world:hash(), again:hash())
      end
    end
  end)

  it("does not run out for some where the world is saved in each tick", function()
    local world = busy(12, 0.6)
    for _ = 1, 40 do
      world:tick()
      assert(world:save())
    end
    for unit in world:units() do assert(unit.data.turns >= 8, unit.data.turns) end
  end)

  it("is bounded where a world is saved, however many cleanups there are", function()
    local world, mod = crowd(BURN .. "unit:defer(function() burn(1e9) end) unit:sleep()", 50,
      { instructions = 100000, total = 200000 })
    world.run(3)
    assert(world:save())
    assert(parts.account(mod).used <= 300000 + 50 * 2000, parts.account(mod).used)
    if kind.is_vault then return end             -- there saving cleans nothing up
    local texts = {}
    for _, report in ipairs(world.reports) do texts[report.message] = true end
    assert(texts["not all cleanups were run: too many instructions in a tick"])
  end)

  it("runs the cleanups that do not fit into a tick in the next one", function()
    local world, mod = crowd(BURN .. [[
      unit:defer(function() burn(20000) unit:tell("cleaned") end)
      unit:sleep()]], 50, { instructions = 100000, total = 200000 })
    world.run(6)
    for unit in world:units() do unit:behave(nil) end
    local cleaned = 0
    for _ = 1, 30 do
      for name in world:events() do cleaned = cleaned + (name == "cleaned" and 1 or 0) end
      world:tick()
      assert(parts.account(mod).used <= 310000, parts.account(mod).used)
    end
    assert.same({}, world.reports)
    assert.same({}, parts.instance(mod).pending)
    assert.equal(50, cleaned)
  end)

  it("is spent on fields for all units together", function()
    local world, mod = crowd([[
      local found = unit:flight { { x = unit.id, y = 1 } }
      unit.data.fled = found ~= nil
      unit:sleep()]], 120, { instructions = 1000000, total = 1e8, nodes = 1e6 })
    world.budget = 128 * 120                      -- all begin in one tick
    world:tick()
    local fled = 0
    for unit in world:units() do fled = fled + (unit.data.fled and 1 or 0) end
    assert.equal(54, fled)                       -- 1867 cells looked at for each, of 100000
    assert(parts.account(mod).fields <= 0)
  end)

  it("holds the fields of its groups while they march", function()
    local world = small_world(("."):rep(20) .. "\n" .. ("."):rep(20))
    local mod = assert(modded(world, [[
      return function(unit)
        local group = unit.world:group { units = { unit } }
        group:go(18, 1)
        unit:hold_formation()
        unit:sleep()
      end]]))
    world:unit { player = "red", x = 2, y = 1, speed = 1, behaviour = "test.it" }
    world.run(5)
    assert.same({}, world.reports)
    local most = parts.account(mod).fields_kept
    assert(most >= 40, most .. " bytes for a field over 40 cells")
    world.run(60)
    assert.equal(0, parts.account(mod).fields_kept)
  end)

  -- A world of so many cells, of which one unit flees once, in a mod with these limits.
  local function flight_on(width, height, limits)
    local world = astar.world { map = astar.map { width = width, height = height }, fog = false }
    local mod = assert(modded(world, [[
      return function(unit)
        while true do
          local path, code = unit:flight { { x = 3, y = 1 } }
          unit.data.code = path and "a path" or code
          unit:wait(1)
        end
      end]], limits))
    return world, mod, world:unit { player = "red", x = 5, y = 1, speed = 1, sight = 2,
      behaviour = "test.it" }
  end

  it("is not spent on fields that take too long for a tick", function()
    for _, case in ipairs { { 333000, "a path" }, { 334000, "budget" },
      { 334000, "a path", { total = 1100000 } } } do
      local world, mod, unit = flight_on(1000, case[1] / 1000, case[3])
      world:tick()
      assert.equal(case[2], unit.data.code)
      local used = parts.account(mod).used
      if case[2] == "a path" then assert(used > 4 * case[1], used) end
    end
  end)

  it("is spent on the repair of fields", function()
    local world, mod, unit = flight_on(200, 200, { nodes = 1e6 })
    local used = {}
    for i = 1, 4 do
      if i == 3 then world.map:fill(1, 100, 150, 1, "wall") end
      world:tick()
      assert.equal("a path", unit.data.code)
      used[i] = parts.account(mod).used
    end
    assert(used[1] > 4 * 40000 and used[2] < 4000, used[2])
    assert(used[3] > 20000 and used[4] < 4000, used[3])
  end)

  it("is the same whether or not the world is recorded", function()
    local hashes = {}
    for i = 1, 2 do
      local world = busy(20, 0.6)
      if i == 2 then astar.record(world, { every = 1, keys = 1 }) end
      world.run(30)
      hashes[i] = world:hash()
    end
    assert.equal(hashes[1], hashes[2])
  end)

  it("is limited by limits that are checked", function()
    local world = small_world(". . .")
    for limit, value in pairs { total = 10, kept = 100 } do
      local ok, message = pcall(world.mod, world, { files = {} }, { [limit] = value })
      assert.is_false(ok)
      assert(message:find(("%s = %d is not a whole number"):format(limit, value), 1, true), message)
    end
  end)

  it("is limited from the least to the most of each limit, and by default", function()
    local TEXT = { ["mod.lua"] = "return { name = 'test', version = '1', behaviours = {} }" }
    local function limits(given)
      return small_world(". . ."):mod({ files = TEXT }, given)._limits
    end
    local function refused(limit, value)
      return not pcall(limits, { [limit] = value })
    end
    local least_memory = (type(jit) == "table" or math.type) and 3 * 2 ^ 19 or 2 ^ 21
    for limit, range in pairs { instructions = { 1000, 2 ^ 50 }, total = { 1000, 2 ^ 51 },
      memory = { least_memory, 2 ^ 40 }, kept = { 2 ^ 16, 2 ^ 40 }, nodes = { 0, 2 ^ 50 },
      requests = { 0, 2 ^ 50 } } do
      assert.is_true(refused(limit, range[1] - 1) and refused(limit, range[2] + 1), limit)
      if limit ~= "memory" then assert.equal(range[1], limits({ [limit] = range[1] })[limit]) end
      assert.equal(range[2], limits({ [limit] = range[2] })[limit])
    end
    local default = limits()
    assert.same({ 1000000, 8 * 2 ^ 20, 16 * 2 ^ 20, 20000, 8 }, { default.instructions,
      default.kept, default.memory, default.nodes, default.requests })
  end)
end)
