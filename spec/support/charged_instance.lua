--- An instance of a mod, for specs of what the host charges it: charged_instance(units, picture) ->
-- instance, id. It writes down what it is charged, and answers as if it had no limits.

local Handles = require "astar.mods.handles"
local Instance = require "astar.mods.instance"
local numbers = require "astar.world.numbers"
local small_world = require "support.small_world"

-- Forty units on eight by five cells, beside as many that are free; an instance whose unit is the
-- 20th.
return function(units, picture)
  local world = small_world(picture or (("."):rep(16) .. "\n"):rep(5))
  for i = 0, (units or 40) - 1 do
    world:unit { player = "red", x = 1 + i % 8, y = 1 + math.floor(i / 8) }
  end
  local instance = { world = world, player = world:player "red", mod = { name = "test" },
    charged = {}, searched = {}, owed = 0, answers = {}, own = { nodes = 1000 },
    limits = { kept = 2 ^ 20, public = {} }, kept = {}, classes = {}, class_numbers = {},
    grounds = Handles.new("areas", 4), sights = Handles.new("sights", 8),
    maps = Handles.new("influence maps", 8), canvas = false, layers = 0 }
  instance.box = { used = 0, charge = function(_, count)
    instance.charged[#instance.charged + 1] = count
  end }
  instance.account = {
    search = function(_, _, nodes) instance.searched[#instance.searched + 1] = nodes end,
    flood = function(_, _, cells) instance.flooded = cells end,
    may_flood = function(_, cells)
      instance.asked = cells
      return true
    end,
    has_room = function() return true end,
    expect_room = function() end,
    owe = function(_, count) instance.owed = instance.owed + count end,
    keep = function(_, bytes) instance.kept[#instance.kept + 1] = bytes end,
    free = function(_, bytes) instance.kept[#instance.kept + 1] = -bytes end,
  }
  local unit = world:unit_at(math.min(4, units or 4), units and 1 or 3)
  instance.current = { unit = unit, keep_answer = function(_, paths)
    instance.answers[#instance.answers + 1] = paths
    return #instance.answers
  end }
  function instance.path_of() return instance.path end
  instance.check_influence = Instance.check_influence
  numbers.begin(world)
  instance.numbers, instance.unit_of = numbers.of(world, instance.player), Instance.unit_of
  instance.scripts = { [unit.id] = { unit = unit } }
  return instance, unit.id
end
