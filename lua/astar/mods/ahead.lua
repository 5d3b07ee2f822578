--- Turns of mods beside each other, on several threads. Each side of a mod has its own machine, so
-- what a unit's turn computes there may be computed before its place in the order of the turns has
-- come. What the turn orders, and whatever else it does to the world, is done at its place. If
-- the turn is given something else then than what was expected here, or told something else, it is
-- computed again. So all comes about as on one thread: src/sandbox/ahead.h says how.
--
-- It is worth that only where much is computed: where at least two sides have turns that have taken
-- many instructions lately before they have done anything to the world.

local core = require "astar.core"

local ahead = {
  many = 20000,                                  -- instructions that are worth it
}

-- The script whose next turn the unit will have if nothing else happens; nil: none.
local function script_of(unit, now)
  local task = unit._task
  local script = task and task._script
  local goes_on = script and script.begun and not script.over and not script.revived
  return goes_on and unit._again <= now and script or nil
end

local function is_worth_it(side)
  return side.effort >= ahead.many and side.box.kind ~= "stock" and not side.box.broken and
    not side.pending[1] and side.identity_changes == side.world._identity_changes
end

-- From sides with something for threads to do to what their turns take so far, 0, from the others
-- to false; and how many there are.
local function sides_of(due, now)
  local sides, count = {}, 0
  for i = 1, #due do
    local script = script_of(due[i], now)
    local side = script and script.side
    if side and sides[side] == nil then
      sides[side] = is_worth_it(side) and 0
      count = count + (sides[side] and 1 or 0)
    end
  end
  return sides, count
end

-- `taken`: instructions that turns before it will have taken.
local function expect(crew, script, now, taken)
  local side = script.side
  local allowance = side.account:expected_turn(script.id, now, taken)
  if allowance then crew:expect_turn(side.box, allowance, script:told_ahead(now)) end
end

--- Begins what can be computed ahead of the turns of units, a list in their order: a crew, which is
-- to be closed when they have had them; nil: there is nothing for it.
function ahead.begin(world, due, now)
  local sides, count = sides_of(due, now)
  if count < 2 then return nil end
  local crew = core.crew(world._threads)
  for i = 1, #due do
    local script = script_of(due[i], now)
    local side = script and script.side
    if side and sides[side] then
      side:put_back_still()
      side.guessing = true
      pcall(expect, crew, script, now, sides[side])       -- what fails fails again in the turn
      side.guessing = false
      sides[side] = sides[side] + side.effort
    end
  end
  return crew
end

return ahead
