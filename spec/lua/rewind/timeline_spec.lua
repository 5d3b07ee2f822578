-- Timelines: the world goes back to any tick that is kept, and goes on from there as it did; forks
-- go on beside it; recordings and pages follow.

local astar = require "astar"
local busy = require "support.busy_world"
local cases = require "support.cases"
local core = require "astar.core"
local Feed = require "astar.record.feed"
local reader = require "support.recording"
local rewind = require "astar.rewind"
local run = require "astar.record.run"

local in_vault = astar.sandbox ~= "stock"
local it_in_vault = in_vault and it or function() end

local RUNNER = [[return function(unit)
  local turns = 0
  while true do
    turns = turns + 1
    unit.data.turns = turns
    if turns % 9 == 0 then unit:say("turn " .. turns) end
    local path = unit:find { x = (unit.x * 7 + turns * 3) % 20 + 1, y = 1 + turns % 10 }
    if path then unit:walk(path) end
    unit:wait(1 + turns % 3)
  end
end]]

local function add_mod(world, name, source)
  local head = 'return { name = "%s", version = "1", behaviours = { it = "it.lua" } }'
  assert(world:mod { files = { ["mod.lua"] = head:format(name), ["it.lua"] = source } })
end

-- Two mods, each with units of one player.
local function new_world(seed)
  local world = astar.world { map = busy.map(), seed = seed, report = error }
  for i, player in ipairs { "red", "blue" } do
    add_mod(world, player, RUNNER)
    for k = 1, 4 do
      world:unit { player = player, x = 5 + k, y = 8 + i, speed = 0.5, sight = 4,
        behaviour = player .. ".it", data = { turns = 0, hp = 20 } }
    end
  end
  return world
end

-- A tick with what the game does in it.
local function play(world)
  world:tick()
  local unit = world:unit(world.random(8))
  if unit then
    unit.data.hp = unit.data.hp - 1
    if unit.data.hp == 0 then unit:remove() end
  end
end

local function hashes_of(seed, ticks)
  local world, hashes = new_world(seed), {}
  for tick = 1, ticks do
    play(world)
    hashes[tick] = world:hash()
  end
  return hashes
end

local function list_of(timeline)
  local list = {}
  for tick in timeline:ticks() do list[#list + 1] = tick end
  return list
end

describe("the snapshots of a timeline #quick", function()
  local function new_timeline(given)
    local world = astar.world { map = astar.map { width = 5, height = 5 } }
    return world:timeline(given), world
  end

  -- What is left after each of these ticks.
  local function left(timeline, world, first, last)
    local rows = {}
    while world.ticks < last do
      world:tick()
      if world.ticks >= first then
        rows[#rows + 1] = ("%s: %d"):format(table.concat(list_of(timeline), " "), timeline.memory)
      end
    end
    return rows
  end

  -- Every snapshot has `more` bytes that the one before it does not have, and 100 in all.
  local function count_bytes(more)
    local bytes = rewind.bytes
    finally(function() rewind.bytes = bytes end)
    function rewind.bytes(_, before) return before and more or 100 end
  end

  -- Of 0 1 2 3 4 in tick 4: 1 has 2 / 5, 2 has 2 / 4, 3 has 2 / 3. In tick 5: 2 and 3 have 1 / 2.
  it("are missed least where their neighbours are near, for how long ago that was", function()
    count_bytes(1)
    local timeline, world = new_timeline { every = 1, most = 4 }
    assert.same({ "0 1 2 3: 103", "0 2 3 4: 104", "0 3 4 5: 105", "0 3 5 6: 106", "0 3 6 7: 107",
      "0 6 7 8: 108", "0 6 8 9: 109", "0 6 9 10: 110", "0 6 10 11: 111", "0 6 10 12: 112",
      "0 10 12 13: 113" }, left(timeline, world, 4, 14))
  end)

  it("leave what they shared to the next one, which takes up as much as a whole one", function()
    count_bytes(30)
    local timeline, world = new_timeline { every = 1, memory = 190 }
    assert.same({ "0: 100", "0 1: 130", "0 1 2: 160", "0 1 2 3: 190", "4: 100", "4 5: 130" },
      left(timeline, world, 1, 6))
    assert.same({ 4, 5 }, { timeline.first, timeline.last })
    timeline:stop()
    assert.same({ 0, false, false }, { timeline.memory, timeline.first, timeline.last })
  end)
end)

describe("a timeline", function()
  it("holds the only tick that it has as a whole, however often it is taken", function()
    local world = new_world(3)
    local timeline = world:timeline { every = 1000 }
    for _ = 1, 3 do
      timeline:take()
      world.data.more = ("x"):rep(100000)
      assert.equal(rawget(timeline, "_whole"), rawget(timeline, "_memory"))
    end
  end)

  it("takes a snapshot every so many ticks", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 5 }
    for _ = 1, 22 do world:tick() end
    assert.same({ 0, 5, 10, 15, 20 }, list_of(timeline))
    assert.same({ 0, 20 }, { timeline.first, timeline.last })
    assert.equal(22, timeline:take())
    assert.same({ 0, 5, 10, 15, 20, 22 }, list_of(timeline))
    assert.equal("timeline (6 snapshots of ticks 0 to 22)", tostring(timeline))
  end)

  it("goes back to the last snapshot before a tick", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 5 }
    local hashes = {}
    for tick = 1, 22 do
      world:tick()
      hashes[tick] = world.map:hash()
    end
    assert.equal(15, timeline:go_back(18))
    assert.equal(15, world.ticks)
    if in_vault then assert.equal(hashes[15], world.map:hash()) end
    assert.same({ 0, 5, 10, 15 }, list_of(timeline))
    assert.has_error(function() timeline:go_back(16) end,
      "bad argument #1 to 'go_back' (tick 16 is yet to come: the world is at 15)")
  end)

  it_in_vault("goes to any tick with the game's help, and on from there as it did", function()
    for seed = 1, cases.of(1) do
      local ticks, random = 120, astar.world { map = busy.map(), seed = seed }.random
      local hashes, world = hashes_of(seed, ticks), new_world(seed)
      local timeline = world:timeline { every = 8, most = 6, play = play }
      local recording = astar.record(world, { every = 1 })
      local straight = new_world(seed)
      local whole = astar.record(straight, { every = 1 })
      for _ = 1, ticks do play(straight) end
      for _ = 1, 8 do
        local goal = world.ticks + random(40)
        while world.ticks < goal and world.ticks < ticks do
          play(world)
          assert.equal(hashes[world.ticks], world:hash())
        end
        local tick = random(world.ticks)
        assert.equal(tick, timeline:go_back(tick))
        assert.equal(hashes[tick], world:hash())
        assert.is_true(#list_of(timeline) <= 6)
      end
      while world.ticks < ticks do play(world) end
      assert.equal(hashes[ticks], world:hash())
      assert.is_false(astar.compare(recording, whole))
    end
  end)

  it("restores coroutines of the game as a world with the same timeline has them", function()
    local function new_game(seed)
      local world = busy.world(seed)
      return world, world:timeline { every = 7, most = 9, play = busy.play }
    end
    for seed = 1, cases.of(1) do
      local straight, hashes = new_game(seed), {}
      for tick = 1, 120 do
        busy.play(straight)
        hashes[tick] = straight:hash()
      end
      local world, timeline = new_game(seed)
      local random = busy.world(seed).random
      for _ = 1, 8 do
        local goal = world.ticks + random(40)
        while world.ticks < math.min(goal, 120) do
          busy.play(world)
          assert.equal(hashes[world.ticks], world:hash())
        end
        local tick = random(world.ticks)
        assert.equal(tick, timeline:go_back(tick))
      end
    end
  end)

  it("goes back to a tick in which the game gave orders after the snapshot", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 10, play = world.tick }
    for _ = 1, 14 do world:tick() end
    timeline:take()
    local x = world:unit(1).x
    world:unit(1):place(20, 1)
    for _ = 1, 3 do world:tick() end
    assert.is_nil((timeline:go_back(16)))
    assert.same({ 14, x }, { world.ticks, world:unit(1).x })
    world:unit(1):place(20, 1)
    for _ = 1, 3 do world:tick() end
    assert.equal(14, timeline:go_back(14))
    assert.equal(x, world:unit(1).x)
  end)

  it("expects nothing of ticks that have not been played again since it went back", function()
    local world = new_world(3)
    local timeline = world:timeline { play = play, every = 4 }
    for _ = 1, 20 do play(world) end
    assert.equal(6, timeline:go_back(6))
    world.map:set(10, 5, "wall")
    for _ = 1, 5 do play(world) end
    local hash = world:hash()
    assert.equal(11, timeline:go_back(11))
    assert.equal(hash, world:hash())
  end)

  it("goes back in heavy mode", function()
    local world = busy.world(2)
    world.heavy = { every = 3 }
    local timeline = world:timeline { every = 5, play = busy.play }
    for _ = 1, 19 do busy.play(world) end
    assert.equal(12, timeline:go_back(12))
    for _ = 1, 6 do busy.play(world) end
    assert.equal(8, timeline:fork(8).ticks)
    for _ = 1, 4 do busy.play(world) end
    assert.equal(22, world.ticks)
  end)

  it("never pretends: what the game does in between is told", function()
    local world = new_world(2)
    local timeline = world:timeline { every = 10, play = function(one) one:tick() end }
    for tick = 1, 18 do
      world:tick()
      if tick == 14 then world:unit(1):place(20, 1) end
    end
    assert.equal(13, timeline:go_back(13))
    for tick = 13, 18 do
      if tick == 14 then world:unit(1):place(20, 1) end
      world:tick()
    end
    local tick, message = timeline:go_back(17)
    assert.is_nil(tick)
    assert.matches("^tick %d+ is not what it was: has the game changed the world "
      .. "where `play` does not%? The world is at tick 10$", message)
    assert.equal(10, world.ticks)
    timeline = timeline:stop() and world:timeline { play = function(one) one:tick() end }
    for i = 1, 9 do
      world:tick()
      if i == 5 then world:unit(1):place(20, 1) end
    end
    local before = world.map:hash()
    tick, message = timeline:fork(18)
    assert.is_nil(tick)
    assert.matches("^tick %d+ is not what it was: .* does not%?$", message)
    assert.equal(19, world.ticks)
    if in_vault then assert.equal(before, world.map:hash()) end
    timeline:stop()
    local bad = new_world(2)
    timeline = bad:timeline { play = function() end }
    bad:tick()
    assert.has_error(function() timeline:go_back(1) end,
      "timeline: 'play' has not called world:tick()")
  end)

  it("keeps the last seconds densely, and long ago sparsely", function()
    local world = astar.world { map = astar.map { width = 5, height = 5 } }
    local timeline = world:timeline { every = 2, most = 12 }
    for _ = 1, 2000 do world:tick() end
    local list = list_of(timeline)
    assert.equal(12, #list)
    assert.same({ 0, 1998 }, { list[1], list[12] })
    assert.is_true(list[12] - list[11] <= 6)
    for i = 3, #list - 1 do                      -- the gaps grow with how long ago it was
      assert.is_true((list[i + 1] - list[i]) <= 0.75 * (2001 - list[i]) + 2)
    end
  end)

  it("closes the snapshots that it drops", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 1, most = 3 }
    for _ = 1, 3 do world:tick() end
    local list = {}
    for i, entry in ipairs(timeline._list) do list[i] = entry.snapshot end
    for _ = 1, 40 do world:tick() end
    assert.equal(3, #list)
    local ok, message = pcall(world.restore, world, list[2])
    assert.is_false(ok)
    assert.truthy(message:find("bad argument #1 to 'restore' (the snapshot is closed)", 1, true))
  end)

  it("takes up no more memory than it may", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 1 }
    for _ = 1, 20 do world:tick() end
    local all = timeline.memory
    assert.is_true(all > 0)
    timeline:stop()
    timeline = world:timeline { every = 1, memory = all / 3 }
    local most = 0
    for _ = 1, 60 do
      world:tick()
      assert.is_true(timeline.memory <= all / 3)
      most = math.max(most, #list_of(timeline))
    end
    assert.is_true(most > 2)
    timeline:stop()
    assert.equal(0, timeline.memory)
    timeline = world:timeline { every = 1, memory = 0 }
    for _ = 1, 3 do world:tick() end
    assert.equal(1, #list_of(timeline))          -- the last one stays
    local first = list_of(timeline)[1]
    assert.same({ nil, ("nothing is kept of tick %d: the first tick that is kept is %d"):format(
      first - 1, first) }, { timeline:go_back(first - 1) })
  end)

  it("follows a world that the game takes back", function()
    local world = new_world(1)
    local timeline = world:timeline { every = 5 }
    for _ = 1, 12 do world:tick() end
    local snapshot = world:snapshot()
    for _ = 1, 12 do world:tick() end
    local later = world:snapshot()
    world:restore(snapshot)
    assert.same({ 0, 5, 10 }, list_of(timeline))
    for _ = 1, 12 do world:tick() end
    assert.same({ 0, 5, 10, 15, 20 }, list_of(timeline))
    assert.equal(10, timeline:go_back(11))
    world:restore(later)                         -- of a way that it has left
    assert.same({}, list_of(timeline))
    assert.same({ nil, "nothing is kept of tick 20: the first tick that is kept is nil" },
      { timeline:go_back(20) })
    world:tick()
    assert.same({ 24 }, list_of(timeline))
  end)

  it("refuses to be moved, or stopped, by its own play", function()
    for method, argument in pairs { go_back = 1, fork = 1, stop = false } do
      local world, timeline = new_world(1), nil
      timeline = world:timeline { every = 4, play = function(one)
        timeline[method](timeline, argument)
        one:tick()
      end }
      for _ = 1, 10 do world:tick() end
      local message = ("'%s' cannot be called within the timeline's play"):format(method)
      assert.has_error(function() timeline:go_back(10) end, message)
      assert.equal(8, world.ticks)
      for _ = 1, 2 do world:tick() end
      assert.has_error(function() timeline:fork(10) end, message)
      assert.equal(10, world.ticks)
      assert.same({ 0, 4, 8 }, list_of(timeline))
    end
  end)

  it("refuses what makes no sense", function()
    local world = new_world(1)
    local function fails(message, f, ...) assert.has_error(f, message, ...) end
    fails("bad argument #1 to 'timeline' (every = 0 is not a whole number from 1 to "
      .. "9007199254740992)",
      function() world:timeline { every = 0 } end)
    fails("bad argument #1 to 'timeline' (most = 1.5 is not a whole number from 2 to "
      .. "9007199254740992)",
      function() world:timeline { most = 1.5 } end)
    for _, memory in ipairs { -1, 0 / 0 } do
      fails(("bad argument #1 to 'timeline' (memory = %s is not a number of at least 0)"):format(
        core.show(memory)), function() world:timeline { memory = memory } end)
    end
    fails("bad argument #1 to 'timeline' (unknown key 'evry', the nearest is 'every')",
      function() world:timeline { evry = 3 } end)
    local timeline = world:timeline()
    fails("the world has a timeline already", function() world:timeline() end)
    fails("bad argument #1 to 'go_back' (a tick expected, got 'now')",
      function() timeline:go_back "now" end)
    fails("bad argument #1 to 'fork' (tick 7 is yet to come: the world is at 0)",
      function() timeline:fork(7) end)
    for _, tick in ipairs { 1e300, -1e300, 1 / 0 } do
      fails(("bad argument #1 to 'go_back' (a tick expected, got %s)"):format(core.show(tick)),
        function() timeline:go_back(tick) end)
    end
    assert.has_error(function() timeline.every = 3 end)
    world:behaviour("late", function(unit)
      unit:wait(1)
      unit.data.why = select(2, pcall(timeline.fork, timeline, 0))
    end)
    world:unit(1):behave "late"
    for _ = 1, 3 do world:tick() end
    assert.matches("a world cannot be forked within its tick", world:unit(1).data.why)
    timeline:stop()
    assert.equal("timeline (stopped)", tostring(timeline))
    fails("the timeline has been stopped", function() timeline:go_back(0) end)
    timeline:stop()
    world:behaviour("begin", function(unit)
      unit.data.why = select(2, pcall(world.timeline, world))
    end)
    world:unit(1):behave "begin"
    world:tick()
    assert.matches("a world cannot be taken a snapshot of within", world:unit(1).data.why)
    world:timeline():stop()
  end)
end)

describe("a fork of a timeline", function()
  it("takes no memory for each snapshot that there ever was", function()
    local world = astar.world { map = astar.map { width = 2, height = 2 } }
    local timeline = world:timeline { every = 1, most = 2 }
    local function grown_in(ticks)
      collectgarbage()
      local before = collectgarbage "count"
      for _ = 1, ticks do world:tick() end
      collectgarbage()
      return collectgarbage "count" - before
    end
    grown_in(1000)
    local grown = grown_in(8000)
    assert.is_true(grown < 80, grown)              -- 16 bytes a tick are 125
    assert.equal(9000, timeline:fork(8999).ticks + 1)
  end)

  it_in_vault("is the world as it was, and goes on as that did", function()
    local world = new_world(3)
    local timeline, hashes, states = world:timeline { every = 6, play = play }, {}, {}
    local recording = astar.record(world)
    for tick = 1, 90 do
      play(world)
      hashes[tick], states[tick] = world.map:hash(), world:hash()
    end
    local before = { list_of(timeline), recording:size(), world:hash(), world.ticks }
    for _, tick in ipairs { 4, 30, 61, 90 } do
      local fork = assert(timeline:fork(tick))
      assert.equal(tick, fork.ticks)
      assert.same(before, { list_of(timeline), recording:size(), world:hash(), world.ticks })
      while fork.ticks < 90 do
        assert.equal(hashes[fork.ticks], fork.map:hash())
        play(fork)
      end
      assert.is_false(astar.compare(world, fork))
      play(fork)
    end
    assert.equal(states[90], world:hash())
    for _ = 1, 10 do play(world) end
    assert.is_false(astar.compare(recording, (function()
      local straight = new_world(3)
      local whole = astar.record(straight)
      for _ = 1, 100 do play(straight) end
      return whole
    end)()))
  end)

  it("is the same with coroutines of the game, at any tick", function()
    local world = astar.world { map = busy.map(), seed = 6 }
    world:behaviour("wander", function(unit)
      local random = unit.world.random
      while true do
        unit:go(random(20), random(10))
        unit:wait(random(6))
      end
    end)
    for i = 1, 8 do
      world:unit { player = i % 2 == 0 and "red" or "blue", x = 2 * i, y = 10, speed = 0.4,
        sight = 4, behaviour = "wander" }
    end
    local timeline, hashes = world:timeline { every = 9, most = 5, play = world.tick }, {}
    for tick = 1, 70 do
      world:tick()
      hashes[tick] = world.map:hash()
    end
    for _, tick in ipairs { 9, 23, 36, 58, 69 } do
      local fork = assert(timeline:fork(tick))
      while fork.ticks < 70 do
        fork:tick()
        assert.equal(hashes[fork.ticks], fork.map:hash())
      end
    end
    local fork = timeline:fork(60)
    for _ = 1, 30 do fork:tick() end             -- it may be ahead of the world as well
    for _ = 1, 20 do world:tick() end
    assert.is_false(astar.compare(world, fork))
    fork:timeline()
  end)

  it_in_vault("can be changed, and it is told where it parts", function()
    local world = new_world(3)
    local timeline = world:timeline { every = 10 }
    for _ = 1, 60 do world:tick() end
    local same, other = assert(timeline:fork(40)), assert(timeline:fork(40))
    assert(other:reload("red/it.lua", (RUNNER:gsub("1 %+ turns %% 3", "9"))))
    local found
    for _ = 1, 40 do
      same:tick()
      other:tick()
      found = found or astar.compare(same, other)
    end
    assert.is_true(found.unit ~= false and found.unit <= 4 and found.tick > 40)
    local third = assert(timeline:fork(40))
    third:unit(6):order("explore")
    while third.ticks < 60 do third:tick() end
    assert.equal(6, astar.compare(third, world).unit)
  end)
  -- In the vault the scripts of a world that goes back go on, and those of its fork begin again:
  -- when they wake differs.
  local function hash_of(world) return in_vault and world.map:hash() or world:hash() end

  it("is the same when its world has just gone back", function()
    local world = new_world(5)
    local timeline = world:timeline { every = 10 }
    for _ = 1, 25 do play(world) end
    assert.equal(10, timeline:go_back(14))
    local fork = assert(timeline:fork(timeline.last))
    for _ = 1, 12 do
      play(world)
      play(fork)
      assert.equal(hash_of(world), hash_of(fork))
      assert.is_false(astar.compare(world, fork))
    end
  end)

  it("says nothing of what it plays again, and leaves all as it was", function()
    local world = busy.world(4)
    local reports, lines = 0, 0
    world.report = function() reports = reports + 1 end
    local timeline = world:timeline { every = 10, play = busy.play }
    for _ = 1, 45 do busy.play(world) end
    local report = world.report
    local fork = assert(timeline:fork(33))
    assert.same({ 33, 45 }, { fork.ticks, world.ticks })
    assert.equal(report, world.report)
    assert.equal(timeline, world._timeline)
    assert.same({ 0, 0 }, { reports, lines })
    for _ = 1, 20 do
      busy.play(world)
      busy.play(fork)
    end
  end)

  it("gives the reason where the world cannot be saved", function()
    local world = new_world(1)
    world.data.f = print
    local timeline = world:timeline()
    for _ = 1, 5 do world:tick() end
    local before = world.map:hash()
    assert.same({ nil, "world.data.f is a function, which cannot be saved" },
      { timeline:fork(0) })
    assert.equal(5, world.ticks)
    if in_vault then assert.equal(before, world.map:hash()) end
  end)
end)

-- ---- recordings ---------------------------------------------------------------------------------

-- What a page has: what it was told, put together as web/replay/growth.js does it.
local function cut(page, given)
  page.first = given.first
  for _, key in ipairs { "strings", "cast", "layers" } do
    for i = #page[key], given[key] + 1, -1 do page[key][i] = nil end
  end
  for i = #page.parts, given.parts + 1, -1 do page.parts[i] = nil end
  local last = page.parts[given.parts]
  if last then last.bytes = last.bytes:sub(1, given.bytes) end
  for i = #page.values, 1, -1 do
    if not given.values[i] then page.values[i] = nil
    else
      for k = #page.values[i], given.values[i] + 1, -1 do page.values[i][k] = nil end
    end
  end
end

local unbase64 = require("astar.formats.base64").decode

local function grow(page, news)
  if news.cut then cut(page, news.cut) end
  page.last = news.last
  for _, key in ipairs { "strings", "cast", "layers" } do
    for _, one in ipairs(news[key]) do table.insert(page[key], one) end
  end
  for _, part in ipairs(news.parts) do
    local own = page.parts[part.number] or { tick = part.tick, bytes = "" }
    own.bytes = own.bytes .. unbase64(part.bytes)
    page.parts[part.number] = own
  end
  for _, line in ipairs(news.values) do
    local own = page.values[line.line] or {}
    for k = #own, line.from, -1 do own[k] = nil end
    for k, tick in ipairs(line.ticks) do own[line.from + k - 1] = { tick, line.numbers[k] } end
    page.values[line.line] = own
  end
end

local function notes_of(recording)
  local list = {}
  for i, note in ipairs(reader.notes(recording)) do
    list[i] = ("%d %s %s %s"):format(note.tick, note.kind, tostring(note.unit), tostring(note.text))
  end
  return list
end

describe("a recording of a world that goes back", function()
  it("knows no words, units and players of the time that is no more", function()
    local world = astar.world { map = busy.map() }
    world:unit { player = "red", x = 2, y = 2 }
    local recording = astar.record(world)
    local function play_with(word)
      recording:note(word)
      world:unit { player = word, x = 3 + #word, y = 3 }
      world:influence(word)
      world:tick()
    end
    play_with "first"
    local snapshot, lengths = world:snapshot(), {}
    for _, key in ipairs { "strings", "cast", "layers", "players" } do
      lengths[key] = #rawget(recording, "_" .. key)
    end
    play_with "second"
    world:restore(snapshot)
    for key, length in pairs(lengths) do
      assert.equal(length, #rawget(recording, "_" .. key), key)
    end
    play_with "third"
    for _, word in ipairs(run.of(recording).strings) do assert.not_equal("second", word) end
  end)

  it_in_vault("is that of a world that has never been anywhere else", function()
    for seed = 1, cases.of(1) do
      local function game(world, recording)
        play(world)
        recording:value("sum", world.random(1) + world.ticks % 7)
        if world.ticks % 11 == 0 then recording:note("eleven", world:unit(5)) end
      end
      local straight = new_world(seed)
      local whole = astar.record(straight, { keys = 20 })
      for _ = 1, 100 do game(straight, whole) end
      local world = new_world(seed)
      local recording = astar.record(world, { keys = 20 })
      local snapshots, random = {}, busy.world(seed).random
      while world.ticks < 100 do
        game(world, recording)
        if world.ticks % 9 == 0 then snapshots[#snapshots + 1] = world:snapshot() end
        if random(25) == 1 and snapshots[1] then
          local i = random(#snapshots)
          world:restore(snapshots[i])
          for _ = i + 1, #snapshots do table.remove(snapshots):close() end
          assert.equal(world.ticks, recording.last)
        end
      end
      assert.is_false(astar.compare(recording, whole))
      assert.same(notes_of(whole), notes_of(recording))
      assert.same(#whole._values[1], #recording._values[1])
      assert.same(whole._values[1][60], recording._values[1][60])
    end
  end)

  it_in_vault("is followed by pages, whenever they ask", function()
    for seed = 1, cases.of(2) do
      local world = new_world(seed)
      local recording = astar.record(world, { keys = 20 })
      local feed, random = Feed.new(recording), busy.world(seed).random
      local page = { parts = {}, strings = {}, cast = {}, layers = {}, values = {} }
      local snapshots = { world:snapshot() }
      for _ = 1, 150 do
        play(world)
        recording:value("sum", world.ticks % 3)
        if random(6) == 1 then snapshots[#snapshots + 1] = world:snapshot() end
        if random(12) == 1 then
          world:restore(snapshots[random(#snapshots)])       -- also to ways that it has left
          if random(3) == 1 then recording:note("back") end
        end
        if random(4) == 1 then grow(page, feed:next()) end
      end
      grow(page, feed:next())
      local is = run.of(recording)
      assert.same({ is.first, is.last, is.strings, #is.cast, is.layers },
        { page.first or 0, page.last, page.strings, #page.cast, page.layers })
      assert.equal(#is.parts, #page.parts)
      for i, part in ipairs(is.parts) do
        assert.same({ part.tick, part.bytes }, { page.parts[i].tick, page.parts[i].bytes })
      end
      for i, line in ipairs(recording._values) do
        assert.equal(#line, #page.values[i])
        for k = 1, #line do assert.same(line[k], page.values[i][k]) end
      end
    end
  end)

  it("begins again where the recording knows nothing of the tick", function()
    local world = new_world(1)
    for _ = 1, 10 do world:tick() end
    local snapshot = world:snapshot()
    for _ = 1, 10 do world:tick() end
    local recording = astar.record(world)
    recording:note("long ago")
    for _ = 1, 10 do world:tick() end
    world:restore(snapshot)
    assert.same({ 10, 10 }, { recording.first, recording.last })
    for _ = 1, 5 do world:tick() end
    assert.same({ 10, 15 }, { recording.first, recording.last })
    local film, ticks = reader.of(recording), 0
    while film:next() do ticks = ticks + 1 end
    assert.equal(6, ticks)
    for _, note in ipairs(reader.notes(recording)) do assert.is_not.equal("long ago", note.text) end
  end)

  it("stays as it is when it has been stopped", function()
    local world = new_world(1)
    local recording = astar.record(world)
    local snapshot = world:snapshot()
    for _ = 1, 10 do world:tick() end
    recording:stop()
    world:restore(snapshot)
    world:tick()
    assert.equal(10, recording.last)
    local other = astar.record(world)
    world:tick()
    assert.same({ 1, 2, 10 }, { other.first, other.last, recording.last })
  end)
end)
