--- What the left mouse button does: choose units, paint terrain, drop units, remove them. Plain
-- Lua.

local tools = {}
tools.__index = tools

tools.NAMES = { "choose", "paint", "drop", "remove" }

tools.TERRAINS = { "plain", "road", "wood", "swamp", "water", "mountain", "bridge", "ore" }

tools.UNITS = {
  { side = "red", role = "gatherer" }, { side = "red", role = "soldier" },
  { side = "red", role = "scout" }, { side = "blue", role = "gatherer" },
  { side = "blue", role = "soldier" }, { side = "blue", role = "scout" },
}

tools.BRUSHES = { 1, 2, 3, 5 }         -- cells across

function tools.new()
  return setmetatable({ name = "choose", terrain = "mountain", unit = tools.UNITS[2], brush = 2 },
    tools)
end

local function after(list, value, step)
  for i, each in ipairs(list) do
    if each == value then return list[(i - 1 + step) % #list + 1] end
  end
end

--- The next terrain to paint, or unit to drop; step -1: the one before.
function tools:turn(step)
  if self.name == "paint" then
    self.terrain = after(tools.TERRAINS, self.terrain, step)
  elseif self.name == "drop" then
    self.unit = after(tools.UNITS, self.unit, step)
  end
end

function tools:next_brush() self.brush = after(tools.BRUSHES, self.brush, 1) end

--- The cells under the brush while it is drawn from one cell to another, as a flat list without
-- repetitions: however fast the mouse moves there are no gaps.
function tools:stroke(map, x1, y1, x2, y2)
  local cells, is_in = {}, {}
  local low = math.floor((self.brush - 1) / 2)
  local steps = math.max(math.abs(x2 - x1), math.abs(y2 - y1), 1)
  for i = 0, steps do
    local left = math.floor(x1 + (x2 - x1) * i / steps + 0.5) - low
    local top = math.floor(y1 + (y2 - y1) * i / steps + 0.5) - low
    for y = math.max(1, top), math.min(map.height, top + self.brush - 1) do
      for x = math.max(1, left), math.min(map.width, left + self.brush - 1) do
        local key = y * map.width + x
        if not is_in[key] then
          is_in[key] = true
          cells[#cells + 1], cells[#cells + 2] = x, y
        end
      end
    end
  end
  return cells
end

return tools
