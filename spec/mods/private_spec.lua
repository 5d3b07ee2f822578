-- Which influence maps a mod may read: those that belong to nobody, to its player, or to one that
-- shares its knowledge with it.

local astar = require "astar"
local says = require "support.says"
local small_world = require "support.small_world"

local FILES = {
  ["mod.lua"] = [[return { name = "spy", version = "1", behaviours = { it = "it.lua" } }]],
  ["it.lua"] = [[
    local plans = { influence = { plans = 1 } }
    local CALLS = {
      path = function(unit) return unit:path(3, 3, plans) end,
      reachable = function(unit) return unit:reachable(3, 3, plans) end,
      request = function(unit) return unit:find(3, 3, plans) end,
      nearest = function(unit) return unit:nearest({ { 3, 3 } }, plans) end,
      blocked = function(unit) return unit:path(3, 3):blocked(plans) end,
      follow = function(unit) return unit:take(unit:path(3, 3), plans) end,
      find_nearest = function(unit) return unit:find_nearest({ { 3, 3 } }, plans) end,
      places = function(unit) return unit:positions { from = { within = 1 }, query = plans } end,
      group = function(unit)
        return unit.world:group({ units = { unit }, influence = plans.influence }):disband()
      end,
      march = function(unit)
        local group = unit.world:group { units = { unit } }
        local ok, why = pcall(group.go, group, 3, 3, plans)
        group:disband()
        return ok or why
      end,
    }
    return function(unit)
      while true do
        unit.data.read, unit.data.open = unit:influence("plans", 2, 1), unit:influence("open", 2, 1)
        for name, call in pairs(CALLS) do
          unit.data[name] = tostring((select(2, pcall(call, unit))))
        end
        unit:wait(1)
      end
    end]],
}
local CALLS = { "path", "reachable", "request", "nearest", "blocked", "follow", "find_nearest",
  "places", "group", "march" }

local function spies()
  local world = small_world(("....\n"):rep(3))
  assert(world:mod { name = "spy", files = FILES })
  world:unit { player = "red", x = 1, y = 1, behaviour = "spy.it" }
  world:unit { player = "blue", x = 4, y = 1, behaviour = "spy.it" }
  world:influence("plans", { player = "red" }):set(2, 1, 7)
  world:influence("open"):set(2, 1, 9)
  return world
end

local function refused(data)
  for _, call in ipairs(CALLS) do
    assert.matches("the influence map 'plans' is another player's", tostring(data[call]), 1, true)
  end
  assert.same({ nil, 9 }, { data.read, data.open })
end

local function allowed(data)
  for _, call in ipairs(CALLS) do
    assert.is_nil(tostring(data[call]):find("another player's", 1, true), call)
  end
  assert.same({ 7, 9 }, { data.read, data.open })
end

describe("an influence map of a player #quick", function()
  it("can be read by the player's mods, and by no others", function()
    local world = spies()
    world.run(4)
    allowed(world:unit(1).data)
    refused(world:unit(2).data)
    assert.same({}, world.reports)
  end)

  it("is shared with the player's knowledge, and can be made everyone's", function()
    local world = spies()
    world:player("red"):share(world:player("blue"))
    world.run(4)
    allowed(world:unit(2).data)
    world:player("red"):share(world:player("blue"), false)
    world.run(4)
    refused(world:unit(2).data)
    world:influence("plans", { decay = 1 })
    world.run(4)
    refused(world:unit(2).data)
    world:influence("plans", { player = false })
    world.run(4)
    allowed(world:unit(2).data)
  end)

  it("is the player's in a saved world, and after the player was removed", function()
    local world = spies()
    local loaded = assert(astar.read_world(assert(world:save()),
      { setup = function(other) assert(other:mod { name = "spy", files = FILES }) end }))
    for _ = 1, 4 do loaded:tick() end
    refused(loaded:unit(2).data)
    allowed(loaded:unit(1).data)
    world:unit(1):remove()
    world:player("red"):remove()
    world.run(4)
    refused(world:unit(2).data)
  end)

  it("has no weight, which all queries would include", function()
    local world = spies()
    local problem = "influence: 'weight' of a player's map: all queries would count it"
    says(problem, function() world:influence("plans", { weight = 2 }) end)
    says(problem, function() world:influence("other", { weight = 2, player = "red" }) end)
    assert.equal(0, world:influence("plans").weight)
  end)
end)
