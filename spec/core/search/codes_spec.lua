-- A code is true of the question: "crowded" only where there were a way if nobody was in it. Each
-- situation is drawn: A asks for the way to B, enemies stand at U, V, W.

local astar = require "astar"
local maps = require "support.maps"

-- The picture, the code, and what reachable says, to which units are no obstacles; nil: the code.
local SITUATIONS = {
  { "nobody is in the way", [[
    A . . B
    . . . . ]], false },
  { "the goal is walled in", [[
    A . # .
    . . # B ]], "unreachable" },
  { "an enemy stands about, and the goal is walled in", [[
    A U # .
    . . # B ]], "unreachable" },
  { "an enemy closes the way", [[
    A . # .
    . . U B ]], "crowded", false },
  { "an enemy closes the way to what is walled in", [[
    A . # . #
    . . U . #
    # # # # B ]], "unreachable" },
  { "enemies enclose A", [[
    A U . .
    V W . B ]], "crowded", false },
}

local function units(map, places)
  local red, blue = map:player("red", { fog = false }), map:player("blue", { fog = false })
  for _, letter in ipairs { "U", "V", "W" } do
    local at = places[letter]
    if at then blue:unit { x = at.x, y = at.y, avoidance = "wait" } end
  end
  return red:unit { x = places.A.x, y = places.A.y }
end

-- What a call says: false, it has found something.
local function said(found, code) return not found and code end

local function queued(map, request)
  local ticket = request()
  while not ticket.done do map:work(1000) end
  return said(ticket.path, ticket.code)
end

-- B is a cell of its own kind, so that all ways to name a goal name the same one.
local CALLS = {
  path = function(_, unit, x, y) return said(unit:path(x, y)) end,
  search = function(_, unit, x, y) return said(unit:search(x, y):step(10000)) end,
  request_path = function(map, unit, x, y)
    return queued(map, function() return unit:request_path(x, y) end)
  end,
  ["nearest of a list"] = function(_, unit, x, y) return said(unit:nearest { { x, y } }) end,
  ["nearest of two"] = function(_, unit, x, y)
    return said(unit:nearest { { x, y }, { x, y } })
  end,
  ["nearest of a terrain"] = function(_, unit) return said(unit:nearest "swamp") end,
  ["nearest a function accepts"] = function(_, unit)
    return said(unit:nearest(function(_, _, terrain) return terrain == "swamp" end))
  end,
  alternatives = function(_, unit, x, y) return said(unit:alternatives(x, y)) end,
}

local function drawn(picture)
  local map, places = maps.read(picture)
  map:set(places.B.x, places.B.y, "swamp")
  return map, units(map, places), places.B
end

describe("a code is true of the question #quick", function()
  for _, situation in ipairs(SITUATIONS) do
    local name, picture, code, reachable = situation[1], situation[2], situation[3], situation[4]
    for call, ask in pairs(CALLS) do
      it(("where %s: %s"):format(name, call), function()
        local map, unit, goal = drawn(picture)
        assert.equal(code, ask(map, unit, goal.x, goal.y))
      end)
    end
    it(("where %s: reachable"):format(name), function()
      local _, unit, goal = drawn(picture)
      local right = code
      if reachable ~= nil then right = reachable end
      assert.equal(right, said(unit:reachable(goal.x, goal.y)))
    end)
  end

  it("where the goal is taken, and where it could not be reached anyway", function()
    local map, places = maps.read [[
      A . U # V
    ]]
    local unit = units(map, places)
    assert.same({ nil, "goal_blocked" }, { unit:path(3, 1) })
    assert.same({ nil, "unreachable" }, { unit:path(5, 1) })
    assert.same({ nil, "crowded" }, { unit:nearest { { 3, 1 }, { 5, 1 } } })
    assert.same({ nil, "goal_blocked" }, { unit:nearest { { 3, 1 } } })
    assert.same({ nil, "unreachable" }, { unit:nearest { { 5, 1 }, { 4, 1 } } })
  end)

  it("where nothing of the kind exists, even if others stand about", function()
    local map, places = maps.read [[
      A U . . .
      . . V . .
    ]]
    local unit = units(map, places)
    local sight = map:sight({ { 5, 2 } }, { radius = 20 })
    for _, goals in ipairs { "water", { unseen = true }, function() return false end,
                             { hidden_from = sight } } do
      assert.same({ nil, "unreachable" }, { unit:nearest(goals, { within = 1 }) })
    end
  end)

  it("where a link alone leads to what is walled in, which is far from it", function()
    local map = astar.map { width = 40, height = 40, terrains = { plain = 10, wall = false } }
    map:fill(34, 34, 7, 1, "wall"):fill(34, 34, 1, 7, "wall")
    local link = map:link { from = { 20, 2 }, to = { 38, 38 }, cost = 30 }
    local red = map:player("red", { fog = false })
    local unit = red:unit { x = 2, y = 38 }
    local enemy = map:player("blue"):unit { x = 2, y = 36, avoidance = "wait" }
    for _, engine in ipairs { "astar", "jpsw" } do
      assert.is_truthy(unit:path(40, 40, { engine = engine }))
    end
    enemy:place(38, 38)                            -- where the link ends
    assert.same({ nil, "crowded" }, { unit:path(40, 40, { engine = "astar" }) })
    link:close()
    assert.same({ nil, "unreachable" }, { unit:path(40, 40, { engine = "astar" }) })
  end)

  it("where a function closes the way behind an enemy", function()
    local map, places = maps.read [[
      A . # . .
      . . U . B
      # # # . .
    ]]
    local unit = units(map, places)
    local function closed(x) return x ~= 4 and 0 end
    local function open(x) return x == 4 and 7 or 0 end
    for _, ask in ipairs { unit.path, function(self, x, y, query)
      return self:nearest(function(at, down) return at == x and down == y end, query)
    end } do
      assert.same({ nil, "unreachable" }, { ask(unit, 5, 2, { extra_cost = closed }) })
      assert.same({ nil, "crowded" }, { ask(unit, 5, 2, { extra_cost = open }) })
    end
  end)
end)

describe("what is not there is known without a search #quick", function()
  -- How many nodes a call has expanded.
  local function spent(map, f)
    local before = map:_spent()
    f()
    return map:_spent() - before
  end

  it("and what a search has expanded is counted", function()
    local map, path = astar.map { width = 20, height = 20 }, nil
    local nodes = spent(map, function() path = map:path(1, 1, 20, 5, { engine = "astar" }) end)
    assert.is_true(nodes > 0)
    assert.equal(path.expanded, nodes)
  end)

  it("of a terrain that no cell has, or none in reach", function()
    local map = astar.map { width = 200, height = 200,
      terrains = { plain = 10, wall = false, ore = 10, tree = false } }
    local red = map:player("red", { fog = false })
    local unit = red:unit { x = 100, y = 100 }
    red:unit { x = 102, y = 100 }
    local function nearest(goals, query)
      local found, code
      local nodes = spent(map, function() found, code = unit:nearest(goals, query) end)
      return found and found.x, code, nodes
    end
    assert.same({ nil, "unreachable", 0 }, { nearest "ore" })
    assert.same({ nil, "unreachable", 0 }, { nearest { unseen = true } })
    map:fill(150, 150, 5, 5, "wall"):set(152, 152, "ore"):set(150, 152, "tree")
    assert.same({ nil, "unreachable", 0 }, { nearest "ore" })
    assert.same({ nil, "unreachable", 0 }, { nearest("ore", { within = 1 }) })
    assert.same({ nil, "unreachable", 0 }, { nearest "tree" })
    assert.same({ 150 }, { (nearest("tree", { within = 1 })) })
    assert.same({ 152 }, { (nearest("ore", { within = 3 })) })
    map:set(7, 7, "ore")
    assert.same({ 7 }, { (nearest "ore") })
    map:set(7, 7, "plain")
    assert.same({ nil, "unreachable", 0 }, { nearest "ore" })
  end)
end)
