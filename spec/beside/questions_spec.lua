-- Questions change nothing: a game that draws what a path would be, on one
-- player's screen alone, goes on like the others. So each question there is is asked between the
-- ticks of one of two equal worlds, whose budgets are small, and all later ticks must come to the
-- same.

local astar = require "astar"
local cases = require "support.cases"
local core = require "astar.core"
local modded = require "support.modded"
local new_random = require "support.random"

-- ---- worlds -------------------------------------------------------------------------------------

local function new_map(random, size)
  local map = astar.map { width = size.width, height = size.height,
    terrains = { plain = 10, swamp = 30, ore = 10, wall = false } }
  for _ = 1, size.width do
    local rect = random:rect({ width = 60, height = 40 }, 5)
    map:fill(rect.x, rect.y, rect.width, rect.height, random:pick { "wall", "swamp", "plain" })
  end
  for _ = 1, 6 do
    local x, y = random:cell { width = 60, height = 40 }
    map:set(x, y, "ore")
  end
  local x, y = random:cell { width = 60, height = 40 }
  pcall(map.link, map, x, y, 30, 20, { cost = 5 })
  return map
end

local VERBS = {
  function(unit) unit:flee(nil, { ticks = 12 }) end,
  function(unit) unit:gather "ore" end,
  function(unit) unit:explore() end,
  function(unit) unit:take_cover(nil, { ticks = 9 }) end,
  function(unit) unit:retreat({ { x = 3, y = 3 }, { x = 50, y = 30 } }) end,
  function(unit)
    local enemy = unit:enemies(30)[1]
    if enemy then unit:approach(enemy) end
  end,
  function(unit)
    local enemy = unit:enemies(30)[1]
    if enemy then unit:watch(9, function() return true end, unit.flank, enemy) end
  end,
  function(unit)
    local random = unit.world.random
    local x = random(60)
    unit:go(x, random(40))
  end,
}

-- It asks until it has no nodes left, and notes what it got.
local MOD = [[return function(unit)
  while true do
    local near = unit:enemies(20)[1] or { x = 9, y = 9 }
    for i = 0, 2 do
      local way, code = unit:flight { { x = near.x, y = near.y }, { x = 20 + i, y = 7 } }
      unit.data.log = (unit.data.log or "") .. tostring(way and #way or code):sub(1, 1)
    end
    local path, code = unit:path(30, 20)
    unit.data.path = path and path.expanded or code
    unit:wait(1)
  end
end]]

local BUDGETS = { 60, 400, 3000 }

local function new_world(seed, size)
  local random = new_random(seed)
  local world = astar.world { map = new_map(random, size), seed = seed,
    fog = random:chance(0.5), budget = random:pick(BUDGETS),
    report = function(report) error(report.text, 0) end }
  world:influence("danger", { weight = random:int(0, 2), decay = 0.9, spread = 0.1 })
  world:influence("smell", { recipe = { "flow", "danger", radius = 3 }, weight = 1 })
  assert(modded(world, MOD, { nodes = 2000 }))
  local big = world.map:class { size = 2, swamp = false }
  for i = 1, 14 do
    local x, y = random:cell { width = 60, height = 40 }
    local verbs = {}
    for k = 1, 3 do verbs[k] = random:pick(VERBS) end
    world:unit { player = i % 3 == 0 and "blue" or "red", x = x, y = y, sight = 9,
      class = random:chance(0.2) and big or nil, speed = random:pick { 0.3, 0.5, 1 },
      behaviour = i > 12 and "test.it" or function(unit)
        while true do
          unit.world.random:pick(verbs)(unit)
          unit:wait(1)
        end
      end }
  end
  return world
end

-- What the game does to both: cells change, danger comes up.
local function disturb(random, world)
  local x, y = random:cell { width = 60, height = 40 }
  if random:chance(0.2) then
    world.map:set(x, y, random:pick { "wall", "plain", "swamp" })
  elseif random:chance(0.3) then
    world:influence("danger"):add(x, y, 40, 3)
  end
end

-- ---- questions ----------------------------------------------------------------------------------

local function cell(at) return { x = at.x, y = at.y } end

local function read(step, from, at)
  return step(from, at)
end

local QUESTIONS = {}

QUESTIONS.unit = {
  alternatives = function(unit, at) return unit:alternatives(cell(at), nil, { count = 2 }) end,
  blocked = function(unit) return unit:blocked() end,
  breach = function(unit, at)
    return unit:breach(cell(at), nil, { terrain = 50, narrow = true })
  end,
  clear_shot = function(unit, at) return unit:clear_shot(at.x, at.y) end,
  cover = function(unit, at) return unit:cover({ cell(at) }, 8) end,
  distance = function(unit, at) return unit:distance(at.x, at.y) end,
  enemies = function(unit) return unit:enemies(20) end,
  event = function(unit) return unit:event "news" end,
  events = function(unit) return read(unit:events()) end,
  flight = function(unit, at) return unit:flight { cell(at) } end,
  friends = function(unit) return unit:friends(20) end,
  influence = function(unit, at) return unit:influence("danger", at.x, at.y) end,
  knows = function(unit, at) return unit:knows(at.x, at.y) end,
  level_at = function(unit, at) return unit:level_at(at.x, at.y) end,
  nearest = function(unit, at)
    return unit:nearest(at.pick { "ore", { unseen = true }, { cell(at), { x = 5, y = 5 } } }, nil,
      at.pick { 1, 3 })
  end,
  orders = function(unit) return unit:orders() end,
  path = function(unit, at)
    return unit:path(at.x, at.y, at.pick { { within = 1 }, { partial = true }, { explain = true },
      { influence = { danger = 3 } }, { budget = 9 } })
  end,
  position = function(unit) return unit:position() end,
  positions = function(unit)
    return unit:positions { from = { within = 6 }, score = { { "walk", weight = -1 },
      { "cover", from = unit:enemies(20), weight = 3 } }, count = 3 }
  end,
  reachable = function(unit, at) return unit:reachable(at.x, at.y) end,
  search = function(unit, at)
    local search = unit:search(at.x, at.y)
    search:step(at.pick { 1, 20, 1000 })
    if at.pick { true, false } then search:close() end
  end,
  sees = function(unit, at) return unit:sees(cell(at)) end,
  units_near = function(unit) return unit:units_near(9, "enemies") end,
  visible_to = function(unit) return unit:visible_to(unit.world:player "blue") end,
}

QUESTIONS.map = {
  alternatives = function(map, at) return map:alternatives(at.x, at.y, 30, 20) end,
  areas = function(map, at)
    if map.width < 100 then map:areas({ player = at.player }):list() end
  end,
  breach = function(map, at) return map:breach(at.x, at.y, 30, 20, nil, { unit = 50 }) end,
  cell_at = function(map) return map:cell_at(3, 4) end,
  center = function(map, at) return map:center(at.x, at.y) end,
  classes = function(map) return read(map:classes()) end,
  clearance = function(map, at) return map:clearance(at.x, at.y) end,
  cost = function(map, at) return map:cost(at.x, at.y) end,
  cut_off = function(map, at)
    if map.width < 100 then map:cut_off({ { at.x, at.y } }):list() end
  end,
  distance = function(map, at) return map:distance(at.x, at.y, 3, 3) end,
  draw = function(map) return map.width < 100 and map:draw() end,
  field = function(map, at)
    local goal = { at.x, at.y }
    return map:field(at.pick { { to = { goal } }, { from = goal, max_cost = 200 },
      { flee = { goal }, nodes = 400 } }, { player = at.player }):cost(3, 3)
  end,
  get = function(map, at) return map:get(at.x, at.y) end,
  hash = function(map) return map:hash() end,
  influences = function(map) return read(map:influences()) end,
  is_dead_end = function(map, at) return map:is_dead_end(at.x, at.y, 1, 1) end,
  level_at = function(map, at) return map:level_at(at.x, at.y) end,
  levels = function(map) return map:levels() end,
  line = function(map, at) return map:line(at.x, at.y, 3, 3) end,
  line_of_sight = function(map, at) return map:line_of_sight(at.x, at.y, 9, 9) end,
  links = function(map) return read(map:links()) end,
  memory = function(map) return map:memory() end,
  nearest = function(map, at)
    return map:nearest(at.x, at.y, at.pick { "ore", { { 3, 3 }, { 40, 30 } },
      function(x, y) return x == 7 and y > 9 end })
  end,
  nearest_free = function(map, at) return map:nearest_free(at.x, at.y) end,
  path = function(map, at)
    return map:path(at.x, at.y, 30, 20, at.pick { { turn_cost = 5 }, { any_angle = true },
      { player = at.player }, { engine = "astar" }, { heuristic_weight = 2 },
      { extra_cost = function() return 1 end } })
  end,
  players = function(map) return read(map:players()) end,
  positions = function(map, at)
    return map:positions(at.x, at.y, { from = { within = 5 }, score = { { "walk", weight = -1 } } })
  end,
  query = function(map, at) return map:path(at.x, at.y, 9, 9, map:query { within = 2 }) end,
  reachable = function(map, at) return map:reachable(at.x, at.y, 30, 20) end,
  region = function(map, at) return map:region(at.x, at.y) end,
  routes = function(map, at)
    return map:routes { places = { a = { at.x, at.y }, b = { 9, 9 } } }
  end,
  rows = function(map) return map.width < 100 and map:rows() end,
  search = function(map, at) return map:search(at.x, at.y, 30, 20):step(at.pick { 5, 500 }) end,
  sides = function(map)
    if map.width < 100 then map:sides({ { { 3, 3 } }, { { 40, 30 } } }):list() end
  end,
  sight = function(map, at) return map:sight({ { at.x, at.y, 5 } }):count(9, 9) end,
  terrain_bytes = function(map) return map.width < 100 and map:terrain_bytes() end,
  terrains = function(map) return read(map:terrains()) end,
  tickets = function(map) return read(map:tickets()) end,
  unit_at = function(map, at) return map:unit_at(at.x, at.y) end,
  units = function(map) return read(map:units()) end,
  units_near = function(map, at) return map:units_near(at.x, at.y, 9) end,
  watches = function(map) return read(map:watches()) end,
}

QUESTIONS.player = {
  knows = function(player, at) return player:knows(at.x, at.y) end,
  line_of_sight = function(player, at) return player:line_of_sight(at.x, at.y, 9, 9) end,
  shares = function(player, at) return player:shares(at.player) end,
  sight = function(player, at) return player:sight({ { at.x, at.y } }, { radius = 6 }):close() end,
  state_bytes = function(player) return player:state_bytes() end,
  terrain_bytes = function(player) return player:terrain_bytes() end,
  traffic_at = function(player, at) return player:traffic_at(at.x, at.y) end,
  units = function(player) return read(player:units()) end,
}

QUESTIONS.influence = {
  downhill = function(layer, at) return layer:downhill(at.x, at.y) end,
  get = function(layer, at) return layer:get(at.x, at.y) end,
  gradient = function(layer, at) return layer:gradient(at.x, at.y) end,
  max_near = function(layer, at) return layer:max_near(at.x, at.y, 5) end,
  peaks = function(layer) return layer:peaks(3) end,
  uphill = function(layer, at) return layer:uphill(at.x, at.y) end,
  value_bytes = function(layer) return layer:value_bytes() end,
}

QUESTIONS.world = {
  count = function(world) return world:count() end,
  errors = function(world) return read(world:errors()) end,
  drawings = function(world) return world:drawings() end,
  events = function(world) return read(world:events()) end,
  groups = function(world) return read(world:groups()) end,
  hash = function(world) return world:hash() end,
  holder = function(world) return world:holder "gather" end,
  log = function(world) return world:log() end,
  mods = function(world) return read(world:mods()) end,
  unit_at = function(world, at) return world:unit_at(at.x, at.y) end,
  units = function(world) return read(world:units()) end,
  units_in = function(world, at) return world:units_in(at.x, at.y, 9, 9) end,
  units_near = function(world, at) return world:units_near(at.x, at.y, 9) end,
}

-- What is no question: it gives orders, changes the map, gives something to the queue, or makes
-- what changes how much searches look at; or it begins behaviours or searches again, as saving
-- does.
local OTHERS = {
  unit = [[behave cancel_orders defer evict find find_flight find_nearest find_position follow_path
    goal mark order place queue_order release remove request_nearest request_path reserve rouse say
    set_class set_player sleep start step stop take tell watch_path]],
  map = [[block_circle class close events fill fork from_axial influence level link
    paint player prepare read_path read_routes request_nearest request_path resize
    restore save save_terrain set snapshot terrain tick to_axial watch_events
    watch_path work]],
  player = "end_sight forget remove reveal see share unit blocked_units changed_cells",
  influence = "add clear decay flood from_sight remove set spread",
  world = [[behaviour check_heavy draw_circle draw_line fork group influence mod new player release
    reload reserve restore save snapshot tick timeline unit watch]],
}

local METHODS = {
  unit = require "astar.world.unit", world = require "astar.world",
  map = core.metatables.map.methods, player = core.metatables.player.methods,
  influence = core.metatables.influence.methods,
}

local ALL = {}
for kind, list in pairs(QUESTIONS) do
  for name, ask in pairs(list) do ALL[#ALL + 1] = { kind = kind, name = name, ask = ask } end
end
table.sort(ALL, function(a, b) return a.kind .. " " .. a.name < b.kind .. " " .. b.name end)

local function object_of(world, kind, random)
  if kind == "world" then return world end
  if kind == "map" then return world.map end
  if kind == "influence" then return world:influence(random:pick { "danger", "smell" }) end
  if kind == "player" then return world:player(random:pick { "red", "blue" }) end
  local units = {}
  for unit in world:units() do units[#units + 1] = unit end
  return random:pick(units)
end

-- Some questions, each perhaps several times in a row, for what its last answers have left. What is
-- raised is a mistake of this spec's: `mistakes` has it.
local function ask_some(random, world, count, mistakes)
  for _ = 1, count do
    local question = random:pick(ALL)
    for _ = 1, random:pick { 1, 2, 12 } do
      local x, y = random:cell { width = 60, height = 40 }
      local at = { x = x, y = y, player = world:player(random:pick { "red", "blue" }),
        pick = function(list) return random:pick(list) end }
      local ok, message = pcall(question.ask, object_of(world, question.kind, random), at)
      if not ok then mistakes[question.kind .. ":" .. question.name] = message end
    end
  end
end

local SIZES = {
  small = { width = 60, height = 40, count = 8, ticks = 90, asked = 6 },
  -- So large that tickets wait for tables.
  large = { width = 530, height = 500, count = 2, ticks = 40, asked = 1 },
}

describe("questions", function()
  it("are all in this spec, or said to be none", function()
    for kind, methods in pairs(METHODS) do
      for name, method in pairs(methods) do
        local is_meant = type(method) == "function" and type(name) == "string"
          and not name:find "^_"
        if is_meant and not QUESTIONS[kind][name] then
          assert.is_truthy((" " .. OTHERS[kind] .. " "):find("%s" .. name .. "%s"),
            kind .. ":" .. name)
        end
      end
    end
  end)

  for _, name in ipairs { "small", "large" } do
    local size = SIZES[name]
    for seed = 1, cases.of(size.count) do
      it(("between ticks change nothing that comes after, %s, seed %d"):format(name, seed),
        function()
          local alone, asked, mistakes = new_world(seed, size), new_world(seed, size), {}
          local random, one, other = new_random(seed), new_random(seed + 1), new_random(seed + 1)
          for tick = 1, size.ticks do
            disturb(one, alone)
            disturb(other, asked)
            ask_some(random, asked, size.asked, mistakes)
            alone:tick()
            asked:tick()
            assert.equal(alone:hash(), asked:hash(), ("tick %d"):format(tick))
          end
          assert.same({}, mistakes)
          alone.map:close()
          asked.map:close()
        end)
    end
  end
end)
