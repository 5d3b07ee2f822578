--- unit:defend(post, radius, engage, duty, ...) -> what the duty returned | nil, code. Runs a verb,
-- its duty, and interrupts it for each enemy that comes within a radius of its post, which is a
-- unit or a place, by calling engage(unit, enemy). It goes no further than twice the radius from
-- the post, and ignores for a while an enemy that it could not reach. Code: "gone", the post was
-- removed. guard, hold, escort and attack_move use it.
-- @card unit:defend(post, radius, engage, verb, ...) - runs a verb, and `engage(unit, enemy)` for
--   enemies near the post

local check = require "astar.units.values"
local distance = require "astar.units.distance"

local EVERY, LEASH, GRUDGE = 4, 2, 60

-- The nearest enemy around the post that is not to be left alone.
local function threat(unit, post, radius, spared)
  for _, enemy in ipairs(unit:enemies(radius, post)) do
    if (spared[enemy.id] or 0) <= unit.world.ticks then return enemy end
  end
end

-- Turns against an enemy, from where the post is, or was, if that is the unit itself.
local function fight(unit, post, reach, engage, enemy)
  local anchor = post ~= unit and post or { x = unit.x, y = unit.y }
  return unit:watch(EVERY, function()
    if anchor.removed then return "gone" end
    if not unit:sees(enemy) then return end
    return distance.cells(unit.world, enemy, anchor) > reach and "leash"
  end, engage, enemy)
end

return function(unit, post, radius, engage, duty, ...)
  check.argument(check.is_place(post), 1, "defend", "a unit or a place", post)
  check.argument(check.is_count(radius), 2, "defend", "a radius", radius)
  check.argument(check.is_function(engage), 3, "defend", "a function", engage)
  check.argument(check.is_function(duty), 4, "defend", "a verb", duty)
  check.passed()
  local spared, enemy = {}, nil
  local function look()
    if post.removed then return "gone" end
    enemy = threat(unit, post, radius, spared)
    return enemy and "enemy"
  end
  while true do
    enemy = nil
    local done, code = unit:watch(EVERY, look, duty, ...)
    if not enemy then return done, code end
    local _, why = fight(unit, post, LEASH * radius, engage, enemy)
    if why then spared[enemy.id] = unit.world.ticks + GRUDGE end
  end
end
