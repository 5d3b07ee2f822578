--- unit:walk(path) -> true | nil, code. Follows a path to its end. Codes: "lost", the unit is not
-- at the path's beginning; "blocked", a cell ahead cannot be entered any more; "crowded", somebody
-- has stood in the way for longer than its patience; "stopped", another order came.

local check = require "astar.check"

local PATIENCE = 6            -- ticks to stand behind somebody

-- It stands: why?
local function outcome(unit, path)
  if unit:event "blocked" then return nil, "blocked" end
  local x, y = path:cell(-1)
  if unit.x == x and unit.y == y then return true end
  return nil, "stopped"
end

return function(unit, path)
  check.argument(type(path) == "userdata", 1, "walk", "a path", path)
  if not unit:take(path) or #path == 1 then
    unit:sleep(1)
    if #path > 1 or path:cell(1) ~= unit.x then return nil, "lost" end
  end
  local release = unit:defer(function() unit:stop() end)
  local waiting = nil                              -- since which tick
  while true do
    local state, now = unit.state, unit.world.ticks
    if state == "standing" then
      release()
      return outcome(unit, path)
    elseif state == "moving" then
      waiting = nil
    elseif not waiting or unit:event "waiting" then
      waiting = now
    end
    local blocked = unit:event "blocked"
    if blocked or waiting and now - waiting >= PATIENCE then
      release()
      unit:stop()
      return nil, blocked and "blocked" or "crowded"
    end
    unit:sleep(waiting and PATIENCE or nil)
  end
end
