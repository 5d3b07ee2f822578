--- unit:walk(path) -> true | nil, code. Follows a path to its end, or one that the unit finds
-- round others in its way. Codes: "lost", the unit is not at the path's beginning; "blocked", a
-- cell ahead cannot be entered any more; "crowded", somebody has stood in the way for longer than
-- its patience; "stopped", another order came.

local check = require "astar.check"

local PATIENCE = 6            -- ticks to stand behind somebody, for who does nothing but wait
local LONG_PATIENCE = 48      -- steps' time, for who gets round others by itself

local function patience(unit)
  return unit.collisions == "wait" and PATIENCE or LONG_PATIENCE / unit.speed
end

-- It stands: why? It may have been asked to make way as soon as it had arrived.
local function outcome(unit, route)
  if unit:event "blocked" then return nil, "blocked" end
  if unit:event "arrived" then return true end
  local x, y = route:cell(-1)
  if unit.x == x and unit.y == y then return true end
  return nil, "stopped"
end

return function(unit, path)
  check.argument(check.is_path(path), 1, "walk", "a path", path)
  local taken = unit:take(path)
  if not taken or #path == 1 then unit:sleep(1) end
  if not taken then return nil, "lost" end
  local release = unit:defer(function() unit:stop() end)
  local route, waiting = path, nil                 -- since which tick
  while true do
    local state, now = unit.state, unit.world.ticks
    if state == "standing" then
      release()
      return outcome(unit, route)
    end
    route = unit.route
    if state == "moving" then
      waiting = nil
    elseif not waiting or unit:event "waiting" then
      waiting = now
    end
    local blocked, most = unit:event "blocked", waiting and waiting + patience(unit) - now
    if blocked or waiting and most <= 0 then
      release()
      unit:stop()
      return nil, blocked and "blocked" or "crowded"
    end
    unit:sleep(most)
  end
end
