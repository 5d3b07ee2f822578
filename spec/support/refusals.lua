--- Calls that are refused for what the declarations do not say: the range of an argument, what a
-- table holds, what belongs together. Behind each stands a part of its message; "taken": it is at
-- the edge of what is right. By who makes them: a unit in its behaviour, the game, a mod.

local refusals = {}

refusals.unit = [[
unit:wait(0/0) -- #1 to 'wait' (a number of ticks expected, got
unit:sleep(0/0) -- #1 to 'sleep' (a number of ticks expected, got
unit:patrol({}) -- #1 to 'patrol' (points: the list is empty)
unit:patrol({ place }, -1) -- #2 to 'patrol' (a number of rounds expected, got -1)
unit:approach(unit) -- #1 to 'approach' (a target expected, got unit
unit:engage(unit) -- #1 to 'engage' (another unit expected, got unit
unit:guard(unit) -- #1 to 'guard' (a place expected, got unit
unit:hold(unit) -- #1 to 'hold' (a place expected, got unit
unit:ambush(unit) -- #1 to 'ambush' (a place expected, got unit
unit:flank(unit) -- #1 to 'flank' (a target expected, got unit
unit:flank(enemy, { front = {} }) -- #2 to 'flank' (front.x = nil is not an integer)
unit:hold(place, { watch = { 5 } }) -- #2 to 'hold' (watch[1] = 5 is not a cell { x, y })
unit:hold(place, { from = { 5 } }) -- #2 to 'hold' (from[1] = 5 is not a cell { x, y })
unit:harass(enemy, { near = 5, range = 5 }) -- #2 to 'harass' (a range greater than near expected
unit:harass(enemy, { near = 254, range = 256 })
  -- #2 to 'harass' (range = 256 is not a whole number from 1 to 255)
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
]]

refusals.game = [[
world:draw_circle(1, 1, 0) -- taken
world:draw_circle(1, 1, 1048576) -- taken
world:draw_circle(1, 1, 1048577) -- #3 to 'draw_circle' (a radius in cells expected, got 1048577)
world:draw_circle(1, 1, -1) -- #3 to 'draw_circle' (a radius in cells expected, got -1)
world.random(2, 2) -- taken
group:go(16, 8) -- taken
group:go(1, 1) -- taken
group:go(0, 1) -- #1 to 'go' (0, 1 is no cell of the map)
group:go(1, 0) -- #2 to 'go' (1, 0 is no cell of the map)
group:go(1, 9) -- #2 to 'go' (1, 9 is no cell of the map)
group:go({ x = 1, y = 9 }) -- #1 to 'go' (1, 9 is no cell of the map)
group:go(1.5, 1) -- #1 to 'go' (1.5, 1 is no cell of the map)
group:go(1, 1.5) -- #2 to 'go' (1, 1.5 is no cell of the map)
group:go(1, 1, { spacing = 32, speed = 64 }) -- taken
group:go(1, 1, { spacing = 1 }) -- taken
group:go(1, 1, { speed = 65 }) -- #3 to 'go' (speed = 65 is
group:go(1, 1, { speed = 0 }) -- #3 to 'go' (speed = 0 is
world:influence("own", { player = "red", weight = 1 }) -- #2 to 'influence' (influence: 'weight' of
world:influence("own", { recipe = {}, decay = 0.5 }) -- #2 to 'influence' (influence: 'recipe' tog
world:influence("own", { recipe = {}, spread = 0.5 }) -- #2 to 'influence' (influence: 'recipe' tog
unit:set_player("rad") -- #1 to 'set_player' (there is no player 'rad', the nearest is 'red')
world:save(5) -- #1 to 'save' (string expected, got number)
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
world.random(2, 1) -- #2 to 'random' (there is no number to choose from)
world.random(0) -- #1 to 'random'
world:reload(5) -- #1 to 'reload' (a name expected, got number)
world:watch("folder", 0) -- #2 to 'watch' (a whole number of ticks expected, got 0)
group:go(17, 1) -- #1 to 'go' (17, 1 is no cell of the map)
group:go(place, { facing = { 0, 0 } }) -- #2 to 'go' (facing is not one of the eight directions
group:hold({ facing = { 0, 0 } }) -- #1 to 'hold' (facing is not one of the eight directions
think.interrupt(f, {}) -- #2 to 'interrupt' (a table of functions by events expected, got an empty
think.loop(f, 0) -- #2 to 'loop' (a number from 1 up expected, got 0)
think.till(f, f, 0) -- #3 to 'till' (a number from 1 up expected, got 0)
think.guarded(f, f, 0) -- #3 to 'guarded' (a number from 1 up expected, got 0)
map:draw({ level = "a" }) -- #1 to 'draw' (level:
squads.muster(world, player, { 5 }) -- #3 to 'muster' (squad 1 is not a table, but a number)
squads.muster(world, player, { {} }) -- #3 to 'muster' (squad 1 has no name)
squads.muster(world, player, { { nam = "a" } }) -- #3 to 'muster' (unknown key 'nam', the
squads.muster(world, player, { { name = "a" }, { name = "a" } })
  -- #3 to 'muster' (two squads are called 'a')
astar.waypoints(hexagons, {}) -- #1 to 'waypoints' (a map of hexagons has no waypoints)
astar.inspect(world, { token = "a" }) -- #2 to 'inspect' (token = 'a' is no token: it has
think.act("gp") -- #1 to 'act' (there is no verb 'gp', the nearest is 'go')
think.utility({}) -- #1 to 'utility' (there is no candidate)
map:positions(3, 1, { from = { cells = { place } }, reserve = "own" })
  -- #3 to 'positions' (reserve = 'own': only units of a world keep places)
map:positions(3, 1, {}) -- #3 to 'positions'
map:read_routes(5) -- #1 to 'read_routes' (a string expected, got 5)
routes:path("text", "text") -- #2 to 'path' ('text' is where the path begins)
astar.world({}) -- #1 to 'world' ('map' is missing)
map:draw({ numbers = true }) -- #1 to 'draw' (numbers = true needs a trace)
]]

refusals.mod = [[
world:influence({ "enemies", within = -1 })
  -- #1 to 'influence' (within = -1 is not a whole number from 0 to 2147483648)
world:influence({ "sum", { map = "own", nonsense = 1 } }) -- #1 to 'influence' (unknown key
world:random(6) -- calling 'random' on bad self (write world.random(6), with a dot)
world:group({ units = { 5 } }) -- #1 to 'group' (units[1] = number is not a unit)
path:cell(99) -- #1 to 'cell' (index = 99 is out of range, 1 to 9 or -9 to -1)
unit:flight(many) -- #1 to 'flight' (at most 1024 threats expected, got 1025)
unit:find_flight(many) -- #1 to 'find_flight' (at most 1024 threats expected, got 1025)
unit:cover(many, 3) -- #1 to 'cover' (at most 1024 threats expected, got 1025)
world:sight({ place }, 255) -- taken
world:sight({ place }, 0) -- taken
world:threats_along(path, 0) -- taken
world:known_enemies({ near = place }) -- #1 to 'known_enemies' (near and radius go together)
world:threats_along(path, -1) -- #2 to 'threats_along' (a number of cells expected, got number)
world:sight({ place }, 256) -- #2 to 'sight' (observers[1]: a radius of 0 to 255 expected, got 256)
world:sight({ place }, -1) -- #2 to 'sight' (observers[1]: a radius of 0 to 255 expected, got -1)
]]

return refusals
