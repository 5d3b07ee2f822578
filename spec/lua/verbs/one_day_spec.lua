-- One day: units of two players call every verb again and again, with arguments that chance picks,
-- while walls come and go, ore is used up, units are removed and others come. What each call
-- returned is kept in the units' data, so the hashes that stand here are about that, too. What
-- changes one on purpose changes it here, and the change is looked at.

local astar = require "astar"

local HASHES = { [100] = "fcb1740e0e9fad2c", [200] = "48466d26840beff0",
  [800] = "bedb1d96dab5b16f" }

local ROWS = {
  "........................................",
  "..oo......####......~~~~~...............",
  "..oo......#..#......~~~~~.........oo....",
  "..........#.........~~~~~.........oo....",
  "..........#..#..........................",
  "..........####..............#####.......",
  "............................#...#.......",
  "....~~~.....................#...........",
  "....~~~.....................#...#.......",
  "....~~~.......##............#####.......",
  "..............##........................",
  "........................................",
  "######.####################.############",
  "........................................",
  "........................................",
  "....####....................~~~~~.......",
  "....#..#....oo..............~~~~~.......",
  "....#.......oo...............~~~........",
  "....#..#...................#............",
  "....####...................#....oo......",
  "...........................#....oo......",
  "...........................#............",
  "........................................",
  "........................................",
}
local WIDTH, HEIGHT = #ROWS[1], #ROWS

-- ---- errands ------------------------------------------------------------------------------------

local function place(unit)
  local random = unit.world.random
  local x = random(WIDTH)
  return { x = x, y = random(HEIGHT) }
end

-- An enemy that the unit knows of, or a friend, or a place.
local function target(unit)
  local random = unit.world.random
  local foes, friends = unit:enemies(30), unit:friends(30)
  if foes[1] and random(3) > 1 then return random:pick(foes) end
  if friends[1] and random(4) > 1 then return random:pick(friends) end
  return place(unit)
end

-- Of what has one goal, or several.
local function near_query(unit)
  local random = unit.world.random
  local kind = random(4)
  if kind == 1 then return { within = random(0, 3) } end
  if kind == 2 then return { influence = { danger = random(4) } } end
end

local function query(unit)
  return unit.world.random(5) == 1 and { partial = true } or near_query(unit)
end

-- Drops a verb that has taken so long.
local function for_ticks(unit, ticks, verb, ...)
  local last = unit.world.ticks + ticks
  return unit:watch(1 + ticks % 3, function() return unit.world.ticks >= last and "late" end, verb,
    ...)
end

local errands = {}

function errands.go(unit) return unit:go(target(unit), query(unit)) end

function errands.walk(unit)
  local path = unit:path(target(unit), query(unit))
  unit:wait(unit.world.random(3))
  if path then return unit:walk(path) end
  return nil, "pathless"
end

function errands.await(unit) return unit:await("noise", unit.world.random(20)) end

function errands.patrol(unit)
  return unit:patrol({ place(unit), place(unit), place(unit) }, unit.world.random(2))
end

function errands.approach(unit)
  local done, code, x, y = unit:approach(target(unit), query(unit))
  unit.data.seen = x and x + 100 * y
  return done, code
end

function errands.chase(unit) return unit:chase(target(unit), query(unit)) end

function errands.follow(unit)
  return for_ticks(unit, 30, unit.follow, target(unit), query(unit))
end

function errands.flee(unit)
  local random = unit.world.random
  local threats = random(3) == 1 and { target(unit), target(unit) } or nil
  return unit:flee(threats, { distance = random(4, 12), ticks = random(2) == 1 and 25 or nil })
end

function errands.retreat(unit)
  local places = unit.world.random(2) == 1 and { place(unit), place(unit), place(unit) } or nil
  return unit:retreat(places, near_query(unit))
end

function errands.explore(unit) return for_ticks(unit, 50, unit.explore, near_query(unit)) end

function errands.gather(unit)
  local targets = unit.world.random(2) == 1 and "ore" or { place(unit), target(unit), place(unit) }
  local found, code = unit:gather(targets, near_query(unit))
  unit.data.found = found and found.x + 100 * found.y
  return found ~= nil, code
end

function errands.guard(unit)
  return for_ticks(unit, 40, unit.guard, place(unit), { radius = unit.world.random(3, 8) })
end

function errands.escort(unit)
  local friend = unit:friends(40)[1]
  if not friend then return nil, "alone" end
  return for_ticks(unit, 40, unit.escort, friend)
end

function errands.attack_move(unit)
  return for_ticks(unit, 60, unit.attack_move, place(unit),
    { query = query(unit), radius = unit.world.random(2, 9) })
end

function errands.engage(unit)
  local foe = unit:enemies(20)[1]
  if not foe then return nil, "peace" end
  return unit:engage(foe, { range = unit.world.random(3), cooldown = unit.world.random(0, 8) })
end

function errands.defend(unit)
  local function engage(one, foe) return one:chase(foe) end
  return unit:defend(unit.home, 6, engage, unit.go, place(unit))
end

function errands.hold_formation(unit) return for_ticks(unit, 40, unit.hold_formation) end

local names = {}
for name in pairs(errands) do names[#names + 1] = name end
table.sort(names)

-- One errand after the other; its data tell how each has ended, and how often.
local function busy(unit)
  while true do
    local name = unit.world.random:pick(names)
    unit.data.now = name
    local done, code = errands[name](unit)
    local ending = name .. " " .. (done and "done" or tostring(code))
    unit.data[ending] = (unit.data[ending] or 0) + 1
    unit:sleep(1)
  end
end

-- ---- the day ------------------------------------------------------------------------------------

local function add(world, count)
  local random = world.random
  for i = 1, count do
    local x, y = random(WIDTH), random(HEIGHT)
    if world.map:get(x, y) ~= "wall" and not world:unit_at(x, y) then
      world:unit { player = i % 2 == 0 and "red" or "blue", x = x, y = y, sight = random(3, 8),
        speed = random(2, 9) / 10, home = place { world = world }, behaviour = "busy",
        avoidance = random:pick { "wait", "repath", "keep_right", "yield" } }
    end
  end
end

local function begin()
  local map = astar.map { rows = ROWS, legend = { ["~"] = "swamp", o = "ore" }, terrains = {
    plain = 10, swamp = 35, ore = 12, wall = false } }
  local reports = {}
  local world = astar.world { map = map, seed = 12, budget = 1500,
    report = function(report) reports[#reports + 1] = report.text end }
  world:behaviour("busy", busy)
  world:influence("danger", { weight = 2, decay = 0.9, spread = 0.1, every = 5 }):add(20, 8, 60, 6)
  world:player "red":reveal()
  world:player "blue"
  add(world, 30)
  local members = {}
  for unit in world:units() do
    if unit.player.name == "blue" and #members < 4 then members[#members + 1] = unit end
  end
  world:group { units = members, formation = "line" }
  return world, reports
end

-- What the game does between two ticks.
local function meddle(world)
  local random, map = world.random, world.map
  local x, y = random(WIDTH), random(HEIGHT)
  if world.ticks % 7 == 0 and not world:unit_at(x, y) then
    map:set(x, y, random:pick { "wall", "plain", "plain", "swamp", "ore" })
  end
  for unit in world:units() do
    if random(60) == 1 then unit:tell("noise", unit) end
    if random(700) == 1 then unit:remove() end
  end
  if world.ticks % 40 == 0 then
    add(world, 4)
    world:groups()():go(random(WIDTH), random(HEIGHT))
  end
end

describe("a day of errands", function()
  it("has the hashes that are written here", function()
    local world, reports = begin()
    local endings, ended, count = {}, {}, 0
    for tick = 1, 800 do
      world:tick()
      meddle(world)
      for unit in world:units() do
        for ending in pairs(unit.data) do
          if not endings[ending] then count = count + 1 end
          endings[ending] = true
        end
      end
      if HASHES[tick] then assert.equal(HASHES[tick], world:hash(), tick) end
    end
    assert.same({}, reports)
    for ending in pairs(endings) do ended[ending:match("^%S+")] = true end
    for _, name in ipairs(names) do assert.is_true(ended[name], name) end
    assert.is_true(count > 30, count)
  end)
end)
