-- The account of a mod's side, alone: each limit holds up to its last instruction and byte, and not
-- beyond.

local Account = require "astar.mods.account"
local modded = require "support.modded"
local small_world = require "support.small_world"

local LIMITS = { instructions = 10000, total = 20000, nodes = 500, kept = 1000 }

local function new()
  local account = Account.new({ _units = {}, ticks = 1 }, LIMITS, "red")
  account:begin(1)
  return account, account:of(7, 1)
end

describe("the prices of queries and orders #quick", function()
  it("are those of the page", function()
    local costs, page = Account.COSTS, assert(io.open("docs/mods.md")):read("*a")
    local function all(cost, words, ...)
      assert.truthy(page:find(words, 1, true), words)
      for _, name in ipairs { ... } do assert.equal(cost, costs[name], name) end
    end
    all(900, "| `path`, `nearest`; a node that they expand | 900; 4 of `total` |", "path",
      "nearest")
    all(300, "| `flight` | 300; 256 and 2 of `total` for each cell", "flight")
    all(1000, "| a request | 1000;", "request_path", "request_positions")
    all(900, "a number of the answer | 900; 4 of `total`;", "positions")
    all(2000, "| `tell`, `behave`, `print`, a file read, a rank | 2000, a rank 500;", "tell",
      "behave", "print", "source")
    all(500, "a rank 500", "fall_in", "fall_out")
    all(1000, "| `say`, `mark`, `draw_line`, `draw_circle` | 1000,", "draw")
    local small = "| `home`, `stop`; `reachable`, `holder`; `reserve`, `release`; `follow_path`; "
      .. "`route` | 20; 30; 40; 60; 80 |"
    all(20, small, "home", "stop")
    all(30, small, "reachable", "holder")
    all(40, small, "reserve", "release")
    all(60, small, "follow_path")
    all(80, small, "route")
  end)
end)

-- Instructions for a turn of a unit.
local function allowance(account, id, now) return (select(2, account:for_activation(id, now))) end

describe("the time of an account #quick", function()
  it("is a unit's up to a tenth for cleanups, where a thousand are left", function()
    local account, own = new()
    assert.equal(9000, allowance(account, 7, 1))
    account:pay(own, 8000)
    assert.equal(1000, allowance(account, 7, 1))
    account:pay(own, 1)
    assert.is_nil(allowance(account, 7, 1))
    assert.equal(1999, account:for_cleanups(own, 1))
    account:pay(own, 999)
    assert.equal(1000, account:for_cleanups(own, 1))
    account:pay(own, 1)
    assert.is_nil(account:for_cleanups(own, 1))
    assert.equal(9001, account:of(7, 1).used)
    assert.equal(9001, account.used)
    assert.equal(9000, allowance(account, 8, 1))
    assert.equal(9000, allowance(account, 7, 2))
  end)

  it("is all units' together up to the total, and one allowance more for cleanups", function()
    local account, own = new()
    account:owe(19999)
    assert.equal(9000, allowance(account, 7, 1))
    account:owe(1)
    assert.is_nil(allowance(account, 7, 1))
    assert.equal(10000, account:for_cleanups(own, 1))
    account:owe(1)
    assert.is_nil(account:for_cleanups(own, 1))
    account:begin(1)
    assert.is_nil(allowance(account, 7, 1))
    account:begin(2)
    assert.equal(9000, allowance(account, 7, 2))
  end)

  it("is forgotten of a unit that has all its nodes again, and only then", function()
    local account, own = new()
    local function is_kept(nodes, now)
      account.units[7], own.nodes = own, nodes
      account:forget_rested(now)
      return account.units[7] ~= nil
    end
    assert.same({ true, true, false, true, false }, { is_kept(500, 1), is_kept(-1, 2),
      is_kept(0, 2), is_kept(-501, 3), is_kept(-500, 3) })
  end)

  it("rests for ten ticks after its machine has stopped", function()
    local account, own = new()
    account:rest()
    for tick = 1, 10 do
      assert.is_nil(allowance(account, 7, tick))
      assert.is_nil(account:for_cleanups(own, tick))
    end
    assert.equal(9000, allowance(account, 7, 11))
    assert.equal(10000, account:for_cleanups(own, 11))
  end)

  it("has nodes, which come back tick by tick", function()
    local account, own = new()
    account:search(own, 1700)
    assert.same({ -1200, 6800 }, { own.nodes, account.used })
    assert.equal(-1200, account:of(7, 1).nodes)
    assert.equal(-700, account:of(7, 2).nodes)
    assert.equal(300, account:of(7, 4).nodes)
    assert.equal(500, account:of(7, 5).nodes)
  end)

  it("has cells of fields: three looks at two instructions for each of the map's", function()
    local account, own = new()
    assert.is_true(account:may_flood(5000, 0))
    assert.is_false(account:may_flood(5001, 0))
    assert.is_true(account:may_flood(4999, 6))
    assert.is_false(account:may_flood(4999, 7))
    account:owe(6)
    assert.is_true(account:may_flood(4999, 0))
    assert.is_false(account:may_flood(4999, 1))
    account.used = 0
    account:flood(own, 100000 - 1)
    assert.same({ 500 - 33333, 199998, 1 }, { own.nodes, account.used, account.fields })
    account:begin(1)
    account.used = 0
    assert.is_true(account:may_flood(5000, 0))
    account:flood(own, 100001)
    account:begin(2)
    assert.is_false(account:may_flood(1, 0))
    account:begin(3)
    assert.is_true(account:may_flood(1, 0))
    assert.equal(100000, account.fields)
  end)

  it("pays for the marches of its groups with cells of fields, and in the next tick", function()
    local account = new()
    account:march(99999, 3)
    assert.same({ 1, 0 }, { account.fields, account.used })
    assert.is_true(account:may_march(1))
    account:march(100001, 2)
    assert.is_false(account:may_march(1))
    assert.is_false(account:may_march(2))
    account:begin(2)
    assert.equal(2 * 200000 + 5 * 40, account.used)
    assert.is_true(account:may_march(3))
    account:begin(3)
    assert.same({ 100000, 0 }, { account.fields, account.used })
  end)

  it("is weighed once in a tick", function()
    local account = new()
    assert.same({ true, false }, { account:is_to_weigh(), account:is_to_weigh() })
    account:begin(2)
    assert.same({ true, false }, { account:is_to_weigh(), account:is_to_weigh() })
  end)
end)

describe("the order of turns #quick", function()
  it("begins with the unit that waited first, and leaves others' units in their places", function()
    local account = new()
    local function unit(id, behaviour, player)
      return { id = id, behaviour = behaviour, player = player or "red" }
    end
    local function order(list)
      local ids = {}
      for i, one in ipairs(list) do ids[i] = one.id end
      return table.concat(ids, " ")
    end
    local function due()
      return { unit(1, "m.a"), unit(2, "other"), unit(3, "m.b"), unit(4, "m.a", "blue"),
        unit(5, false), unit(6, "m.c"), unit(8, "m.a"), unit(10, "m.b") }
    end
    for first, wanted in pairs { [0] = "1 2 3 4 5 6 8 10", [1] = "1 2 3 4 5 6 8 10",
      [3] = "3 2 6 4 5 8 10 1", [6] = "6 2 8 4 5 10 1 3", [7] = "8 2 10 4 5 1 3 6",
      [11] = "1 2 3 4 5 6 8 10" } do
      local list = due()
      if first > 0 then account:wait(first) end
      account:wait(first > 0 and 20 or nil)
      account:rotate(list, "m.")
      assert.equal(wanted, order(list), "from " .. first)
      list = due()
      account:rotate(list, "m.")
      assert.equal("1 2 3 4 5 6 8 10", order(list))
    end
  end)
end)

describe("what an account keeps #quick", function()
  it("has its size", function()
    for _, case in ipairs { { 16, 1 }, { 16, true }, { 40, "" }, { 43, "abc" }, { 64, {} },
      { 64 + 16 + 16 + 16, { 5 } }, { 64 + 16 + 41 + 64, { a = {} } },
      { 16, setmetatable({ 1, 2 }, {}) } } do
      assert.equal(case[1], Account.weight(case[2]))
    end
  end)

  it("is limited to the byte, paths to half of it", function()
    local account = new()
    account:keep(1000, "this")
    assert.is_true(account:has_room(0))
    assert.is_false(account:has_room(1))
    assert.has_error(function() account:keep(1, "that") end,
      "that: the game keeps at most 1000 bytes for a mod, and has no room for 1 more")
    account:free(600)
    assert.is_true(account:has_room_for_paths(500))
    assert.is_false(account:has_room_for_paths(501))
    account:keep_paths(500)
    assert.is_false(account:has_room_for_paths(1))
    account:free_paths(200)
    assert.is_true(account:has_room_for_paths(200))
    assert.is_false(account:has_room_for_paths(201))
    assert.equal(700, account.kept)
  end)

  it("is released with the unit, and with the behaviour", function()
    local account = new()
    local list, units = { 1 }, account.world._units
    units[7] = { id = 7, behaviour = "m.a", _given = list }
    account:hold_data(7, 100)
    account:hold_data(7, 300)
    account:hold_arguments(units[7], 200)
    account:hold_arguments(units[7], 500)
    assert.equal(800, account.kept)
    assert.same({ held = { [7] = "da" } }, account:state())
    assert.is_false(account:has_room(201))
    units[7]._given = false
    assert.is_true(account:has_room(700))
    assert.equal(300, account.kept)
    assert.same({ held = { [7] = "d" } }, account:state())
    account:let_go_data(7)
    account:let_go_data(9)
    assert.equal(0, account.kept)
    account:hold_data(7, 300)
    units[7] = nil
    account:sweep()
    assert.same({ 0, {} }, { account.kept, account.units })
    assert.is_nil(account:state())
  end)

  it("is looked through every thousand ticks, for what was removed meanwhile", function()
    local world = small_world(". . . . .")
    local mod = assert(modded(world, "return function(unit) unit.data.text = ('x'):rep(999) end"))
    local unit = world:unit { player = "red", x = 1, y = 1, behaviour = "test.it" }
    world:tick()
    local account = mod._parts[1].account
    local base = account.kept - account.data[unit.id]
    unit:remove()
    world.run(998)
    assert.is_true(account.kept > base + 999)
    world:tick()
    assert.equal(base, account.kept)
  end)

  it("is weighed again after loading, beside the mod", function()
    local account, other = new(), new()
    for _, one in ipairs { account, other } do
      one.world._units[7] = { id = 7, behaviour = "m.a", _given = { 1 }, data = { "abc" } }
      one.world._units[8] = { id = 8, behaviour = "m.a", _given = {}, data = {} }
    end
    account:hold_data(7, 10)
    account:hold_data(8, 10)
    account:hold_data(8, 0)
    account:hold_arguments(account.world._units[7], 20)
    account:hold_arguments(account.world._units[8], 30)
    account:wait(8)
    other:restore(account:state())
    for _, one in ipairs { account, other } do
      one:restart(50)
      assert.same({ 50 + (64 + 16 + 16 + 43) + (64 + 48) + 64, 0, 8 },
        { one.kept, one.answers, one.next })
    end
  end)

  it("is 65,536 bytes of texts in recordings, each counted once", function()
    local account, long = new(), ("x"):rep(65535)
    assert.equal(long, account:say(long))
    assert.equal(long, account:say(long))
    assert.equal("", account:say("ab"))
    assert.equal("a", account:say("a"))
    assert.equal("", account:say("b"))
    assert.equal("a", account:say("a"))
  end)
end)
