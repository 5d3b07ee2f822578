-- lua/astar/inspect/watch.lua: what a watch takes over of the mod that it looks at.

local kind = require "support.sandbox_kind"
local modded = require "support.modded"
local small_world = require "support.small_world"
local Watch = require "astar.inspect.watch"

describe("a watch of a mod's unit #quick", function()
  it("knows the classes that the mod knows, and tells it of none", function()
    local world = small_world(". . . . . .\n. . . . . .\n. . . . . .\n. . . . . .")
    local mod = assert(modded(world, [[
      return function(unit)
        local cost = unit.class:cost "plain"
        unit:sleep()
      end]]))
    local big = world.map:class { size = 2 }
    local huge = world.map:class { size = 3, costs = { plain = 20 } }
    local unit = world:unit { player = "red", x = 1, y = 1, class = big, behaviour = "test.it" }
    local other = world:unit { player = "red", x = 4, y = 1, class = huge }
    world:tick()
    local instance = mod:_part_of(unit.player).instance
    assert.same({ big }, instance.classes)
    local watch = Watch.new(world)
    for _ = 1, 2 do
      assert.equal("10", watch:evaluate(unit, "unit.class:cost 'plain'").words)
      assert.equal("3", watch:evaluate(unit, "world:unit_at(4, 1).class.size").words)
      assert.equal("20", watch:evaluate(unit, "world:unit_at(4, 1).class:cost 'plain'").words)
    end
    assert.same({ { big }, { [big] = 1 } }, { instance.classes, instance.class_numbers })
    assert.equal("3", watch:evaluate(other, "unit.class.size").words)     -- it has no mod
    instance.box = { kind = "vault", broken = true }
    assert.equal("the machine of its mod has stopped", watch:evaluate(unit, "1").wrong)
    watch:close()
  end)

  kind.vault.it("reads what the host keeps for the mod, and leaves it there", function()
    local world = small_world(". . . . . .\n. . # . . .\n. . . . . .")
    local mod = assert(modded(world, {
      ["mod.lua"] = [[return { name = "test", version = "1", behaviours = { it = "it.lua" } }]],
      ["kept.lua"] = "return {}",
      ["it.lua"] = [[
        local kept = require "kept"
        return function(unit)
          kept.path = unit:path(6, 1, { explain = true })
          kept.areas, kept.map = unit.world:areas(), unit.world:influence { "own" }
          kept.sight = unit.world:sight({ { x = 6, y = 3 } }, 9)
          unit:sleep()
        end]] }))
    local unit = world:unit { player = "red", x = 1, y = 1, sight = 9, behaviour = "test.it" }
    world:tick()
    local instance, watch = mod:_part_of(unit.player).instance, Watch.new(world)
    local last = instance.last
    for _ = 1, 2 do
      for text, words in pairs {
        ["unit:path(1, 3):explain(), #kept.path:explain()"] = "nil, 5",
        ["#kept.areas:list(), kept.sight:count(6, 3), kept.map:get(1, 1)"] = "1, 1, 1",
      } do
        local value = watch:evaluate(unit, 'local kept = require "kept" return ' .. text)
        assert.equal(words, value.words, value.wrong)
      end
    end
    assert.equal(last, instance.last)
    watch:close()
    assert.equal("areas", tostring(instance.grounds.list[1].object))
  end)
end)
