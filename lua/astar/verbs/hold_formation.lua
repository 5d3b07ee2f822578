--- unit:hold_formation() -> true | nil, code. Keeps its place in its group while the group has an
-- order; if it has none, waits for one. True: the group stands in formation at its goal. Codes:
-- "no_group"; "stopped", the order was ended; "removed" from the group; "stuck" and "crowded", it
-- did not get to its place; those of a search, mostly "unreachable".
--
-- The group orders the steps (march.lua). To fight on the way, race this verb against another
-- action, and call it again to rejoin.
-- @card unit:hold_formation() - keeps its place in its group

local check = require "astar.units.values"
local object = require "astar.units.object"

return function(unit)
  check.passed()
  local group = unit.group
  if not group then
    unit:sleep(1)
    return nil, "no_group"
  end
  -- First of all: where no behaviour has called it, this is an error, and the group does not wait.
  local member
  unit:defer(function()
    if member then object.fall_out(group, member) end
  end)
  member = object.fall_in(group, unit)
  while not member.outcome do unit:sleep() end
  return member.outcome[1], member.outcome[2]
end
