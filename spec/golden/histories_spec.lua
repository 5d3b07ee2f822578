--- What mods print and are told whose tables have histories, holes and mistakes: see
-- support/histories.lua.

local part = require "golden.part"

return part("histories", function(print)
  local global, first = _G.print, true
  _G.print = function(...)                       -- luacheck: ignore 122
    local line = table.concat({ ... }, " ")
    if not first then print(line) end
    first = false                                -- this process's order of keys
  end
  local ok, message = pcall(dofile, "spec/support/histories.lua")
  _G.print = global                              -- luacheck: ignore 122
  assert(ok, message)
end)
