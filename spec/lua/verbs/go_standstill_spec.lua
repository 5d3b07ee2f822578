-- unit:go ends: on maps of corridors and dead ends, where units may have no way past one another,
-- each of them comes to its goal or is told why not.

local cases = require "support.cases"
local standstill = require "support.standstill"

local WAIT_LIMIT = 4000         -- the ticks of so many steps, after which each unit has been told
local TOLD = { there = true, crowded = true, stuck = true }

local function play(scene)
  local ticks, told = standstill.play_world(scene,
    math.ceil(WAIT_LIMIT / standstill.slowest(scene)))
  for _, what in pairs(told) do
    if not TOLD[what] then return nil end
  end
  return ticks
end

local function search(traits, seeds)
  local options = { holds = standstill.is_any, share = 0.6, traits = traits }
  local found = standstill.search(cases.of(seeds), 25, options, play)
  if found then error(found, 0) end
end

describe("in corridors and dead ends each unit:go ends,", function()
  it("of units of one speed", function() search({}, 3) end)

  it("of units of different speeds, one after the other", function()
    search({ speed = true, start = true, priority = true }, 2)
  end)

  it("of two that can never pass each other", function()
    local scene = standstill.read("A...B B...A", { diagonal = "never" })
    local ticks, told = standstill.play_world(scene, WAIT_LIMIT)
    assert.is_number(ticks)
    assert.same({ "crowded", "crowded" }, told)
  end)
end)
