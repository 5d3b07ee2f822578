--- unit:engage(enemy [, options]) -> true | nil, code. What the fighting verbs do with an enemy by
-- default: the unit runs up to it until it is within `range` (1) cells, strikes it once, and pauses
-- for `cooldown` (8) ticks. `hit`: how the game strikes, hit(unit, enemy); by default the enemy
-- gets the event "attacked" with the unit as its argument. Codes: those of chase.
-- @card unit:engage(enemy [, { range, cooldown, hit }]) - chases an enemy, strikes once, pauses

local check = require "astar.units.values"
local options = require "astar.arguments.options"

local RANGE, COOLDOWN = 1, 8
local VALID = {
  range = options.whole(1, 2 ^ 28), cooldown = options.whole(0),
  hit = { "function", "a function" },
}

local function raise_event(unit, enemy) enemy:tell("attacked", unit) end

return function(unit, enemy, given)
  check.argument(check.is_unit(enemy, unit), 1, "engage", "another unit", enemy)
  if given ~= nil then options.check("engage", given, VALID, 2) end
  local range = given and given.range or RANGE
  local cooldown, hit = given and given.cooldown or COOLDOWN, given and given.hit or raise_event
  check.passed()
  local done, code = unit:chase(enemy, { within = range })
  if not done then return nil, code end
  hit(unit, enemy)
  return unit:wait(cooldown)
end
