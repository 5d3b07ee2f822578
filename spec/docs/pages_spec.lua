-- All pages: their links, and that each whose blocks can be tested has a spec of its own.

local command = require "support.command"
local pages = require "support.pages"
local whole = require "support.file"

describe("documentation", function()
  for _, file in ipairs(command.list("ls README.md docs/*.md docs/reference/*.md")) do
    pages.test_links(file)

    -- reference_spec.lua tests whatever is in docs/reference.
    if pages.has_tests(file) and not file:find "^docs/reference/" then
      it(file .. " has a spec", function()
        local name = file:match("([%w-]+)%.md$"):lower():gsub("-", "_")
        local spec = whole.read(("spec/docs/%s_spec.lua"):format(name))
        assert.is_truthy(spec:find(('"%s"'):format(file), 1, true))
      end)
    end
  end
end)
