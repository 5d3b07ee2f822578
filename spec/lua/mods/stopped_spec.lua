-- What becomes of a mod whose machine has stopped, as it does in the vault where one instruction
-- takes longer than what is left to end a call. In the stock sandbox none does.

local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local small_world = require "support.small_world"

local STOPS = [[
  return function(unit)
    while true do
      unit.data.turns = unit.data.turns + 1
      if unit.data.turns == 2 then (('a'):rep(800)):find('.-.-.-.-b') end
      unit:sleep(1)
    end
  end]]

local AGAIN = "mod 'test' 1: its machine has stopped, so the units of player 'red' begin again"

local function new_world()
  local world = small_world(". . . . . . . .")
  assert(modded(world, STOPS, { instructions = 100000 }))
  local function unit(x, turns)
    return world:unit { player = "red", x = x, y = 1, behaviour = "test.it",
      data = { turns = turns } }
  end
  return world, unit(1, 100), unit(3, 1)
end

kind.stock.describe("a mod with a long instruction", function()
  it("goes on", function()
    local world, one, other = new_world()
    world.run(10)
    assert.same({}, world.reports)
    assert.same({ 110, 11 }, { one.data.turns, other.data.turns })
  end)
end)

kind.vault.describe("a mod whose machine has stopped", function()
  local world, one, other

  before_each(function()
    world, one, other = new_world()
    world:tick()
    assert.matches("too many instructions in one", world.reports[1].text)
    assert.equal(1, #world.reports)
    other.data.turns = 100                       -- it does not stop once more
  end)

  it("begins again in the next tick, and rests for some", function()
    world.run(20)
    assert.equal(AGAIN, world.reports[2].text)
    assert.equal(2, #world.reports)
    assert.same({ 111, 110 }, { one.data.turns, other.data.turns })
  end)

  it("has nothing to clean up for a unit that is removed before that", function()
    one:remove()
    other:behave(nil)
    world.run(20)
    assert.equal(AGAIN, world.reports[2].text)
    assert.equal(2, #world.reports)
  end)

  it("begins again before a snapshot, which brings it back as it is then", function()
    local snapshot = world:snapshot()
    assert.equal(AGAIN, world.reports[2].text)
    world.run(20)
    local turns = one.data.turns
    world:restore(snapshot)
    world.run(20)
    assert.equal(turns, one.data.turns)
    assert.equal(2, #world.reports)
  end)
end)
