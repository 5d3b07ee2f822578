--- The line in which position queries and ways to flee wait: see lua/astar/positions/line.lua.

local flight = require "astar.world.flight"
local Line = require "astar.positions.line"
local source = require "astar.positions.source"

local RED, BLUE, GREEN = { name = "red" }, { name = "blue" }, { name = "green" }

describe("the line of position queries #quick", function()
  local ask, pay, path, line, log

  -- Here a plan says how many nodes it takes, and its tables, and how it ends.
  before_each(function()
    ask, pay, path = source.ask, source.pay_for_tables, flight.path
    line, log = Line.new(), {}
    function source.pay_for_tables(_, plan, nodes)
      local owed = plan and plan.tables or 0
      if owed == 0 then return 0, 0 end
      local paid = math.min(owed, nodes)
      plan.tables = owed - paid
      log[#log + 1] = ("%s tables %d"):format(plan.name, paid)
      return paid, plan.tables
    end
    function source.ask(_, plan, room, budget, most)
      log[#log + 1] = ("%s room %d, %d, %d"):format(plan.name, room, budget, most)
      if plan.problem then error(plan.problem, 0) end
      if plan.code then return nil, plan.code, plan.nodes end
      return { 1 }, { 2 }, plan.nodes
    end
    function flight.path(owner, unit, threats, most)
      log[#log + 1] = ("flight of %d, %s, %d"):format(unit.id, threats, most)
      return "way of the " .. owner, nil, 30
    end
  end)

  after_each(function() source.ask, source.pay_for_tables, flight.path = ask, pay, path end)

  local last = 0

  local function unit(player)
    last = last + 1
    return { id = last, player = player, world = {} }
  end

  local function add(player, name, nodes, more)
    local plan = more or {}
    plan.name, plan.nodes = name, nodes
    return line:add(unit(player), plan, 3, function() log[#log + 1] = name .. " done" end)
  end

  local function served(nodes, is_idle)
    log = {}
    local left = line:serve(nodes, is_idle)
    return { left, table.concat(log, "; ") }
  end

  local function asked(name) return name .. " room 3, 16384, 2048; " .. name .. " done" end

  it("is served by players in turns, a quarter of the nodes in a tick", function()
    for i = 1, 3 do add(RED, "r" .. i, 499) end
    add(BLUE, "b1", 1499)
    assert.same({ 2000, asked "r1" .. "; " .. asked "b1" }, served(4000))
    assert.same({ 1000, "" }, served(1000))
    assert.same({ 3500, asked "r2" }, served(4000))
    add(BLUE, "b2", 749)
    assert.same({ 3250, asked "b2" }, served(4000))      -- 250 were owed, and 1000 are now
    assert.same({ 3500, asked "r3" }, served(4000))
    assert.same({ 4000, "" }, served(4000))
    add(BLUE, "b3", 9)
    add(RED, "r4", 9)
    assert.same({ 3980, asked "b3" .. "; " .. asked "r4" }, served(4000))
  end)

  it("has as much as the queue leaves where that has nothing to do", function()
    for i = 1, 5 do add(RED, "r" .. i, 999) end
    assert.same({ 3000, asked "r1" }, served(4000))
    assert.same({ 2000, asked "r2" .. "; " .. asked "r3" }, served(4000, true))    -- of 1952
    assert.same({ 2000, asked "r4" .. "; " .. asked "r5" }, served(4000, true))    -- 48 were owed
  end)

  it("takes what it has taken beyond a tick off the next ones", function()
    add(RED, "r1", 9999)
    assert.same({ 0, asked "r1" }, served(4000))
    assert.same({ owed = 10000, over = 6000, turn = 1 }, line:state())
    assert.same({ 0, "" }, served(4000))
    assert.same({ 2000, "" }, served(4000))
    for _ = 1, 7 do assert.same({ 4000, "" }, served(4000)) end
    assert.equal(1000, line:state().owed)
    assert.same({ 4000, "" }, served(4000))
    assert.is_nil(line:state())
  end)

  it("does not begin where a tick before it took all, though little is owed by now", function()
    add(RED, "r1", 4999)
    served(1000)
    add(RED, "r2", 9)
    assert.same({ 12000, "" }, served(16000))
    assert.matches("^r2 room 3", served(16000)[2])
  end)

  it("pays for tables first, a quarter of the nodes in a tick, by turns", function()
    add(RED, "r1", 99, { tables = 1500 })
    add(BLUE, "b1", 99)
    assert.same({ 3000, "r1 tables 1000" }, served(4000))
    assert.same({ 3300, asked "b1" .. "; r1 tables 500; " .. asked "r1" }, served(4000))
  end)

  it("pays for tables with all nodes where the queue has nothing to do", function()
    add(RED, "r1", 99, { tables = 5000 })
    assert.same({ 0, "r1 tables 4000" }, served(4000, true))
    assert.same({ 2900, "r1 tables 1000; " .. asked "r1" }, served(4000, true))
  end)

  it("passes over players of whom nobody waits", function()
    for _, player in ipairs { RED, BLUE, GREEN, BLUE, GREEN, GREEN, RED } do
      add(player, player.name, 9)
    end
    assert.equal("red blue green red blue green green", (served(4000)[2]
      :gsub("%a+ room.-; ", ""):gsub(" done;?", "")))
  end)

  it("has half of the nodes for walking, and a limit for all, or that of the plan", function()
    add(RED, "r1", 1)
    served(32768)
    assert.equal("r1 room 3, 16384, 16384; r1 done", table.concat(log, "; "))
    add(RED, "r1", 1)
    assert.equal("r1 room 3, 20000, 20000; r1 done", served(40001)[2])
    add(RED, "r1", 1, { budget = 7 })
    assert.equal("r1 room 3, 7, 2050; r1 done", served(4100)[2])
  end)

  it("passes over what was cancelled, and those that are gone", function()
    local job, gone = add(RED, "r1", 1), add(RED, "r2", 1)
    add(BLUE, "b1", 1)
    assert.same({ owed = 0, over = 0, turn = 1, { job.unit.id, gone.unit.id }, { last } },
      line:state())
    job:cancel()
    assert.same({ true, "cancelled" }, { job:has_ended(), job.code })
    assert.same({ gone.unit.id }, line:state()[1])
    gone.unit.removed = true
    assert.equal(asked "b1", served(4000)[2])
    assert.is_false(gone:has_ended())
    assert.equal(0, line.count)
  end)

  it("notes how each has ended", function()
    local fine, none = add(RED, "a", 5), add(RED, "b", 5, { code = "none" })
    local wrong = add(RED, "c", nil, { problem = "no such place" })
    local way = line:add_flight(unit(RED), "threats", function() end)
    assert.is_false(fine:has_ended())
    assert.same({ false, false, false }, { fine.found, fine.path, fine.numbers })
    assert.equal(4000 - 6 - 6 - 1 - 31, served(4000)[1])
    assert.matches("; flight of %d+, threats, 2048$", table.concat(log, "; "))
    assert.same({ true, { 1 }, { 2 } }, { fine:has_ended(), fine.numbers, fine.found })
    assert.same({ "none", false }, { none.code, none.numbers })
    assert.same({ "no such place", false }, { wrong.problem, wrong.numbers })
    assert.same({ true, "way of the line" }, { way:has_ended(), way.path })
  end)
end)
