--- Each operation of spec/memory/operations.lua, which are every public one: what it returns, and
-- what the map is afterwards.

local operations = require "memory.operations"
local part = require "golden.part"

return part("operations", function(print)
  for _, operation in ipairs(operations.list) do
    local world = operation.world()
    local answer = operations.describe { pcall(operation.run, world) }
    print(operation.name:gsub("\n", " "), (answer:gsub("/tmp/[%w_]+", "FILE")))
    print(operations.describe { pcall(function() return world.map and world.map:hash() end) })
  end
end)
