--- unit:walk(path) -> true | nil, code. Follows a path to its end. Codes: "lost", the unit is not
-- at the path's beginning; "blocked", a cell ahead cannot be entered any more; "crowded", somebody
-- has stood in the way for longer than its patience; "stopped", another order came.

local PATIENCE = 6            -- ticks to stand behind somebody

return function(unit, path)
  if not unit:take(path) then return nil, "lost" end
  local release = unit:defer(function() unit:stop() end)
  local waiting = nil                              -- since which tick
  while true do
    local state = unit.state
    if state == "standing" then
      release()
      if unit:event "blocked" then return nil, "blocked" end
      local x, y = path:cell(-1)
      if unit.x == x and unit.y == y then return true end
      return nil, "stopped"
    end
    waiting = state == "waiting" and (waiting or unit.world.ticks) or nil
    if unit:event "blocked" or waiting and unit.world.ticks - waiting >= PATIENCE then
      release()
      unit:stop()
      return nil, waiting and "crowded" or "blocked"
    end
    unit:sleep(waiting and PATIENCE or nil)
  end
end
