-- What a mod's calls are checked for, on both sides of the wall.

local arguments = require "astar.mods.arguments"

describe("the name of a mod's file #quick", function()
  it("is of letters, digits, _ and -, with dots between its folders", function()
    for name, path in pairs { a = "a.lua", ["ways.lua"] = "ways.lua", ["a.b.c"] = "a/b/c.lua",
      ["a/b"] = "a/b.lua", ["tools.ways.lua"] = "tools/ways.lua", ["_-"] = "_-.lua",
      ["azAZ09"] = "azAZ09.lua", [("f"):rep(128)] = ("f"):rep(128) .. ".lua" } do
      local problem, found = arguments.file(name)
      assert.is_nil(problem)
      assert.equal(path, found)
    end
  end)

  it("has no other byte", function()
    for byte = 0, 255 do
      local letter = string.char(byte)
      local problem, path = arguments.file("a" .. letter .. "b")
      local is_fine = letter:find("^[%w_./-]$") and byte < 128
      assert.equal(is_fine and true or false, path ~= nil, "byte " .. byte)
      assert.equal(path == nil, problem ~= nil)
    end
  end)

  it("has no empty part, and is not too long", function()
    for _, name in ipairs { "", ".", "a.", ".a", "a..b", "/a", "a/", ".lua", "a//b" } do
      assert.equal(("a mod's files are named by letters, digits, _ and -, got '%s'"):format(name),
        (arguments.file(name)))
    end
    assert.equal("a file's name has at most 128 bytes, got 129",
      (arguments.file(("f"):rep(129))))
    assert.equal("a file's name expected, got number", (arguments.file(7)))
    assert.equal("a file's name expected, got nil", (arguments.file(nil)))
  end)
end)

describe("a key of a reservation #quick", function()
  it("is a number, or a string of 256 bytes", function()
    for _, key in ipairs { 1, -2.5, math.huge, "", "a", ("k"):rep(256) } do
      assert.is_nil(arguments.key(key))
    end
    assert.equal("a key has at most 256 bytes, got 257", arguments.key(("k"):rep(257)))
    assert.equal("a string or a number expected, got nil", arguments.key(nil))
    assert.equal("a string or a number expected, got number", arguments.key(0 / 0))
    assert.equal("a string or a number expected, got table", arguments.key {})
  end)
end)

describe("threats #quick", function()
  it("are at most 1024", function()
    assert.is_nil(arguments.threats(1024))
    assert.equal("at most 1024 threats expected, got 1025", arguments.threats(1025))
  end)
end)
