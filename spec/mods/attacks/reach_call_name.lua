-- Looks for the name by which Lua knows what is to be called.
-- ends: done
local metatable = { __call = function() return 1 end }
if setmetatable({}, metatable)() ~= 1 then print "reached: a call that fails" end
for name in pairs(metatable) do
  if name ~= "__call" then print "reached: by pairs" end
end
if next(metatable, "__call") ~= nil then print "reached: by next" end
local copy = {}
for name, f in pairs(metatable) do copy[name] = f end
local called = pcall(setmetatable({}, setmetatable({}, { __index = metatable })))
if called then print "reached: by __index" end
