-- The Lua face of fields, straight lines and smoothing: arguments, callbacks, ends of life.

local astar = require "astar"
local flow = require "support.flow"
local says = require "support.says"

local ROWS = {
  "......",
  ".####.",
  "......",
}

local function new_map()
  return astar.map{ rows = ROWS }
end

local function collect()
  collectgarbage()
  collectgarbage()
end

-- ---- arguments --------------------------------------------------------------------------------

describe("map:field #quick", function()
  local map
  before_each(function() map = new_map() end)

  it("takes cells as pairs, as tables with x and y, and as objects that have them", function()
    local unit = map:player "red":unit{ x = 6, y = 3 }
    for _, goal in ipairs{ { 6, 3 }, { x = 6, y = 3 }, unit } do
      local field = map:field { to = { goal } }
      assert.equal("field", tostring(field))
      assert.equal(50, field:cost(1, 3))
    end
    assert.equal(10, map:field { to = { { 6, 3 }, { x = 1, y = 2 }, { 1, 1 } } }:cost(1, 3))
  end)

  it("takes a query, a compiled one as well", function()
    local slow = map:class{ plain = 20 }
    assert.equal(100, map:field({ to = { { 6, 3 } } }, { class = slow }):cost(1, 3))
    local query = map:query{ class = slow, extra_cost = function() return 1 end }
    assert.equal(105, map:field({ to = { { 6, 3 } } }, query):cost(1, 3))
    query = nil   -- luacheck: ignore
    collect()
    assert.equal(50, map:field { to = { { 6, 3 } } }:cost(1, 3))
  end)

  it("is read in any order, also with a callback", function()
    local readers = {
      function(field) return field:cost(1, 3) end,
      function(field) return field:step(1, 3) end,
      function(field) return field:path(1, 3).cost end,
      function(field) return field:cost_bytes(1, 1, 2, 1) end,
      function(field)
        local sum = 0
        for _, _, cost in field:cells() do sum = sum + cost end
        return sum
      end,
    }
    local field = map:field({ to = { { 6, 3 } } }, { extra_cost = function() return 1 end })
    for _, first in ipairs(readers) do
      for _, second in ipairs(readers) do
        local told = { second(field) }
        map:set(3, 1, "wall"):set(3, 1, "plain")
        first(field)
        assert.same(told, { second(field) })
      end
    end
  end)

  it("refuses what is no list of cells on the map", function()
    says("bad argument #1 to 'field' (options = nil is not a table)", function() map:field() end)
    says("#1 to 'field' (to = 7 is not a list of cells)", function() map:field { to = 7 } end)
    says("#1 to 'field' (to: the list is empty)", function() map:field { to = {} } end)
    says("#1 to 'field' (to: the list is empty)", function()
      map:field { to = { x = 1, y = 1 } }
    end)
    says("#1 to 'field' (to[2] = 5 is not a cell { x, y })", function()
      map:field { to = { { 1, 1 }, 5 } }
    end)
    says("#1 to 'field' (to[1].x = nil is not an integer)", function()
      map:field { to = { {} } }
    end)
    says("#1 to 'field' (to[2].cost: all goals of a field cost nothing)", function()
      map:field { to = { { 1, 1 }, { 2, 1, cost = 5 } } }
    end)
    assert.is_truthy(map:field { to = { setmetatable({ x = 1, y = 1, cost = 50 }, {}) } })
    says("to[1].y = 4 is outside the map, 1 to 3", function() map:field { to = { { 1, 4 } } } end)
    says("#1 to 'field' (to[3].x = 1.5 is not an integer)", function()
      map:field { to = { { 1, 1 }, { 2, 1 }, { 1.5, 1 } } }
    end)
    says("#1 to 'field' (to[1] is a rectangle, not a cell { x, y })", function()
      map:field { to = { { x = 1, y = 1, width = 2, height = 1 } } }
    end)
    says("flee[1].x = 0 is outside the map", function() map:field { flee = { { 0, 1 } } } end)
    says("#1 to 'field' (flee: the list is empty)", function() map:field { flee = {} } end)
    local danger = map:influence "danger"
    says("#1 to 'field' (to[1].x = nil is not an integer)", function()
      map:field { to = { danger } }
    end)
  end)

  it("wants one of to, from and flee, with what belongs to it", function()
    local cell = { 1, 1 }
    local function field(options) return function() map:field(options) end end
    says("#1 to 'field' (options: 'to', 'from' or 'flee' is missing)", field {})
    says("#1 to 'field' (options: 'to' together with 'from')", field { to = { cell }, from = cell })
    says("#1 to 'field' (options: 'from' together with 'flee')",
      field { flee = { cell }, from = cell })
    says("#1 to 'field' (options: 'max_cost' without 'from')",
      field { to = { cell }, max_cost = 5 })
    says("#1 to 'field' (options: 'nodes' without 'flee')", field { from = cell, nodes = 5 })
    says("#1 to 'field' (nodes = 0 is out of range", field { flee = { cell }, nodes = 0 })
    says("#1 to 'field' (options: unknown key 'goals'", field { goals = { cell } })
  end)

  it("refuses options that mean nothing to it", function()
    local OPTIONS = { within = 1, partial = true, explain = true, trace = {}, heuristic_weight = 2,
                      heuristic = "none", engine = "astar", budget = 100 }
    for name, value in pairs(OPTIONS) do
      local text = ("query: '%s' means nothing to a field"):format(name)
      says(text, function() map:field({ to = { { 1, 1 } } }, { [name] = value }) end)
      says(text, function()
        map:field({ from = { 1, 1 }, max_cost = 10 }, map:query{ [name] = value })
      end)
      says(text, function() map:field({ flee = { { 1, 1 } } }, { [name] = value }) end)
    end
    says("bad argument #2 to 'field' (query: unknown key 'clas'", function()
      map:field({ to = { { 1, 1 } } }, { clas = 1 })
    end)
  end)

  it("refuses what is of another map", function()
    local other = new_map()
    says("#2 to 'field' (the class is of another map)", function()
      map:field({ to = { { 1, 1 } } }, { class = other:class{} })
    end)
    says("the query is of another map", function()
      map:field({ to = { { 1, 1 } } }, other:query{})
    end)
  end)
end)

describe("map:field with from #quick", function()
  it("checks its arguments", function()
    local map = new_map()
    says("bad argument #1 to 'field' (from.x = 7 is outside the map",
      function() map:field { from = { 7, 1 }, max_cost = 10 } end)
    says("bad argument #1 to 'field' (max_cost = -1 is out",
      function() map:field { from = { 1, 1 }, max_cost = -1 } end)
    says("max_cost = 4294967295 is out of range", function()
      map:field { from = { 1, 1 }, max_cost = 4294967295 }
    end)
    says("max_cost = 0.5 is not an integer", function()
      map:field { from = { 1, 1 }, max_cost = 0.5 }
    end)
    says("#1 to 'field' (max_cost = 'far' is not", function()
      map:field { from = { 1, 1 }, max_cost = "far" }
    end)
    assert.equal(0, map:field { from = { 1, 1 }, max_cost = 0 }:cost(1, 1))
    assert.equal(70, map:field({ from = { 1, 1 } }, {}):cost(6, 3))
  end)
end)

describe("a field #quick", function()
  local map, field
  before_each(function()
    map = new_map()
    field = map:field { to = { { 1, 1 } } }
  end)

  it("is read by cell", function()
    assert.equal(50, field:cost(6, 1))
    assert.same({ 5, 1 }, { field:step(6, 1) })
    assert.same({ 1, 1 }, { field:step(1, 1) })
    assert.equal("path (6 cells, cost 50, complete)", tostring(field:path(6, 1)))
    for _, method in ipairs{ "cost", "step", "path" } do
      says("(x = 7 is outside the map, 1 to 6)", function() field[method](field, 7, 1) end)
      says("y = nil is not an integer", function() field[method](field, 1) end)
      assert.same({ nil, "start_blocked" }, { field[method](field, 2, 2) })
    end
    says("field has no field 'goal' to set", function() field.goal = 1 end)
    says("field 'cost' of field is read-only", function() field.cost = 1 end)
  end)

  it("gives its cells row by row, as they are then", function()
    local seen = {}
    for x, y, cost in map:field { from = { 1, 1 }, max_cost = 20 }:cells() do
      seen[#seen + 1] = ("%d,%d=%d"):format(x, y, cost)
    end
    assert.equal("1,1=0 2,1=10 3,1=20 1,2=10 1,3=20", table.concat(seen, " "))
    local count = 0
    for _, y in field:cells() do
      count = count + 1
      if y == 1 then map:fill(1, 3, 6, 1, "wall") end
    end
    assert.equal(8, count)
  end)

  it("is updated", function()
    assert.equal(field, field:update())
  end)

  it("gives paths that outlive it", function()
    local path = field:path(6, 1)
    field:close()
    map:close()
    collect()
    assert.same({ 1, 1 }, { path:cell(-1) })
    assert.equal(6, #path)
  end)
end)

-- ---- callbacks --------------------------------------------------------------------------------

describe("a field's callback #quick", function()
  local map
  before_each(function() map = new_map() end)

  it("is asked once for each cell, and told the terrain", function()
    local asked = {}
    local field = map:field({ to = { { 1, 1 } } }, { extra_cost = function(x, y, name)
      asked[#asked + 1] = ("%d,%d %s"):format(x, y, name)
      if x == 2 and y == 1 then return false end
      return x == 1 and 5 or nil
    end })
    table.sort(asked)
    for i = 2, #asked do assert.are_not.equal(asked[i - 1], asked[i]) end
    assert.equal("1,1 plain", asked[1])
    assert.equal(14, #asked)
    assert.equal(15, field:cost(1, 2))
    assert.equal(120 + 3 * 5, field:cost(3, 1))
    assert.equal(14, #asked)
  end)

  it("may fail when the field is made", function()
    local before = map:hash()
    says("no idea", function()
      map:field({ to = { { 1, 1 } } }, { extra_cost = function() error "no idea" end })
    end)
    says("extra_cost returned 'much' for cell", function()
      map:field({ flee = { { 1, 1 } } }, { extra_cost = function() return "much" end })
    end)
    local thrown = {}
    local ok, message = pcall(map.field, map, { from = { 1, 1 }, max_cost = 99 },
      { extra_cost = function() error(thrown) end })
    assert.is_false(ok)
    assert.equal(thrown, message)
    assert.equal(before, map:hash())
    map:set(1, 1, "wall")
  end)

  it("may fail when the field is read: nothing is lost", function()
    local broken = false
    local field = map:field({ to = { { 1, 1 } } }, { extra_cost = function(x)
      if broken then error("broken at " .. x, 0) end
      return 0
    end })
    local before = flow.all(map, field)
    map:set(3, 2, "plain")
    broken = true
    for _ = 1, 2 do
      says("broken at", function() field:cost(1, 1) end)
      says("broken at", function() field:step(1, 1) end)
      says("broken at", function() field:path(1, 1) end)
      says("broken at", function() field:update() end)
      says("broken at", function() field:cells()() end)
    end
    broken = false
    assert.is_number(field:cost(3, 2))
    map:set(3, 2, "wall")
    assert.equal(before, flow.all(map, field))
  end)

  it("may not read its own field, and may read others", function()
    local other, own, messages = map:field { to = { { 6, 3 } } }, nil, {}
    own = map:field({ to = { { 1, 1 } } }, { extra_cost = function(x, y)
      if own then
        local ok, message = pcall(own.cost, own, x, y)
        messages[tostring(ok) .. message] = true
        pcall(own.close, own)
        for _, method in ipairs{ "step", "path", "update", "cells" } do
          assert.is_false((pcall(own[method], own, x, y)))
        end
      end
      return other:cost(x, y) % 3
    end })
    local before = flow.all(map, own)
    own:update()
    assert.equal(before, flow.all(map, own))
    local count = 0
    for message in pairs(messages) do
      count = count + 1
      assert.is_truthy(message:find("field is read by its own callback", 1, true))
    end
    assert.equal(1, count)
  end)

  it("may not change the map, or make fields on it", function()
    local failures = {}
    map:field({ to = { { 1, 1 } } }, { extra_cost = function()
      for i, f in ipairs{
        function() map:set(1, 1, "wall") end, function() map:field{ to = { { 1, 1 } } } end,
        function() map:close() end, function() map:field{ flee = { { 1, 1 } } } end,
      } do
        local ok, message = pcall(f)
        failures[i] = not ok and message
      end
    end })
    assert.equal(4, #failures)
    for _, message in ipairs(failures) do
      assert.is_truthy(message:find("map is locked while a callback runs", 1, true))
    end
  end)

  it("cannot yield", function()
    local field = coroutine.wrap(function()
      return map:field({ to = { { 1, 1 } } }, { extra_cost = function(x) return x end })
    end)()
    assert.equal(10 + 1, coroutine.wrap(function() return field:cost(2, 1) end)())
    local yields = coroutine.create(function()
      return map:field({ to = { { 1, 1 } } }, { extra_cost = coroutine.yield })
    end)
    local ok, message = coroutine.resume(yields)
    assert.is_false(ok)
    assert.is_truthy(tostring(message):find "yield")
    map:set(1, 1, "wall")
  end)
end)

-- ---- ends of life -----------------------------------------------------------------------------

describe("a field's end #quick", function()
  it("comes with close, and twice does no harm", function()
    local map = new_map()
    local field = map:field { to = { { 1, 1 } } }
    local cells = field:cells()
    field:close()
    field:close()
    assert.equal("field (closed)", tostring(field))
    for _, method in ipairs{ "cost", "step", "path", "cells", "update" } do
      says("field is closed", function() field[method](field, 1, 1) end)
    end
    says("field is closed", cells)
  end)

  it("gives its memory back", function()
    local map = astar.map{ width = 200, height = 200 }
    local function make()
      return map:field({ flee = { { 1, 1 } } }, { extra_cost = function() return 1 end })
    end
    make():close()
    local before = map:memory()
    local field = make()
    assert.is_true(map:memory() > before + 4 * 4 * 200 * 200)
    field:close()
    assert.equal(before, map:memory())
    for _ = 1, 3 do map:field { to = { { 1, 1 } } } end
    collect()
    assert.equal(before, map:memory())
  end)

  it("comes with its map", function()
    local map = new_map()
    local field = map:field { to = { { 1, 1 } } }
    map:close()
    assert.equal("field (closed)", tostring(field))
    for _, method in ipairs{ "cost", "step", "path", "cells", "update" } do
      says("map is closed", function() field[method](field, 1, 1) end)
    end
    field:close()
    says("map is closed", function() map:field { to = { { 1, 1 } } } end)
  end)

  it("keeps the map and what it names alive until then", function()
    local field
    do
      local map = new_map()
      field = map:field({ to = { { 1, 1 } } },
        { class = map:class{ plain = 30 }, player = map:player "red",
        influence = { [map:influence "danger"] = 1 }, extra_cost = function() return 1 end })
    end
    collect()
    assert.equal(11, field:update():cost(1, 2))
  end)

  it("comes when what it names is removed", function()
    local map = new_map()
    local red, danger = map:player "red", map:influence "danger"
    local unit = red:unit{ x = 1, y = 3 }
    local by_unit, by_player = map:field({ to = { { 1, 1 } } }, { unit = unit }),
      map:field({ flee = { { 1, 1 } } }, { player = red })
    local by_danger = map:field({ from = { 1, 1 }, max_cost = 50 }, { influence = { danger = 1 } })
    danger:remove()
    says("the influence of the field was removed", function() by_danger:cost(1, 1) end)
    says("the influence of the field was removed", function() by_unit:update() end)
    unit:remove()
    says("the unit of the field was removed", function() by_unit:step(1, 1) end)
    assert.is_number(by_player:cost(1, 1))
    red:remove()
    map:player "red"
    says("the player of the field was removed", function() by_player:path(1, 1) end)
    says("the player of the field was removed", function() by_player:cells() end)
    by_player:close()
    says("the player was removed", function()
      map:field({ to = { { 1, 1 } } }, { player = red })
    end)
  end)

  if _VERSION == "Lua 5.4" then
    it("comes with the block of a to-be-closed variable", function()
      local map = new_map()
      local kept = load([[
        local map = ...
        local field <close> = map:field { to = { { 1, 1 } } }
        assert(field:cost(1, 2) == 10)
        return field
      ]])(map)
      says("field is closed", function() kept:cost(1, 1) end)
    end)
  end

  it("may be found by the collector at any time", function()
    local map = astar.map{ width = 60, height = 40 }
    for i = 1, 200 do
      local field = i % 2 == 0 and map:field { to = { { i % 60 + 1, i % 40 + 1 } } } or
        map:field { flee = { { 1, 1 } } }
      map:set(i % 60 + 1, 7, i % 3 == 0 and "wall" or "plain")
      assert.is_number(field:cost(30, 30) or 0)
    end
    collect()
    assert.is_true(map:memory() < 100000)
  end)

  it("is found in time on large maps", function()
    local map = astar.map{ width = 400, height = 400 }
    collect()
    -- The collector waits for as much to be lost as there is.
    local most, count = 0, 60 + math.ceil(collectgarbage "count" / 160)
    for _ = 1, count do
      map:field { to = { { 1, 1 } } }
      most = math.max(most, map:memory())
    end
    assert.is_true(most < count * 4 * 400 * 400 / 2)
  end)
end)

-- ---- lines and smoothing ----------------------------------------------------------------------

describe("map:line #quick", function()
  it("checks its arguments", function()
    local map = new_map()
    assert.equal(50, map:line(1, 1, 6, 1))
    says("bad argument #1 to 'line' (x = 0 is outside", function() map:line(0, 1, 2, 2) end)
    says("bad argument #4 to 'line' (y = 4 is outside", function() map:line(1, 1, 2, 4) end)
    says("bad argument #5 to 'line' (query: unknown key 'clas'", function()
      map:line(1, 1, 2, 2, { clas = 1 })
    end)
    says("boom", function() map:line(1, 1, 6, 1, { extra_cost = function() error "boom" end }) end)
    map:close()
    says("map is closed", function() map:line(1, 1, 2, 2) end)
  end)
end)

describe("path:smooth #quick", function()
  it("gives number, x and y of each turn", function()
    local map = new_map()
    local list = {}
    for x, y, i in map:path(1, 1, 6, 3):smooth() do list[i] = { x, y } end
    assert.same({ 1, 1 }, list[1])
    assert.same({ 6, 3 }, list[#list])
    local turns = map:path(1, 1, 6, 3):smooth()
    assert.equal(1, select("#", map:path(1, 1, 6, 3):smooth()))
    collect()
    map:close()
    assert.same({ 1, 1, 1 }, { turns() })
  end)

  it("checks its arguments", function()
    local map = new_map()
    local path = map:path(1, 1, 6, 3)
    says("bad argument #1 to 'smooth' (query: unknown key 'clas'", function()
      path:smooth{ clas = 1 }
    end)
    says("boom", function() path:smooth{ extra_cost = function() error "boom" end } end)
    says("#1 to 'smooth' (the player was removed)", function()
      local red = map:player "red"
      red:remove()
      path:smooth{ player = red }
    end)
    map:close()
    says("map is closed", function() path:smooth() end)
  end)
end)
