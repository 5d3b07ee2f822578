-- luacheck: globals core minetest

--- The ground of a part of the world as a map: a cell is a column, its terrain what is on top.
-- What is more than a node higher or lower than the corner is a `wall`.

local core = core or minetest

local ground = {}

local TERRAINS = { plain = 10, road = 7, sand = 14, slow = 30, wall = false }

-- What it is to walk on a node: by its groups, so that it holds for every game's nodes.
local function terrain_of(name)
  local node = core.registered_nodes[name]
  if not node or node.damage_per_second > 0 then return "wall" end
  if node.liquidtype ~= "none" then return "slow" end
  if core.get_item_group(name, "sand") > 0 then return "sand" end
  if core.get_item_group(name, "stone") > 0 then return "road" end
  return "plain"
end

local function is_solid(name)
  local node = core.registered_nodes[name]
  return not node or node.walkable
end

-- The height at which one stands in a column, from `near` at most `reach` up or down; nil: nowhere.
local function surface(x, near, z, reach)
  for y = near + reach, near - reach, -1 do
    local name = core.get_node({ x = x, y = y, z = z }).name
    if is_solid(name) then return y + 1, terrain_of(name) end
    if core.registered_nodes[name].liquidtype ~= "none" then return y + 1, "slow" end
  end
end

local Ground = {}
Ground.__index = Ground

--- The map of the columns from `corner` on, width × depth of them, where the ground is at most
-- `reach` above or below `corner.y`.
function ground.new(astar, corner, width, depth, reach)
  local self = setmetatable({
    -- A node's middle has whole coordinates, so the map's corner lies half a node before it.
    map = astar.map { width = width, height = depth, terrains = TERRAINS,
      origin = { corner.x - 0.5, corner.z - 0.5 } },
    heights = {}, corner = corner, reach = reach,
  }, Ground)
  for z = 1, depth do
    for x = 1, width do self:read(x, z) end
  end
  return self
end

--- Reads the column of a cell again: its nodes have changed.
function Ground:read(x, z)
  local corner = self.corner
  local height, terrain = surface(corner.x + x - 1, corner.y, corner.z + z - 1, self.reach)
  self.heights[(z - 1) * self.map.width + x] = height or corner.y
  -- Ground that is as high as the corner's can be walked on, and what is one node higher or lower.
  local is_step = height and math.abs(height - corner.y) <= 1
  self.map:set(x, z, is_step and terrain or "wall")
end

--- The cell of a position; nil: it is outside.
function Ground:cell(position) return self.map:cell_at(position.x, position.z) end

--- Where one stands at a place of the map, which may be between two columns.
function Ground:position(x, z)
  local cell_x, cell_z = self.map:cell_at(x, z)
  local height = self.heights[(cell_z - 1) * self.map.width + cell_x]
  return { x = x, y = height - 0.5, z = z }
end

return ground
