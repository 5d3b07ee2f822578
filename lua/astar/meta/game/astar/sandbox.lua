---@meta astar.sandbox
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Lua states in which mods run.
---@class astar.Sandbox
local sandbox = {}

---Returns the mistakes of this Lua that sandboxes have a remedy for.
---@return string[]
function sandbox.mistakes() end

---Makes a box.
---@param options astar.BoxOptions
---@return astar.Box box
function sandbox.new(options) end

return sandbox
