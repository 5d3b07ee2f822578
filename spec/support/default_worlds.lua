--- Worlds that tell defaults: for each table of options that the declarations have (tools/meta), a
-- function that uses such a table in a world of its own, and returns what comes of it; or a list of
-- such functions, where each takes only some of the options. Only what is alike in two worlds that
-- are made alike is in there: no addresses, no times.

local astar = require "astar"
local objects = require "meta.objects"
local sandbox = require "astar.sandbox"

local fill, with = objects.fill, objects.with

local worlds = {}

-- A world that tells other options with a fixed value of this one refuses it.
local function fixed(T, key, value)
  assert(value == nil or T[key] == nil)
  return fill(T, { [key] = value })
end

-- ---- what comes of it, as values ----------------------------------------------------------------

-- Each field of an object of the core, and the cells of what has cells.
local function read_object(object)
  local seen = {}
  for name in pairs(debug.getmetatable(object).fields) do
    local ok, value = pcall(function() return object[name] end)
    if ok and type(value) ~= "userdata" then seen[name] = value end
  end
  if debug.getmetatable(object).methods.cells then
    for x, y, value in object:cells() do seen[#seen + 1] = ("%s,%s,%s"):format(x, y, value) end
  end
  return seen
end

-- Values as they are, but objects of the core as tables, and others as their ids.
local function seen(...)
  local list = { n = select("#", ...), ... }
  for i = 1, list.n do
    if type(list[i]) == "userdata" then list[i] = read_object(list[i])
    elseif type(list[i]) == "table" and getmetatable(list[i]) then list[i] = list[i].id end
  end
  return list
end

-- What each unit of a world did in so many ticks, and what happened to it. An error in a behaviour
-- is one of the option's.
local function played(world, ticks)
  local lines = {}
  for tick = 1, ticks do
    world:tick()
    for unit in world:units() do
      lines[#lines + 1] = ("%d: %d at %d,%d %s"):format(tick, unit.id, unit.x, unit.y, unit.state)
    end
    for failure in world:errors() do error(failure.text, 0) end
    for name, unit in world:events() do
      lines[#lines + 1] = ("%d: %d %s"):format(tick, unit.id, name)
    end
  end
  return lines
end

-- ---- maps ---------------------------------------------------------------------------------------

local function map_of(rows, options) return astar.map(fill(options or {}, { rows = rows })) end

local OPEN = ("....................\n"):rep(12)
local WIDE = (("."):rep(60) .. "\n"):rep(12)
local WALLED = [[
....................
.....#....#.........
.....#....#..####...
.....#....#..#..#...
.....#....#..#..#...
..........#..####...
.....#....#.........
.....#....#......#..
.....#...........#..
....................
]]

function worlds.MapOptions(T)
  local map = astar.map(fill(T, { width = 6, height = 6 }))
  return seen(map, map:path(1, 1, 6, 4), { map:center(2, 3) }, map:hash())
end

function worlds.LevelOptions(T) return seen(astar.map { levels = { T } }) end

local function terrain(map) return seen({ map:terrain "a" }, map:hash()) end

function worlds.TerrainOptions(T)
  return terrain(map_of(OPEN):terrain("a", fill(T, { cost = 5 })))
end

function worlds.NamedTerrain(T)
  local kind = fill(T, { name = "a", cost = 5 })
  return terrain(astar.map { width = 1, height = 1, terrains = { kind } })
end

-- A slope, a stream and a wall, of which the player has seen half.
function worlds.ClassOptions(T)
  local map = map_of("............\n....hh#ss...\n....hh#ss...\n............\n",
    { legend = { h = "hill", s = "stream", ["."] = "plain", ["#"] = "wall" },
      terrains = { plain = 10, wall = false, hill = { cost = 10, height = 3 },
        stream = { cost = 10, current = { east = 3 } } } })
  local class, red = map:class(T), map:player "red"
  red:see(3, 2, 4)
  local out = seen(class)
  for i, goal in ipairs { { 8, 3 }, { 12, 1 }, { 6, 2 } } do
    out[i + 1] = seen(map:path(1, 2, goal[1], goal[2], { class = class, player = red }))
  end
  return out
end

function worlds.LinkOptions(T)
  local map = map_of(OPEN)
  return seen(map:link(fill(T, { from = { 1, 1 }, to = { 9, 9 }, cost = 1 })), map:hash(),
    map:path(1, 1, 9, 9), map:path(9, 9, 1, 1))
end

function worlds.ResizeOptions(T)
  return seen(map_of("##"):resize(3, 3, 0, 0, T):hash())
end

function worlds.PlayerOptions(T)
  local map = map_of(OPEN)
  return seen(map:player("new", T), map:hash())
end

-- ---- influence and sight ------------------------------------------------------------------------

local function danger(map)
  local influence = map:influence "danger"
  influence:add(4, 4, 40, 3):set(9, 9, 7):set(11, 9, 7):set(12, 9, 5):set(5, 4, 40)
  return influence:set(18, 3, 1):set(1, 1, -400)
end

function worlds.InfluenceOptions(T)
  local map = map_of(OPEN)
  return seen(map:influence("new", T), map:hash())
end

function worlds.PeakOptions(T)
  local influence, lines = danger(map_of(OPEN)), {}
  for _, peak in ipairs(influence:peaks(99, T)) do
    lines[#lines + 1] = ("%d,%d %d"):format(peak.x, peak.y, peak.value)
  end
  return lines
end

-- What a recipe makes of the dangers.
local function made(recipe)
  local map = map_of(OPEN)
  danger(map)
  return map:influence("made", { recipe = recipe }):value_bytes()
end

local LARGE = { map = "danger", factor = 64 }

worlds.Recipe = {
  function(T) return made(with(T, "sum", LARGE, LARGE, LARGE)) end,
  function(T) return made(with(T, "product", "danger", "danger", "danger")) end,
}

function worlds.RecipeTerm(T) return made { "sum", fill(T, { map = "danger" }) } end

local function line_of_sight(map, T)
  local list = {}
  for x = 1, 20 do list[x] = seen(map:line_of_sight(1, 6, x, 6, T)) end
  return list
end

function worlds.SightLineOptions(T) return line_of_sight(map_of(OPEN), T) end

function worlds.ShotOptions(T)
  local red = map_of(OPEN):player("red", { fog = false })
  local unit, list = red:unit { x = 1, y = 6 }, {}
  red:unit { x = 5, y = 6 }
  for x = 1, 9 do list[x] = seen(unit:clear_shot(x, 6, T)) end
  return list
end

-- ---- positions ----------------------------------------------------------------------------------

local function positions(map, options)
  danger(map)
  local lines = {}
  for i, spot in ipairs(map:positions(1, 1, fill(options, { score = { { "walk" } } }))) do
    lines[i] = ("%d,%d %g"):format(spot.x, spot.y, spot.score)
  end
  return lines
end

function worlds.PositionOptions(T)
  return positions(map_of(WALLED), fill(T, { from = { reach = 400 } }))
end

function worlds.PositionSource(T)
  return positions(map_of(WIDE), { from = fill(T, { terrain = "plain" }), count = 1024 })
end

function worlds.PositionScore(T)
  return positions(map_of(OPEN), { from = { reach = 400 }, count = 5,
    score = { with(fill(T, { influence = "danger" }), "influence") } })
end

-- ---- queries ------------------------------------------------------------------------------------

-- A unit with friends before it: one walks where it is to go, others cross that way, one stands.
local function crowd(T)
  local map = map_of(WIDE)
  danger(map)
  local red = map:player("red", { fog = false })
  red.traffic_memory = 100
  local unit, other = red:unit { x = 1, y = 6 }, red:unit { x = 15, y = 6, speed = 1 }
  red:unit { x = 9, y = 6 }
  other:follow_path(other:path(10, 7))
  for _ = 1, 9 do map:tick() end
  for _, one in ipairs { { 4, 6, 50, 6 }, { 11, 9, 11, 1 }, { 12, 1, 12, 9 } } do
    local friend = red:unit { x = one[1], y = one[2], speed = 0.1 }
    friend:follow_path(friend:path(one[3], one[4], { occupancy = false, claims = false }))
  end
  return map, fill(T, { unit = unit })
end

local function found(map, x1, y1, x2, y2, T)
  local path, code = map:path(x1, y1, x2, y2, T)
  local search = map:search(x1, y1, x2, y2, T)
  search:step(100000)
  return seen(path, code, path and path:explain(), search.engine, search.expanded)
end

function worlds.QueryOptions(T)
  local map, given = crowd(fill({}, T))
  local walled = map_of(WALLED)
  return seen(found(map, 1, 6, 60, 6, given), found(walled, 1, 3, 20, 9, T),
    found(walled, 1, 3, 15, 4, T))
end

function worlds.PrepareOptions(T)
  local function prepared(map) return seen(map:prepare(T):memory(), found(map, 1, 3, 20, 9)) end
  local saved = map_of(WALLED):prepare { landmarks = true, dead_ends = true }:save()
  return seen(prepared(map_of(WALLED)), prepared(astar.read(saved)))
end

function worlds.BreachOptions(T)
  local map = map_of("....#...\n....#...\n....#.##\n....#.#.\n....#.##\n")
  local red = map:player("red", { fog = false })
  local shut = map_of("...#...\n...#...\n")
  local class = shut:class { unknown = false }
  shut:player("red"):see(1, 1, 1)
  local blocked = map_of(".......\n")
  local unit = blocked:player("red", { fog = false }):unit { x = 1, y = 1 }
  blocked:player("red"):unit { x = 4, y = 1 }
  local apart = map_of("...#...\n", { terrains = { plain = 10, wall = false } })
  apart:link { from = { 1, 1 }, to = { 7, 1 }, cost = 1, open = false }
  local narrow = map_of("...#...\n.......\n...#...\n")
  local list = seen()
  local function add(one, ...)
    local breach = one:breach(...)
    list[#list + 1] = breach and { price = breach.price, cost = breach.cost,
      narrow = breach.narrow and breach.narrow.size, count = #breach.obstacles } or "none"
  end
  add(map, 1, 1, 8, 4, { player = red }, T)
  add(narrow, 1, 1, 5, 1, { class = narrow:class { size = 2 } }, T)
  add(shut, 1, 1, 7, 1, { class = class, player = shut:player "red" }, T)
  add(blocked, 1, 1, 7, 1, { unit = unit }, T)
  add(apart, 1, 1, 7, 1, nil, T)
  return list
end

-- Between two columns, ways at these distances from the cheapest one.
local function ways(...)
  local lines = {}
  for y = 1, 33 do lines[y] = "." .. ("#"):rep(50) .. ".\n" end
  for _, away in ipairs { 0, ... } do lines[17 + away] = ("."):rep(52) .. "\n" end
  return table.concat(lines)
end

local PILLARS = (("."):rep(30) .. "\n..##..##..###..##...####..##..\n"):rep(9)

function worlds.AlternativesOptions(T)
  local list = seen()
  local function add(rows, y, x)
    for _, path in ipairs(map_of(rows):alternatives(1, y, x, y, nil, T)) do
      list[#list + 1] = seen(path)
    end
  end
  add(PILLARS, 9, 30)
  add(ways(-4, 4, 8), 17, 52)
  add(ways(-12, 13), 17, 52)                     -- 1.47 and 1.51 times as long
  return list
end

worlds.FieldOptions = {
  function(T) return map_of(WALLED):field(fill(T, { from = { 1, 3 } })):cost_bytes() end,
  function(T) return map_of(WALLED):field(fill(T, { flee = { { 1, 3 } } })):cost_bytes() end,
}

-- Two rooms, and a door between them.
local function rooms(size, door)
  local wall, open = (size - door) / 2, ("."):rep(size)
  local closed = (open .. "#" .. open .. "\n"):rep(wall)
  return closed .. (open .. "." .. open .. "\n"):rep(door) .. closed
end

-- The clearance of a door is half of its width and one: here two thirds, and five sevenths.
function worlds.AreaOptions(T)
  local list = seen()
  for _, rows in ipairs { rooms(11, 7), rooms(13, 9), rooms(13, 3) } do
    for _, area in ipairs(map_of(rows):areas(nil, T):list()) do list[#list + 1] = area.size end
  end
  return list
end

-- ---- the queue ----------------------------------------------------------------------------------

-- A ticket, and one of the same player before and behind it.
local function queued(request, T)
  local map, ended = map_of(WALLED), {}
  local function done(i) return { done = function() ended[#ended + 1] = i end } end
  map:request_path(1, 3, 20, 9, nil, done "before")
  local ticket = request(map, fill(T, done "it"))
  map:request_path(1, 3, 20, 9, nil, done "behind")
  while map:work(20) + map.pending_requests > 0 do end
  return seen(table.concat(ended, " "), ticket.found and #ticket.found or 0)
end

function worlds.RequestOptions(T)
  return queued(function(map, one) return map:request_path(1, 3, 20, 9, nil, one) end, T)
end

function worlds.NearestRequestOptions(T)
  return queued(function(map, one)
    return map:request_nearest(1, 3, { { 20, 9 }, { 9, 9 } }, nil, one)
  end, T)
end

-- ---- units and watches --------------------------------------------------------------------------

function worlds.UnitOptions(T)
  local map = map_of(OPEN)
  return seen(map:player("red"):unit(fill(T, { x = 1, y = 1 })), map:hash())
end

-- Two ways, one of mud and one of sand, of which the second is costlier at first.
local function two_ways()
  local side = "###" .. ("."):rep(20) .. "\n"
  local map = map_of(side .. "...." .. ("#"):rep(18) .. ".\n" .. side,
    { terrains = { plain = 100, wall = false, mud = 100, sand = 300 } })
  return map:fill(4, 1, 20, 1, "mud"):fill(4, 3, 20, 1, "sand")
end

-- What a watch tells when the costs change, and one of the ways is closed for a while.
local function watched(watch, map)
  local list = seen()
  local function note()
    map:tick()
    for kind in map:watch_events() do list[#list + 1] = kind end
    for unit in map:units() do list[#list + 1] = seen(unit.x, unit.y, unit.route) end
  end
  for _, costs in ipairs { { 107, 300 }, { 100, 300 }, { 113, 300 }, { 100, 300 }, { 100, 93 },
    { 100, 300 }, { 100, 87 }, { 100, 300 }, { 200, 300 }, { 100, 300 } } do
    map:terrain("mud", costs[1]):terrain("sand", costs[2])
    list[#list + 1] = table.concat(costs, " ")
    for _ = 1, 3 do note() end
  end
  map:set(9, 1, "wall")
  note()
  map:set(9, 1, "mud")
  note()
  return seen(list, watch.blocked)
end

function worlds.WatchOptions(T)
  local map = two_ways()
  return watched(map:watch_path(map:path(1, 2, 23, 2), nil, T), map)
end

function worlds.UnitWatchOptions(T)
  local map = two_ways()
  local unit = map:player("red", { fog = false }):unit { x = 1, y = 2, speed = 1 / 64 }
  unit:follow_path(unit:path(23, 2))
  return watched(unit:watch_path(T), map)
end

-- ---- graphs -------------------------------------------------------------------------------------

local function graph_of(node, edge)
  return astar.graph { nodes = { "a", "b", fill(node or {}, { name = "c" }) },
    edges = { with(fill(edge or {}, { cost = 5 }), "a", "b") } }
end

function worlds.NodeOptions(T)
  local graph = graph_of()
  graph:add_node("new", T)
  return seen(graph:hash(), graph:node "new")
end

function worlds.NodeEntry(T) return graph_of(T):node "c" end
function worlds.EdgeEntry(T) return seen(graph_of(nil, T):edge("a", "b")) end
function worlds.EdgeOptions(T) return seen(graph_of():add_edge("b", "c", 3, T)) end

function worlds.GraphQuery(T)
  local graph = graph_of()
  local path, code = graph:path("a", "b", fill(T, { player = graph:player "red" }))
  return seen(path and path.cost, code)
end

function worlds.GraphFieldOptions(T)
  local field, list = graph_of():field(fill(T, { from = "a" })), {}
  for node, cost in field:nodes() do list[#list + 1] = node .. cost end
  return list
end

function worlds.GraphUnitOptions(T)
  local graph = graph_of()
  return seen(graph:unit(fill(T, { at = "a" })), graph:hash())
end

function worlds.WaypointOptions(T) return seen(astar.waypoints(map_of(WALLED), T):hash()) end

-- ---- worlds -------------------------------------------------------------------------------------

local function world_of(rows, options)
  return astar.world(fill(options or {}, { map = map_of(rows or OPEN), fog = false,
    report = function() end }))
end

function worlds.WorldOptions(T)
  local world = astar.world(fill(T, { map = map_of(WALLED) }))
  world:unit { player = "red", x = 1, y = 3 }
  return seen(world:hash(), world.random(1000), world.threads, world.budget, world.heavy ~= false)
end

-- It is restored each time that it is compared.
function worlds.HeavyOptions(T)
  local count = 0
  local world = world_of(OPEN, { heavy = fill(T, { restore = function(text)
    count = count + 1
    return astar.read_world(text)
  end }) })
  played(world, 6)
  return count
end

function worlds.WorldInfluence(T)
  local world = world_of()
  local influence = world:influence("new", fill(T, { decay = 0.5 })):set(3, 3, 1000)
  played(world, 6)
  return seen(influence, influence:get(3, 3))
end

function worlds.WorldUnitOptions(T)
  local world = world_of()
  return seen(world:unit(fill(T, { player = "red", x = 1, y = 1 })).body, world:hash())
end

function worlds.ModLimits(T)
  local world = world_of()
  local mod = assert(world:mod({ name = "a", files = { ["mod.lua"] =
    "return { name = 'a', version = '1', behaviours = {} }" } }, T))
  return seen(fill({}, mod._limits), world:hash())
end

function worlds.TimelineOptions(T)
  local world = world_of()
  local timeline = world:timeline(T)
  played(world, 50)
  local list = seen(timeline.every, timeline.most)
  for tick in timeline:ticks() do list[#list + 1] = tick end
  timeline:stop()
  return list
end

-- Two worlds whose queues wait in another order.
function worlds.CompareOptions(T)
  local a, b = world_of(), world_of()
  a.map:request_path(1, 1, 5, 5)
  b.map:request_path(1, 1, 6, 6)
  a.map:request_path(1, 1, 6, 6)
  b.map:request_path(1, 1, 5, 5)
  return astar.compare(a, b, T) ~= false
end

function worlds.RecordOptions(T)
  local world = world_of()
  world:unit { player = "red", x = 1, y = 1, behaviour = function(one) one:go(20, 9) end }
  local recording = astar.record(world, T)
  for i = 1, 300 do
    world.map:set(1 + i % 20, 12, i % 2 == 0 and "wall" or "plain")
    world:tick()
  end
  return recording:stop():size()
end

function worlds.InspectOptions(T)
  local world = world_of()
  local inspector = astar.inspect(world, T)
  inspector:close()
  return seen(inspector.title)
end

worlds.BoxOptions = {
  function(T)
    local box = sandbox.new(T)
    return seen(box:run("while true do end", "=loop"), box.used)
  end,
  function(T)                                    -- how many tables fit into it
    local count = 0
    fixed(T, "instructions", 2 ^ 30).host = function() count = count + 1 end
    sandbox.new(T):trust("local t = {} while true do t[#t + 1] = {} host() end", "=fill")
    return math.floor(count / 20000)
  end,
}

-- ---- verbs and groups ---------------------------------------------------------------------------

-- What comes of a verb of a unit, with an enemy that walks by.
local function scene(verb, x, y, rows)
  return function(T)
    local world = world_of(rows or WALLED)
    local unit = world:unit { player = "red", x = x or 9, y = y or 7, speed = 0.5, sight = 30 }
    local enemy = world:unit { player = "blue", x = 18, y = 6, speed = 0.5, sight = 30 }
    local lines = seen()
    unit:behave(function(one)
      lines[1] = seen(verb(one, T, enemy))
      lines[2] = world.ticks
    end)
    enemy:behave(function(one)
      one:wait(20)
      one:go(12, 9)
      one:go(1, 10)
      one:wait(1000)
    end)
    lines[3] = played(world, 150)
    return lines
  end
end

local PLACE = { x = 8, y = 9 }

worlds.FleeOptions = scene(function(unit, T) return unit:flee(nil, T) end, 12, 4, WIDE)
worlds.GuardOptions = scene(function(unit, T) return unit:guard(PLACE, T) end, 8, 9, WIDE)
worlds.AttackOptions = scene(function(unit, T) return unit:attack_move(20, 6, T) end, 1, 6, WIDE)
worlds.EngageOptions = scene(function(unit, T, enemy) return unit:engage(enemy, T) end)
worlds.FlankOptions = scene(function(unit, T, enemy) return unit:flank(enemy, T) end)
worlds.AmbushOptions = scene(function(unit, T) return unit:ambush(PLACE, T) end, 9, 7, WIDE)
worlds.HarassOptions = scene(function(unit, T, enemy) return unit:harass(enemy, T) end, 16, 6, WIDE)

-- A lane, in which an enemy stands so many cells to the left of a unit, and so many to the right is
-- a side lane, whose end is seen from there alone.
local function lane(enemy, side, verb)
  return function(T)
    local wall = ("#"):rep(29 + side) .. "." .. ("#"):rep(30 - side) .. "\n"
    local world = world_of(("."):rep(60) .. "\n" .. wall:rep(3))
    local unit, lines = world:unit { player = "red", x = 30, y = 1, speed = 1, sight = 30 }, seen()
    world:unit { player = "blue", x = 30 - enemy, y = 1 }
    unit:behave(function(one) lines[1] = seen(verb(one, T, { x = 30 + side, y = 4 })) end)
    lines[2] = played(world, 30)
    return lines
  end
end

local function take_cover(unit, T) return unit:take_cover(nil, T) end
local function hold(unit, T, side)
  return unit:hold({ x = 30, y = 1 }, fill(T, { watch = side }))
end

worlds.CoverOptions = { lane(20, 5, take_cover), lane(21, 5, take_cover), lane(9, 16, take_cover),
  lane(9, 17, take_cover) }
worlds.HoldOptions = { lane(9, 5, hold), lane(9, 6, hold), lane(5, 1, hold), lane(6, 1, hold) }

-- When an action is tried, which fails.
local function tries(pause)
  return function(T)
    local world, list = world_of(), {}
    local retry = astar.think.retry(function(unit)
      list[#list + 1] = unit.world.ticks
      return nil, "failed"
    end, fixed(T, "pause", pause))
    world:unit { player = "red", x = 1, y = 1, behaviour = retry }
    played(world, 700)
    return list
  end
end

worlds.RetryOptions = { tries(), tries(200) }

-- When candidates begin: one whose worth grows, and one that fails at once.
worlds.Candidates = scene(function(unit, T)
  local begun = {}
  local function candidate(name, evaluate, execute)
    return { evaluate = evaluate, execute = function(one)
      begun[#begun + 1] = name .. unit.world.ticks
      return execute(one)
    end }
  end
  local action = astar.think.utility(with(T,
    candidate("grows", function() return unit.world.ticks / 10 end, function(one) one:wait(7) end),
    candidate("stays", function() return 5 end, function(one) one:wait(500) end),
    candidate("fails", function() return 6 end, function() return nil, "failed" end)))
  astar.think.race(action, function(one) one:wait(100) end)(unit)
  return table.concat(begun, " ")
end)

-- Three units of a group, and what they do.
local function grouped(order)
  return function(T)
    local world, units = world_of(WIDE), {}
    for x = 1, 5 do
      units[x] = world:unit { player = "red", x = x, y = 1, speed = 0.5, sight = 9 }
    end
    world:unit { player = "blue", x = 3, y = 3, sight = 9 }
    order(world, units, T)
    return played(world, 60)
  end
end

worlds.GroupOptions = grouped(function(world, units, T)
  world:group(fill(T, { units = units })):go(10, 6)
end)
local function regroup(safe)
  return grouped(function(world, units, T)
    world:group { units = units }:regroup(fixed(T, "safe", safe))
  end)
end

-- The last two: a place as near as that is safe at the edge of what is searched, and beyond it.
worlds.RegroupOrder = { regroup(), regroup(24), regroup(25) }
worlds.Squad = grouped(function(world, _, T)
  local groups = astar.squads.muster(world, world:player "red", { fill(T, { name = "a" }) })
  groups.a:go(10, 6)
end)

--- An object of each class that has fields with defaults, made without options, as pages call it.
function worlds.fresh()
  local world = astar.world { map = map_of(OPEN) }
  local player = world:player "red"
  return { world = world, map = world.map, player = player, unit = player:unit { x = 1, y = 1 },
    group = world:group(), graph_unit = graph_of():unit { at = "a" } }
end

return worlds
