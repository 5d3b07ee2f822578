-- The golden run is called by hand, so here is seen that it can be: its parts are found, and print
-- the same each time.

local command = require "support.command"

local PARTS = "graphs errors"

local function played()
  local folder = os.tmpname()
  os.remove(folder)
  local output, status = command.output_of(("mkdir %s && %s spec/golden/run.lua %s %s"):format(
    folder, command.lua(), folder, PARTS))
  os.execute("rm -r " .. folder)
  assert.equal(0, status, output)
  return output
end

describe("the golden run", function()
  it("prints the same each time", function()
    local first = played()
    assert.truthy(first:find("^graphs %d+ %x+\nerrors %d+ %x+\n$"), first)
    assert.equal(first, played())
  end)
end)
