--- What there is to know of a cell, for the page: rows of a name and words. It is only read.

local exact = require "astar.save.exact"
local visible = require "astar.world.visible_text"

local function add(rows, name, words)
  rows[#rows + 1] = { name = visible(name), words = visible(words) }
end

local function terrain_words(map, name)
  for _, kind, cost, opaque in map:terrains() do
    if kind == name then
      local costs = cost and ("costs %s"):format(exact.digits(cost, 6)) or "cannot be entered"
      return ("%s, %s%s"):format(name, costs, opaque and ", opaque" or "")
    end
  end
  return name
end

local function add_players(rows, map, x, y)
  for player in map:players() do
    local state, terrain = player:knows(x, y)
    local words = terrain and terrain ~= map:get(x, y) and ("%s, as %s"):format(state, terrain)
      or state
    add(rows, ("for %s"):format(player.name), words)
  end
end

local function add_influence(rows, map, x, y)
  for layer in map:influences() do
    local value = layer:get(x, y)
    if value ~= 0 then add(rows, layer.name, exact.digits(value, 9)) end
  end
end

--- Of a cell of a world: a list of { name, words }; nil: it is none of the map.
return function(world, x, y)
  local map, rows = world.map, {}
  local ok, name = pcall(map.get, map, x, y)
  if not ok or not name then return nil end
  add(rows, "terrain", terrain_words(map, name))
  local unit = world:unit_at(x, y)
  if unit then add(rows, "covered by", tostring(unit)) end
  add_players(rows, map, x, y)
  add_influence(rows, map, x, y)
  return rows
end
