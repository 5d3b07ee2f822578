-- docs/hosts.md has no block that could run here: its programs are run by spec/hosts.

local command = require "support.command"
local file = require "support.file"

describe("docs/hosts.md", function()
  local page = file.read "docs/hosts.md"

  for _, folder in ipairs(command.list "ls examples/hosts") do
    it("has examples/hosts/" .. folder, function()
      assert.truthy(page:find(("[%s](../examples/hosts/%s)"):format(folder, folder), 1, true))
    end)
  end
end)
