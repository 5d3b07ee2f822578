-- The nearest of many goals, by hand; spec/c/questions.c tries them on random worlds.

local astar = require "astar"
local maps = require "support.maps"

local PICTURE = [[
  A . . . . # . . . .
  . # # # . # . , , .
  . . . # . . . , , .
  . . . # . # . . . .
  . . . . . # . . . B
]]

local function place_of(found) return found.path, found.index end
local function cell_of(found) return found.path, found.x, found.y end

describe("unit:_nearest #quick", function()
  it("lists as many as their paths have room, and one in any case", function()
    local map = astar.map { width = 9, height = 9 }
    local unit = map:player "red":unit { x = 1, y = 1 }
    local goals = { { 3, 1 }, { 5, 1 }, { 9, 9 } }
    assert.equal(1, #unit:_nearest(goals, nil, 3, 0))
    assert.equal(3, #unit:_nearest(goals, nil, 3, 100000))
  end)

  it("counts the bytes of each path, straight or winding", function()
    local map = maps.read(PICTURE)
    local unit = map:player "red":unit { x = 1, y = 1 }
    local goals, room = { { 3, 1 }, { 1, 4 }, { 5, 1 }, { 3, 3 }, { 7, 1 }, { 10, 5 } }, 0
    for i, found in ipairs(unit:nearest(goals, nil, 6)) do
      room = room + found.path:_bytes()
      assert.equal(math.max(1, i - 1), #unit:_nearest(goals, nil, 6, room - 1))
      assert.equal(i, #unit:_nearest(goals, nil, 6, room))
    end
  end)
end)

describe("what is found #quick", function()
  it("is a table of one shape, whatever the goals are", function()
    local map = maps.read(PICTURE)
    local unit, there = map:player("red"):unit { x = 1, y = 1 }, { 3, 3 }
    local function check(found, x, y, index, goal)
      assert.same({ x, y, index }, { found.x, found.y, found.index })
      assert.equal(goal, found.goal)
      assert.same({ x, y }, { found.path:cell(-1) })
    end
    for _, ask in ipairs { function(...) return map:nearest(1, 1, ...) end,
                           function(...) return unit:nearest(...) end } do
      check(ask { { 7, 1 }, there }, 3, 3, 2, there)
      check(ask({ { 7, 1 }, there }, nil, 1)[1], 3, 3, 2, there)
      check(ask({ { 7, 1 }, there }, nil, 2)[1], 3, 3, 2, there)
      check(ask(function(x, y) return x == 3 and y == 3 end), 3, 3)
      check(ask(function(x, y) return x == 3 and y == 3 end, nil, 1)[1], 3, 3)
    end
  end)
end)

describe("what a function says of cells", function()
  it("is asked of a million of them", function()
    local map, count = astar.map { width = 1000, height = 1001 }, 0
    assert.is_nil((map:nearest(1, 1, function() count = count + 1 end)))
    assert.equal(1001000, count)
  end)
end)

describe("the nearest of a list #quick", function()
  local map
  before_each(function() map = maps.read(PICTURE) end)

  it("is the one with the cheapest way, not the one nearest as the crow flies", function()
    local path, index = place_of(map:nearest(1, 1, { { 7, 1 }, { 3, 3 }, { 5, 5 } }))
    assert.equal(2, index)
    assert.equal("1,1 1,2 1,3 2,3 3,3", maps.cells(path))
    path, index = place_of(map:nearest(5, 1, { { 3, 3 }, { 7, 1 } }))
    assert.equal(2, index)
    assert.equal("5,1 5,2 5,3 6,3 7,3 7,2 7,1", maps.cells(path))
  end)

  it("may be where the search begins", function()
    local path, index = place_of(map:nearest(4, 1, { { 1, 1 }, { 4, 1 }, { 4, 1 } }))
    assert.equal(2, index)
    assert.equal(0, path.cost)
  end)

  it("is reached from next to it where the query says so", function()
    local path, index = place_of(map:nearest(1, 1, { { 6, 1 }, { 6, 4 } }, { within = 1 }))
    assert.equal(1, index)
    assert.equal("1,1 2,1 3,1 4,1 5,1", maps.cells(path))
  end)

  it("is reached from where one is, if anything is near enough", function()
    for _, rows in ipairs { { "A......" }, { ".", ".", "A", ".", ".", ".", ".", "." } } do
      local plain = astar.map { rows = rows, legend = { A = "plain" }, terrains = { plain = 10 } }
      for _, within in ipairs { 9, 100, 268435456 } do
        local found = plain:nearest(1, #rows, { { plain.width, 1 } }, { within = within })
        assert.same({ 1, 0 }, { #found.path, found.path.cost })
      end
    end
  end)

  it("is any that has x and y", function()
    local red = map:player "red"
    local near, far = red:unit { x = 4, y = 1 }, red:unit { x = 10, y = 5 }
    local _, index = place_of(map:nearest(1, 1, { far, near }))
    assert.equal(2, index)
    local unit = red:unit { x = 1, y = 1 }
    _, index = place_of(unit:nearest({ far, near }, { within = 1 }))
    assert.equal(2, index)
  end)

  it("is none where none can be reached", function()
    map:fill(6, 1, 1, 5, "wall")
    assert.same({ nil, "unreachable" }, { map:nearest(1, 1, { { 7, 1 }, { 10, 5 } }) })
    assert.same({ nil, "goal_blocked" }, { map:nearest(1, 1, { { 6, 1 } }) })
    assert.same({ nil, "start_blocked" }, { map:nearest(6, 1, { { 1, 1 } }) })
    assert.same({ nil, "budget" }, { map:nearest(1, 1, { { 5, 5 } }, { budget = 3 }) })
  end)

  it("is first in reading order among equally near ones, by where the way ends", function()
    local open = maps.read [[
      . . .
      . A .
      . . .
    ]]
    local _, index = place_of(open:nearest(2, 2, { { 2, 3 }, { 3, 2 }, { 1, 2 }, { 2, 1 } }))
    assert.equal(4, index)
    local all = open:nearest(2, 2, { { 2, 3 }, { 3, 2 }, { 1, 2 }, { 2, 1 } }, nil, 9)
    local order = {}
    for i, one in ipairs(all) do order[i] = one.index end
    assert.same({ 4, 3, 2, 1 }, order)
  end)
end)

describe("the nearest of a kind #quick", function()
  it("is of a terrain", function()
    local map = maps.read(PICTURE)
    local path, x, y = cell_of(map:nearest(1, 1, "swamp"))
    assert.same({ 8, 3 }, { x, y })
    assert.equal(10, #path)
    assert.same({ nil, "unreachable" }, { map:nearest(1, 1, "water") })
  end)

  it("is none that a unit keeps, though it would make way elsewhere", function()
    local world = maps.read "A . . . , ."
    local red, ask = world:player "red", function(x) return x == 5 end
    red:reveal()
    local unit = red:unit { x = 1, y = 1, speed = 1, avoidance = "yield" }
    local other = red:unit { x = 5, y = 1, speed = 1, avoidance = "yield" }
    for _, query in ipairs { { claim_radius = 1 }, { claim_radius = 9 } } do
      assert.same({ nil, "crowded" }, { unit:nearest("swamp", query) })
      assert.same({ nil, "crowded" }, { unit:nearest(ask, query) })
    end
    assert.same({ 4, 1 }, { unit:nearest("swamp", { within = 1 }).path:cell(-1) })
    assert.equal(5, unit:nearest("swamp", { occupancy = false }).x)
    assert.equal(5, other:nearest("swamp").x)
    other:remove()
    assert.equal(5, unit:nearest(ask).x)
  end)

  it("is of a terrain as the player knows it", function()
    local map = maps.read(PICTURE)
    local red = map:player "red"
    assert.same({ nil, "unreachable" }, { map:nearest(1, 1, "swamp", { player = red }) })
    red:see(7, 3, 2)
    local _, x, y = cell_of(map:nearest(1, 1, "swamp", { player = red }))
    assert.same({ 8, 3 }, { x, y })
    red:end_sight()
    map:fill("plain")
    _, x = cell_of(map:nearest(1, 1, "swamp", { player = red }))
    assert.equal(8, x)
  end)

  it("is what the player has not seen, whatever terrains are called", function()
    local map = maps.read [[
      . . # . . .
      . . # . . .
      . . . . . .
    ]]
    map:terrain("unseen", 10):set(2, 1, "unseen")
    local red = map:player "red"
    red:see(1, 1, 2)
    local _, x, y = cell_of(map:nearest(1, 1, { unseen = true }, { player = red }))
    assert.same({ 3, 2 }, { x, y })
    local careful = map:class { unknown = false }
    local query = { player = red, class = careful, within = 1 }
    _, x, y = cell_of(map:nearest(1, 1, { unseen = true }, query))
    assert.same({ 3, 2 }, { x, y })
    assert.same({ nil, "unreachable" },
      { map:nearest(1, 1, { unseen = true }, { player = red, class = careful }) })
    red:reveal()
    assert.same({ nil, "unreachable" },
      { map:nearest(1, 1, { unseen = true }, { player = red }) })
    assert.same({ nil, "unreachable" }, { map:nearest(1, 1, { unseen = true }) })
    _, x, y = cell_of(map:nearest(1, 1, "unseen", { player = red }))
    assert.same({ 2, 1 }, { x, y })
  end)

  it("is what a function says, asked once for each cell", function()
    local map = maps.read(PICTURE)
    local asked, twice = {}, 0
    local path, x, y = cell_of(map:nearest(1, 1, function(cx, cy, terrain)
      local key = cx .. "," .. cy
      if asked[key] then twice = twice + 1 end
      asked[key] = terrain
      return terrain == "wall"
    end, { within = 1 }))
    assert.same({ 1, 0, 2, 2 }, { #path, path.cost, x, y })
    assert.equal(0, twice)
    assert.equal("plain", asked["2,1"])
  end)

  it("lets a function's error through, and nothing is lost", function()
    local map = maps.read(PICTURE)
    local ok, why = pcall(map.nearest, map, 1, 1, function() error("no idea", 0) end)
    assert.same({ false, "no idea" }, { ok, why })
    ok, why = pcall(map.nearest, map, 1, 1, function() map:set(1, 1, "wall") end)
    assert.is_false(ok)
    assert.truthy(why:find("map is locked while a callback runs", 1, true))
    assert.equal("plain", map:get(1, 1))
    assert.truthy(map:nearest(1, 1, "swamp"))
  end)
end)

describe("a function that says what is a goal #quick", function()
  it("may do what it likes but change the map, and nothing is lost", function()
    local map = maps.read(PICTURE)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    local ticket = map:request_path(1, 1, 1, 4)
    local swamp = { cell_of(map:nearest(1, 1, "swamp")) }
    local hash = map:hash()
    local WRONGS = {
      close = function() map:close() end, tick = function() map:tick() end,
      work = function() map:work(10) end, remove = function() unit:remove() end,
      request = function() map:request_path(1, 1, 2, 2) end,
      place = function() unit:place(2, 2) end,
      cancel = function() ticket:cancel() end, fill = function() map:fill("wall") end,
    }
    for name, wrong in pairs(WRONGS) do
      local function goals(x) return x == 3 and wrong() end
      local ok, why = pcall(map.nearest, map, 1, 1, goals, nil, 3)
      assert.is_false(ok, name)
      assert.truthy(why:find("map is locked while a callback runs", 1, true), why)
      assert.equal(hash, map:hash(), name)
    end
    local thrown = {}
    assert.same({ false, thrown }, { pcall(map.nearest, map, 1, 1, function() error(thrown) end) })
    assert.same({ swamp[2], swamp[3] }, { select(2, cell_of(map:nearest(1, 1, "swamp"))) })
    local found = map:nearest(1, 1, function(x, y) return map:nearest(x, y, "swamp") ~= nil end)
    assert.equal(1, #found.path)
    assert.equal(1, map.pending_requests)
    map:work(1000)
    assert.truthy(ticket.path)
  end)
end)

describe("what makes no sense to nearest #quick", function()
  local map = maps.read(PICTURE)
  local function says(message, ...)
    local ok, why = pcall(map.nearest, map, ...)
    assert.is_false(ok)
    assert.truthy(why:find(message, 1, true), why)
  end

  it("is refused", function()
    local removed = map:player("red"):unit { x = 1, y = 1 }
    removed:remove()
    says("goals: the list is empty", 1, 1, {})
    says("goals[2].x = 11 is outside the map, 1 to 10", 1, 1, { { 1, 1 }, { 11, 1 } })
    says("goals[1].y = nil is not", 1, 1, { { 1 } })
    says("goals[1] = 7 is not a cell { x, y }", 1, 1, { 7 })
    says("goals = 5 is no list of cells, name of a terrain, or function", 1, 1, 5)
    says("goals = 'swam' is no terrain of the map, the nearest is 'swamp'", 1, 1, "swam")
    says("goals = nil is no list of cells", 1, 1)
    says("the unit was removed", 1, 1, { { 1, 1 } }, { unit = removed })
    says("x = 11 is outside the map", 11, 1, "swamp")
    says("count = 0 is out of range", 1, 1, "swamp", nil, 0)
    says("query: 'partial' means nothing to nearest", 1, 1, "swamp", { partial = true })
  end)
end)

describe("the nearest goals #quick", function()
  it("that cannot be reached are not looked for", function()
    local map = astar.map { width = 100, height = 100, terrains = { plain = 10, wall = false } }
    map:fill(90, 1, 1, 100, "wall")
    local goals = { { 95, 50 }, { 45, 50 }, { 46, 51 }, { 97, 3 } }
    local found = map:nearest(50, 50, goals, nil, 4)
    assert.same({ 3, 2 }, { found[1].index, found[2].index })
    assert.is_nil(found[3])
    assert.is_true(found[1].path.expanded < 150)
  end)

  it("are many, and each knows its place", function()
    local map, goals = astar.map { width = 80, height = 80 }, {}
    for i = 1, 3000 do goals[i] = { (i - 1) % 79 + 1, math.floor((i - 1) / 79) + 1 } end
    goals[3001] = { 7, 7 }
    local found = map:nearest(1, 1, goals, nil, 3001)
    assert.equal(3000, #found)
    for i, one in ipairs(found) do
      assert.equal((one.y - 1) * 79 + one.x, one.index)
      assert.is_true(i == 1 or found[i - 1].path.cost <= one.path.cost)
    end
  end)

  it("cost no more than the one search", function()
    local map = astar.map { width = 60, height = 60 }
    local goals = {}
    for i = 1, 50 do goals[i] = { i, 60 } end
    local found = map:nearest(30, 55, goals)
    assert.is_true(found.path.expanded < 150)
  end)
end)
