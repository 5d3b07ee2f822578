-- Errors while errors are handled.
-- ends: done error instructions
local function handler() error "again" end
for _ = 1, 100 do xpcall(error, handler, "x") end
for _ = 1, 100 do xpcall(error, function() local t = nil return t.x end) end
xpcall(function() error(nil) end, handler)
