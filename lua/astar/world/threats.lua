--- Threats: lists of what a unit flees or hides from.

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"
local core = require "astar.core"
local object = require "astar.units.object"

local threats = {}

-- Each is a cell of the map, or stands in one.
local function check_list(map, method, list)
  if type(list) ~= "table" or object.is_unit(list) then
    blame.fail(method, 1, "a list of threats expected, got %s", core.show(list))
  end
  for i, one in ipairs(list) do
    local problem = check.cell_problem(("threats[%d]"):format(i), one, map)
    if problem then blame.fail(method, 1, "%s", problem) end
  end
end

--- The cells of a list of threats, which is checked.
function threats.cells(map, method, list)
  check_list(map, method, list)
  local found = {}
  for i, one in ipairs(list) do
    local x, y = check.at(one)
    found[i] = { x = math.floor(x), y = math.floor(y) }
  end
  return found
end

--- Where a target sees from, and where it is aimed at: its middle.
function threats.eye(target)
  target = check.target(target)
  local half_x = ((check.field(target, "width") or 1) - 1) / 2
  local half_y = ((check.field(target, "height") or 1) - 1) / 2
  return { target.x + math.floor(half_x), target.y + math.floor(half_y) }
end

--- Where the threats see from that the unit's player sees; other threats are left out.
function threats.eyes(unit, list, radius)
  check_list(unit.world.map, "cover", list)
  if type(radius) ~= "number" or not (radius >= 0 and radius <= 255) or radius % 1 ~= 0 then
    blame.fail("cover", 2, "a radius of 0 to 255 expected, got %s", core.show(radius))
  end
  local eyes = {}
  for _, one in ipairs(list) do
    if unit:sees(one) then eyes[#eyes + 1] = threats.eye(one) end
  end
  return eyes
end

return threats
