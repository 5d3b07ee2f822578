--- What a mod may ask of the enemy and of the land as a whole, as its player knows them: the
-- enemies that were seen, and where there is something of a terrain.

local distances = require "astar.units.distance"
local hint_of = require("astar.arguments.options").hint_of
local plain = require "astar.mods.plain_data"
local sightings = require "astar.world.sightings"

local reconnaissance = {}

local A_UNIT, AN_ENEMY = 24, 60                   -- instructions for each unit, and each enemy
local CELLS, A_SITE_CELL = 16, 20                -- cells looked at, for one; one of the terrain

-- ---- enemies ------------------------------------------------------------------------------------

local function is_enemy(owner, player)
  return owner ~= player and not owner.removed and not owner:shares(player)
end

-- The keys of a table that the game makes public to this mod.
local function shown(instance, data)
  local list = {}
  for _, key in ipairs(instance.limits.public) do list[key] = data and data[key] end
  return plain.copy(list)
end

-- What is known of an enemy: visible, x, y, state, tick, data; nil: it is none, it was never seen,
-- or longer ago than `since`, or it is gone from where it was.
local function known(instance, id, since)
  local world, player = instance.world, instance.player
  local unit, one = world._units[id], sightings.of(world, id, player)
  if unit and sightings.is_seen(unit, player) then
    if not is_enemy(unit.player, player) then return nil end
    return true, unit.x, unit.y, unit.state, world.ticks, shown(instance, unit.data)
  end
  if not one or not one.x or one.gone then return nil end
  local tick = sightings.tick_of(world, id, player, one)
  if tick < since then return nil end
  if not is_enemy(one.player or unit.player, player) then return nil end
  return false, one.x, one.y, one.state, tick, shown(instance, one.data)
end

--- Enemies that its player has seen in the last `most` ticks, or ever, in the order of their
-- numbers: seven values for each.
function reconnaissance.known_enemies(instance, most)
  local world, list, n, weight = instance.world, {}, 0, 0
  local since = most and world.ticks - most or -1
  local ids, numbers = instance.numbers.order, instance.numbers.units
  world:_bury_the_dead()
  for _, id in ipairs(ids) do
    local visible, x, y, state, tick, data = known(instance, id, since)
    if visible ~= nil then
      list[n + 1], list[n + 2], list[n + 3], list[n + 4] = numbers[id], visible, x, y
      list[n + 5], list[n + 6], list[n + 7] = state, tick, data
      n, weight = n + 7, weight + plain.weight(data)
    end
  end
  instance.box:charge(A_UNIT * #ids + math.floor(AN_ENEMY * n / 7 + weight / 8))
  return list
end

-- ---- sites --------------------------------------------------------------------------------------

local function number_of(map, terrain)
  local names = {}
  for number, name in map:terrains() do
    if name == terrain then return number end
    names[number] = name
  end
  error(("there is no terrain '%s'%s"):format(tostring(terrain),
    hint_of(terrain, names)), 0)
end

-- The cells of a terrain that a player knows, in reading order: from places in it to themselves.
local function cells_of(instance, number)
  local bytes, sought, list, is_left = instance.player:terrain_bytes(), string.char(number), {}, {}
  local at = bytes:find(sought, 1, true)
  while at do
    list[#list + 1] = at - 1
    is_left[at - 1] = true
    at = bytes:find(sought, at + 1, true)
  end
  return list, is_left
end

-- Do two cells touch, which are at most one column and one row apart?
local function touches(map, x, y, other_x, other_y)
  if map.grid == "square" then return true end
  return distances.cells({ map = map }, { x = x, y = y }, { x = other_x, y = other_y }) == 1
end

-- Takes the cells that are connected with one, as the map's cells touch (of squares at corners as
-- well), out of those that are left.
local function take_site(map, first, is_left)
  local site, i, width = { first }, 1, map.width
  is_left[first] = nil
  while site[i] do
    local x, y = site[i] % width, math.floor(site[i] / width)
    for dy = -1, 1 do
      for dx = math.max(-1, -x), math.min(1, width - 1 - x) do
        local other = site[i] + dy * width + dx
        if is_left[other] and touches(map, x + 1, y + 1, x + dx + 1, y + dy + 1) then
          is_left[other] = nil
          site[#site + 1] = other
        end
      end
    end
    i = i + 1
  end
  return site
end

-- The cell of a site that is nearest to its middle; of several the first in reading order.
local function middle(site, width)
  local count, sum_x, sum_y = #site, 0, 0
  for _, cell in ipairs(site) do
    sum_x, sum_y = sum_x + cell % width, sum_y + math.floor(cell / width)
  end
  local best, least
  for _, cell in ipairs(site) do
    local dx, dy = cell % width * count - sum_x, math.floor(cell / width) * count - sum_y
    local far = dx * dx + dy * dy
    if not best or far < least or far == least and cell < best then best, least = cell, far end
  end
  return best % width + 1, math.floor(best / width) + 1
end

--- The sites of a terrain: groups of connected cells of it that its player knows, in the reading
-- order of their first cells: x, y of the cell in the middle, and the number of cells, for each.
function reconnaissance.sites(instance, name)
  local map = instance.world.map
  if type(name) ~= "string" then error("the name of a terrain expected", 0) end
  local number = number_of(map, name)
  instance.box:charge(math.floor(map.width * map.height / CELLS))
  local cells, is_left = cells_of(instance, number)
  instance.box:charge(A_SITE_CELL * #cells)
  local list, width = {}, map.width
  for _, cell in ipairs(cells) do
    if is_left[cell] then
      local site, n = take_site(map, cell, is_left), #list
      list[n + 1], list[n + 2] = middle(site, width)
      list[n + 3] = #site
    end
  end
  return list
end

return reconnaissance
