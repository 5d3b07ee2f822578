--- The pages that look at a world: when one is gone, and when nobody looks any more.

local Viewers = require "astar.inspect.viewers"
local small_world = require "support.small_world"

local function new_viewers() return Viewers.new(small_world "....", {}) end

describe("the pages that look #quick", function()
  it("have a number each, and are forgotten 8 seconds after the last question", function()
    local viewers = new_viewers()
    local first, second = viewers:add(0), viewers:add(1)
    assert.same({ 1, 2 }, { first.number, second.number })
    assert.equal(first, viewers:find(1, 2))
    assert.is_nil(viewers:find(3, 2))
    assert.is_true(viewers:look_after(9))
    assert.equal(second, viewers:find(2, 9))
    assert.is_true(viewers:look_after(10))
    assert.is_true(viewers:look_after(10.5))
    assert.is_nil(viewers:find(1, 10.5))
    assert.is_true(viewers:look_after(17))
    assert.is_truthy(viewers.world._recording)
    assert.is_false(viewers:look_after(17.5))
    assert.is_falsy(viewers.world._recording)
  end)

  it("are gone 2 seconds after they were left: they may be loaded again", function()
    local viewers = new_viewers()
    viewers:add(0)
    local other = viewers:add(0)
    viewers:leave(1, 5)
    assert.is_true(viewers:look_after(7))
    assert.is_truthy(viewers:find(1, 7))          -- it is loaded again
    viewers:leave(1, 7.5)
    viewers:find(other.number, 9)
    assert.is_true(viewers:look_after(9.5))
    assert.is_truthy(viewers:find(1, 1))
    viewers:leave(1, 7.5)
    assert.is_true(viewers:look_after(9.6))
    assert.is_nil(viewers:find(1, 9.6))
    assert.equal(other, viewers:find(2, 9.6))
  end)

  it("are 8 at most: the first gives way", function()
    local viewers = new_viewers()
    for _ = 1, 9 do viewers:add(0) end
    assert.is_nil(viewers:find(1, 0))
    assert.equal(2, viewers:find(2, 0).number)
    assert.equal(8, #viewers.list)
    assert.equal(9, viewers:find(9, 0).number)
  end)

  it("are like one for 2 seconds after a question of a page that was forgotten", function()
    local viewers = new_viewers()
    assert.is_false(viewers:look_after(0))
    viewers:ask(1)
    assert.is_true(viewers:look_after(3))
    assert.is_false(viewers:look_after(3.5))
    assert.is_false(viewers:look_after(2))        -- that question is past
  end)

  it("begin again with a heading where the recording is another one", function()
    local viewers = new_viewers()
    local viewer, heading = viewers:add(0)
    assert.equal(0, heading.first)
    assert.is_nil((select(2, viewers:news(viewer))))
    viewers:close()
    assert.is_falsy(viewers.world._recording)
    assert.same(heading, (select(2, viewers:news(viewer))))
  end)
end)
