local files = require "astar.mods.files"

describe("a mod's file", function()
  local name = os.tmpname()
  after_each(function() os.remove(name) end)

  local function of_length(length)
    local file = assert(io.open(name, "wb"))
    file:write(("x"):rep(length))
    file:close()
    return files.read(name)
  end

  it("is read whole up to the greatest length, and one byte more of what is too long", function()
    local longest = 2 ^ 17
    assert.equal("", of_length(0))
    for _, length in ipairs { 1, longest - 1, longest, longest + 1 } do
      assert.equal(length, #of_length(length))
    end
    assert.equal(longest + 1, #of_length(longest + 2))
    assert.equal(longest + 1, #of_length(3 * longest))
  end)
end)
