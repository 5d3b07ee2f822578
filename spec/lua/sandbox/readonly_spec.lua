local new_box = require "support.box"

describe("in a sandbox that is frozen #quick", function()
  local function frozen(source)
    local box = new_box()
    box.run(source)
    assert.is_true(box.inside:freeze "and nothing else")
    return box
  end

  it("there are no new globals, and the old ones stay", function()
    local box = frozen "count = 1"
    box.fails("a mod cannot set the global 'count' once it is loaded: use `local count`, or"
      .. " unit.data.count", "count = 2")
    box.fails("a mod cannot set the global 'other' once it is loaded", "other = 2")
    box.fails("mod.lua:2: a mod cannot set", "\nother = 2\n")
    box.fails("belongs in unit.data", "_G[1] = 2")
    box.fails("belongs in unit.data", "rawset(_G, 'count', 2)")
    assert.equal(1, (box.run "return count"))
  end)

  it("tables among the globals stay as they are", function()
    local box = frozen "settings = { range = 5, names = { 'a', 'b' } }"
    box.fails("stays as it is", "settings.range = 6")
    box.fails("stays as it is", "settings.names[3] = 'c'")
    box.fails("stays as it is", "table.insert(settings.names, 'c')")
    box.fails("stays as it is", "table.sort(settings.names)")
    box.fails("stays as it is", "table.move({ 1 }, 1, 1, 1, settings.names)")
  end)

  it("the line that would change them is named", function()
    local box = frozen "settings = { names = { 'b', 'a' } }"
    for _, change in ipairs { "settings.names[3] = 'c'", "settings.range = 6",
      "table.insert(settings.names, 'c')", "table.remove(settings.names)",
      "table.sort(settings.names)", "table.move({ 1 }, 1, 1, 1, settings.names)",
      "rawset(settings.names, 1, 'c')", "setmetatable(settings.names, {})" } do
      box.fails("mod.lua:2: ", "\n" .. change .. "\n")
    end
    for _, mistake in ipairs { "table.move({ 1 }, 1, 1, 1, 5)", "table.move(5, 1, 1, 1)",
      "table.insert(5, 1)", "table.sort(5)", "table.concat(5)", "table.remove(5)" } do
      box.fails("mod.lua:2: bad argument", "\n" .. mistake .. "\n")
    end
  end)

  it("they can be read in every way", function()
    local box = frozen "settings = { range = 5, names = { 'a', 'b' } }"
    assert.same({ 5, 2, "a,b", "a", "b", "b" }, { box.run [[
      local last
      for _, name in ipairs(settings.names) do last = name end
      local a, b = table.unpack(settings.names)
      return settings.range, #settings.names, table.concat(settings.names, ","), a, b, last
    ]] })
    assert.same({ "names range", 5 }, { box.run [[
      local keys = {}
      for key in pairs(settings) do keys[#keys + 1] = key end
      return table.concat(keys, " "), rawget(settings, "range")
    ]] })
    assert.same({ range = 5, names = { "a", "b" } }, (box.run "return settings"))
  end)

  it("classes among the globals work", function()
    local box = frozen [[
      Wolf = {}
      Wolf.__index = Wolf
      function Wolf.new(n) return setmetatable({ n = n }, Wolf) end
      function Wolf:howl() return ("o"):rep(self.n) end
    ]]
    assert.equal("ooo", (box.run "return Wolf.new(3):howl()"))
    box.fails("stays as it is", "function Wolf:bark() end")
  end)

  it("the library is read-only before", function()
    local box = new_box()
    box.fails("string is read-only (key rep)", "string.rep = 1")
    box.fails("math is read-only", "rawset(math, 'random', 1)")
  end)
end)
