--- Actions: the parts of behaviours. An action is a function of a unit and further arguments; it
-- may yield, and returns true, or nil and a code. This file holds what all functions that combine
-- actions share. They keep nothing in their closures except what they were made with, so one action
-- may serve any number of units at once.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local object = require "astar.units.object"

local action = {}

local select, type = select, type

--- What an action returned -> true | nil, code. One that returns nothing at all has done its work.
function action.outcome(...)
  if select("#", ...) == 0 or (...) then return true end
  return nil, (select(2, ...)) or "failed"
end

--- Sleeps until the inner task wants to be activated, but at most for so many ticks.
function action.doze(unit, inner, most)
  local ticks = inner.wake - unit.world.ticks
  if most and most < ticks then ticks = most end
  unit:sleep(ticks)
end

-- ---- checks: they blame the caller of the function that calls them ------------------------------

--- The first argument of an action that think's function `name` has made.
function action.check_unit(name, unit)
  if object.is_unit(unit) then return end
  local words = "an action of think.%s is called as action(unit, ...): unit expected, got %s"
  blame.raise(words:format(name, core.show(unit)))
end

function action.check(name, position, value)
  if type(value) == "function" then return value end
  blame.fail(name, position, "an action expected, got %s", type(value))
end

--- One action at least: a list of them, with its length as n.
function action.check_all(name, ...)
  local list = { n = math.max(1, select("#", ...)), ... }
  for i = 1, list.n do
    if type(list[i]) ~= "function" then
      blame.fail(name, i, "an action expected, got %s",
        i > select("#", ...) and "no value" or type(list[i]))
    end
  end
  return list
end

--- A number that is not below `least`, or nil.
function action.check_number(name, position, value, least)
  if value == nil or type(value) == "number" and value >= least then return value end
  blame.fail(name, position, "a number from %d up expected, got %s", least, tostring(value))
end

return action
