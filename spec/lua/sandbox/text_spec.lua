local new_box = require "support.box"
local kind = require "support.sandbox_kind"

describe("the strings of a sandbox #quick", function()
  local box, run
  before_each(function()
    box = new_box()
    run = box.run
  end)

  it("have Lua's functions", function()
    assert.same({ "bc", "ABC", "abc", "cba", 3, 98, "AB", "ab-ab" }, { run [[
      return ("abc"):sub(2), ("abc"):upper(), ("ABC"):lower(), ("abc"):reverse(), ("abc"):len(),
        ("abc"):byte(2), string.char(65, 66), ("ab"):rep(2, "-")
    ]] })
    assert.same({ "c", "", 97, 98, 99 }, { run [[
      return ("abc"):sub(-1), ("abc"):rep(0), ("abc"):byte(1, -1)
    ]] })
    assert.same({ "12", "1" }, { run "return string.sub(1234, 1, 2), string.rep(1, 1)" })
  end)

  it("are looked through for plain text", function()
    assert.same({ 2, 3 }, { run "return ('a.+c'):find('.+', 1, true)" })
    assert.same({ 4, 4 }, { run "return ('abca'):find('a', 2)" })
    assert.same({ 4, 4 }, { run "return ('abca'):find('a', -1)" })
    assert.is_nil((run "return ('abc'):find 'x'"))
    assert.is_nil((run "return ('abc'):find('a', 9)"))
    assert.same({ 4, 3 }, { run "return ('abc'):find('', 4)" })
  end)

  it("are split, replaced, trimmed", function()
    assert.same({ "a", "", "b" }, (run "return ('a, , b'):split(', ')"))
    assert.same({ "" }, (run "return (''):split(',')"))
    assert.same({ "x-y-z", 2 }, { run "return ('x..y..z'):replace('..', '-')" })
    assert.same({ "a b", "", true, false, true, true }, { run [[
      return (" a b\n"):trim(), ("  "):trim(), ("abc"):starts "ab", ("abc"):ends "ab",
        ("abc"):ends "bc", ("abc"):ends ""
    ]] })
    box.fails("it is empty", "return ('a'):split ''")
  end)

  it("are formatted", function()
    assert.same({ "1 2.50 x 100%", "table nil true", "'a'  ff" }, { run [[
      return ("%d %.2f %s 100%%"):format(1, 2.5, "x"), ("%s %s %s"):format({}, nil, true),
        ("'%-1s' %3x"):format("a", 255)
    ]] })
    box.fails("no value", "return ('%d'):format()")
    box.fails("bad argument #2 to 'format' (number expected, got table)", "string.format('%d', {})")
    box.fails("bad argument #4 to 'format' (number expected, got table)",
      "string.format('%d %s %d', 1, {}, {})")
  end)

  kind.stock.it("have no addresses", function()
    box.fails("there is no '%p'", "return ('%p'):format {}")
  end)

  kind.stock.it("do not get longer than is good", function()
    box.fails("too large", "return ('x'):rep(2 ^ 17 + 1)")
    box.fails("too large", "return ('x'):rep(1000, ('y'):rep(1000))")
    box.fails("too large", "return ('x'):rep(1000):replace('x', ('y'):rep(1000))")
    box.fails("more than 250 results", "return ('x'):rep(1000):byte(1, -1)")
  end)

  -- The same source in the sandbox and with Lua's own functions, `find` of these without patterns.
  -- The functions of earlier Luas and LuaJIT differ from those of Lua 5.4, but not in a sandbox.
  local function same(source)
    local own = setmetatable({}, { __index = string })
    if not kind.is_vault then
      function own.find(s, wanted, from) return string.find(s, wanted, from, true) end
    end
    local environment = setmetatable({ string = own }, { __index = _G })
    local chunk = assert(load(source, "=own", "t", environment))
    assert.equal(table.concat(chunk(), " "), table.concat(run(source), " "))
  end
  local in_52 = _VERSION ~= "Lua 5.1" and it or function() end
  local in_53 = _VERSION >= "Lua 5.3" and it or function() end
  local in_54 = _VERSION == "Lua 5.4" and it or function() end

  in_52("take and give what Lua's own do, for every place in and around a text", function()
    same [[
      local found = {}
      local function note(...)
        for i = 1, select("#", ...) do found[#found + 1] = tostring((select(i, ...))) end
        found[#found + 1] = ";"
      end
      for _, s in ipairs { "", "a", "abcab" } do
        note(string.sub(s, 1), string.byte(s), string.find(s, ""), string.len(s))
        for i = -7, 7 do
          note(string.sub(s, i), string.byte(s, i), string.find(s, "ab", i))
          note(string.find(s, "", i), string.find(s, "b", i))
          note(string.rep(s, i), string.rep(s, i, "-"))
          for j = -7, 7 do note(string.sub(s, i, j), string.byte(s, i, j)) end
        end
      end
      return found
    ]]
    same [[
      local found = {}
      for _, form in ipairs { "%d", "%5d|", "%-5d|", "%+d", "%05.1f", "%x", "%X", "%o", "%c", "%e",
        "%g", "%s", "%.2s|", "%i", "% d" } do
        found[#found + 1] = string.format("<" .. form .. "%%>", 42)
      end
      return found
    ]]
    same [[return { string.format("%s%s", 1, "x"), string.format("%q", 'a"b'),
      string.format("%d", "10"), string.format("%5s", true and "t") }]]
  end)

  in_53("quote numbers as numbers", function()
    same [[return { string.format("%q|%q", 42, 2 ^ 53), string.format("%q", -7) }]]
  end)

  in_54("hold characters of every width, as Lua's own functions tell", function()
    same [[
      local found = {}
      local function note(ok, ...)
        found[#found + 1] = tostring(ok) .. ":"
        local count = ok and select("#", ...) or 0
        for i = 1, count do found[#found + 1] = tostring((select(i, ...))) end
      end
      local s = utf8.char(0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF)
      for at, code in utf8.codes(s) do note(true, at, code) end
      for at, code in utf8.codes(utf8.char(0x1FFFFF, 0x3FFFFFF, 0x7FFFFFFF), true) do
        note(true, at, code)
      end
      note(pcall(function() for _ in utf8.codes "a\\xff" do end end))
      note(pcall(utf8.codepoint, s, 1, -1))
      for i = -22, 22 do
        note(pcall(utf8.codepoint, s, i))
        note(pcall(utf8.len, s, i))
        note(pcall(utf8.offset, s, i))
        note(pcall(utf8.offset, s, 1, i))
        note(pcall(utf8.len, s, 1, i))
      end
      return found
    ]]
    assert.same({ 97, nil }, { run "return utf8.codepoint 'abc'" })
    assert.equal(250, (run "return select('#', utf8.codepoint(('x'):rep(300), 1, 250))"))
    if kind.is_vault then return end
    box.fails("more than 250 results", "return utf8.codepoint(('x'):rep(300), 1, 251)")
  end)

  it("are cut at the separator, wherever it is, and put together again", function()
    for text, parts in pairs { [""] = { "" }, [","] = { "", "" }, ["a,b"] = { "a", "b" },
      [",a"] = { "", "a" }, ["a,"] = { "a", "" }, ["ab,,c"] = { "ab", "", "c" } } do
      assert.same(parts, (run("return (...):split ','", text)))
      local replaced = { run("return (...):replace(',', '--')", text) }
      assert.same({ (text:gsub(",", "--")), #parts - 1 }, replaced)
    end
    assert.same({ "a", ",b" }, (run "return ('a,,,b'):split ',,'"))
    for _, text in ipairs { "", " ", "a", " a ", "a b", "\t\n\r\v\f a", "a \t\n\r\v\f", "\0 \0" } do
      assert.equal((text:gsub("^%s+", ""):gsub("%s+$", "")), (run("return (...):trim()", text)))
    end
    assert.same({ false, false, true, false, true, false }, { run [[
      return ("ab"):starts "abc", ("ab"):ends "cab", ("ab"):starts "", ("ab"):starts "b",
        ("ab"):ends "ab", ("ab"):ends "a"
    ]] })
  end)

  kind.stock.it("are as long and give as many results as they may, and no more", function()
    assert.equal(2 ^ 14, (run "return #('x'):rep(2 ^ 14)"))
    box.fails("too large", "return ('x'):rep(2 ^ 14 + 1)")
    assert.equal(2 ^ 14, (run "return #('xy'):rep(2 ^ 13)"))
    assert.equal(2 ^ 14 - 1, (run "return #('x'):rep(2 ^ 13, '-')"))
    assert.equal("", (run "return (''):rep(2 ^ 40)"))
    assert.equal(250, (run "return select('#', ('x'):rep(300):byte(1, 250))"))
    box.fails("more than 250 results", "return ('x'):rep(300):byte(1, 251)")
    assert.equal(250, (run "return select('#', ('x'):rep(300):byte(51))") + 249)
    assert.equal(100 * 160, (run "return #('x'):rep(100):replace('x', ('y'):rep(160))"))
    box.fails("too large", "return ('x'):rep(100):replace('x', ('y'):rep(165))")
    box.fails("bad argument #2 to 'replace' (it is empty)", "('a'):replace('', 'b')")
  end)

  -- Lua's own functions count the arguments of a method without the object, those here with it.
  it("name the argument that is wrong", function()
    local nothing = kind.pick { stock = "got nil", vault = "got no value" }
    box.fails("bad argument #1 to 'sub' (string expected, " .. nothing .. ")", "string.sub()")
    box.fails("#2 to 'sub' (number expected, got table)", "string.sub('a', {})")
    box.fails("#3 to 'sub' (number expected, got boolean)", "string.sub('a', 1, true)")
    box.fails("#2 to 'sub' (number has no integer", "string.sub('a', 1.5)")
    box.fails("#2 to 'find' (string expected, " .. nothing .. ")", "string.find 'a'")
    box.fails("#3 to 'find' (number expected, got string)", "string.find('a', 'a', 'x')")
    box.fails("#2 to 'rep' (number expected, " .. nothing .. ")", "string.rep 'a'")
    box.fails("#3 to 'rep' (string expected, got table)", "string.rep('a', 1, {})")
    box.fails("bad argument #3 to 'replace' (string expected, got nil)", "('a'):replace('a')")
    box.fails("bad argument #2 to 'starts' (string expected, got nil)", "('a'):starts()")
    box.fails("bad argument #2 to 'ends' (string expected, got nil)", "('a'):ends()")
    box.fails(kind.pick { stock = "bad argument #3 to 'format' (no value)",
      vault = "bad argument #3 to 'format' (no value)" }, "string.format('%d %d', 1)")
    box.fails(kind.pick { stock = "bad argument #1 to 'format' (there is no '%y')",
      vault = "invalid conversion '%y' to 'format'" }, "string.format('%y', 1)")
    box.fails("mod.lua:2: bad argument #1 to 'len'", "\nstring.len {}")
    box.fails("'char'", "string.char(256)")
    for _, number in ipairs { "1 / 0", "0 / 0", "2 ^ 63", "-2 ^ 64", "('9'):rep(199)" } do
      box.fails("#2 to 'sub' (number has no integer", "string.sub('a', " .. number .. ")")
    end
    assert.equal("", (run "return ('a'):sub(2 ^ 62) .. ('a'):sub(1, -2 ^ 63)"))
  end)

  -- What `count` bytes more take, in instructions.
  local function price(source, count)
    local costs = {}
    for i, length in ipairs { 16, 16 + count } do
      run(source, ("1"):rep(length))
      costs[i] = box.inside.used
    end
    return costs[2] - costs[1]
  end

  -- Each argument of each function in turn is a table, which is neither text nor a number.
  local function check_arguments(library, name, valid)
    for i, wanted in ipairs(valid) do
      local words = {}
      for k = 1, #valid do words[k] = k == i and "{}" or valid[k] == "string" and "'a'" or "1" end
      local said = "mod.lua:3: bad argument #%d to '%s' (%s expected, got table)"
      box.fails(said:format(i, name, wanted),
        ("\n\nlocal x = %s.%s(%s)"):format(library, name, table.concat(words, ", ")))
    end
  end

  it("say which argument of which function is wrong, and where", function()
    local S, N = "string", "number"
    for name, valid in pairs { len = { S }, upper = { S }, lower = { S }, reverse = { S },
      sub = { S, N, N }, byte = { S, N, N }, rep = { S, N, S }, find = { S, S, N },
      split = { S, S }, replace = { S, S, S }, starts = { S, S }, ends = { S, S }, trim = { S } } do
      check_arguments("string", name, valid)
    end
    check_arguments("string", "format", { S })
    for name, valid in pairs { codepoint = { S, N, N }, codes = { S }, len = { S, N, N },
      offset = { S, N, N } } do
      if rawget(_G, "utf8") then check_arguments("utf8", name, valid) end
    end
    if kind.is_vault then return end
    for name, source in pairs { ["(it is empty)"] = "('a'):split ''", ["is empty)"] =
      "('a'):replace('', 'b')", ["more than 250 results"] = "('x'):rep(251):byte(1, -1)",
      ["string is too large"] = "('x'):rep(2 ^ 15)", ["(no value)"] = "('%d'):format()",
      ["(there is no '%p')"] = "('%p'):format(1)", ["'char'"] = "string.char(-1)",
      ["resulting string is too"] = "('x'):rep(200):replace('x', ('x'):rep(200))" } do
      local failure = box.fails(name, "\n\nlocal x = " .. source)
      assert.truthy(failure.message:find("mod.lua:3: ", 1, true), failure.message)
    end
  end)

  it("write numbers that are none in one way, whatever their sign", function()
    assert.same({ "nan", "nan", "nan", "inf", "-inf" }, { run [[
      local nan = 0 / 0
      return ("%g"):format(nan), ("%g"):format(-nan), ("%s"):format(-nan), ("%g"):format(1 / 0),
        ("%g"):format(-1 / 0)
    ]] })
  end)

  -- To be given a text costs an instruction for 32 bytes: that is in all of these.
  local in_stock = kind.is_vault and function() end or in_54
  in_stock("have a price by their length", function()
    local BYTES = 2 ^ 12
    for source, instructions in pairs { ["(...):len()"] = 261, ["(...):upper()"] = 399,
      ["(...):lower()"] = 399, ["(...):reverse()"] = 399, ["(...):find 'y'"] = 389,
      ["(...):split ' '"] = 522, ["(...):replace(' ', 'y')"] = 916,
      ["('x y'):replace(' ', (...))"] = 783,
      ["('%q'):format(...)"] = 1295, ["string.format('x' .. ...)"] = 916,
      ["string.rep('x', #(...))"] = 527, ["string.rep((...), 1)"] = 527, ["tonumber(...)"] = 389,
      ["utf8.len(...)"] = 389, ["utf8.offset((...), 1)"] = 389, ["(...) + 0"] = 389,
      ["math.floor(...)"] = 389, ["tostring(...)"] = 133, ["(...):sub(1, 2)"] = 133 } do
      local words = "local x = " .. source
      price(words, BYTES)
      local added = price(words, BYTES)              -- with some for memory, more or less
      assert.is_true(math.abs(added - instructions) <= 10 + instructions / 16,
        ("%s: %d instructions, not %d"):format(source, added, instructions))
    end
  end)

  kind.stock.it("have a price for long ones", function()
    local BYTES = 2 ^ 12
    for source, bytes in pairs { ["(...):len()"] = 32, ["(...):upper()"] = 32,
      ["string.rep('x', #(...))"] = 16, ["string.format('x' .. ...)"] = 16,
      ["tonumber(...)"] = 16, ["('%s'):format(...)"] = 16 } do
      local added = price("local x = " .. source:gsub("%.%.%.", "(...)", 1), BYTES)
      assert.is_true(added > 0.9 * BYTES / bytes, ("%s: %d instructions"):format(source, added))
      assert.is_true(added < 5 * BYTES / bytes, ("%s: %d instructions"):format(source, added))
    end
  end)

  -- Nothing is charged there but the work itself: some of it for each byte, and never much.
  kind.vault.it("have the price of what is done with each byte", function()
    local BYTES = 2 ^ 12
    for _, source in ipairs { "(...):upper()", "(...):lower()", "(...):reverse()", "(...):find 'y'",
      "(...):split ' '", "(...):replace('1', 'y')", "('%q'):format(...)", "utf8.len(...)",
      "utf8.offset((...), -1)", "string.rep('x', #(...))", "(...):gsub('.', '%0%0')",
      "(...):byte(1, -1)", "(...):match '^%d*$'" } do
      local added = price("local x = " .. source, BYTES)
      assert.is_true(added > BYTES / 128 and added < 32 * BYTES,
        ("%s: %d instructions"):format(source, added))
    end
  end)
end)
