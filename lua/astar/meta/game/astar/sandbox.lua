---@meta astar.sandbox
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end

---Lua states in which mods run.
---@class astar.Sandbox
local sandbox = {}

---Returns what is promised for mods and this Lua, or that one, does not keep.
---@param lua? "5.5"|"5.4"|"5.3"|"5.2"|"5.1"|"LuaJIT"
---@return string[]
function sandbox.lacks(lua) end

---Makes a box.
---@param options astar.BoxOptions
---@return astar.Box box
function sandbox.new(options) end

return sandbox
