---@meta astar.squads
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Fills groups by a plan.
---@class astar.Squads
local squads = {}

---Fills groups by a plan, a list of squads; returns them by name.
---@param world astar.World
---@param player astar.Player
---@param plan astar.Squad[]
---@return table<string, astar.Group> groups
function squads.muster(world, player, plan) end

return squads
