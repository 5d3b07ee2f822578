--- Each operation of spec/memory/operations.lua, which are every public one: what it returns, and
-- what the map is afterwards.

local operations = require "memory.operations"
local part = require "golden.part"

return part("operations", function(print)
  for _, operation in ipairs(operations.list) do
    local world = operation.world()
    local answer = operations.describe { pcall(operation.run, world) }
    print(operation.name:gsub("\n", " "), (answer:gsub("/tmp/[%w_]+", "FILE")))
    print(operations.describe { pcall(function()
      collectgarbage()                             -- else the memory depends on when it last ran
      collectgarbage()
      return world.map and world.map:hash(), world.map and world.map:memory()
    end) })
  end
end)
