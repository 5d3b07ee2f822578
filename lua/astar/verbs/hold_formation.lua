--- unit:hold_formation() -> true | nil, code. Keeps its place in its group for as long as the group
-- has an order; waits for one if it has none. True: the group stands in formation where it was told
-- to. Codes: "no_group"; "stopped", the order was ended; "removed" from the group; "stuck" and
-- "crowded", it did not get to its place; those of a search, above all "unreachable".
--
-- The steps are ordered by the group (march.lua). To fight on the way, race it against something
-- else, and call it again to fall in.

local object = require "astar.world.object"

return function(unit)
  local group = unit.group
  if not group then
    unit:sleep(1)
    return nil, "no_group"
  end
  local member = object.fall_in(group, unit)
  unit:defer(function() object.fall_out(group, member) end)
  while not member.outcome do unit:sleep() end
  return member.outcome[1], member.outcome[2]
end
