-- The operations whose allocations fail in turn, see sweep.lua: every public one.

local astar = require "astar"
local core = require "astar.core"
local sandbox = require "astar.sandbox"

local operations = { list = {}, forgiven = {} }

-- What an operation may swallow, so many times and why: it succeeds without that memory. From its
-- name to { places =, why = }; there is none today.

-- ---- the world they work on -------------------------------------------------------------------

local ROWS = {
  "........",
  "..####..",
  "..#.....",
  "..#..~~.",
  "........",
}

-- A map on which nothing has been asked yet, so that every table is made within the operation.
local function fresh()
  local map = astar.map{ rows = ROWS, legend = { ["~"] = "swamp" },
    terrains = { plain = 10, swamp = 35, wall = { cost = false, opaque = true } } }
  return { map = map }
end

local function peopled()
  local world = fresh()
  local map = world.map
  world.red, world.blue = map:player "red", map:player "blue"
  world.danger = map:influence("danger", { weight = 2 }):add(5, 5, 30, 2)
  world.walker = world.red:unit{ x = 1, y = 1, speed = 0.5, sight = 3 }
  world.stander = world.red:unit{ x = 1, y = 2 }
  world.foe = world.blue:unit{ x = 8, y = 5, speed = 1 }
  world.walker:follow_path(map:path(1, 1, 8, 1))
  return world
end

-- Of one terrain, with little danger: what jump point search among layers needs.
local function wide()
  local map = astar.map{ width = 40, height = 30, terrains = { plain = 10 }, fill = "plain" }
  local red = map:player("red"):reveal()
  local world = { map = map, walker = red:unit{ x = 20, y = 1 } }
  world.comrade = red:unit{ x = 22, y = 1 }
  map:influence("danger"):add(20, 15, 90, 2)
  world.comrade:follow_path(map:path(22, 1, 22, 20))
  return world
end

local function with_path()
  local world = fresh()
  world.path = world.map:path(1, 1, 8, 5, { explain = true })
  return world
end

local function with_class()
  local world = fresh()
  world.class = world.map:class{ size = 2, swamp = 15 }
  return world
end

local function revealed()
  local world = peopled()
  world.red:reveal()
  return world
end

local function after_a_tick()
  local world = peopled()
  world.foe:follow_path(world.map:path(8, 5, 8, 4))
  world.map:tick()
  return world
end

local function add(name, world, run)
  operations.list[#operations.list + 1] = { name = name, world = world, run = run }
end

-- ---- describing results -----------------------------------------------------------------------

local describe

local function describe_table(t)
  local parts = {}
  for key, value in pairs(t) do parts[#parts + 1] = tostring(key) .. "=" .. describe(value) end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

local function describe_path(path)
  local parts = { tostring(path) }
  for _, x, y in path:cells() do parts[#parts + 1] = x .. "," .. y end
  return table.concat(parts, " ")
end

-- What a field says of two cells, which brings it up to date.
local function describe_field(field)
  local x, y = field:step(1, 1)
  return table.concat({ tostring(field), tostring(field:cost(8, 5)), x or "-", y or "-" }, " ")
end

local function describe_object(object)
  local kind = getmetatable(object).__name
  if kind == "path" then return describe_path(object) end
  if kind == "field" then return describe_field(object) end
  if kind == "map" or kind == "graph" then return tostring(object) .. " " .. object:hash() end
  if kind == "graph_field" then return tostring(object) .. tostring(object:cost("b")) end
  return tostring(object)
end

function describe(value)
  if type(value) == "table" then return describe_table(value) end
  if type(value) == "userdata" then return describe_object(value) end
  if type(value) == "function" then return "function" end
  return tostring(value)
end

operations.describe = describe

-- ---- maps and terrain -------------------------------------------------------------------------

local function nothing()
  return {}
end

add("astar.map of a size", nothing, function() return astar.map{ width = 5, height = 4 } end)
add("astar.map of rows", nothing, function() return fresh().map end)
add("astar.map of a list of terrains", nothing, function()
  return astar.map{ width = 5, height = 4, terrains = { { name = "mud", cost = 3 } } }
end)
add("astar.map, refused", nothing, function()
  local ok, message = pcall(astar.map, { widht = 5 })
  if ok or message:find "not enough memory" then error(message, 0) end
  return message
end)
add("astar.read", nothing, function() return astar.read("..#\n#..\n") end)
add("astar.load", nothing, function() return astar.load("no such file") end)

add("map:resize", peopled, function(world)
  world.walker.data.name = "scout"
  return world.map:resize(12, 9, 3, 2, { fill = "wall" })
end)
add("map:resize, outside", function()
  local world = peopled()
  world.map:link { from = { 1, 1 }, to = { 8, 5 }, cost = 9 }
  return world
end, function(world)
  local _, code, units, links = world.map:resize(4, 4)
  return { code, units, links }
end)

add("map:snapshot", peopled, function(world)
  local snapshot = world.map:snapshot()
  return { snapshot.copied > 0, world.map:hash(), snapshot:close() }
end)
add("map:restore", function()
  local world = peopled()
  world.snapshot = world.map:snapshot()
  world.walker:remove()
  return world
end, function(world) return world.map:restore(world.snapshot) end)
add("map:fork", peopled, function(world) return world.map:fork() end)

add("map:save_terrain", function()
  local world = fresh()
  world.file = os.tmpname()
  return world
end, function(world)
  world.map:save_terrain(world.file)
  local saved = astar.load(world.file)
  os.remove(world.file)
  return saved
end)

add("map:save", peopled, function(world) return world.map:save() end)
add("map:save to a file", function()
  local world = peopled()
  world.file = os.tmpname()
  return world
end, function(world)
  world.map:save(world.file)
  local saved = astar.load(world.file)
  os.remove(world.file)
  return saved
end)
add("astar.read of a saved map", function()
  local world = peopled()
  world.walker:request_path(8, 5)
  world.map:request_path(1, 5, 8, 5, { influence = { danger = 1 } })
  world.map:prepare { landmarks = true, dead_ends = true }
  return { text = world.map:save() }
end, function(world) return astar.read(world.text) end)
add("astar.read of a damaged map", function()
  return { text = peopled().map:save():sub(1, -2) }
end, function(world) return astar.read(world.text) end)
add("map:classes, map:players, map:influences, map:tickets", function()
  local world = peopled()
  world.walker:request_path(8, 5)
  return world
end, function(world)
  local list = {}
  for _, name in ipairs { "classes", "players", "influences", "tickets" } do
    for one in world.map[name](world.map) do list[#list + 1] = tostring(one) end
  end
  return list
end)

add("map:draw", with_path, function(world) return world.map:draw{ path = world.path } end)
add("map:rows", fresh, function(world) return world.map:rows() end)
add("tostring(map)", fresh, function(world) return tostring(world.map) end)
add("map:terrain defines", fresh, function(world) return world.map:terrain("mud", 20) end)
add("map:terrain forgets what failed", function() return { hidden = fresh().map } end,
  function(world)
    local map, name = world.hidden, world.tried and "second" or "first"
    world.tried = true
    map:terrain(name, 20)
    return (map:terrain "first" and 1 or 0) + (map:terrain "second" and 1 or 0)
  end)
add("map:terrain redefines", fresh, function(world)
  return world.map:terrain("swamp", { cost = 20, opaque = true })
end)
add("map:terrain asks", fresh, function(world) return world.map:terrain "swamp" end)
add("map:terrains", fresh, function(world)
  local names = {}
  for id, name in world.map:terrains() do names[id] = name end
  return names
end)
add("map:set", peopled, function(world) return world.map:set(3, 3, "swamp") end)
add("map:set after a search", with_path, function(world) return world.map:set(3, 3, "swamp") end)
add("map:get", fresh, function(world) return world.map:get(3, 2) end)
add("map:fill", with_path, function(world) return world.map:fill(2, 2, 3, 3, "wall") end)
add("map:paint by a function", fresh, function(world)
  return world.map:paint(function(x, y) return x == y and "wall" or nil end, 1, 1, 5, 5)
end)
add("map:paint from a text", fresh, function(world)
  return world.map:paint("##\n.~", 2, 2, 2, 2, { ["~"] = "swamp" })
end)
add("map:paint from names", fresh, function(world)
  return world.map:paint({ "wall", "swamp" }, 1, 1, 2, 1)
end)
add("map:block_circle", with_path, function(world) return world.map:block_circle(4, 4, 1.5) end)
add("map:cell_at and map:center", fresh, function(world)
  return { world.map:cell_at(world.map:center(3, 4)) }
end)
add("map:hash and map:memory", fresh, function(world)
  return world.map:hash(), world.map:memory() > 0
end)

-- ---- classes, players, influence maps ---------------------------------------------------------

add("map:class", fresh, function(world)
  return world.map:class{ swamp = 5, size = 2, diagonal = "never", costs = { wall = 99 } }
end)
add("class:cost", with_class, function(world) return world.class:cost "swamp" end)
add("map:player", fresh, function(world) return world.map:player "red" end)
add("map:player, another one", peopled, function(world) return world.map:player "green" end)
add("player:see", peopled, function(world) return world.red:see(4, 4, 4) end)
add("player:see after a search", function()
  local world = peopled()
  world.stander:path(8, 5)
  return world
end, function(world) return world.red:see(4, 4, 4) end)
add("player:end_sight", peopled, function(world) return world.red:end_sight() end)
add("player:reveal", peopled, function(world) return world.red:reveal() end)
add("player:forget", revealed, function(world) return world.red:forget() end)
add("player:knows", peopled, function(world) return { world.red:knows(1, 1) } end)
add("player.traffic", peopled, function(world)
  world.red.traffic = 8
  return world.red.traffic
end)
add("player:traffic_at", peopled, function(world) return world.red:traffic_at(2, 1) end)
add("unit:follow_path with a query", peopled, function(world)
  return world.walker:follow_path(world.walker.route, { influence = { danger = 1 }, traffic = 9 })
end)
add("player:share", peopled, function(world) return world.red:share(world.blue) end)
add("player:remove", peopled, function(world) return world.red:remove() end)
add("map:link", peopled, function(world)
  return world.map:link{ from = { 1, 1 }, to = { 8, 5 }, cost = 9 }
end)
add("map:terrain with a height and a current", peopled, function(world)
  return world.map:terrain("road", { cost = 8, height = 3, current = { east = 4 } })
end)
local function sloped()
  local world = peopled()
  world.map:terrain("road", { cost = 8, height = 3, current = { east = 4 } }):set(4, 3, "road")
  world.mule = world.map:class { climb = 5, descend = -1 }
  return world
end
add("map:class that pays for heights", sloped, function(world)
  return world.map:class { climb = 7, drift = 0.5 }.climb
end)
add("map:terrain and its current", sloped, function(world)
  return { world.map:terrain "road" }
end)
add("map:path over slopes", sloped, function(world)
  local path = world.map:path(1, 1, 8, 5, { class = world.mule, explain = true })
  return { path.cost, #path:explain() }
end)
add("map:path over slopes with layers", sloped, function(world)
  return world.map:path(1, 1, 8, 5, { class = world.mule, influence = { danger = 1 } }).cost
end)
add("map:path over slopes that have changed", function()
  local world = sloped()
  world.map:path(1, 1, 8, 5, { class = world.mule })
  world.map:terrain("road", { height = 7 })
  return world
end, function(world) return world.map:path(1, 1, 8, 5, { class = world.mule }).cost end)
add("map:field over slopes", sloped, function(world)
  return world.map:field({ { 8, 5 } }, { class = world.mule }):cost(1, 1)
end)
local function linked()
  local world = peopled()
  world.link = world.map:link{ from = { 1, 1 }, to = { 8, 5 }, cost = 9 }
  return world
end
add("link:close", linked, function(world) return world.link:close() end)
add("link:set_cost", linked, function(world) return world.link:set_cost(3) end)
add("link:ends", linked, function(world) return { world.link:ends() } end)
add("link:remove", linked, function(world) return world.link:remove() end)
-- Two watches; what the first path costs has risen, and a better one is there.
local function watched()
  local world = peopled()
  local path = world.map:path(1, 1, 8, 5)
  world.watch = world.map:watch_path(path, { influence = { danger = 1 } })
  world.path = path
  return world
end
add("map:watch_path", peopled, function(world)
  return world.map:watch_path(world.map:path(1, 1, 8, 5), { influence = { danger = 1 } })
end)
add("unit:watch_path", peopled, function(world)
  return world.walker:watch_path { follow = true }
end)
local function with_news()
  local world = watched()
  local x, y = world.path:cell(3)
  world.map:influence("danger"):add(x, y, 60, 0)
  return world
end
add("map:tick with watches", with_news, function(world) return world.map:tick() end)
add("map:watch_events", function()
  local world = with_news()
  world.map:tick()
  return world
end, function(world)
  local told = {}
  for kind, watch in world.map:watch_events() do told[#told + 1] = kind .. watch.cost end
  return told
end)
add("map:watches and fields of watches", watched, function(world)
  local watch = world.map:watches()()
  return { tostring(watch.path), watch.cost, tostring(watch.better), tostring(watch) }
end)
add("watch:remove", watched, function(world) return world.watch:remove() end)
add("map:save with watches", watched, function(world) return world.map:save() end)
add("path:save and map:read_path", watched, function(world)
  return world.map:read_path(world.path:save())
end)
add("path:price", watched, function(world) return world.path:price() end)
add("map:routes", peopled, function(world)
  local routes = world.map:routes { places = { a = { 1, 1 }, b = { 8, 5 } } }
  return world.map:read_routes(routes:save()):path("a", "b").cost
end)
local function house()
  return { map = astar.map { levels = { { name = "ground", rows = { "....", "...." } },
    { name = "upper", width = 3, height = 2 } } } }
end
add("astar.map with levels", function() return {} end, function() return house().map end)
add("map:level", house, function(world) return tostring(world.map:level "upper") end)
add("map:levels", house, function(world) return world.map:levels()().name end)
add("map:level_at", house, function(world) return { world.map:level_at(2, 4) } end)
add("player of levels", house, function(world) return world.map:player "red" end)
add("map:links", linked, function(world) return world.map:links()() end)
add("map:path over a link", linked, function(world)
  local path = world.map:path(1, 1, 8, 5)
  return { path.cost, path:link(#path), world.map:reachable(1, 1, 8, 5) }
end)
add("map:field over a link", linked, function(world)
  return world.map:field{ { 8, 5 } }:cost(1, 1)
end)
add("map:influence", fresh, function(world)
  return world.map:influence("smell", { weight = 0.5 })
end)
add("map:influence with a recipe", peopled, function(world)
  return world.map:influence("fear", { recipe = { "near", "danger", radius = 2 } })
end)
add("map:influence with a history", peopled, function(world)
  return world.map:influence("past", { recipe = { "history", "danger", half_life = 9 } })
end)
add("influence:set and get", peopled, function(world)
  return world.danger:set(1, 1, 7):get(1, 1)
end)
add("influence:add", peopled, function(world) return world.danger:add(4, 4, 50, 3) end)
add("influence:flood", peopled, function(world)
  return world.danger:flood(4, 4, 50, 5, { player = world.red })
end)
add("map:influence with a recipe that flows", peopled, function(world)
  return world.map:influence("smoke", { recipe = { "flow", "danger", radius = 3,
    player = world.red } })
end)
add("influence:get and influence.recipe", function()
  local world = peopled()
  world.smoke = world.map:influence("smoke", { recipe = { "flow", "danger", radius = 3,
    player = world.red } })
  return world
end, function(world) return { world.smoke:get(4, 4), world.smoke.recipe } end)
add("influence:decay", peopled, function(world) return world.danger:decay(0.5) end)
add("influence:spread", peopled, function(world) return world.danger:spread(0.5) end)
add("influence:clear", peopled, function(world) return world.danger:clear() end)
add("influence:peaks", peopled, function(world) return world.danger:peaks(9, { apart = 2 }) end)
add("influence: relief", peopled, function(world)
  return { world.danger:max_near(4, 4, 3), world.danger:downhill(5, 5),
    world.danger:uphill(4, 5), world.danger:gradient(4, 5) }
end)
add("influence:remove", peopled, function(world) return world.danger:remove() end)

-- ---- questions --------------------------------------------------------------------------------

add("map:path", fresh, function(world) return world.map:path(1, 1, 8, 5) end)
add("map:path, plain A*", fresh, function(world)
  return world.map:path(1, 1, 8, 5, { engine = "astar" })
end)
add("map:prepare of landmarks", fresh, function(world)
  return world.map:prepare { tables = false, landmarks = true, threads = 2,
    progress = function() return true end }
end)
add("map:prepare", fresh, function(world)
  return world.map:prepare { threads = 2, progress = function() return true end }
end)
add("map:path, prepared", function()
  local world = fresh()
  world.map:prepare { landmarks = true }
  return world
end, function(world) return world.map:path(1, 1, 8, 5) end)
add("map:prepare of dead ends", fresh, function(world)
  return world.map:prepare { tables = false, dead_ends = true }
end)
add("map:is_dead_end", fresh, function(world)
  return table.pack(world.map:is_dead_end(4, 3, 4, 2))
end)
add("map:_assign", fresh, function(world)
  local points, places = {}, {}
  for i = 1, 80 do points[i], places[i] = { x = i, y = 1 }, { x = 7 * i % 81, y = 9 } end
  return world.map:_assign(points, places)
end)
add("map:path past dead ends", function()
  local world = fresh()
  world.map:prepare { dead_ends = true }
  return world
end, function(world)
  return world.map:prepare { dead_ends = true }:set(3, 3, "wall"):path(1, 1, 8, 5)
end)
add("map:path to a rectangle", fresh, function(world)
  return world.map:path(1, 1, { x = 4, y = 3, width = 2, height = 2 }, { within = 1 })
end)
add("map:path, unreachable", fresh, function(world) return world.map:path(1, 1, 3, 2) end)
add("map:path, partial", fresh, function(world)
  return world.map:path(1, 1, 3, 2, { partial = true })
end)
add("map:path of a large unit", with_class, function(world)
  return world.map:path(1, 1, 4, 4, { class = world.class })
end)
add("map:path of a player", peopled, function(world)
  return world.map:path(1, 1, 8, 5, { player = world.red })
end)
add("map:path with all layers, explained and traced", peopled, function(world)
  local trace = {}
  local path = world.map:path(1, 1, 8, 5, { influence = { danger = 3 }, explain = true,
    trace = trace, extra_cost = function(x) return x end })
  return path, path:explain(), #trace
end)
add("map:path with an extra that fails", fresh, function(world)
  local ok, message = pcall(world.map.path, world.map, 1, 1, 8, 5,
    { extra_cost = function() error("on purpose", 0) end })
  if ok or message ~= "on purpose" then error(message, 0) end
  return message
end)
add("map:query", peopled, function(world)
  return world.map:query{ unit = world.walker, influence = { danger = 1 }, trace = {} }
end)
add("map:path with a compiled query", peopled, function(world)
  return world.map:path(1, 1, 8, 5, world.map:query{ influence = { danger = 1 }, explain = true })
end)
add("map:search", fresh, function(world)
  return world.map:search(1, 1, 8, 5, { engine = "astar" })
end)
add("search:step", fresh, function(world)
  local search = world.map:search(1, 1, 8, 5, { engine = "astar", trace = {} })
  while search:step(3) == nil do end  -- luacheck: ignore
  return search:step(), search.expanded
end)
add("search:step again", function()
  local world = peopled()
  world.search = world.walker:search(8, 5, { engine = "astar", explain = true })
  world.search:step(2)
  return world
end, function(world) return world.search:step(), world.search:step() end)
add("search:close", function()
  local world = fresh()
  world.search = world.map:search(1, 1, 8, 5)
  return world
end, function(world) return world.search:close() end)

-- ---- queue, nearest ---------------------------------------------------------------------------

local function with_ticket()
  local world = peopled()
  world.ticket = world.map:request_path(1, 3, 8, 5)
  return world
end

local function with_ended_ticket()
  local world = with_ticket()
  while world.map.waiting > 0 do world.map:work(5) end
  return world
end

local function finished(map)
  while map.waiting > 0 do map:work(40) end
end

add("map:request_path", fresh, function(world)
  return world.map:request_path(1, 1, 8, 5, { explain = true }, { priority = 2, done = print })
end)
add("unit:request_path", peopled, function(world) return world.walker:request_path(8, 5) end)
add("map:request_path, one more", with_ticket, function(world)
  return world.map:request_path(1, 1, { x = 4, y = 3, width = 2, height = 2 },
    { influence = { danger = 1 } })
end)
-- The queue has a ticket then that nobody knows; its end must not matter. The budget is for both.
add("map:request_path, and map:work where it has failed", fresh, function(world)
  local ok, ticket = pcall(world.map.request_path, world.map, 1, 1, 3, 2)
  world.map:work(10000)
  if not ok then error(ticket, 0) end
  return ticket.code
end)
add("ticket.path", with_ended_ticket, function(world)
  return world.ticket.path, world.ticket.code, world.ticket.done, world.ticket.expanded
end)
add("ticket:cancel", with_ticket, function(world) return world.ticket:cancel().code end)
add("map:work", with_ticket, function(world)
  finished(world.map)
  return world.ticket.path
end)
-- A waiting coroutine counts what it is told, without allocating.
add("map:work, and all are told, once", function()
  local world = with_ticket()
  local map, heard = world.map, { 0, 0, 0, 0, 0 }
  local function count(i) heard[i] = heard[i] + 1 end
  local function wait(i, ticket)
    coroutine.wrap(function()
      ticket:await()
      count(i)
    end)()
  end
  local both = map:request_path(1, 3, 8, 5, nil,
    { done = function(path) count(path and 1 or 5) end })
  wait(2, both)
  wait(3, both)
  map:request_path(1, 1, 8, 5, nil,
    { done = function(_, code) count(code and 4 or 5) end }):cancel()
  wait(5, world.ticket)
  world.heard = heard
  return world
end, function(world)
  repeat world.map:work(40)
  until world.map.waiting == 0 and world.map:work(0) == 0
  return world.heard
end)
add("map:work, of several, on two threads", function()
  local world = with_ticket()
  world.tickets = { world.ticket, world.map:request_path(1, 1, 8, 5, { engine = "astar" }),
    world.map:request_path(8, 5, 1, 1, { player = world.red }), world.walker:request_path(4, 5) }
  return world
end, function(world)
  while world.map.waiting > 0 do world.map:work(5000, 2) end
  local paths = {}
  for i, ticket in ipairs(world.tickets) do paths[i] = ticket.path or ticket.code end
  return paths
end)
add("map:nearest of a list", fresh, function(world)
  return { world.map:nearest(1, 1, { { 8, 5 }, { 4, 5 }, { 3, 2 } }) }
end)
add("map:nearest, several", peopled, function(world)
  return world.map:nearest(1, 3, { { 8, 5 }, { 4, 5 } }, { influence = { danger = 1 } }, 2)
end)
add("map:nearest of a terrain", fresh, function(world)
  return { world.map:nearest(1, 1, "swamp") }
end)
add("map:nearest of what is unseen", peopled, function(world)
  return { world.map:nearest(1, 1, { unseen = true }, { player = world.red }) }
end)
add("map:nearest by a function", fresh, function(world)
  return { world.map:nearest(1, 1, function(x, y) return x + y == 9 end) }
end)
add("unit:nearest", peopled, function(world)
  return { world.walker:nearest({ { 8, 5 } }, { within = 1 }) }
end)

-- ---- what can be reached ----------------------------------------------------------------------

add("map:reachable", fresh, function(world) return world.map:reachable(1, 1, 8, 5) end)
add("map:reachable after an edit", with_path, function(world)
  return world.map:reachable(1, 1, 3, 3)
end)
add("map:region", fresh, function(world) return world.map:region(8, 5) end)
local function describe_areas(areas)
  local parts = {}
  for _, area in ipairs(areas:list()) do
    parts[#parts + 1] = ("%d:%d:%d"):format(area.id, area.size, #area.neighbours)
  end
  for _, choke in ipairs(areas:chokes()) do
    parts[#parts + 1] = ("%d,%d:%d"):format(choke.x, choke.y, #choke.cells)
  end
  return table.concat(parts, " ")
end

add("map:areas", fresh, function(world)
  return describe_areas(world.map:areas(nil, { ratio = 1 }))
end)
add("map:cut_off", fresh, function(world) return describe_areas(world.map:cut_off{ { 3, 3 } }) end)
add("map:sides", fresh, function(world)
  return describe_areas(world.map:sides{ { { 1, 1 } }, { { 8, 5 } } })
end)
local function with_areas()
  local world = fresh()
  world.areas = world.map:areas(nil, { ratio = 1 })
  world.map:set(3, 3, "wall")
  return world
end

add("areas after an edit", with_areas, function(world) return describe_areas(world.areas) end)
add("areas:path", with_areas, function(world)
  local areas = world.areas
  local list = areas:list()
  return #(areas:path(list[1].id, list[#list].id) or {})
end)
add("map:clearance", fresh, function(world) return world.map:clearance(8, 5) end)
add("map:cost", peopled, function(world)
  return world.map:cost(5, 5, { influence = { danger = 1 } })
end)

-- ---- what is in the way -----------------------------------------------------------------------

local function told(why)
  return why.code, why.blockers, why.breach, why.narrow
end

add("map:breach", fresh, function(world)
  return world.map:breach(1, 1, 5, 3, { extra_cost = function() return 3 end }, { terrain = 4 })
end)
add("map:breach of a large unit over a closed link", function()
  local world = with_class()
  world.map:link { from = { 7, 1 }, to = { 1, 4 }, cost = 9, open = false }
  return world
end, function(world)
  return world.map:breach(7, 1, 4, 3, { class = world.class }, { link = 1 })
end)
add("unit:why", function()
  local world = peopled()
  world.map:fill(7, 1, 1, 5, "wall")
  world.red:reveal()
  return world
end, function(world) return told(world.walker:why(8, 5)) end)
add("map:why of a large unit", with_class, function(world)
  return told(world.map:why(1, 4, 4, 4, { class = world.class }))
end)
add("map:alternatives", wide, function(world)
  return world.walker:alternatives(20, 28, nil, { apart = 1, count = 2 })
end)
add("map:alternatives on a bare map", fresh, function(world)
  return world.map:alternatives(1, 1, 8, 5, { extra_cost = function() return 1 end },
    { apart = 0, plateau = 0, stretch = 2 })
end)

-- ---- paths ------------------------------------------------------------------------------------

add("path:cells", with_path, function(world)
  local sum = 0
  for i, x, y in world.path:cells() do sum = sum + i * x * y end
  return sum, { world.path:cell(-1) }, #world.path
end)
add("path:point and fields", with_path, function(world)
  return { world.path:point(2.5) }, world.path.distance, world.path.cost, world.path.status,
    world.path.expanded
end)
add("path:explain", with_path, function(world) return world.path:explain() end)
add("path:compare", with_path, function(world)
  return world.path:compare(world.map:path(1, 1, 8, 5, { turn_cost = 3, explain = true }))
end)
add("path:blocked", with_path, function(world)
  return world.path:blocked{ extra_cost = function(x) return x ~= 5 and 0 end }
end)

add("path:smooth", with_path, function(world)
  local turns = {}
  for i, x, y in world.path:smooth{ extra_cost = function() return 0 end } do
    turns[i] = { x, y }
  end
  return turns
end)

add("path with any_angle, and path:turns", with_path, function(world)
  local turns, path = {}, world.map:path(1, 1, 8, 4, { any_angle = true, explain = true })
  for i, x, y in path:turns() do turns[i] = { x, y } end
  return turns, path:explain()
end)

-- ---- sight -------------------------------------------------------------------------------------

local EYES = { { 1, 1, 9 }, { x = 8, y = 5, radius = 2 } }

local function describe_sight(sight)
  local parts = {}
  for x, y, count in sight:cells() do
    parts[#parts + 1] = ("%d,%d:%d:%d"):format(x, y, count, #sight:seen_by(x, y))
  end
  return table.concat(parts, " ")
end

add("map:sight", peopled, function(world) return describe_sight(world.map:sight(EYES)) end)
add("player:sight of a player", peopled, function(world)
  return describe_sight(world.red:sight(world.red, { radius = 2 }))
end)
add("nearest cover", revealed, function(world)
  return world.map:nearest(1, 1, { hidden_from = world.map:sight(EYES) }, { player = world.red })
end)
add("influence:from_sight", peopled, function(world)
  return world.danger:from_sight(world.map:sight(EYES), 7):get(1, 1)
end)
add("lines of sight", peopled, function(world)
  local shot = { world.walker:clear_shot(world.foe, { range = 3 }) }
  return { world.map:line_of_sight(1, 3, 8, 3, { player = world.red }) }, shot
end)

-- ---- fields and lines -------------------------------------------------------------------------

local GOALS = { { 8, 5 }, { x = 1, y = 5 } }

local function with_field()
  local world = peopled()
  world.field = world.map:field(GOALS, { influence = { danger = 1 }, player = world.red })
  return world
end

-- A field of flight of which so much has changed, in one of several ways, that it is repaired.
local function to_be_repaired(query, nodes)
  return function()
    local world = peopled()
    world.field = world.map:flee_field({ { 8, 5 } }, query and query(world), nodes)
    world.map:set(3, 3, "swamp"):set(1, 4, "wall")
    world.danger:set(5, 5, 20)
    return world
  end
end

add("map:field", fresh, function(world) return world.map:field(GOALS) end)
add("map:field with all layers", peopled, function(world)
  return world.map:field(GOALS, { unit = world.walker, extra_cost = function(x) return x end })
end)
add("map:field of a compiled query", peopled, function(world)
  return world.map:field(GOALS, world.map:query{ player = world.red, influence = { danger = 2 } })
end)
add("map:field with an extra that fails", fresh, function(world)
  local ok, message = pcall(world.map.field, world.map, GOALS,
    { extra_cost = function() error("on purpose", 0) end })
  if ok or message ~= "on purpose" then error(message, 0) end
  return message
end)
add("map:reach_field", with_class, function(world)
  return world.map:reach_field(1, 4, 60, { class = world.class })
end)
local POSITIONS = {
  from = { ring = { 0, 9 } }, filter = { { "danger", max = 900 } }, count = 3,
  score = { { "walk", weight = -1 }, { "distance", to = { 1, 1 }, curve = { { 0, 1 }, { 9, 0 } } },
    { "crowding" }, { "exits" }, { "sight", of = { { 2, 2 }, { 8, 5 } } },
    { "cover", from = { 8, 5 } }, { "terrain", is = "plain" },
    { "flank", of = { 3, 3 }, front = { 8, 5 } } },
}
add("map:positions", peopled, function(world)
  POSITIONS.query = { unit = world.walker, influence = { danger = 1 } }
  return world.map:positions(world.walker.x, world.walker.y, POSITIONS)
end)
add("map:flee_field", peopled, function(world)
  return world.map:flee_field({ { 8, 5 } }, { influence = { danger = 1 } })
end)
add("map:flee_field of few cells", peopled, function(world)
  return world.map:flee_field({ { 8, 5 } }, { influence = { danger = 1 } }, 9)
end)
add("field:cost after an edit", function()
  local world = with_field()
  world.red:reveal()
  world.map:fill(4, 3, 1, 3, "wall")
  return world
end, function(world) return world.field:cost(1, 1), world.field:cost(3, 3) end)
add("field:cost after an edit, of flight from few cells", to_be_repaired(nil, 9),
  function(world) return world.field:cost(7, 5) end)
add("field:cost after an edit, of flight", to_be_repaired(),
  function(world) return world.field:cost(1, 1) end)
add("field:cost after an edit, of flight and with layers", to_be_repaired(function()
  return { influence = { danger = 1 }, extra_cost = function() return 2 end }
end), function(world) return world.field:cost(1, 1) end)
add("field:cost, crowded", function()
  local world = peopled()
  world.map:fill(1, 3, 1, 3, "wall")
  world.stander:place(2, 1)
  world.red:reveal()
  world.field = world.map:field({ { 8, 5 } }, { unit = world.walker })
  return world
end, function(world) return { world.field:cost(1, 1) } end)
add("field:step", with_field, function(world) return { world.field:step(1, 1) } end)
add("field:path", with_field, function(world) return world.field:path(3, 3) end)
add("field:cells", with_field, function(world)
  local sum = 0
  for x, y, cost in world.field:cells() do sum = sum + x * y + cost end
  return sum
end)
add("field:update", with_field, function(world) return world.field:update() end)
add("field:close", with_field, function(world) return world.field:close() end)
add("map:line", peopled, function(world)
  return world.map:line(1, 1, 8, 1, { influence = { danger = 1 } })
end)

-- ---- units ------------------------------------------------------------------------------------

add("player:unit", peopled, function(world)
  return world.red:unit{ x = 3, y = 1, speed = 2, sight = 4 }
end)
add("player:unit, crowded", peopled, function(world) return world.red:unit{ x = 1, y = 1 } end)
add("player:unit, the first", function()
  local world = fresh()
  world.red = world.map:player "red"
  return world
end, function(world) return world.red:unit{ x = 1, y = 1 } end)
add("unit:path", peopled, function(world) return world.stander:path(8, 5) end)
add("unit:path over one terrain", wide, function(world) return world.walker:path(20, 30) end)
add("unit:path over one terrain, again", function()
  local world = wide()
  world.walker:path(20, 30)
  world.comrade:follow_path(world.map:path(22, 1, 30, 20))
  return world
end, function(world) return world.walker:path(20, 30) end)
add("unit:path, explained", peopled, function(world)
  return world.stander:path(8, 5, { explain = true }):explain()
end)
add("unit:reachable", peopled, function(world) return world.stander:reachable(8, 5) end)
add("unit:search", peopled, function(world)
  return world.stander:search(8, 5, { engine = "astar" }):step()
end)
add("unit:follow_path", function()
  local world = peopled()
  world.path = world.stander:path(4, 5)
  return world
end, function(world) return world.stander:follow_path(world.path).route end)
add("unit:stop", peopled, function(world) return world.walker:stop() end)
add("unit:place", peopled, function(world) return world.walker:place(4, 4) end)
add("unit:blocked", peopled, function(world) return world.walker:blocked() end)
add("unit:visible_to", peopled, function(world) return world.walker:visible_to(world.blue) end)
add("unit:remove", peopled, function(world) return world.walker:remove() end)
add("fields of units", peopled, function(world)
  local unit = world.walker
  return unit.x, unit.y, unit.from_x, unit.fraction, unit.state, unit.id, unit.class, unit.player,
    unit.speed, unit.sight, unit.route, unit.progress
end)
add("unit.data", peopled, function(world) return world.walker.data end)
add("unit.speed", peopled, function(world) world.walker.speed = 3 end)
add("unit.sight", peopled, function(world) world.walker.sight = 5 end)
add("map:units and player:units", peopled, function(world)
  local list = {}
  for unit in world.map:units() do list[#list + 1] = unit end
  for unit in world.red:units() do list[#list + 1] = unit end
  return list, world.map:unit_at(1, 2)
end)
add("map:units_near", peopled, function(world) return world.map:units_near(1, 1, 9) end)
add("unit:units_near", peopled, function(world) return world.walker:units_near(5, "friends") end)
add("player:shares", peopled, function(world) return world.red:shares(world.blue) end)
add("removed", peopled, function(world)
  world.walker:remove()
  return world.walker.removed, world.red.removed
end)
add("player:blocked_units", peopled, function(world)
  local list = {}
  for unit, index in world.red:blocked_units() do list[unit.id] = index end
  return list
end)
add("map:tick", peopled, function(world) return world.map:tick() end)
local function about_to_reroute()
  local world = peopled()
  world.walker.avoidance = "repath"
  world.red:unit{ x = 3, y = 1 }
  for _ = 1, 6 do world.map:tick() end
  return world
end

add("map:tick, with a new path", about_to_reroute, function(world)
  return world.map:tick()
end)
add("unit.route after a new path", function()
  local world = about_to_reroute()
  world.map:tick()
  return world
end, function(world) return world.walker.route end)
add("unit.avoidance and map.rerouting", peopled, function(world)
  world.walker.avoidance = "yield"
  world.map.rerouting = 99
  return world.walker.avoidance, world.map.rerouting
end)
add("map:events", after_a_tick, function(world)
  local list = {}
  for kind, unit in world.map:events() do list[#list + 1] = kind .. unit.id end
  return list
end)
add("unit:remove after a tick", after_a_tick, function(world) return world.foe:remove() end)
add("player:remove after a tick", after_a_tick, function(world) return world.red:remove() end)
add("planes", peopled, function(world)
  return world.map:_plane(), world.red:_plane(), world.danger:_plane()
end)

-- ---- graphs -------------------------------------------------------------------------------------

local function towns()
  local graph = astar.graph{ nodes = { "a", "b", "c", d = { x = 1, y = 2 } }, edges = {
    { "a", "b", cost = 3 }, { "b", "c", cost = 4 }, { "a", "c", cost = 9 } } }
  local world = { map = graph, graph = graph, red = graph:player "red" }
  world.unit = graph:unit{ at = "a", player = world.red }
  world.edge = graph:edge("a", "b")
  return world
end

local function travelling()
  local world = towns()
  world.path = world.graph:path("a", "c")
  world.unit:follow_path(world.path)
  world.field = world.graph:field({ "c" })
  return world
end

add("astar.graph", nothing, function() return towns().graph end)
add("graph:add_node", towns, function(world)
  return world.graph:add_node("e", { x = 4, y = 1 })
end)
add("graph:node", towns, function(world) return world.graph:node("d") end)
add("graph:add_edge", towns, function(world) return world.graph:add_edge("a", "d", 3) end)
add("graph:edge and edges", towns, function(world)
  return world.graph:edge("b", "c"), world.graph:edges()(), { world.edge:ends() }
end)
add("graph:neighbours", towns, function(world)
  return { world.graph:neighbours("a", { extra_cost = { b = 2 } })() }
end)
add("graph:nodes", towns, function(world) return world.graph:nodes()() end)
add("graph:player", towns, function(world) return world.graph:player "blue" end)
add("graph:path", towns, function(world)
  local path = world.graph:path("a", "c", { extra_cost = { [world.edge] = 1 } })
  return tostring(path), path:node(2), path:edge(2)
end)
add("graph:nearest", towns, function(world)
  local found = world.graph:nearest("a", { "c", "b" })
  return found.node, found.index, tostring(found.path)
end)
add("graph:reachable", towns, function(world) return world.graph:reachable("a", "c") end)
add("graph:field", towns, function(world)
  return world.graph:field({ "c" }, { player = world.red, extra_cost = { a = 1 } })
end)
add("graph:reach_field", towns, function(world)
  return tostring(world.graph:reach_field("a", 5):path("b"))
end)
add("graph_field after an edit", travelling, function(world)
  return world.field:cost("a"), world.field:step("a"), tostring(world.field:path("a"))
end)
add("graph:unit", towns, function(world) return world.graph:unit{ at = "b" } end)
add("graph_unit:follow_path", travelling, function(world)
  return world.unit:follow_path(world.path)
end)
add("graph_unit:path", towns, function(world)
  return tostring(world.unit:path("b")), world.unit:position()
end)
add("graph_unit.route", travelling, function(world) return tostring(world.unit.route) end)
add("graph:tick", travelling, function(world) return world.graph:tick() end)
add("graph:save", travelling, function(world)
  return astar.read_graph(world.graph:save()):hash()
end)
add("astar.waypoints", fresh, function(world)
  return tostring(astar.waypoints(world.map, { corners = true }))
end)

-- ---- sandboxes ----------------------------------------------------------------------------------

-- The failures of a sandbox are its host's wherever it is the host that has no memory.
local function with_box()
  local box = sandbox.new{ memory = 2 ^ 20, host = function(_, ...) return { ... } end }
  assert(box:trust("expose('ask', function(...) return host('ask', ...) end)", "=api"))
  return { box = box }
end

add("sandbox.new", nothing, function() return sandbox.new{ memory = 2 ^ 20 }.closed end)
add("sandbox.new of a few bytes", nothing, function()
  local ok, message = pcall(sandbox.new, { memory = 65536 })
  if ok or message == "not enough memory" then error("not enough memory", 0) end
  return "too few"
end)
add("box:run", with_box, function(world)
  return world.box:run("local t = {} for i = 1, 40 do t[i] = i .. '' end return #t, ...", "@m", 1)
end)
add("box:run, the library", with_box, function(world)
  return world.box:run([[
    local t = { 3, 1, 2, x = 1 }
    table.sort(t)
    table.sort(t, function(a, b) return b < a end)
    local keys = ""
    for key in pairs(t) do keys = keys .. key end
    local callable = setmetatable({}, { __call = function(_, n) return n + math.abs("2") end })
    return t, keys, callable(1), ("%5d|%s"):format("7", {}), ("a,b"):replace(",", ("-"):rep(2000))
  ]], "@m")
end)
add("box:run, refused", with_box, function(world)
  local ok, failure = world.box:run("x = = 1", "@m")
  return ok, failure
end)
add("box:call", with_box, function(world)
  return world.box:call("ask", 1, "text", { 1, { x = ("x"):rep(300) } }, true, nil, 2.5)
end)
add("box:trust", with_box, function(world) return world.box:trust("return 1", "=nothing") end)
add("box:define", with_box, function(world)
  assert(world.box:trust("expose('define', function(name, f) known = { [name] = f } end)", "=m"))
  return world.box:define("return 'x'", "=it", "it")
end)
add("box:freeze", with_box, function(world) return world.box:freeze() end)
add("box:close", with_box, function(world)
  world.box:close()
  return world.box.closed
end)

-- ---- images of tables ---------------------------------------------------------------------------

local THING = {}

local function own_of(thing) return { thing, thing.own } end

local function image_of(world, last, version)
  return core.image(world.root, last, version, {}, { [THING] = true }, "data", {}, world.touched,
    own_of)
end

-- Tables of which there is an image, and which have changed since.
local function with_image()
  local thing = setmetatable({ own = { 1, "a", true }, data = { x = 1 } }, THING)
  local other = setmetatable({ own = {}, data = { 1, 2 } }, THING)
  local world = { touched = {}, root = { thing, other, list = {}, far = { { { 2.5 } } } } }
  world.root.list = { 1, 2, 3 }
  world.first = image_of(world, nil, 1)
  thing.own[1], thing.own[3], other.data = 2, {}, { y = "new" }
  for i = 1, 20 do world.root.far[1]["key" .. i] = i end
  world.root.list[1] = nil
  world.touched[thing] = true
  return world
end

add("core.image", with_image, function(world)
  return core.image_bytes(image_of(world, world.first, 2), world.first) > 0
end)
add("core.image, the first", with_image, function(world)
  return #core.image_contents(image_of(world, nil, 2))
end)
add("core.put_image", with_image, function(world)
  core.put_image(world.first, world.first, world.touched, "data")
  local one, other = world.root[1], world.root[2]
  return one.own, other.data, world.root.list, world.root.far
end)

return operations
