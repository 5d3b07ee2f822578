local astar = require "astar"
local says = require "support.says"

local function new_map()
  return astar.map{ rows = {
    "......",
    ".####.",
    "......",
  } }
end

local function new_unit(options)
  local map = new_map()
  options = options or {}
  options.x, options.y = options.x or 1, options.y or 1
  return map:player "red":unit(options), map
end

describe("player:unit #quick", function()
  it("puts a unit on the map", function()
    local unit, map = new_unit{ x = 2, y = 3, speed = 0.5, sight = 2 }
    assert.same({ 2, 3, 2, 3, 1 }, { unit.x, unit.y, unit.from_x, unit.from_y, unit.fraction })
    assert.same({ "standing", 1, 0.5, 2 }, { unit.state, unit.id, unit.speed, unit.sight })
    assert.equal(map:player "red", unit.player)
    assert.equal("unit 1 (red at 2, 3)", tostring(unit))
  end)

  it("takes a class", function()
    local map = new_map()
    local big = map:class{ size = 2 }
    assert.same({ nil, "start_blocked" }, { map:player "red":unit{ x = 1, y = 1, class = big } })
    map:fill "plain"
    assert.equal(big, map:player "red":unit{ x = 1, y = 1, class = big }.class)
  end)

  it("checks its table", function()
    local red = new_map():player "red"
    local function refused(text, options)
      says("bad argument #1 to 'unit' (" .. text, function() red:unit(options) end)
    end
    refused("unit = nil is not a table)")
    refused("unit: 'x' is missing)", { y = 1 })
    refused("unit: 'y' is missing)", { x = 1 })
    refused("x = 7 is outside the map, 1 to 6)", { x = 7, y = 1 })
    refused("unit: unknown key 'sped', the nearest is 'speed')", { x = 1, y = 1, sped = 1 })
    refused("speed = 65 is out of range, 0 to 64)", { x = 1, y = 1, speed = 65 })
    refused("sight = 300 is out of range, 0 to 255)", { x = 1, y = 1, sight = 300 })
    refused("class = 'boat' is not a class)", { x = 1, y = 1, class = "boat" })
    refused("the class is of another map)", { x = 1, y = 1, class = new_map():class{} })
  end)
end)

describe("a unit #quick", function()
  it("finds its own way", function()
    local unit = new_unit()
    unit.player:reveal()
    assert.same({ 1, 1 }, { unit:path(6, 3):cell(1) })
    assert.equal(20, unit:path({ x = 1, y = 3, width = 6, height = 1 }).cost)
    assert.same({ nil, "goal_blocked" }, { unit:path(3, 2) })
    assert.is_true((unit:reachable(6, 3)))
    assert.same({ false, "goal_blocked" }, { unit:reachable(3, 2) })
  end)

  it("asks for itself alone", function()
    local unit, map = new_unit()
    local function refused(key, value)
      says(("query: '%s' where a unit asks for itself"):format(key), function()
        unit:path(6, 3, { [key] = value })
      end)
    end
    refused("class", map:class{})
    refused("player", map:player "blue")
    refused("unit", map:player "blue":unit{ x = 5, y = 1 })
    assert.is_truthy(unit:path(6, 3, { unit = unit }))
    assert.is_truthy(unit:path(6, 3, map:query{ within = 1 }))
  end)

  it("follows no path that it is not on", function()
    local unit, map = new_unit()
    local path = unit:path(2, 1)
    unit:follow_path(path)
    says("bad argument #1 to 'follow_path' (the unit's cell (1, 1) is not on the path)", function()
      unit:follow_path(map:path(5, 1, 6, 1))
    end)
    assert.equal(path, unit.route)
    says("#1 to 'follow_path' (path = nil is not a path)", function() unit:follow_path() end)
    says("the path is of another map", function() unit:follow_path(new_map():path(1, 1, 2, 1)) end)
  end)

  it("is placed elsewhere", function()
    local unit, map = new_unit()
    map:player "red":unit{ x = 2, y = 1 }
    unit:follow_path(unit:path(1, 3))
    assert.equal(unit, unit:place(6, 3))
    assert.same({ 6, 3, "standing" }, { unit.x, unit.y, unit.state })
    assert.is_nil(unit.route)
    assert.same({ nil, "crowded" }, { unit:place(2, 1) })
    assert.same({ nil, "goal_blocked" }, { unit:place(2, 2) })
    says("bad argument #2 to 'place' (y = 4 is outside the map, 1 to 3)", function()
      unit:place(1, 4)
    end)
  end)

  it("has fields that can be set", function()
    local unit = new_unit()
    unit.speed = 2
    unit.sight = 3
    assert.same({ 2, 3 }, { unit.speed, unit.sight })
    unit.sight = nil
    assert.is_nil(unit.sight)
    says("speed = -1 is out of range, 0 to 64", function() unit.speed = -1 end)
    says("speed = nil is not a number", function() unit.speed = nil end)
    says("sight = 1.5 is not an integer", function() unit.sight = 1.5 end)
  end)

  it("has fields that are read-only", function()
    local unit = new_unit()
    for _, name in ipairs{ "x", "y", "id", "state", "class", "player", "route", "path" } do
      says(("field '%s' of unit is read-only"):format(name), function() unit[name] = 1 end)
    end
    says("unit has no field 'gold' to set", function() unit.gold = 7 end)
    says("unit has no field 'gold'", function() return unit.gold end)
  end)

  it("has a table for the game", function()
    local unit = new_unit()
    unit.data.gold = 7
    assert.equal(7, unit.data.gold)
    unit.data = { wood = 3 }
    assert.same({ wood = 3 }, unit.data)
    unit.data = nil
    assert.same({}, unit.data)
    says("data = 7 is not a table", function() unit.data = 7 end)
  end)

  it("is visible to some", function()
    local unit, map = new_unit()
    local blue = map:player "blue"
    assert.is_true(unit:visible_to(unit.player))
    assert.is_false(unit:visible_to(blue))
    blue:see(1, 1, 1)
    assert.is_true(unit:visible_to(blue))
    says("#1 to 'visible_to' (player = nil is not a player)", function() unit:visible_to() end)
  end)

  it("is removed", function()
    local unit, map = new_unit()
    unit:remove()
    assert.equal("unit 1 (removed)", tostring(unit))
    for _, name in ipairs{ "x", "state", "data", "class", "route" } do
      says("the unit was removed", function() return unit[name] end)
    end
    says("the unit was removed", function() unit:remove() end)
    assert.is_nil(map:unit_at(1, 1))
    assert.equal(2, map:player "red":unit{ x = 1, y = 1 }.id)
  end)
end)

describe("units #quick", function()
  local function ids(...)
    local list = {}
    for unit in ... do list[#list + 1] = unit.id end
    return list
  end

  local function three()
    local map = new_map()
    local red, blue = map:player "red", map:player "blue"
    return map, red:unit{ x = 1, y = 1 }, blue:unit{ x = 2, y = 1 }, red:unit{ x = 3, y = 1 }
  end

  it("may be removed on the way", function()
    local map, _, _, third = three()
    local seen = {}
    for unit in map:units() do
      seen[#seen + 1] = unit.id
      if unit ~= third then unit:remove() end
    end
    assert.same({ 1, 2, 3 }, seen)
    assert.same({ 3 }, ids(map:units()))
  end)

  it("are found by their cell", function()
    local map, first = three()
    assert.equal(first, map:unit_at(1, 1))
    assert.is_nil(map:unit_at(1, 3))
    says("bad argument #1 to 'unit_at' (x = 0 is outside", function() map:unit_at(0, 1) end)
  end)
end)

describe("another player, another class #quick", function()
  local function scene()
    local map = astar.map { rows = { "......", "......", "......" } }
    local red, blue = map:player "red", map:player "blue"
    return map, red:unit { x = 2, y = 1, sight = 1, speed = 1 }, red, blue, map:class { size = 2 }
  end

  it("unit:set_player gives it to a player, with what it sees", function()
    local map, unit, red, blue = scene()
    unit:follow_path(unit:path(6, 1))
    assert.equal(unit, unit:set_player(red))
    assert.equal("moving", unit.state)
    local ticket = unit:request_path(6, 3)
    assert.equal(unit, unit:set_player(blue))
    assert.same({ blue, "standing", nil }, { unit.player, unit.state, unit.route })
    assert.equal("unit 1 (blue at 2, 1)", tostring(unit))
    assert.same({ "seen", "visible" }, { (red:knows(3, 1)), (blue:knows(3, 1)) })
    assert.same({}, { red:units()(red) })
    assert.equal(unit, (blue:units()(blue)))
    map:work(1000)
    assert.same({ true, "cancelled" }, { ticket.done, ticket.code })
    blue:remove()
    assert(unit.removed)
  end)

  it("unit:set_class makes it larger where there is room", function()
    local map, unit, _, blue, large = scene()
    blue:unit { x = 3, y = 2 }
    assert.same({ nil, "crowded" }, { unit:set_class(large) })
    unit:place(1, 1)
    unit:follow_path(unit:path(1, 3))
    assert.equal(unit, unit:set_class(large))
    assert.same({ large, 2, unit }, { unit.class, unit.width, map:unit_at(2, 2) })
    assert.same({ "standing", nil }, { unit.state, unit.route })
    assert.equal(unit, unit:set_class(map:class()))
    assert.same({ 1, nil }, { unit.width, map:unit_at(2, 1) })
    unit:place(6, 3)
    assert.same({ nil, "goal_blocked" }, { unit:set_class(large) })
  end)

  it("a search that was begun for it as it was ends", function()
    local _, unit, _, blue = scene()
    local search = unit:search(6, 3, { engine = "astar" })
    assert.same({ nil, "running" }, { search:step(1) })
    unit:set_player(blue)
    assert.same({ nil, "cancelled" }, { search:step(1000) })
  end)

  it("takes what is of its map", function()
    local _, unit = scene()
    local other, _, red, _, large = scene()
    says("#1 to 'set_player' (the player is of another map)", function() unit:set_player(red) end)
    says("#1 to 'set_class' (the class is of another map)", function() unit:set_class(large) end)
    says("'red' is not a player", function() unit:set_player("red") end)
    says("#1 to 'set_class' (class = nil is not a class)", function() unit:set_class() end)
    other:close()
  end)
end)
