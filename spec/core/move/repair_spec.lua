-- Paths that a change of the terrain cuts: repaired near the cut, or left to the game.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local DETOUR = 80                      -- the most that a repair adds: 8 straight steps

--- A unit that walks from A to B in a picture.
local function walker(picture, options)
  local map, at = maps.read(picture)
  local given = { x = at.A.x, y = at.A.y, speed = 0.5 }
  local class, red = nil, map:player("red")
  for key, value in pairs(options or {}) do
    if key == "class" then class = map:class(value) else given[key] = value end
  end
  if not given.fog then red:reveal():see(at.A.x, at.A.y, 60) end
  given.class, given.fog = class, nil
  local unit = red:unit(given)
  unit:follow_path(unit:path(at.B.x, at.B.y))
  return unit, map, at
end

--- The events of a tick: "repaired, waiting".
local function tick(map)
  local kinds = {}
  map:tick()
  for kind in map:events() do kinds[#kinds + 1] = kind end
  return table.concat(kinds, ", ")
end

--- What is left of a unit's path, drawn.
local function picture_of(unit, map)
  local on = {}
  if unit.route then
    for x, y in unit.route:cells() do on[y * 1000 + x] = "*" end
  end
  return table.concat(maps.draw(map, function(x, y) return on[y * 1000 + x] end), "\n")
end

local function expect_way(picture, unit, map)
  assert.equal(table.concat(maps.rows(picture), "\n"), picture_of(unit, map))
end

local HALL = [[
  ..............
  A............B
  ..............
]]

describe("a path that is cut #quick", function()
  it("leads round the cut", function()
    local unit, map = walker(HALL)
    tick(map)
    map:set(8, 2, "wall")
    assert.equal("repaired", tick(map))
    expect_way([[
      ......***.....
      .*****.#.*****
      ..............
    ]], unit, map)
    assert.same({ 128, "complete", 1 }, { unit.route.cost, unit.route.status, unit.progress })
    assert.equal("", tick(map))
  end)

  it("is repaired as far as it needs to be, where it leads over a link far behind", function()
    local before, behind = ("."):rep(60), ("."):rep(30)
    local map = maps.read(("%s#%s\n%s#%s\n%s#%s"):format(before, behind, before, behind, before,
      behind))
    map:link { from = { 60, 2 }, to = { 62, 2 }, cost = 10 }
    local red = map:player "red"
    red:reveal():see(30, 2, 100)
    local unit = red:unit { x = 1, y = 2, speed = 0.5 }
    unit:follow_path(unit:path(91, 2))
    tick(map)
    map:set(8, 2, "wall")
    assert.equal("repaired", tick(map))
    assert.same({ 888, 89 }, { unit.route.cost, #unit.route })
    assert.is_nil(unit.route:blocked())
    for x, y, i in unit.route:cells() do
      if i > 20 then assert.same({ i < 60 and i + 1 or i + 2, 2 }, { x, y }) end
    end
  end)

  it("is left and joined some steps from the cut, where that is shorter", function()
    local unit, map = walker [[
      ....................
      ....................
      ....................
      A..................B
      ....................
      ....................
      ....................
    ]]
    map:fill(11, 2, 1, 6, "wall")
    assert.equal("repaired", tick(map))
    expect_way([[
      .........***........
      ........*.#.*.......
      .......*..#..*......
      *******...#...******
      ..........#.........
      ..........#.........
      ..........#.........
    ]], unit, map)
  end)

  it("keeps to the diagonal rule", function()
    local ways = {
      no_obstacles = [[
        *..........
        .*.........
        ..****.....
        ...##.*....
        ....#..*...
        ........***
      ]],
      at_most_one_obstacle = [[
        *..........
        .*.........
        ..***......
        ...##*.....
        ....#.*....
        .......****
      ]],
    }
    for rule, way in pairs(ways) do
      local unit, map = walker([[
        A..........
        ...........
        ...........
        ...........
        ...........
        ..........B
      ]], { class = { diagonal = rule } })
      map:set(5, 5, "wall"):set(5, 4, "wall"):set(4, 4, "wall")
      assert.equal("repaired", tick(map))
      expect_way(way, unit, map)
    end
  end)

  it("has room for large units", function()
    local unit, map = walker([[
      ..................
      ..................
      ..................
      A...............B.
      ..................
      ..................
    ]], { class = { size = 2 } })
    tick(map)
    map:set(9, 5, "wall")
    assert.equal("repaired", tick(map))
    expect_way([[
      ..................
      ..................
      ......****........
      .*****....*******.
      ........#.........
      ..................
    ]], unit, map)
  end)

  it("is repaired at all of its cuts at once", function()
    local unit, map = walker [[
      ..............................
      A............................B
      ..............................
    ]]
    map:set(5, 2, "wall"):set(7, 2, "wall"):set(27, 2, "wall")
    unit.player:reveal()                           -- walls hide walls
    assert.equal("repaired", tick(map))
    expect_way([[
      ...*****.................***..
      ***.#.#.*****************.#.**
      ..............................
    ]], unit, map)
  end)

  it("leads past units that stand, and out of danger", function()
    local unit, map = walker [[
      ..............
      A............B
      ..............
      ..............
    ]]
    unit.player:unit { x = 8, y = 1 }
    map:influence("danger"):add(8, 3, 25)
    map:set(8, 2, "wall")
    assert.equal("repaired", tick(map))
    expect_way([[
      ..............
      ******.#.*****
      ......*.*.....
      .......*......
    ]], unit, map)
  end)

  it("leads where the unit's own query says", function()
    local unit, map, at = walker [[
      ##############
      A............B
      ..............
      ..............
    ]]
    map:influence("danger"):add(8, 3, 25)
    unit:follow_path(unit:path(at.B.x, at.B.y), { influence = { danger = 0 } })
    map:set(8, 2, "wall")
    assert.equal("repaired", tick(map))
    expect_way([[
      ##############
      ******.#.*****
      ......***.....
      ..............
    ]], unit, map)
  end)

  it("goes on from the step under way", function()
    local unit, map = walker(HALL, { speed = 0.25 })
    map:tick()
    map:set(3, 2, "wall")
    assert.same({ 2, 1, 0.25 }, { unit.x, unit.from_x, unit.fraction })
    assert.equal("repaired", tick(map))
    assert.same({ 2, 1, 0.5 }, { unit.x, unit.from_x, unit.fraction })
    expect_way([[
      .***..........
      .*#.**********
      ..............
    ]], unit, map)
  end)

  it("stays cut where the way round is costly", function()
    local rows = {}
    for y = 1, 27 do rows[y] = ("."):rep(30) end
    rows[14] = "A" .. ("."):rep(28) .. "B"
    for height, repaired in pairs { [17] = "repaired", [19] = "" } do
      local unit, map = walker(table.concat(rows, "\n"))
      map:fill(15, 14 - math.floor(height / 2), 1, height, "wall")
      assert.same({ height, repaired }, { height, tick(map) })
      if repaired == "" then assert.equal(15, unit:blocked()) end
      if repaired ~= "" then assert.is_true(unit.route.cost - 290 <= DETOUR) end
    end
  end)

  -- Round the cut cell lead swamp, swamp and wood, at 90. It was 10, or may have been 5.
  it("stays cut where the way round costs more than 80 above the least", function()
    for road, event in pairs { ["."] = "repaired", [":"] = "" } do
      local picture = [[
        ######,,%#####
        A............B
        #############%s
      ]]
      local _, map = walker((picture:gsub("%%s", road)))
      map:set(8, 2, "wall")
      assert.equal(event, tick(map))
    end
  end)

  it("leaves a unit waiting for another", function()
    local unit, map = walker [[
      #######..............
      A...................B
      #######..............
    ]]
    unit.player:unit { x = 3, y = 2 }
    assert.equal("", tick(map))
    assert.equal("", tick(map))
    assert.equal("waiting", tick(map))
    map:set(15, 2, "wall")
    unit.player:reveal()
    assert.equal("repaired", tick(map))
    assert.equal("waiting", unit.state)
  end)

  it("stays cut at a closed door, and is as it was when the door opens", function()
    local unit, map = walker [[
      ........#.......
      A.............B.
      ........#.......
    ]]
    tick(map)
    map:set(9, 2, "wall")
    assert.equal("", tick(map))
    assert.same({ "moving", 9, 9 }, { unit.state, unit:blocked(), unit.route:blocked() })
    map:set(9, 2, "plain")
    assert.equal("", tick(map))
    assert.same({ "moving" }, { unit.state, unit:blocked() })
    for _ = 1, 40 do
      if tick(map) == "arrived" then break end
    end
    assert.equal(15, unit.x)
  end)

  it("is tried again after some steps only", function()
    local unit, map = walker [[
      ...............#.......
      A....................B.
      ...............#.......
    ]]
    map:set(16, 2, "wall")
    assert.equal("", tick(map))
    map:set(16, 1, "plain")
    for _ = 1, 16 do assert.equal("", tick(map)) end       -- 8 steps at half a cell a tick
    assert.equal("repaired", tick(map))
    assert.is_nil(unit:blocked())
  end)

  it("is followed further while its player does not know of the cut", function()
    local unit, map = walker(HALL, { fog = true, sight = 3 })
    map:set(9, 2, "wall")
    for _ = 1, 9 do assert.equal("", tick(map)) end
    assert.same({ 6, 9 }, { unit.x, unit:blocked() })
    assert.equal("repaired", tick(map))
    expect_way([[
      .......***....
      .....**.#.****
      ..............
    ]], unit, map)
  end)

  it("is explained again if it was, and costs what the explanation says", function()
    local unit, map, at = walker(HALL)
    map:influence("danger"):add(14, 2, 7)
    unit:follow_path(unit:path(at.B.x, at.B.y, { explain = true, claims = false }))
    map:set(8, 2, "wall")
    assert.equal("repaired", tick(map))
    local danger, terrain = 0, 0
    for _, step in ipairs(unit.route:explain()) do
      danger, terrain = danger + step.danger, terrain + step.terrain
    end
    assert.same({ 138 + 7, 138, 7 }, { unit.route.cost, terrain, danger })
  end)

  it("is the same in a map that was saved in between", function()
    local unit, map = walker(HALL)
    tick(map)
    map:set(8, 2, "wall")
    local loaded = assert(astar.read(map:save()))
    for _ = 1, 30 do
      assert.equal(tick(map), tick(loaded))
      assert.equal(map:hash(), loaded:hash())
    end
    assert.equal(14, unit.x)
  end)
end)

-- ---- any map ------------------------------------------------------------------------------------

local RULES = { "no_obstacles", "at_most_one_obstacle", "always", "never" }
local WIDTH, HEIGHT = 50, 40

local function scattered(random)
  local map = astar.map { width = WIDTH, height = HEIGHT, terrains = maps.TERRAINS, fill = "plain" }
  for _ = 1, 150 do
    map:set(random:int(1, WIDTH), random:int(1, HEIGHT), random:pick { "wall", "road", "swamp" })
  end
  return map
end

-- A few walls near the path, none of which opens anything.
local function put_up_walls(map, unit, random)
  local route = unit.route
  for _ = 1, random:int(1, 2) do
    local x, y = route:cell(random:int(1, #route))
    for _ = 1, random:int(1, 4) do
      local inside = x >= 1 and y >= 1 and x <= WIDTH and y <= HEIGHT
      if inside and not map:unit_at(x, y) then map:set(x, y, "wall") end
      x, y = x + random:int(-1, 1), y + random:int(-1, 1)
    end
  end
end

-- Another path with the same ends, over the same knowledge.
local function cheapest(map, unit, path)
  local x, y = path:cell(1)
  local goal_x, goal_y = path:cell(-1)
  return map:path(x, y, goal_x, goal_y, { class = unit.class, player = unit.player,
    engine = "astar" })
end

local function cost_of(map, unit, path)
  local from_x, from_y = path:cell(1)
  local sum = 0
  for x, y, i in path:cells() do
    if i > 1 then
      local straight, diagonal = map:cost(x, y, { class = unit.class, player = unit.player })
      sum = sum + (x ~= from_x and y ~= from_y and diagonal or straight)
    end
    from_x, from_y = x, y
  end
  return sum
end

describe("a repaired path #quick", function()
  it("is legal, and at most 8 steps costlier than the cheapest with each repair", function()
    local repaired, cut, exact = 0, 0, 0
    for seed = 1, 300 do
      local random = new_random(seed)
      local map = scattered(random)
      local class = map:class { size = random:int(1, 2), diagonal = random:pick(RULES) }
      local red = map:player "red"
      if random:chance(0.7) then red:reveal() else red:see(25, 20, 15) end
      local unit = red:unit { x = random:int(1, 8), y = random:int(1, HEIGHT - 1), class = class,
        speed = 0 }
      local path = unit and unit:path(random:int(30, WIDTH - 1), random:int(1, HEIGHT - 1))
      if path and #path > 1 then
        unit:follow_path(path)
        put_up_walls(map, unit, random)
        red:see(random:int(1, WIDTH), random:int(1, HEIGHT), 20)
        unit.speed = 0.01                          -- does not get anywhere
        local blocked = unit:blocked()
        local told = tick(map)
        if told == "repaired" then
          repaired = repaired + 1
          local best = assert(cheapest(map, unit, unit.route))
          assert.is_true(blocked ~= nil)
          assert.is_nil(unit:blocked())
          assert.is_nil(unit.route:blocked({ class = class, player = red }, 2))
          assert.equal(cost_of(map, unit, unit.route), unit.route.cost)
          assert.is_true(unit.route.cost >= best.cost)
          assert.is_true(unit.route.cost - best.cost <= 4 * DETOUR)
          if unit.route.cost == best.cost then exact = exact + 1 end
        elseif blocked then
          cut = cut + 1
          if told == "" then assert.equal(blocked, unit:blocked()) end
        end
      end
    end
    assert.is_true(repaired > 50 and cut > 5 and exact > repaired / 2)
  end)
end)
