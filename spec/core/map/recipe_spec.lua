-- Influence maps with recipes, against the same recipes computed over the whole map in plain Lua.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"
local says = require "support.says"

local MOST = 65535

-- ---- the definition -----------------------------------------------------------------------------

local function limit(value, least, greatest)
  return math.max(least, math.min(greatest, value))
end

--- The nearest whole number, halves away from 0.
local function rounded(value)
  return value < 0 and -math.floor(-value + 0.5) or math.floor(value + 0.5)
end

local function sum(parts)
  local total = 0
  for _, part in ipairs(parts) do total = total + part end
  return total
end

local function tension(parts)
  local total = 0
  for _, part in ipairs(parts) do total = total + math.abs(part) end
  return total
end

local CELLWISE = {
  sum = sum, tension = tension,
  vulnerability = function(parts) return tension(parts) - math.abs(sum(parts)) end,
  greatest = function(parts) return math.max(table.unpack(parts)) end,
  least = function(parts) return math.min(table.unpack(parts)) end,
  product = function(parts, recipe)
    local product = parts[1]
    for i = 2, #parts do
      product = limit(rounded(product * parts[i] / (recipe.scale or 1)), -MOST, MOST)
    end
    return product
  end,
}

local AROUND = {
  slope = function(at, x, y)
    local most = 0
    for ny = y - 1, y + 1 do
      for nx = x - 1, x + 1 do
        if at(nx, ny) then most = math.max(most, math.abs(at(nx, ny) - at(x, y))) end
      end
    end
    return most
  end,
  near = function(at, x, y, recipe)
    local greatest, radius = -math.huge, recipe.radius
    for ny = y - radius, y + radius do
      for nx = x - radius, x + radius do
        local inside = (nx - x) ^ 2 + (ny - y) ^ 2 <= radius ^ 2
        if inside and at(nx, ny) then greatest = math.max(greatest, at(nx, ny)) end
      end
    end
    return greatest
  end,
}

-- ---- walking ------------------------------------------------------------------------------------

local DIAGONALS = {                              -- open ones needed beside a diagonal step
  no_obstacles = 2, at_most_one_obstacle = 1, always = 0, never = 3,
}

--- From a cell: how far it is to each cell within `radius` straight steps, by its number.
local function distances_from(map, walk, x, y, radius)
  local distance, done = { [(y - 1) * map.width + x] = 0 }, {}
  local function is_open(nx, ny)
    local inside = nx >= 1 and ny >= 1 and nx <= map.width and ny <= map.height
    return inside and map:cost(nx, ny, walk.query) ~= nil
  end
  local function nearest()
    local best
    for cell, far in pairs(distance) do
      if not done[cell] and (not best or far < distance[best]) then best = cell end
    end
    return best
  end
  for cell in nearest do
    done[cell] = true
    local cx, cy = (cell - 1) % map.width + 1, math.floor((cell - 1) / map.width) + 1
    for dy = -1, 1 do
      for dx = -1, 1 do
        local diagonal = dx ~= 0 and dy ~= 0
        local beside = diagonal and
          (is_open(cx + dx, cy) and 1 or 0) + (is_open(cx, cy + dy) and 1 or 0) or 3
        local far = distance[cell] + (diagonal and map.diagonal or map.straight)
        local legal = is_open(cx + dx, cy + dy) and (not diagonal or beside >= walk.needed)
        local to = (cy + dy - 1) * map.width + cx + dx
        if legal and far <= radius * map.straight and far < (distance[to] or math.huge) then
          distance[to] = far
        end
      end
    end
  end
  return distance
end

--- What a flood adds to each cell, by its number.
local function flood_of(map, walk, x, y, amount, radius)
  local parts, reach = {}, (radius + 1) * map.straight
  for cell, far in pairs(distances_from(map, walk, x, y, radius)) do
    parts[cell] = rounded(amount * (reach - far) / reach)
  end
  return parts
end

local function flow(map, part, recipe)
  local sums = {}
  for i = 1, map.width * map.height do sums[i] = 0 end
  local rule = recipe.rule or "no_obstacles"
  local walk = { query = { class = recipe.class, player = recipe.player },
    needed = DIAGONALS[rule] }
  for y = 1, map.height do
    for x = 1, map.width do
      local amount = part(x, y)
      if amount ~= 0 then
        for cell, left in pairs(flood_of(map, walk, x, y, amount, recipe.radius)) do
          sums[cell] = sums[cell] + left
        end
      end
    end
  end
  return sums
end

--- A function of x and y; nil outside the map.
local function part_of(map, plain, term)
  return function(x, y)
    if x < 1 or y < 1 or x > map.width or y > map.height then return nil end
    return rounded(plain[term.map][(y - 1) * map.width + x] * math.floor(term.factor * 1024) / 1024)
  end
end

--- A list of values, row by row. `plain` has those of the maps before it, by name.
local function compute(map, plain, recipe)
  local parts, values = {}, {}
  for i = 2, #recipe do parts[i - 1] = part_of(map, plain, recipe[i]) end
  local flowing = recipe[1] == "flow" and flow(map, parts[1], recipe)
  for y = 1, map.height do
    for x = 1, map.width do
      local value
      if flowing then
        value = flowing[#values + 1]
      elseif AROUND[recipe[1]] then
        value = AROUND[recipe[1]](parts[1], x, y, recipe)
      else
        local here = {}
        for i, part in ipairs(parts) do here[i] = part(x, y) end
        value = CELLWISE[recipe[1]](here, recipe)
      end
      values[#values + 1] = limit(value + (recipe.plus or 0), recipe.min or -MOST,
        recipe.max or MOST)
    end
  end
  return values
end

local function values_of(map, influence)
  local values = {}
  for y = 1, map.height do
    for x = 1, map.width do values[#values + 1] = influence:get(x, y) end
  end
  return values
end

local function copy_values(map, from, to)
  for y = 1, map.height do
    for x = 1, map.width do
      local value = from:get(x, y)
      if to:get(x, y) ~= value then to:set(x, y, value) end
    end
  end
end

-- ---- random ones --------------------------------------------------------------------------------

local KINDS = { "sum", "product", "greatest", "least", "tension", "vulnerability", "slope", "near" }

local function random_recipe(random, names, kind)
  local recipe = { kind }
  local count = AROUND[recipe[1]] and 1 or random:int(1, 4)
  for i = 1, count do
    recipe[i + 1] = { map = random:pick(names),
      factor = random:chance(0.5) and 1 or random:int(-2048, 2048) / 1024 }
  end
  if recipe[1] == "near" then recipe.radius = random:int(1, 20) end
  if recipe[1] == "product" then recipe.scale = random:int(1, 50) end
  if random:chance(0.3) then recipe.plus = random:int(-20, 20) end
  if random:chance(0.3) then recipe.min = random:int(-30, 0) end
  if random:chance(0.3) then recipe.max = random:int(0, 60) end
  return recipe
end

local function edit(random, map, influence)
  local pick, x, y = random:int(1, 12), random:int(1, map.width), random:int(1, map.height)
  if pick == 1 then influence:decay(0.5)
  elseif pick == 2 then influence:spread(0.5)
  elseif pick == 3 then influence:clear()
  elseif pick < 7 then influence:set(x, y, random:int(-99, 99))
  else influence:add(x, y, random:int(-60, 90), random:int(0, 6)) end
end

--- Plain maps, and a recipe of each kind over them and over one another. `list` has them in order.
local function random_maps(random)
  local map = astar.map { width = random:int(1, 25), height = random:int(1, 25),
    terrains = maps.TERRAINS, fill = "plain" }
  local names, list = { "red", "blue" }, {}
  for _, name in ipairs(names) do map:influence(name) end
  local first = random:int(1, #KINDS)
  for i = 1, #KINDS do
    local kind = KINDS[(first + i) % #KINDS + 1]
    local recipe, name = random_recipe(random, names, kind), "made " .. i
    list[i] = { name = name, recipe = recipe, map = map:influence(name, { recipe = recipe }) }
    names[#names + 1] = name
  end
  return map, list
end

local function compare(map, list, is_wanted)
  local plain = {}
  for _, name in ipairs { "red", "blue" } do plain[name] = values_of(map, map:influence(name)) end
  for i, one in ipairs(list) do
    plain[one.name] = compute(map, plain, one.recipe)
    if is_wanted(i) then
      assert.same(plain[one.name], values_of(map, one.map))
    end
  end
end

--- Walls, swamp and what a player has seen; four classes, by rule.
local function random_land(random)
  local map = astar.map { width = random:int(2, 30), height = random:int(2, 24),
    diagonal = random:pick { 14, 10, 20 },
    terrains = maps.TERRAINS, fill = "plain" }
  map:paint(function() return random:chance(0.25) and "wall" or "plain" end)
  map:player("green"):see(random:int(1, map.width), random:int(1, map.height), 6)
  return map
end

-- ---- examples -----------------------------------------------------------------------------------

describe("an influence map with a recipe", function()
  it("has the values of the definition, after edits at random", function()
    for seed = 1, cases.of(2) do
      local random = new_random(seed)
      local map, list = random_maps(random)
      for _ = 1, 4 do
        for _ = 1, random:int(0, 6) do
          edit(random, map, map:influence(random:pick { "red", "blue" }))
        end
        local every = random:int(1, 3)
        compare(map, list, function(i) return i % every == 0 end)
      end
    end
  end)

  it("is up to date for whoever reads it first", function()
    local readers = {
      get = function(heat) return heat:get(4, 3) end,
      max_near = function(heat) return select(3, heat:max_near(1, 1, 9)) end,
      peaks = function(heat) return #heat:peaks(9) end,
      gradient = function(heat) return (heat:gradient(3, 3)) end,
      uphill = function(heat) return (heat:uphill(3, 3)) end,
      downhill = function(heat) return (heat:downhill(4, 3)) end,
      value_bytes = function(heat) return (heat:value_bytes():find "[^%z]") end,
      path = function(_, map) return map:path(1, 3, 9, 3, { influence = { heat = 1 } }).cost end,
      cost = function(_, map) return map:cost(4, 3, { influence = { heat = 1 } }) end,
      field = function(_, map)
        return map:field({ to = { { 9, 3 } } }, { influence = { heat = 1 } }):cost(1, 3)
      end,
    }
    for name, read in pairs(readers) do
      local map = astar.map { width = 9, height = 5 }
      local fire = map:influence("fire", { weight = 0 })
      local heat = map:influence("heat", { recipe = { "sum", fire }, weight = 1 })
      local before = read(heat, map)
      fire:set(4, 3, 50)
      local after = read(heat, map)
      assert.equal(50, heat:get(4, 3))
      assert.equal(read(heat, map), after, name)
      assert.not_equal(before, after, name)
    end
  end)

  it("follows what happens to its terms, also where their logs have run over", function()
    local map = astar.map { width = 100, height = 100 }
    local red = map:influence "red"
    local twice = map:influence("twice", { recipe = { "sum", { map = red, factor = 2 } } })
    assert.equal(0, twice:get(7, 7))
    for i = 0, 1999 do red:set(i * 3 % 100 + 1, i % 100 + 1, i) end
    for i = 1, 100 do assert.equal(2 * red:get(i, i), twice:get(i, i)) end
    red:clear()
    assert.equal(0, twice:peaks(1)[1] or 0)
  end)

  it("counts in paths and fields as a plain map with the same values", function()
    for seed = 1, cases.of(2) do
      local random = new_random(seed)
      local map, list = random_maps(random)
      local made, copy = list[#list], map:influence("copy", { weight = 0 })
      map:paint(function() return random:chance(0.2) and "wall" or "plain" end)
      local goal = { random:int(1, map.width), random:int(1, map.height) }
      local with_made = { influence = { [made.name] = 0.5 } }
      local with_copy = { influence = { copy = 0.5 } }
      local a, b = map:field({ to = { goal } }, with_made), map:field({ to = { goal } }, with_copy)
      for _ = 1, 5 do
        edit(random, map, map:influence "red")
        local x, y = random:int(1, map.width), random:int(1, map.height)
        local cost = a:cost(x, y)
        local path, why = map:path(x, y, goal[1], goal[2], with_made)
        copy_values(map, made.map, copy)
        local other, reason = map:path(x, y, goal[1], goal[2], with_copy)
        assert.same({ b:cost(x, y), reason, other and other.cost, other and #other },
          { cost, why, path and path.cost, path and #path })
      end
    end
  end)

  it("is up to date in each step of a search, and in the queue", function()
    local function costs_with(name)
      local map = astar.map { width = 60, height = 9 }
      local red = map:influence("red"):set(20, 5, 9)
      map:influence("twice", { recipe = { "sum", { map = "red", factor = 2 } } })
      local query = { influence = { [name] = name == "red" and 2 or 1 }, engine = "astar" }
      local search = map:search(1, 5, 60, 5, query)
      assert.is_false(search:step(3) or false)
      red:add(30, 5, 50, 9, "none")
      local path = search:step(100000)
      local ticket = map:request_path(1, 5, 60, 5, query)
      map:work(3)
      red:add(40, 5, 90, 9, "none")
      for _ = 1, 99 do map:work(100, 2) end
      return { path.cost, ticket.path.cost, map:path(1, 5, 60, 5, query).cost }
    end
    local costs = costs_with "red"
    assert.is_true(costs[1] > 590 and costs[2] > costs[1])
    assert.same(costs, costs_with "twice")
  end)

  it("is left out of queries of units, unless it has a weight", function()
    local map = astar.map { width = 9, height = 1 }
    map:influence("red", { weight = 0 }):set(5, 1, 50)
    local fear = map:influence("fear", { recipe = { "sum", "red" } })
    assert.equal(0, fear.weight)
    local unit = map:player("blue"):unit { x = 1, y = 1 }
    assert.equal(80, unit:path(9, 1).cost)
    fear:remove()
    map:influence("fear", { recipe = { "sum", "red" }, weight = 1 })
    assert.equal(130, unit:path(9, 1).cost)
  end)

  it("is saved, and its recipe hashed", function()
    for seed = 1, cases.of(2) do
      local random = new_random(seed)
      local map, list = random_maps(random)
      edit(random, map, map:influence "red")
      local again = astar.read(map:save())
      assert.equal(map:hash(), again:hash())
      assert.equal(map:save(), again:save())
      for _, one in ipairs(list) do
        local other = again:influence(one.name)
        assert.same(one.map.recipe, other.recipe)
        assert.same(values_of(map, one.map), values_of(again, other))
      end
    end
    local hashes = {}
    for _, recipe in ipairs { { "sum", "red" }, { "tension", "red" }, { "sum", "red", "red" },
      { "sum", "red", plus = 1 }, { "sum", "red", min = 1 }, { "sum", "red", max = 1 },
      { "sum", { map = "red", factor = 2 } }, { "sum", "blue" }, { "near", "red", radius = 1 },
      { "near", "red", radius = 2 }, { "product", "red", scale = 2 }, { "product", "red" } } do
      local map = astar.map { width = 9, height = 9 }
      map:influence "red"
      map:influence "blue"
      map:influence("made", { recipe = recipe })
      assert.is_nil(hashes[map:hash()])
      hashes[map:hash()] = true
    end
  end)
end)

describe("influence that remembers", function()
  local function trail_over(half_life, options)
    local map = astar.map { width = 20, height = 3 }
    local seen = map:influence "seen"
    local recipe = { "history", options or "seen", half_life = half_life }
    return map, seen, map:influence("trail", { recipe = recipe })
  end

  local function pass(map, ticks)
    for _ = 1, ticks do map:tick() end
  end

  it("is noted at the end of a tick, stays while it is there, and fades by half", function()
    local map, seen, trail = trail_over(10)
    seen:set(3, 2, 100)
    assert.equal(0, trail:get(3, 2))
    pass(map, 1)
    assert.equal(100, trail:get(3, 2))
    pass(map, 50)
    assert.equal(100, trail:get(3, 2))
    seen:clear()
    assert.equal(100, trail:get(3, 2))
    local left = {}
    for i = 1, 20 do
      pass(map, 1)
      left[i] = trail:get(3, 2)
    end
    assert.same({ 95, 90, 85, 80, 75, 70, 65, 60, 55, 50 }, { table.unpack(left, 1, 10) })
    assert.same({ 47, 45, 42, 40, 37, 35, 32, 30, 27, 25 }, { table.unpack(left, 11, 20) })
    pass(map, 60)
    assert.equal(0, trail:get(3, 2))
    assert.same({}, trail:peaks(1))
  end)

  it("goes by what is more: what is there, or what is left", function()
    local map, seen, trail = trail_over(10)
    seen:set(1, 1, 80)
    pass(map, 1)
    seen:set(1, 1, 30)
    pass(map, 10)
    assert.equal(40, trail:get(1, 1))
    pass(map, 10)
    assert.equal(30, trail:get(1, 1))
    seen:set(1, 1, 0)
    pass(map, 10)
    assert.equal(15, trail:get(1, 1))
  end)

  it("takes no values below 0, and what is between ticks is not noted", function()
    local map, seen, trail = trail_over(5)
    seen:set(1, 1, -50):set(2, 1, 40):set(2, 1, 0)
    pass(map, 2)
    assert.same({ 0, 0 }, { trail:get(1, 1), trail:get(2, 1) })
    local other, below, fear = trail_over(5, { map = "seen", factor = -1 })
    below:set(1, 1, -50)
    pass(other, 1)
    assert.equal(50, fear:get(1, 1))
  end)

  it("is the same however often it is read, saved and loaded", function()
    local map, seen, trail = trail_over(7)
    local again, its, other = trail_over(7)
    for i = 1, 60 do
      for _, one in ipairs { seen, its } do one:clear():set(i % 20 + 1, i % 3 + 1, i * 7 % 90) end
      trail:get(1, 1)
      map:tick()
      again:tick()
      if i % 9 == 0 then
        again = astar.read(again:save())
        its, other = again:influence "seen", again:influence "trail"
      end
      assert.equal(map:hash(), again:hash())
    end
    assert.same(values_of(map, trail), values_of(again, other))
    assert.equal(7, other.recipe.half_life)
  end)

  it("leads searches", function()
    local map, seen = trail_over(3)
    seen:set(10, 2, 200)
    pass(map, 1)
    local query = { influence = { trail = 1 } }
    assert.is_true(map:path(1, 2, 20, 2, query).cost > 190)
    seen:clear()
    pass(map, 60)
    assert.equal(190, map:path(1, 2, 20, 2, query).cost)
  end)

  it("needs a half-life, which no other recipe has", function()
    local map = astar.map { width = 3, height = 3 }
    map:influence "seen"
    local function made(recipe)
      return function() map:influence("made", { recipe = recipe }) end
    end
    says("#2 to 'influence' (recipe: 'history' needs a half_life)", made { "history", "seen" })
    says("#2 to 'influence' (recipe: 'history' takes one influence map)",
      made { "history", "seen", "seen", half_life = 3 })
    says("#2 to 'influence' (half_life = 0 is out of range, 1 to 65535)",
      made { "history", "seen", half_life = 0 })
    says("#2 to 'influence' (half_life = 3 is not for 'sum'", made { "sum", "seen", half_life = 3 })
  end)
end)

describe("influence that flows", function()
  local RULES = { "no_obstacles", "at_most_one_obstacle", "always", "never" }

  local function random_walk(random, map)
    local rule = random:pick(RULES)
    local class = map:class { diagonal = rule, size = random:pick { 1, 1, 2 },
      unknown = random:pick { 10, false } }
    return { class = class, player = random:chance(0.5) and map:player "green" or nil,
      rule = rule }
  end

  it("is the sum of floods, after edits of influence, terrain and knowledge", function()
    for seed = 1, cases.of(3) do
      local random = new_random(seed)
      local map = random_land(random)
      local walk, red = random_walk(random, map), map:influence "red"
      local recipe = { "flow", { map = "red", factor = random:pick { 1, 0.5, -2 } },
        radius = random:int(1, 7), class = walk.class, player = walk.player }
      local smoke = map:influence("smoke", { recipe = recipe })
      recipe.rule = walk.rule
      for _ = 1, 5 do
        local x, y = random:int(1, map.width), random:int(1, map.height)
        red:set(x, y, random:int(-50, 90))
        if random:chance(0.5) then map:set(y % map.width + 1, x % map.height + 1, "wall") end
        if random:chance(0.5) then map:set(x, y, "plain") end
        if random:chance(0.3) then map:player("green"):see(x, y, 5) end
        if random:chance(0.1) then map:terrain("wall", random:pick { 10, false }) end
        assert.same(compute(map, { red = values_of(map, red) }, recipe), values_of(map, smoke))
      end
    end
  end)

  it("is stamped by influence:flood", function()
    for seed = 1, cases.of(5) do
      local random = new_random(seed)
      local map = random_land(random)
      local walk, red = random_walk(random, map), map:influence "red"
      local x, y = random:int(1, map.width), random:int(1, map.height)
      local amount, radius = random:int(-99, 99), random:int(0, 12)
      red:flood(x, y, amount, radius, { class = walk.class, player = walk.player })
      local query = { class = walk.class, player = walk.player }
      local parts = flood_of(map, { query = query, needed = DIAGONALS[walk.rule] }, x, y, amount,
        radius)
      local values = {}
      for i = 1, map.width * map.height do values[i] = parts[i] or 0 end
      assert.same(values, values_of(map, red))
      red:flood(x, y, -amount, radius, query)
      assert.same({}, red:peaks(1))
    end
  end)

  it("goes round walls", function()
    local map = astar.map { rows = { "...#...", "...#...", "......." },
      legend = { ["."] = "plain", ["#"] = "wall" } }
    local red = map:influence("red"):flood(3, 1, 100, 9)
    assert.same({ 100, 0, 40 }, { red:get(3, 1), red:get(4, 1), red:get(5, 1) })
  end)

  it("follows the land, the kinds of terrain and what a player sees", function()
    local map = astar.map { width = 40, height = 1, terrains = maps.TERRAINS, fill = "plain" }
    local green, red = map:player "green", map:influence("red"):set(16, 1, 60)
    local function smoke(name, player)
      local made = map:influence(name, { recipe = { "flow", "red", radius = 5,
        player = player } })
      return function() return made:get(18, 1) end
    end
    local true_one, known = smoke("true", nil), smoke("known", green)
    assert.same({ 40, 40 }, { true_one(), known() })
    map:set(17, 1, "wall")
    assert.same({ 0, 40 }, { true_one(), known() })
    green:see(16, 1, 3)
    assert.same({ 0, 0 }, { true_one(), known() })
    map:terrain("wall", 10)
    assert.same({ 40, 40 }, { true_one(), known() })
    red:set(16, 1, 0)
    assert.same({ 0, 0 }, { true_one(), known() })
  end)

  it("goes by what a player knows; that player stays as long as a recipe names it", function()
    local map = astar.map { width = 9, height = 1 }
    local green = map:player "green"
    map:influence "red"
    local smoke = map:influence("smoke", { recipe = { "flow", "red", radius = 3,
      player = green } })
    says("the recipe of the influence 'smoke' goes by what 'green' knows: remove that one first",
      function() green:remove() end)
    assert.equal(green, smoke.recipe.player)
    smoke:remove()
    green:remove()
  end)

  it("is saved", function()
    local random = new_random(7)
    local map = random_land(random)
    local walk = random_walk(random, map)
    map:influence("red"):add(3, 3, 50, 4)
    local smoke = map:influence("smoke", { recipe = { "flow", "red", radius = 5,
      class = walk.class, player = map:player "green" } })
    local again = astar.read(map:save())
    assert.equal(map:hash(), again:hash())
    assert.same(values_of(map, smoke), values_of(again, again:influence "smoke"))
    assert.equal(again:player "green", again:influence("smoke").recipe.player)
  end)

  it("checks its arguments", function()
    local map = astar.map { width = 9, height = 5 }
    local red = map:influence "red"
    says("#3 to 'flood' (amount = nil is not an integer)", function() red:flood(1, 1) end)
    says("#4 to 'flood' (radius = nil is not an integer)", function() red:flood(1, 1, 5) end)
    says("radius = 256 is out of range, 0 to 255", function() red:flood(1, 1, 5, 256) end)
    says("#5 to 'flood' (flood: unknown key 'clas', the nearest is 'class')", function()
      red:flood(1, 1, 5, 2, { clas = 1 })
    end)
    says("player = 'red' is not a player", function() red:flood(1, 1, 5, 2, { player = "red" }) end)
    says("#2 to 'influence' (recipe: 'class' is not for 'sum')", function()
      map:influence("a", { recipe = { "sum", "red", class = map:class {} } })
    end)
    says("#2 to 'influence' (recipe: 'flow' needs a radius)", function()
      map:influence("a", { recipe = { "flow", "red" } })
    end)
    local smoke = map:influence("a", { recipe = { "flow", "red", radius = 2 } })
    says("the influence 'a' has a recipe", function() smoke:flood(1, 1, 1, 1) end)
  end)
end)

describe("a recipe", function()
  local map, red
  before_each(function()
    map = astar.map { width = 9, height = 5 }
    red = map:influence "red"
  end)

  local function made(recipe)
    return function() map:influence("made", { recipe = recipe }) end
  end

  it("is told back", function()
    local recipe = { "product", { map = "red", factor = 0.5 }, { map = "red", factor = 1 },
      plus = 3, min = -4, max = 5, scale = 6 }
    assert.same(recipe, map:influence("made", { recipe = recipe }).recipe)
    for kind, key in pairs { near = "radius", flow = "radius", history = "half_life" } do
      recipe = { kind, { map = "red", factor = 1 }, [key] = 7 }
      assert.same(recipe, map:influence(kind, { recipe = recipe }).recipe)
    end
    assert.is_nil(red.recipe)
  end)

  it("is given once", function()
    local fear = map:influence("fear", { recipe = { "near", "red", radius = 3 } })
    assert.equal(fear, map:influence "fear")
    assert.equal(fear, map:influence("fear", { recipe = { "near", red, radius = 3 } }))
    says("#2 to 'influence' (the influence 'fear' has another recipe already)", function()
      map:influence("fear", { recipe = { "near", "red", radius = 2 } })
    end)
    says("#2 to 'influence' (the influence 'red' is there already, without a recipe)", function()
      map:influence("red", { recipe = { "sum", "fear" } })
    end)
  end)

  it("alone says what the values are", function()
    local fear = map:influence("fear", { recipe = { "sum", "red" } })
    local refused = "the influence 'fear' has a recipe, which alone says what its values are"
    says(refused, function() fear:set(1, 1, 1) end)
    says(refused, function() fear:add(1, 1, 1) end)
    says(refused, function() fear:decay(0.5) end)
    says(refused, function() fear:spread(0.5) end)
    says(refused, function() fear:clear() end)
  end)

  it("keeps what it names: that is removed after it", function()
    local fear = map:influence("fear", { recipe = { "sum", "red" } })
    red:set(1, 1, 7)
    says("the recipe of the influence 'fear' names 'red': remove that one first", function()
      red:remove()
    end)
    assert.equal(7, fear:get(1, 1))
    fear:remove()
    red:remove()
  end)

  it("checks what it is made of", function()
    says("#2 to 'influence' (recipe = 7 is not a table)", made(7))
    says("#2 to 'influence' (recipe[1] = 'summ' is not one of its words, the nearest is 'sum')",
      made { "summ", "red" })
    says("#2 to 'influence' (recipe: 'sum' takes one influence map or more)", made { "sum" })
    says("#2 to 'influence' (recipe: 'near' takes one influence map)",
      made { "near", "red", "red", radius = 1 })
    says("#2 to 'influence' (recipe: it has 9 terms, 8 at most)",
      made { "sum", red, red, red, red, red, red, red, red, red })
    says("#2 to 'influence' (recipe[2] = 'rde' is no influence of the map, the nearest is 'red')",
      made { "sum", "rde" })
    says("#2 to 'influence' (recipe[3] = 'made' is no influence of the map)",
      made { "sum", "red", "made" })
    says("#2 to 'influence' (recipe[2] names no map)", made { "sum", { factor = 2 } })
    says("#2 to 'influence' (recipe[2]: unknown key 'mpa', the nearest is 'map')",
      made { "sum", { mpa = "red" } })
    says("#2 to 'influence' (factor = 65 is out of range, -64 to 64)",
      made { "sum", { map = "red", factor = 65 } })
    says("#2 to 'influence' (recipe[2] = 5 is not a influence)", made { "sum", 5 })
    says("#2 to 'influence' (the influence is of another map)",
      made { "sum", astar.map { width = 1, height = 1 }
      :influence "red" })
    says("#2 to 'influence' (recipe: unknown key 'plsu', the nearest is 'plus')",
      made { "sum", "red", plsu = 2 })
    says("#2 to 'influence' (plus = 0.5 is not an integer)", made { "sum", "red", plus = 0.5 })
    says("#2 to 'influence' (max = 3 is out of range, 5 to 65535)",
      made { "sum", "red", min = 5, max = 3 })
    says("#2 to 'influence' (scale = 2 is for a product only)", made { "sum", "red", scale = 2 })
    says("#2 to 'influence' (scale = 0 is out of range, 1 to 65535)",
      made { "product", "red", scale = 0 })
    says("#2 to 'influence' (radius = 2 is not for 'sum')", made { "sum", "red", radius = 2 })
    says("#2 to 'influence' (recipe: 'near' needs a radius)", made { "near", "red" })
    says("#2 to 'influence' (radius = 33 is out of range, 1 to 32)",
      made { "near", "red", radius = 33 })
    assert.is_true(pcall(made { "sum", "red" }))
  end)

  it("rests on 15 others at most", function()
    local last = "red"
    for i = 1, 16 do
      map:influence("made " .. i, { recipe = { "sum", last, last, last } })
      last = "made " .. i
    end
    says("#2 to 'influence' (recipe: more than 16 would rest on one another)", made { "sum", last })
    red:set(1, 1, 1)
    assert.equal(65535, map:influence(last):get(1, 1))
  end)
end)
