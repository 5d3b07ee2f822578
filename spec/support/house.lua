--- Houses: maps with levels, and for each level a *floor*, a map that has nothing but its cells.
-- Whatever is done on a level is done on its floor. A *side* is one of the two: a map, and where
-- the level begins on it.

local astar = require "astar"
local worlds = require "support.worlds"

local house = {}

local NAMES = { "plain", "plain", "plain", "road", "swamp", "wood", "wall" }

local function side_of(map, x, y)
  local side = { map = map, x = x, y = y }
  --- A cell of the level, on the side's map.
  function side.at(cell_x, cell_y) return cell_x + x, cell_y + y end
  --- A cell of the side's map, on the level, as text.
  function side.back(cell_x, cell_y) return ("%d,%d"):format(cell_x - x, cell_y - y) end
  return side
end

local function fill(random, level)
  local density = random:pick { 0, 15, 30 }
  for y = 1, level.height do
    for x = 1, level.width do
      local name = random:int(1, 100) <= density and "wall" or random:pick(level.names)
      house.on_both(level, function(side)
        local cell_x, cell_y = side.at(x, y)
        side.map:set(cell_x, cell_y, name)
      end)
    end
  end
end

--- Calls f with both sides of a level.
function house.on_both(level, f)
  f(level.here)
  f(level.alone)
end

--- What f makes of both sides of a level: { in the house, on the floor }.
function house.of_both(level, f)
  return f(level.here), f(level.alone)
end

local function reverse(list)
  local reversed = {}
  for i, one in ipairs(list) do reversed[#list + 1 - i] = one end
  return reversed
end

--- A house of `count` levels, the sides of which are no longer than `most`: { map =, levels = }; a
-- level has width, height, name, here and alone. `reversed`: the same levels lie elsewhere.
function house.random(random, count, most, reversed)
  local list, made = {}, {}
  for i = 1, count do
    list[i] = { name = "level " .. i, width = random:int(2, most), height = random:int(2, most) }
  end
  local map = astar.map { levels = reversed and reverse(list) or list, fill = "plain",
                          terrains = worlds.terrains(10) }
  local names = random:chance(0.5) and { "plain" } or NAMES
  for i, one in ipairs(list) do
    local level = map:level(one.name)
    local floor = astar.map { width = one.width, height = one.height, fill = "plain",
                              terrains = worlds.terrains(10) }
    made[i] = { name = one.name, width = one.width, height = one.height, names = names,
                here = side_of(map, level.x - 1, level.y - 1), alone = side_of(floor, 0, 0) }
    fill(random, made[i])
  end
  return { map = map, levels = made }
end

--- Joins the levels by links; in a house with the same levels the same.
function house.join(random, built)
  for _ = 1, random:int(1, 2 * #built.levels) do
    local one, other = random:pick(built.levels), random:pick(built.levels)
    local from, to = { random:cell(one) }, { random:cell(other) }
    local x, y = one.here.at(from[1], from[2])
    local to_x, to_y = other.here.at(to[1], to[2])
    local cost, one_way = random:int(1, 60), random:chance(0.2)
    if x ~= to_x or y ~= to_y then             -- where nobody can stand there is no link
      pcall(built.map.link, built.map, { from = { x, y }, to = { to_x, to_y }, cost = cost,
        one_way = one_way })
    end
  end
  return built
end

--- A cell of the map as text: its level, and where on it.
function house.place(built, x, y)
  local level, cell_x, cell_y = built.map:level_at(x, y)
  return ("%s %d,%d"):format(level.name, cell_x, cell_y)
end

return house
