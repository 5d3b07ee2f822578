--- unit:flank(target [, options]) -> true | nil, code. Comes at a target from the side or from
-- behind, and ends within `range` (2) cells of it. Its front is where `front`, a place, lies as the
-- target sees it; by default the middle of the unit's friends within 20 cells and itself, the side
-- from which they come. Until the unit is beside the target it stays up to `radius` (8) cells away.
-- It goes by where it saw the target last. Codes: "unseen", the target cannot be seen, or from
-- where it has come to; "gone"; "none", there is no such place; "taken"; those of go.
-- @card unit:flank(target [, { range, radius, front }]) - comes from the side or from behind

local check = require "astar.units.values"
local moving = require "astar.positions.moving"
local options = require "astar.arguments.options"

local FRIENDS, BESIDE = 20, 75                   -- cells; how far round is beside: see `flank`
local VALID = { range = options.whole(1, 255), radius = options.whole(0, 255),
  front = { "table userdata", "a cell { x, y }" }, query = { "table", "a table" } }

-- What it is worth to stand how far round, in the cost of walking. Near the target behind is best;
-- from afar all are alike, lest the way lead past the target.
local CURVE = { { BESIDE, 60 }, { 150, 120 }, { 200, 130 } }
local ALIKE = { { BESIDE, 0 } }

-- The middle of the unit and its friends around.
local function middle_of_friends(unit)
  local x, y, count = unit.x, unit.y, 1
  for _, friend in ipairs(unit:friends(FRIENDS)) do
    x, y, count = x + friend.x, y + friend.y, count + 1
  end
  return { x = math.floor(x / count), y = math.floor(y / count) }
end

local function is_beside(unit, aim, front)
  local here = unit:_positions_of_rest { from = { cells = { unit } },
    filter = { { "flank", of = aim, front = front, min = BESIDE } } }
  return here and here[1] ~= nil
end

-- What one call works with: `aim`, the place where the target was seen last.
local function look_at(run)
  local unit, target = run.unit, run.target
  if target.removed then return "gone" end
  if unit:sees(target) then
    run.aim = { x = target.x, y = target.y, width = target.width or 1,
      height = target.height or 1 }
  end
end

-- Goes to the best place beside or behind the target, so many cells away from it.
local function go_beside(run, near, far, curve)
  local unit, found_at = run.unit, nil
  return moving.go(unit, function()
    found_at = run.aim
    local flank = { "flank", of = run.aim, front = run.front, curve = curve }
    return { from = { ring = { near, far, of = run.aim } },
      filter = { { "flank", of = run.aim, front = run.front, min = BESIDE } },
      score = moving.score(unit, { flank }), reserve = "flank", query = run.query }
  end, function()
    local code = look_at(run)
    return code or found_at and moving.has_drifted(unit, found_at, run.aim) and "again"
  end, run.query, function() return run.aim end)
end

-- First to its side, as far away as there is room, and then up to it.
local function come(run, range, radius)
  local done, code = true, nil
  while radius > range and not is_beside(run.unit, run.aim, run.front) do
    done, code = go_beside(run, math.max(range + 1, radius - 2), radius, ALIKE)
    if done or code ~= "none" then break end
    radius = math.floor(radius / 2)
  end
  if not done and code ~= "none" then return nil, code end
  repeat
    done, code = go_beside(run, 1, range, CURVE)
    if not done then return nil, code end
    code = look_at(run)
    if code or not run.unit:sees(run.target) then return nil, code or "unseen" end
  until run.unit:distance(run.target) <= range
  return true
end

return function(unit, target, given)
  check.argument(check.is_place(target) and target ~= unit, 1, "flank", "a target", target)
  if given then options.check("flank", given, VALID, 2) end
  given = given or {}
  check.query(unit, 2, given.query)
  if given.front ~= nil then check.cell_in("flank", 2, "front", given.front) end
  check.passed()
  local run = { unit = unit, target = target, front = given.front, query = given.query }
  local undo = unit:defer(function() unit:release("flank") end)
  unit:sleep(1)
  local done, code = nil, look_at(run)
  if run.aim and not code then
    run.front = run.front or middle_of_friends(unit)
    done, code = come(run, given.range or 2, given.radius or 8)
  end
  undo()
  unit:release("flank")
  if done then return true end
  return nil, code or "unseen"
end
