--- unit:flank(target [, options]) -> true | nil, code. Comes at a target from the side or from
-- behind, and ends within `range` (2) cells of it. Its front is where `front`, a place, lies as the
-- target sees it; by default the middle of the unit's friends within 20 cells and itself, the side
-- from which they come. Until the unit is beside the target it stays `radius` (8) cells away. Codes:
-- "unseen", its player does not see the target; "gone"; "none", there is no such place; "taken";
-- those of go.
-- @card unit:flank(target [, { range, radius, front }]) - comes within range of it from the side or
--   from behind

local check = require "astar.arguments.values"
local moving = require "astar.positions.moving"
local options = require "astar.arguments.options"

local FRIENDS, BESIDE = 20, 75                   -- cells; how far round is beside: see `flank`
local VALID = { range = { "number", "a number" }, radius = { "number", "a number" },
  front = { "table userdata", "a place" }, query = { "table", "a table" } }

-- What the flank of a target is worth, in the cost of walking: most of it from the side on.
local CURVE = { { 0, 0 }, { BESIDE, 60 }, { 150, 120 }, { 200, 130 } }

-- The middle of the unit and its friends around.
local function middle_of_friends(unit)
  local x, y, count = unit.x, unit.y, 1
  for _, friend in ipairs(unit:friends(FRIENDS)) do
    x, y, count = x + friend.x, y + friend.y, count + 1
  end
  return { x = math.floor(x / count), y = math.floor(y / count) }
end

local function is_beside(unit, target, front)
  local here = unit:positions { from = { cells = { unit } },
    filter = { { "flank", of = target, front = front, min = BESIDE } } }
  return here and here[1] ~= nil
end

return function(unit, target, given)
  check.argument(check.is_place(target) and target ~= unit, 1, "flank", "a target", target)
  if given then options.check("flank", given, VALID, 2) end
  given = given or {}
  check.argument(given.front == nil or check.is_place(given.front), 2, "flank", "a front, a place,",
    given.front)
  local front = given.front or middle_of_friends(unit)
  local range, radius, has_drifted = given.range or 2, given.radius or 8, nil
  local function query(near, far)
    return function()
      if not unit:sees(target) then return nil, target.removed and "gone" or "unseen" end
      has_drifted = moving.drift(unit, { target })
      return { from = { ring = { near, far, of = target } },
        filter = { { "flank", of = target, front = front, min = BESIDE } },
        score = moving.score(unit, { { "flank", of = target, front = front, curve = CURVE } }),
        reserve = "flank", query = given.query }
    end
  end
  local function look()
    if not unit:sees(target) then return target.removed and "gone" or "unseen" end
    return has_drifted() and "again"
  end
  local undo = unit:defer(function() unit:release("flank") end)
  unit:sleep(1)
  local done, code = true, nil
  if radius > range and unit:sees(target) and not is_beside(unit, target, front) then
    done, code = moving.go(unit, query(math.max(range + 1, radius - 2), radius), look, given.query)
  end
  if done or code == "none" then
    done, code = moving.go(unit, query(1, range), look, given.query)
  end
  undo()
  unit:release("flank")
  if done then return true end
  return nil, code
end
