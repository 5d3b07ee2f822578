-- unit:positions and unit:find_position: what a unit's player knows, places kept from others, the
-- line in which queries wait, and the same in mods.

local astar = require "astar"
local modded = require "support.modded"
local says = require "support.says"
local small_world = require "support.small_world"

local FIELD = [[
  . . . . . . . . . .
  . . . # # . . . . .
  . . . # # . . . . .
  . . . . . . . . . .
]]

local function unit_at(world, player, x, y, more)
  local given = { player = player, x = x, y = y, speed = 1, sight = 20 }
  for key, value in pairs(more or {}) do given[key] = value end
  return world:unit(given)
end

local function cells(list)
  local words = {}
  for i, place in ipairs(list) do words[i] = ("%d,%d"):format(place.x, place.y) end
  return table.concat(words, " ")
end

describe("unit:positions #quick", function()
  it("answers at once, outside of behaviours too", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 2)
    local list = unit:positions { from = { cover = { 7, 2 } }, score = { { "walk", weight = -1 } },
      count = 3 }
    assert.equal("1,2 1,1 2,2", cells(list))
    assert.same({ walk = -10 }, list[2].why)
    assert.equal(-10, list[2].score)
  end)

  it("counts what the query of the unit counts: others are in the way", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 4)
    unit_at(world, "red", 2, 4)
    assert.equal("1,3 2,3 1,4", cells(unit:positions { from = { ring = { 0, 1 } }, count = 9 }))
    world:influence("danger", { weight = 1 }):set(1, 3, 50)
    local list = unit:positions { from = { cells = { { 1, 3 } } }, score = { { "walk" } } }
    assert.equal(60, list[1].score)
  end)

  it("leaves out units that its player does not see, and says that one is not seen", function()
    local world = small_world(FIELD, { fog = true })
    local unit = unit_at(world, "red", 1, 2, { sight = 2 })
    local hidden, seen = unit_at(world, "blue", 10, 4), unit_at(world, "blue", 2, 1)
    local given = { from = { cells = { unit } }, score = { { "sight", of = { hidden, seen } } } }
    assert.equal(1, unit:positions(given)[1].score)
    local function code(target)
      return select(2, unit:positions { from = { ring = { 1, 2, of = target } } })
    end
    assert.equal("unseen", code(hidden))
    assert.is_nil(code(seen))
    seen:remove()
    assert.equal("gone", code(seen))
    assert.equal("unseen", select(2, unit:positions {
      from = { within = 2 }, score = { { "flank", of = hidden } } }))
  end)

  it("passes on what has failed otherwise than by its query", function()
    local source = require "astar.positions.source"
    local map = { _positions = function() error("not enough memory", 0) end }
    local plan = { list = { 1, 1, 0, 0, 0, 0 }, query = {} }
    assert.same({ false, "not enough memory" }, { pcall(source.problem, map, 1, 1, plan) })
  end)

  it("takes the middle of the front for flanking", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 2)
    local function scores(front)
      local words = {}
      for _, one in ipairs(unit:positions { from = { within = 3 }, count = 20,
        score = { { "flank", of = { 6, 2 }, front = front } } }) do
        words[#words + 1] = ("%d,%d %.4g"):format(one.x, one.y, one.score)
      end
      return table.concat(words, " ")
    end
    local large = { x = 2, y = 3, width = 4, height = 2 }
    assert.equal(scores { 3, 3 }, scores(large))
    for _, other in ipairs { { 2, 3 }, { 3, 2 }, { 4, 3 }, { 3, 4 } } do
      assert.not_equal(scores(other), scores(large))
    end
  end)

  it("tells the side of a target thousands of cells away", function()
    local map = astar.map { width = 14100, height = 1 }
    local world = astar.world { map = map, fog = false, report = error }
    local unit = unit_at(world, "red", 7000, 1)
    local function score(front)
      return unit:positions({ from = { cells = { unit } },
        score = { { "flank", of = { 50, 1 }, front = { front, 1 } } } })[1].score
    end
    assert.equal(0, score(14000))
    assert.equal(200, score(1))
  end)

  it("includes the units that its player knows of, and believes what it remembers", function()
    local world = small_world(FIELD, { fog = true })
    local unit = unit_at(world, "red", 1, 1, { sight = 3 })
    local function crowd()
      return unit:positions { from = { cells = { { 2, 1 } } },
        score = { { "crowding", radius = 9 } } }[1].score
    end
    unit_at(world, "blue", 9, 4)
    assert.equal(0, crowd())
    unit_at(world, "blue", 3, 1)
    assert.equal(1, crowd())
    world.map:fill(8, 1, 1, 4, "wall")           -- unseen
    assert.equal(1, #unit:positions { from = { cells = { { 10, 1 } } } })
  end)

  it("names what is wrong, and blames the caller", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 2)
    local function wrong(text, given)
      says("positions_spec.lua:", function() unit:positions(given) end)
      says("bad argument #1 to 'positions' (" .. text .. ")", unit.positions, unit, given)
    end
    wrong("'from' is missing", {})
    wrong("there is no influence map 'danger'", { from = { within = 2 }, score = { { "danger" } } })
    wrong("query: unknown key 'influense', the nearest is 'influence'",
      { from = { within = 2 }, query = { influense = {} } })
    wrong("query: 'within' means nothing to positions",
      { from = { within = 2 }, query = { within = 2 } })
    says("'positions' can only be called by the unit's behaviour", unit.positions, unit,
      { from = { within = 2 }, reserve = "place" })
  end)
end)

describe("places that units keep #quick", function()
  local function keepers(world, given, count)
    local got = {}
    for i = 1, count do
      local unit = unit_at(world, "red", i, 4)
      unit:behave(function(one)
        local place, code = one:find_position(given)
        got[i] = place and ("%d,%d"):format(place.x, place.y) or code
        one:sleep()
      end)
    end
    world.run(20)
    return got
  end

  it("are taken by one each, the best by the first", function()
    local world = small_world(FIELD)
    local got = keepers(world, { from = { cells = { { 9, 1 }, { 10, 1 } } }, reserve = "post",
      score = { { "distance", to = { 1, 1 } } } }, 3)
    assert.same({ "10,1", "9,1", "taken" }, got)
    assert.same({}, world.reports)
  end)

  it("are let go with the behaviour, by name, or for another place", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 1)
    local function kept()
      local keys = {}
      for key in pairs(world._reserved) do keys[#keys + 1] = key end
      table.sort(keys)
      return table.concat(keys, "; ")
    end
    unit:behave(function(one)
      one:find_position { from = { cells = { { 5, 1 } } }, reserve = "post" }
      one:sleep()
      one:positions { from = { cells = { { 6, 1 } } }, reserve = "post" }
      one:sleep()
      one:release("post")
      one:sleep()
      one:positions { from = { cells = { { 7, 1 } } }, reserve = "post" }
      one:sleep()
    end)
    world.run(3)
    assert.equal("post red 5 1", kept())
    unit:rouse()
    world.run(1)
    assert.equal("post red 6 1", kept())
    unit:rouse()
    world.run(1)
    assert.equal("", kept())
    unit:rouse()
    world.run(1)
    assert.equal("post red 7 1", kept())
    unit:behave(nil)
    assert.equal("", kept())
    assert.same({}, world.reports)
  end)

  it("of large units do not overlap", function()
    local world = small_world(FIELD)
    local class = world.map:class { size = 2 }
    local got = {}
    for i, y in ipairs { 1, 3 } do
      local unit = unit_at(world, "red", 1, y, { class = class })
      unit:behave(function(one)
        got[i] = one:find_position { from = { within = 9 }, reserve = "post",
          score = { { "distance", to = { 10, 2 }, weight = -1 } } }
        one:sleep()
      end)
    end
    world.run(10)
    assert.equal("2,1 2,3", cells(got))
  end)

  it("are found even where many are taken", function()
    local world = small_world(("."):rep(60))
    local given = { from = { within = 60 }, reserve = "post", count = 1,
      score = { { "distance", to = { 60, 1 }, weight = -1 } } }
    local last
    for i = 1, 50 do
      local unit = unit_at(world, "red", i, 1)
      unit:behave(function(one)
        last = one:positions(given)[1]
        one:sleep()
      end)
    end
    world.run(4)                                 -- not all begin in the first one
    assert.is_true(last.x < 60)
    assert.same({}, world.reports)
    assert.equal(50, world._kept_by[1] and select(2, (function()
      local count = 0
      for _ in pairs(world._reserved) do count = count + 1 end
      return true, count
    end)()))
  end)
end)

-- Places that the world's line leaves out, because it is too far to walk to them, are none of the
-- best.
describe("unit:find_position, on random maps", function()
  local function random_world(seed)
    local random = require("astar.world.random").new(seed)
    local map = astar.map { width = random(5, 50), height = random(5, 40),
      terrains = { plain = 10, wall = false, swamp = 30 } }
    for _ = 1, map.width * map.height / 6 do
      map:set(random(map.width), random(map.height), random(3) == 1 and "swamp" or "wall")
    end
    local world = astar.world { map = map, fog = false }
    local unit
    for _ = 1, 8 do
      unit = world:unit { player = "red", x = random(map.width), y = random(map.height), speed = 1,
        sight = 9 } or unit
    end
    return world, unit, random
  end

  local function random_query(world, random)
    local function place() return { x = random(world.map.width), y = random(world.map.height) } end
    local score = { { "walk", weight = random(4) == 1 and 1 or -random(0, 3) / 2 } }
    if random(2) == 1 then score[2] = { "sight", of = { place(), place() }, weight = -50 } end
    if random(2) == 1 then score[#score + 1] = { "exits", weight = random(3) } end
    local filter = random(3) == 1 and { { "walk", min = 20, max = random(300) } } or nil
    return { from = random(2) == 1 and { ring = { 0, 5, of = place() } }
        or { within = random(2, 30) }, score = score, filter = filter, count = random(4) }
  end

  it("finds the best of those that positions finds", function()
    local found = 0
    for seed = 1, 60 do
      local world, unit, random = random_world(seed)
      for _ = 1, unit and 3 or 0 do
        local query = random_query(world, random)
        local at_once, code = unit:positions(query)
        local result
        unit:behave(function(one) result = { one:find_position(query) } end)
        for _ = 1, 20 do world:tick() end
        if at_once and at_once[1] then
          found = found + 1
          assert.same(at_once, result[2])
        else
          assert.equal(code or "none", result[2])
        end
      end
      world.map:close()
    end
    assert.is_true(found > 60, tostring(found))
  end)

  it("looks at places as far as a tick's nodes reach", function()
    local map = astar.map { width = 400, height = 400, terrains = { plain = 10, wall = false } }
    local world = astar.world { map = map, fog = false }
    local unit = world:unit { player = "red", x = 200, y = 200, speed = 1 }
    local function find(query)
      local result
      unit:behave(function(one) result = { one:find_position(query) } end)
      for _ = 1, 20 do world:tick() end
      return result
    end
    local near, far = { 205, 200 }, { 390, 390 }
    local score = { { "walk", weight = 1 } }
    assert.equal(205, find({ from = { cells = { far, near } }, score = score })[1].x)
    assert.same({ nil, "budget" }, find { from = { cells = { far } }, score = score })
    world.budget = 400 * 400 * 3
    assert.equal(390, find({ from = { cells = { far, near } }, score = score })[1].x)
  end)
end)

describe("unit:find_position #quick", function()
  local QUERY = { from = { within = 9 }, score = { { "walk", weight = -1 } }, count = 2 }

  it("waits for its turn, and returns the best place and the list", function()
    local world = small_world(FIELD)
    local unit = unit_at(world, "red", 1, 1)
    local result = world.outcome(unit, 20, function(one) return one:find_position(QUERY) end)
    assert.equal("1,1", cells { result[1] })
    assert.equal("1,1 2,1", cells(result[2]))
    assert.equal(2, result.ticks)
    assert.same({ nil, "none" }, { (function()
      local nothing = world.outcome(unit, 20, function(one)
        return one:find_position { from = { cells = { { 4, 2 } } } }
      end)
      return nothing[1], nothing[2]
    end)() })
  end)

  it("has a quarter of a tick's nodes, pays for more later, and gives players turns", function()
    local function order(budget)
      local world = small_world(FIELD, { budget = budget })
      local list = {}
      for i, player in ipairs { "red", "red", "red", "blue", "blue" } do
        local unit = unit_at(world, player, i, 1)
        unit:behave(function(one)
          one:find_position(QUERY)
          list[#list + 1] = ("%d:%d"):format(unit.id, world.ticks)
        end)
      end
      world.run(60, function() return #list == 5 end)
      assert.same({}, world.reports)
      return table.concat(list, " ")
    end
    assert.equal("1:2 2:2 3:2 4:2 5:2", order(4000))
    local slow = order(24)
    local ticks = {}
    for id, tick in slow:gmatch("(%d):(%d+)") do ticks[tonumber(id)] = tonumber(tick) end
    assert.is_true(ticks[1] < ticks[4] and ticks[4] < ticks[2] and ticks[2] < ticks[5]
      and ticks[5] < ticks[3], slow)
    assert.equal("", order(0))
  end)

  it("leaves the queue what it has not taken in the same tick, and what was too much goes off the "
    .. "next ticks", function()
    local world = small_world(FIELD, { budget = 64 })
    local line, took = world._line, nil
    local positions = getmetatable(world.map).methods._positions
    unit_at(world, "red", 1, 1):behave(function(one) one:find_position(QUERY) end)
    world.run(1)
    getmetatable(world.map).methods._positions = function(...)
      local numbers, found, nodes = positions(...)
      took = nodes
      return numbers, found, nodes
    end
    local left = line:serve(64)
    getmetatable(world.map).methods._positions = positions
    assert.is_true(took > 0)
    assert.equal(64 - took - 1, left)
    assert.equal(64, line:serve(64))
    line.over = 100
    assert.equal(0, line:serve(64))
    assert.equal(28, line:serve(64))
    assert.equal(64, line:serve(64))
  end)

  it("is forgotten with its behaviour, and by units that are removed", function()
    local world = small_world(FIELD, { budget = 0 })
    local unit = unit_at(world, "red", 1, 1)
    unit:behave(function(one) one:find_position(QUERY) end)
    world.run(2)
    assert.equal(1, world._line.count)
    unit:behave(nil)
    world.budget = 4000
    world.run(1)
    assert.is_nil(world._line:state())
    world.budget = 0
    unit:behave(function(one) one:find_position(QUERY) end)
    world.run(2)
    unit:remove()
    world.budget = 4000
    world.run(1)
    assert.is_nil(world._line:state())
    assert.same({}, world.reports)
  end)

  it("begins again in a world that was saved, the same in both", function()
    local world = small_world(FIELD, { budget = 64 })
    world:behaviour("look", function(unit)
      local place = unit:find_position(QUERY)
      unit:go(place)
      unit:wait(50)
    end)
    for i = 1, 4 do unit_at(world, "red", i, 1):behave("look") end
    world.run(2)
    assert.is_table(world._line:state())
    local saved = assert(world:save())
    local other = astar.read_world(saved, { behaviours = { look = world:behaviour("look") } })
    assert.equal(world:hash(), other:hash())
    for _ = 1, 12 do
      world:tick()
      other:tick()
      assert.equal(world:hash(), other:hash())
    end
  end)

  it("is in the hash while it waits", function()
    local function hash(waits)
      local world = small_world(FIELD, { budget = 0 })
      local unit = unit_at(world, "red", 1, 1)
      unit:behave(function(one)
        if waits then one:find_position(QUERY) else one:sleep() end
      end)
      world.run(2)
      return world:hash()
    end
    assert.is_true(hash(true) ~= hash(false))
  end)
end)

describe("in a mod #quick", function()
  local function run(source, scene, limits)
    local world = small_world(FIELD, { fog = true })
    local mod, lines = modded(world, source, limits)
    assert(mod, lines)
    if scene then scene(world) end
    unit_at(world, "red", 1, 2, { behaviour = "test.it" })
    world.run(12)
    return lines, world
  end

  it("units ask and wait as in the game", function()
    local lines, world = run([[
      return function(unit)
        local query = { from = { cover = { x = 7, y = 2 } }, count = 2,
          score = { { "walk", weight = -1 } } }
        local list = unit:positions(query)
        print(#list, list[2].x, list[2].y, list[2].score, list[2].why.walk)
        local place, all = unit:find_position(query)
        print(place.x, place.y, #all, unit.world.ticks)
        query.reserve = "post"
        print(unit:find_position(query).x, unit.world:holder "post red 1 2" == unit)
      end
    ]])
    assert.same({ "2\t2\t2\t-10\t-10", "1\t2\t2\t2", "1\ttrue" }, lines)
    assert.same({}, world.reports)
  end)

  it("know no more than their player, and read no map of another one", function()
    local lines = run([[
      return function(unit)
        print(pcall(unit.positions, unit, { from = { front = "secret" } }))
        print(pcall(unit.positions, unit, { from = { within = 1 },
          score = { { "influence", influence = "secret" } } }))
        print(pcall(unit.find_position, unit, { from = { front = "secret" } }))
        print(pcall(unit.positions, unit, { from = { within = 1 },
          query = { influence = { secret = 1 } } }))
        print(pcall(unit.positions, unit, { from = { within = 1 },
          query = { extra_cost = function() return 0 end } }))
      end
    ]], function(world) world:influence("secret", { player = "blue" }) end)
    for i = 1, 4 do assert.matches("^false.*'secret' is another player's", lines[i]) end
    assert.matches("a mod cannot use 'extra_cost'", lines[5])
  end)

  it("have the mistakes of their queries named, with their line", function()
    local _, world = run([[
      return function(unit)
        unit:positions { from = { within = 1 }, score = { { "walk", wieght = 1 } } }
      end
    ]])
    assert.truthy(world.reports[1].message:find("test/it.lua:2: bad argument #1 to 'positions' " ..
      "(score[1] (walk): unknown key 'wieght', the nearest is 'weight')", 1, true),
      world.reports[1].message)
  end)

  it("pay for what they ask", function()
    local lines = run([[
      return function(unit)
        local query = { from = { reach = 400 }, score = { { "walk" } } }
        print(#unit:positions { from = { within = 2 } })
        print(unit:positions { from = { within = 2 } })
        print(unit:find_position(query))
      end
    ]], nil, { nodes = 38 })
    assert.same({ "1", "nil\tbudget", "nil\tbudget" }, lines)
  end)

  it("have no more requests that wait than others", function()
    local lines = run([[
      return function(unit)
        local tasks = {}
        for i = 1, 3 do
          tasks[i] = unit:start(function(it) it:find_position { from = { within = 2 } } end)
        end
        print(pcall(function() for i = 1, 3 do unit:step(tasks[i]) end end))
      end
    ]], function(world) world.budget = 0 end, { requests = 2 })
    assert.matches("^false.*has 2 requests that wait", lines[1])
  end)

  it("cannot send what is no query", function()
    local plans = require "astar.positions.plan"
    for _, list in ipairs { {}, { 1, 1, 1, 1, 0 }, { 1, 1, 1, 1, -1, 0 }, { 1, 1, 1, 1, 0, 99 },
      { 1, 1, 1, 1, 0, 1, 2 }, { 1, 1, 1, 1, "x", 1 } } do
      says("positions: the list is none", plans.each_name, list, function() end)
    end
  end)
end)
