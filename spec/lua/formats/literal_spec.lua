-- Texts of JSON, and of tables of Lua, as Tiled writes them.

local literal = require "astar.formats.tiled.literal"

local function in_json(text) return literal.read("{ \"a\": " .. text .. " }", "json").a end

local function in_lua(text) return literal.read("return { " .. text .. " }", "lua") end

-- The line, and what is wrong there.
local function wrong(text, language)
  local value, line, reason = literal.read(text, language)
  assert.is_nil(value)
  return ("%d: %s"):format(line, reason)
end

describe("a comment #quick", function()
  it("of Lua may stand anywhere, JSON has none", function()
    assert.same({ a = 1, [2] = "x", b = { 3 } }, in_lua((
      '- [ - "a" - ] - = - 1 - , [2] - = "x" - , b = - { - 3 - } -'):gsub("%-", "-- a word\n")))
    assert.equal("1: ':' expected, got '-'", wrong('{ "a" -\n : 1 }', "json"))
    assert.equal("2: ':' expected, got '-'", wrong('{ "a"\n- : 1 }', "json"))
  end)
end)

describe("a string #quick", function()
  it("of JSON has characters by their numbers, also by two", function()
    for text, expected in pairs { ["\\u0041"] = "A", ["\\u00fc"] = "\195\188",
      ["\\u07FF"] = "\223\191", ["\\u0800"] = "\224\160\128", ["\\u20ac"] = "\226\130\172",
      ["\\uFFFF"] = "\239\191\191", ["\\uD800\\uDC00"] = "\240\144\128\128",
      ["\\ud83d\\ude00"] = "\240\159\152\128", ["\\uDBFF\\uDFFF"] = "\244\143\191\191",
      ["\\uD83Dx"] = "\237\160\189x", ["\\n\\t\\\\\\\"\\/"] = "\n\t\\\"/" } do
      assert.equal(expected, in_json('"' .. text .. '"'), text)
      assert.equal("<" .. expected .. ">", in_json('"<' .. text .. '>"'), text)
    end
  end)

  it("of Lua has bytes by their numbers", function()
    assert.equal("A\n\0\255.1", in_lua('a = "\\65\\n\\0\\255.1"').a)
  end)

  it("says which escape is none, and in which line", function()
    assert.equal("2: unknown escape '\\q'", wrong('{\n"a": "\\q" }', "json"))
    assert.equal("1: unknown escape '\\6'", wrong('{ "a": "\\65" }', "json"))
    assert.equal("1: '\\u' needs four hexadecimal digits", wrong('{ "a": "\\u12x4" }', "json"))
    assert.equal("3: unknown escape '\\2'", wrong('return {\n\na = "\\256" }', "lua"))
    assert.equal("1: unknown escape '\\u'", wrong('return { a = "\\u0041" }', "lua"))
  end)
end)

describe("a table of Lua #quick", function()
  it("has names, numbers and places for keys", function()
    assert.same({ 7, 8, [5] = 9, a = 1, ["b c"] = { true } },
      in_lua('7, a = 1, [ --\n5] = 9, 8, ["b c" --\n] --\n = --\n{ true }'))
  end)

  it("has no other keys", function()
    assert.equal("2: a key is a name or a number", wrong("return {\n[true] = 1 }", "lua"))
  end)
end)
