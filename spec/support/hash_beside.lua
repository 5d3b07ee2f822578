--- hash_beside(world, player): the hash of a world without what a player's units do and remember
-- (behaviours, data, homes, turns, what they were told), and without events and failures.

local function set(object, values)
  local old = {}
  for key, value in pairs(values) do old[key], object[key] = object[key], value end
  return old
end

return function(world, player)
  local kept = { [world] = set(world, { _failures = 0, _events = {} }) }
  for unit in world:units(player) do
    kept[unit] = set(unit, { _behaviour = false, _given = false, data = {},
      home = { x = 1, y = 1 }, _inbox = false,
      _pause = 0, _again = 0, _wake = math.huge, _roused = false })
  end
  local hash = world:hash()
  for object, values in pairs(kept) do set(object, values) end
  return hash
end
