--- A world with a bit of everything, for what is said of all worlds: swamp and ore, two players who
-- fight and a third player who watches, diggers, hunters, guards, groups, influence that spreads,
-- and a game that interferes between the ticks, with the world's own chance.

local astar = require "astar"

local think = astar.think

local ROWS = {
  "....................",
  ".####..~~~....##....",
  ".#..#..~~~....##..o.",
  ".#.......~..........",
  ".####..........#.##.",
  "...............#..#.",
  "..oo....######.#..#.",
  "..oo.........#.####.",
  ".............#......",
  "....................",
}

local busy = { behaviours = {} }

function busy.map()
  return astar.map { rows = ROWS, legend = { ["~"] = "swamp", o = "ore" }, terrains = { plain = 10,
    swamp = 35, ore = 12, wall = false } }
end

-- ---- behaviours ---------------------------------------------------------------------------------

local behaviours = busy.behaviours

function behaviours.digger(unit, reach)
  while true do
    local found = unit:gather("ore", { within = 1 })
    if found then unit.data.loads = (unit.data.loads or 0) + 1 end
    unit:wait(unit.world.random(reach))
    unit:go(unit.home)
  end
end

function behaviours.rover(unit)
  unit:patrol(unit.data.route)
end

function behaviours.hunter(unit)
  while true do
    local enemy = unit:enemies(8)[1]
    unit.data.prey = enemy or unit.data.prey
    if not enemy then unit:explore() end
    if enemy then unit:chase(enemy) end
    unit:sleep(5)
  end
end

behaviours.guard = think.utility {
  { name = "guard", evaluate = function() return 1 end,
    execute = function(unit) return unit:guard(unit.home, { radius = 3 }) end },
  { name = "flee", evaluate = function(unit) return unit.data.hit and 2 end,
    execute = think.sequence(think.act("flee", nil, { ticks = 20 }), function(unit)
      unit.data.hit = nil
    end) },
  events = { "hit" },
}

-- ---- the beginning ------------------------------------------------------------------------------

local function add_units(world)
  local map, player = world.map, world.player
  local red, blue = player(world, "red"), player(world, "blue")
  local big = map:class { size = 2, swamp = false }
  local shared = { count = 0 }
  local function add(given)
    given.data = given.data or {}
    given.data.shared = shared
    return (world:unit(given))
  end
  for i = 1, 4 do
    add { player = red, x = i, y = 9, speed = 0.3 + i / 8, sight = 5, behaviour = "digger" }
    add { player = blue, x = 20, y = i + 3, speed = 0.5, sight = 4, behaviour = "hunter",
      avoidance = ({ "wait", "repath", "keep_right", "yield" })[i] }
  end
  add { player = red, x = 6, y = 1, class = big, speed = 0.4, sight = 6,
    data = { route = { { x = 6, y = 1 }, { x = 18, y = 1 }, { x = 9, y = 9 } } },
    behaviour = "rover" }
  add { player = red, x = 10, y = 9, speed = 0.6, sight = 6, behaviour = "guard" }
  return red, blue
end

local function add_groups(world, red, blue)
  local list = {}
  for i = 1, 5 do
    list[i] = world:unit { player = blue, x = 9 + i, y = 1, speed = 0.5, sight = 3 }
  end
  world:group { units = list, formation = "wedge" }:go(17, 9, { influence = { danger = 1 } })
  list = {}
  for i = 1, 3 do
    list[i] = world:unit { player = red, x = i, y = 1, speed = 0.4, sight = 3 }
  end
  world:group { units = list, formation = "line" }:hold()
end

--- The world of a seed.
function busy.world(seed)
  local world = astar.world { map = busy.map(), seed = seed, budget = 150, report = error }
  for name, f in pairs(behaviours) do world:behaviour(name, f) end
  world:influence("danger", { weight = 2, decay = 0.9, spread = 0.1, every = 3 })
  world:player("spectator")
  local red, blue = add_units(world)
  red:share(world:player "spectator")
  for unit in world:units() do
    if unit.behaviour == "digger" then unit:behave("digger", 4 + unit.id) end
  end
  add_groups(world, red, blue)
  world.data = { hits = 0, enemies = { [red] = blue, [blue] = red },
    danger = world:influence("danger") }
  return world
end

-- ---- the game -----------------------------------------------------------------------------------

--- A tick, and what the game does after it.
function busy.play(world)
  world:tick()
  local random, data = world.random, world.data
  local unit = world:unit_at(random(20), random(10))
  if unit and random(3) == 1 then
    data.hits, data.last = data.hits + 1, unit
    data.danger:add(unit.x, unit.y, 40, 2)
    unit.data.hit = true
    unit:tell("hit")
    if random(4) == 1 then unit:remove() end
  end
  if random(30) == 1 then
    world.map:set(random(20), 10, random(2) == 1 and "wall" or "plain")
  end
  if random(40) == 1 then
    for group in world:groups() do
      if group:count() > 0 then group:go(random(20), 9, { formation = "box" }) end
    end
  end
end

--- The world as it is loaded from what it is saved to.
function busy.restored(world, given)
  given = given or {}
  given.behaviours, given.report = given.behaviours or behaviours, given.report or error
  return assert(astar.read_world(assert(world:save()), given))
end

return busy
