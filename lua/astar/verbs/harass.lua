--- unit:harass(enemy [, options]) -> nil, code. Strikes an enemy from afar, and keeps away from it:
-- the unit stands where it has a clear shot, more than `near` (2) and at most `range` (5) cells
-- away, strikes, pauses for `cooldown` (8) ticks, and goes elsewhere when an enemy is within
-- `near`. `hit`: how the game strikes, as for engage. It goes on until something prevents it.
-- Codes: "gone", the enemy was removed; "unseen", its player does not see it; "cornered", there is
-- nowhere to go; "taken"; those of go.
-- @card unit:harass(enemy [, { range, near, cooldown, hit }]) - strikes from afar; never done

local check = require "astar.units.values"
local moving = require "astar.positions.moving"
local options = require "astar.arguments.options"

local EVERY, AROUND = 2, 12
local VALID = {
  range = options.whole(1, 255), near = options.whole(0, 254), cooldown = options.whole(0),
  hit = { "function", "a function" },
  query = { "table", "a table" },
}

local function raise_event(unit, enemy) enemy:tell("attacked", unit) end

local function lost(unit, enemy)
  if enemy.removed then return "gone" end
  return not unit:sees(enemy) and "unseen"
end

-- Where it has a shot, away from all enemies.
local function stand(unit, enemy, near, range, query)
  local has_drifted = false
  return moving.go(unit, function()
    local code = lost(unit, enemy)
    if code then return nil, code end
    has_drifted = moving.drift(unit, { enemy })
    return { from = { ring = { near + 1, range, of = enemy } },
      filter = { { "sight", of = enemy, range = range },
        { "distance", to = unit:enemies(AROUND, enemy), min = near + 1 } },
      score = moving.score(unit, { { "exits", weight = 0.2 },
        { "distance", to = enemy, weight = 5, name = "away" } }),
      reserve = "harass", query = query }
  end, function()
    return lost(unit, enemy) or has_drifted and has_drifted() and "again"
  end, query, function() return enemy end)
end

return function(unit, enemy, given)
  check.argument(check.is_unit(enemy, unit), 1, "harass", "another unit", enemy)
  if given then options.check("harass", given, VALID, 2) end
  given = given or {}
  check.query(unit, 2, given.query)
  local near, range = given.near or 2, given.range or 5
  check.argument(near >= 0 and near < range, 2, "harass", "a range greater than near", range)
  check.passed()
  local cooldown, hit = given.cooldown or 8, given.hit or raise_event
  local ready = 0                                -- the tick in which it may strike again
  local undo = unit:defer(function() unit:release("harass") end)
  local code
  unit:sleep(1)
  repeat
    code = lost(unit, enemy)
    local may_stay = not code and unit:distance(enemy) <= range and not unit:enemies(near)[1]
    if may_stay and unit:clear_shot(enemy, { range = range }) then
      if unit.world.ticks >= ready then
        hit(unit, enemy)
        ready = unit.world.ticks + cooldown
      end
      unit:sleep(EVERY)
    elseif not code then
      local done, why = stand(unit, enemy, near, range, given.query)
      if not done then code = why end
      if done then unit:sleep(1) end
    end
  until code
  undo()
  unit:release("harass")
  return nil, code == "none" and "cornered" or code
end
