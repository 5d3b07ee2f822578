-- What each player gets of the queue: equal shares of the nodes of each call.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local SIZE, NODES = 60, 900

-- Closes nearly every cell of the map: 60 × 60 of them, some four calls' worth.
local DEAR = { heuristic = "none", engine = "astar" }

local function new_map(names)
  local map, players = astar.map { width = SIZE, height = SIZE }, {}
  for i, name in ipairs(names) do
    players[i] = map:player(name)
    players[i]:reveal()
  end
  return map, players
end

-- A request from one corner to another.
local function ask(map, player, query, options)
  query = query or DEAR
  return map:request_path(1, 1, SIZE, SIZE, { player = player, heuristic = query.heuristic,
    engine = query.engine }, options)
end

-- Calls until the ticket has ended.
local function calls_until_done(map, ticket, nodes, threads)
  local calls = 0
  while not ticket.done do
    map:work(nodes or NODES, threads)
    calls = calls + 1
    assert.is_true(calls < 100000, "the queue makes no progress")
  end
  return calls
end

-- How many calls a request of the last player takes while each of the others has 50 in the queue.
local function latency(others, options)
  options = options or {}
  local names = {}
  for i = 1, others + 1 do names[i] = "player " .. i end
  local map, players = new_map(names)
  for i = 1, others do
    for _ = 1, 50 do ask(map, players[i], options.theirs, { priority = 9 }) end
  end
  for _ = 1, options.calls_before or 5 do map:work(NODES) end
  return calls_until_done(map, ask(map, players[others + 1], options.own), options.nodes,
    options.threads)
end

describe("the shares of players in the queue #quick", function()
  local alone = latency(0)

  it("let a request wait in proportion to the players, not to their requests", function()
    assert.equal(5, alone)
    for _, others in ipairs { 1, 2, 3, 7, 40 } do
      local calls = latency(others)
      assert.is_true(calls <= (others + 1) * alone, others .. " others: " .. calls .. " calls")
    end
  end)

  it("are the same however late a player comes", function()
    for calls_before = 0, 20 do
      assert.is_true(latency(1, { calls_before = calls_before }) <= 2 * alone)
    end
  end)

  it("do not depend on which player was made first", function()
    for first = 1, 3 do
      local map, players = new_map { "red", "blue" }
      players[3] = nil
      for _ = 1, 50 do ask(map, players[first]) end
      for second = 1, 3 do
        if second ~= first then
          assert.is_true(calls_until_done(map, ask(map, players[second])) <= 2 * alone)
        end
      end
    end
  end)

  it("hold for many cheap requests beside dear ones", function()
    local map, players = new_map { "red", "blue" }
    for _ = 1, 50 do ask(map, players[1]) end
    local cheap = {}
    for i = 1, 60 do
      cheap[i] = map:request_path(1, 1, 5, 1 + i % 4, { player = players[2], engine = "astar" })
    end
    local costs = 0
    for _, ticket in ipairs(cheap) do
      calls_until_done(map, ticket)
      costs = costs + ticket.expanded + 64
    end
    map:work(NODES)
    assert.is_true(cheap[60].done)
    local before = map.pending_requests
    for i = 1, 60 do
      cheap[i] = map:request_path(1, 1, 5, 1 + i % 4, { player = players[2], engine = "astar" })
    end
    local calls = calls_until_done(map, cheap[60])
    assert.is_true(calls <= 2 * costs / NODES + 1, calls .. " calls for " .. costs .. " nodes")
    assert.is_true(map.pending_requests >= before - calls)
  end)

  it("leave nodes that one does not use to the others", function()
    local map, players = new_map { "red", "blue" }
    local dear = ask(map, players[1])
    for _ = 1, 100 do
      map:request_path(1, 1, 2, 1, { player = players[2] })
      local _, used = map:work(NODES)
      if dear.done then break end
      assert.equal(NODES, used)
    end
    assert.is_true(dear.done)
  end)

  it("are spent to the last node, and let nobody starve, with however few", function()
    for nodes = 1, 5 do
      local map, players = new_map { "red", "blue", "green" }
      local tickets = { map:request_path(1, 1, 4, 3, DEAR) }
      for _, player in ipairs(players) do
        for _ = 1, 3 do tickets[#tickets + 1] = ask(map, player) end
      end
      for _ = 1, 2000 do
        local _, used = map:work(nodes)
        assert.equal(nodes, used)
      end
      local least, most = math.huge, 0
      for i = 1, 3 do
        local expanded = 0
        for n = 1, 3 do expanded = expanded + tickets[3 * i - 2 + n].expanded end
        least, most = math.min(least, expanded), math.max(most, expanded)
      end
      assert.is_true(least > 0 and most - least <= 3 * nodes + 64,
        ("%d nodes: %d to %d"):format(nodes, least, most))
    end
  end)

  it("count priorities within a player only", function()
    local map, players = new_map { "red", "blue" }
    local order = {}
    local function note(name) return function() order[#order + 1] = name end end
    for _ = 1, 20 do ask(map, players[1], nil, { priority = 100, done = note "red" }) end
    ask(map, players[2], nil, { priority = -1, done = note "late" })
    for i = 1, 6 do
      ask(map, players[2], nil, { priority = i == 6 and 5 or 0, done = note("blue " .. i) })
    end
    while map.pending_requests > 0 do map:work(NODES) end
    local blue = {}
    for i, name in ipairs(order) do
      if name ~= "red" then blue[#blue + 1] = { name, i } end
    end
    assert.equal("blue 6", blue[1][1])
    assert.equal("late", blue[#blue][1])
    assert.is_true(blue[1][2] <= 3)
  end)
end)

describe("the shares of players #quick", function()
  -- Which ticket ends in which call, and with what.
  local function run(seed, threads, each)
    local random = new_random(seed)
    local map, players = new_map { "red", "blue", "green", "white", "black" }
    local lines, calls = {}, 0
    local function done(name)
      return function(path, code)
        lines[#lines + 1] = ("%d %s %s"):format(calls, name, path and maps.cells(path) or code)
      end
    end
    for i = 1, 60 do
      local player = random:pick { players[1], players[1], players[2], players[3], players[4] }
      map:request_path(random:int(1, SIZE), random:int(1, SIZE), random:int(1, SIZE),
        random:int(1, SIZE), { player = player, heuristic = random:pick { "none", "octile" } },
        { priority = random:int(0, 2), done = done(i) })
    end
    while map.pending_requests > 0 do
      calls = calls + 1
      if each then each(map, players, calls) end
      map:work(3000 + calls % 7, threads)
      lines[#lines + 1] = map:_queue_hash()
    end
    return table.concat(lines, "\n")
  end

  it("do not depend on the number of threads", function()
    for seed = 1, 3 do
      local expected = run(seed, 1)
      assert.equal(expected, run(seed, 2))
      assert.equal(expected, run(seed, 5))
    end
  end)

  it("do not depend on which memory a player has that comes for one that was removed", function()
    local function replace(room)
      local kept = {}
      return function(map, players, calls)
        if calls ~= 3 then return end
        players[1]:remove()
        for i = 1, room do kept[i] = ("x"):rep(SIZE * SIZE) .. i end
        for i = 1, 3 do
          map:request_path(1, 1, 50, 50, { player = map:player("new " .. i) })
        end
        assert.equal(room, #kept)
      end
    end
    assert.equal(run(4, 1, replace(0)), run(4, 1, replace(3)))
  end)

  it("are in the hash of the queue, with the line that gets the remainder next", function()
    local map, other = new_map { "red" }, new_map { "red" }
    local first, others_first = ask(map), ask(other)
    map:work(NODES)
    ask(map)
    ask(other)
    first:cancel()
    others_first:cancel()
    assert.are_not.equal(other:_queue_hash(), map:_queue_hash())
    map:_save()
    assert.equal(other:_queue_hash(), map:_queue_hash())
  end)
end)

describe("a player's tickets #quick", function()
  it("keep their order when others among them are cancelled", function()
    for seed = 1, 20 do
      local random, map = new_random(seed), new_map {}
      local tickets, expected, order = {}, {}, {}
      for i = 1, 60 do
        local priority = random:int(-9, 9)
        tickets[i] = { number = i, priority = priority, ticket = map:request_path(1, 1, 2, 2, nil, {
          priority = priority, done = function(path) order[#order + 1] = path and i end }) }
      end
      for _ = 1, 30 do table.remove(tickets, random:int(1, #tickets)).ticket:cancel() end
      table.sort(tickets, function(a, b)
        if a.priority ~= b.priority then return a.priority > b.priority end
        return a.number < b.number
      end)
      for i, one in ipairs(tickets) do expected[i] = one.number end
      while map.pending_requests > 0 do map:work(NODES) end
      assert.same(expected, order)
    end
  end)
end)
