local new_box = require "support.box"

describe("the strings of a sandbox", function()
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
    assert.same({ 2, 3 }, { run "return ('a.+c'):find '.+'" })
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
    box.fails("there is no '%p'", "return ('%p'):format {}")
    box.fails("no value", "return ('%d'):format()")
    box.fails("bad argument #2 to 'format' (number expected, got table)", "('%d'):format {}")
  end)

  it("do not get longer than is good", function()
    box.fails("too large", "return ('x'):rep(2 ^ 17 + 1)")
    box.fails("too large", "return ('x'):rep(1000, ('y'):rep(1000))")
    box.fails("too large", "return ('x'):rep(1000):replace('x', ('y'):rep(1000))")
    box.fails("more than 250 results", "return ('x'):rep(1000):byte(1, -1)")
  end)
end)
