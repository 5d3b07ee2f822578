local pages = require "support.pages"

pages.test "README.md"
pages.test_c "README.md"

describe("README.md", function()
  it("has Lua and C", function()
    local found = {}
    for _, block in ipairs(pages.blocks_of("README.md")) do found[block.language] = true end
    assert.is_true(found.lua)
    assert.is_true(found.c)
  end)
end)
