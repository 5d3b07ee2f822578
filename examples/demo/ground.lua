-- The ground of the skirmish: the valley, and the cave under its hill, which is a level of its own.
-- Links lead where no step does: two ferries, and the mouths of the cave. A gate stands in the
-- pass. Both sides find all of it with the same orders: no mod has to know of it.

local astar = require "astar"
local rules = require "demo.rules"

local ground = {}

local GATE = rules.gate

--- Cells between two rectangles, or units; 1: they touch.
function ground.gap(a, b)
  local function beyond(x, low, size) return math.max(low - x, x - (low + size - 1), 0) end
  return math.max(beyond(a.x, b.x, b.width or 1), beyond(a.y, b.y, b.height or 1))
end

-- A place of the rules: a level, and the cell on it.
local function cell_of(map, place) return { map:level(place[1]):cell(place[2], place[3]) } end

--- The map of a file, with its links.
function ground.load(file)
  local map = assert(astar.load(file))
  for _, link in ipairs(rules.links) do
    map:link { from = cell_of(map, link.from), to = cell_of(map, link.to), cost = link.cost }
  end
  return map
end

--- The class of a side's units: the gate lets them through when it is theirs.
function ground.class(map, side_name)
  return map:class { [side_name .. " gate"] = rules.gate_cost }
end

local function each_cell(rect)
  return coroutine.wrap(function()
    for y = rect.y, rect.y + rect.height - 1 do
      for x = rect.x, rect.x + rect.width - 1 do coroutine.yield(x, y) end
    end
  end)
end

-- From a cell to the other end of its link, by map.
local far_ends = setmetatable({}, { __mode = "k" })

local function ends_of(map)
  local ends = {}
  for link in map:links() do
    local x1, y1, x2, y2 = link:ends()
    ends[y1 * map.width + x1], ends[y2 * map.width + x2] = { x2, y2 }, { x1, y1 }
  end
  return ends
end

--- The cells that a unit can strike: the nine around it, and the other end of a link.
function ground.beside(map, unit)
  far_ends[map] = far_ends[map] or ends_of(map)
  local far = far_ends[map][unit.y * map.width + unit.x]
  local left, top = math.max(1, unit.x - 1), math.max(1, unit.y - 1)
  local right, bottom = math.min(map.width, unit.x + 1), math.min(map.height, unit.y + 1)
  local x, y = left - 1, top
  return function()
    x = x + 1
    if x > right then x, y = left, y + 1 end
    if y <= bottom then return x, y end
    if y == bottom + 1 and x == left and far then return far[1], far[2] end
  end
end

--- Whose the gate is: the name of a side, or "open" to all.
function ground.gate(map)
  return map:get(GATE.x, GATE.y):match("^(%a+) gate$") or "open"
end

--- Gives the gate to a side, or opens it to all. False: a unit that it would shut in stands in it.
function ground.set_gate(map, holder)
  for x, y in each_cell(GATE) do
    local unit = map:unit_at(x, y)
    if unit and holder ~= "open" and unit.player.name ~= holder then return false end
  end
  for x, y in each_cell(GATE) do
    map:set(x, y, holder == "open" and "gate" or holder .. " gate")
  end
  return true
end

--- The share of the map that a player has seen. What lies between the levels is left out.
function ground.explored(map, player)
  local seen, all = 0, 0
  for level in map:levels() do
    for x, y in each_cell(level) do
      if player:knows(x, y) ~= "unseen" then seen = seen + 1 end
    end
    all = all + level.width * level.height
  end
  return seen / all
end

return ground
