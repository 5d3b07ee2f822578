-- Errors that are tables with metamethods of their own.
-- ends: error
error(setmetatable({}, {
  __tostring = function() while true do end end, __index = function() while true do end end,
  __name = "host", __metatable = false, __concat = function() while true do end end,
}))
