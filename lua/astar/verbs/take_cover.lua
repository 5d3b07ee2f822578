--- unit:take_cover([threats [, options]]) -> true | nil, code. Goes where no threat sees it: out of
-- sight of a target, or of a list of targets, or of the enemies that its player knows of within
-- `distance` (20). Near places are better, and those out of danger, if there is an influence map of
-- that name. It searches `within` (16) cells, and again when the threats have moved. `range`: how
-- far a threat sees, by default any distance. Ends when it is hidden, or after `ticks`. Codes:
-- "cornered", there is no such place; "taken", others have taken them; those of go.
-- @card unit:take_cover([threats [, { distance, range }]]) - hides from targets, or enemies near

local check = require "astar.units.values"
local moving = require "astar.positions.moving"
local options = require "astar.arguments.options"

local VALID = { distance = options.whole(0, 2 ^ 31 - 1), within = options.whole(0, 255),
  range = options.whole(0, 255), ticks = options.whole(0),
  query = { "table", "a table" } }

-- Is it known to be? That may be too much to find out at once.
local function is_hidden(unit, threats, range)
  local here = unit:_positions_of_rest { from = { cells = { unit } },
    filter = { { "cover", from = threats, range = range } } }
  return here and here[1] ~= nil
end

return function(unit, threats, given)
  if check.is_place(threats) then threats = { threats } end
  if threats ~= nil then check.cells("take_cover", 1, "threats", threats) end
  if given then options.check("take_cover", given, VALID, 2) end
  given = given or {}
  check.query(unit, 2, given.query)
  check.passed()
  local till = given.ticks and unit.world.ticks + given.ticks or math.huge
  local seen, has_drifted
  local function threats_now()
    return moving.seen(unit, threats or unit:enemies(given.distance or 20))
  end
  local function query()
    seen = threats_now()
    has_drifted = moving.drift(unit, seen)
    return { from = { cover = seen, within = given.within or 16, range = given.range },
      score = moving.score(unit, {}), reserve = "cover", query = given.query }
  end
  local function look()
    if unit.world.ticks >= till then return "timeout" end
    return has_drifted() and "again"
  end
  local undo = unit:defer(function() unit:release("cover") end)
  unit:sleep(1)
  local done, code = true, nil
  repeat
    seen = threats_now()
    if not seen[1] or is_hidden(unit, seen, given.range) then break end
    done, code = moving.go(unit, query, look, given.query)
  until not done or unit.world.ticks >= till
  undo()
  unit:release("cover")
  if done or code == "timeout" then return true end
  return nil, code == "none" and "cornered" or code
end
