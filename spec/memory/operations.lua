-- The operations whose allocations fail in turn, see sweep.lua: every public one.
--
-- They are grouped by the worlds that they work on. world(NAME, BASE, SETUP, OPERATIONS) is the
-- world BASE, after the statements of SETUP; each of OPERATIONS is a line, and the lines further to
-- the right below it: what is to be returned, or statements. Before " => " stands what is done
-- before memory ends. The global variables of all these are the fields of the world.

local astar = require "astar"
local core = require "astar.core"
local sandbox = require "astar.sandbox"

local operations = { list = {}, forgiven = {} }

-- What an operation may swallow, so many times and why: it succeeds without that memory. From its
-- text to { places =, why = }; there is none today.

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
  for x, y in path:cells() do parts[#parts + 1] = x .. "," .. y end
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

-- ---- what the texts may use, beside their world -----------------------------------------------

local given = setmetatable({ astar = astar, core = core, sandbox = sandbox }, { __index = _G })

function given.saved(file)
  local map = astar.load(file)
  os.remove(file)
  return map
end

-- Calls f, which must fail with `message`, unless memory has ended.
function given.refused(message, f, ...)
  local ok, why = pcall(f, ...)
  if ok or not why:find(message, 1, true) then error(why, 0) end
  return why
end

function given.on_purpose() error("on purpose", 0) end

function given.describe_areas(areas)
  local parts = {}
  for _, area in ipairs(areas:list()) do
    parts[#parts + 1] = ("%d:%d:%d"):format(area.id, area.size, #area.neighbours)
  end
  for _, choke in ipairs(areas:chokes()) do
    parts[#parts + 1] = ("%d,%d:%d"):format(choke.x, choke.y, #choke.cells)
  end
  return table.concat(parts, " ")
end

function given.told(breach)
  return breach.price, breach.obstacles, breach.narrow
end

given.EYES = { { 1, 1, 9 }, { x = 8, y = 5, radius = 2 } }

function given.describe_sight(sight)
  local parts = {}
  for x, y, count in sight:cells() do
    parts[#parts + 1] = ("%d,%d:%d:%d"):format(x, y, count, #sight:seen_by(x, y))
  end
  return table.concat(parts, " ")
end

given.GOALS = { { 8, 5 }, { x = 1, y = 5 } }

given.POSITIONS = {
  from = { ring = { 0, 9 } }, filter = { { "danger", max = 900 } }, count = 3,
  score = { { "walk", weight = -1 }, { "distance", to = { 1, 1 }, curve = { { 0, 1 }, { 9, 0 } } },
    { "crowding" }, { "exits" }, { "sight", of = { { 2, 2 }, { 8, 5 } } },
    { "cover", from = { 8, 5 } }, { "terrain", is = "plain" },
    { "flank", of = { 3, 3 }, front = { 8, 5 } } },
}

-- The places of 80 points among as many.
given.POINTS, given.PLACES = {}, {}
for i = 1, 80 do
  given.POINTS[i], given.PLACES[i] = { x = i, y = 1 }, { x = 7 * i % 81, y = 9 }
end

-- Waiting coroutines and functions count what they are told, without allocating.
function given.listeners(map, ticket)
  local heard = { 0, 0, 0, 0, 0 }
  local function count(i) heard[i] = heard[i] + 1 end
  local function wait(i, one)
    coroutine.wrap(function()
      one:await()
      count(i)
    end)()
  end
  local both = map:request_path(1, 3, 8, 5, nil,
    { done = function(path) count(path and 1 or 5) end })
  wait(2, both)
  wait(3, both)
  map:request_path(1, 1, 8, 5, nil,
    { done = function(_, code) count(code and 4 or 5) end }):cancel()
  wait(5, ticket)
  return heard
end

-- ---- worlds and operations --------------------------------------------------------------------

local worlds = { [""] = function() return {} end }
local of_world = { __index = given }

local function compiled(text)
  return load("return " .. text) or assert(load(text))
end

local function run(code, world)
  debug.setupvalue(code, 1, setmetatable(world, of_world))
  return code()
end

local function made(base, code)
  return function()
    local world = worlds[base]()
    if code then run(code, world) end
    return world
  end
end

local function world(name, base, setup, texts)
  worlds[name] = made(base, compiled(setup))
  for text in ("\n" .. texts):gsub("\n +", "\r"):gmatch "[^\n]+" do
    text = text:gsub("\r", "\n")
    local before, what = text:match "^(.-)%s=>%s(.*)$"
    local code = compiled(what or text)
    operations.list[#operations.list + 1] = { name = name .. ": " .. text,
      world = made(name, before and compiled(before)),
      run = function(one) return run(code, one) end }
  end
end

world("nothing", "", "", [[
astar.map{ width = 5, height = 4 }
astar.map{ width = 5, height = 4, terrains = { { name = "mud", cost = 3 } } }
refused("unknown key", astar.map, { widht = 5 })
astar.map{ rows = { "..#", "#.." } }
astar.map{ levels = { { name = "a", rows = { ".#.." } }, { name = "b", width = 3, height = 2 } } }
astar.read("..#\n#..\n")
astar.load("no such file")
astar.graph{ nodes = { "a", "b", c = { x = 1, y = 2 } }, edges = { { "a", "b", cost = 3 } } }
sandbox.new{ memory = 2 ^ 20 }.closed
local ok, message = pcall(sandbox.new, { memory = 65536 })
  if ok or message == "not enough memory" then error("not enough memory", 0) end
  return "too few"
]])

-- A map on which nothing has been asked yet, so that every table is made within the operation.
world("fresh", "", [[
  map = astar.map { rows = { "........",
                             "..####..",
                             "..#.....",
                             "..#..~~.",
                             "........" }, legend = { ["~"] = "swamp" },
    terrains = { plain = 10, swamp = 35, wall = false } }
]], [[
file = os.tmpname() => map:save_terrain(file) return saved(file)
map:rows()
tostring(map)
map:terrain("mud", 20)
map:terrain("swamp", { cost = 20, opaque = true })
map:terrain "swamp"
local names = {}
  for id, name in map:terrains() do names[id] = name end
  return names
map:get(3, 2)
map:paint(function(x, y) return x == y and "wall" or nil end, 1, 1, 5, 5)
map:paint("##\n.~", 2, 2, 2, 2, { ["~"] = "swamp" })
map:paint({ "wall", "swamp" }, 1, 1, 2, 1)
{ map:cell_at(map:center(3, 4)) }
map:hash(), map:memory() > 0
map:class{ swamp = 5, size = 2, diagonal = "never", costs = { wall = 99 } }
map:player "red"
map:influence("smell", { weight = 0.5 })
map:path(1, 1, 8, 5)
map:path(1, 1, 8, 5, { engine = "astar" })
map:prepare { tables = false, landmarks = true, threads = 2, progress = function() return true end }
map:prepare { threads = 2, progress = function() return true end }
map:prepare { landmarks = true } => map:path(1, 1, 8, 5)
map:prepare { tables = false, dead_ends = true }
table.pack(map:is_dead_end(4, 3, 4, 2))
map:_assign(POINTS, PLACES)
map:prepare { dead_ends = true }
  => map:prepare { dead_ends = true }:set(3, 3, "wall"):path(1, 1, 8, 5)
map:path(1, 1, { x = 4, y = 3, width = 2, height = 2 }, { within = 1 })
map:path(1, 1, 3, 2)
map:path(1, 1, 3, 2, { partial = true })
refused("on purpose", map.path, map, 1, 1, 8, 5, { extra_cost = on_purpose })
map:search(1, 1, 8, 5, { engine = "astar" })
local search = map:search(1, 1, 8, 5, { engine = "astar", trace = {} })
  while search:step(3) == nil do end
  return search:step(), search.expanded
search = map:search(1, 1, 8, 5) => search:close()
map:request_path(1, 1, 8, 5, { explain = true }, { priority = 2, done = print })
local ok, ticket = pcall(map.request_path, map, 1, 1, 3, 2)
  map:work(10000) -- the queue may have a ticket that nobody knows; the budget is for both
  if not ok then error(ticket, 0) end
  return ticket.code
{ map:nearest(1, 1, { { 8, 5 }, { 4, 5 }, { 3, 2 } }) }
{ map:nearest(1, 1, "swamp") }
{ map:nearest(1, 1, function(x, y) return x + y == 9 end) }
map:reachable(1, 1, 8, 5)
map:region(8, 5)
describe_areas(map:areas(nil, { ratio = 1 }))
describe_areas(map:cut_off{ { 3, 3 } })
describe_areas(map:sides{ { { 1, 1 } }, { { 8, 5 } } })
areas = map:areas(nil, { ratio = 1 }) map:set(3, 3, "wall") => describe_areas(areas)
areas = map:areas(nil, { ratio = 1 }) map:set(3, 3, "wall")
  => local list = areas:list() return #(areas:path(list[1].id, list[#list].id) or {})
map:clearance(8, 5)
map:breach(1, 1, 5, 3, { extra_cost = function() return 3 end }, { terrain = 4 })
map:alternatives(1, 1, 8, 5, { extra_cost = function() return 1 end },
  { apart = 0, plateau = 0, stretch = 2 })
map:field { to = GOALS }
refused("on purpose", map.field, map, { to = GOALS }, { extra_cost = on_purpose })
red = map:player "red" => red:unit{ x = 1, y = 1 }
tostring(astar.waypoints(map, { corners = true }))
]])

world("with_path", "fresh", "path = map:path(1, 1, 8, 5, { explain = true })", [[
map:draw{ path = path }
map:set(3, 3, "swamp")
map:fill(2, 2, 3, 3, "wall")
map:block_circle(4, 4, 1.5)
map:reachable(1, 1, 3, 3)
local sum = 0
  for x, y, i in path:cells() do sum = sum + i * x * y end
  return sum, { path:cell(-1) }, #path
{ path:point(2.5) }, path.distance, path.cost, path.status, path.expanded
path:explain()
path:compare(map:path(1, 1, 8, 5, { turn_cost = 3, explain = true }))
path:blocked{ extra_cost = function(x) return x ~= 5 and 0 end }
local turns = {}
  for i, x, y in path:smooth{ extra_cost = function() return 0 end } do turns[i] = { x, y } end
  return turns
local turns, path = {}, map:path(1, 1, 8, 4, { any_angle = true, explain = true })
  for x, y, i in path:corners() do turns[i] = { x, y } end
  return turns, path:explain()
]])

world("with_class", "fresh", "class = map:class{ size = 2, swamp = 15 }", [[
class:cost "swamp"
map:path(1, 1, 4, 4, { class = class })
map:link { from = { 7, 1 }, to = { 1, 4 }, cost = 9, open = false }
  => map:breach(7, 1, 4, 3, { class = class }, { link = 1 })
told(map:breach(1, 4, 4, 4, { class = class }, { narrow = true }))
map:field({ from = { 1, 4 }, max_cost = 60 }, { class = class })
]])

world("peopled", "fresh", [[
  red, blue = map:player "red", map:player "blue"
  danger = map:influence("danger", { weight = 2 }):add(5, 5, 30, 2)
  walker = red:unit{ x = 1, y = 1, speed = 0.5, sight = 3 }
  stander = red:unit{ x = 1, y = 2 }
  enemy = blue:unit{ x = 8, y = 5, speed = 1 }
  walker:follow_path(map:path(1, 1, 8, 1))
]], [[
map:link { from = { 1, 1 }, to = { 8, 5 }, cost = 9 }
  => local _, code, units, links = map:resize(4, 4) return { code, units, links }
local snapshot = map:snapshot() return { snapshot.copied > 0, map:hash(), snapshot:close() }
snapshot = map:snapshot() walker:remove() => map:restore(snapshot)
map:save()
file = os.tmpname() => map:save(file) return saved(file)
text = map:save():sub(1, -2) map = nil => astar.read(text)
walker:request_path(8, 5) => local list = {}
  for _, name in ipairs { "classes", "players", "influences", "tickets" } do
  for one in map[name](map) do list[#list + 1] = tostring(one) end end
  return list
map:set(3, 3, "swamp")
map:player "green"
red:see(4, 4, 4)
stander:path(8, 5) => red:see(4, 4, 4)
red:end_sight()
red:reveal()
red:reveal() => red:forget()
{ red:knows(1, 1) }
red.traffic_memory = 8 return red.traffic_memory
red:traffic_at(2, 1)
walker:follow_path(walker.route, { influence = { danger = 1 }, traffic_cost = 9 })
red:share(blue)
red:remove()
map:link{ from = { 1, 1 }, to = { 8, 5 }, cost = 9 }
map:terrain("road", { cost = 8, height = 3, current = { east = 4 } })
map:watch_path(map:path(1, 1, 8, 5), { influence = { danger = 1 } })
walker:watch_path { follow = true }
local routes = map:routes { places = { a = { 1, 1 }, b = { 8, 5 } } }
  return map:read_routes(routes:save()):path("a", "b").cost
map:influence("fear", { recipe = { "near", "danger", radius = 2 } })
map:influence("past", { recipe = { "history", "danger", half_life = 9 } })
danger:set(1, 1, 7):get(1, 1)
danger:add(4, 4, 50, 3)
danger:flood(4, 4, 50, 5, { player = red })
map:influence("smoke", { recipe = { "flow", "danger", radius = 3, player = red } })
smoke = map:influence("smoke", { recipe = { "flow", "danger", radius = 3, player = red } })
  => { smoke:get(4, 4), smoke.recipe }
danger:decay(0.5)
danger:spread(0.5)
danger:clear()
danger:peaks(9, { apart = 2 })
{ danger:max_near(4, 4, 3), danger:downhill(5, 5), danger:uphill(4, 5), danger:gradient(4, 5) }
danger:remove()
map:path(1, 1, 8, 5, { player = red })
local trace = {}
  local path = map:path(1, 1, 8, 5, { influence = { danger = 3 }, explain = true, trace = trace,
    extra_cost = function(x) return x end })
  return path, path:explain(), #trace
map:query{ unit = walker, influence = { danger = 1 }, trace = {} }
map:path(1, 1, 8, 5, map:query{ influence = { danger = 1 }, explain = true })
search = walker:search(8, 5, { engine = "astar", explain = true }) search:step(2)
  => search:step(), search:step()
walker:request_path(8, 5)
map:nearest(1, 3, { { 8, 5 }, { 4, 5 } }, { influence = { danger = 1 } }, 2)
{ map:nearest(1, 1, { unseen = true }, { player = red }) }
{ walker:nearest({ { 8, 5 } }, { within = 1 }) }
map:cost(5, 5, { influence = { danger = 1 } })
map:fill(7, 1, 1, 5, "wall") red:reveal() => told(walker:breach(8, 5))
describe_sight(map:sight(EYES))
describe_sight(red:sight(red, { radius = 2 }))
red:reveal() => map:nearest(1, 1, { hidden_from = map:sight(EYES) }, { player = red })
danger:from_sight(map:sight(EYES), 7):get(1, 1)
{ walker:clear_shot(enemy, { range = 3 }), { map:line_of_sight(1, 3, 8, 3, { player = red }) } }
map:field({ to = GOALS }, { unit = walker, extra_cost = function(x) return x end })
map:field({ to = GOALS }, map:query{ player = red, influence = { danger = 2 } })
POSITIONS.query = { unit = walker, influence = { danger = 1 } }
  return map:positions(walker.x, walker.y, POSITIONS)
map:field({ flee = { { 8, 5 } } }, { influence = { danger = 1 } })
map:field({ flee = { { 8, 5 } }, nodes = 9 }, { influence = { danger = 1 } })
map:fill(1, 3, 1, 3, "wall") stander:place(2, 1) red:reveal()
  field = map:field({ to = { { 8, 5 } } }, { unit = walker })
  => { field:cost(1, 1) }
map:line(1, 1, 8, 1, { influence = { danger = 1 } })
red:unit{ x = 3, y = 1, speed = 2, sight = 4 }
red:unit{ x = 1, y = 1 }
stander:path(8, 5)
stander:path(8, 5, { explain = true }):explain()
stander:reachable(8, 5)
stander:search(8, 5, { engine = "astar" }):step()
path = stander:path(4, 5) => stander:follow_path(path).route
walker:stop()
walker:place(4, 4)
walker:blocked()
walker:visible_to(blue)
walker:remove()
local unit = walker
  return unit.x, unit.y, unit.from_x, unit.fraction, unit.state, unit.id, unit.class, unit.player,
    unit.speed, unit.sight, unit.route, unit.progress
walker.data
walker.speed = 3
walker.sight = 5
local list = {}
  for unit in map:units() do list[#list + 1] = unit end
  for unit in red:units() do list[#list + 1] = unit end
  return list, map:unit_at(1, 2)
map:units_near(1, 1, 9)
walker:units_near(5, "friends")
red:shares(blue)
walker:remove() return walker.removed, red.removed
local list = {}
  for unit, index in red:blocked_units() do list[unit.id] = index end
  return list
map:tick()
walker.avoidance = "yield" map.reroute_budget = 99 return walker.avoidance, map.reroute_budget
map:_plane(), red:_plane(), danger:_plane()
]])

world("sloped", "peopled", [[
  map:terrain("road", { cost = 8, height = 3, current = { east = 4 } }):set(4, 3, "road")
  mule = map:class { climb = 5, descend = -1 }
]], [[
map:class { climb = 7, drift = 0.5 }.climb
{ map:terrain "road" }
local path = map:path(1, 1, 8, 5, { class = mule, explain = true })
  return { path.cost, #path:explain() }
map:path(1, 1, 8, 5, { class = mule, influence = { danger = 1 } }).cost
map:path(1, 1, 8, 5, { class = mule }) map:terrain("road", { height = 7 })
  => map:path(1, 1, 8, 5, { class = mule }).cost
map:field({ to = { { 8, 5 } } }, { class = mule }):cost(1, 1)
]])

world("linked", "peopled", "link = map:link{ from = { 1, 1 }, to = { 8, 5 }, cost = 9 }", [[
link:close()
link:set_cost(3)
{ link:ends() }
link:remove()
map:links()()
local path = map:path(1, 1, 8, 5)
  return { path.cost, path:link(#path), map:reachable(1, 1, 8, 5) }
map:field { to = { { 8, 5 } } }:cost(1, 1)
]])

-- With one of everything that a save holds.
world("busy", "linked", [[
  walker.data.name = "scout"
  walker:watch_path { follow = true }
  map:influence("past", { recipe = { "history", "danger", half_life = 9 } })
  map:influence("smoke", { recipe = { "flow", "danger", radius = 3, player = red } })
  walker:request_path(8, 5)
  map:request_path(1, 5, 8, 5, { influence = { danger = 1 } })
  map:request_nearest(1, 5, { { 8, 5 }, { 4, 5 } })
  map:class { swamp = 5, size = 2 }
  red.traffic_memory = 9
  map:prepare { landmarks = true, dead_ends = true }
  enemy:follow_path(map:path(8, 5, 8, 4))
  map:tick()
  map:save() -- which ends searches that are under way
]], [[
map:resize(12, 9, 3, 2, { fill = "wall" })
map:snapshot().copied > 0
snapshot = map:snapshot() map:tick() walker:remove() => map:restore(snapshot)
map:fork()
text = map:save() map = nil => astar.read(text)
field = map:field { from = { 1, 1 }, max_cost = 200 } map:fill(4, 3, 1, 3, "wall")
  => field:cost(1, 1), field:cost(8, 1)
]])

world("watched", "peopled", [[
  path = map:path(1, 1, 8, 5)
  watch = map:watch_path(path, { influence = { danger = 1 } })
]], [[
local one = map:watches()()
  return { tostring(one.path), one.cost, tostring(one.better), tostring(one) }
watch:remove()
map:save()
map:read_path(path:save())
path:cost_now()
]])

-- Two watches; what the first path costs has risen, and a better one is there.
world("with_news", "watched", "danger:add(path:cell(3), select(2, path:cell(3)), 60, 0)", [[
map:tick()
map:tick() => local told = {}
  for kind, one in map:watch_events() do told[#told + 1] = kind .. one.cost end
  return told
]])

world("house", "", [[
  map = astar.map { levels = { { name = "ground", rows = { "....", "...." } },
    { name = "upper", width = 3, height = 2 } } }
]], [[
tostring(map:level "upper")
map:levels()().name
{ map:level_at(2, 4) }
map:player "red"
]])

world("with_ticket", "peopled", "ticket = map:request_path(1, 3, 8, 5)", [[
map:request_path(1, 1, { x = 4, y = 3, width = 2, height = 2 }, { influence = { danger = 1 } })
ticket:cancel().code
while map.pending_requests > 0 do map:work(40) end return ticket.path
heard = listeners(map, ticket)
  => repeat map:work(40) until map.pending_requests == 0 and map:work(0) == 0 return heard
tickets = { ticket, map:request_path(1, 1, 8, 5, { engine = "astar" }),
  map:request_path(8, 5, 1, 1, { player = red }), walker:request_path(4, 5) }
  => while map.pending_requests > 0 do map:work(5000, 2) end
  local paths = {}
  for i, one in ipairs(tickets) do paths[i] = one.path or one.code end
  return paths
while map.pending_requests > 0 do map:work(5) end
  => ticket.path, ticket.code, ticket.done, ticket.expanded
]])

-- Of one terrain, with little danger: what jump point search among layers needs.
world("wide", "", [[
  map = astar.map{ width = 40, height = 30, terrains = { plain = 10 }, fill = "plain" }
  local red = map:player("red"):reveal()
  walker, comrade = red:unit{ x = 20, y = 1 }, red:unit{ x = 22, y = 1 }
  map:influence("danger"):add(20, 15, 90, 2)
  comrade:follow_path(map:path(22, 1, 22, 20))
]], [[
walker:alternatives(20, 28, nil, { apart = 1, count = 2 })
walker:path(20, 30)
walker:path(20, 30) comrade:follow_path(map:path(22, 1, 30, 20)) => walker:path(20, 30)
]])

world("with_field", "peopled", [[
  field = map:field({ to = GOALS }, { influence = { danger = 1 }, player = red })
]], [[
red:reveal() map:fill(4, 3, 1, 3, "wall") => field:cost(1, 1), field:cost(3, 3)
{ field:step(1, 1) }
field:path(3, 3)
local sum = 0
  for x, y, cost in field:cells() do sum = sum + x * y + cost end
  return sum
field:update()
field:close()
]])

-- A field of flight of which so much changes, in one of several ways, that it is repaired.
world("before_a_repair", "peopled", [[
  function change()
    map:set(3, 3, "swamp"):set(1, 4, "wall")
    danger:set(5, 5, 20)
  end
]], [[
field = map:field { flee = { { 8, 5 } } } change() => field:cost(1, 1)
field = map:field { flee = { { 8, 5 } }, nodes = 9 } change() => field:cost(7, 5)
field = map:field({ flee = { { 8, 5 } } }, { influence = { danger = 1 },
  extra_cost = function() return 2 end }) change() => field:cost(1, 1)
]])

world("about_to_reroute", "peopled", [[
  walker.avoidance = "repath"
  red:unit{ x = 3, y = 1 }
  for _ = 1, 6 do map:tick() end
]], [[
map:tick()
map:tick() => walker.route
]])

-- A larger map, on which tables have to grow. One unit stands in the way of another, which will
-- look for a new path; the path of a third one, which is explained, is about to be cut.
world("jammed", "", [[
  map = astar.map { width = 40, height = 30, terrains = { plain = 10, wall = false } }
  map:fill(9, 4, 1, 20, "wall")
  red, blue = map:player "red", map:player "blue"
  red:share(blue)
  walker, jammed = red:unit { x = 3, y = 3, sight = 5 }, blue:unit { x = 21, y = 27, speed = 1 }
  jammed.avoidance = "repath"
  jammed:follow_path(jammed:path(33, 27))
  red:unit { x = 26, y = 27 }
  large = map:class { size = 12 }
  path = walker:path(13, 10, { explain = true })
]], [[
red:see(21, 21, 9) red:end_sight() => red:see(22, 21, 39)
red:unit { x = 26, y = 3, class = large, sight = 12 }
walker.sight = 30
scout = red:unit { x = 26, y = 3 } => scout:set_class(large)
walker:follow_path(path)
walker:follow_path(path) => walker:follow_path(walker.route)
walker:follow_path(path) map:influence "fear"
  => walker:follow_path(path, { influence = { fear = 7 } })
blue:sight({ { 21, 21, 9 }, { 1, 1, 40 } })
walker:follow_path(path) map:set(path:cell(4), select(2, path:cell(4)), "wall") => map:tick()
for _ = 1, 4 do map:tick() end => map:tick()
for _ = 1, 5 do map:tick() end => map:tick() -- it looks for a new path
map.reroute_budget = 2 for _ = 1, 5 do map:tick() end => map:tick() -- it begins to look for one,
map.reroute_budget = 2 for _ = 1, 6 do map:tick() end => map:tick() -- goes on,
map.reroute_budget = 2 for _ = 1, 7 do map:tick() end => map:tick() -- and finds it
]])

world("after_a_tick", "peopled", "enemy:follow_path(map:path(8, 5, 8, 4)) map:tick()", [[
local list = {}
  for kind, unit in map:events() do list[#list + 1] = kind .. unit.id end
  return list
enemy:remove()
red:remove()
]])

-- ---- graphs -------------------------------------------------------------------------------------

world("towns", "", [[
  graph = astar.graph{ nodes = { "a", "b", "c", d = { x = 1, y = 2 } }, edges = {
    { "a", "b", cost = 3 }, { "b", "c", cost = 4 }, { "a", "c", cost = 9 } } }
  map, red = graph, graph:player "red"
  unit, edge = graph:unit{ at = "a", player = red }, graph:edge("a", "b")
]], [[
graph:add_node("e", { x = 4, y = 1 })
graph:node("d")
graph:add_edge("a", "d", 3)
graph:edge("b", "c"), graph:edges()(), { edge:ends() }
{ graph:neighbours("a", { extra_cost = { b = 2 } })() }
graph:nodes()()
graph:player "blue"
local path = graph:path("a", "c", { extra_cost = { [edge] = 1 } })
  return tostring(path), path:node(2), path:edge(2)
local found = graph:nearest("a", { "c", "b" })
  return found.node, found.index, tostring(found.path)
graph:reachable("a", "c")
graph:field({ to = { "c" } }, { player = red, extra_cost = { a = 1 } })
tostring(graph:field { from = "a", max_cost = 5 }:path("b"))
graph:unit{ at = "b" }
tostring(unit:path("b")), unit:position()
]])

world("travelling", "towns", [[
  path = graph:path("a", "c")
  unit:follow_path(path)
  field = graph:field { to = { "c" } }
]], [[
field:cost("a"), field:step("a"), tostring(field:path("a"))
unit:follow_path(path)
tostring(unit.route)
graph:tick()
astar.read_graph(graph:save()):hash()
]])

-- ---- sandboxes ----------------------------------------------------------------------------------

-- The failures of a sandbox are its host's wherever it is the host that has no memory.
world("with_box", "", [=[
  box = sandbox.new{ memory = 2 ^ 20, host = function(_, ...) return { ... } end }
  assert(box:trust("expose('ask', function(...) return host('ask', ...) end)", "=api"))
  script = [[
    local t = { 3, 1, 2, x = 1 }
    table.sort(t)
    table.sort(t, function(a, b) return b < a end)
    local keys = ""
    for key in pairs(t) do keys = keys .. key end
    local callable = setmetatable({}, { __call = function(_, n) return n + math.abs("2") end })
    return t, keys, callable(1), ("%5d|%s"):format("7", {}), ("a,b"):replace(",", ("-"):rep(2000))
  ]]
]=], [[
box:run("local t = {} for i = 1, 40 do t[i] = i .. '' end return #t, ...", "@m", 1)
box:run(script, "@m")
local ok, failure = box:run("x = = 1", "@m") return ok, failure
box:call("ask", 1, "text", { 1, { x = ("x"):rep(300) } }, true, nil, 2.5)
box:trust("return 1", "=nothing")
assert(box:trust("expose('define', function(name, f) known = { [name] = f } end)", "=m"))
  return box:define("return 'x'", "=it", "it")
box:freeze()
box:close() return box.closed
]])

-- ---- images of tables ---------------------------------------------------------------------------

local THING = {}

local function own_of(thing) return { thing, thing.own } end

function given.image_of(root, touched, last, version)
  return core.image(root, last, version, {}, { [THING] = true }, "data", {}, touched, own_of)
end

given.THING = THING

-- Tables of which there is an image, and which have changed since.
world("with_image", "", [[
  local thing = setmetatable({ own = { 1, "a", true }, data = { x = 1 } }, THING)
  local other = setmetatable({ own = {}, data = { 1, 2 } }, THING)
  touched, root = {}, { thing, other, list = { 1, 2, 3 }, far = { { { 2.5 } } } }
  first = image_of(root, touched, nil, 1)
  thing.own[1], thing.own[3], other.data = 2, {}, { y = "new" }
  for i = 1, 20 do root.far[1]["key" .. i] = i end
  root.list[1] = nil
  touched[thing] = true
]], [[
core.image_bytes(image_of(root, touched, first, 2), first) > 0
#core.image_contents(image_of(root, touched, nil, 2))
core.put_image(first, first, touched, "data")
  return root[1].own, root[2].data, root.list, root.far
]])

return operations
