--- What entering a cell costs, straight from the definitions in the design, cell by cell.
--
-- A world is a map and what the specs know of it (see worlds.lua). A question is a query in terms
-- of the world: `class` is one of world.classes, `unit` one of world.units.

local hex = require "support.hex"

local model = {}

-- ---- terrain and knowledge ---------------------------------------------------------------------

--- What a player takes a cell for, nil where it has not seen it; without a player the truth.
local function terrain(world, player, x, y)
  if not player then return world.map:get(x, y) end
  local _, name = player:knows(x, y)
  return name
end

local function terrain_cost(world, class, name)
  if not name then
    if class.unknown == nil then return world.straight end
    return class.unknown
  end
  if class.costs[name] ~= nil then return class.costs[name] end
  return (world.map:terrain(name))
end

--- Calls f for each cell that a unit of this size covers; nil when f once returns false, or the
-- unit would stick out of the map; else the largest result.
local function largest(world, size, x, y, f)
  local most
  if x + size - 1 > world.width or y + size - 1 > world.height then return nil end
  for cy = y, y + size - 1 do
    for cx = x, x + size - 1 do
      local value = f(cx, cy)
      if not value then return nil end
      if not most or value > most then most = value end
    end
  end
  return most
end

-- ---- units ------------------------------------------------------------------------------------

local function shares(world, player, with)
  return world.shares[player.name .. ">" .. with.name] or false
end

local function allied(world, unit, player)
  return unit.player == player or shares(world, unit.player, player)
end

local function mark(set, size, x, y)
  for cy = y, y + size - 1 do
    for cx = x, x + size - 1 do set[cx .. "," .. cy] = true end
  end
end

--- A foreign unit is visible where the player sees a cell that it covers.
function model.visible(world, unit, player)
  if allied(world, unit, player) then return true end
  for y = unit.object.y, unit.object.y + unit.class.size - 1 do
    for x = unit.object.x, unit.object.x + unit.class.size - 1 do
      if player:knows(x, y) == "visible" then return true end
    end
  end
  return false
end

local function footprint(unit)
  return { x = unit.object.x, y = unit.object.y, width = unit.class.size,
           height = unit.class.size }
end

--- Do the footprints of two units touch, at a corner perhaps?
local function touch(world, a, b)
  local grid = world.map.grid
  if grid ~= "square" then return hex.between(grid, footprint(a), footprint(b)) <= 1 end
  local ax, ay, bx, by = a.object.x, a.object.y, b.object.x, b.object.y
  return bx <= ax + a.class.size and ax <= bx + b.class.size and
         by <= ay + a.class.size and ay <= by + b.class.size
end

local function makes_way(world, unit, asker)
  return unit.object.avoidance == "yield" and asker.object.avoidance == "yield" and
         unit.object.speed > 0 and allied(world, unit, asker.player)
         and allied(world, asker, unit.player)
end

local function near(world, a, b, radius)
  local grid = world.map.grid
  if grid ~= "square" then
    return hex.distance(grid, a.object.x, a.object.y, b.object.x, b.object.y) <= radius
  end
  local dx, dy = math.abs(a.object.x - b.object.x), math.abs(a.object.y - b.object.y)
  return math.max(dx, dy) <= radius
end

local function occupied(world, asker, question)
  local taken = {}
  for _, unit in ipairs(world.units) do
    local obstacle = touch(world, asker, unit)
    if not unit.object.route then
      obstacle = not makes_way(world, unit, asker)
                 or near(world, asker, unit, question.claim_radius or 10)
    end
    if unit ~= asker and obstacle and model.visible(world, unit, asker.player) then
      mark(taken, unit.class.size, unit.object.x, unit.object.y)
    end
  end
  return taken
end

local function claimed(world, asker, question)
  local claims, radius = {}, question.claim_radius or 10
  for _, unit in ipairs(world.units) do
    local claims_some = unit ~= asker and unit.object.route and near(world, unit, asker, radius)
    if claims_some and allied(world, unit, asker.player) then
      local first, last = unit.object.progress, #unit.object.route
      for i = first, math.min(first + (question.claim_ahead or 16), last) do
        mark(claims, unit.class.size, unit.object.route:cell(i))
      end
    end
  end
  return claims
end

local function covers(set, size, x, y)
  for cy = y, y + size - 1 do
    for cx = x, x + size - 1 do
      if set[cx .. "," .. cy] then return true end
    end
  end
  return false
end

local function overlaps(unit, rect)
  local x, y, size = unit.object.x, unit.object.y, unit.class.size
  return x < rect.x + rect.width and rect.x < x + size and
         y < rect.y + rect.height and rect.y < y + size
end

--- Which cells (numbered row by row) a unit that asks cannot have as a goal, because others stand
-- there that would only make way for one that passes. With a rectangle: those of others of which it
-- holds a cell.
function model.kept(world, question, rect)
  local asker, kept, places = question.unit, {}, {}
  if not asker or question.occupancy == false then return kept end
  for _, unit in ipairs(world.units) do
    local stands = unit ~= asker and not unit.object.route and makes_way(world, unit, asker)
    if stands and (not rect or overlaps(unit, rect)) then
      mark(places, unit.class.size, unit.object.x, unit.object.y)
    end
  end
  for y = 1, world.height do
    for x = 1, world.width do
      kept[(y - 1) * world.width + x] = covers(places, asker.class.size, x, y) or nil
    end
  end
  return kept
end

-- ---- the sum ----------------------------------------------------------------------------------

local function round(value)
  if value < 0 then return math.ceil(value - 0.5) end
  return math.floor(value + 0.5)
end

local function weights(world, question)
  if question.influence ~= nil then return question.influence or {} end
  local own = {}
  for name, influence in pairs(question.unit and world.influences or {}) do
    own[name] = influence.weight
  end
  return own
end

local function influence_over(world, question, size, x, y)
  local sum = 0
  for name, weight in pairs(weights(world, question)) do
    local influence = world.influences[name].object
    sum = sum + largest(world, size, x, y, function(cx, cy)
      return round(influence:get(cx, cy) * weight)
    end)
  end
  return sum
end

--- The penalty of entering a cell, nil where a unit or the callback is against it.
local function penalty(world, question, layers, size, x, y)
  if covers(layers.taken, size, x, y) then return nil end
  local player = question.unit and question.unit.player or question.player
  local extra = question.extra_cost and question.extra_cost(x, y, terrain(world, player, x, y))
  if extra == false then return nil end
  local claim = question.claim_penalty or world.straight
  return (extra or 0) + (covers(layers.claims, size, x, y) and claim or 0) +
         influence_over(world, question, size, x, y)
end

--- A function from x, y to the costs of entering the cell straight and diagonally, or nil.
function model.costs(world, question)
  local unit = question.unit
  local class = unit and unit.class or question.class or world.classes[1]
  local player = unit and unit.player or question.player
  local layers = { taken = {}, claims = {} }
  if unit and question.occupancy ~= false then layers.taken = occupied(world, unit, question) end
  if unit and question.claims ~= false then
    layers.claims = claimed(world, unit, question)
  end
  return function(x, y)
    local cost = largest(world, class.size, x, y, function(cx, cy)
      return terrain_cost(world, class, terrain(world, player, cx, cy))
    end)
    local more = cost and penalty(world, question, layers, class.size, x, y)
    if not more then return nil end
    local s, d = world.straight, world.diagonal
    local diagonal = math.floor((cost * d + math.floor(s / 2)) / s)
    return math.max(1, cost + more), math.max(1, diagonal + more)
  end
end

--- What a breach is made of: functions of x, y. `terrain`: what the player takes a cell for; `cost`
-- of a straight step into that, false where the class cannot enter; `taken`: does a unit stand in
-- the cell, at the goal `rect` also one that would make way; `penalty` of a place, without units.
function model.breach(world, question, rect)
  local unit = question.unit
  local class = unit and unit.class or question.class or world.classes[1]
  local player = unit and unit.player or question.player
  local layers = { taken = {}, claims = {} }
  if unit and question.claims ~= false then layers.claims = claimed(world, unit, question) end
  local taken = unit and question.occupancy ~= false and occupied(world, unit, question) or {}
  for _, other in ipairs(unit and question.occupancy ~= false and world.units or {}) do
    local stands = other ~= unit and not other.object.route and makes_way(world, other, unit)
    if stands and overlaps(other, rect) then
      mark(taken, other.class.size, other.object.x, other.object.y)
    end
  end
  local parts = {}
  function parts.terrain(x, y) return terrain(world, player, x, y) end
  function parts.cost(x, y) return terrain_cost(world, class, terrain(world, player, x, y)) end
  function parts.taken(x, y) return taken[x .. "," .. y] end
  function parts.penalty(x, y) return penalty(world, question, layers, class.size, x, y) end
  return parts
end

-- ---- slopes -------------------------------------------------------------------------------------

--- Does the class pay for height? Two terrains that it can enter must differ in it.
local function minds_height(world, class)
  local first
  if (class.climb or 0) == 0 and (class.descend or 0) == 0 then return false end
  for name, slope in pairs(world.slopes) do
    if terrain_cost(world, class, name) then
      first = first or slope.height
      if slope.height ~= first then return true end
    end
  end
  return false
end

--- What a class makes of a terrain, nil: one that is unseen.
local function slope_of(world, class, name, minds)
  local slope, drift = world.slopes[name] or { east = 0, south = 0 }, class.drift or 1
  return { height = minds and slope.height or nil, unseen = minds and not name,
    east = round(slope.east * drift), south = round(slope.south * drift) }
end

--- Of two cells that cost the same: does the slope of the first one count?
local function counts_before(a, b)
  local strong = math.abs(a.east) + math.abs(a.south)
  local other = math.abs(b.east) + math.abs(b.south)
  if a.unseen ~= b.unseen then return b.unseen end
  if a.height ~= b.height then return a.height > b.height end
  if strong ~= other then return strong > other end
  if a.east ~= b.east then return a.east > b.east end
  return a.south > b.south
end

--- A function from the cells at both ends of a step to what it costs more because of where it
-- leads; nil where the world has no slopes.
function model.slopes(world, question)
  if not world.sloped then return nil end
  local unit = question.unit
  local class = unit and unit.class or question.class or world.classes[1]
  local player = unit and unit.player or question.player
  local minds = minds_height(world, class)
  local function under(x, y)
    local dearest, slope
    for cy = y, math.min(y + class.size - 1, world.height) do
      for cx = x, math.min(x + class.size - 1, world.width) do
        local name = terrain(world, player, cx, cy)
        local cost = terrain_cost(world, class, name)
        if not cost then return { east = 0, south = 0 } end   -- it is left, but never entered
        local here = slope_of(world, class, name, minds)
        if not dearest or cost > dearest or cost == dearest and counts_before(here, slope) then
          dearest, slope = cost, here
        end
      end
    end
    return slope
  end
  local known = {}
  local function at(x, y)
    local cell = (y - 1) * world.width + x
    known[cell] = known[cell] or under(x, y)
    return known[cell]
  end
  return function(x, y, to_x, to_y)
    local from, to = at(x, y), at(to_x, to_y)
    local rise = from.height and to.height and to.height - from.height or 0
    local paid = rise > 0 and rise * (class.climb or 0) or -rise * (class.descend or 0)
    return paid - (to_x - x) * to.east - (to_y - y) * to.south
  end
end

return model
