-- What a player knows, and that nothing else decides what its queries answer.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local worlds = require "support.worlds"

local NAMES = { "plain", "road", "swamp", "wood", "wall" }

local each_cell, knowledge, drawn, rows = maps.each_cell, maps.knowledge, maps.known, maps.joined

-- ---- touch ------------------------------------------------------------------------------------

describe("a unit that cannot go on #quick", function()
  local PICTURE = [[
    . . . . . .
    . # # # # .
    A # . . # B
    . # # # # .
    . . . . . .
  ]]

  -- What its player and its friend know after a unit has walked into what it did not know of.
  local function touched(picture, options)
    local map, at = maps.read(picture)
    local red, friend, enemy = map:player "red", map:player "friend", map:player "enemy"
    red:share(friend)
    local unit = red:unit { x = at.A.x, y = at.A.y, speed = 1, class = map:class(options or {}) }
    unit:follow_path(unit:path(at.B.x, at.B.y))
    for _ = 1, 20 do map:tick() end
    assert.equal("standing", unit.state)
    assert.equal(drawn(map, red), drawn(map, friend))
    assert.is_nil(drawn(map, enemy):find("[^?\n]"))
    return drawn(map, red)
  end

  it("knows what it has walked into, and its friends know it", function()
    assert.equal(rows [[
      ? ? ? ? ? ?
      ? ? ? ? ? ?
      . # ? ? ? ?
      ? ? ? ? ? ?
      ? ? ? ? ? ?
    ]], touched(PICTURE))
  end)

  it("knows the corners that it was not to cut", function()
    assert.equal(rows [[
      ? ? ?
      . . ?
      . # ?
    ]], touched [[
      . . .
      . . B
      A # .
    ]])
  end)

  it("knows all that it would have covered", function()
    assert.equal(rows [[
      . . . ? ?
      . . # ? ?
      ? ? ? ? ?
    ]], touched([[
      A . . B .
      . . # . .
      . . . . .
    ]], { size = 2 }))
  end)

  it("finds its way without ever seeing anything", function()
    local map, at = maps.read(PICTURE)
    local unit = map:player("red"):unit { x = at.A.x, y = at.A.y, speed = 1 }
    for _ = 1, 60 do
      if unit.state == "standing" then unit:follow_path(unit:path(at.B.x, at.B.y)) end
      map:tick()
    end
    assert.same({ at.B.x, at.B.y }, { unit.x, unit.y })
  end)
end)

-- ---- knowing ----------------------------------------------------------------------------------

describe("a player #quick", function()
  local map, red, blue
  before_each(function()
    map = maps.read [[
      . . : . .
      . . : . ,
    ]]
    red, blue = map:player "red", map:player "blue"
  end)

  it("knows nothing at first", function()
    assert.same({ "unseen", nil }, { red:knows(1, 1) })
  end)

  it("sees what is there, and remembers it", function()
    red:see(1, 1, 2)
    assert.same({ "visible", "road" }, { red:knows(3, 1) })
    red:end_sight()
    assert.same({ "seen", "road" }, { red:knows(3, 1) })
    map:set(3, 1, "wall")
    assert.same({ "seen", "road" }, { red:knows(3, 1) })
  end)

  it("notices what changes in its sight", function()
    red:see(1, 1, 2)
    map:set(3, 1, "wall")
    assert.same({ "visible", "wall" }, { red:knows(3, 1) })
  end)

  it("is told by see what is new or different, and nothing else", function()
    assert.same({ 1, 1, 2, 1, 1, 2 }, red:see(1, 1, 1))
    assert.same({ 3, 1, 2, 2 }, red:see(2, 1, 1))
    red:end_sight()
    map:set(2, 1, "swamp"):set(5, 1, "swamp")
    assert.same({ 2, 1 }, red:see(2, 1, 1))
    assert.same({}, red:see(2, 1, 1))
  end)

  it("forgets all that it does not see at this moment", function()
    local unit = red:unit { x = 1, y = 1, sight = 1 }
    red:see(5, 1, 1)
    red:end_sight()
    red:forget()
    assert.equal(rows [[
      . . ? ? ?
      . ? ? ? ?
    ]], drawn(map, red))
    unit:remove()
    assert.equal("seen", (red:knows(1, 1)))
    red:forget()
    assert.equal("unseen", (red:knows(1, 1)))
  end)

  it("knows all once it is revealed, as it is at that moment", function()
    red:reveal()
    assert.equal("..:..\n..:.,", drawn(map, red))
    assert.equal("seen", (red:knows(1, 1)))
    map:set(1, 1, "wall")
    assert.same({ "seen", "plain" }, { red:knows(1, 1) })
    assert.equal("unseen", (blue:knows(1, 1)))
  end)

  it("sees with its units, wherever they go", function()
    local unit = red:unit { x = 1, y = 1, sight = 1, speed = 1 }
    assert.equal("visible", (red:knows(2, 1)))
    unit:follow_path(unit:path(4, 1))
    for _ = 1, 3 do map:tick() end
    assert.same({ "seen", "visible" }, { (red:knows(1, 1)), (red:knows(5, 1)) })
    unit.sight = 0
    assert.same({ "seen", "visible" }, { (red:knows(5, 1)), (red:knows(4, 1)) })
    unit.sight = nil
    assert.equal("seen", (red:knows(4, 1)))
  end)

  it("knows what players know that share with it, from then on", function()
    blue:see(1, 1, 1)
    blue:end_sight()
    blue:see(5, 1, 1)
    blue:share(red)
    assert.equal("..?..\n.???,", drawn(map, red))
    assert.same({ "seen", "visible" }, { (red:knows(1, 1)), (red:knows(5, 1)) })
    red:see(3, 1, 0)
    assert.equal("unseen", (blue:knows(3, 1)))
    blue:share(red, false)
    blue:see(3, 2, 0)
    assert.same({ "seen", "unseen" }, { (red:knows(5, 1)), (red:knows(3, 2)) })
  end)

  it("is not handed on what others share", function()
    local green = map:player "green"
    blue:share(red)
    red:share(green)
    blue:see(1, 1, 1)
    assert.equal("visible", (red:knows(1, 1)))
    assert.equal("unseen", (green:knows(1, 1)))
  end)

  it("of a name is one and the same", function()
    assert.equal(red, map:player "red")
    assert.equal("red", red.name)
  end)

  it("does not know what another knew that has gone", function()
    blue:see(1, 1, 1)
    blue:remove()
    assert.equal("unseen", (map:player("blue"):knows(1, 1)))
  end)
end)

describe("see returns the cells whose known terrain it changes #quick", function()
  it("on random maps", function()
    for seed = 1, cases.of(8) do
      local random = new_random(seed)
      local map = astar.map { width = 15, height = 12, terrains = maps.TERRAINS, fill = "plain" }
      local red = map:player "red"
      for _ = 1, 6 do
        for _ = 1, 12 do
          local x, y = random:cell(map)
          map:set(x, y, random:pick(NAMES))
        end
        if random:chance(0.5) then red:end_sight() end
        red:knows(1, 1)
        local before, after, told = {}, {}, {}
        each_cell(map, function(x, y) before[x .. "," .. y] = select(2, red:knows(x, y)) or "?" end)
        local x, y = random:cell(map)
        local list = red:see(x, y, random:int(0, 8))
        for i = 1, #list, 2 do told[list[i] .. "," .. list[i + 1]] = true end
        each_cell(map, function(cx, cy)
          local key = cx .. "," .. cy
          after[key] = select(2, red:knows(cx, cy)) or "?"
          assert.equal(before[key] ~= after[key], told[key] or false)
        end)
      end
    end
  end)
end)

describe("what is known #quick", function()
  --- Edits round a viewer; the map is asked after each of them, or not.
  local function edited(seed, ask)
    local random = new_random(seed)
    local map = astar.map { width = 9, height = 7, terrains = maps.TERRAINS, fill = "plain" }
    local red = map:player "red"
    local unit = red:unit { x = 5, y = 4, sight = 4 }
    for _ = 1, 12 do
      local rect = random:rect(map, 2)
      map:fill(rect.x, rect.y, rect.width, rect.height, random:pick(NAMES))
      if ask then ask(map, red) end
    end
    if seed % 2 == 0 then unit:remove() end
    return knowledge(map, red)
  end

  it("does not depend on the queries in between", function()
    for seed = 1, cases.of(30) do
      local expected = edited(seed)
      assert.equal(expected, edited(seed, function(_, red) red:knows(1, 1) end))
      assert.equal(expected, edited(seed, function(map, red)
        map:path(5, 4, 1, 1, { player = red })
      end))
      assert.equal(expected, edited(seed, function(map) map:hash() end))
    end
  end)
end)

-- ---- queries of a player ----------------------------------------------------------------------

describe("a query of a player #quick", function()
  it("takes unseen land for what the class says", function()
    local map = maps.read ". # . . ."
    local red = map:player "red"
    local function cost(x, class)
      return (map:cost(x, 1, { player = red, class = map:class(class) }))
    end
    assert.equal(10, cost(2, {}))
    assert.equal(25, cost(2, { unknown = 25 }))
    assert.is_nil(cost(2, { unknown = false }))
    red:see(3, 1, 0)
    assert.equal(10, cost(3, { unknown = 25 }))
  end)

  it("takes it so for every size", function()
    local map = maps.read [[
      . . , .
      . . . .
    ]]
    local red = map:player "red"
    red:see(1, 1, 1)
    local function cost(x, unknown)
      local class = map:class { size = 2, unknown = unknown }
      return (map:cost(x, 1, { player = red, class = class }))
    end
    assert.equal(12, cost(1, 12))
    assert.equal(10, cost(1, 3))
    assert.equal(3, cost(3, 3))
    assert.is_nil(cost(1, false))
    assert.is_nil(cost(4, 3))
  end)

  it("walks through walls that nobody has seen, and not through those that are known", function()
    local map = maps.read [[
      . . # . .
      . . . . .
    ]]
    local red = map:player "red"
    assert.equal(40, map:path(1, 1, 5, 1, { player = red }).cost)
    red:see(2, 1, 1)
    assert.equal(48, map:path(1, 1, 5, 1, { player = red }).cost)
  end)

  it("is as without a player where all is explored", function()
    for seed = 1, cases.of(40) do
      local random = new_random(seed)
      local world = worlds.random(random, 12)
      local map, red = world.map, world.players[1]:reveal()
      local x, y = random:cell(world)
      local gx, gy = random:cell(world)
      local query = { class = random:pick(world.classes).object, partial = random:chance(0.5) }
      local free, why = map:path(x, y, gx, gy, query)
      query.player = red
      local known, because = map:path(x, y, gx, gy, query)
      assert.equal(why, because)
      if free then
        assert.same({ free.status, free.cost, free.expanded, maps.cells(free) },
                    { known.status, known.cost, known.expanded, maps.cells(known) })
      end
      map:close()
    end
  end)
end)
