--- Random worlds: a map with terrain, classes, players, influence maps and units, and questions.

local astar = require "astar"

local worlds = {}

local RATIOS = { { 10, 14 }, { 10, 14 }, { 5, 7 }, { 10, 10 }, { 10, 20 }, { 10000, 14142 },
                 { 1, 1 }, { 1, 2 }, { 7, 11 }, { 2, 3 }, { 3, 5 }, { 100, 199 } }
local RULES = { "no_obstacles", "no_obstacles", "at_most_one_obstacle", "always", "never" }
local NAMES = { "plain", "road", "swamp", "wood", "wall" }

-- ---- terrain ----------------------------------------------------------------------------------

--- Makes a column a wall, mostly with a gap.
local function wall_off(random, rows, column, height)
  for y = 1, height do rows[y][column] = "wall" end
  if random:chance(0.9) then rows[random:int(1, height)][column] = "plain" end
end

--- Rows of terrain names: a mixture of open and closed ground, now and then cut by walls.
local function ground(random, width, height)
  local rows, density = {}, random:pick { 0, 10, 20, 30, 45 }
  local dearer = random:chance(0.5)
  for y = 1, height do
    rows[y] = {}
    for x = 1, width do
      local wall = random:int(1, 100) <= density
      rows[y][x] = wall and "wall" or dearer and NAMES[random:int(1, 4)] or "plain"
    end
  end
  local walls = random:pick { 0, 0, 0, 1, 1, math.floor(width / 2) }
  for i = 1, walls do
    local column = walls == 1 and random:int(1, width) or 2 * i
    wall_off(random, rows, column, height)
  end
  return rows
end

local function flat(rows)
  local list = {}
  for _, row in ipairs(rows) do
    for _, name in ipairs(row) do list[#list + 1] = name end
  end
  return list
end

function worlds.terrains(straight)
  return {
    { name = "plain", cost = straight }, { name = "road", cost = math.floor((straight + 1) / 2) },
    { name = "swamp", cost = 3 * straight + 1 },
    { name = "wood", cost = 2 * straight, opaque = true },
    { name = "wall", cost = false, opaque = true },
  }
end

local SIDES = { { "east", "south" }, { "west", "south" }, { "west", "north" }, { "east", "north" } }

--- Gives some terrains a height or a current.
local function add_slopes(random, world)
  local s = math.min(world.straight, 1000)
  world.sloped, world.slopes = true, {}
  for _, name in ipairs(NAMES) do
    local sides, current = random:pick(SIDES), {}
    for _, side in ipairs(sides) do
      if random:chance(0.4) then current[side] = random:int(0, 3 * s) end
    end
    local height = random:chance(0.5) and random:int(-2, 5) or 0
    world.map:terrain(name, { height = height, current = current })
    world.slopes[name] = { height = height,
      east = (current.east or 0) - (current.west or 0),
      south = (current.south or 0) - (current.north or 0) }
  end
end

local function make_map(random, most, grid)
  local ratio = random:pick(RATIOS)
  if grid ~= "square" then ratio = { ratio[1], ratio[1] } end
  local least = random:chance(0.2) and 1 or math.floor(most / 2)
  local width, height = random:int(least, most), random:int(least, most)
  local world = { width = width, height = height, straight = ratio[1], diagonal = ratio[2],
                  terrains = {}, shares = {}, players = {}, units = {}, influences = {} }
  local list = worlds.terrains(ratio[1])
  for _, one in ipairs(list) do world.terrains[one.name] = one.cost end
  world.map = astar.map { width = width, height = height, terrains = list, fill = "plain",
                          straight = ratio[1], grid = grid,
                          diagonal = grid == "square" and ratio[2] or nil }
  world.map:paint(flat(ground(random, width, height)))
  if grid == "square" and random:chance(0.35) then add_slopes(random, world) end
  return world
end

-- ---- what stands on it ------------------------------------------------------------------------

local function random_cost(random, world)
  if random:chance(0.25) then return false end
  return random:int(1, 4 * world.straight)
end

--- A class as the model knows it; `object` is the map's own.
local function add_class(random, world)
  local class = { size = random:chance(0.7) and 1 or random:int(2, 3), costs = {},
                  diagonal = random:pick(RULES) }
  if world.map.grid ~= "square" then class.diagonal = nil end
  if random:chance(0.5) then class.unknown = random_cost(random, world) end
  for _, name in ipairs(NAMES) do
    if random:chance(0.2) then class.costs[name] = random_cost(random, world) end
  end
  if world.sloped then
    local s = math.min(world.straight, 1000)
    class.climb, class.descend = random:int(-s, 2 * s), random:int(-s, s)
    class.drift = random:pick { 0, 1, 1, 0.5, 2.25 }
  end
  class.object = world.map:class { size = class.size, diagonal = class.diagonal,
                                   unknown = class.unknown, costs = class.costs,
                                   climb = class.climb, descend = class.descend,
                                   drift = class.drift }
  table.insert(world.classes, class)
end

local function add_classes(random, world)
  world.classes = { { size = 1, diagonal = "no_obstacles", costs = {} } }
  for _ = 1, random:int(0, 3) do add_class(random, world) end
end

local function add_players(random, world)
  for _, name in ipairs { "red", "blue", "green" } do
    local player = world.map:player(name)
    for _ = 1, random:int(0, 3) do
      local x, y = random:cell(world)
      player:see(x, y, random:int(0, 6))
    end
    if random:chance(0.3) then player:reveal() end
    table.insert(world.players, player)
  end
  for _, name in ipairs { "blue", "green" } do
    if random:chance(0.3) then
      world.map:player(name):share(world.players[1])
      world.shares[name .. ">red"] = true
    end
  end
end

-- Where there are slopes nothing makes cells cheaper: what map:cost raises to 1 the model could not
-- tell apart.
local function add_influences(random, world)
  for _, name in ipairs { "danger", "scent" } do
    local weight = random:int(world.sloped and 0 or -512, 2048) / 1024
    local influence = world.map:influence(name, { weight = weight })
    for _ = 1, random:int(0, 3) do
      local x, y = random:cell(world)
      local falloff = random:pick { "linear", "none" }
      influence:add(x, y, random:int(world.sloped and 0 or -20, 60), random:int(0, 4), falloff)
    end
    world.influences[name] = { object = influence, weight = weight }
  end
end

local function add_unit(random, world)
  local class, player = random:pick(world.classes), random:pick(world.players)
  local x, y = random:cell(world)
  local sight = random:chance(0.3) and random:int(0, 3) or nil
  local unit = player:unit { x = x, y = y, class = class.object, sight = sight,
    speed = random:chance(0.1) and 0 or random:int(1, 8) / 8,
    avoidance = random:pick { "wait", "repath", "keep_right", "yield", "yield", "yield" } }
  if not unit then return end
  table.insert(world.units, { object = unit, class = class, player = player })
  local path = random:chance(0.6) and unit:path(random:cell(world))
  if path then unit:follow_path(path) end
end

local function add_units(random, world)
  for _, player in ipairs(world.players) do
    if random:chance(0.3) then player.traffic_memory = random:int(1, 12) end
  end
  for _ = 1, random:int(1, 9) do add_unit(random, world) end
  for _ = 1, random:int(0, 5) do world.map:tick() end
end

--- Edits, of which players see some.
local function hide_changes(random, world)
  for _ = 1, random:int(0, 6) do
    local x, y = random:cell(world)
    world.map:set(x, y, random:pick(NAMES))
  end
end

--- A world with a bit of everything; `most` is the longest side, `grid` "square" if it is left out.
function worlds.random(random, most, grid)
  local world = make_map(random, most, grid or "square")
  add_classes(random, world)
  add_players(random, world)
  hide_changes(random, world)
  if random:chance(0.6) then add_influences(random, world) end
  if random:chance(0.6) then add_units(random, world) end
  return world
end

-- ---- links -------------------------------------------------------------------------------------

--- Joins cells of a world by links, some of which are closed; players may have seen them so.
function worlds.join(random, world)
  world.links = {}
  for _ = 1, random:int(1, 6) do
    local x, y = random:cell(world)
    local to_x, to_y = random:cell(world)
    local options = { from = { x, y }, to = { to_x, to_y }, one_way = random:chance(0.3),
      cost = random:int(1, 6 * world.straight), open = random:chance(0.8) }
    if random:chance(0.3) then options.class = random:pick(world.classes).object end
    -- Where nobody can stand, or from a cell to itself, there is no link.
    local made, link = pcall(world.map.link, world.map, options)
    if made then table.insert(world.links, link) end
  end
  for _, player in ipairs(world.players) do
    if random:chance(0.5) then
      local x, y = random:cell(world)
      player:see(x, y, 6)
    end
  end
end

--- Changes something: terrain, a link, an influence map, or what a player sees.
function worlds.edit(random, world)
  local x, y = random:cell(world)
  local kind, link = random:int(1, 6), #world.links > 0 and random:pick(world.links)
  local danger = world.influences.danger
  if kind == 1 and link then
    if link.is_open then link:close() else link:open() end
  elseif kind == 2 and link then
    link:set_cost(random:int(1, 6 * world.straight))
  elseif kind == 3 and danger then
    danger.object:add(x, y, random:int(-20, 60), random:int(0, 3))
  elseif kind == 4 then
    random:pick(world.players):see(x, y, random:int(0, 6))
  else
    world.map:set(x, y, random:pick(NAMES))
  end
end

-- ---- questions --------------------------------------------------------------------------------

--- A callback that answers by a table made beforehand: the same whenever it is asked.
local function random_extra(random, world)
  local answers = {}
  for i = 1, world.width * world.height do
    local kind = random:int(1, 6)
    answers[i] = kind == 1 and random:int(0, 30) or kind == 2 and "no" or nil
  end
  return function(x, y)
    local answer = answers[(y - 1) * world.width + x]
    if answer == "no" then return false end
    return answer
  end
end

local function random_weights(random, world)
  if random:chance(0.2) then return false end
  local weights = {}
  for _, name in ipairs { "danger", "scent" } do
    local weight = random:int(world.sloped and 0 or -1024, 3072) / 1024
    if world.influences[name] then weights[name] = weight end
  end
  return weights
end

--- A question in the words of the model.
function worlds.question(random, world)
  local question = {}
  if #world.units > 0 and random:chance(0.6) then
    question.unit = random:pick(world.units)
    if random:chance(0.2) then question.claims = false end
    if random:chance(0.2) then question.occupancy = false end
    if random:chance(0.3) then question.claim_radius = random:int(0, 6) end
    if random:chance(0.3) then question.claim_ahead = random:int(0, 9) end
    if random:chance(0.3) then question.claim_penalty = random:int(0, 40) end
  else
    if random:chance(0.7) then question.class = random:pick(world.classes) end
    if random:chance(0.4) then question.player = random:pick(world.players) end
  end
  if random:chance(0.4) then question.influence = random_weights(random, world) end
  if random:chance(0.3) then question.traffic_cost = random:int(1, 200) end
  if random:chance(0.15) then question.extra_cost = random_extra(random, world) end
  return question
end

--- The same as a query of the library, with `more` options.
function worlds.query(question, more)
  local query = {}
  for key, value in pairs(question) do query[key] = value end
  for key, value in pairs(more or {}) do query[key] = value end
  query.unit = question.unit and question.unit.object
  query.class = question.class and question.class.object
  return query
end

--- Options for `map:prepare`, for the class and player that ask.
function worlds.preparation(question, threads)
  local unit = question.unit
  local class = unit and unit.class or question.class
  return { class = class and class.object, threads = threads,
    player = unit and unit.player or question.player }
end

--- The class that asks.
function worlds.class_of(world, question)
  return question.unit and question.unit.class or question.class or world.classes[1]
end

return worlds
