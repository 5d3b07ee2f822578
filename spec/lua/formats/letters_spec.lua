local letters = require "astar.formats.letters"

-- As much of a map as letters.of needs.
local function map_of(...)
  local names = { ... }
  return {
    _level_count = function() return 0 end,
    terrains = function()
      local id = 0
      return function()
        id = id + 1
        if names[id] then return id, names[id] end
      end
    end,
  }
end

describe("letters #quick", function()
  it("counts the characters of a string, not its bytes", function()
    assert.are.equal(0, letters.count(""))
    assert.are.equal(3, letters.count("..#"))
    assert.are.equal(3, letters.count(".\195\169\226\153\163"))
  end)

  it("goes through them", function()
    local found = {}
    for letter in letters.each("a\195\169\226\153\163.\0") do found[#found + 1] = letter end
    assert.are.same({ "a", "\195\169", "\226\153\163", ".", "\0" }, found)
  end)

  it("knows what is one visible character", function()
    for _, one in ipairs { "a", "#", "~", "\195\169", "\226\153\163" } do
      assert.is_true(letters.is_one(one))
    end
    for _, other in ipairs { "", " ", "\n", "ab", "\195", "\169", "\195\169x", "\127" } do
      assert.is_false(letters.is_one(other))
    end
  end)

  it("gives well-known terrains their letters, whatever comes before them", function()
    assert.are.same({ water = "~", tile = "T", wood = "w", tree = "t" },
      letters.of(map_of("tile", "water", "tree", "wood"), { T = "tile", w = "wood" }))
    assert.are.equal("t", letters.of(map_of("tile", "tree")).tree)
    for name, letter in pairs(letters.known) do
      assert.are.equal(letter, letters.of(map_of("hall", name, "sand bank"))[name])
    end
  end)

  it("uses no letter twice and none of the marks", function()
    local names, taken = {}, {}
    for i = 1, 255 do names[i] = "A" .. i end
    for _, letter in pairs(letters.of(map_of(unpack and unpack(names) or table.unpack(names)))) do
      assert.is_nil(taken[letter])
      assert.is_nil(letter:find("^[ *+?ABox0-9]$"))
      assert.is_true(letters.is_one(letter))
      taken[letter] = true
    end
  end)

  it("takes the smallest of several letters in a legend", function()
    assert.are.same({ plain = ",", wall = "#" },
      letters.of(map_of("plain", "wall"), { [";"] = "plain", [","] = "plain" }))
  end)
end)
