-- Beats: which ticks a timeline has taken snapshots in.

local Beats = require "astar.rewind.beats"
local new_random = require "support.random"

-- The ticks of a set up to one, as text.
local function list_of(has, most)
  local list = {}
  for tick = 0, most do
    if has(tick) then list[#list + 1] = tick end
  end
  return table.concat(list, " ")
end

describe("beats #quick", function()
  it("are those that were added, however far apart they are", function()
    local random, steps = new_random(3), { 1, 1, 1, 4, 4, 7 }
    local beats, set, tick = Beats.new(), {}, 0
    for _ = 1, 300 do
      if random:chance(0.1) then                 -- back to a tick, and on from there
        tick = random:int(0, tick)
        beats:forget_later(tick)
        for later in pairs(set) do set[later] = later <= tick and true or nil end
      else
        tick = tick + random:pick(steps)
        beats:add(tick)
        beats:add(tick)
        set[tick] = true
      end
      local expected = list_of(function(one) return set[one] end, tick + 9)
      assert.equal(expected, list_of(function(one) return beats:has(one) end, tick + 9))
    end
  end)

  it("take no more memory where they are as far apart as before", function()
    local beats = Beats.new()
    beats:add(0)
    for tick = 13, 2000, 20 do beats:add(tick) end
    collectgarbage()
    local before = collectgarbage "count"
    for tick = 2013, 400000, 20 do beats:add(tick) end
    collectgarbage()
    assert.is_true(collectgarbage "count" - before < 40)  -- LuaJIT compiles something
    assert.same({ true, true, false, true }, { beats:has(0), beats:has(33), beats:has(34),
      beats:has(399993) })
  end)

  it("are forgotten at last where they are anywhere, the oldest first", function()
    local beats, tick = Beats.new(), 0
    for i = 1, 20000 do
      tick = tick + i % 7 + 1
      beats:add(tick)
    end
    assert.is_false(beats:has(2))
    assert.is_true(beats:has(tick) and beats:has(tick - 20000 % 7 - 1))
  end)
end)
