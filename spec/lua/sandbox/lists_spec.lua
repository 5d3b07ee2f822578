local new_box = require "support.box"
local kind = require "support.sandbox_kind"

describe("the lists of a sandbox #quick", function()
  local box, run
  before_each(function()
    box = new_box()
    run = box.run
  end)

  it("have Lua's functions", function()
    assert.same({ "x", 1, 2, 3 }, (run [[
      local t = { 1, 2 }
      table.insert(t, 3)
      table.insert(t, 1, "x")
      return t
    ]]))
    assert.same({ 3, 1, { 2 } }, { run [[
      local t = { 1, 2, 3 }
      return table.remove(t), table.remove(t, 1), t
    ]] })
    assert.same({ "1-2", "2,3", "" }, { run [[
      return table.concat({ 1, 2 }, "-"), table.concat({ 1, 2, 3, 4 }, ",", 2, 3), table.concat {}
    ]] })
    assert.same({ 1, 2, { 1, 1, 2 }, { 3, nil, n = 2 } }, { run [[
      local a, b = table.unpack { 1, 2 }
      return a, b, table.move({ 1, 2 }, 1, 2, 2), table.pack(3, nil)
    ]] })
    assert.is_nil((run "return table.remove {}"))
    box.fails("'insert' (number expected, got nil)", "table.insert({}, nil, 1)")
    box.fails("'move' (number expected, got nil)", "table.move({ 1 }, 1, nil, 2)")
  end)

  it("name the argument that is wrong", function()
    for name, valid in pairs { move = { "{ 1 }", "1", "1", "2", "{}" }, concat = { "{}", "','", "1",
      "1" }, sort = { "{}" } } do
      for i, one in ipairs(valid) do
        local words = { (table.unpack or unpack)(valid) }
        words[i] = one:find("{", 1, true) and "7" or "{}"
        box.fails(("bad argument #%d to '%s' ("):format(i, name),
          ("table.%s(%s)"):format(name, table.concat(words, ", ")))
      end
    end
  end)

  it("are sorted in C as in Lua", function()
    assert.same({ "", "A", "a", "a\0", "ab", "b" }, (run [[
      local t = { "b", "a", "ab", "", "a\0", "A" }
      table.sort(t)
      return t
    ]]))
    assert.same({ -1 / 0, -2.5, 1, 1, 3, 1 / 0 }, (run [[
      local t = { 3, 1 / 0, 1, -2.5, -1 / 0, 1.0 }
      table.sort(t)
      return t
    ]]))
    assert.same({ "B", "a", "b" }, (run [[
      local t = setmetatable({ "b", "a", "B" }, {})
      table.sort(t)
      return { t[1], t[2], t[3] }
    ]]))
    box.fails("attempt to compare", "table.sort { 1, 'a', 2 }")
    box.fails("attempt to compare", "table.sort { 1, {}, 2 }")
    box.fails("boo", "table.sort({ 1, 2 }, function() error 'boo' end)")
    assert.equal(4, (run [[
      local t = { 3, 1, 0 / 0, 2 }
      table.sort(t)
      return #t
    ]]))
    assert.same({ { 1, 2, 3, 1, 1 } }, { run [[
      local t = { 3, 2, 1 }
      table.sort(t, function(a, b)
        if #t < 6 then t[#t + 1] = 1 end
        return a < b
      end)
      return t
    ]] })
  end)

  it("are sorted, and what is equal stays in order", function()
    assert.same({ 1, 2, 3, 5, 8 }, (run "local t = { 5, 3, 8, 1, 2 } table.sort(t) return t"))
    assert.same({ "a1", "a2", "a3", "b1", "b2" }, (run [[
      local t = { "b1", "a1", "a2", "b2", "a3" }
      table.sort(t, function(x, y) return x:sub(1, 1) < y:sub(1, 1) end)
      return t
    ]]))
    assert.is_true((run [[
      local t, seed = {}, 1
      for i = 1, 1000 do
        seed = seed * 1103 % 7919
        t[i] = seed
      end
      table.sort(t, function(a, b) return a > b end)
      for i = 2, 1000 do
        if t[i - 1] < t[i] then return false end
      end
      return true
    ]]))
    box.fails("mod.lua:1: attempt to compare", "table.sort { 1, 'x' }")
  end)

  it("are sorted alike if they have metatables", function()
    assert.same({ "a1", "a2", "a3", "a4", "b1", "b2", "c1" }, (run [[
      local t = setmetatable({ "c1", "a1", "b1", "a2", "b2", "a3", "a4" }, {})
      table.sort(t, function(x, y) return x:sub(1, 1) < y:sub(1, 1) end)
      return setmetatable(t, nil)
    ]]))
    assert.is_true((run [[
      for count = 0, 40 do
        local t, plain = setmetatable({}, {}), {}
        for i = 1, count do
          t[i] = i * 7 % 11
          plain[i] = t[i]
        end
        table.sort(t)
        table.sort(plain)
        for i = 1, count do
          if t[i] ~= plain[i] then return false end
        end
      end
      return true
    ]]))
  end)

  it("complain as Lua's do", function()
    box.fails("position out of bounds", "table.insert({}, 5, 1)")
    box.fails("position out of bounds", "table.remove({ 1 }, 5)")
    box.fails("wrong number of arguments", "table.insert({}, 1, 2, 3)")
    box.fails(kind.pick { stock = "invalid value (at index 2)",
      vault = "invalid value (table) at index 2" }, "table.concat { 1, {} }")
    box.fails("bad argument #1 to 'sort' (table expected, got nil)", "table.sort()")
  end)

  kind.stock.it("give 250 results at most", function()
    box.fails("more than 250 results", "table.unpack({}, 1, 300)")
  end)

  kind.vault.it("give as many results as the stack holds", function()
    assert.equal(100000, (run "return select('#', table.unpack({}, 1, 100000))"))
    box.fails("too many results to unpack", "table.unpack({}, 1, 1e7)")
  end)
end)

describe("lists that are moved and sorted in a sandbox #quick", function()
  it("are as by hand, with metatables and without, in place and elsewhere", function()
    assert.is_true((new_box().run [[
      local function list(has_metatable)
        local t = { "a", "b", "c", "d", "e", "f" }
        return has_metatable and setmetatable(t, {}) or t
      end
      for case = 0, 3 do
        for i = 1, 6 do
          for j = i - 1, 6 do
            for at = -1, 8 do
              local from, expected = list(case % 2 == 1), {}
              local to = case < 2 and from or list(case == 2)
              for k = -1, 16 do expected[k] = to[k] end
              for k = i, j do expected[at + k - i] = list()[k] end
              table.move(from, i, j, at, to)
              for k = -1, 16 do assert(to[k] == expected[k]) end
            end
          end
        end
      end
      return true
    ]]))
  end)

  kind.stock.it("are in order, of equal ones the first before, and no more", function()
    assert.is_true((new_box().run [[
      for count = 0, 40 do
        local t, plain = { [0] = "zero" }, setmetatable({ [0] = "zero" }, {})
        for i = 1, count do
          t[i], plain[i] = { key = i * 7 % 5, place = i }, i * 11 % 17
        end
        table.sort(t, function(a, b) return a.key < b.key end)
        table.sort(plain)
        for i = 2, count do
          local a, b = t[i - 1], t[i]
          assert(a.key < b.key or a.key == b.key and a.place < b.place)
          assert(plain[i - 1] <= plain[i])
        end
        for _, one in ipairs { t, plain } do
          assert(#one == count and one[0] == "zero" and one[count + 1] == nil)
        end
      end
      return true
    ]]))
  end)

  kind.stock.it("give as much text and as many results as is promised, and no more", function()
    local box = new_box()
    for _, code in ipairs { "table.concat({ text, 1 }, '', 1, 2)", "table.concat({ text, text8 })",
      "(text .. text8):rep(1)", "print(text .. 'seven x')", "print(text, 'six xx')" } do
      local words = "local text, text8 = ('x'):rep(2 ^ 14 - 8), '8 letter' " .. code
      box.run(words)
      assert.is_false((box.inside:run((words:gsub("14 %- 8", "14 - 7")), "@mod.lua")), code)
    end
    for _, code in ipairs { "table.unpack({}, 1, %d)", "('x'):rep(999):byte(1, %d)" } do
      box.run("local _ = " .. code:format(250))
      assert.is_false((box.inside:run("local _ = " .. code:format(251), "@mod.lua")), code)
    end
  end)
end)
