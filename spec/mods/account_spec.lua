-- Whatever a mod makes the host do or keep is charged to it, and refused when it is spent.

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
    assert(held() - before < 20000)
  end)

  it("wake who means to be woken after they were made again", function()
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
