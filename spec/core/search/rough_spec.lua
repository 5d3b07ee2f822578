-- Jump point search where layers apply to few cells of a uniform map: every answer is that of plain
-- A*, whatever changes in between, and it does not look at each cell.

local astar = require "astar"
local cases = require "support.cases"
local maps = require "support.maps"
local new_random = require "support.random"

local WIDTH, HEIGHT, ROUNDS, WORLDS = 160, 140, 50, 6

local function make(random)
  local map = astar.map { width = WIDTH, height = HEIGHT, terrains = maps.TERRAINS, fill = "plain" }
  local side = random:int(6, 20)
  for y = 1, HEIGHT do
    for x = 1, WIDTH do
      local border = x % side == 0 or y % side == 0
      if random:chance(border and 0.6 or 0.02) then map:set(x, y, "wall") end
    end
  end
  local size = random:pick { 1, 1, 2 }
  return { map = map, red = map:player("red"):reveal(), units = {}, random = random,
    class = map:class { size = size }, danger = map:influence("danger") }
end

local function cell(random) return random:int(1, WIDTH), random:int(1, HEIGHT) end

local function scatter(world)
  world.danger:clear()
  for _ = 1, 60 do
    local x, y = cell(world.random)
    world.danger:set(x, y, 30)
  end
end

local changes = {
  function(world)
    local x, y = cell(world.random)
    world.map:set(x, y, world.random:pick { "plain", "wall" })
  end,
  function(world)
    local x, y = cell(world.random)
    world.danger:set(x, y, world.random:int(0, 40))
  end,
  function(world)
    local x, y = cell(world.random)
    world.danger:add(x, y, world.random:int(1, 30), world.random:int(0, 2))
  end,
  function(world) world.danger:decay(0.5) end,
  function(world)
    if #world.units == 5 then return end
    local x, y = cell(world.random)
    local unit = world.red:unit { x = x, y = y, class = world.class, speed = 0.5 }
    world.units[#world.units + 1] = unit
  end,
  function(world)
    local unit = world.random:pick(world.units)
    local path = unit:path(cell(world.random))
    if path then unit:follow_path(path) end
  end,
  function(world) world.map:tick() end,
}

local function shape(path, why)
  return path and maps.cells(path) .. " for " .. path.cost or why
end

local QUERY = { claim_radius = 30 }
local PLAIN = { claim_radius = 30, engine = "astar" }

local function compare(world)
  local random = world.random
  local unit = random:pick(world.units)
  local x, y = cell(random)
  local path, why = unit:path(x, y, QUERY)
  assert.equal(shape(unit:path(x, y, PLAIN)), shape(path, why))
end

-- A search that is suspended while influence changes: what each step cost adds up.
local function explain_suspended(world)
  local random = world.random
  local unit = random:pick(world.units)
  local x, y = cell(random)
  local search = unit:search(x, y, { claim_radius = 30, explain = true })
  local path, code
  repeat
    if random:chance(0.5) then changes[2](world) end
    path, code = search:step(random:int(1, 20))
  until code ~= "running"
  scatter(world)
  local sum = 0
  for _, step in ipairs(path and path:explain() or {}) do
    for name, part in pairs(step) do
      if name ~= "x" and name ~= "y" then sum = sum + part end
    end
  end
  assert.equal(path and path.cost or 0, sum)
end

describe("jump point search among layers #quick", function()
  it("finds what plain A* finds, whatever changes in between", function()
    for seed = 1, cases.of(WORLDS) do
      local world = make(new_random(seed))
      scatter(world)
      repeat changes[5](world) until #world.units == 4
      for _ = 1, ROUNDS do
        world.random:pick(changes)(world)
        compare(world)
        explain_suspended(world)
      end
    end
  end)

  it("looks at few cells where no layer applies", function()
    local map = astar.map { width = 200, height = 200, terrains = maps.TERRAINS, fill = "plain" }
    for x = 1, 150 do map:set(x, 100, "wall") end
    local danger = map:influence("danger")
    danger:add(151, 100, 30, 3)
    local path = map:path(20, 10, 20, 190, { influence = { danger = 1 } })
    assert.is_true(path.expanded < 150)
    assert.equal(map:path(20, 10, 20, 190, { influence = { danger = 1 }, engine = "astar" }).cost,
      path.cost)
  end)
end)
