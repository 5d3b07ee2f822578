-- lua/astar/mods/instance.lua: what an instance of a mod has, and gives back.

local modded = require "support.modded"
local small_world = require "support.small_world"

describe("an instance of a mod that is closed #quick", function()
  it("closes its areas, sights, influence maps and its state", function()
    local world = small_world(". . . .\n. . . .")
    local mod = assert(modded(world, [[
      local kept
      return function(unit)
        local world = unit.world
        kept = { world:areas(), world:sight({ { x = 1, y = 1 } }, 2),
          world:influence { "sum", { "own" }, { "enemies" } } }
        unit:sleep()
      end]]))
    local unit = world:unit { player = "red", x = 1, y = 1, sight = 4, behaviour = "test.it" }
    world:tick()
    local instance, kept = mod:_part_of(unit.player).instance, {}
    for _, name in ipairs { "grounds", "sights", "maps" } do
      kept[name] = instance[name].list[1].object
    end
    assert.same({ "areas", "sight", 3 }, { tostring(kept.grounds), tostring(kept.sights),
      #kept.maps })
    assert.is_truthy(instance.canvas)
    instance:close()
    assert.same({ "areas (closed)", "sight (closed)" }, { tostring(kept.grounds),
      tostring(kept.sights) })
    for _, layer in ipairs(kept.maps) do assert.equal("influence (removed)", tostring(layer)) end
    for name in pairs(kept) do assert.same({}, instance[name].list) end
    assert.is_false(instance.canvas)
    assert.error_matches(function() instance.box:call("doing", 1) end, "the sandbox is closed")
  end)
end)

describe("the data of a unit, as a mod's state passes them on #quick", function()
  it("are refused where they make no sense", function()
    local world = small_world(". . . .")
    local mod = assert(modded(world, "return function(unit) unit:sleep() end"))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    local instance = mod:_part_of(unit.player).instance
    assert.has_error(function() instance:keep_change(instance.scripts[unit.id], "?") end,
      "what a mod's state has passed on makes no sense")
  end)
end)

describe("what a mod has asked for #quick", function()
  it("fails where it asked, if the library cannot find it out", function()
    local world = small_world(". . . .")
    local source = require "astar.positions.source"
    assert(modded(world, [[
      return function(unit)
        unit.data.ok, unit.data.said = pcall(unit.find_position, unit, { from = { within = 2 } })
        unit:sleep()
      end]]))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    local ask = source.ask
    source.ask = function() error("the ground has gone", 0) end
    for _ = 1, 4 do world:tick() end
    source.ask = ask
    assert.is_false(unit.data.ok)
    assert.matches("the ground has gone", unit.data.said)
  end)
end)
