-- Hands functions to the host.
-- ends: error
return setmetatable({}, { __tostring = function() return function() end end }), print(
  setmetatable({}, { __tostring = function() return function() end end }))
