--- Which level a cell is on, as units and verbs ask. It does not need the map, which the state of a
-- mod does not have, but the list of its levels.

local levels = {}

--- The levels of a map: a list with the name, x, y, width and height of each.
function levels.list(map)
  local list = {}
  for level in map:levels() do
    list[#list + 1] = { name = level.name, x = level.x, y = level.y, width = level.width,
      height = level.height }
  end
  return list
end

-- Of anything with x, y, width and height.
local function has(level, x, y)
  return x >= level.x and y >= level.y and x < level.x + level.width and y < level.y + level.height
end

local function find(list, x, y)
  for i = 1, #list do
    if has(list[i], x, y) then return list[i] end
  end
end

--- The name of the level that has a cell, and where the cell is on it; nil: none has.
function levels.at(list, x, y)
  local level = find(list, x, y)
  if level then return level.name, x - level.x + 1, y - level.y + 1 end
end

--- Are two cells on one level? Where there are no levels, they are.
function levels.same(list, x1, y1, x2, y2)
  return not list[1] or find(list, x1, y1) == find(list, x2, y2)
end

--- The level that has a cell, with x, y, width and height; where none has, the whole map.
function levels.around(list, x, y, map)
  return find(list, x, y) or { x = 1, y = 1, width = map.width, height = map.height }
end

return levels
