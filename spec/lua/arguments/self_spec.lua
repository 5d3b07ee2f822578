-- Methods that are called with the wrong object, or with none, as in map.path(…): each says so at
-- once, whatever it would do later.

local core = require "astar.core"

describe("each method of the core #quick", function()
  for name, metatable in pairs(core.metatables) do
    it("of a " .. name .. " says that it has no object", function()
      local said = name .. " expected, got "
      for method, call in pairs(metatable.methods) do
        for _, wrong in ipairs(method:find "^_" and {} or { {}, io.stdout, 5 }) do
          local is_done, message = pcall(call, wrong)
          assert.is_false(is_done, method)
          assert.matches(said, message, 1, true)
        end
      end
    end)
  end
end)
