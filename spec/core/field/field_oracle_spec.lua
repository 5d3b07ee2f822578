-- Fields of all kinds against the oracle, on random maps that change.

local flow = require "support.flow"
local maps = require "support.maps"
local model = require "support.model"
local new_random = require "support.random"
local oracle = require "support.oracle"
local worlds = require "support.worlds"

local function random_cells(random, world, most)
  local cells = {}
  for i = 1, random:int(1, most) do cells[i] = { random:cell(world) } end
  return cells
end

--- A question with a callback now and then that looks at the terrain, not at the cell alone.
local function random_question(random, world)
  local question = worlds.question(random, world)
  question.traffic = nil                         -- it means nothing to a field
  if random:chance(0.1) then
    question.extra_cost = function(x, _, name)
      if name == nil then return 2 end
      return name == "road" and x or name ~= "swamp" and 0
    end
  end
  return question
end

local function make(case)
  local map, query, cells = case.world.map, worlds.query(case.question), case.cells
  if case.kind == "field" then return map:field(cells, query) end
  if case.kind == "flee" then return map:flee_field(cells, query) end
  return map:reach_field(cells[1][1], cells[1][2], case.most, query)
end

local function grounds(case)
  local map, question = case.world.map, case.question
  local class, player = worlds.class_of(case.world, question), case.player
  local plain = { class = class.object, player = player }
  local standing = question.unit and { unit = question.unit.object, occupancy = question.occupancy,
    claim_radius = question.claim_radius, claims = false, influence = false } or plain
  case.rule = class.diagonal
  case.view = oracle.ground(map, worlds.query(question))
  case.plain, case.standing = oracle.ground(map, plain), oracle.ground(map, standing)
  case.view.slopes = model.slopes(case.world, question)
  case.kept = model.kept(case.world, question)
  for i in pairs(case.kept) do
    for _, ground in ipairs { case.view, case.standing } do
      ground.straight[i], ground.diagonal[i] = nil, nil
    end
  end
end

local function number(case, cell)
  return (cell[2] - 1) * case.world.width + cell[1]
end

local function has_units(case)
  for i in pairs(case.plain.straight) do
    if not case.standing.straight[i] then return true end
  end
end

--- Why a cell has no cost, in the words of the documentation.
local function reason_for(case)
  local open = false
  for _, cell in ipairs(case.cells) do open = open or case.standing.straight[number(case, cell)] end
  return function(x, y, i)
    if case.kind == "reach" then
      if not case.standing.straight[i] then return "goal_blocked" end
    else
      if not case.plain.straight[i] then return "start_blocked" end
      if case.kind == "field" and not open then return "goal_blocked" end
    end
    local by_terrain = oracle.distances(case.plain, case.rule, x, y)
    local connected = false
    for _, cell in ipairs(case.cells) do
      connected = connected or by_terrain[number(case, cell)] ~= nil
    end
    return connected and not case.most and has_units(case) and "crowded" or "unreachable"
  end
end

local function check(case, what, expected, got)
  if expected == got then return end
  local picture_of = table.concat(maps.draw(case.world.map), "\n")
  error(("seed %d, %s of %s:\n%s\nexpected\n%s\ngot\n%s"):format(case.seed, what, case.kind,
    picture_of, expected, got), 2)
end

local function check_paths(case, field)
  local map, query = case.world.map, worlds.query(case.question)
  for _ = 1, 3 do
    local x, y = case.random:cell(case.world)
    local path, why = field:path(x, y)
    local cost = field:cost(x, y)
    if case.kind == "flee" then
      local end_cost = path and field:cost(path:cell(-1))
      check(case, "path", cost and cost - end_cost, path and path.cost)
    elseif case.kind == "field" then
      check(case, "path", cost, path and path.cost)
      local least = next(case.kept) and cost -- a search goes through those that make way
      for _, cell in ipairs(next(case.kept) and {} or case.cells) do
        local found = map:path(x, y, cell[1], cell[2], query)
        least = found and math.min(least or found.cost, found.cost) or least
      end
      check(case, ("search from %d,%d"):format(x, y), least, cost)
    elseif not next(case.kept) and (path or not case.most) then
      local start = case.cells[1]
      local found, reason = map:path(start[1], start[2], x, y, query)
      check(case, ("search to %d,%d"):format(x, y), found and maps.cells(found) or reason,
        path and maps.cells(path) or why)
    end
  end
end

local function examine(case, field, what)
  grounds(case)
  local start = number(case, case.cells[1])
  case.start_blocked = case.kind == "reach" and not case.plain.straight[start]
  local expected = flow.expected(case, reason_for(case))
  check(case, what, expected, flow.all(case.world.map, field))
  check_paths(case, field)
end

local EDITS = {
  function(random, map)
    local rect = random:rect(map, 3)
    local name = random:pick { "plain", "road", "swamp", "wood", "wall" }
    map:fill(rect.x, rect.y, rect.width, rect.height, name)
  end,
  function(random, map)
    local x, y = random:cell(map)
    map:set(x, y, random:pick { "plain", "road", "swamp", "wood", "wall" })
  end,
  function(random, map, world)
    local x, y = random:cell(map)
    random:pick(world.players):see(x, y, random:int(1, 4))
  end,
  function(random, map, world)
    local x, y = random:cell(map)
    local name = random:pick { "danger", "scent" }
    map:influence(name):add(x, y, random:int(world.sloped and 0 or -20, 60), random:int(0, 2))
  end,
  function(random, map)
    map:influence(random:pick { "danger", "scent" }):decay(random:pick { 0, 0.5, 0.9 })
  end,
  function(random, map) map:influence(random:pick { "danger", "scent" }):spread(0.5) end,
  function(random, map) map:terrain("swamp", random:int(1, 4 * map.straight)) end,
  function(random, map, world)
    for i = 1, random:chance(0.2) and 1200 or 0 do
      map:set(i % world.width + 1, i % world.height + 1, i % 2 == 0 and "plain" or "swamp")
    end
  end,
}

--- What a unit sees decides which units are in its way: then a field counts them again when it is
-- updated, and not before.
local function settle_units(case, field)
  if case.question.unit then field:update() end
end

local function random_case(seed, most, grid)
  local random = new_random(seed)
  local world = worlds.random(random, most, grid)
  for _, name in ipairs { "danger", "scent" } do
    if not world.influences[name] then
      world.influences[name] = { object = world.map:influence(name), weight = 1 }
    end
  end
  local case = { seed = seed, random = random, world = world,
    question = random_question(random, world) }
  case.kind = random:pick { "field", "field", "reach", "flee" }
  case.cells = random_cells(random, world, case.kind == "reach" and 1 or 3)
  case.player = case.question.unit and case.question.unit.player or case.question.player
  if case.kind == "reach" and random:chance(0.5) then
    case.most = random:int(0, 8 * world.straight)
  end
  return case
end

describe("the oracle agrees", function()
  local function on_worlds(first, count, most, edits, grids)
    for seed = first, first + count - 1 do
      local case = random_case(seed, most, grids and grids[seed % #grids + 1])
      local field = make(case)
      examine(case, field, "field")
      for round = 1, edits do
        for _ = 1, case.random:int(1, 3) do
          case.random:pick(EDITS)(case.random, case.world.map, case.world)
        end
        settle_units(case, field)
        local repaired, fresh = flow.all(case.world.map, field), make(case)
        check(case, "repair " .. round, flow.all(case.world.map, fresh), repaired)
        fresh:close()
        examine(case, field, "round " .. round)
      end
      case.world.map:close()
    end
  end

  it("with fresh fields", function() on_worlds(100000, 1200, 9, 0) end)
  it("with fields that were repaired", function() on_worlds(200000, 400, 9, 4) end)
  it("with fields that were repaired, on larger maps", function() on_worlds(300000, 20, 22, 4) end)

  local HEXAGONS = { "hex", "flat_hex" }
  it("with fields over hexagons", function() on_worlds(400000, 600, 9, 0, HEXAGONS) end)
  it("with fields over hexagons that were repaired", function()
    on_worlds(500000, 200, 9, 4, HEXAGONS)
    on_worlds(600000, 10, 22, 4, HEXAGONS)
  end)
end)
