-- Texts that are cut where they are too long: between two letters of UTF-8.

local shortened = require "astar.world.shortened_text"

describe("a text that is too long #quick", function()
  it("is cut to so many bytes", function()
    assert.equal("abcde", shortened("abcde", 5))
    assert.equal("abcd...", shortened("abcde", 4))
    assert.equal("...", shortened("a", 0))
  end)

  it("is cut before a letter that does not fit", function()
    local letter = "\240\159\144\153"            -- four bytes
    for more = 0, 3 do
      assert.equal("ab...", shortened("ab" .. letter, 2 + more))
    end
    assert.equal("ab" .. letter, shortened("ab" .. letter, 6))
    assert.equal("ab" .. letter .. "...", shortened("ab" .. letter .. "c", 6))
  end)

  it("loses four bytes at most where it is no UTF-8", function()
    assert.equal(("\128"):rep(6) .. "...", shortened(("\128"):rep(20), 10))
  end)
end)
