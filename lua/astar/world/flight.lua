--- Fields to flee by. They are costly to make, and units that are chased together flee from the
-- same threats, so the last fields are kept and shared. A kept field is brought up to date when the
-- map changes, so it gives the same results as a new one. But it takes fewer nodes. So each owner
-- that pays for nodes has a list that nobody else changes: "line", which is the world's, and each
-- side of a mod. "game" has another: its questions may come at any time, and it pays nothing.

local pairs = require "astar.pairs".pairs

local flight = {}

local KEPT = { line = 8, game = 8 }              -- fields of an owner
local OF_A_SIDE = 2
local THREATS = 2.5                              -- nodes for each cell that threats have come to

-- Sorts the threats in the order of the map, so that equal threats in another order share a field.
local function cells_of(threats, width)
  local numbers, cells, seen = {}, {}, {}
  for _, one in ipairs(threats) do
    local number = (one.y - 1) * width + one.x
    if not seen[number] then numbers[#numbers + 1] = number end
    seen[number] = true
  end
  table.sort(numbers)
  for i, number in ipairs(numbers) do
    cells[i] = { (number - 1) % width + 1, math.floor((number - 1) / width) + 1 }
  end
  return cells, table.concat(numbers, " ")
end

local function list_of(world, owner)
  local lists = world._flights
  lists[owner] = lists[owner] or {}
  return lists[owner]
end

local function take(kept, unit, key, cells)
  for i, one in ipairs(kept) do
    local is_same = one.key == key and one.cells == cells
    if is_same and one.class == unit.class and one.player == unit.player then
      return table.remove(kept, i)
    end
  end
end

--- The path of a unit by the field of its class and player, away from the cells where the threats
-- are: path | nil, code; and how many nodes that took. `owner`: whose fields are used; of these the
-- last used comes first. With `most`, so many nodes, it leads away no farther than they suffice
-- for; else as far as there is land.
function flight.path(owner, unit, threats, most)
  local map, nodes = unit.world.map, most and math.floor(most / THREATS)
  local kept = list_of(unit.world, owner)
  local cells, key = cells_of(threats, map.width)
  local entry, before = take(kept, unit, key, nodes), 0
  if entry then
    before = entry.field:_work()
  else
    if kept[KEPT[owner] or OF_A_SIDE] then table.remove(kept).field:close() end
    local query = { class = unit.class, player = unit.player }
    local field, code = map:field({ flee = cells, nodes = nodes }, query)
    if not field then return nil, code, 0 end
    entry = { key = key, class = unit.class, player = unit.player, cells = nodes, field = field }
  end
  table.insert(kept, 1, entry)
  local path, code = entry.field:path(unit.x, unit.y)
  return path or nil, code, entry.field:_work() - before
end

--- Nothing is kept any more.
function flight.forget(world)
  for _, list in pairs(world._flights) do        -- in any order
    for _, one in ipairs(list) do one.field:close() end
  end
  world._flights = {}
end

return flight
