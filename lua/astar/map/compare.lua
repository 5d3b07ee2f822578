--- What another path costs in place of this one: the bills of both, layer by layer, and where they
-- part and join.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local pairs = require "astar.pairs".pairs

local compare = {}

-- The keys of a step of path:explain() that are no layers.
local PLACE = { x = true, y = true }

local is_path = core.has_metatable

-- What each layer adds to a path, and what the path has cost up to each of its cells.
local function bill_of(steps)
  local layers, paid = {}, { 0 }
  for i, step in ipairs(steps) do
    local cost = 0
    for name, amount in pairs(step) do
      if not PLACE[name] then
        layers[name] = (layers[name] or 0) + amount
        cost = cost + amount
      end
    end
    paid[i + 1] = paid[i] + cost
  end
  return layers, paid
end

-- The layer that makes the greatest difference comes first.
local function before(a, b)
  local first, second = math.abs(a.difference), math.abs(b.difference)
  if first ~= second then return first > second end
  return core.before(a.name, b.name)
end

-- Layers that add nothing to either path are left out.
local function layers_of(own, other)
  local list, names = {}, {}
  for name in pairs(own) do names[name] = true end
  for name in pairs(other) do names[name] = true end
  for name in pairs(names) do
    local a, b = own[name] or 0, other[name] or 0
    if a ~= 0 or b ~= 0 then
      list[#list + 1] = { name = name, own = a, other = b, difference = b - a }
    end
  end
  table.sort(list, before)
  return list
end

-- ---- where they part and join -------------------------------------------------------------------

-- The index of each cell on a path, the first where a path crosses itself.
local function places_of(path)
  local places = {}
  for x, y, i in path:cells() do
    places[y] = places[y] or {}
    places[y][x] = places[y][x] or i
  end
  return places
end

local function cell_of(path, index)
  if index < 1 or index > #path then return nil end
  local x, y = path:cell(index)
  return { x, y }
end

-- What has been paid between two indexes, which may be beyond the ends of the path.
local function between(paid, from, to)
  return paid[math.min(to, #paid)] - paid[math.max(from, 1)]
end

-- Goes along one path, and notes where it leaves the other. Cells that both have are in the order
-- of both: where the other path comes back to an earlier one, that does not join them.
local function parts_of(own, own_paid, other, other_paid)
  local list, places = {}, places_of(other)
  local a, b = 0, 0                              -- where both had the last of these cells
  local function join(next_a, next_b)
    if next_a > a + 1 or next_b > b + 1 then
      list[#list + 1] = { from = cell_of(own, a), to = cell_of(own, next_a),
        own = between(own_paid, a, next_a), other = between(other_paid, b, next_b) }
    end
    a, b = next_a, next_b
  end
  for x, y, i in own:cells() do
    local index = places[y] and places[y][x]
    if index and index > b then join(i, index) end
  end
  join(#own + 1, #other + 1)
  return list
end

--- path:compare(other) -> { cost, other_cost, difference, layers, parts } | nil, "not explained"
function compare.paths(own, other)
  if not is_path(other, core.metatables.path) then
    blame.fail("compare", 1, "other = %s is not a path", core.show(other))
  end
  local own_steps, other_steps = own:explain(), other:explain()
  if not own_steps or not other_steps then return nil, "not explained" end
  local own_layers, own_paid = bill_of(own_steps)
  local other_layers, other_paid = bill_of(other_steps)
  return {
    cost = own.cost, other_cost = other.cost, difference = other.cost - own.cost,
    layers = layers_of(own_layers, other_layers),
    parts = parts_of(own, own_paid, other, other_paid),
  }
end

return compare
