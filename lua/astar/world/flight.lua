--- Fields to flee by. They are costly to make, and units that are chased together flee from the
-- same threats, so the last fields are kept and shared. A kept field repairs itself when the map
-- changes, so it gives the same results as a new one.

local flight = {}

local KEPT = 8

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

local function take(kept, unit, key)
  for i, one in ipairs(kept) do
    if one.key == key and one.class == unit.class and one.player == unit.player then
      return table.remove(kept, i)
    end
  end
end

--- The field of a unit's class and player, away from the cells where the threats are, and how much
-- work had been done for it. `kept` is the list of those that there are, the last used first.
function flight.field(kept, unit, threats)
  local map = unit.world.map
  local cells, key = cells_of(threats, map.width)
  local entry, before = take(kept, unit, key), 0
  if entry then
    before = entry.field:_work()
  else
    local field = map:flee_field(cells, { class = unit.class, player = unit.player })
    entry = { key = key, class = unit.class, player = unit.player, field = field }
  end
  table.insert(kept, 1, entry)
  if kept[KEPT + 1] then table.remove(kept).field:close() end
  return entry.field, before
end

return flight
