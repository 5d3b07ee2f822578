-- Which ticks a timeline has taken snapshots in.

local SnapshotTicks = require "astar.rewind.snapshot_ticks"
local new_random = require "support.random"

-- The ticks of a set up to one, as text.
local function list_of(has, most)
  local list = {}
  for tick = 0, most do
    if has(tick) then list[#list + 1] = tick end
  end
  return table.concat(list, " ")
end

describe("the ticks of snapshots #quick", function()
  it("are those that were added, however far apart they are", function()
    local random, steps = new_random(3), { 1, 1, 1, 4, 4, 7 }
    local ticks, set, tick = SnapshotTicks.new(), {}, 0
    for _ = 1, 300 do
      if random:chance(0.1) then                 -- back to a tick, and on from there
        tick = random:int(0, tick)
        ticks:forget_later(tick)
        for later in pairs(set) do set[later] = later <= tick and true or nil end
      else
        tick = tick + random:pick(steps)
        ticks:add(tick)
        ticks:add(tick)
        set[tick] = true
      end
      local expected = list_of(function(one) return set[one] end, tick + 9)
      assert.equal(expected, list_of(function(one) return ticks:has(one) end, tick + 9))
    end
  end)

  it("take no more memory where they are as far apart as before", function()
    local ticks = SnapshotTicks.new()
    ticks:add(0)
    for tick = 13, 2000, 20 do ticks:add(tick) end
    collectgarbage()
    local before = collectgarbage "count"
    for tick = 2013, 400000, 20 do ticks:add(tick) end
    collectgarbage()
    assert.is_true(collectgarbage "count" - before < 40)  -- LuaJIT compiles something
    assert.same({ true, true, false, true }, { ticks:has(0), ticks:has(33), ticks:has(34),
      ticks:has(399993) })
  end)

  it("are forgotten at last where they are anywhere, the oldest first", function()
    local ticks, tick = SnapshotTicks.new(), 0
    for i = 1, 20000 do
      tick = tick + i % 7 + 1
      ticks:add(tick)
    end
    assert.is_false(ticks:has(2))
    assert.is_true(ticks:has(tick) and ticks:has(tick - 20000 % 7 - 1))
  end)
end)
