--- What is asked of maps as a whole, in worlds that are larger and change between the questions:
-- planes of layers, areas, sight, fields, where to stand, and paths by tables that are kept.

local core = require "astar.core"
local maps = require "support.maps"
local new_random = require "support.random"
local part = require "golden.part"
local shown = require "support.shown"
local worlds = require "support.worlds"

local CASES, ROUNDS, MOST = 12, 6, 60
local GRIDS = { "square", "square", "hex", "flat_hex" }

local told = maps.told

local function plane(bytes) return core.checksum(bytes) end

local function places_of(random, world, most)
  local list = {}
  for i = 1, random:int(1, most) do
    local x, y = random:cell(world)
    list[i] = { x, y }
  end
  return list
end

local function areas_told(areas)
  return shown { areas:list(), areas:chokes() }
end

local ASKED = {
  { "planes", function(case)
    local player = case.random:pick(case.world.players)
    return plane(case.map:terrain_bytes()) .. plane(player:state_bytes())
      .. plane(player:terrain_bytes())
  end },
  { "changed", function(case) return shown { case.world.players[1]:changed_cells(case.seen) } end },
  { "influence", function(case)
    local danger = case.map:influence "danger"
    local x, y = case.random:cell(case.world)
    danger:add(x, y, case.random:int(-50, 90), case.random:int(0, 7))
    if case.random:chance(0.5) then danger:decay(0.75) end
    if case.random:chance(0.5) then danger:spread(0.25) end
    x, y = case.random:cell(case.world)
    danger:flood(x, y, 60, 6)
    return shown { plane(danger:value_bytes()), danger:peaks(4, { apart = 2 }),
      { danger:max_near(x, y, 4) }, { danger:downhill(x, y) }, { danger:uphill(x, y) },
      { danger:gradient(x, y) } }
  end },
  { "recipes", function(case)
    local out = {}
    for i, recipe in ipairs { { "near", "danger", radius = 3 }, { "blur", "danger", radius = 2 },
      { "flow", "danger", radius = 4 }, { "sum", { map = "danger", weight = 0.5 } },
      { "history", "danger", half_life = 4 } } do
      local ok, one = pcall(case.map.influence, case.map, "made " .. i, { recipe = recipe })
      out[i] = ok and plane(one:value_bytes()) or tostring(one):gsub("^.-:%d+: ", "")
    end
    return table.concat(out, " ")
  end },
  { "areas", function(case) return areas_told(case.map:areas(case.q(), { ratio = 0.6 })) end },
  { "cut off", function(case)
    return areas_told(case.map:cut_off(places_of(case.random, case.world, 3), case.q()))
  end },
  { "sides", function(case)
    local lists = {}
    for i = 1, 3 do lists[i] = places_of(case.random, case.world, 2) end
    return areas_told(case.map:sides(lists, case.q()))
  end },
  { "clearance", function(case) return tostring(case.map:clearance(case.x, case.y, case.q())) end },
  { "region", function(case) return shown { case.map:region(case.x, case.y, case.q()) } end },
  { "cost", function(case) return shown { case.map:cost(case.x, case.y, case.q()) } end },
  { "line", function(case)
    return shown { case.map:line(case.x, case.y, case.to_x, case.to_y, case.q()) }
  end },
  { "line of sight", function(case)
    return shown { case.map:line_of_sight(case.x, case.y, case.to_x, case.to_y) }
  end },
  { "sight", function(case)
    local eyes = places_of(case.random, case.world, 4)
    for _, eye in ipairs(eyes) do eye[3] = case.random:int(1, 9) end
    local sight, sum = case.map:sight(eyes), {}
    for x, y, count in sight:cells() do sum[#sum + 1] = x .. "," .. y .. "," .. count end
    return table.concat(sum, " ")
  end },
  { "flee", function(case)
    local field, why = case.map:field({ flee = places_of(case.random, case.world, 3) }, case.q())
    return field and plane(field:cost_bytes()) or tostring(why)
  end },
  { "field", function(case)
    local field, why = case.map:field({ to = places_of(case.random, case.world, 3) }, case.q())
    if not field then return tostring(why) end
    return plane(field:cost_bytes()) .. told(field:path(case.x, case.y))
      .. shown { field:step(case.x, case.y) }
  end },
  { "positions", function(case)
    local enemies = places_of(case.random, case.world, 3)
    return shown { case.map:positions(case.x, case.y, { count = 5,
      from = case.random:pick { { within = 7 }, { ring = { 2, 6 } }, { cover = enemies },
        { terrain = "swamp" }, { reach = 60 } },
      score = { { "walk", weight = -1 }, { "distance", to = enemies, weight = 2 },
        { "danger", weight = -3 }, { "crowding", radius = 4 }, { "exits", radius = 5 },
        { "sight", of = enemies, range = 8, weight = -2 }, { "cover", from = enemies },
        { "flank", of = { x = enemies[1][1], y = enemies[1][2] },
          curve = { { 0, 3 }, { 90, 50 }, { 200, 7 } } } } }) }
  end },
  { "nearest", function(case)
    local places = places_of(case.random, case.world, 9)
    return maps.all_told(case.map:nearest(case.x, case.y, places, case.q(), 4))
  end },
  { "path", function(case)
    local path, why = case.map:path(case.x, case.y, case.to_x, case.to_y, case.q())
    if not path then return tostring(why) end
    local turns = {}
    for index, x, y in path:smooth(case.q()) do turns[#turns + 1] = shown { index, x, y } end
    return told(path) .. shown { path:point(2.25), path:cost_now(case.q()), path:blocked(case.q()) }
      .. table.concat(turns)
  end },
  { "traced", function(case)
    local trace = {}
    local path, why = case.map:path(case.x, case.y, case.to_x, case.to_y,
      case.q { trace = trace, engine = "astar" })
    return told(path, why) .. plane(shown(trace))
  end },
  { "angle traced", function(case)
    local trace = {}
    local path, why = case.map:path(case.x, case.y, case.to_x, case.to_y,
      case.q { trace = trace, any_angle = true })
    return told(path, why) .. plane(shown(trace))
  end },
  { "stepped", function(case)
    local search = case.map:search(case.x, case.y, case.to_x, case.to_y, case.q())
    local out = {}
    for i = 1, 4 do
      local path, why = search:step(9 * i)
      out[i] = told(path, why) .. search.expanded
      if path or why ~= "running" then break end
    end
    local path, why = search:end_early(1.5)
    return table.concat(out, " ") .. told(path, why)
  end },
  { "narrow", function(case)
    local breach, why = case.map:breach(case.x, case.y, case.to_x, case.to_y, case.q(),
      { narrow = true })
    local narrow = breach and breach.narrow
    if narrow then narrow.path = narrow.path.cost end
    return shown(breach and { breach.price, breach.obstacles, narrow } or why)
  end },
  { "free", function(case) return shown { case.map:nearest_free(case.x, case.y, case.q()) } end },
  { "dead end", function(case)
    return shown { case.map:is_dead_end(case.x, case.y, 1, 1, case.q()) }
  end },
  { "drawn", function(case) return case.map:draw() end },
}

local function prepare(random, case)
  case.map:prepare { landmarks = random:chance(0.5), dead_ends = random:chance(0.5),
    tables = random:chance(0.7), class = case.question.class and case.question.class.object }
end

local function play(print, seed)
  local random = new_random(1000 + seed)
  local world = worlds.random(random, MOST, random:pick(GRIDS))
  worlds.join(random, world)
  local case = { random = random, world = world, map = world.map, question = {} }
  function case.q(more) return worlds.query(case.question, more) end
  for round = 1, ROUNDS do
    case.x, case.y = random:cell(world)
    case.to_x, case.to_y = random:cell(world)
    case.question = worlds.question(random, world)
    for _, key in ipairs { "unit", "extra_cost", "traffic_cost", "claims", "occupancy" } do
      case.question[key] = nil
    end
    if random:chance(0.3) then prepare(random, case) end
    for _, asked in ipairs(ASKED) do
      local ok, answer = pcall(asked[2], case)
      if not ok then answer = tostring(answer):gsub("^.-:%d+: ", "") end
      print(seed, round, asked[1], answer)
    end
    case.seen = world.players[1]:changed_cells()
    for _ = 1, random:int(0, 5) do worlds.edit(random, world) end
    case.map:tick()
  end
  world.map:close()
end

return part("layers", function(print)
  for seed = 1, CASES do play(print, seed) end
end)
