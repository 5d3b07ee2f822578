--- map:positions: where to stand, for games that have no world.

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"
local core = require "astar.core"
local levels = require "astar.map.level"
local plans = require "astar.positions.plan"
local source = require "astar.positions.source"

local positions = {}

local MOST_SIZE = 32

-- How large a unit there would be; nil: a compiled query does not tell.
local function size_of(query)
  if type(query) == "userdata" then return nil end
  local unit = check.field(query, "unit")
  local class = unit and check.field(unit, "class") or check.field(query, "class")
  return class and check.field(class, "size") or 1
end

--- map:positions(x, y, options) -> list | nil, code
function positions.find(map, x, y, given)
  if map.grid ~= "square" then blame.raise("a position query is for square grids") end
  core.check_cell(map, 1, 2, x, y)
  local query = type(given) == "table" and given.query or {}
  local size = size_of(query)
  local left, top, right, bottom = levels.bounds(map, x, y)
  local level = { x = left, y = top, width = right - left + 1, height = bottom - top + 1 }
  local plan, code = plans.read({ x = x, y = y, level = level, size = size or 1,
    slack = (size or MOST_SIZE) - 1, width = map.width, height = map.height,
    method = "positions", position = 3 }, given)
  if not plan then return nil, code end
  if plan.reserve then
    blame.fail("positions", 3, "reserve = '%s': only units of a world keep places", plan.reserve)
  end
  local problem = source.problem(map, x, y, plan, plan.query)
  if problem then blame.fail("positions", 3, "%s", problem) end
  local numbers, why = map:_positions(x, y, plan.list, plan.query, plan.count)
  if not numbers then return nil, why end
  return plans.places(plan.labels, numbers)
end

return positions
