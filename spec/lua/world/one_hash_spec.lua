-- One hash: a fixed battle in Lua. The hashes stand here, and hold for PUC Lua and LuaJIT, for any
-- number of threads, compiler and optimisation. What changes one on purpose changes it here, and
-- the change is looked at. For searches, and for other processors, see spec/c/one_hash.c.

local busy = require "support.busy_world"
local check_constant = require "support.constant"

local HASHES = { [0] = "4a1daeefcc6e9ed7", [50] = "bdb42997e4ed2369", [150] = "ac876cde25d0b510" }

describe("a fixed battle #quick", function()
  for threads = 1, 3 do
    it(("has the hashes that are written here, with %d threads"):format(threads), function()
      local world = busy.world(5)
      world.threads = threads
      for tick = 0, 150 do
        if HASHES[tick] then check_constant(HASHES[tick], world:hash()) end
        busy.play(world)
      end
      assert.equal(151, world.ticks)
    end)
  end

  it("has the same hashes in heavy mode", function()
    local world = busy.world(5)
    world.heavy = { every = 5 }
    for _ = 1, 40 do busy.play(world) end
    check_constant("1cbf4a6fb1cfa750", world:hash())
  end)
end)
