--- How many behaviours begin in a tick, and whose.

local core = require "astar.core"
local small_world = require "support.small_world"

local FIELD = ((". "):rep(30) .. "\n"):rep(6)

describe("behaviours that begin #quick", function()
  -- Units that note when they begin: world, begun. begun[tick] lists ids.
  local function crowd(budget, players)
    local world, begun = small_world(FIELD, { budget = budget }), {}
    world:behaviour("note", function(unit)
      local list = begun[world.ticks] or {}
      begun[world.ticks] = list
      list[#list + 1] = unit.id
      unit:sleep()
    end)
    for i, player in ipairs(players) do
      world:unit { player = player, x = (i - 1) % 30 + 1, y = math.ceil(i / 30),
        behaviour = "note" }
    end
    return world, begun
  end

  local function many(count, player)
    local list = {}
    for i = 1, count do list[i] = player or "red" end
    return list
  end

  local function counts(begun, ticks)
    local list = {}
    for i = 1, ticks do list[i] = #(begun[i] or {}) end
    return list
  end

  local function ids(first, last)
    local list = {}
    for id = first, last do list[#list + 1] = id end
    return list
  end

  it("are one for 128 nodes of the budget, by their ids", function()
    local world, begun = crowd(128 * 50 + 127, many(120))
    world.run(4)
    assert.same({ ids(1, 50), ids(51, 100), ids(101, 120) }, begun)
  end)

  it("are thirty-two of each player at least", function()
    local players = many(40)
    for _ = 1, 20 do players[#players + 1] = "blue" end
    local world, begun = crowd(0, players)
    world.run(3)
    assert.same({ 52, 8, 0 }, counts(begun, 3))
  end)

  it("are not those that have begun", function()
    local world, count = small_world(FIELD, { budget = 0 }), 0
    for i = 1, 50 do
      world:unit { player = "red", x = math.ceil(i / 2), y = 1 + i % 2, behaviour = function(one)
        one:sleep()
        count = count + 1
      end }
    end
    world.run(2)
    for unit in world:units() do unit:rouse() end
    world:tick()
    assert.equal(50, count)
  end)

  it("have what the queue leaves, and a quarter of the budget", function()
    local work, used = core.metatables.map.methods.work, 128 * 130
    core.metatables.map.methods.work = function() return 0, used end
    local world, begun = crowd(128 * 200, many(150))
    world:tick()
    used = 128 * 190
    world:tick()
    core.metatables.map.methods.work = work
    assert.same({ 70, 50 }, counts(begun, 2))
  end)

  it("are those of all players in turn", function()
    local players = many(100)
    for _ = 1, 50 do players[#players + 1] = "blue" end
    local world, begun = crowd(128 * 91, players)
    world.run(2)
    local first, second = ids(1, 46), ids(47, 100)
    for id = 101, 145 do first[#first + 1] = id end
    for id = 146, 150 do second[#second + 1] = id end
    assert.same({ first, second }, begun)
  end)

  it("are those first that were given first", function()
    local world, begun = crowd(0, many(36))
    world:tick()
    for _, id in ipairs { 2, 1 } do world:unit(id):order("note") end
    world:tick()
    assert.same({ 1, 2, 33, 34, 35, 36 }, begun[2])
    for id = 1, 36 do world:unit(id):order("note") end
    world:tick()
    world:unit(36):order("note")                 -- it waits already
    world:tick()
    assert.same({ ids(3, 34), { 1, 2, 35, 36 } }, { begun[3], begun[4] })
  end)

  it("hear what they were told while they waited", function()
    local world = small_world(FIELD, { budget = 0 })
    local heard
    for i = 1, 32 do
      world:unit { player = "red", x = math.ceil(i / 2), y = 1 + i % 2,
        behaviour = function(one) one:sleep() end }
    end
    local last = world:unit { player = "red", x = 20, y = 1,
      behaviour = function(one) heard = { one:event "knock" } end }
    last:tell("knock", 1)
    world:tick()
    assert.is_nil(heard)
    last:tell("knock", 2)
    world:tick()
    assert.same({ true, 1 }, heard)
  end)

  it("leave out units that have gone or are to do nothing any more", function()
    local world, begun = crowd(0, many(80))
    world:tick()
    for id = 33, 36 do world:unit(id):remove() end
    for id = 37, 40 do world:unit(id):behave(nil) end
    world:unit(41):order("note")
    world:tick()
    assert.same(ids(41, 72), begun[2])
  end)

  it("all have their turn in a world that is saved in each tick", function()
    local world, begun = crowd(0, many(40))
    local had, count = {}, 0
    for tick = 1, 40 do
      assert(world:save())
      world:tick()
      for _, id in ipairs(begun[tick]) do
        if not had[id] then had[id], count = true, count + 1 end
      end
    end
    assert.equal(40, count)
  end)
end)
