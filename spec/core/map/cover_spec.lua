-- The nearest cover, against all places that are hidden and what it costs to come there.

local astar = require "astar"
local random = require "support.random"
local says = require "support.says"

local function random_map(numbers, width, height, walls)
  local map = astar.map{ width = width, height = height,
    terrains = { plain = 10, swamp = 35, bush = { cost = 20, opaque = true },
      wall = false } }
  local kinds = { "wall", "bush", "swamp" }
  for _ = 1, walls do
    map:set(numbers:int(1, width), numbers:int(1, height), kinds[numbers:int(1, 3)])
  end
  return map
end

local function random_eyes(numbers, map)
  local eyes = {}
  for i = 1, numbers:int(1, 6) do
    eyes[i] = { numbers:int(1, map.width), numbers:int(1, map.height), numbers:int(0, 12) }
  end
  return eyes
end

local function is_hidden(map, sight, x, y, size)
  for dy = 0, size - 1 do
    for dx = 0, size - 1 do
      if x + dx > map.width or y + dy > map.height or sight:count(x + dx, y + dy) > 0 then
        return false
      end
    end
  end
  return true
end

-- What the cheapest hidden place costs, by looking at all of them.
local function cheapest(map, sight, x, y, class)
  local field, best = map:field({ from = { x, y } }, { class = class }), nil
  for to_x, to_y, cost in field:cells() do
    local better = is_hidden(map, sight, to_x, to_y, class.size) and (not best or cost < best)
    if better then best = cost end
  end
  return best
end

describe("nearest{ hidden_from = sight } #quick", function()
  it("is the cheapest place that no eye sees", function()
    local found_some, found_none = 0, 0
    for seed = 1, 150 do
      local numbers = random(seed)
      local map = random_map(numbers, 24, 18, 20 + seed % 70)
      local class = map:class{ size = 1 + seed % 3 }
      local sight = map:sight(random_eyes(numbers, map))
      local x, y = numbers:int(1, 20), numbers:int(1, 15)
      local found, code = map:nearest(x, y, { hidden_from = sight }, { class = class })
      if code ~= "start_blocked" then
        local best = cheapest(map, sight, x, y, class)
        assert.equal(best, found and found.path.cost, "seed " .. seed)
        if found then
          assert.is_true(is_hidden(map, sight, found.x, found.y, class.size))
          found_some = found_some + 1
        else
          assert.equal("unreachable", code)
          found_none = found_none + 1
        end
      end
    end
    assert.is_true(found_some > 60 and found_none > 0, found_some .. ", " .. found_none)
  end)

  it("is where one stands, if that is hidden", function()
    local map = astar.map{ rows = { "..#.." } }
    local found = map:nearest(5, 1, { hidden_from = map:sight{ { 1, 1, 9 } } })
    assert.same({ 5, 1, 0 }, { found.x, found.y, found.path.cost })
  end)

  it("may be wanted in numbers, and for a unit", function()
    local map = astar.map{ rows = { "....#...", "........" } }
    local red = map:player "red":reveal()
    local unit = red:unit{ x = 1, y = 2 }
    local sight = map:sight{ { 1, 1, 9 } }
    local list = unit:nearest({ hidden_from = sight }, nil, 2)
    assert.equal(2, #list)
    for _, one in ipairs(list) do assert.equal(0, sight:count(one.x, one.y)) end
  end)

  it("lets a callback neither close nor lose the sight", function()
    local map = astar.map{ rows = { "....#..." , "........" } }
    local goals = { hidden_from = map:sight{ { 1, 1, 9 } } }
    says("map is locked while a callback runs", function()
      map:nearest(1, 1, goals, { extra_cost = function() goals.hidden_from:close() end })
    end)
    local found = map:nearest(1, 1, goals, { extra_cost = function()
      goals.hidden_from = nil
      collectgarbage()
    end })
    assert.is_true(found.x > 5)
  end)

  it("checks the sight", function()
    local map = astar.map{ width = 5, height = 5 }
    local sight = map:sight{}
    says("bad argument #3 to 'nearest' (sight expected, got 7)", function()
      map:nearest(1, 1, { hidden_from = 7 })
    end)
    says("#3 to 'nearest' (the sight is of another map)", function()
      astar.map{ width = 5, height = 5 }:nearest(1, 1, { hidden_from = sight })
    end)
    sight:close()
    says("the sight is closed", function() map:nearest(1, 1, { hidden_from = sight }) end)
  end)
end)
