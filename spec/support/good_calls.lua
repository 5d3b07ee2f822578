--- A right call of each function that takes arguments, as text, by what it needs; and functions
-- that make each of its arguments wrong in turn, and each key of its options. Such a call is
-- refused, and the error names the number of the argument, and the key. "any" stands for what may
-- be anything; a number behind a call is the first argument to be tried. A call with words behind
-- it is wrong as it stands, and refused with these words; "taken": it is not.

local small_world = require "support.small_world"

local calls = {}

-- What a unit's behaviour may call, of a mod's units, too.
calls.unit = [[
unit:go(8, 2, {})
unit:go(place, {})
unit:walk(path, {})
unit:wait(3)
unit:await("attacked", 3)
unit:patrol({ place }, 3)
unit:approach(enemy, query)
unit:chase(enemy, query)
unit:follow(enemy, query)
unit:flee({ place }, { distance = 3, ticks = 3 })
unit:retreat({ place }, {})
unit:explore({})
unit:gather({ place }, {})
unit:guard(place, { radius = 3, engage = f })
unit:escort(friend, { radius = 3, engage = f })
unit:attack_move(8, 2, { radius = 3, engage = f, query = {} })
unit:attack_move(place, { radius = 3, engage = f, query = {} })
unit:engage(enemy, { range = 3, cooldown = 3, hit = f })
unit:take_cover({ place }, { distance = 3, within = 3, range = 3, ticks = 3, query = {} })
unit:flank(enemy, { range = 3, radius = 3, front = place, query = {} })
unit:ambush(place, { range = 3, from = place, ticks = 3, query = {} })
unit:harass(enemy, { range = 3, near = 1, cooldown = 3, hit = f, query = {} })
unit:hold(place, { within = 3, radius = 3, watch = place, from = place, engage = f, query = {} })
unit:defend(place, 5, f, f)
unit:watch(3, f, f)
unit:tell("attacked", "any")
unit:event("any")
unit:say("text", 3)
unit:mark(3, 1, "text", 3)
unit:mark(place, "text", 3)
unit:behave(f)
unit:visible_to(player)
unit:path(8, 2, {})
unit:path(place, {})
unit:reachable(8, 2, {})
unit:nearest({ place }, {}, 1)
unit:distance(8, 2)
unit:distance(place)
unit:level_at(8, 2)
unit:units_near(3, "enemies", place)
unit:enemies(3, place)
unit:friends(3, place)
unit:sees(enemy)
unit:knows(8, 2)
unit:influence("danger", 8, 2)
unit:flight({ place })
unit:cover({ place }, 3, {})
unit:clear_shot(8, 2, { range = 3, min_range = 1, through_units = true })
unit:clear_shot(place, { range = 3, min_range = 1, through_units = true })
unit:sleep(3)
unit:find(8, 2, {})
unit:find(place, {})
unit:find_flight({ place })
unit:find_nearest({ place }, {}, 1)
unit:take(path, {})
unit:defer(f)
unit:start(f)
unit:step(task)
unit:reserve("key", "purpose")
unit:positions({ from = { cells = { place } }, count = 2, score = {}, filter = {} })
unit:find_position({ from = { cells = { place } }, count = 2, score = {}, filter = {} })
unit:wait(0/0) -- #1 to 'wait' (a number of ticks expected, got
unit:sleep(0/0) -- #1 to 'sleep' (a number of ticks expected, got
unit:patrol({}) -- #1 to 'patrol' (points: the list is empty)
unit:patrol({ place }, -1) -- #2 to 'patrol' (a number of rounds expected, got -1)
unit:approach(unit) -- #1 to 'approach' (a target expected, got unit
unit:engage(unit) -- #1 to 'engage' (another unit expected, got unit
unit:engage(enemy, { range = 0 }) -- #2 to 'engage' (range = 0 is not a whole number from 1
unit:engage(enemy, { cooldown = -1 }) -- #2 to 'engage' (cooldown = -1 is not a whole number from 0
unit:guard(unit) -- #1 to 'guard' (a place expected, got unit
unit:hold(unit) -- #1 to 'hold' (a place expected, got unit
unit:ambush(unit) -- #1 to 'ambush' (a place expected, got unit
unit:flank(unit) -- #1 to 'flank' (a target expected, got unit
unit:flank(enemy, { range = 0 }) -- #2 to 'flank' (range = 0 is not a whole number from 1 to 255)
unit:flank(enemy, { radius = -1 })
  -- #2 to 'flank' (radius = -1 is not a whole number from 0 to 255)
unit:take_cover({}, { within = -1 })
  -- #2 to 'take_cover' (within = -1 is not a whole number from 0 to 255)
unit:take_cover({}, { range = -1 })
  -- #2 to 'take_cover' (range = -1 is not a whole number from 0 to 255)
unit:flank(enemy, { front = {} }) -- #2 to 'flank' (front.x = nil is not an integer)
unit:hold(place, { watch = { 5 } }) -- #2 to 'hold' (watch[1] = 5 is not a cell { x, y })
unit:hold(place, { from = { 5 } }) -- #2 to 'hold' (from[1] = 5 is not a cell { x, y })
unit:harass(enemy, { near = 5, range = 5 }) -- #2 to 'harass' (a range greater than near expected
unit:harass(enemy, { near = 254, range = 256 })
  -- #2 to 'harass' (range = 256 is not a whole number from 1 to 255)
unit:ambush(place, { range = 0 }) -- #2 to 'ambush' (range = 0 is not a whole number from 1 to 255)
unit:hold(place, { within = -1 }) -- #2 to 'hold' (within = -1 is not a whole number from 0 to 255)
unit:hold(place, { radius = -1 }) -- #2 to 'hold' (radius = -1 is not a whole number from 0 to 255)
unit:harass(enemy, { range = 0 }) -- #2 to 'harass' (range = 0 is not a whole number from 1 to 255)
unit:harass(enemy, { near = -1 }) -- #2 to 'harass' (near = -1 is not a whole number from 0 to 254)
unit:mark(true) -- #1 to 'mark' (x and y expected, or something that has them, got boolean)
unit:say("text", 1001) -- #2 to 'say' (1 to 1000 ticks expected, got 1001)
unit:say("text", 0) -- #2 to 'say' (1 to 1000 ticks expected, got 0)
unit:say("text", 1) -- taken
unit:say("text", 1000) -- taken
unit:say("text", 1.5) -- #2 to 'say' (1 to 1000 ticks expected, got 1.5)
unit:mark(1048576, -1048576) -- taken
unit:mark(1048577, 1) -- #1 to 'mark' (a cell of the map expected, got 1048577)
unit:mark(1, -1048577) -- #2 to 'mark' (a cell of the map expected, got -1048577)
unit:mark({ x = 1, y = "a" }) -- #1 to 'mark' (a cell of the map expected, got a)
unit:cover({ place }, 255) -- taken
unit:cover({ place }, 0) -- taken
unit:cover({ place }, 256) -- #2 to 'cover' (a radius of 0 to 255 expected, got 256)
unit:cover({ { x = 99, y = 1 } }, 3) -- #1 to 'cover' (threats[1].x = 99 is outside the map
unit:find_flight({}) -- #1 to 'find_flight' (at least one threat expected)
]]

-- What only the game may call of a unit.
calls.game = [[
unit:follow_path(path, {})
unit:watch_path({ follow = true })
unit:request_path(8, 2, {}, { priority = 1, done = f })
unit:request_path(place, {}, { priority = 1, done = f })
unit:request_nearest({ place }, {}, { count = 1, priority = 1, done = f })
unit:search(8, 2, {})
unit:search(place, {})
unit:breach(8, 2, {}, {})
unit:breach(place, {}, {})
unit:alternatives(8, 2, {}, {})
unit:alternatives(place, {}, {})
unit:place(3, 1)
unit:set_player("red")
unit:set_class(class)
unit:order(f)
unit:queue_order(f)
unit:remove(enemy)
]]

calls.world = [[
world:player("red", {})
world:influence("mine", { decay = 0.5, every = 2, player = "red" })
world:influence("own", { weight = 1, spread = 0.5, every = 2 })
world:influence("own", { recipe = { { kind = "units" } } })
world:unit({ player = "red", x = 1, y = 1, class = class, speed = 1, data = {}, behaviour = f })
world:unit({ player = "red", home = place, priority = 1, avoidance = "wait", sight = 1 })
world:units("red")
world:unit_at(3, 1)
world:units_near(3, 1, 4, player, "enemies")
world:units_in(3, 1, 2, 2)
world:reserve("key", unit)
world:release("key", unit)
world:holder("key")
world:draw_line(1, 1, 3, 2, "text", 3)
world:draw_circle(1, 1, 3, "text", 3)
world:behaviour("name", f)
world:group({ units = {}, name = "a", formation = "box", spacing = 2, speed = 1, influence = {} })
world:restore(world_snapshot)
world:timeline({ every = 9, most = 9, memory = 10000, play = f })
world:mod("folder", { memory = 10000000, parameters = {} })
world:reload("name", "any")
world:watch("folder", 3)
world:draw_circle(1, 1, 0) -- taken
world:draw_circle(1, 1, 1048576) -- taken
world:draw_circle(1, 1, 1048577) -- #3 to 'draw_circle' (a radius in cells expected, got 1048577)
world:draw_circle(1, 1, -1) -- #3 to 'draw_circle' (a radius in cells expected, got -1)
world.random(2, 2) -- taken
group:go(16, 2) -- taken
group:go(1, 1) -- taken
group:go(0, 1) -- #1 to 'go' (0, 1 is no cell of the map)
group:go(1, 0) -- #1 to 'go' (1, 0 is no cell of the map)
group:go(1, 3) -- #1 to 'go' (1, 3 is no cell of the map)
group:go(1.5, 1) -- #1 to 'go' (1.5, 1 is no cell of the map)
group:go(1, 1.5) -- #1 to 'go' (1, 1.5 is no cell of the map)
group:go(1, 1, { spacing = 32, speed = 64 }) -- taken
group:go(1, 1, { spacing = 1 }) -- taken
group:go(1, 1, { speed = 65 }) -- #3 to 'go' (speed = 65 is
group:go(1, 1, { speed = 0 }) -- #3 to 'go' (speed = 0 is
world:player("red", true) -- #2 to 'player'
world:influence("own", { every = 0 })
  -- #2 to 'influence' (every = 0 is not a whole number from 1 to 2147483648)
world:influence("own", { player = "red", weight = 1 }) -- #2 to 'influence' (influence: 'weight' of
world:influence("own", { recipe = {}, decay = 0.5 }) -- #2 to 'influence' (influence: 'recipe' tog
world:influence("own", { recipe = {}, spread = 0.5 }) -- #2 to 'influence' (influence: 'recipe' tog
unit:set_player("rad") -- #1 to 'set_player' (there is no player 'rad', the nearest is 'red')
world:save(5) -- #1 to 'save' (string expected, got number)
world:timeline({ memory = "a" }) -- #1 to 'timeline' (memory = 'a' is not a number
world:timeline({ memory = -1 }) -- #1 to 'timeline' (memory = -1 is not a number of at least 0)
world:mod({ files = {} }, { memory = 0 }) -- #2 to 'mod' (memory = 0 is not a whole number
world:mod({ files = {} }, { parameters = { a = "b" } })
  -- #2 to 'mod' (parameters.a = b is not a number)
world:restore(foreign) -- #1 to 'restore' (the snapshot is of another world)
world:restore(closed) -- #1 to 'restore' (the snapshot is closed)
world:influence("own", { player = true }) -- #2 to 'influence' (player = true is not a player
timeline:go_back(1.5) -- #1 to 'go_back' (a tick expected, got 1.5)
timeline:go_back(2 ^ 53) -- #1 to 'go_back' (a tick expected, got 9
timeline:go_back(2 ^ 53 - 1) -- #1 to 'go_back' (tick 9007199254740991 is yet to come: the world is
timeline:go_back(-2 ^ 53) -- #1 to 'go_back' (a tick expected, got -9
timeline:go_back(1 - 2 ^ 53) -- taken
timeline:fork(1) -- #1 to 'fork' (tick 1 is yet to come: the world is at 0)
world:timeline({ most = 1 }) -- #1 to 'timeline' (most = 1 is not
world:timeline({ most = 2.5 }) -- #1 to 'timeline' (most = 2.5 is not
world:timeline({ every = 0 }) -- #1 to 'timeline' (every = 0 is not
world:units_in(3, 1, 2) -- #4 to 'units_in' (a number expected, got nil)
world.random(2, 1) -- #2 to 'random' (there is no number to choose from)
world.random(0) -- #1 to 'random'
world:reload(5) -- #1 to 'reload' (a name expected, got number)
world:watch("folder", 0) -- #2 to 'watch' (a whole number of ticks expected, got 0)
group:regroup({ within = 0 }) -- #1 to 'regroup' (within = 0 is not a whole number from 1 to 255)
group:regroup({ safe = -1 }) -- #1 to 'regroup' (safe = -1 is not a whole number from 0 to 255)
group:go(17, 1) -- #1 to 'go' (17, 1 is no cell of the map)
group:go(3, 1, { spacing = 33 }) -- #3 to 'go' (spacing = 33 is not a whole number from 1 to 32)
group:go(place, { facing = { 0, 0 } }) -- #2 to 'go' (facing is not one of the eight directions
group:hold({ facing = { 0, 0 } }) -- #1 to 'hold' (facing is not one of the eight directions
group:add(unit)
group:remove(unit)
group:go(3, 1, { facing = "north", formation = "box", spacing = 2, speed = 1, influence = {} })
group:go(place, { facing = "north", formation = "box", spacing = 2, speed = 1, influence = {} })
group:hold({ facing = "north", formation = "box" })
group:regroup({ facing = "north", within = 5, safe = 5 })
timeline:go_back(1)
timeline:fork(1)
recording:note("text", place)
recording:value("name", 5, player)
world.random(1, 5)
random:pick({ 1 })
random:shuffle({ 1 })
]]

calls.paths = [[
astar.map({ width = 3, height = 3, grid = "square", fill = "plain", cell = 3 })
astar.map({ rows = { "." }, legend = {}, origin = {}, diagonal = 3, straight = 2 })
astar.files({ read = f, write = f })
astar.load("file", { memory = 1000, terrains = {}, inflate = f })
astar.read("text", { memory = 1000, terrains = {}, inflate = f })
astar.load_world("file", { behaviours = {}, report = f, log = f, memory = 1000 })
astar.read_world("text", { behaviours = {}, report = f, log = f, memory = 1000 })
astar.load_graph("file", { memory = 1000 })
astar.read_graph("text", { memory = 1000 })
astar.world({ map = map, seed = 1, budget = 1, threads = 1, report = f, log = f, fog = true })
astar.graph({ nodes = {}, edges = {} })
astar.waypoints(map, { corners = true, points = {}, query = {}, reach = 3 })
astar.record(world, { title = "a", every = 5, keys = 50, name = f, health = f, role = f })
astar.compare(world, world, { exact = true })
astar.replay(recording, "file")
think.act("go", "any", "any")
think.sequence(f, f)
think.selector(f, f)
think.loop(f, 1)
think.invert(f)
think.succeed(f)
think.race(f, f)
think.all(f, f)
think.till(f, f, 1)
think.guarded(f, f, 1)
think.when(f, f)
think.interrupt(f, { attacked = f })
think.listen(f, { attacked = f })
think.utility({ { name = "a", evaluate = f, execute = f } })
think.interrupt(f, {}) -- #2 to 'interrupt' (a table of functions by events expected, got an empty
think.loop(f, 0) -- #2 to 'loop' (a number from 1 up expected, got 0)
think.till(f, f, 0) -- #3 to 'till' (a number from 1 up expected, got 0)
think.guarded(f, f, 0) -- #3 to 'guarded' (a number from 1 up expected, got 0)
map:draw({ level = "a" }) -- #1 to 'draw' (level:
astar.world({ map = map, budget = -1 }) -- (budget = -1 is not a whole number from 0 to 4294967295)
astar.world({ map = map, threads = 0 })
  -- #1 to 'world' (threads = 0 is not a whole number from 1 to 64)
astar.world({ map = map, heavy = { every = 0 } })
  -- #1 to 'world' (heavy: every = 0 is not a whole number from 1 on)
squads.muster(world, player, 5) -- #3 to 'muster' (a list of squads expected, got number)
squads.muster(world, player, { 5 }) -- #3 to 'muster' (squad 1 is not a table, but a number)
squads.muster(world, player, { {} }) -- #3 to 'muster' (squad 1 has no name)
squads.muster(world, player, { { nam = "a" } }) -- #3 to 'muster' (unknown key 'nam', the
squads.muster(world, player, { { name = "a" }, { name = "a" } })
  -- #3 to 'muster' (two squads are called 'a')
squads.muster(world, player, { { name = "a", count = -1 } })
  -- #3 to 'muster' (count = -1 is not a whole number from 0 to 2147483648)
astar.waypoints(hexagons, {}) -- #1 to 'waypoints' (a map of hexagons has no waypoints)
astar.inspect(5) -- #1 to 'inspect' (a world expected, got 5)
astar.inspect(world, { nonsense = 1 }) -- #2 to 'inspect' (unknown key 'nonsense'
astar.inspect(world, { port = -1 })
  -- #2 to 'inspect' (port = -1 is not a whole number from 0 to 65535)
astar.inspect(world, { token = "a" }) -- #2 to 'inspect' (token = 'a' is no token: it has
think.act("gp") -- #1 to 'act' (there is no verb 'gp', the nearest is 'go')
think.retry(f, { nonsense = 1 }) -- #2 to 'retry' (unknown key 'nonsense'
think.utility({}) -- #1 to 'utility' (there is no candidate)
map:positions(3, 1, { from = { cells = { place } }, reserve = "own" })
  -- #3 to 'positions' (reserve = 'own': only units of a world keep places)
map:positions(3, 1, {}) -- #3 to 'positions'
map:read_routes(5) -- #1 to 'read_routes' (a string expected, got 5)
routes:path("a", "a") -- #2 to 'path' ('a' is where the path begins)
astar.world({}) -- #1 to 'world' ('map' is missing)
astar.load("file", { memory = 0 }) -- (memory = 0 is not a whole number from 1 to 9007199254740992)
astar.load_world("file", { memory = 0 }) -- (memory = 0 is not a whole number from 1 to
astar.load_graph("file", { memory = 0 }) -- #2 to 'load_graph' (memory = 0 is not
map:draw({ width = 0 }) -- #1 to 'draw' (width = 0 is not a whole number from 1 to
map:draw({ numbers = true }) -- #1 to 'draw' (numbers = true needs a trace)
map:terrain("plain", { cost = 2 })
map:get(3, 1)
map:set(3, 1, "plain")
map:fill(3, 1, 1, 1, "plain")
map:paint({ "." }, 3, 1, 1, 1, legend)
map:block_circle(3, 1, 1, "plain")
map:cell_at(3, 1)
map:center(3, 1)
map:distance(3, 1, 4, 1)
map:class({ size = 1 })
map:level("level")
map:level_at(3, 1)
map:influence("danger", { weight = 1 })
map:player("red", { seen = true })
map:line_of_sight(3, 1, 5, 1, { range = 3 })
map:sight({ { 3, 1, 3 } }, { radius = 3 })
map:query({ budget = 3 })
map:path(3, 1, 5, 1, { budget = 3, within = 1, partial = true, class = class, player = player })
map:reachable(3, 1, 5, 1, {})
map:nearest_free(3, 1, {})
map:region(3, 1, {})
map:cost(3, 1, {})
map:is_dead_end(3, 1, 1, 1, {})
map:nearest(3, 1, { place }, {}, 1)
map:line(3, 1, 5, 1, {})
map:breach(3, 1, 5, 1, {}, {})
map:alternatives(3, 1, 5, 1, {}, {})
map:clearance(3, 1, {})
map:areas({}, {})
map:cut_off({ place }, {})
map:sides({ { place } }, {})
map:field({ to = { place } }, {})
map:field({ from = { 3, 1 }, max_cost = 30 }, {})
map:field({ flee = { place }, nodes = 30 }, {})
map:positions(3, 1, { from = { cells = { place } }, count = 2, score = {}, filter = {} })
map:search(3, 1, 5, 1, {})
map:request_path(3, 1, 5, 1, {}, {})
map:request_nearest(3, 1, { place }, {}, {})
map:work(10, 1)
map:read_path(saved, {})
map:routes({ places = {}, query = {} })
map:read_routes("any")
map:unit_at(3, 1)
map:units_near(3, 1, 3, player, "enemies")
map:watch_path(path, {}, {})
map:resize(20, 2, 0, 0, { fill = "plain" }) 5
map:draw({ x = 1, y = 1, width = 3, height = 2, numbers = true, trace = path, level = "a" })
map:rows(legend)
influence:get(3, 1)
influence:set(3, 1, 1)
influence:add(3, 1, 1, 2, "linear")
influence:flood(3, 1, 1, 2, {})
influence:decay(0.5)
influence:spread(0.5)
influence:peaks(1, { apart = 1 })
influence:max_near(3, 1, 2)
influence:downhill(3, 1)
path:cell(1)
path:point(1)
path:link(1)
path:blocked({}, 1)
path:cost_now({}, 1)
path:smooth({})
path:compare(path)
path:save({})
routes:path("a", "b")
search:step(1)
search:end_early(1)
field:cost(3, 1)
areas:at(3, 1)
areas:get(1)
areas:chokes(1)
areas:path(1, 1, 1)
sight:count(3, 1)
sight:seen_by(3, 1)
player:see(3, 1, 2)
player:knows(3, 1)
player:share(player, true)
]]

-- What only mods may call, or what is other than for the game.
calls.mod = [[
world:known_enemies({ within = 5, near = { x = 3, y = 1 }, radius = 3 })
world:strength(3, 1, 4, { within = 5, key = "a" })
world:threats_along(path, 2, { within = 5 })
world:sites("wall")
world:areas({ class = class, ratio = 0.5, width = 2 })
world:cut_off({ place }, { class = class })
world:sides({ { place } }, { class = class })
world:line_of_sight(3, 1, 5, 1, { range = 3, min_range = 1 })
world:sight({ place }, 3)
world:influence({ "enemies" })
world:group({ units = { unit }, name = "a", formation = "box", spacing = 2, speed = 1 })
world:units("red")
world:player("red")
world:reserve("key", unit)
world:release("key", unit)
world:holder("key")
world:draw_line(1, 1, 3, 2, "text", 3)
world:draw_circle(1, 1, 3, "text", 3)
world.random(1, 5)
group:add(unit)
group:remove(unit)
group:go(3, 1, { facing = "north", formation = "box", spacing = 2, speed = 1 })
group:go(place, { facing = "north", formation = "box", spacing = 2, speed = 1 })
group:hold({ facing = "north", formation = "box" })
group:regroup({ facing = "north", within = 5, safe = 5 })
areas:at(3, 1)
areas:get(1)
areas:chokes(1)
areas:path(1, 1, 1)
areas:strength({ within = 5, key = "a" })
influence:get(3, 1)
influence:max_near(3, 1, 2)
influence:downhill(3, 1)
influence:uphill(3, 1)
influence:peaks(1, { min = 1, apart = 1 })
world:influence({ "enemies", within = -1 })
  -- #1 to 'influence' (within = -1 is not a whole number from 0 to 2147483648)
world:influence({ "enemies", nonsense = 1 }) -- #1 to 'influence' (unknown key 'nonsense'
world:influence({ "sum", { map = "own", nonsense = 1 } }) -- #1 to 'influence' (unknown key
world:random(6) -- calling 'random' on bad self (write world.random(6), with a dot)
world:group({ units = { 5 } }) -- #1 to 'group' (units[1] = number is not a unit)
world:threats_along(path, 2, { within = -1 })
  -- #3 to 'threats_along' (within = -1 is not a whole number from 0 to 2147483648)
path:cell(99) -- #1 to 'cell' (index = 99 is out of range, 1 to 9 or -9 to -1)
unit:flight(many) -- #1 to 'flight' (at most 1024 threats expected, got 1025)
unit:find_flight(many) -- #1 to 'find_flight' (at most 1024 threats expected, got 1025)
unit:cover(many, 3) -- #1 to 'cover' (at most 1024 threats expected, got 1025)
world:sight({ place }, 255) -- taken
world:sight({ place }, 0) -- taken
world:threats_along(path, 0) -- taken
world:known_enemies({ near = place }) -- #1 to 'known_enemies' (near and radius go together)
world:known_enemies({ within = -1 }) -- (within = -1 is not a whole number from 0 to 2147483648)
world:known_enemies({ radius = -1 }) -- (radius = -1 is not a whole number from 0 to 2147483648)
world:strength(3, 1, 4, { within = -1 }) -- #4 to 'strength' (within = -1 is not a whole number
world:threats_along(path, -1) -- #2 to 'threats_along' (a number of cells expected, got number)
world:sight({ place }, 256) -- #2 to 'sight' (observers[1]: a radius of 0 to 255 expected, got 256)
world:sight({ place }, -1) -- #2 to 'sight' (observers[1]: a radius of 0 to 255 expected, got -1)
]]

local FRAME = [[
return function(unit, within_mod, hear)
  local unpack = table.unpack or unpack
  local complaints, refused = {}, 0
  local function wrong(value) return type(value) ~= "boolean" and true or 7 end
  local function try(text, object, name, given, words, ...)
    local ok, message
    if object then ok, message = pcall(object[name], object, unpack(given, 1, given.n))
    else ok, message = pcall(name, unpack(given, 1, given.n)) end
    refused = refused + 1
    message = tostring(message)
    if hear then hear(text, ok, message) end
    for _, one in ipairs(ok and {} or { words, ... }) do
      ok = ok or not message:find(one, 1, true)
    end
    -- What the host finds wrong with a mod's call it says without the number.
    if within_mod and not message:find "#" then ok = message:find "attempt to" end
    if ok then
      complaints[#complaints + 1] = ("%s, %s: %s"):format(text, words, message)
    end
  end
  local function with(given, i, value)
    local copy = { n = given.n, unpack(given, 1, given.n) }
    copy[i] = value
    return copy
  end
  local function is_options(value)
    return type(value) == "table" and getmetatable(value) == nil and value.x == nil
      and value[1] == nil
  end
  local function try_options(text, object, f, name, given, i, words)
    try(text, object, f, with(given, i, { nonsense = 1 }), words, "nonsense")
    for key, value in pairs(given[i]) do
      local copy = {}
      for other, same in pairs(given[i]) do copy[other] = same end
      copy[key] = wrong(value)
      try(text, object, f, with(given, i, copy), words, key)
    end
  end
  local function refuse(text, words, object, f, ...)
    if within_mod then unit:sleep(1) end
    if words ~= "taken" then return try(text, object, f, { n = select("#", ...), ... }, words) end
    local ok, message
    if object then ok, message = pcall(object[f], object, ...) else ok, message = pcall(f, ...) end
    if not ok then complaints[#complaints + 1] = ("%s: %s"):format(text, tostring(message)) end
  end
  local function call(first, text, object, f, name, ...)
    if within_mod then unit:sleep(1) end           -- it has only so many instructions a tick
    local given = { n = select("#", ...), ... }
    for i = first, given.n do
      local words = ("argument #%d to '%s' ("):format(i, name)
      if within_mod then words = ("argument #%d to '"):format(i) end
      if given[i] ~= "any" then try(text, object, f, with(given, i, wrong(given[i])), words) end
      if is_options(given[i]) then try_options(text, object, f, name, given, i, words) end
    end
  end
]]

local PLACES = [[
  local function f() end
  local place, player, world = { x = 3, y = 1 }, unit.player, unit.world
  local friend, enemy = unit:friends(20)[1], unit:enemies(20)[1]
  local path, query = unit:path(8, 2), setmetatable({}, {})
]]
local TASK = "local task = unit:start(function() end)\n"

local OF_MODS = [[
  local many = {}
  for i = 1, 1025 do many[i] = place end
  local class, areas, influence = unit.class, world:areas(), world:influence { "own" }
  local group = world:group { units = { unit } }
]]
local OF_GAME = [[
  local astar = require "astar"
  local think, map, class = astar.think, world.map, unit.class
  local rectangle = { x = 5, y = 1, width = 1, height = 1 }
  local group, random = world:group { units = { unit } }, world.random
  local world_snapshot, timeline, recording = world:snapshot(), world:timeline(),
    astar.record(world)
  local influence = map:influence "danger"
  local search, field = map:search(3, 1, 5, 1), map:field { to = { place } }
  local areas, sight = map:areas(), map:sight { { 3, 1, 3 } }
  local squads, closed = require "astar.squads", world:snapshot()
  closed:close()
  local foreign = astar.world { map = astar.map { width = 3, height = 3 } }:snapshot()
  local hexagons = astar.map { width = 3, height = 3, grid = "hex" }
  local saved, legend = path:save(), setmetatable({}, {})
  local routes = map:routes { places = { a = { 3, 1 }, b = { 5, 1 } } }
]]

-- Text of a function that tries all these calls; `prologue` is text that makes what they name.
local function source(prologue, list)
  local out = { FRAME, prologue }
  for text in list:gsub("\n  +", " "):gmatch "[^\n]+" do
    local wrong, words = text:match "^(.-) %-%- (.*)$"
    local object, dot, name, arguments, first = (wrong or text):match
      "^(%w+)([.:])([%w_]+)%((.*)%) ?(%d*)$"
    local callee = (dot == ":" and "%s, %q" or "nil, %s.%s"):format(object, name)
    out[#out + 1] = wrong
      and ("refuse(%q, %q, %s, %s)"):format(wrong, words, callee, arguments)
      or ("call(%d, %q, %s, %q, %s)"):format(tonumber(first) or 1, text, callee, name, arguments)
  end
  out[#out + 1] = "return complaints, refused\nend\n"
  return table.concat(out, "\n")
end

--- The world of the calls: the unit that makes them.
function calls.new_unit()
  local world = small_world("................\n................")
  world:influence "danger"
  world:unit { player = "red", x = 2, y = 1 }
  world:unit { player = "blue", x = 14, y = 1 }
  return world:unit { player = "red", x = 1, y = 1, speed = 1, sight = 20 }
end

local function loaded(...) return assert((loadstring or load)(source(...)))() end

--- A function that tries the calls of a kind: "game", "world" or "paths". It returns a list of what
-- is wrong, and how many it has tried. It takes the unit, whether it is in a mod, and a function
-- that hears of each call whether it was taken, and the message, or nil.
function calls.of_game(kind) return loaded(PLACES .. OF_GAME, calls[kind]) end

--- Likewise those of a unit, in its behaviour.
function calls.of_unit() return loaded(TASK .. PLACES, calls.unit) end

--- Text of such a function, for a mod.
function calls.of_mod() return source(TASK .. PLACES .. OF_MODS, calls.unit .. calls.mod) end

return calls
