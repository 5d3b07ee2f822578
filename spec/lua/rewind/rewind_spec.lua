-- Worlds that go back: they go on as they did, whatever their units were doing.

local astar = require "astar"
local busy = require "support.busy_world"
local cases = require "support.cases"
local core = require "astar.core"
local modded = require "support.modded"
local rewind = require "astar.rewind"
local small_world = require "support.small_world"
local touched = require "support.touched"

-- Plays on, and returns the hash after each tick.
local function hashes_of(world, play, ticks)
  local hashes = {}
  for i = 1, ticks do
    play(world)
    touched.check(world)
    hashes[i] = world:hash()
  end
  return hashes
end

-- Goes back and forth: the same follows each time.
local function expect_to_return(world, play, ticks)
  local snapshot, before = world:snapshot(), world:hash()
  local hashes = hashes_of(world, play, ticks)
  for _ = 1, 2 do
    assert.equal(world, world:restore(snapshot))
    touched.check_restored(snapshot)
    assert.equal(before, world:hash())
    assert.same(hashes, hashes_of(world, play, ticks))
  end
  snapshot:close()
end

local MOD = {
  ["mod.lua"] = [[return { name = "test", version = "1", behaviours = { runner = "runner.lua" } }]],
  ["runner.lua"] = [[
    return function(unit, reach)
      local turns = 0
      while true do
        turns = turns + 1
        unit.data.turns = turns
        local path = unit:find({ x = (unit.x * 7 + turns * 3) % reach + 1, y = 1 + turns % 10 })
        if path then unit:walk(path) end
        unit:wait(2)
      end
    end]],
}

local function modded_world(seed)
  local world = busy.world(seed)
  assert(modded(world, MOD))
  for i = 1, 4 do
    world:unit { player = "red", x = 12 + i, y = 10, speed = 0.5, sight = 4,
      behaviour = "test.runner" }:behave("test.runner", 10 + i)
  end
  return world
end

-- Two mods in boxes that can be copied, each with units of one player.
local function copied_world(seed, report)
  local world = astar.world { map = busy.map(), seed = seed, report = report or error }
  for i, player in ipairs { "red", "blue" } do
    local head = [[return { name = "%s", version = "1", behaviours = { it = "it.lua" } }]]
    assert(world:mod { files = { ["mod.lua"] = head:format(player), ["it.lua"] = [[
      return function(unit)
        local turns = 0
        while true do
          turns = turns + 1
          unit.data.turns = turns
          local path = unit:find({ x = (unit.x * 7 + turns * 3) % 20 + 1, y = 1 + turns % 10 })
          if path then unit:walk(path) end
          unit:wait(1 + turns % 3)
        end
      end]] } })
    for k = 1, 5 do
      world:unit { player = player, x = 5 + k, y = 8 + i, speed = 0.5, sight = 4,
        behaviour = player .. ".it", data = { turns = 0 } }
    end
  end
  return world
end

local in_vault = astar.sandbox ~= "stock"
local it_in_vault = in_vault and it or function() end

-- What a snapshot says of units and scripts, which snapshots share.
local function things_of(snapshot)
  local records = {}
  for _, node in ipairs(core.image_contents(snapshot._image)) do
    if node.is_thing then records[node.tables[1].table] = node.record end
  end
  return records
end

describe("world:snapshot and world:restore", function()
  it("bring a busy world back", function()
    for seed = 1, cases.of(2) do
      local world = busy.world(seed)
      for _ = 1, 3 do
        for _ = 1, 7 * seed do busy.play(world) end
        expect_to_return(world, busy.play, 25)
      end
    end
  end)

  it("start behaviours of the game's state again, and say how many", function()
    local world = astar.world { map = busy.map(), report = error }
    local log = {}
    local function walker(unit)
      log[#log + 1] = "from the top"
      while true do unit:wait(5) end
    end
    world:unit { player = "red", x = 1, y = 10, behaviour = walker }
    world:unit { player = "red", x = 2, y = 10 }
    world:tick()
    local snapshot = world:snapshot()
    assert.equal(1, snapshot.restarted)
    world:tick()
    world:restore(snapshot)
    world:tick()
    assert.equal(3, #log)
    assert.equal(0, world:restore(snapshot):snapshot().restarted)
  end)

  it_in_vault("change nothing of a world where none has begun", function()
    local world, other = copied_world(3), copied_world(3)
    for tick = 1, 60 do
      world:tick()
      other:tick()
      if tick % 2 == 0 then assert.equal(0, world:snapshot().restarted) end
      assert.equal(other:hash(), world:hash())
    end
  end)

  it_in_vault("bring mods back whose boxes can be copied, where they were", function()
    local world = copied_world(5)
    for _ = 1, 4 do
      for _ = 1, 13 do world:tick() end
      expect_to_return(world, world.tick, 30)
    end
    local turns = 0
    for unit in world:units() do turns = turns + unit.data.turns end
    assert.is_true(turns > 50)
  end)

  it_in_vault("bring a unit of such a mod back that was removed since, or has ended", function()
    local world = copied_world(5)
    for _ = 1, 10 do world:tick() end
    local units = {}
    for unit in world:units() do units[#units + 1] = unit end
    expect_to_return(world, function()
      world:tick()
      if not units[1].removed then units[1]:remove() end
      if units[2].behaviour then units[2]:behave(nil) end
      if units[3].behaviour then units[3]:order(function(unit) unit:wait(3) end) end
    end, 20)
    world:tick()
    assert.is_false(units[3].removed)
  end)

  it("begin mods in other boxes again", function()
    local world = modded_world(2)
    for _ = 1, 3 do
      for _ = 1, 11 do busy.play(world) end
      expect_to_return(world, busy.play, 20)
    end
  end)

  it_in_vault("close boxes that came into use since, and open them again", function()
    local world = copied_world(7)
    world:tick()
    local before = world:snapshot()
    local other = world:unit { player = "blue", x = 1, y = 10, speed = 0.5,
      behaviour = "red.it", data = { turns = 0 } }
    for _ = 1, 9 do world:tick() end
    local box = world:mods()()._parts[2].instance.box
    local after, hash = world:snapshot(), world:hash()
    assert.is_false(box.closed)
    world:restore(before)
    assert.is_true(box.closed and other.removed)
    assert.equal(hash, world:restore(after):hash())
    assert.is_false(box.closed or other.removed)
    expect_to_return(world, world.tick, 10)
  end)

  it_in_vault("bring a revision of a mod back that was not taken up yet", function()
    local world = copied_world(8, function() end)
    for _ = 1, 5 do world:tick() end
    world:reload("red/it.lua", [[return function(unit)
      while true do
        unit.data.turns = (unit.data.turns or 0) + 100
        unit:wait(2)
      end
    end]])
    expect_to_return(world, world.tick, 15)
  end)

  it_in_vault("copy what was touched, and share the rest", function()
    local world = copied_world(9)
    for _ = 1, 20 do world:tick() end
    local first, second = world:snapshot(), world:snapshot()
    local unit = world:unit(1)
    unit.home = { x = 1, y = 1 }
    local third = world:snapshot()
    local was, again, now = things_of(first), things_of(second), things_of(third)
    for thing, record in pairs(was) do
      assert.equal(record, again[thing])
      assert.equal(thing ~= unit, record == now[thing])
    end
    for i, one in ipairs(first._boxes) do assert.equal(one.image, third._boxes[i].image) end
    world:restore(first)
    assert.not_same({ x = 1, y = 1 }, unit.home)
    assert.same({ x = 1, y = 1 }, world:restore(third):unit(1).home)
  end)

  it("make states again that were waiting, and were closed since", function()
    local function text(n)
      return ("return function(unit) unit.data.n = %d unit:wait(1) end"):format(n)
    end
    local world = small_world("....", {})
    assert(modded(world, text(1)))
    world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    assert(world:reload("test/it.lua", text(2)))
    local waiting = world:snapshot()             -- nobody has begun, and a revision waits
    world:tick()
    assert(world:reload("test/it.lua", text(3)))
    assert(world:reload("test/it.lua", text(4)))
    world:tick()
    assert.equal(4, world:unit(1).data.n)
    for _ = 1, 2 do
      world:restore(waiting)
      world:tick()
      assert.equal(2, world:unit(1).data.n)
    end
    assert.same({}, world.reports)
  end)

  it("leave other worlds alone, whatever knows of them", function()
    local world = busy.world(2)
    local other = assert(world:fork())
    world.data.other, world:unit(1).data.friend = other, other:unit(1)
    local snapshot = world:snapshot()
    for _ = 1, 10 do
      busy.play(world)
      busy.play(other)
    end
    other:unit(1).data.mark = 5
    local hash = other:hash()
    world:restore(snapshot)
    assert.equal(hash, other:hash())
    assert.equal(5, world:unit(1).data.friend.data.mark)
    expect_to_return(world, busy.play, 10)
  end)

  it("go to any of several snapshots", function()
    local world, snapshots, hashes = busy.world(4), {}, {}
    for i = 1, 4 do
      for _ = 1, 9 do busy.play(world) end
      snapshots[i], hashes[i] = world:snapshot(), world:hash()
    end
    for _, i in ipairs { 2, 4, 1, 3, 3 } do
      assert.equal(hashes[i], world:restore(snapshots[i]):hash())
      busy.play(world)
    end
  end)

  it("bring the game's data back in the tables that they were in", function()
    local world = astar.world { map = busy.map(), report = error }
    local unit = world:unit { player = "red", x = 1, y = 10, data = { list = { 1, 2 }, hp = 5 } }
    local data, list = unit.data, unit.data.list
    world.data.score = 3
    local snapshot = world:snapshot()
    unit.data = { hp = 1 }
    list[3], list[1], data.new, world.data.score = 9, nil, true, 4
    world:restore(snapshot)
    assert.equal(data, unit.data)
    assert.same({ list = { 1, 2 }, hp = 5 }, data)
    assert.equal(list, data.list)
    assert.equal(3, world.data.score)
  end)

  it("bring all kinds of values and keys back", function()
    local world = astar.world { map = busy.map(), report = error }
    local unit = world:unit { player = "red", x = 1, y = 10 }
    local key, metatable, f = {}, {}, function() end
    local function values()
      return { 1, 2.5, -0.0, 0 / 0, 1 / 0, true, false, "text", ("long"):rep(30), f, metatable,
        a = "a", b = 2 ^ 53, [key] = key, [true] = 1, [1.5] = 2, [f] = f }
    end
    local data = values()
    unit.data, world.data.same, world.data.foreign = data, data, setmetatable({ 1 }, metatable)
    for _, change in ipairs {
      function() data[1], data[6], data.a = 2, false, "b" end,
      function() data[2], data[7], data[8] = 3, 0, { 1 } end,
      function() data.c, data[true], data[key] = 1, nil, nil end,
      function() for name in pairs(data) do data[name] = nil end end,
      function() for i = 1, 100 do data[i], data["n" .. i] = i, i end end,
      function() unit.data, key.deep = nil, 5 end,
    } do
      local snapshot = world:snapshot()
      change()
      world.data.foreign[1] = 2
      world:snapshot():close()
      world:restore(snapshot)
      touched.check_restored(snapshot)
      assert.is_true(rawequal(data, unit.data))
      assert.is_true(data[4] ~= data[4] and 1 / data[3] < 0)
      data[4] = 0                                -- not a number equals nothing
      local expected = values()
      expected[4], expected[key] = 0, key
      assert.same(expected, data)
      data[4] = 0 / 0
      assert.is_nil(key.deep)
      assert.equal(2, world.data.foreign[1])     -- the game's own objects are not looked into
    end
  end)

  it_in_vault("bring back which path has which number", function()
    local world = copied_world(5)
    for _ = 1, 12 do world:tick() end
    local snapshot, had = world:snapshot(), {}
    local instances = {}
    for mod in world:mods() do
      for _, part in ipairs(mod._parts) do instances[#instances + 1] = part.instance or nil end
    end
    for i, instance in ipairs(instances) do
      had[i] = {}
      for number, answer in pairs(instance.answers) do had[i][number] = answer end
    end
    assert.is_true(next(had[1]) ~= nil)
    for _ = 1, 15 do world:tick() end
    world:restore(snapshot)
    for i, instance in ipairs(instances) do assert.same(had[i], instance.answers) end
  end)

  -- What is given a wrong value has made its userdata by then, which the map knows of.
  it("are taken after whatever could not be made", function()
    local world = busy.world(1)
    local map, wrong = world.map, { influence = "wrong" }
    local makers = {
      field = function() map:field({ to = { { 10, 10 } } }, wrong) end,
      flee = function() map:field({ flee = { { 10, 10 } } }, wrong) end,
      reach = function() map:field({ from = { 10, 10 }, max_cost = 5 }, wrong) end,
      areas = function() map:areas(wrong) end,
      cut_off = function() map:cut_off({ { 10, 10 } }, wrong) end,
      search = function() map:search(1, 10, 10, 10, wrong) end,
      ticket = function() map:request_path(1, 10, 10, 10, wrong) end,
      sight = function() map:sight { { x = 1, y = 10, radius = "wrong" } } end,
    }
    for name, make in pairs(makers) do
      collectgarbage("stop")
      local made, why = pcall(make)
      local snapshot = world:snapshot()
      local hash = world:hash()
      busy.play(world)
      world:restore(snapshot)
      collectgarbage("restart")
      assert.is_false(made, name)
      assert.matches("wrong", why, name)
      assert.equal(hash, world:hash(), name)
    end
  end)

  it("are refused where they cannot be", function()
    local world, other = busy.world(1), busy.world(1)
    local snapshot = world:snapshot()
    assert.has_error(function() other:restore(snapshot) end,
      "bad argument #1 to 'restore' (the snapshot is of another world)")
    assert.has_error(function() world:restore(5) end,
      "bad argument #1 to 'restore' (a snapshot of the world expected, got 5)")
    assert.equal("snapshot of a world (tick 0)", tostring(snapshot))
    snapshot:close()
    snapshot:close()
    assert.equal("snapshot of a world (closed)", tostring(snapshot))
    assert.has_error(function() world:restore(snapshot) end,
      "bad argument #1 to 'restore' (the snapshot is closed)")
    local refused
    world:unit { player = "red", x = 15, y = 10, behaviour = function()
      refused = select(2, pcall(world.snapshot, world))
    end }
    repeat world:tick() until refused            -- others begin before it
    assert.matches("a world cannot be taken a snapshot of within its tick", refused)
  end)
end)

describe("what a snapshot takes up #quick", function()
  it("is what the one before it does not have", function()
    local world, list = small_world(". ."), {}
    for i = 1, 1000 do list[i] = i end
    world.data.list = list
    local one, two = world:snapshot(), world:snapshot()
    list[1] = 7
    local three = world:snapshot()
    local few, alone = rewind.bytes(two, one), rewind.bytes(two)
    assert.is_true(alone - few > 8 * 1000)
    assert.is_true(rewind.bytes(three, two) - few > 8 * 1000)
    assert.is_true(rewind.bytes(three) - alone < 1000)
  end)

  it("is also what its maps and boxes have copied", function()
    local image = small_world(". ."):snapshot()._image
    local function bytes(maps, boxes)
      local snapshot = { _image = image, _maps = {}, _boxes = {} }
      for i, copied in ipairs(maps) do snapshot._maps[i] = { snapshot = { copied = copied } } end
      for i, copied in ipairs(boxes) do snapshot._boxes[i] = { image = { copied = copied } } end
      return rewind.bytes(snapshot)
    end
    assert.equal(bytes({}, {}) + 30, bytes({ 20, 10 }, {}))
    assert.equal(bytes({}, {}) + 7, bytes({}, { 4, 3 }))
  end)
end)

describe("world:fork", function()
  it("makes a world that goes on alone, as the first one does", function()
    local world = busy.world(3)
    for _ = 1, 20 do busy.play(world) end
    local fork = assert(world:fork())
    for _ = 1, 20 do
      assert.equal(world:hash(), fork:hash())
      busy.play(world)
      busy.play(fork)
    end
    local hash = world:hash()
    for _ = 1, 5 do busy.play(fork) end
    assert.equal(hash, world:hash())
  end)

  it("returns why it cannot", function()
    local world = astar.world { map = busy.map() }
    world:unit { player = "red", x = 1, y = 10, behaviour = function() end }
    local fork, message = world:fork()
    assert.is_nil(fork)
    assert.matches("is a function without a name", message)
  end)
end)
