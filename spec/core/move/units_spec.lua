-- Units: orders, ticks, waiting, events; and that a run can be repeated.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local open_map, where, events = maps.open, maps.where, maps.events

local function ticks(map, n)
  for _ = 1, n do map:tick() end
end

describe("a unit #quick", function()
  local map, red, unit
  before_each(function()
    map = open_map(10, 5)
    red = map:player("red"):reveal()
    unit = red:unit { x = 2, y = 3, speed = 1 }
  end)

  it("stands where it was put, and has what it was given", function()
    local class = map:class { size = 2 }
    local other = red:unit { x = 5, y = 2, class = class, speed = 0.5, sight = 3 }
    assert.same({ 5, 2, "standing", 2 }, { other.x, other.y, other.state, other.id })
    assert.same({ 0.5, 3 }, { other.speed, other.sight })
    assert.equal(class, other.class)
    assert.equal(red, other.player)
    assert.is_nil(other.route)
    assert.same({ 0.25, nil }, { red:unit({ x = 1, y = 1 }).speed, unit.sight })
  end)

  it("cannot be put where it cannot stand, or another one does", function()
    map:set(4, 1, "wall")
    assert.same({ nil, "start_blocked" }, { red:unit { x = 4, y = 1 } })
    assert.same({ nil, "crowded" }, { red:unit { x = 2, y = 3 } })
    local big = { x = 1, y = 2, class = map:class { size = 2 } }
    assert.same({ nil, "crowded" }, { red:unit(big) })
    big.x = 10
    assert.same({ nil, "start_blocked" }, { red:unit(big) })
    assert.equal(unit, map:unit_at(2, 3))
  end)

  it("is found at each cell it covers", function()
    local big = red:unit { x = 5, y = 2, class = map:class { size = 2 } }
    for _, cell in ipairs { { 5, 2 }, { 6, 2 }, { 5, 3 }, { 6, 3 } } do
      assert.equal(big, map:unit_at(cell[1], cell[2]))
    end
    assert.is_nil(map:unit_at(7, 2))
  end)

  it("is placed elsewhere, or stays where it is", function()
    map:set(5, 5, "wall")
    red:unit { x = 6, y = 5 }
    assert.equal(unit, unit:place(4, 5))
    assert.equal("4,5", where(unit))
    assert.same({ nil, "goal_blocked" }, { unit:place(5, 5) })
    assert.same({ nil, "crowded" }, { unit:place(6, 5) })
    assert.equal("4,5", where(unit))
    assert.is_nil(map:unit_at(2, 3))
  end)

  it("walks along its path, a cell each tick at speed 1", function()
    unit:follow_path(unit:path(6, 3))
    assert.same({ "moving", "2,3", 1 }, { unit.state, where(unit), unit.progress })
    map:tick()
    assert.same({ "moving", "3,3", 2 }, { unit.state, where(unit), unit.progress })
    ticks(map, 3)
    assert.same({ "standing", "6,3" }, { unit.state, where(unit) })
    assert.equal("arrived 1", events(map))
    assert.is_nil(unit.route)
    map:tick()
    assert.equal("", events(map))
  end)

  it("enters a cell when the step begins, and gets on by its speed", function()
    unit.speed = 0.25
    unit:follow_path(unit:path(3, 3))
    local fractions = {}
    for i = 1, 4 do
      map:tick()
      fractions[i] = unit.fraction
      assert.same({ "3,3", 2, 3 }, { where(unit), unit.from_x, unit.from_y })
    end
    assert.same({ 0.25, 0.5, 0.75, 1 }, fractions)
    assert.equal("standing", unit.state)
  end)

  it("takes root two times as long for a diagonal step", function()
    unit.speed = 1 / 16
    unit:follow_path(unit:path(3, 4))
    local needed = 0
    repeat
      map:tick()
      needed = needed + 1
    until unit.state == "standing"
    assert.equal(math.ceil(math.sqrt(2) * 16), needed)
  end)

  it("may go several cells in a tick", function()
    unit.speed = 3
    unit:follow_path(unit:path(10, 3))
    map:tick()
    assert.equal("5,3", where(unit))
    ticks(map, 2)
    assert.equal("10,3", where(unit))
  end)

  it("stops where it is told to", function()
    unit:follow_path(unit:path(6, 3))
    map:tick()
    assert.equal(unit, unit:stop())
    ticks(map, 3)
    assert.same({ "standing", "3,3" }, { unit.state, where(unit) })
  end)

  it("joins a path in its middle", function()
    local path = map:path(1, 3, 6, 3)
    unit:follow_path(path)
    assert.equal(2, unit.progress)
    assert.equal(path, unit.route)
    map:tick()
    assert.equal("3,3", where(unit))
  end)

  it("does not follow a path that it is not on, nor one of another map", function()
    assert.has_error(function() unit:follow_path(map:path(1, 1, 6, 1)) end)
    assert.has_error(function() unit:follow_path(open_map(10, 5):path(2, 3, 6, 3)) end)
    assert.equal("standing", unit.state)
  end)

  it("stands still again after a path of one cell", function()
    unit:follow_path(unit:path(2, 3))
    assert.equal("standing", unit.state)
  end)

  it("stands where the way turns out to be blocked, and says so", function()
    unit:follow_path(unit:path(6, 3))
    map:tick()
    map:fill(5, 1, 1, 5, "wall")
    map:tick()
    assert.equal("", events(map))
    map:tick()
    assert.equal("blocked 1", events(map))
    assert.same({ "standing", "4,3" }, { unit.state, where(unit) })
  end)

  it("does not cut a corner that was built while it walked", function()
    unit:follow_path(unit:path(3, 4))
    map:set(3, 3, "wall")
    map:tick()
    assert.same({ "blocked 1", "2,3" }, { events(map), where(unit) })
  end)

  it("carries a table for the game", function()
    unit.data.gold = 7
    assert.equal(7, map:unit_at(2, 3).data.gold)
    unit.data = { gold = 8 }
    assert.equal(8, unit.data.gold)
  end)

  it("is gone once it is removed", function()
    unit:follow_path(unit:path(6, 3))
    unit:remove()
    assert.is_nil(map:unit_at(2, 3))
    ticks(map, 2)
    assert.has_error(function() return unit.x end)
    assert.equal(2, red:unit({ x = 2, y = 3 }).id)
  end)
end)

describe("units #quick", function()
  local map, red
  before_each(function()
    map = open_map(12, 5)
    red = map:player("red"):reveal()
  end)

  local function put(x, y, to_x, to_y, player)
    local unit = (player or red):unit { x = x, y = y, speed = 1 }
    if to_x then unit:follow_path(map:path(x, y, to_x, to_y)) end
    return unit
  end

  it("are gone through in the order of their ids", function()
    local blue, list = map:player "blue", {}
    local a, b, c = put(1, 1), put(2, 1, nil, nil, blue), put(3, 1)
    for unit in map:units() do list[#list + 1] = unit end
    assert.same({ a, b, c }, list)
    list = {}
    for unit in red:units() do list[#list + 1] = unit end
    assert.same({ a, c }, list)
  end)

  it("wait for those in their way, and go on when it is free", function()
    local front, back = put(5, 3), put(3, 3, 8, 3)
    map:tick()
    map:tick()
    assert.same({ "waiting 2", "waiting", "4,3" }, { events(map), back.state, where(back) })
    map:tick()
    assert.same({ "", 2 }, { events(map), map.wait_ticks })
    front:place(5, 5)
    map:tick()
    assert.same({ "moving", "5,3" }, { back.state, where(back) })
  end)

  it("wait for each other where both want the same cell: the lower id goes first", function()
    local a, b = put(3, 2, 5, 4), put(5, 2, 3, 4)
    map:tick()
    assert.same({ "4,3", "5,2" }, { where(a), where(b) })
    map:tick()
    assert.same({ "5,4", "4,3" }, { where(a), where(b) })
    assert.equal(1, map.wait_ticks)
  end)

  it("cannot change places", function()
    local a, b = put(4, 3, 8, 3), put(5, 3, 1, 3)
    ticks(map, 5)
    assert.same({ "4,3", "5,3", "waiting", "waiting" }, { where(a), where(b), a.state, b.state })
    assert.equal(10, map.wait_ticks)
  end)

  it("of foreign players are in the way, though nobody sees them", function()
    local green = map:player "green"
    put(5, 3, nil, nil, green)
    local unit = put(3, 3, 8, 3)
    assert.equal("complete", unit:path(8, 3).status)
    ticks(map, 4)
    assert.same({ "waiting", "4,3" }, { unit.state, where(unit) })
  end)

  it("are visible to their player, to its friends, and to those who see them", function()
    local blue, green = map:player "blue", map:player "green"
    local unit = put(5, 3)
    assert.is_true(unit:visible_to(red))
    assert.is_false(unit:visible_to(blue))
    blue:see(5, 1, 2)
    assert.is_true(unit:visible_to(blue))
    blue:end_sight()
    assert.is_false(unit:visible_to(blue))
    red:share(green)
    assert.is_true(unit:visible_to(green))
    local large = red:unit { x = 8, y = 2, class = map:class { size = 3 } }
    blue:see(10, 4, 0)
    assert.is_true(large:visible_to(blue))
  end)

  it("know whether their way is broken, as far as their player knows", function()
    local a, b = put(2, 3, 10, 3), put(2, 1, 10, 1)
    a.sight, b.sight = 3, nil
    map:fill(9, 1, 1, 5, "wall")
    assert.same({ nil, nil }, { a:blocked(), b:blocked() })
    ticks(map, 4)
    assert.equal(8, a:blocked())
    red:see(8, 1, 1)
    local broken = {}
    for unit, index in red:blocked_units() do broken[#broken + 1] = unit.id .. "@" .. index end
    assert.same({ "1@8", "2@8" }, broken)
  end)

  it("are counted in ticks", function()
    ticks(map, 7)
    assert.equal(7, map.ticks)
    assert.equal(0, map:tick())
    put(3, 3, 4, 3)
    assert.equal(1, map:tick())
  end)
end)

-- ---- many of them -----------------------------------------------------------------------------

--- A crowd that wanders about; `each(map, units)` is called after every tick.
local function crowd(seed, count, each)
  local random, units = new_random(seed), {}
  local map = astar.map { width = 24, height = 18, terrains = maps.TERRAINS, fill = "plain" }
  map:paint(function()
    return random:chance(0.15) and random:pick { "wall", "wood", "swamp" } or nil
  end)
  local players = { map:player "red", map:player "blue", map:player "green" }
  players[1]:share(players[2])
  local classes = { map:class {}, map:class { size = 2 }, map:class { diagonal = "always" } }
  while #units < 25 do
    local x, y = random:cell(map)
    units[#units + 1] = random:pick(players):unit { x = x, y = y, class = random:pick(classes),
      speed = random:int(1, 24) / 8, sight = random:chance(0.5) and 4 or nil }
  end
  for _ = 1, count do
    for _, unit in ipairs(units) do
      if unit.state ~= "moving" and random:chance(0.3) then
        local x, y = random:cell(map)
        local path = unit:path(x, y, { partial = true })
        if path then unit:follow_path(path) end
      end
    end
    if random:chance(0.2) then
      local x, y = random:cell(map)
      if not map:unit_at(x, y) then map:set(x, y, random:pick { "plain", "wall" }) end
    end
    map:tick()
    if each then each(map, units) end
  end
  return map
end

describe("a crowd #quick", function()
  it("never has two units in one cell, nor one in a wall that it walked into", function()
    local moved = 0
    crowd(1, 500, function(map, units)
      local taken = {}
      for _, unit in ipairs(units) do
        for y = unit.y, unit.y + unit.class.size - 1 do
          for x = unit.x, unit.x + unit.class.size - 1 do
            local key = x .. "," .. y
            if taken[key] then error(("units %d and %d"):format(taken[key], unit.id)) end
            taken[key] = unit.id
            assert(map:unit_at(x, y) == unit)
          end
        end
        if unit.state == "moving" then moved = moved + 1 end
      end
    end)
    assert.is_true(moved > 2000)
  end)

  it("does the same again, to the last bit", function()
    local hashes = {}
    local last = crowd(2, 200, function(map) hashes[#hashes + 1] = map:hash() end):hash()
    local i = 0
    local again = crowd(2, 200, function(map)
      i = i + 1
      if i % 3 == 0 then
        map:path(1, 1, 20, 10)
        map:region(3, 3)
        collectgarbage "step"
      end
      assert(map:hash() == hashes[i], "tick " .. i)
    end):hash()
    assert.equal(last, again)
    assert.are_not.equal(last, crowd(3, 200):hash())
  end)

  it("has a hash that each change changes", function()
    local map = open_map(4, 4)
    local red, seen = map:player "red", {}
    local function fresh()
      local hash = map:hash()
      assert.equal(16, #hash)
      assert.is_nil(seen[hash])
      seen[hash] = true
    end
    fresh()
    map:set(2, 2, "road") fresh()
    red:see(1, 1, 1) fresh()
    red:end_sight() fresh()
    map:influence("danger"):set(3, 3, 5) fresh()
    local unit = red:unit { x = 1, y = 1 } fresh()
    unit.speed = 0.5 fresh()
    unit:follow_path(unit:path(3, 1)) fresh()
    map:tick() fresh()
    unit:remove() fresh()
    map:terrain("road", 6) fresh()
  end)
end)
