-- unit:go, in random lands, where many go to one place: when it ends with "crowded", or with
-- "partial" where the query has `partial`, there is no free cell nearer to the goal by walking that
-- the unit can come to at that moment: neither round all others, nor, where it would get five steps
-- nearer, through friends that make way.

local cases = require "support.cases"
local lands = require "support.lands"
local new_random = require "support.random"

local CASES = 30
local TICKS = 3000
local LANDS = { "open", "bridges", "doors", "corridor", "island", "houses" }
local GAIN = 50
local RESTLESS = 10           -- ticks

-- The cells that a unit covers, or would at x, y: calls f for each until it returns true.
local function any_cell(unit, x, y, f)
  local last = unit.class.size - 1
  for row = y, y + last do
    for column = x, x + last do
      if f(column, row) then return true end
    end
  end
  return false
end

-- Has it been moved not long ago? One that stops while it makes way belongs where it is then.
local function is_restless(unit, rest)
  return rest.moved ~= nil and unit.world.ticks - rest.moved < RESTLESS
end

-- The cells that are somebody's: where others stand or go to. Who has made way comes back, and is
-- two cells away at most; where to, only the core knows.
local function owned_cells(world, units, rests, me)
  local owned = {}
  local function own(x, y) owned[y * 1000 + x] = true end
  for _, unit in ipairs(units) do
    if unit ~= me then
      local rest = rests[unit]
      if unit.route then
        local x, y = unit.route:cell(-1)
        any_cell(unit, x, y, own)
      else
        any_cell(unit, unit.x, unit.y, own)
        local is_away = rest and (rest.x ~= unit.x or rest.y ~= unit.y or is_restless(unit, rest))
        local away = is_away and 2 or 0
        for y = unit.y - away, unit.y + away do
          for x = unit.x - away, unit.x + away do any_cell(unit, x, y, own) end
        end
      end
    end
  end
  for key, id in pairs(world._reserved) do
    local x, y = key:match "^go red (%d+) (%d+)$"
    local unit = world:unit(id)
    if x and unit ~= me then any_cell(unit, tonumber(x), tonumber(y), own) end
  end
  return owned
end

local function check_crowded(world, units, rests, unit, field, seed)
  local owned, here = owned_cells(world, units, rests, unit), field:cost(unit.x, unit.y)
  if not here then return end
  local function nearer(gain)
    return function(x, y)
      local cost = field:cost(x, y)
      return cost and cost < here - gain
        and not any_cell(unit, x, y, function(column, row) return owned[row * 1000 + column] end)
    end
  end
  local around = unit:nearest(nearer(0), { claim_radius = 255 })
  local through = unit:nearest(nearer(GAIN), { claim_radius = 0 })
  local found = around or through
  assert(not found, found and ("seed %d, tick %d, unit %d at %d, %d: there is a way %s to %d, %d")
    :format(seed, world.ticks, unit.id, unit.x, unit.y, around and "round all" or "through others",
      found.x, found.y))
end

local function play(seed)
  local random = new_random(seed)
  local world, units, x, y = lands.world(random, LANDS, 80, { 2, 3 })
  local fields, rests, left, crowded = {}, {}, #units, 0
  local within = random:chance(0.3) and random:int(1, 2) or 0
  -- Places are counted from its middle, which is free.
  local side = random:chance(0.2) and 1 or 0
  local goal = { x = x - side, y = y, width = 1 + 2 * side, height = 1 }
  local partial, problem = random:chance(0.2), nil
  for _, unit in ipairs(units) do
    local class = unit.class
    fields[class] = fields[class] or world.map:field({ to = { { x, y } } }, { class = class })
    unit:behave(function(one)
      local _, code = one:go(goal, { within = within, partial = partial })
      left = left - 1
      if code == "crowded" or code == "partial" then
        crowded = crowded + 1
        local ok, message = pcall(check_crowded, world, units, rests, one, fields[class], seed)
        problem = problem or not ok and message
      end
      local is_cut_off = code and code == select(2, one:reachable(goal, { within = within }))
      one.data.code = is_cut_off and "cut off" or code or "there"
    end)
  end
  for _ = 1, TICKS do
    for _, unit in ipairs(units) do
      if unit.route then rests[unit] = false end
      local rest = rests[unit] or { x = unit.x, y = unit.y }
      if rest.x ~= unit.x or rest.y ~= unit.y then rest.moved = world.ticks end
      rests[unit] = rest
    end
    world:tick()
    if left == 0 then break end
  end
  assert(not problem, problem)
  assert(left == 0, ("seed %d: some are still on their way"):format(seed))
  for _, unit in ipairs(units) do
    local code = unit.data.code
    local is_right = code == "there" or code == "cut off"
      or code == (partial and "partial" or "crowded")
    assert(is_right, ("seed %d: '%s'"):format(seed, code))
  end
  return crowded
end

describe("many units that go to one place", function()
  it("stand as near to it as they can come", function()
    local crowded = 0
    for seed = 1, cases.of(CASES) do crowded = crowded + play(seed) end
    assert(crowded >= CASES, crowded .. " were crowded")
  end)
end)
