-- The units around a place, against a look at every unit.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"
local says = require "support.says"

local function ids(list)
  local order = {}
  for i, unit in ipairs(list) do order[i] = unit.id end
  return table.concat(order, " ")
end

local function gap(a, length_a, b, length_b)
  return math.max(0, b - (a + length_a - 1), a - (b + length_b - 1))
end

--- The same, by going through all units.
local function by_hand(map, place, radius, wanted)
  local near = {}
  for unit in map:units() do
    local size = unit.class.size
    local far = math.max(gap(place.x, place.size, unit.x, size),
      gap(place.y, place.size, unit.y, size))
    if far <= radius and wanted(unit) then
      near[#near + 1] = { unit = unit, far = far }
    end
  end
  table.sort(near, function(a, b)
    if a.far ~= b.far then return a.far < b.far end
    a, b = a.unit, b.unit
    return a.y < b.y or a.y == b.y and a.x < b.x
  end)
  for i, one in ipairs(near) do near[i] = one.unit end
  return near
end

describe("the units near a place #quick", function()
  it("come the nearest first, then in reading order: ids would tell which is older", function()
    local map = astar.map { width = 9, height = 9 }
    local red = map:player "red"
    for _, at in ipairs { { 9, 9 }, { 6, 5 }, { 5, 5 }, { 4, 4 }, { 5, 7 }, { 1, 1 } } do
      red:unit { x = at[1], y = at[2] }
    end
    assert.equal("3 4 2 5", ids(map:units_near(5, 5, 2)))
    assert.equal("3 4 2 5 6 1", ids(map:units_near(5, 5, 2 ^ 31 - 1)))
    assert.equal("", ids(map:units_near(1, 9, 3)))
    assert.equal("3 4 5", ids(map:unit_at(6, 5):units_near(2)))
  end)

  it("are those that a player may know of, of the side that is asked for", function()
    local map = maps.read [[
      . . . # . .
      . . . # . .
      . . . . . .
    ]]
    local red, blue, green = map:player "red", map:player "blue", map:player "green"
    local unit = red:unit { x = 1, y = 1, sight = 5 }
    red:unit { x = 5, y = 1 }
    blue:unit { x = 6, y = 1 }
    blue:unit { x = 3, y = 2 }
    green:unit { x = 6, y = 2 }
    green:share(red)
    map:tick()
    assert.equal("1 4 2 3 5", ids(map:units_near(1, 1, 9)))
    assert.equal("1 4 2 5", ids(map:units_near(1, 1, 9, red)))
    assert.equal("4 2 5", ids(unit:units_near(9)))
    assert.equal("2 5", ids(unit:units_near(9, "friends")))
    assert.equal("4", ids(unit:units_near(9, "enemies")))
    assert.equal("1 2 5", ids(map:units_near(1, 1, 9, red, "friends")))
    assert.is_true(green:shares(red))
    assert.is_true(red:shares(red))
    assert.is_false(red:shares(green))
  end)

  it("are the same whether cells or units are looked at", function()
    local random = new_random(5)
    for _ = 1, 40 do
      local map = astar.map { width = 30, height = 20 }
      local players = { map:player "red", map:player "blue" }
      local classes = { map:class {}, map:class { size = 2 }, map:class { size = 3 } }
      for _ = 1, random:int(1, 120) do
        local player, class = players[random:int(1, 2)], classes[random:int(1, 3)]
        player:unit { x = random:int(1, 27), y = random:int(1, 17), class = class }
      end
      for _ = 1, 20 do
        local place = { x = random:int(1, 30), y = random:int(1, 20), size = 1 }
        local radius = random:int(1, 12) - 1
        assert.equal(ids(by_hand(map, place, radius, function() return true end)),
          ids(map:units_near(place.x, place.y, radius)))
      end
      for unit in players[1]:units() do
        local place = { x = unit.x, y = unit.y, size = unit.class.size }
        local function own(one) return one ~= unit and one.player == players[1] end
        assert.equal(ids(by_hand(map, place, 4, own)), ids(unit:units_near(4, "friends")))
      end
    end
  end)

  it("are asked for in order", function()
    local map = astar.map { width = 3, height = 3 }
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    says("#3 to 'units_near' (radius = -1 is out of range", function() map:units_near(1, 1, -1) end)
    says("#1 to 'units_near' (x = 4 is outside the map", function() map:units_near(4, 1, 1) end)
    says("side = 'foes' is not", function() unit:units_near(1, "foes") end)
    says("'player' is missing", function() map:units_near(1, 1, 1, nil, "enemies") end)
    says("player = 7 is not a player", function() map:units_near(1, 1, 1, 7) end)
    local other = astar.map { width = 3, height = 3 }:player "red"
    says("the player is of another map", function() map:units_near(1, 1, 1, other) end)
    assert.is_false(unit.removed or red.removed)
    red:remove()
    assert.is_true(unit.removed and red.removed)
  end)
end)
