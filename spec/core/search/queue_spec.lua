-- The queue: many requests, worked off a little in each tick.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"
local skip = require "support.skip"

local function open_map(width, height) return astar.map { width = width, height = height } end

--- Works until nothing waits; returns the number of calls.
local function finish(map, nodes, threads)
  local calls = 0
  while map.pending_requests > 0 do
    map:work(nodes, threads)
    calls = calls + 1
    assert.is_true(calls < 100000, "the queue makes no progress")
  end
  return calls
end

local function random_map(random, size)
  local map = astar.map { width = size, height = size, fill = "plain", terrains = maps.TERRAINS }
  for y = 1, size do
    for x = 1, size do
      map:set(x, y, random:pick { "plain", "plain", "plain", "swamp", "road", "wall" })
    end
  end
  return map
end

describe("a request #quick", function()
  it("is answered by a ticket, in time", function()
    local map = open_map(20, 20)
    local ticket = map:request_path(1, 1, 20, 20)
    assert.equal(1, map.pending_requests)
    assert.same({ false, nil, nil }, { ticket.done, ticket.path, ticket.code })
    assert.equal(1, (map:work(1000)))
    assert.same({ true, 0 }, { ticket.done, map.pending_requests })
    assert.equal(maps.cells(map:path(1, 1, 20, 20)), maps.cells(ticket.path))
    assert.equal(ticket.path, ticket.path)
  end)

  it("tells why there is no path", function()
    local map = maps.read ". # ."
    local ticket, blocked = map:request_path(1, 1, 3, 1), map:request_path(1, 1, 2, 1)
    finish(map, 100)
    assert.same({ true, nil, "unreachable" }, { ticket.done, ticket.path, ticket.code })
    assert.equal("goal_blocked", blocked.code)
  end)

  it("by a unit begins where it is when its turn comes", function()
    local map = open_map(9, 9)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    local ticket = unit:request_path(9, 9)
    unit:place(5, 5)
    finish(map, 100)
    assert.same({ 5, 5 }, { ticket.path:cell(1) })
    unit:follow_path(ticket.path)
  end)

  it("may be cancelled, before and on its way", function()
    local map = random_map(new_random(3), 40)
    map:fill(1, 1, 2, 2, "plain"):fill(39, 39, 2, 2, "plain")
    local told = {}
    local options = { done = function(path, code) told[#told + 1] = path or code end }
    local early = map:request_path(1, 1, 40, 40, nil, options):cancel()
    assert.same({ true, "cancelled" }, { early.done, early.code })
    local late = map:request_path(1, 1, 40, 40, nil, options)
    map:work(40)
    assert.is_false(late.done)
    late:cancel():cancel()
    assert.equal(0, map.pending_requests)
    map:work(40)
    assert.same({ "cancelled", "cancelled" }, told)
  end)

  it("is cancelled with the unit that asks, and nobody takes its place", function()
    local map = open_map(9, 9)
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    local ticket = unit:request_path(9, 9)
    unit:remove()
    red:unit { x = 3, y = 3 }
    finish(map, 100)
    assert.equal("cancelled", ticket.code)
    local other = map:request_path(1, 1, 2, 2, { player = red })
    red:remove()
    map:player "red"
    finish(map, 100)
    assert.equal("cancelled", other.code)
  end)

  it("holds little once it has come to its end", function()
    for _, engine in ipairs { "auto", "astar" } do -- what they know of cells is kept apart
      local map, tickets = open_map(200, 200), {}
      local red = map:player "red"
      local unit = red:unit { x = 100, y = 100 }
      for x = 95, 105 do red:unit { x = x, y = 97 } end
      map:influence("danger"):add(100, 90, 50, 20)
      local function hold(first, last)
        for i = first, last do tickets[i] = unit:request_path(80 + i, 80, { engine = engine }) end
        finish(map, 1000)
        return map:memory()
      end
      local before = hold(1, 20)
      local each = (hold(21, 40) - before) / 20
      assert.is_true(each < 4000, engine .. ": " .. each) -- a bit for each cell would be 5000
      assert.is_nil(tickets[40].path:blocked { unit = unit })
    end
  end)

  it("that has been answered is not kept", function()
    local map, gone = open_map(9, 9), setmetatable({}, { __mode = "k" })
    for i = 1, 5 do gone[map:request_path(1, 1, 9, i, nil, { done = function() end })] = true end
    collectgarbage()
    assert.is_not_nil(next(gone))
    finish(map, 1000)
    map:work(100)
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(gone))
  end)

  it("that was cancelled says so, to every reader and however often", function()
    local map, told = open_map(9, 9), 0
    local ticket = map:request_path(1, 1, 9, 9, nil, { done = function() told = told + 1 end })
    ticket:cancel()
    assert.same({ 1, 0 }, { map:work(100) })
    assert.equal(ticket, ticket:cancel())
    assert.same({ 0, 0 }, { map:work(100) })
    assert.same({ true, nil, "cancelled", 0, 1 },
      { ticket.done, ticket.path, ticket.code, ticket.expanded, told })
    local awaited
    coroutine.wrap(function() awaited = { ticket:await() } end)()
    assert.same({ nil, "cancelled" }, awaited)
  end)

  it("makes what its search needs at once, so that no tick has to", function()
    local map = open_map(180, 180)
    local function requests(count)
      local before = map:memory()
      for i = 1, count do map:request_path(1, i, 180, 90, { engine = "astar" }) end
      return (map:memory() - before) / (180 * 180)
    end
    assert.is_true(requests(1) > 8)
    assert.is_true(requests(2) > 16)
    local before = map:memory()
    map:work(10)
    assert.is_true((map:memory() - before) / (180 * 180) < 2)
    assert.is_true(requests(1) > 8)
    assert.is_true(requests(9) < 2)
    before = map:memory()
    finish(map, 5000)
    assert.is_true((map:memory() - before) / (180 * 180) < 4)
  end)

  it("keeps to its own budget", function()
    local map = random_map(new_random(5), 30)
    map:fill(1, 1, 2, 2, "plain"):fill(29, 29, 2, 2, "plain")
    local ticket = map:request_path(1, 1, 30, 30, { budget = 5 })
    finish(map, 1000)
    assert.equal("budget", ticket.code)
  end)
end)

describe("work #quick", function()
  it("serves by priority, then in the order of asking, four at a time", function()
    local map = open_map(30, 30)
    local order = {}
    local function ask(name, priority)
      map:request_path(1, 1, 30, 15, nil, { priority = priority, done = function()
        order[#order + 1] = name
      end })
    end
    ask("a", 0) ask("b", 0) ask("c", 5) ask("d", -1) ask("e", 5) ask("f", 0)
    finish(map, 100000)
    assert.equal("c e a b f d", table.concat(order, " "))
  end)

  local BEGIN, SLICE = 64, 512

  it("gives those their part first that were begun first", function()
    local map = random_map(new_random(5), 90)
    for x = 1, 90 do map:set(x, 1, "plain"):set(x, 90, "plain") end
    local first, second = map:request_path(1, 1, 80, 90), map:request_path(90, 1, 1, 90)
    map:work(2 * BEGIN + 100)
    assert.same({ 100, 0 }, { first.expanded, second.expanded })
    map:work(SLICE + 50)
    assert.same({ 100 + SLICE, 50 }, { first.expanded, second.expanded })
    finish(map, 10000)
    assert.equal(maps.cells(map:path(90, 1, 1, 90)), maps.cells(second.path))
  end)

  it("looks at the map as it is when a search has its first turn", function()
    local map = astar.map { width = 9, height = 9, fill = "swamp", terrains = maps.TERRAINS }
    local ticket = map:request_path(1, 1, 9, 2)
    map:work(BEGIN)
    for x = 1, 9 do map:set(x, 4, "road") end
    finish(map, 1000)
    assert.equal(maps.cells(map:path(1, 1, 9, 2)), maps.cells(ticket.path))
  end)

  it("spends no more than it is given", function()
    local random = new_random(11)
    local map = random_map(random, 60)
    for _ = 1, 60 do
      map:request_path(random:int(1, 60), random:int(1, 60), random:int(1, 60), random:int(1, 60))
    end
    local ended, sum = 0, 0
    while map.pending_requests > 0 do
      local some, used = map:work(100)
      assert.is_true(used <= 100)
      ended, sum = ended + some, sum + used
    end
    assert.equal(60, ended)
    assert.is_true(sum > 60 * 16)
  end)

  it("goes on with what is left when nothing waits, or nothing is given", function()
    local map = open_map(9, 9)
    assert.same({ 0, 0 }, { map:work(100) })
    map:request_path(1, 1, 9, 9)
    assert.same({ 0, 0 }, { map:work(0) })
    assert.equal(1, map.pending_requests)
  end)

  it("is done for the map as it has become", function()
    local random, found, failed = new_random(21), 0, 0
    -- What is delivered is the answer for the map at that moment.
    local function ask(map)
      local x, y, gx, gy = random:int(1, 24), random:int(1, 24), random:int(1, 24),
        random:int(1, 24)
      map:request_path(x, y, gx, gy, nil, { done = function(path, code)
        if code == "changing" then return end
        local present, why = map:path(x, y, gx, gy)
        assert.equal(why, code)
        if not path then failed = failed + 1 return end
        found = found + 1
        assert.is_nil(path:blocked())
        assert.equal(present.cost, path.cost)
      end })
    end
    for round = 1, 20 do
      local map = random_map(random, 24)
      for _ = 1, 12 do ask(map) end
      while map.pending_requests > 0 do
        map:work(60)
        for _ = 1, 8 do
          map:set(random:int(1, 24), random:int(1, 24), random:pick { "plain", "wall", "swamp" })
        end
      end
      assert.equal(0, map.pending_requests, round)
    end
    assert.is_true(found > 80 and failed > 40, ("%d found, %d failed"):format(found, failed))
  end)

  it("gives the same answers as asking at once", function()
    local random = new_random(31)
    local map = random_map(random, 50)
    local red = map:player "red"
    red:see(25, 25, 20)
    map:influence("danger"):add(20, 20, 50, 8)
    local asked = {}
    for i = 1, 80 do
      local query = random:pick { {}, { player = red }, { influence = { danger = 1 } },
        { within = 2 }, { partial = true } }
      local x, y, gx, gy = random:int(1, 50), random:int(1, 50), random:int(1, 50),
        random:int(1, 50)
      asked[i] = { map:request_path(x, y, gx, gy, query), { map:path(x, y, gx, gy, query) } }
    end
    finish(map, 5000, 2)
    for _, entry in ipairs(asked) do
      local ticket, path, why = entry[1], entry[2][1], entry[2][2]
      assert.equal(path and maps.cells(path), ticket.path and maps.cells(ticket.path))
      assert.equal(why, ticket.code)
    end
  end)

  it("comes to the same with any number of threads", function()
    local function run(nodes, threads)
      local random = new_random(41)
      local map = random_map(random, 60)
      local red = map:player "red"
      local units, log, tick = {}, {}, 0
      for i = 1, 10 do
        local unit = red:unit { x = random:int(1, 60), y = random:int(1, 60), sight = 6 }
        if unit then units[#units + 1] = unit end
        if unit and i % 2 == 0 then unit:path(random:int(1, 60), random:int(1, 60)) end
      end
      for i = 1, 60 do
        local function done(path, code)
          log[#log + 1] = ("%d %d %s %d"):format(tick, i, path and maps.cells(path) or code,
            path and path.expanded or 0)
        end
        local options = { priority = i % 3, done = done }
        local x, y = random:int(1, 60), random:int(1, 60)
        if i % 2 == 0 then
          map:request_path(random:int(1, 60), random:int(1, 60), x, y, nil, options)
        else
          random:pick(units):request_path(x, y, nil, options)
        end
      end
      while map.pending_requests > 0 do
        tick = tick + 1
        map:work(nodes, threads)
        map:set(random:int(1, 60), random:int(1, 60), random:pick { "plain", "wall" })
        map:tick()
      end
      return table.concat(log, "\n")
    end
    for _, nodes in ipairs { 300, 3000 } do -- few nodes are not worth a thread
      local alone = run(nodes, 1)
      for threads = 2, 5 do assert.equal(alone, run(nodes, threads)) end
    end
  end)
end)

describe("a coroutine that waits for a ticket #quick", function()
  it("is resumed with the outcome", function()
    local map = open_map(12, 12)
    local log = {}
    for i = 1, 3 do
      coroutine.wrap(function()
        local path, code = map:request_path(1, 1, 12, 4 * i):await()
        log[#log + 1] = path and path.cost or code
        path, code = map:request_path(1, 1, 2, 2):await()
        log[#log + 1] = path and path.cost or code
      end)()
    end
    finish(map, 50)
    assert.same({ 122, 138, 154, 14, 14, 14 }, log)
  end)

  it("yields again when resumed too early, and need not wait for what has ended", function()
    local map = open_map(12, 12)
    local ticket, result = map:request_path(1, 1, 12, 12), nil
    local thread = coroutine.create(function() result = ticket:await() end)
    coroutine.resume(thread)
    coroutine.resume(thread)
    assert.is_nil(result)
    finish(map, 100)
    assert.equal(ticket.path, result)
    assert.equal("dead", coroutine.status(thread))
    assert.equal(ticket.path, ticket:await())
  end)

  it("and dies of an error does not keep others from their answers", function()
    local map = open_map(12, 12)
    local answered = 0
    local function count() answered = answered + 1 end
    map:request_path(1, 1, 3, 3, nil, { done = function() error("first", 0) end })
    coroutine.wrap(function()
      map:request_path(1, 1, 4, 4):await()
      error("second", 0)
    end)()
    map:request_path(1, 1, 5, 5, nil, { done = count })
    assert.same({ false, "first" }, { pcall(map.work, map, 1000) })
    assert.equal(1, answered)
    assert.equal(0, map.pending_requests)
  end)

  local yielding_it = skip.where(skip.unyielding())

  yielding_it("hears of it when another one closes the map", function()
    local map = open_map(12, 12)
    local heard
    map:request_path(1, 1, 3, 3, nil, { done = function() map:close() end })
    map:request_path(1, 1, 3, 3, nil, { done = function() end })
    coroutine.wrap(function()
      local ticket = map:request_path(1, 1, 4, 4)
      heard = { pcall(ticket.await, ticket) }
    end)()
    local ok, why = pcall(map.work, map, 1000)
    assert.is_false(ok)
    assert.truthy(why:find("map is closed", 1, true))
    assert.is_false(heard[1])
    assert.truthy(heard[2]:find("map is closed", 1, true))
  end)

  it("must be a coroutine", function()
    if coroutine.running() and not select(2, coroutine.running()) then return end
    local ticket = open_map(5, 5):request_path(1, 1, 5, 5)
    assert.has_error(function() ticket:await() end, "await can only be called in a coroutine")
  end)

  it("may ask for more, or cancel, in a callback", function()
    local map = open_map(12, 12)
    local second, third
    map:request_path(1, 1, 12, 12, nil, { done = function()
      second = map:request_path(1, 1, 2, 2)
      third:cancel()
    end })
    third = map:request_path(1, 1, 3, 3)
    map:work(17)
    finish(map, 100)
    assert.equal(14, second.path.cost)
    assert.is_true(third.done)
  end)
end)

describe("what makes no sense to the queue #quick", function()
  it("is refused", function()
    local map = open_map(9, 9)
    local function says(message, ok, why)
      assert.is_false(ok)
      assert.truthy(why:find(message, 1, true), why)
    end
    says("nodes = -1 is out of range", pcall(map.work, map, -1))
    says("threads = 0 is out of range", pcall(map.work, map, 10, 0))
    says("nodes = nil is not", pcall(map.work, map))
    says("query: 'extra_cost' cannot be asked", pcall(map.request_path, map, 1, 1, 2, 2,
      { extra_cost = function() end }))
    says("query: 'trace' means nothing", pcall(map.request_path, map, 1, 1, 2, 2, { trace = {} }))
    says("options: unknown key 'prio'", pcall(map.request_path, map, 1, 1, 2, 2, nil, { prio = 1 }))
    says("done = 5 is not a function", pcall(map.request_path, map, 1, 1, 2, 2, nil, { done = 5 }))
    says("y = 10 is outside the map", pcall(map.request_path, map, 1, 1, 2, 10))
    local red = map:player "red"
    local unit = red:unit { x = 1, y = 1 }
    local query = { player = red }
    red:remove()
    says("the player was removed", pcall(map.request_path, map, 1, 1, 2, 2, query))
    says("the unit was removed", pcall(unit.request_path, unit, 2, 2))
    says("map is locked while a callback runs", pcall(map.path, map, 1, 1, 2, 2,
      { extra_cost = function() map:work(10) end }))
    assert.equal(0, map.pending_requests)
  end)

  it("goes with the map", function()
    local map = open_map(9, 9)
    local ticket = map:request_path(1, 1, 9, 9)
    map:close()
    local ok, why = pcall(function() return ticket.path end)
    assert.is_false(ok)
    assert.truthy(why:find("map is closed", 1, true))
  end)
end)

describe("a request for the nearest of many #quick", function()
  local PICTURE = [[
    . . . . ,
    . # # # .
    . . . . .
  ]]

  it("finds what nearest finds", function()
    local map = maps.read(PICTURE)
    local goals = { { 5, 3 }, { 3, 3 }, { 2, 2 } }
    local ticket = map:request_nearest(1, 1, goals, nil, { count = 3 })
    assert.is_nil(ticket.found)
    assert.is_nil(ticket.path)
    while not ticket.done do map:work(5) end
    local right = map:nearest(1, 1, goals, nil, 3)
    assert.equal(#right, #ticket.found)
    for i, one in ipairs(right) do
      local found = ticket.found[i]
      assert.same({ one.x, one.y, one.index, one.path.cost },
        { found.x, found.y, found.index, found.path.cost })
      assert.equal(goals[one.index], found.goal)
    end
    assert.equal(ticket.found, ticket.found)
    assert.equal(ticket.found[1].path, ticket.path)
  end)

  it("keeps the goals that were asked for, whatever becomes of the list", function()
    local map, goals = astar.map { width = 9, height = 3 }, { { 9, 1 }, { 3, 1 } }
    local near = goals[2]
    local ticket = map:request_nearest(1, 1, goals, nil, { count = 2 })
    table.remove(goals)
    map:work(10000)
    local found = ticket.found
    assert.same({ 2, 3, 1 }, { found[1].index, found[1].x, found[2].index })
    assert.equal(near, found[1].goal)
  end)

  it("hands what it has found to its callback, and to a coroutine that waits", function()
    local map = maps.read(PICTURE)
    local heard, waited
    local ticket = map:request_nearest(1, 1, "swamp", nil,
      { done = function(...) heard = { ... } end })
    coroutine.wrap(function() waited = { ticket:await() } end)()
    map:work(1000)
    assert.same({ 5, 1 }, { heard[1][1].x, heard[1][1].y })
    assert.equal(ticket, heard[3])
    assert.equal(ticket.found, waited[1])
    local none = map:request_nearest(1, 1, "water")
    map:work(1000)
    assert.same({ "unreachable" }, { none.code, none.found, none.path })
  end)

  it("is saved with the map, and keeps its place in the list when the map gets smaller", function()
    local map = maps.read(PICTURE)
    map:request_nearest(1, 1, { { 5, 1 }, { 1, 3 } }, nil, { count = 2 })
    local copy = astar.read(map:save())
    assert.equal(map:_queue_hash(), copy:_queue_hash())
    local small, kept = map:resize(4, 3), nil
    for ticket in small:tickets() do kept = ticket end
    small:work(1000)
    assert.same({ 1, 2, 1, 3 }, { #kept.found, kept.found[1].index, kept.found[1].x,
      kept.found[1].y })
    for ticket in copy:tickets() do kept = ticket end
    copy:work(1000)
    assert.same({ 2, 2, 1 }, { #kept.found, kept.found[1].index, kept.found[2].index })
  end)

  it("refuses what only a search at once can do", function()
    local map = maps.read(PICTURE)
    local sight = map:sight({ { 1, 1 } }, { radius = 3 })
    assert.error_matches(function() map:request_nearest(1, 1, function() end) end,
      "a function cannot be asked in the queue")
    assert.error_matches(function() map:request_nearest(1, 1, { hidden_from = sight }) end,
      "'hidden_from' cannot be asked in the queue")
    assert.error_matches(function() map:request_nearest(1, 1, "swamp", nil, { count = 0 }) end,
      "count = 0 is out of range")
    assert.error_matches(function() map:request_nearest(1, 1, "swamp", { extra_cost = print }) end,
      "'extra_cost' cannot be asked in the queue")
    assert.error_matches(function() map:request_path(1, 1, 2, 1, nil, { count = 2 }) end,
      "unknown key 'count'")
  end)
end)
