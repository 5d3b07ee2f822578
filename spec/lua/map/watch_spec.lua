-- Watched paths: what is told on maps that are drawn, and what is refused. That it is exact on
-- random maps is tried in spec/c/watches.c.

local astar = require "astar"
local maps = require "support.maps"
local says = require "support.says"

local ROOMS = {
  ".........",
  ".........",
  "####.####",
  ".........",
  ".........",
}

local function rooms()
  return astar.map { rows = ROOMS, legend = { ["#"] = "wall" } }
end

-- The events of a tick: "kind cost before better".
local function told(map)
  map:tick()
  local list = {}
  for kind, watch in map:watch_events() do
    local better = watch.better
    list[#list + 1] = table.concat({ kind, tostring(watch.cost), tostring(watch.before),
      better and tostring(better.cost) or "-" }, " ")
  end
  return list
end

describe("map:watch_path #quick", function()
  it("tells when a path is blocked, and free again", function()
    local map = rooms()
    local watch = map:watch_path(map:path(5, 1, 5, 5))
    assert.same({}, told(map))
    map:set(5, 3, "wall")
    assert.same({ "blocked nil nil -" }, told(map))
    assert.equal(3, watch.blocked)
    assert.same({}, told(map))
    map:set(5, 3, "plain")
    assert.same({ "cleared 40 nil -" }, told(map))
    assert.is_nil(watch.blocked)
  end)

  it("tells when it has become costlier by more than the share, and what comes on top", function()
    local map = rooms()
    local danger = map:influence "danger"
    map:watch_path(map:path(5, 1, 5, 5), { influence = { danger = 1 } }, { costlier = 0.5 })
    danger:set(5, 3, 20)
    assert.same({}, told(map))                   -- by half, and not by more
    danger:set(5, 4, 1)
    assert.same({ "costlier 61 40 -" }, told(map))
    danger:set(5, 4, 12)
    assert.same({}, told(map))
    danger:clear()
    assert.same({}, told(map))
    danger:set(5, 3, 21)
    assert.same({ "costlier 61 40 -" }, told(map)) -- it had been cheaper since
  end)

  it("tells what changes when an influence map is removed", function()
    local map = rooms()
    local shelter = map:influence "shelter"
    shelter:set(5, 3, -8)
    local watch = map:watch_path(map:path(5, 1, 5, 5), { influence = { shelter = 1 } },
      { costlier = 0.1 })
    assert.same({}, told(map))
    assert.equal(32, watch.cost)
    shelter:remove()
    assert.same({ "costlier 40 32 -" }, told(map))
    assert.same({}, told(map))
  end)

  it("tells of a better path by more than the share, and of one that is better still", function()
    local map = rooms()
    local watch = map:watch_path(map:path(1, 1, 1, 5), nil, { better = 0.2 })
    assert.equal(108, watch.cost)
    map:set(4, 3, "plain")                       -- costs 88: a fifth would be 86
    assert.same({}, told(map))
    map:set(3, 3, "plain")
    assert.same({ "better 108 nil 68" }, told(map))
    assert.same({}, told(map))
    assert.is_nil(watch.better)
    map:set(2, 3, "plain")
    assert.same({ "better 108 nil 48" }, told(map))
    map:set(1, 3, "plain")                       -- costs 40: a fifth less than 48 would be 38
    assert.same({}, told(map))
  end)

  it("looks for better paths in as many ticks as that takes", function()
    local map = astar.map { width = 160, height = 160,
      terrains = { plain = 10, mud = 11, wall = false } }
    map:paint(function(x, y)
      local gap = y % 8 == 0 and 1 or 160
      return y % 4 == 0 and x ~= gap and "wall" or (x + y) % 3 == 0 and "mud" or "plain"
    end)
    map:watch_path(map:path(1, 1, 1, 158), nil, { better = 0 })
    map:set(80, 156, "plain")                    -- close to the end
    local ticks, list = 0
    repeat
      ticks, list = ticks + 1, told(map)
    until list[1] or ticks == 20
    assert.matches("^better", list[1])
    assert.is_true(ticks > 1)
  end)

  it("tells of links that open", function()
    local map = rooms()
    local stairs = map:link { from = { 1, 1 }, to = { 1, 5 }, cost = 9, open = false }
    map:watch_path(map:path(1, 1, 1, 5))
    assert.same({}, told(map))
    stairs:open()
    assert.same({ "better 108 nil 9" }, told(map))
  end)

  it("knows what the player of its query knows", function()
    local map = rooms()
    local red = map:player "red"
    red:reveal()
    map:watch_path(map:path(5, 1, 5, 5, { player = red }), { player = red })
    map:set(5, 3, "wall")
    assert.same({}, told(map))
    red:see(5, 2, 3)
    assert.same({ "blocked nil nil -" }, told(map))
  end)

  it("tells in the order in which watches were made, and of those that are left", function()
    local map = rooms()
    local first = map:watch_path(map:path(5, 1, 5, 5))
    map:watch_path(map:path(4, 1, 6, 5))
    map:set(5, 3, "wall")
    map:tick()
    local list = {}
    for kind, watch in map:watch_events() do
      list[#list + 1] = kind
      if watch == first then watch:remove() end
    end
    assert.same({ "blocked", "blocked" }, list)
    assert.is_true(first.removed)
    assert.equal("watch (removed)", tostring(first))
    list = {}
    for _, watch in map:watch_events() do list[#list + 1] = tostring(watch) end
    assert.same({ "watch (path of 5 cells)" }, list)
    list = {}
    for watch in map:watches() do list[#list + 1] = watch end
    assert.equal(1, #list)
  end)

  it("passes over any number of watches that were removed", function()
    local map, watches = rooms(), {}
    for i = 1, 200 do watches[i] = map:watch_path(map:path(5, 1, 5, 5)) end
    map:set(5, 3, "wall")
    map:tick()
    local list = {}
    for _, watch in map:watch_events() do
      list[#list + 1] = watch
      for i = 2, 199 do
        if not watches[i].removed then watches[i]:remove() end
      end
    end
    assert.equal(2, #list)
    assert.equal(watches[200], list[2])
  end)

  it("goes with the player of its query", function()
    local map = rooms()
    local red = map:player "red"
    red:reveal()
    local watch = map:watch_path(map:path(5, 1, 5, 5), { player = red })
    red:remove()
    assert.is_true(watch.removed)
    assert.same({}, told(map))
  end)

  it("refuses what cannot be watched", function()
    local map, other = rooms(), rooms()
    local path = map:path(5, 1, 5, 5)
    local unit = map:player("red"):reveal():unit { x = 1, y = 1 }
    says("#1 to 'watch_path' (path = nil is not a path)", map.watch_path, map)
    says("#1 to 'watch_path' (the path is of another map)", other.watch_path, other, path)
    says("#2 to 'watch_path' (query: 'extra_cost' cannot be asked in ticks)",
      map.watch_path, map, path,
      { extra_cost = function() return 0 end })
    says("#2 to 'watch_path' (query: 'trace' means nothing in ticks)",
      map.watch_path, map, path, { trace = {} })
    says("#2 to 'watch_path' (query: 'unit': unit:watch_path watches the path of a unit)",
      map.watch_path, map, path, { unit = unit })
    says("#3 to 'watch_path' (costlier = 65 is out of range, 0 to 64)",
      map.watch_path, map, path, nil, { costlier = 65 })
    says("#3 to 'watch_path' (better = 2 is out of range, 0 to 1)",
      map.watch_path, map, path, nil, { better = 2 })
    says("#3 to 'watch_path' (options: unknown key 'cheaper'",
      map.watch_path, map, path, nil, { cheaper = 1 })
    says("#3 to 'watch_path' (follow = true is for the paths of units",
      map.watch_path, map, path, nil,
      { follow = true })
    says("#1 to 'watch_path' (blocked = true is for paths: a unit is told of that anyway)",
      unit.watch_path, unit,
      { blocked = true })
    local watch = unit:watch_path()
    unit:remove()
    says("the watch was removed", watch.remove, watch)
    says("the watch was removed", function() return watch.cost end)
  end)
end)

describe("unit:watch_path #quick", function()
  local function walker(options)
    local map = rooms()
    local unit = map:player("red", { fog = false }):unit { x = 1, y = 1, speed = 1 }
    unit:follow_path(unit:path(1, 5))
    return map, unit, unit:watch_path(options)
  end

  it("watches what is left of the path", function()
    local map, unit, watch = walker()
    local danger = map:influence "danger"
    told(map)
    told(map)
    assert.equal(unit.x, 3)
    danger:set(1, 1, 99)                         -- behind it
    assert.same({}, told(map))
    local rest = unit.route:cost_now(nil, unit.progress)
    danger:set(1, 5, 30)
    assert.same({ ("costlier %d %d -"):format(rest + 30, rest) }, told(map))
    assert.equal(rest + 30, watch.cost)
    assert.equal(watch, unit:watch_path { costlier = false })
    danger:set(1, 5, 90)
    assert.same({}, told(map))
  end)

  it("begins again with another path, and ends with the unit", function()
    local map, unit, watch = walker()
    unit:follow_path(unit:path(9, 1))
    assert.is_nil(watch.cost)
    assert.same({}, told(map))
    assert.equal(80, watch.cost)
    unit:stop()
    told(map)
    assert.is_nil(watch.path)
    assert.equal(unit, watch.unit)
    unit:remove()
    assert.is_true(watch.removed)
  end)

  it("has the unit follow the better path", function()
    local map, unit, watch = walker { follow = true }
    told(map)
    map:set(2, 3, "plain")
    assert.same({ "better nil nil -" }, told(map))
    assert.equal("2,2 2,3 2,4 1,5", maps.cells(unit.route))
    assert.is_true(watch.path.cost < 80)
    for _ = 1, 9 do map:tick() end
    assert.same({ 1, 5 }, { unit.x, unit.y })
  end)
end)

describe("a world with watched units #quick", function()
  local function world_of(heavy)
    local world = astar.world { map = rooms(), fog = false, heavy = heavy }
    world:behaviour("carry", function(unit)
      while true do
        unit:go(1, 5)
        unit:go(1, 1)
      end
    end)
    for i = 1, 3 do
      world:unit { player = "red", x = i, y = 1, behaviour = "carry" }
        :watch_path { follow = i > 1, better = 0.05, costlier = 0.05 }
    end
    return world
  end

  -- What units were told, with the ticks.
  local function play(world)
    local heard = {}
    for tick = 1, 60 do
      if tick % 10 == 3 then world.map:set(4 - tick % 3, 3, "plain") end
      if tick % 10 == 8 then world.map:influence("danger"):add(5, 3, tick, 1) end
      world:tick()
      for name, unit, cost, before in world:events() do
        if name == "better" or name == "costlier" then
          heard[#heard + 1] = table.concat({ tick, name, unit.id, cost or "", before or "" }, " ")
        end
      end
    end
    return heard, world:hash()
  end

  it("tells them, and goes on the same when it is loaded", function()
    local heard = play(world_of())
    local names = table.concat(heard, ";")
    assert.is_truthy(names:find "better")
    assert.is_truthy(names:find "costlier")
    play(world_of(true))
  end)
end)
