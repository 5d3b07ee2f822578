local cases = require "support.cases"
local pages = require "support.pages"

-- Each recipe is a game of some minutes under a sanitizer, of the same code.
if not cases.are_fewer then
  pages.test "docs/cookbook.md"
else
  describe("docs/cookbook.md", function()
    it("has recipes that this Lua can load", function()
      local file = assert(io.open("docs/cookbook.md"))
      local text, count = file:read("*a"), 0
      file:close()
      for block in text:gmatch("\n```lua\n(.-)\n```") do
        assert((loadstring or load)(block))
        count = count + 1
      end
      assert(count > 5, count)
    end)
  end)
end
