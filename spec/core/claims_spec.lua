-- Claims pay: units that take notice of their comrades' ways lose fewer ticks to each other.

local game = require "bench.valley.game"

local function ticks_lost(seed, claims)
  local play = game.new { file = "examples/valley.txt", seed = seed, claims = claims }
  for _ = 1, 1200 do play:tick() end
  return play.map.waits
end

describe("claims", function()
  it("save at least half of the ticks lost to collisions in the valley", function()
    local with, without = 0, 0
    for seed = 1, 4 do
      with, without = with + ticks_lost(seed, true), without + ticks_lost(seed, false)
    end
    assert.is_true(with <= without / 2, ("%d with claims, %d without"):format(with, without))
  end)
end)
