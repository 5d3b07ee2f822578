-- Going back to a snapshot: the userdata match what the core has brought back. What it brings back
-- is tested in spec/c/rewind.c.

local astar = require "astar"
local collector = require "support.collector"

local function map_with_unit()
  local map = astar.map { width = 30, height = 20 }
  local red = map:player "red"
  return map, red, red:unit { x = 3, y = 4, speed = 1 }
end

describe("map:snapshot and map:restore #quick", function()
  it("bring the map back, and it goes on as it did", function()
    local map, red, unit = map_with_unit()
    unit:follow_path(unit:path(25, 15))
    map:tick()
    local snapshot, hashes = map:snapshot(), {}
    for i = 1, 10 do
      map:set(10 + i, 8, "wall")
      map:tick()
      hashes[i] = map:hash()
    end
    red:unit { x = 9, y = 9 }
    assert.equal(map, map:restore(snapshot))
    for i = 1, 10 do
      map:set(10 + i, 8, "wall")
      map:tick()
      assert.equal(hashes[i], map:hash())
    end
  end)

  it("leave the map alone when one is taken", function()
    local map = map_with_unit()
    local before = map:hash()
    local snapshot = map:snapshot()
    assert.equal(before, map:hash())
    assert.is_true(snapshot.copied > 0)
    assert.equal(("snapshot (%d bytes copied)"):format(snapshot.copied), tostring(snapshot))
  end)

  it("open what was removed since, as the same userdata", function()
    local map, red, unit = map_with_unit()
    local danger, class = map:influence "danger", map:class { size = 2 }
    local link = map:link { from = { 2, 2 }, to = { 9, 9 }, cost = 20 }
    local watch = unit:watch_path()
    unit.data = { hp = 7 }
    local snapshot = map:snapshot()
    red:remove()
    danger:remove()
    link:remove()
    map:restore(snapshot)
    assert.same({ 3, 4, 7 }, { unit.x, unit.y, unit.data.hp })
    assert.equal(red, unit.player)
    assert.equal(red, map:player "red")
    assert.equal(danger, map:influence "danger")
    assert.equal(20, link.cost)
    assert.equal(unit, watch.unit)
    assert.equal(2, class.size)
    for one in map:units() do assert.equal(unit, one) end
  end)

  it("give each field of each object its value again", function()
    local map, red, unit = map_with_unit()
    local blue, large = map:player "blue", map:class { size = 2 }
    local danger = map:influence("danger", { weight = 1 })
    local link = map:link { from = { 2, 2 }, to = { 9, 9 }, cost = 20 }
    unit:follow_path(unit:path(25, 15))
    local objects = { map = map, red = red, unit = unit, danger = danger, link = link,
      watch = unit:watch_path(), ticket = map:request_path(1, 1, 9, 9) }
    local function values()
      local list = {}
      for name, object in pairs(objects) do
        for key in pairs(getmetatable(object).fields) do
          local value = object[key]
          if value == nil then value = "nil" end
          list[name .. "." .. key] = tostring(value):find "^path" and value.cost or value
        end
      end
      return list
    end
    local before, snapshot = values(), map:snapshot()
    map:tick()
    map:work(10000)
    unit:place(20, 12)
    unit:set_class(large)
    unit:set_player(blue)
    unit.speed, unit.sight, unit.avoidance, unit.priority = 2, 5, "yield", 3
    unit.data = { hp = 3 }
    map.reroute_budget, red.fog, red.traffic_memory = 500, not red.fog, 50
    link:set_cost(30)
    local changed, now = {}, values()
    for name in pairs(before) do
      if now[name] ~= before[name] then changed[name] = true end
    end
    for name in ([[map.ticks map.reroute_budget map.pending_requests red.fog
        red.traffic_memory link.cost
        unit.class unit.player unit.width unit.speed unit.sight unit.avoidance unit.priority unit.x
        unit.data unit.state unit.route ticket.done ticket.path]]):gmatch "%S+" do
      assert.is_true(changed[name], name)
    end
    map:restore(snapshot)
    assert.same(before, values())
  end)

  it("close what was made since", function()
    local map, red = map_with_unit()
    local snapshot = map:snapshot()
    local unit, danger = red:unit { x = 9, y = 9 }, map:influence "danger"
    local field, search = map:field { to = { { 5, 5 } } }, map:search(1, 1, 9, 9)
    local ticket = map:request_path(1, 1, 9, 9)
    map:terrain("road", { cost = 5 })
    map:restore(snapshot)
    assert.is_true(unit.removed)
    assert.has_error(function() return unit.x end, "unit.x: the unit was removed")
    assert.has_error(function() danger:get(1, 1) end)
    assert.has_error(function() field:cost(1, 1) end,
      "calling 'cost' on bad self (field is closed)")
    assert.has_error(function() search:step() end, "calling 'step' on bad self (search is closed)")
    assert.has_error(function() return ticket.done end)
    assert.has_error(function() map:set(1, 1, "road") end)
    local again = map:influence "danger"
    assert.equal(again, map:influence "danger")
    collectgarbage()
    collectgarbage()
    assert.equal(0, map.pending_requests)
  end)

  it("open what was closed since, where it was", function()
    local map = map_with_unit()
    local field, search, areas = map:field { to = { { 5, 5 } } }, map:search(1, 1, 28, 18),
      map:areas()
    search:step(3)
    local expanded, cost = search.expanded, field:cost(9, 9)
    local snapshot = map:snapshot()
    local path = search:step()
    field:close()
    areas:close()
    map:restore(snapshot)
    assert.equal(cost, field:cost(9, 9))
    assert.equal(expanded, search.expanded)
    assert.equal(path.cost, search:step().cost)
    assert.is_number((areas:at(3, 3)))
  end)

  it("tell of tickets again that had not ended", function()
    local map = map_with_unit()
    local told = 0
    local ticket = map:request_path(1, 1, 28, 18, nil, { done = function() told = told + 1 end })
    local snapshot = map:snapshot()
    for i = 1, 3 do
      assert.is_false(ticket.done)
      map:work(10000)
      assert.equal(i, told)
      assert.is_truthy(ticket.path)
      map:restore(snapshot)
    end
  end)

  it("do not turn coroutines back", function()
    local map = map_with_unit()
    local ticket, log = map:request_path(1, 1, 28, 18), {}
    coroutine.wrap(function()
      local path = ticket:await()
      log[#log + 1] = path.cost
    end)()
    local snapshot = map:snapshot()
    map:restore(snapshot)
    map:work(10000)
    assert.equal(1, #log)
    map:restore(snapshot)
    map:work(10000)
    assert.equal(1, #log)
  end)

  it("bring the events of the last tick back", function()
    local map, _, unit = map_with_unit()
    unit:follow_path(unit:path(4, 4))
    while unit.state ~= "standing" do map:tick() end
    local snapshot = map:snapshot()
    for _ = 1, 2 do
      map:tick()
      map:restore(snapshot)
      local kinds = {}
      for kind, one in map:events() do
        assert.equal(unit, one)
        kinds[#kinds + 1] = kind
      end
      assert.same({ "arrived" }, kinds)
    end
  end)

  it("go to any snapshot in any order", function()
    local map, red = map_with_unit()
    local snapshots, hashes, units = {}, {}, {}
    for i = 1, 5 do
      units[i] = red:unit { x = 10 + i, y = 10 }
      snapshots[i], hashes[i] = map:snapshot(), map:hash()
    end
    for _, i in ipairs { 3, 5, 1, 4, 4, 2 } do
      map:restore(snapshots[i])
      assert.equal(hashes[i], map:hash())
      for k = 1, 5 do assert.equal(k > i, units[k].removed) end
    end
    snapshots[1]:close()
    snapshots[3]:close()
    map:restore(snapshots[5])
    assert.equal(15, units[5].x)
  end)

  it("are refused where they cannot be", function()
    local map, other = map_with_unit(), map_with_unit()
    local snapshot = map:snapshot()
    local _ = map:path(1, 1, 9, 9, { extra_cost = function()
      assert.has_error(function() map:snapshot() end, "map is locked while a callback runs")
      assert.has_error(function() map:restore(snapshot) end, "map is locked while a callback runs")
      assert.has_error(function() map:fork() end, "map is locked while a callback runs")
      return 0
    end })
    assert.has_error(function() other:restore(snapshot) end,
      "bad argument #1 to 'restore' (the snapshot is of another map)")
    assert.has_error(function() map:restore(5) end,
      "bad argument #1 to 'restore' (snapshot expected, got 5)")
    snapshot:close()
    snapshot:close()
    assert.equal("snapshot (closed)", tostring(snapshot))
    assert.has_error(function() map:restore(snapshot) end,
      "bad argument #1 to 'restore' (the snapshot is closed)")
    local last = map:snapshot()
    map:close()
    assert.has_error(function() map:restore(last) end)
    last:close()
  end)

  -- Makes something of the map's, and does not keep it.
  local MADE = {
    ticket = function(map) return map:request_path(1, 1, 20, 10) end,
    field = function(map) return map:field { to = { { 1, 1 } } } end,
    search = function(map) return map:search(1, 1, 20, 10) end,
    areas = function(map) return map:areas() end,
    sight = function(map) return map:sight({ { 1, 1, 5 } }) end,
  }

  for what, make in pairs(MADE) do
    it(("keep no %s alive that nobody else can reach"):format(what), function()
      local map = map_with_unit()
      local made, snapshots = setmetatable({}, { __mode = "k" }), {}
      for i = 1, 9 do
        made[make(map)] = true
        map:work(100000)
        map:tick()
        snapshots[i] = map:snapshot()
      end
      local hash = map:hash()
      collectgarbage()
      collectgarbage()
      local count = 0
      for _ in pairs(made) do count = count + 1 end
      assert.is_true(count <= 1)                 -- the last one may be on the stack
      local before
      for _ = 1, 2 do
        for _, i in ipairs { 1, 5, 9 } do map:restore(snapshots[i]) end
        assert.equal(hash, map:hash())
        before = before or map:memory()
        assert.equal(before, map:memory())
      end
      map:tick()
    end)
  end

  it("are right whenever the collector comes", function()
    local map, pause = map_with_unit(), collector.pause(1)
    local snapshots = {}
    for i = 1, 400 do
      map:request_path(1, 1, 20, 10)
      map:work(100000)
      map:field { to = { { 1, 1 } } }
      snapshots[i % 7] = map:snapshot()
      if i % 3 == 0 then map:restore(snapshots[(i - 2) % 7] or snapshots[i % 7]) end
    end
    collector.pause(pause)
    assert.is_string(map:hash())
  end)

  it("take memory only as long as somebody has the snapshot", function()
    local map = map_with_unit()
    map:path(1, 1, 9, 9)
    local before = map:memory()
    for _ = 1, 200 do map:snapshot() end
    collectgarbage()
    collectgarbage()
    assert.equal(before, map:memory())
  end)
end)

describe("map:fork #quick", function()
  it("makes a map that goes on alone", function()
    local map, _, unit = map_with_unit()
    unit:follow_path(unit:path(25, 15))
    unit.data = { hp = 3 }
    map:tick()
    local fork = map:fork()
    assert.equal(map:hash(), fork:hash())
    map:tick()
    assert.not_equal(map:hash(), fork:hash())
    fork:tick()
    assert.equal(map:hash(), fork:hash())
    for one in fork:units() do
      assert.not_equal(unit, one)
      assert.equal(unit.data, one.data)
      one:remove()
    end
    assert.is_false(unit.removed)
  end)
end)
