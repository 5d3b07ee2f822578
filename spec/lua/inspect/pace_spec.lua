--- How many ticks are due: pause, steps, speed.

local Pace = require "astar.inspect.pace"

describe("a pace #quick", function()
  it("leaves the game's own ticks alone, and keeps parts of them", function()
    local pace = Pace.new()
    assert.equal(1, pace:due(1))
    assert.equal(3, pace:due(3))
    local sum = 0
    for _ = 1, 60 do sum = sum + pace:due(20 / 60) end
    assert.equal(20, sum)
    assert.equal(0, pace:due(0))
  end)

  it("pauses, and makes steps", function()
    local pace = Pace.new()
    pace:pause(true)
    assert.equal(0, pace:due(1))
    pace:step(1)
    pace:step(2)
    assert.equal(3, pace:due(1))
    assert.equal(0, pace:due(1))
    pace:pause(false)
    assert.equal(1, pace:due(1))
    pace:step(1)                                   -- pauses, too
    assert.equal(1, pace:due(5))
    assert.equal(0, pace:due(5))
  end)

  it("is slower and faster", function()
    local pace, sum = Pace.new(), 0
    pace:set_speed(0.25)
    for _ = 1, 8 do sum = sum + pace:due(1) end
    assert.equal(2, sum)
    pace:set_speed(4)
    assert.equal(4, pace:due(1))
    pace:set_speed(1000)
    assert.equal(16, pace:due(1))
    assert.equal(100, pace:due(1000))             -- a long frame is no reason to stand still
    pace:set_speed(0)
    for _ = 1, 15 do assert.equal(0, pace:due(1)) end
    assert.equal(1, pace:due(1))
    pace:reset()
    assert.equal(1, pace:due(1))
    for _, begin in ipairs { Pace.new, function() pace:reset() return pace end } do
      pace = begin()
      pace.is_paused = true
      assert.equal(0, pace:due(1))
    end
  end)
end)
