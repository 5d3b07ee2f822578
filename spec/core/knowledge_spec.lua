-- What a player knows, and that nothing else decides what its queries answer.

local astar = require "astar"
local cases = require "support.cases"
local flow = require "support.flow"
local maps = require "support.maps"
local new_random = require "support.random"
local worlds = require "support.worlds"

local NAMES = { "plain", "road", "swamp", "wood", "wall" }

local function each_cell(map, f)
  for y = 1, map.height do
    for x = 1, map.width do f(x, y) end
  end
end

--- All that a player knows, in one string.
local function knowledge(map, player)
  local list = {}
  each_cell(map, function(x, y)
    local state, name = player:knows(x, y)
    list[#list + 1] = state .. ":" .. tostring(name)
  end)
  return table.concat(list, " ")
end

--- The map as a player knows it: `?` is unseen.
local function drawn(map, player)
  local letters = { plain = ".", road = ":", swamp = ",", water = "~", wood = "%", wall = "#" }
  return table.concat(maps.draw(map, function(x, y)
    local _, name = player:knows(x, y)
    return name and letters[name] or "?"
  end), "\n")
end

local function rows(picture)
  return table.concat(maps.rows(picture), "\n")
end

--- What a player sees from A in a picture, within a radius.
local function sight(picture, radius)
  local map, at = maps.read(picture)
  local red = map:player "red"
  red:see(at.A.x, at.A.y, radius)
  return drawn(map, red)
end

-- ---- touch ------------------------------------------------------------------------------------

describe("a unit that cannot go on", function()
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
    local red, friend, foe = map:player "red", map:player "friend", map:player "foe"
    red:share(friend)
    local unit = red:unit { x = at.A.x, y = at.A.y, speed = 1, class = map:class(options or {}) }
    unit:follow_path(unit:path(at.B.x, at.B.y))
    for _ = 1, 20 do map:tick() end
    assert.equal("standing", unit.state)
    assert.equal(drawn(map, red), drawn(map, friend))
    assert.is_nil(drawn(map, foe):find("[^?\n]"))
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

-- ---- sight ------------------------------------------------------------------------------------

describe("sight", function()
  it("is a disc over open ground", function()
    assert.equal(rows [[
      ? ? ? . ? ? ?
      ? . . . . . ?
      ? . . . . . ?
      . . . . . . .
      ? . . . . . ?
      ? . . . . . ?
      ? ? ? . ? ? ?
    ]], sight([[
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . A . . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
    ]], 3))
  end)

  it("ends at what is opaque, which is seen itself", function()
    assert.equal(rows [[
      . . . # ?
      . . . # ?
      . . . # ?
      # # # # ?
      ? ? ? ? ?
    ]], sight([[
      A . . # .
      . . . # .
      . . . # .
      # # # # .
      . . . . .
    ]], 9))
  end)

  it("has shadows behind pillars and woods", function()
    assert.equal(rows [[
      . . . . . . ?
      . . . . ? ? ?
      . . % ? ? ? ?
      . . . . ? ? ?
      . . . . . . ?
    ]], sight([[
      . . . . . . .
      . . . . . . .
      . A % . . . .
      . . . . . . .
      . . . . . . .
    ]], 9))
  end)

  it("shows the walls along a corridor, to the end", function()
    assert.equal(rows [[
      # # # # # ? ? ?
      . . . . . . . .
      # # # # # ? ? ?
    ]], sight([[
      # # # # # . . .
      A . . . . . . .
      # # # # # . . .
    ]], 9))
  end)

  it("of radius 0 is one's own cell", function()
    assert.equal("?.?", sight(". A .", 0))
  end)

  it("is symmetric", function()
    for seed = 1, 25 do
      local random = new_random(seed)
      local map = astar.map { width = 10, height = 8 }
      map:paint(function() return random:chance(0.1 + seed / 60) and "wall" or nil end)
      local red, radius, seen = map:player "red", random:int(2, 12), {}
      each_cell(map, function(x, y)
        red:end_sight():forget():see(x, y, radius)
        each_cell(map, function(tx, ty)
          seen[("%d,%d>%d,%d"):format(x, y, tx, ty)] = red:knows(tx, ty) == "visible"
        end)
      end)
      each_cell(map, function(x, y)
        each_cell(map, function(tx, ty)
          local there = seen[("%d,%d>%d,%d"):format(x, y, tx, ty)]
          local back = seen[("%d,%d>%d,%d"):format(tx, ty, x, y)]
          local both = map:get(x, y) == "plain" and map:get(tx, ty) == "plain"
          if both and there ~= back then
            error(("seed %d: %d,%d and %d,%d, radius %d"):format(seed, x, y, tx, ty, radius))
          end
        end)
      end)
    end
  end)
end)

-- ---- knowing ----------------------------------------------------------------------------------

describe("a player", function()
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

describe("see returns the cells whose known terrain it changes", function()
  it("on random maps", function()
    for seed = 1, cases.of(60) do
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

describe("what is known", function()
  --- Edits round a viewer; the map is asked after each of them, or not.
  local function edited(seed, ask)
    local random = new_random(seed)
    local map = astar.map { width = 9, height = 7, terrains = maps.TERRAINS, fill = "plain" }
    local red = map:player "red"
    local unit = red:unit { x = 5, y = 4, sight = 4 }
    for _ = 1, 12 do
      local rect = random:rect(map, 2)
      map:fill(random:pick(NAMES), rect.x, rect.y, rect.width, rect.height)
      if ask then ask(map, red) end
    end
    if seed % 2 == 0 then unit:remove() end
    return knowledge(map, red)
  end

  it("does not depend on the queries in between", function()
    for seed = 1, cases.of(200) do
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

describe("a query of a player", function()
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
    for seed = 1, cases.of(300) do
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

-- ---- the property -----------------------------------------------------------------------------

--- What the fields and methods of a path show.
local function shown(path, why)
  if not path then return "no path: " .. tostring(why) end
  local parts = { path.status, path.cost, path.expanded, maps.cells(path) }
  for _, step in ipairs(path:explain() or {}) do
    local keys = {}
    for key, value in pairs(step) do keys[#keys + 1] = key .. "=" .. value end
    table.sort(keys)
    parts[#parts + 1] = table.concat(keys, ",")
  end
  return table.concat(parts, " ")
end

local function shown_trace(trace)
  local list = {}
  for i, e in ipairs(trace) do
    list[i] = ("%s %d,%d<%d,%d %d=%d+%d"):format(e.kind, e.x, e.y, e.px, e.py, e.f, e.g, e.h)
  end
  return table.concat(list, " ")
end

--- Options that queries are asked with, one after the other.
local OPTIONS = {
  {}, { engine = "astar" }, { heuristic = "none" }, { heuristic = "euclidean" },
  { heuristic = "manhattan", heuristic_weight = 1.5 }, { within = 2 }, { partial = true },
  { partial = true, engine = "astar" }, { budget = 7 }, { budget = 7, partial = true },
  { explain = true },
}

--- Asks all kinds of things from one cell to another; adds what comes back to the list `told`.
local function ask(told, world, question, x, y, goal)
  local map, random = world.map, new_random(x * 31 + y)
  local function tell(text) told[#told + 1] = text end
  local path
  for _, options in ipairs(OPTIONS) do
    local found, why = map:path(x, y, goal, worlds.query(question, options))
    tell(shown(found, why))
    path = path or found
  end
  local trace, asked = {}, {}
  tell(shown(map:path(x, y, goal, worlds.query(question, { trace = trace }))))
  tell(shown_trace(trace))
  local function extra(cx, cy, name)
    asked[#asked + 1] = ("%d,%d:%s"):format(cx, cy, tostring(name))
    return cx % 4
  end
  tell(shown(map:path(x, y, goal, worlds.query(question, { extra_cost = extra }))))
  tell(table.concat(asked, " "))
  local query = worlds.query(question)
  local reachable, reason = map:reachable(x, y, goal, query)
  tell(tostring(reachable) .. tostring(reason))
  tell(table.concat({ map:region(x, y, query) }, " "))
  local search = map:search(x, y, goal, query)
  local found, why
  repeat
    found, why = search:step(random:int(1, 4))
    tell(tostring(search.expanded))
  until why ~= "running"
  tell(shown(found, why))
  if path then tell(tostring((path:blocked(query)))) end
  each_cell(map, function(cx, cy) tell(table.concat({ map:cost(cx, cy, query) }, "/")) end)
end

--- The questions that the red player asks, the same for every twin of a world.
local function questions(seed, world)
  local random, list = new_random(seed), {}
  local units = {}
  for _, unit in ipairs(world.units) do
    if unit.player == world.players[1] then units[#units + 1] = unit end
  end
  for i = 1, 4 do
    local question = {}
    if #units > 0 and random:chance(0.6) then
      question.unit = random:pick(units)
    else
      question.class, question.player = random:pick(world.classes), world.players[1]
    end
    local x, y = random:cell(world)
    if question.unit and random:chance(0.7) then
      x, y = question.unit.object.x, question.unit.object.y
    end
    list[i] = { question = question, x = x, y = y, goal = random:rect(world, 2) }
  end
  return list, units
end

--- Searches that are under way while the hidden things change.
local function begin_searches(world, list)
  local searches = {}
  for i, one in ipairs(list) do
    searches[i] = world.map:search(one.x, one.y, one.goal, worlds.query(one.question))
    searches[i]:step(i)
  end
  return searches
end

--- Fields of all kinds that are there while the hidden things change.
local function make_fields(world, list)
  local fields, map = {}, world.map
  for _, one in ipairs(list) do
    local query, goal = worlds.query(one.question), { one.goal.x, one.goal.y }
    table.insert(fields, map:field({ goal }, query))
    table.insert(fields, map:reach_field(one.x, one.y, 90, query))
    table.insert(fields, map:flee_field({ goal }, query))
  end
  return fields
end

--- All that the red player can learn by asking.
local function interrogate(world, list, units, searches)
  local told, red = {}, world.players[1]
  for _, field in ipairs(world.fields) do told[#told + 1] = flow.all(world.map, field) end
  for _, field in ipairs(make_fields(world, list)) do
    told[#told + 1] = flow.all(world.map, field)
  end
  for i, search in ipairs(searches) do
    told[#told + 1] = shown(search:step())
    told[#told + 1] = i .. ": " .. search.expanded
  end
  for _, one in ipairs(list) do ask(told, world, one.question, one.x, one.y, one.goal) end
  for _, unit in ipairs(units) do told[#told + 1] = tostring((unit.object:blocked())) end
  for unit, index in red:blocked_units() do
    told[#told + 1] = unit.x .. "," .. unit.y .. "@" .. index
  end
  told[#told + 1] = knowledge(world.map, red)
  return told
end

--- Changes terrain where red does not see it, except in the cells of `spared`. One kind of
-- terrain, cheaper than any other, is new to red.
local function change_terrain(random, world, spared)
  local map, red = world.map, world.players[1]
  each_cell(map, function(x, y)
    local name = random:pick { "plain", "road", "swamp", "wood", "wall", "ice" }
    local unseen = red:knows(x, y) ~= "visible" and not spared[x .. "," .. y]
    if random:chance(0.6) and unseen then map:set(x, y, name) end
  end)
end

--- Would red see nothing of a unit there?
local function hidden(world, x, y, size)
  for cy = y, math.min(y + size - 1, world.height) do
    for cx = x, math.min(x + size - 1, world.width) do
      if world.players[1]:knows(cx, cy) == "visible" then return false end
    end
  end
  return true
end

--- Moves, removes, adds foreign units that red does not see, and gives others other paths.
local function change_units(random, world)
  local red, blue = world.players[1], world.players[2]
  if world.shares["blue>red"] then blue = world.map:player "yellow" end
  for _, unit in ipairs(world.units) do
    local object = unit.object
    if unit.player ~= red and not world.shares[unit.player.name .. ">red"] then
      if object.route then
        local path = object:path(random:cell(world))
        if path and #path > 1 then object:follow_path(path) end
      end
      if not object:visible_to(red) then
        local x, y = random:cell(world)
        if random:chance(0.4) then object:remove()
        elseif hidden(world, x, y, unit.class.size) then object:place(x, y) end
      end
    end
  end
  for _ = 1, 5 do
    local x, y = random:cell(world)
    local unit = hidden(world, x, y, 1) and blue:unit { x = x, y = y }
    local path = unit and random:chance(0.7) and unit:path(random:cell(world))
    if path then unit:follow_path(path) end
  end
end

--- A twin of the world of a seed; `changed` in what red cannot see.
local function twin(seed, changed, spared)
  local world = worlds.random(new_random(seed), 11)
  local list, units = questions(seed, world)
  world.map:terrain("ice", 1)
  if seed % 3 == 0 then
    for _, one in ipairs(list) do world.map:prepare(worlds.query(one.question)) end
  end
  local searches = seed % 4 > 0 and begin_searches(world, list) or {}
  world.fields = make_fields(world, list)
  local before = knowledge(world.map, world.players[1])
  if changed then
    local random = new_random(seed + 1)
    change_terrain(random, world, spared)
    change_units(random, world)
    if #searches == 0 then world.map:terrain("ice", random:int(1, 40)) end
  end
  return world, list, units, searches, before
end

--- Cells that red knows in another way than before: a wall that is put up where one sees the air
-- in front of it is not hidden.
local function noticed(world, before)
  local i, cells = 0, {}
  for state in before:gmatch("%S+") do
    local x, y = i % world.width + 1, math.floor(i / world.width) + 1
    local now, name = world.players[1]:knows(x, y)
    if state ~= now .. ":" .. tostring(name) then cells[x .. "," .. y] = true end
    i = i + 1
  end
  return cells
end

--- A twin in which everything hidden differs, nil where that could not be had.
local function changed_twin(seed)
  local spared = {}
  for _ = 1, 6 do
    local world, list, units, searches, before = twin(seed, true, spared)
    local cells = noticed(world, before)
    if not next(cells) then return world, list, units, searches end
    for key in pairs(cells) do spared[key] = true end
  end
end

describe("whatever a player cannot see", function()
  it("changes no answer to it, nor how it was found", function()
    local compared, terrain_differs = 0, 0
    for seed = 1, cases.of(500) do
      local world, list, units, searches = twin(seed, false)
      local other, other_list, other_units, other_searches = changed_twin(seed)
      if other then
        local told = interrogate(world, list, units, searches)
        local told_other = interrogate(other, other_list, other_units, other_searches)
        compared = compared + 1
        if not maps.same(world.map, other.map) then terrain_differs = terrain_differs + 1 end
        if #told ~= #told_other then error(("seed %d: more is told"):format(seed)) end
        for i = 1, #told do
          if told[i] ~= told_other[i] then
            error(("seed %d, answer %d:\n%s\n%s"):format(seed, i, told[i], told_other[i]))
          end
        end
        other.map:close()
      end
      world.map:close()
    end
    assert.is_true(compared > cases.of(400) and terrain_differs > cases.of(400))
  end)
end)
