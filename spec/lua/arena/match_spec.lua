-- lua/astar/arena/match.lua: why a match has not begun.

local match = require "astar.arena.match"

local function refusal(message, options)
  local game = { file = "race.lua", new = function() return nil, message end }
  local found, said = match.new(game, { seed = 1, mods = { "a", "b" }, options = options }, {})
  assert.is_nil(found)
  return said
end

describe("a match that does not begin #quick", function()
  local NAMED, TWICE = { {}, { name = "other" } }, "there is a mod 'a' in this world"

  it("says what the game says, if that says anything", function()
    assert.equal("the game has not begun", refusal(nil))
    assert.equal("the game has not begun", refusal(nil, NAMED))
    assert.equal("no room", refusal("no room"))
    assert.equal("no room", refusal("no room", NAMED))
  end)

  it("says that the game has to pass on a name, where that is missing", function()
    assert.equal(TWICE, refusal(TWICE))
    assert.equal(TWICE, refusal(TWICE, { {}, {} }))
    assert.equal(TWICE .. "; the game race.lua does not pass on given.options[2] to world:mod",
      refusal(TWICE, NAMED))
  end)
end)
