-- Claims pay: units that take notice of their comrades' ways lose fewer ticks to each other.

local astar = require "astar"
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

  it("are those of the comrade's present way, from where it is", function()
    local map = astar.map { width = 9, height = 1, terrains = { plain = 10 }, fill = "plain" }
    local red = map:player("red"):reveal()
    local unit, comrade = red:unit { x = 1, y = 1 }, red:unit { x = 3, y = 1, speed = 1 }
    local long, short = map:path(3, 1, 9, 1), map:path(3, 1, 5, 1)
    comrade:follow_path(long)
    assert.equal(80 + 70, unit:path(9, 1).cost)
    comrade:follow_path(short)
    assert.equal(80 + 30, unit:path(9, 1).cost)
    map:tick()
    assert.equal(80 + 20, unit:path(9, 1).cost)
    assert.equal(80, unit:path(9, 1, { claims = false }).cost)
    assert.equal(80 + 20, unit:path(9, 1).cost)
  end)
end)
