--- Every way of asking for a path, in random worlds of squares and of hexagons, and what was found:
-- cells, costs, codes, how many nodes were expanded.

local astar = require "astar"
local core = require "astar.core"
local maps = require "support.maps"
local new_random = require "support.random"
local part = require "golden.part"
local shown = require "support.shown"
local worlds = require "support.worlds"

local CASES, MOST = 400, 24
local GRIDS = { "square", "square", "hex", "flat_hex" }
local ENGINES = { "astar", "jps", "jps_layers", "jpsw" }

local told, all_told = maps.told, maps.all_told

-- All costs of a field, row by row.
local function costs(field, why)
  if not field then return tostring(why) end
  local map, out = field.map, {}
  for y = 1, map.height do
    for x = 1, map.width do out[#out + 1] = tostring((field:cost(x, y))) end
  end
  return table.concat(out, " ")
end

local ASKED = {
  { "path", function(map, q, x, y, goal) return told(map:path(x, y, goal, q())) end },
  { "partial", function(map, q, x, y, goal)
    return told(map:path(x, y, goal, q { partial = true }))
  end },
  { "within", function(map, q, x, y, goal)
    return told(map:path(x, y, goal, q { within = 2 }))
  end },
  { "turn cost", function(map, q, x, y, goal)
    return told(map:path(x, y, goal, q { turn_cost = 9 }))
  end },
  { "any angle", function(map, q, x, y, goal)
    return told(map:path(x, y, goal, q { any_angle = true }))
  end },
  { "explained", function(map, q, x, y, goal)
    local path = map:path(x, y, goal, q { explain = true })
    return shown(path and path:explain())
  end },
  { "price", function(map, q, x, y, goal)
    local path = map:path(x, y, goal, q())
    return path and tostring(path:cost_now(q())) or "none"
  end },
  { "saved", function(map, q, x, y, goal)
    local path = map:path(x, y, goal, q())
    if not path then return "none" end
    local text = path:save(q())
    return core.checksum(text) .. told((map:read_path(text, q())))
  end },
  { "alternatives", function(map, q, x, y, goal)
    return all_told(map:alternatives(x, y, goal, q(), { stretch = 2, apart = 1, plateau = 0 }))
  end },
  { "nearest", function(map, q, x, y) return all_told(map:nearest(x, y, "swamp", q(), 3)) end },
  { "breach", function(map, q, x, y, goal)
    local breach, why = map:breach(x, y, goal, q(), { terrain = 40, unit = 9, link = 20 })
    if not breach then return tostring(why) end
    return ("%d %d %s"):format(breach.cost, breach.price, told(breach.path))
  end },
  { "reachable", function(map, q, x, y, goal)
    return ("%s %s"):format(map:reachable(x, y, goal, q()))
  end },
  { "nearest free", function(map, q, x, y)
    local free, why = map:nearest_free(x, y, q())
    return free and free.x .. "," .. free.y or tostring(why)
  end },
  { "field", function(map, q, _, _, goal)
    return costs(map:field({ to = { { goal.x, goal.y } } }, q()))
  end },
  { "reach", function(map, q, x, y)
    return costs(map:field({ from = { x, y }, max_cost = 60 }, q()))
  end },
  { "queue", function(map, q, x, y, goal)
    local ticket = map:request_path(x, y, goal, q())
    while not ticket.done do map:work(17) end
    return ("%s %s"):format(ticket.expanded, told(ticket.path, ticket.code))
  end },
}
for _, engine in ipairs(ENGINES) do
  ASKED[#ASKED + 1] = { engine, function(map, q, x, y, goal)
    return told(map:path(x, y, goal, q { engine = engine }))
  end }
end

local function random_case(seed)
  local random = new_random(seed)
  local world = worlds.random(random, MOST, random:pick(GRIDS))
  if random:chance(0.5) then worlds.join(random, world) end
  local question = worlds.question(random, world)
  local x, y = random:cell(world)
  if question.unit then x, y = question.unit.object.x, question.unit.object.y end
  local goal = { width = random:int(1, math.min(2, world.width)), height = 1 }
  goal.x, goal.y = random:int(1, world.width - goal.width + 1), random:int(1, world.height)
  return world, question, x, y, goal
end

local function ask(print, seed)
  local world, question, x, y, goal = random_case(seed)
  local function q(more) return worlds.query(question, more) end
  for _, asked in ipairs(ASKED) do
    local ok, answer = pcall(asked[2], world.map, q, x, y, goal)
    if not ok then answer = tostring(answer):gsub("^.-:%d+: ", "") end
    print(seed, asked[1], answer)
  end
  local saved = world.map:save()
  local again = assert(astar.read(saved))
  print(seed, "hash", world.map:hash(), again:hash())
  world.map:close()
  again:close()
end

return part("paths", function(print)
  for seed = 1, CASES do ask(print, seed) end
end)
