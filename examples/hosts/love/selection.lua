--- The units that the person has chosen. Plain Lua.

local selection = {}
selection.__index = selection

function selection.new(world) return setmetatable({ world = world, ids = {} }, selection) end

function selection:clear() self.ids = {} end

function selection:has(unit) return self.ids[unit.id] == true end

--- The units that are left, in the order of their ids.
function selection:units()
  local list = {}
  for unit in self.world:units() do
    if self.ids[unit.id] then list[#list + 1] = unit end
  end
  return list
end

--- Their ids, for a command.
function selection:list()
  local list = {}
  for i, unit in ipairs(self:units()) do list[i] = unit.id end
  return list
end

--- Chooses a unit, beside the others if it is added.
function selection:pick(unit, is_added)
  if not is_added then self:clear() end
  self.ids[unit.id] = not self.ids[unit.id] or nil
end

--- Chooses the units in a rectangle of cells that a function accepts. From both sides the side with
-- more units is taken: orders for enemies and friends together make no sense.
function selection:pick_all(x, y, width, height, accepts, is_added)
  if not is_added then self:clear() end
  local counts, most = {}, nil
  local list = {}
  for _, unit in ipairs(self.world:units_in(x, y, width, height)) do
    if accepts(unit) then
      local side = unit.data.side
      list[#list + 1] = unit
      counts[side] = (counts[side] or 0) + 1
      if not most or counts[side] > counts[most] then most = side end
    end
  end
  for _, unit in ipairs(list) do
    if unit.data.side == most then self.ids[unit.id] = true end
  end
end

return selection
