-- Position queries of the map: each term drawn, and all of them against a model on random maps.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"
local says = require "support.says"

local EVERYWHERE = { within = 40 }

--- The shares of one term, as a picture: what is measured in each cell, "." where a cell is left
-- out. Columns are as wide as need be.
local function measured(map, at, term, given)
  local asked = { from = EVERYWHERE, score = { term }, count = 1024 }
  for key, value in pairs(given or {}) do asked[key] = value end
  local label, cells = term.name or term[1], {}
  for _, place in ipairs(assert(map:positions(at.x, at.y, asked))) do
    cells[place.y * 1000 + place.x] = ("%g"):format(place.why[label])
  end
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = cells[y * 1000 + x] or "." end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

local function picture(text)
  local rows = {}
  for given in text:gmatch("[^\n]+") do
    local line = given:gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s+", " ")
    if line ~= "" then rows[#rows + 1] = line end
  end
  return table.concat(rows, "\n")
end

local function shows(expected, got)
  if picture(expected) ~= got then
    error(("expected\n%s\ngot\n%s"):format(picture(expected), got), 2)
  end
end

describe("a term of a position query", function()
  local HALL = [[
    . . . . . . .
    . A # # . . .
    . . . # . F .
    . : . . . , .
  ]]

  local function hall()
    local map, at = maps.read(HALL)
    return map, at.A, at.F
  end

  it("measures walking", function()
    local map, at = hall()
    shows([[
      14 10 20 30 40 50 60
      10  0  .  . 50 54 64
      14 10 20  . 54 58 68
      24 15 24 34 44 79 72
    ]], measured(map, at, { "walk" }))
  end)

  it("measures distance, to the nearest of several places", function()
    local map, at, enemy = hall()
    shows([[
      5 4 3 2 2 2 2
      5 4 . . 1 1 1
      5 4 3 . 1 0 1
      5 4 3 2 1 1 1
    ]], measured(map, at, { "distance", to = enemy }))
    shows([[
      . . . 2 2 2 2
      . . . . 1 1 1
      . . . . 1 0 1
      . . . 2 1 1 1
    ]], measured(map, at, { "distance", to = enemy },
      { filter = { { "distance", to = enemy, max = 2 } } }))
    shows([[
      0 1 2 2 2 2 2
      1 1 . . 1 1 1
      2 2 2 . 1 0 1
      3 3 3 2 1 1 1
    ]], measured(map, at, { "distance", to = { { 1, 1 }, enemy } }))
  end)

  it("measures influence, and where it comes to its end", function()
    local map, at = hall()
    map:influence("power"):add(1, 3, 30, 2)
    shows([[
      10  0  0 0 0 0 0
      20 16  . . 0 0 0
      30 20 10 . 0 0 0
      20 16  0 0 0 0 0
    ]], measured(map, at, { "influence", influence = "power" }))
    shows([[
      1 0 0 0 0 0 0
      0 1 . . 0 0 0
      0 0 1 . 0 0 0
      0 1 0 0 0 0 0
    ]], measured(map, at, { "front", influence = "power" }))
  end)

  it("knows terrain", function()
    local map, at = hall()
    shows([[
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . 1 . . . . .
    ]], measured(map, at, { "terrain", is = "road" }, { from = { terrain = "road" } }))
  end)

  it("measures how far round a place it is", function()
    local map, at, enemy = hall()
    shows([[
      8 11 17 30 56 100 144
      2  3  .  . 30 100 170
      0  0  0  .  0   0 200
      2  3  6 11 30 100 170
    ]], measured(map, at, { "flank", of = enemy, front = { 1, 3 } }))
  end)

  it("counts units around", function()
    local map, at, enemy = hall()
    local red, blue = map:player "red", map:player "blue"
    red:reveal()
    local unit = red:unit { x = at.x, y = at.y }
    red:unit { x = 1, y = 4 }
    blue:unit { x = enemy.x, y = enemy.y }
    red:see(enemy.x, enemy.y, 3)
    shows([[
      0 0 0 0 0 0 0
      0 0 . . 1 1 1
      1 1 0 . 1 . 1
      . 1 0 0 1 1 1
    ]], measured(map, at, { "crowding", radius = 1 }, { query = { unit = unit } }))
    shows([[
      0 0 0 0 0 0 0
      0 0 . . 0 0 0
      1 1 0 . 0 . 0
      . 1 0 0 0 0 0
    ]], measured(map, at, { "crowding", radius = 1, side = "friends" },
      { query = { unit = unit } }))
  end)

  it("measures ways out", function()
    local map, at = hall()
    shows([[
      37 50 37 37 50  62 37
      62 87  .  . 75 100 62
      62 87 62  . 75 100 62
      37 62 50 50 50  62 37
    ]], measured(map, at, { "exits", radius = 1 }))
  end)

  it("sees of a cell alone what it sees of it among all", function()
    local map, at, enemy = hall()
    for _, eye in ipairs { { 1, 1 }, { 7, 2 }, { 3, 4 } } do
      local score = { { "sight", of = { eye, enemy } } }
      local all = map:positions(at.x, at.y, { from = { within = 9 }, score = score, count = 99 })
      for _, place in ipairs(all) do
        assert.same({ place }, (map:positions(at.x, at.y,
          { from = { cells = { place } }, score = score })))
      end
    end
  end)

  it("sees, and is hidden", function()
    local map, at, enemy = hall()
    shows([[
      0 0 0 1 1 1 1
      0 0 . . 1 1 1
      0 0 0 . 1 1 1
      0 1 1 1 1 1 1
    ]], measured(map, at, { "sight", of = enemy }))
    shows([[
      1 1 1 0 0 0 0
      1 1 . . 0 0 0
      1 1 1 . 0 0 0
      1 0 0 0 0 0 0
    ]], measured(map, at, { "cover", from = { enemy } }))
    shows([[
      0 0 0 0 0 1 0
      0 0 . . 1 1 1
      0 0 0 . 1 1 1
      0 0 0 0 1 1 1
    ]], measured(map, at, { "sight", of = enemy, range = 2 }))
    shows([[
      1 1 1 1 1 1 1
      1 1 . . 1 1 1
      1 1 1 . 1 1 1
      1 1 1 1 1 1 1
    ]], measured(map, at, { "cover", from = {} }))
  end)

  it("is worth what its curve says", function()
    local map = maps.read ". . . . . . . ."
    local function worth(term)
      term[1], term.name = "distance", "d"
      term.to = { 1, 1 }
      return measured(map, { x = 1, y = 1 }, term)
    end
    shows("0 -2 -4 -6 -8 -10 -12 -14", worth { weight = -2 })
    shows("1 1 0.5 0 -0.5 -1 -1 -1", worth { curve = { { 1, 1 }, { 5, -1 } } })
    shows("3 3 3 3 3 3 3 3", worth { curve = { { 4, 1.5 } }, weight = 2 })
    -- A third, rounded down to 1/1024.
    shows("0 0.333008 0.666016 1 1 1 1 1", worth { curve = { { 0, 0 }, { 3, 1 } } })
    shows("0 -0.333984 -0.666992 -1 -1 -1 -1 -1", worth { curve = { { 0, 0 }, { 3, -1 } } })
  end)
end)

describe("a position query", function()
  local YARD = [[
    . . . . .
    . # # # .
    A # . # .
    . # # # .
    . . . . .
  ]]

  local function list(places)
    local cells = {}
    for i, place in ipairs(places) do cells[i] = ("%d,%d"):format(place.x, place.y) end
    return table.concat(cells, " ")
  end

  it("leaves out what cannot be reached or is taken; of equals the first comes first", function()
    local map, at = maps.read(YARD)
    local red = map:player("red"):reveal()
    local unit = red:unit { x = at.A.x, y = at.A.y }
    red:unit { x = 1, y = 1 }
    red:unit { x = 5, y = 5 }
    local found = map:positions(1, 3, { from = { within = 9 }, count = 99,
      query = { unit = unit } })
    assert.equal("2,1 3,1 4,1 5,1 1,2 5,2 1,3 5,3 1,4 5,4 1,5 2,5 3,5 4,5", list(found))
    local best = map:positions(1, 3, { from = { within = 9 }, count = 2,
      score = { { "distance", to = { 3, 3 } } }, query = { unit = unit } })
    assert.equal("2,1 3,1", list(best))
    assert.same({ score = 2, x = 2, y = 1, why = { distance = 2 } }, best[1])
    assert.equal("", list(map:positions(1, 3, { from = { cells = { { 3, 3 } } } })))
    map:set(1, 3, "wall")
    assert.same({ nil, "start_blocked" }, { map:positions(1, 3, { from = { within = 9 } }) })
  end)

  it("chooses from a ring, from what can be reached, from a list", function()
    local map = maps.read(YARD)
    local function cells(from)
      return list(map:positions(1, 3, { from = from, count = 99 }))
    end
    assert.equal("1,2 1,3 1,4", cells { ring = { 0, 1 } })
    assert.equal("1,1 2,1 3,1 1,5 2,5 3,5", cells { ring = { 2, 2 } })
    assert.equal("3,1 4,1 5,1 5,2 5,4 3,5 4,5 5,5",
      cells { ring = { 1, 2, of = { x = 5, y = 3 } } })
    assert.equal("1,1 1,2 1,3 1,4 1,5", cells { reach = 20 })
    assert.equal("1,1 5,1", cells { cells = { { 5, 1 }, { x = 3, y = 3 }, { x = 1, y = 1 } } })
  end)

  it("goes by what a player knows", function()
    local map = maps.read [[
      . . . . .
      # # # # .
      . . . . .
    ]]
    local red = map:player "red"
    red:see(1, 1, 1)
    local seen = map:positions(1, 1, { from = { terrain = "plain" }, count = 99,
      query = { player = red } })
    assert.equal("1,1 2,1", list(seen))
    local unseen = map:positions(1, 1, { from = { terrain = "unseen" }, count = 99,
      query = { player = red } })
    assert.equal(15 - 3, #unseen)
  end)

  it("takes what is just within bounds, and refuses what is just beyond", function()
    local map = maps.read(YARD)
    local function taken(from, score)
      local ok, message = pcall(map.positions, map, 1, 3, { from = from, score = { score } })
      return ok or message:match "%((.*)%)$"
    end
    local curve, within = {}, { within = 255 }
    for i = 1, 16 do curve[i] = { i, i % 2 == 0 and 16384 or -16384 } end
    for _, score in ipairs { { "walk", curve = curve }, { "walk", curve = { { 2 ^ 24 - 1, 0 } } },
      { "walk", weight = 1000 }, { "walk", weight = -1000 }, { "exits", radius = 15 },
      { "exits", radius = 1 }, { "crowding", radius = 0 }, { "crowding", radius = 255 },
      { "sight", of = { 1, 1 }, range = 0 }, { "sight", of = { 1, 1 }, range = 255 } } do
      assert.is_true(taken(within, score))
    end
    curve[17] = { 17, 0 }
    for text, score in pairs {
      ["walk).curve: 1 to 16 points expected, got 17"] = { "walk", curve = curve },
      ["walk).curve[1][1] = 16777216 is not a whole number from -16777215 to 16777215"] =
        { "walk", curve = { { 2 ^ 24, 0 } } },
      ["walk).weight = 1000.5 is not a number from -1000 to 1000"] = { "walk", weight = 1000.5 },
      ["walk).weight = -1000.5 is not a number from -1000 to 1000"] = { "walk", weight = -1000.5 },
      ["exits).radius = 0 is not a whole number from 1 to 15"] = { "exits", radius = 0 },
      ["crowding).radius = 1.5 is not a whole number from 0 to 255"] =
        { "crowding", radius = 1.5 },
      ["sight).range = 256 is not a whole number from 0 to 255"] =
        { "sight", of = { 1, 1 }, range = 256 },
    } do
      assert.equal("score[1] (" .. text, taken(within, score))
    end
    for _, cell in ipairs { { 1, 1 }, { 5, 5 }, { x = 4, y = 4, width = 2, height = 2 } } do
      assert.is_true(taken { cells = { cell } })
    end
    for text, cell in pairs {
      ["x = 0 is outside the map, 1 to 5"] = { 0, 1 },
      ["y = 0 is outside the map, 1 to 5"] = { 1, 0 },
      ["x = 6 is outside the map, 1 to 5"] = { 6, 1 },
      ["y = 6 is outside the map, 1 to 5"] = { 1, 6 },
      ["x = 1.5 is not an integer"] = { 1.5, 1 }, ["y = 1.5 is not an integer"] = { 1, 1.5 },
      ["width = 3 is not a whole number from 1 to 2"] = { x = 4, y = 4, width = 3 },
      ["height = 3 is not a whole number from 1 to 2"] = { x = 4, y = 4, height = 3 },
      ["width = 0 is not a whole number from 1 to 5"] = { x = 1, y = 1, width = 0 },
      ["height = 0 is not a whole number from 1 to 5"] = { x = 1, y = 1, height = 0 },
      ["width = 0.5 is not a whole number from 1 to 5"] = { x = 1, y = 1, width = 0.5 },
    } do
      assert.equal("from.cells[1]." .. text, taken { cells = { cell } })
    end
  end)

  it("names what is wrong", function()
    local map = maps.read(YARD)
    map:influence "danger"
    local function wrong(text, given)
      says("bad argument #3 to 'positions' (" .. text .. ")", map.positions, map, 1, 3, given)
    end
    local within = { within = 3 }
    wrong("positions: table expected, got nil", nil)
    wrong("'from' is missing", {})
    wrong("unknown key 'form', the nearest is 'from'", { form = within })
    wrong("from: table expected, got 'wood'", { from = "wood" })
    wrong("from: one of 'ring', 'reach', 'terrain', 'cover', 'front', 'cells' or 'within' is "
      .. "missing", { from = {} })
    wrong("from: unknown key 'rnig', the nearest is 'ring'", { from = { rnig = {} } })
    wrong("from: 'ring' together with 'reach'", { from = { ring = { 1, 2 }, reach = 9 } })
    wrong("from: 'within' together with 'reach'", { from = { reach = 9, within = 9 } })
    wrong("from: 'range' without 'cover'", { from = { within = 9, range = 3 } })
    wrong("from.within = 256 is not a whole number from 0 to 255", { from = { within = 256 } })
    wrong("from.ring[2] = 1 is not a whole number from 2 to 255", { from = { ring = { 2, 1 } } })
    wrong("from.ring[1] = nil is not a whole number from 0 to 255", { from = { ring = {} } })
    wrong("from.ring: unknown key 'off', the nearest is 'of'",
      { from = { ring = { 1, 2, off = 3 } } })
    wrong("from.ring.of = 7 is not a cell { x, y }",
      { from = { ring = { 1, 2, of = 7 } } })
    wrong("from.ring.of.x = 9 is outside the map, 1 to 5",
      { from = { ring = { 1, 2, of = { 9, 1 } } } })
    wrong("from.reach = -1 is not a whole number from 0 to 16777214", { from = { reach = -1 } })
    wrong("from.cells[2] = 'x' is not a cell { x, y }",
      { from = { cells = { { 1, 1 }, "x" } } })
    wrong("there is no terrain 'plane', the nearest is 'plain'", { from = { terrain = "plane" } })
    wrong("count = 0 is not a whole number from 1 to 1024", { from = within, count = 0 })
    wrong("reserve = 1 is not a string", { from = within, reserve = 1 })
    wrong("reserve = 'hill': only units of a world keep places",
      { from = within, reserve = "hill" })
    wrong("filter: table expected, got 1", { from = within, filter = 1 })
    wrong("score: a list of terms expected", { from = within, score = { walk = 1 } })
    wrong("score[1]: table expected, got 'walk'", { from = within, score = { "walk" } })
    wrong("score[1][1] = nil is not the name of a term", { from = within, score = { {} } })
    wrong("score[2]: there is no term 'dangre', the nearest is 'danger'",
      { from = within, score = { { "walk" }, { "dangre" } } })
    wrong("score[1] (walk): unknown key 'wieght', the nearest is 'weight'",
      { from = within, score = { { "walk", wieght = 1 } } })
    wrong("score[1] (walk).weight = 'x' is not a number from -1000 to 1000",
      { from = within, score = { { "walk", weight = "x" } } })
    wrong("score[2] (walk): there is a 'walk' already: give one of them a name",
      { from = within, score = { { "walk" }, { "walk" } } })
    wrong("score[1] (walk).name = 3 is not a string",
      { from = within, score = { { "walk", name = 3 } } })
    wrong("score[1] (walk).curve: 1 to 16 points expected, got 0",
      { from = within, score = { { "walk", curve = {} } } })
    wrong("score[1] (walk).curve[2]: 3 does not rise above 3",
      { from = within, score = { { "walk", curve = { { 3, 1 }, { 3, 2 } } } } })
    wrong("score[1] (walk).curve[1][2] = nil is not a number from -16384 to 16384",
      { from = within, score = { { "walk", curve = { { 3 } } } } })
    wrong("filter[1] (walk): 'min' or 'max' is missing", { from = within, filter = { { "walk" } } })
    wrong("filter[1] (walk).max = 'far' is not a number",
      { from = within, filter = { { "walk", max = "far" } } })
    wrong("filter[1] (walk): unknown key 'weight'",
      { from = within, filter = { { "walk", weight = 1 } } })
    wrong("score[1] (influence).influence = nil is not the name of an influence map",
      { from = within, score = { { "influence" } } })
    wrong("there is no influence map 'height'",
      { from = within, score = { { "height" } } })
    wrong("score[1] (crowding).radius = 256 is not a whole number from 0 to 255",
      { from = within, score = { { "crowding", radius = 256 } } })
    wrong("score[1] (crowding).side = 'enemy' is none of 'any', 'friends', 'enemies'",
      { from = within, score = { { "crowding", side = "enemy" } } })
    wrong("score[1] (exits).radius = 16 is not a whole number from 1 to 15",
      { from = within, score = { { "exits", radius = 16 } } })
    wrong("score[1] (sight).of = nil is neither a place nor a list of places",
      { from = within, score = { { "sight" } } })
    wrong("score[1] (sight).of[2].y = 7 is outside the map, 1 to 5",
      { from = within, score = { { "sight", of = { { 1, 1 }, { 1, 7 } } } } })
    wrong("score[1] (distance).to: at least one place expected",
      { from = within, score = { { "distance", to = {} } } })
    wrong("query: 'partial' means nothing to positions",
      { from = within, query = { partial = true } })
    wrong("query: 'extra_cost' means nothing to positions",
      { from = within, query = { extra_cost = function() return 0 end } })
    says("bad argument #1 to 'positions' (x = 1.5 is not an integer)", map.positions, map,
      1.5, 1, {})
    says("bad argument #2 to 'positions' (y = nil is not an integer)", map.positions, map, 1, nil,
      {})
  end)

  it("has at most 16 terms", function()
    local map = maps.read(YARD)
    local score = {}
    for i = 1, 17 do score[i] = { "walk", name = "w" .. i } end
    says("#3 to 'positions' (at most 16 terms expected, got 17)", map.positions, map, 1, 3,
      { from = { within = 3 }, score = score })
    score[17] = nil
    assert.equal(1, #map:positions(1, 3, { from = { within = 3 }, score = score }))
  end)
end)

-- ---- against a model ----------------------------------------------------------------------------

local WORDS = { "plain", "plain", "plain", "plain", "road", "swamp", "wood", "wall" }

local function random_map(random)
  local width, height = random:int(6, 18), random:int(5, 14)
  local map = astar.map { width = width, height = height, terrains = maps.TERRAINS }
  for y = 1, height do
    for x = 1, width do map:set(x, y, random:pick(WORDS)) end
  end
  local danger = map:influence "danger"
  for _ = 1, 5 do
    local x, y = random:int(1, width), random:int(1, height)
    danger:add(x, y, random:int(-9, 40), random:int(0, 4))
  end
  return map
end

--- A player with fog, a class of 1 or 2 cells, a unit and others around it.
local function random_scene(random)
  local map = random_map(random)
  local red, blue = map:player "red", map:player "blue"
  if random:chance(0.5) then red:reveal() end
  for _ = 1, 3 do red:see(random:int(1, map.width), random:int(1, map.height), random:int(2, 9)) end
  local class = map:class { size = random:int(1, 3),
    diagonal = random:pick { "always", "never", "no_obstacles" } }
  local function unit(player, cls)
    return player:unit { x = random:int(1, map.width), y = random:int(1, map.height), class = cls,
      sight = 3 }
  end
  local asker = unit(red, class)
  for _ = 1, 6 do unit(random:chance(0.5) and red or blue) end
  return map, red, class, asker
end

local function covered(size, x, y)
  local list = {}
  for row = y, y + size - 1 do
    for column = x, x + size - 1 do list[#list + 1] = { column, row } end
  end
  return list
end

local function gap(x, y, size, left, top, width)
  return math.max(0, left - (x + size - 1), x - (left + width - 1), top - (y + size - 1),
    y - (top + width - 1))
end

local model = {}

function model.walk(scene, x, y) return scene.field:cost(x, y) or nil end

function model.distance(scene, x, y)
  local least = math.huge
  for _, place in ipairs(scene.targets) do
    least = math.min(least, gap(x, y, scene.size, place.x, place.y, 1))
  end
  return least
end

function model.danger(scene, x, y)
  local most = -math.huge
  for _, cell in ipairs(covered(scene.size, x, y)) do
    most = math.max(most, scene.layer:get(cell[1], cell[2]))
  end
  return most
end

function model.front(scene, x, y)
  if scene.layer:get(x, y) <= 0 then return 0 end
  for _, step in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
    local across, down = x + step[1], y + step[2]
    local inside = across >= 1 and down >= 1 and across <= scene.map.width
      and down <= scene.map.height
    if inside and scene.layer:get(across, down) <= 0 then return 1 end
  end
  return 0
end

function model.terrain(scene, x, y)
  for _, cell in ipairs(covered(scene.size, x, y)) do
    if select(2, scene.red:knows(cell[1], cell[2])) ~= "swamp" then return 0 end
  end
  return 1
end

function model.crowding(scene, x, y)
  local count = 0
  for unit in scene.map:units() do
    local counts = unit ~= scene.unit and unit:visible_to(scene.red)
    if counts and gap(x, y, scene.size, unit.x, unit.y, unit.width) <= 2 then count = count + 1 end
  end
  return count
end

-- Cells of the square within `radius` that can be walked to in straight steps within it.
function model.exits(scene, x, y)
  local radius, seen, list, count = 3, {}, { { x, y } }, 0
  seen[y * 100 + x] = true
  while list[1] do
    local cell = table.remove(list)
    if math.max(math.abs(cell[1] - x), math.abs(cell[2] - y)) == radius then count = count + 1 end
    for _, step in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local across, down = cell[1] + step[1], cell[2] + step[2]
      local near = math.max(math.abs(across - x), math.abs(down - y)) <= radius
      if near and not seen[down * 100 + across] and scene.can_stand(across, down) then
        seen[down * 100 + across] = true
        list[#list + 1] = { across, down }
      end
    end
  end
  return math.floor(100 * count / (8 * radius))
end

local function middle(scene, x, y)
  local half = math.floor((scene.size - 1) / 2)
  return x + half, y + half
end

function model.sight(scene, x, y) return scene.sight:count(middle(scene, x, y)) end

function model.cover(scene, x, y)
  for _, cell in ipairs(covered(scene.size, x, y)) do
    if scene.sight:count(cell[1], cell[2]) > 0 then return 0 end
  end
  return 1
end

local TERMS = {
  walk = {}, distance = { to = "targets" }, danger = {}, front = { influence = "danger" },
  terrain = { is = "swamp" }, crowding = { radius = 2 }, exits = { radius = 3 },
  sight = { of = "targets" }, cover = { from = "targets" },
}
local NAMES = { "walk", "distance", "danger", "front", "terrain", "crowding", "exits", "sight",
  "cover" }

local function random_terms(random, scene)
  local score, filter = {}, {}
  for _, name in ipairs(NAMES) do
    if random:chance(0.5) then
      local term = { name, weight = random:int(-8, 8) / 4 }
      if random:chance(0.3) then
        term.curve = { { 0, 1 }, { random:int(1, 9), random:int(-3, 3) }, { 40, 0 } }
      end
      for key, value in pairs(TERMS[name]) do term[key] = scene[value] or value end
      score[#score + 1] = term
    end
    if random:chance(0.25) then
      local term = { name, min = random:int(0, 2), max = random:int(2, 90) }
      for key, value in pairs(TERMS[name]) do term[key] = scene[value] or value end
      filter[#filter + 1] = term
    end
  end
  return score, filter
end

local function floor_1024(value) return math.floor(value * 1024) / 1024 end

local function worth(curve, value)
  if not curve then return value end
  if value <= curve[1][1] then return curve[1][2] end
  for i = 2, #curve do
    local a, b = curve[i - 1], curve[i]
    if value < b[1] then
      return a[2] + math.floor((b[2] - a[2]) * 1024 * (value - a[1]) / (b[1] - a[1])) / 1024
    end
  end
  return curve[#curve][2]
end

-- The place as the model has it; nil: it is left out.
local function judge(scene, x, y, score, filter)
  for _, term in ipairs(filter) do
    local value = model[term[1]](scene, x, y)
    if not value or value < term.min or value > term.max then return nil end
  end
  local place = { x = x, y = y, score = 0, why = {} }
  for _, term in ipairs(score) do
    local value = model[term[1]](scene, x, y)
    if not value then return nil end
    local share = floor_1024(term.weight * worth(term.curve, value))
    place.why[term[1]], place.score = share, place.score + share
  end
  return place
end

local function all_of(scene, score, filter)
  local list = {}
  for y = 1, scene.map.height do
    for x = 1, scene.map.width do
      local is_open = scene.can_stand(x, y) and scene.free(x, y)
        and scene.map:reachable(scene.unit.x, scene.unit.y, x, y, scene.query)
      local place = is_open and judge(scene, x, y, score, filter)
      if place then list[#list + 1] = place end
    end
  end
  table.sort(list, function(a, b)
    if a.score ~= b.score then return a.score > b.score end
    return a.y < b.y or a.y == b.y and a.x < b.x
  end)
  return list
end

local function scene_of(random)
  local map, red, class, unit = random_scene(random)
  if not unit then return nil end
  local scene = { map = map, red = red, unit = unit, size = class.size,
    layer = map:influence "danger", query = { class = class, player = red } }
  scene.targets = {}
  for i = 1, random:int(1, 3) do
    scene.targets[i] = { x = random:int(1, map.width), y = random:int(1, map.height) }
  end
  scene.field = map:field({ from = { unit.x, unit.y } },
    { unit = unit, influence = { danger = 1 } })
  if not scene.field then return nil end
  scene.sight = red:sight(scene.targets, { radius = 255 })
  function scene.can_stand(x, y)
    local last = scene.size - 1
    if x < 1 or y < 1 or x + last > map.width or y + last > map.height then return false end
    return (map:cost(x, y, scene.query)) and true or false
  end
  -- No unit that stands and is known is in the way.
  function scene.free(x, y)
    for other in map:units() do
      local counts = other ~= unit and other:visible_to(red)
      if counts and gap(x, y, scene.size, other.x, other.y, other.width) == 0 then return false end
    end
    return true
  end
  return scene
end

describe("position queries", function()
  it("find what a model finds, on random maps", function()
    local random = new_random(18)
    local asked, found = 0, 0
    while asked < 150 do
      local scene = scene_of(random)
      if scene then
        asked = asked + 1
        local score, filter = random_terms(random, scene)
        local got = scene.map:positions(scene.unit.x, scene.unit.y, { from = { within = 30 },
          score = score, filter = filter, count = 1024,
          query = { unit = scene.unit, influence = { danger = 1 } } })
        local expected = all_of(scene, score, filter)
        found = found + #expected
        assert.same(expected, got)
        local few = scene.map:positions(scene.unit.x, scene.unit.y, { from = { within = 30 },
          score = score, filter = filter, count = 3,
          query = { unit = scene.unit, influence = { danger = 1 } } })
        for i, place in ipairs(few) do assert.same(expected[i], place) end
      end
    end
    assert.is_true(found > 2000, found)
  end)

  it("walk as far as it takes, where the way is long or no cost is the limit", function()
    local rows = {}
    for y = 1, 40 do
      local gap_at = y % 4 == 0 and 1 or 60
      local row = ("."):rep(60)
      if y % 2 == 0 then row = ("#"):rep(gap_at - 1) .. "." .. ("#"):rep(60 - gap_at) end
      rows[y] = row
    end
    local map = maps.read(table.concat(rows, "\n"))
    for _, y in ipairs { 3, 11, 25, 39 } do
      local found = map:positions(1, 1, { from = { cells = { { 30, y } } },
        score = { { "walk" } } })
      assert.equal(map:path(1, 1, 30, y).cost, found[1].score)
    end
    local best = map:positions(1, 1, { from = { reach = 1200 }, score = { { "walk" } } })[1]
    assert.is_true(best.score <= 1200 and best.score > 1190)
  end)

  it("find the same over links", function()
    local map = maps.read [[
      . . # . . .
      . . # . . .
    ]]
    assert.equal(0, #map:positions(1, 1, { from = { cells = { { 6, 1 } } } }))
    map:link { from = { 2, 2 }, to = { 5, 2 }, cost = 30 }
    local found = map:positions(1, 1, { from = { reach = 58 }, score = { { "walk" } } })
    assert.same({ 4, 1, 58 }, { found[1].x, found[1].y, found[1].score })
  end)
end)
