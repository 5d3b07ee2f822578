local astar = require "astar"
local says = require "support.says"

local function two_floors()
  return astar.map { rows = {
    ".....",
    "#####",
    ".....",
  } }
end

local function cells(path)
  local list = {}
  for x, y, i in path:cells() do list[i] = x .. "," .. y end
  return table.concat(list, " ")
end

describe("map:link #quick", function()
  it("connects two cells, both ways", function()
    local map = two_floors()
    assert.same({ nil, "unreachable" }, { map:path(1, 1, 1, 3) })
    local link = map:link { from = { 3, 1 }, to = { 3, 3 }, cost = 25 }
    assert.equal("1,1 2,1 3,1 3,3 2,3 1,3", cells(map:path(1, 1, 1, 3)))
    assert.equal("1,3 2,3 3,3 3,1 2,1 1,1", cells(map:path(1, 3, 1, 1)))
    assert.equal(65, map:path(1, 1, 1, 3).cost)
    assert.same({ 3, 1, 3, 3 }, { link:ends() })
    assert.same({ 25, true, false, false }, { link.cost, link.is_open, link.one_way, link.removed })
    assert.equal("link (3, 1 and 3, 3, cost 25)", tostring(link))
  end)

  it("may lead one way, serve some classes, and be closed", function()
    local map = two_floors()
    local bird, boat = map:class {}, map:class { size = 1, unknown = 20 }
    local link = map:link { from = { 3, 1 }, to = { 3, 3 }, cost = 5, one_way = true,
      open = false, class = { bird } }
    assert.equal("link (3, 1 to 3, 3, cost 5, closed)", tostring(link))
    assert.is_false((map:reachable(1, 1, 1, 3, { class = bird })))
    assert.equal(link, link:open())
    assert.is_true(map:reachable(1, 1, 1, 3, { class = bird }))
    assert.is_false((map:reachable(1, 3, 1, 1, { class = bird })))
    assert.is_false((map:reachable(1, 1, 1, 3, { class = boat })))
    assert.is_false((map:reachable(1, 1, 1, 3)))
    assert.is_false(link:close().is_open)
  end)

  it("is found by the nearest, by fields, by regions of goals and in explanations", function()
    local map = two_floors()
    map:link { from = { 5, 1 }, to = { 5, 3 }, cost = 7 }
    assert.equal(57, map:nearest(1, 1, { { 4, 3 } }).path.cost)
    assert.equal(57, map:field { to = { { 4, 3 } } }:cost(1, 1))
    assert.same({ 5, 3 }, { map:field { to = { { 4, 3 } } }:step(5, 1) })
    local path = map:path(1, 1, 4, 3, { explain = true })
    local sum = 0
    for _, step in ipairs(path:explain()) do sum = sum + step.terrain + (step.link or 0) end
    assert.equal(path.cost, sum)
    assert.equal(7, path:explain()[5].link)
    assert.equal(0, path:explain()[5].terrain)
  end)

  it("adds what layers add at its end", function()
    local map = two_floors()
    map:link { from = { 5, 1 }, to = { 5, 3 }, cost = 7 }
    map:influence("danger"):set(5, 3, 100)
    assert.equal(157, map:path(1, 1, 4, 3, { influence = { danger = 1 } }).cost)
  end)

  it("says what is wrong with it", function()
    local map = two_floors()
    local other = two_floors():class {}
    local wrong = {
      { "bad argument #1 to 'link' (link: 'from' is missing)", { to = { 1, 1 }, cost = 1 } },
      { "bad argument #1 to 'link' (link: 'to' is missing)", { from = { 1, 1 }, cost = 1 } },
      { "bad argument #1 to 'link' (link: 'cost' is missing)", { from = { 1, 1 }, to = { 2, 1 } } },
      { "bad argument #1 to 'link' (cost = -1 is out of range, 1 to 65535)",
        { from = { 1, 1 }, to = { 2, 1 }, cost = -1 } },
      { "bad argument #1 to 'link' (link: 'from' and 'to' are the same cell)",
        { from = { 1, 1 }, to = { 1, 1 }, cost = 1 } },
      { "bad argument #1 to 'link' (to.y = 4 is outside the map, 1 to 3)",
        { from = { 1, 1 }, to = { 1, 4 }, cost = 1 } },
      { "bad argument #1 to 'link' (from = 3 is not a cell { x, y })",
        { from = 3, to = { 1, 1 }, cost = 1 } },
      { "bad argument #1 to 'link' (link: unknown key 'form', the nearest is 'from')",
        { form = { 1, 1 } } },
      { "bad argument #1 to 'link' (link: unknown key 'ot', the nearest is 'to')",
        { from = { 1, 1 }, ot = { 2, 1 } } },
      { "bad argument #1 to 'link' (the class is of another map)",
        { from = { 1, 1 }, to = { 2, 1 }, cost = 1, class = other } },
      { "bad argument #1 to 'link' (class = a table is a list without classes)",
        { from = { 1, 1 }, to = { 2, 1 }, cost = 1, class = {} } },
      { "(link: no unit that may take it could stand at 1, 1 and at 1, 2)",
        { from = { 1, 1 }, to = { 1, 2 }, cost = 1 } },
    }
    for _, one in ipairs(wrong) do says(one[1], map.link, map, one[2]) end
    assert.is_nil(map:links()())
  end)
end)

describe("a path over a link #quick", function()
  local function wide_floors()
    local map = astar.map { rows = {
      "....................",
      "....................",
      "####################",
      "....................",
      "....................",
    } }
    map:link { from = { 10, 2 }, to = { 12, 4 }, cost = 20 }
    return map
  end

  local function points(iterator, ...)
    local list = {}
    for x, y in iterator, ... do list[#list + 1] = x .. "," .. y end
    return table.concat(list, " ")
  end

  it("turns at both ends of it, and is straight elsewhere", function()
    local map = wide_floors()
    for _, cost in ipairs { 10, 15 } do
      map:terrain("swamp", cost)
      map:set(20, 1, "swamp")
      local path = map:path(1, 1, 20, 5, { any_angle = true })
      assert.equal("1,1 10,2 12,4 20,5", points(path:corners()))
      assert.equal("1,1 10,2 12,4 20,5", points(map:path(1, 1, 20, 5):smooth()))
      assert.is_truthy(path:link(11))
    end
  end)

  it("keeps both ends of it where the line between them is free", function()
    local map = astar.map { width = 20, height = 1 }
    map:link { from = { 5, 1 }, to = { 15, 1 }, cost = 10 }
    local path = map:path(1, 1, 20, 1)
    assert.equal("1,1 5,1 15,1 20,1", points(path:smooth()))
    path = map:path(1, 1, 20, 1, { any_angle = true })
    assert.equal("1,1 5,1 15,1 20,1", points(path:corners()))
    assert.same({ 11, 100 }, { #path, path.cost })
  end)

  it("is walked by crowds from both sides", function()
    local map = wide_floors()
    local red = map:player("red", { fog = false })
    local wanted = {}
    for x = 1, 6 do
      local down = red:unit { x = x, y = 1, speed = 0.5, avoidance = "yield" }
      local up = red:unit { x = x + 9, y = 5, speed = 0.75, avoidance = "yield" }
      down:follow_path(down:path(x + 9, 4))
      up:follow_path(up:path(x, 2))
      wanted[down], wanted[up] = { x + 9, 4 }, { x, 2 }
    end
    for _ = 1, 200 do map:tick() end
    for unit, place in pairs(wanted) do assert.same(place, { unit.x, unit.y }) end
  end)
end)

describe("a link #quick", function()
  it("is gone when it is removed", function()
    local map = two_floors()
    local link = map:link { from = { 3, 1 }, to = { 3, 3 }, cost = 25 }
    local path = map:path(1, 1, 1, 3)
    assert.equal(link, path:link(4))
    assert.is_nil(path:link(3))
    link:remove()
    assert.is_true(link.removed)
    assert.equal("link (removed)", tostring(link))
    assert.is_nil(path:link(4))
    assert.equal(4, path:blocked())
    says("calling 'close' on bad self (the link was removed)", link.close, link)
    assert.same({ nil, "unreachable" }, { map:path(1, 1, 1, 3) })
  end)

  it("is listed, drawn, saved and loaded", function()
    local map = two_floors()
    local first = map:link { from = { 3, 1 }, to = { 3, 3 }, cost = 25 }
    map:link { from = { 5, 3 }, to = { 1, 1 }, cost = 9, open = false }
    assert.equal("B.a..\n#####\n..a.B\n", map:draw { links = true })
    local loaded = astar.read(map:save())
    assert.equal(map:hash(), loaded:hash())
    local list = {}
    for link in loaded:links() do list[#list + 1] = tostring(link) end
    assert.same({ "link (3, 1 and 3, 3, cost 25)", "link (5, 3 and 1, 1, cost 9, closed)" }, list)
    first:set_cost(26)
    assert.not_equal(map:hash(), loaded:hash())
  end)

  it("takes a unit as long as it costs, and holds its end meanwhile", function()
    local map = two_floors()
    map:link { from = { 1, 1 }, to = { 1, 3 }, cost = 40 }
    local red = map:player("red", { fog = false })
    local unit = red:unit { x = 1, y = 1, speed = 1 }
    unit:follow_path(unit:path(2, 3))
    map:tick()
    assert.equal(unit, map:unit_at(1, 3))
    assert.is_nil(map:unit_at(1, 1))
    local _, y = unit:position()
    assert.is_true(y > 0.5 and y < 2.5)
    for _ = 2, 4 do map:tick() end
    assert.same({ 1, 3 }, { unit.x, unit.y })
    map:tick()
    assert.same({ 2, 3 }, { unit.x, unit.y })
  end)

  it("cuts the paths over it when it is closed, where that is seen", function()
    local map = two_floors()
    local link = map:link { from = { 5, 1 }, to = { 5, 3 }, cost = 10 }
    local red = map:player("red")
    red:reveal()
    local unit = red:unit { x = 1, y = 1, speed = 1, sight = 2 }
    unit:follow_path(unit:path(5, 3))
    link:close()
    assert.is_nil(unit:blocked())
    for _ = 1, 3 do map:tick() end
    assert.equal(6, unit:blocked())
    local last
    for _ = 1, 4 do
      map:tick()
      for kind in map:events() do last = kind end
    end
    assert.equal("blocked", last)
  end)

  it("is taken by a ticket that waits while it is made", function()
    local map = astar.map { width = 40, height = 5 }
    map:fill(20, 1, 1, 5, "wall")
    local ticket = map:request_path(1, 1, 40, 1)
    local link = map:link { from = { 19, 3 }, to = { 21, 3 }, cost = 10 }
    map:work(10000)
    assert.equal(link, ticket.path:link(20))
  end)

  -- The quickest of three, so that what else the machine does counts little.
  local function seconds(f)
    local least = math.huge
    for _ = 1, 3 do
      local began = os.clock()
      f()
      least = math.min(least, os.clock() - began)
    end
    return least
  end

  -- Eight times as many take eight times the time; sixty-four, if each were looked for.
  it("takes the same time however many there are", function()
    local function make_and_remove(count, unseeing)
      local map, links = astar.map { width = 200, height = 200 }, {}
      for i = 1, unseeing do map:player("p" .. i) end
      for i = 1, count do
        links[i] = map:link { from = { 1, 1 }, to = { 2 + i % 150, 1 + i % 200 }, cost = 10 }
      end
      for _, link in ipairs(links) do link:remove() end
      assert(astar.read(map:save())):close()
      map:close()
    end
    for players = 0, 2, 2 do
      local few = seconds(function() make_and_remove(4000, players) end)
      local many = seconds(function() make_and_remove(32000, players) end)
      assert.is_true(many < 24 * few, ("%.3f s, %.3f s"):format(few, many))
    end
  end)
end)
