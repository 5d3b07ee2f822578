local astar = require "astar"
local cases = require "support.cases"
local collector = require "support.collector"

-- What Lua allocates may start its collector, and that may run finalizers, which use the same map.

local newproxy = newproxy   -- luacheck: ignore

-- An object that nobody refers to, and what becomes of it.
local function drop(f)
  local function safely() pcall(f) end
  if not newproxy then
    setmetatable({}, { __gc = safely })
  else
    getmetatable(newproxy(true)).__gc = safely
  end
end

-- Whether the collector can be made to run with each allocation.
local IS_PROMPT = _VERSION == "Lua 5.4" or type(jit) == "table"

local function new_world()
  local map = astar.map{ rows = { "........", ".######.", "........" } }
  local world = { map = map, red = map:player "red" }
  world.danger = map:influence "danger":add(4, 1, 20, 2)
  world.walker, world.stander = world.red:unit{ x = 1, y = 1 }, world.red:unit{ x = 8, y = 3 }
  world.query = map:query{ influence = { danger = 1 }, explain = true, trace = {} }
  world.query_of_field = map:query{ unit = world.walker, influence = { danger = 1 } }
  world.path = map:path(1, 1, 8, 3)
  world.search = world.stander:search(1, 3, { engine = "astar", explain = true, trace = {} })
  world.found = world.stander:request_path(1, 3, { explain = true })
  map:work(100)
  world.ticket = world.stander:request_path(1, 1, { explain = true })
  local function one(x) return #{ x } end
  world.field = map:field({ to = { { 8, 1 } } }, { unit = world.walker, extra_cost = one })
  return world
end

local OPERATIONS = {
  path = function(world) return world.map:path(1, 1, 8, 3, world.query) end,
  ["unit path"] = function(world) return world.walker:path(8, 1, { explain = true }) end,
  ["search begun"] = function(world) return world.walker:search(8, 1) end,
  ["search step"] = function(world) return world.search:step() end,
  request = function(world)
    return world.walker:request_path(8, 1, { explain = true }, { done = function() end })
  end,
  work = function(world) return world.map:work(100, 2) end,
  ["ticket's path"] = function(world)
    world.map:work(100)
    return world.ticket.path or world.ticket.code or true
  end,
  ["path that a ticket has found"] = function(world)
    local path = world.found.path
    assert.equal(path, world.found.path)         -- the whole of it, and always the same
    return path or true
  end,
  nearest = function(world)
    return world.walker:nearest({ { 8, 1 }, { 8, 3 } }, { explain = true }, 2)
  end,
  ["nearest by a function"] = function(world)
    return world.map:nearest(1, 1, function(x, y) return x == 8 and y > 0 end)
  end,
  field = function(world)
    local query = { unit = world.walker, extra_cost = function(x) return #{ x } end }
    return world.map:field({ to = { { 1, 1 }, world.stander } }, query)
  end,
  flee = function(world)
    return world.map:field({ flee = { world.stander } }, world.query_of_field)
  end,
  reach = function(world)
    return world.map:field({ from = { 1, 1 }, max_cost = 90 }, { player = world.red })
  end,
  ["field path"] = function(world) return world.field:path(1, 1) end,
  ["field cells"] = function(world)
    for x, y in world.field:cells() do world.last = x .. "," .. y end
    return world.last or true
  end,
  ["field update"] = function(world) return world.field:update() end,
  smooth = function(world)
    local path, turns = world.map:path(1, 1, 8, 3), {}
    for i, x, y in path:smooth{ unit = world.walker } do turns[i] = x .. "," .. y end
    return turns
  end,
  query = function(world) return world.map:query{ unit = world.walker, explain = true } end,
  unit = function(world) return world.red:unit{ x = 4, y = 3 } end,
  class = function(world) return world.map:class{} end,
  player = function(world) return world.map:player "blue" end,
  influence = function(world) return world.map:influence "smell" end,
  ["computed influence"] = function(world)
    return world.map:influence("fear", { recipe = { "near", world.danger, radius = 2 } })
  end,
  terrain = function(world) return world.map:terrain("mud", { cost = 20 }) end,
  link = function(world)
    return world.map:link { from = { 1, 1 }, to = { 1, 3 }, cost = 30, class = world.map:class {} }
  end,
  ["watched path"] = function(world)
    return world.map:watch_path(world.path, { influence = { danger = 1 } }, { better = 0.1 })
  end,
  areas = function(world) return world.map:areas({ unit = world.walker }, { ratio = 0.5 }) end,
  sight = function(world) return world.red:sight({ { 1, 1 }, world.walker }, { radius = 4 }) end,
  saved = function(world) return world.map:_save() end,
  ["painted by a function"] = function(world)
    return world.map:paint(function(x) return #{ x } == 2 and "wall" or nil end, 3, 1, 2, 2)
  end,
  see = function(world) return world.red:see(1, 1, 5) end,
  remove = function(world) return world.walker:remove() or true end,
  ["remove player"] = function(world) return world.red:remove() or true end,
  paint = function(world) return world.map:paint("##\n##", 3, 1, 2, 2) end,
  ["units near"] = function(world) return world.map:units_near(1, 1, 9, world.red) end,
  ["units near a unit"] = function(world) return world.walker:units_near(9, "friends") end,
  ["nearest unseen"] = function(world)
    return { world.map:nearest(1, 1, { unseen = true }, { player = world.red }) }
  end,
  names = function(world) return { world.red.name, tostring(world.walker), world.danger.name } end,
}

local MEDDLINGS = {
  nothing = function() end,
  path = function(world) world.map:path(8, 3, 1, 1, { engine = "astar" }) end,
  edit = function(world) world.map:set(7, 1, "wall") end,
  ["remove unit"] = function(world) world.walker:remove() end,
  ["remove player"] = function(world) world.red:remove() end,
  ["remove influence"] = function(world) world.danger:remove() end,
  ["new unit"] = function(world) world.red:unit{ x = 5, y = 3 } end,
  ["new player"] = function(world) world.map:player "blue" end,
  ["new influence"] = function(world) world.map:influence "smell" end,
  ["close search"] = function(world) world.search:close() end,
  ["step search"] = function(world) world.search:step(1) end,
  ["close field"] = function(world) world.field:close() end,
  ["update field"] = function(world) world.field:update() end,
  ["new field"] = function(world) world.map:field { flee = { { 1, 1 } } } end,
  tick = function(world) world.map:tick() end,
  request = function(world) world.map:request_path(1, 1, 8, 3) end,
  work = function(world) world.map:work(50) end,
  cancel = function(world) world.ticket:cancel() end,
  close = function(world) world.map:close() end,
}

local MEDDLING_NAMES = {}
for name in pairs(MEDDLINGS) do MEDDLING_NAMES[#MEDDLING_NAMES + 1] = name end
table.sort(MEDDLING_NAMES)

local EXPECTED = { "was removed", "is closed" }

local function is_expected(message)
  for _, text in ipairs(EXPECTED) do
    if tostring(message):find(text, 1, true) then return true end
  end
end

local hurry = collector.hurry

-- Lets `wait` cycles pass and then calls the meddling's function, unless it was called off.
local function meddle_after(wait, meddling)
  drop(function()
    if meddling.off then return end
    if wait > 0 then return meddle_after(wait - 1, meddling) end
    meddling.done = true
    meddling.f()
  end)
end

-- Whether the meddling happened within the operation.
local function try(operate, meddle, wait)
  local world = new_world()
  local meddling = { f = function() meddle(world) end }
  collectgarbage()
  collectgarbage "stop"
  meddle_after(wait, meddling)
  hurry(true)
  collectgarbage "restart"
  local ok, result = pcall(operate, world)
  meddling.off = true
  hurry(false)
  assert.is_true(ok or is_expected(result), tostring(result))
  if pcall(world.map.hash, world.map) then
    for unit in world.map:units() do assert.equal(unit, world.map:unit_at(unit.x, unit.y)) end
  end
  return meddling.done
end

describe("a finalizer that meddles", function()
  for name, operate in pairs(OPERATIONS) do
    it("does no harm to: " .. name, function()
      local picked = cases.pick(MEDDLING_NAMES, 2, #name)
      picked[#picked + 1] = "close"              -- all that was read of the map is gone then
      for _, what in ipairs(picked) do
        local meddle = MEDDLINGS[what]
        local within = 0
        for wait = 0, 5 do
          if try(operate, meddle, wait) then within = within + 1 end
        end
        assert.is_true(within > 0 or not IS_PROMPT,
          ("'%s' has never happened within it"):format(what))
      end
    end)
  end
end)
