-- Verbs are called by the behaviour of their unit. Called by anything else each of them is an error
-- that names it, and has done nothing: no walk has begun, no group has another member.

local small_world = require "support.small_world"
local verbs = require "astar.verbs"

local FIELD = ("..........\n"):rep(8)

local function nothing() return true end

local CALLS = {
  wait = function(unit) return unit:wait(3) end,
  await = function(unit) return unit:await("healed", 3) end,
  watch = function(unit) return unit:watch(2, nothing, nothing) end,
  walk = function(unit) return unit:walk(unit:path(8, 6)) end,
  go = function(unit) return unit:go(8, 6) end,
  patrol = function(unit) return unit:patrol { { x = 8, y = 6 }, { x = 1, y = 6 } } end,
  approach = function(unit, foe) return unit:approach(foe) end,
  chase = function(unit, foe) return unit:chase(foe) end,
  follow = function(unit, foe) return unit:follow(foe) end,
  flee = function(unit, foe) return unit:flee { foe } end,
  retreat = function(unit) return unit:retreat { { x = 8, y = 6 } } end,
  explore = function(unit) return unit:explore() end,
  gather = function(unit) return unit:gather { { x = 8, y = 6 } } end,
  engage = function(unit, foe) return unit:engage(foe) end,
  defend = function(unit, foe) return unit:defend(foe, 5, nothing, nothing) end,
  guard = function(unit, foe) return unit:guard(foe) end,
  escort = function(unit, foe) return unit:escort(foe) end,
  attack_move = function(unit) return unit:attack_move(8, 6) end,
  take_cover = function(unit, foe) return unit:take_cover(foe) end,
  flank = function(unit, foe) return unit:flank(foe) end,
  ambush = function(unit) return unit:ambush { x = 8, y = 6 } end,
  harass = function(unit, foe) return unit:harass(foe) end,
  hold = function(unit) return unit:hold { x = 8, y = 6 } end,
  hold_formation = function(unit) return unit:hold_formation() end,
}

-- With everything that a verb might change before it notices.
local function hash(world)
  return world:hash() .. world.map:hash() .. world.map:_queue_hash()
end

describe("a verb that no behaviour calls", function()
  for _, near in ipairs { "beside", "far away" } do
    it("is an error and does nothing, its target " .. near, function()
      for name in pairs(verbs) do
        local world = small_world(FIELD)
        local unit = world:unit { player = "red", x = 1, y = 1, sight = 9 }
        local foe = world:unit { player = "blue", x = near == "beside" and 2 or 9, y = 2 }
        local group = world:group { units = { unit } }
        group:go(9, 8)
        local before = hash(world)
        local ok, message = pcall(assert(CALLS[name], name), unit, foe)
        assert.is_false(ok, name)
        assert.matches("can only be called by the unit's behaviour", message, 1, true)
        assert.equal(before, hash(world), name)
        assert.equal("standing", unit.state, name)
        world.run(3)
        assert.same({}, world.reports)
      end
    end)
  end
end)
