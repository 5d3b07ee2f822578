--- unit:defend(post, radius, engage, duty, ...) -> what the duty returned | nil, code. Runs a verb,
-- its duty, and interrupts it for each enemy that comes within a radius of its post, which is a
-- unit or a place, by calling engage(unit, foe). It goes no further than twice the radius from the
-- post, and ignores for a while a foe that it could not reach. Code: "gone", the post was removed.
-- guard, hold, escort and attack_move use it.
-- @card unit:defend(post, radius, engage, verb, ...) - runs a verb, and `engage(unit, foe)` for
--   enemies near the post

local check = require "astar.units.values"
local distance = require "astar.units.distance"

local EVERY, LEASH, GRUDGE = 4, 2, 60

-- The nearest enemy around the post that is not to be left alone.
local function threat(unit, post, radius, spared)
  for _, foe in ipairs(unit:enemies(radius, post)) do
    if (spared[foe.id] or 0) <= unit.world.ticks then return foe end
  end
end

-- Turns against a foe, from where the post is, or was, if that is the unit itself.
local function fight(unit, post, reach, engage, foe)
  local anchor = post ~= unit and post or { x = unit.x, y = unit.y }
  return unit:watch(EVERY, function()
    if anchor.removed then return "gone" end
    if not unit:sees(foe) then return end
    return distance.cells(unit.world, foe, anchor) > reach and "leash"
  end, engage, foe)
end

return function(unit, post, radius, engage, duty, ...)
  check.argument(check.is_place(post), 1, "defend", "a unit or a place", post)
  check.argument(check.is_count(radius), 2, "defend", "a radius", radius)
  check.argument(check.is_function(engage), 3, "defend", "a function", engage)
  check.argument(check.is_function(duty), 4, "defend", "a verb", duty)
  check.passed()
  local spared, foe = {}, nil
  local function look()
    if post.removed then return "gone" end
    foe = threat(unit, post, radius, spared)
    return foe and "foe"
  end
  while true do
    foe = nil
    local done, code = unit:watch(EVERY, look, duty, ...)
    if not foe then return done, code end
    local _, why = fight(unit, post, LEASH * radius, engage, foe)
    if why then spared[foe.id] = unit.world.ticks + GRUDGE end
  end
end
