-- A game without a screen that is looked at in the browser: `lua examples/inspect.lua`, and open
-- the address that it prints. It plays for 600 seconds, or as many as you say:
-- `lua examples/inspect.lua 60`.
--
-- All of the game is in its world: the rules are in play(), and what they need is in unit.data. So
-- it can go back, and go on another way beside itself.

dofile((arg[0]:match("^(.*[/\\])") or "./") .. "paths.lua")
local astar = require "astar"

local ROWS = [[
........................................
..oo..................~~~...............
..oo........#####.....~~~.......oo......
............#...#.....~~~.......oo......
................#.....===...............
============....#=====~~~======.........
...........=....=.....~~~.....=.........
....##.....=======....~~~.....=...####..
....##................~~~.....=...#.....
..............oo......===.....====#.....
..............oo......~~~.........#.....
......................~~~......oo.......
...######....................oooo.......
........................................
]]

local map = astar.map {
  rows = ROWS,
  legend = { ["."] = "plain", ["#"] = "wall", ["~"] = "water", o = "wood", ["="] = "road" },
  terrains = { plain = 10, road = 6, wood = { cost = 18, opaque = true },
    water = { cost = false, opaque = false }, wall = false },
}

-- ---- what units want: a mod ---------------------------------------------------------------------

local SOLDIER = [[
local think = require "astar.think"

-- The weaker it is, the more it wants to go home.
local function weakness(unit) return (20 - unit.data.hp) / 5 end

local function nearest_enemy(unit) return unit:enemies(12)[1] end

local function fight(unit)
  local enemy = nearest_enemy(unit)
  return enemy and unit:watch(5, function() return nearest_enemy(unit) ~= enemy and "another" end,
    unit.chase, enemy)
end

local function rest(unit)
  unit:go(unit.home, { within = 1 })
  return unit:wait(20)
end

local function roam(unit)
  local random = unit.world.random
  return unit:go(random(unit.world.map.width), random(unit.world.map.height), { partial = true })
end

return think.utility {
  { name = "rest", evaluate = weakness, execute = rest },
  { name = "fight", execute = fight, evaluate = function(unit)
    local enemy = nearest_enemy(unit)
    return enemy and 3 - unit:distance(enemy) / 12
  end },
  { name = "roam", evaluate = function() return 1 end, execute = roam },
  every = 5, margin = 0.3,
}
]]

local MOD = [[return { name = "arms", version = "1", behaviours = { soldier = "soldier.lua" } }]]

local world = astar.world { map = map, seed = 7 }
assert(world:mod({ name = "arms", files = { ["mod.lua"] = MOD, ["soldier.lua"] = SOLDIER } },
  { readonly = { "hp", "role" } }))
world:influence("danger", { decay = 0.9, every = 10 })

for i = 1, 12 do
  local player, x = i % 2 == 0 and "red" or "blue", i % 2 == 0 and 2 or 39
  world:unit { player = player, x = x, y = 2 + i, speed = 0.4, sight = 9, home = { x = x, y = 7 },
    behaviour = "arms.soldier", data = { hp = 20, role = "soldier" } }
end

-- ---- the rules ----------------------------------------------------------------------------------

-- Units next to an enemy lose strength; at home they get it back. Those without any are carried
-- home.
-- The world ticks first: a snapshot of a tick is taken when the next one begins, and has all of it.
local function play(one)
  one:tick()
  for unit in one:units() do
    local enemies, data = unit:units_near(1, "enemies"), unit.data
    data.hp = data.hp - 0.5 * #enemies
    if enemies[1] then one:influence("danger"):add(unit.x, unit.y, 30, 3) end
    if unit:distance(unit.home) <= 2 then data.hp = math.min(20, data.hp + 0.25) end
    if data.hp <= 0 and unit:place(unit.home.x, 1 + unit.id) then data.hp = 20 end
  end
end

-- ---- the loop -----------------------------------------------------------------------------------

local seconds = tonumber(arg[1] or 600)
if not seconds then
  io.stderr:write("Usage: lua examples/inspect.lua [SECONDS]\n")
  os.exit(2)
end

local has_sockets, socket = pcall(require, "socket")
if not has_sockets then
  print "This example needs LuaSocket: apt-get install lua-socket, or luarocks install luasocket."
  print("With it you look at a skirmish of two players in the browser while it plays.")
  os.exit(0)
end

local inspector = assert(astar.inspect(world, { title = "A skirmish at the river", play = play,
  health = function(unit) return unit.data.hp / 20 end }))
print(("Open this in a browser, within %g seconds:\n\n  %s\n"):format(seconds, inspector.url))
print "The page can pause the game, tell why units do what they do, and let it go another way."
io.stdout:flush()

local started = socket.gettime()
while socket.gettime() - started < seconds do
  for _ = 1, inspector:due() do play(world) end
  socket.sleep(0.05)
end
inspector:close()
print(("It has played %d ticks."):format(world.ticks))
