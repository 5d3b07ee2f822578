--- Plain data as strings, see src/sandbox/packed.c.

local core = require "astar.core"
local plain = require "astar.mods.plain_data"

local NAN, MINUS_ZERO = 0 / 0, -1 / math.huge    -- Lua 5.1 takes the constant -0 for 0

local function nested(depth)
  local t = {}
  for _ = 1, depth do t = { t } end
  return t
end

local function list(count)
  local t = {}
  for i = 1, count do t[i] = i end
  return t
end

local GIVEN = { 1, "two", true, { x = 0.5, [2.5] = { false } }, [-3] = "", a = "a\0b", [true] = 7 }

describe("packed data #quick", function()
  it("have all that the table has", function()
    for _, given in ipairs { GIVEN, {}, list(3), list(100), nested(16), { n = MINUS_ZERO } } do
      local packed = plain.packed(given)
      assert.same(given, plain.unpacked(packed))
      assert.is_true(plain.packed_same(packed, given))
      assert.is_false(plain.packed_if_kept(given, packed))
      assert.equal(core.weight(given), plain.packed_weight(packed))
    end
    local nan = plain.unpacked(plain.packed { NAN })[1]
    assert.is_true(nan ~= nan)
  end)

  it("are equal where the tables are, however these came to be", function()
    local one, other = {}, {}
    for i = 1, 40 do one["k" .. i] = i end
    for i = 60, 1, -1 do other["k" .. i] = i end
    for i = 41, 60 do other["k" .. i] = nil end
    assert.equal(plain.packed(one), plain.packed(other))
    other.k7 = 8
    assert.are_not.equal(plain.packed(one), plain.packed(other))
  end)

  it("are not what has another value, more, or less", function()
    local packed = plain.packed { a = 1, b = { c = "x" }, d = true }
    for _, other in ipairs {
      { a = 2, b = { c = "x" }, d = true }, { a = 1, b = { c = "y" }, d = true },
      { a = 1, b = { c = "x" }, d = false }, { a = 1, b = { c = "x" } }, { a = 1, b = 1, d = true },
      { a = 1, b = { c = "x", e = 1 }, d = true }, { a = 1, b = { c = "x" }, d = true, e = 1 },
      { a = MINUS_ZERO, b = { c = "x" }, d = true }, {},
    } do assert.is_false(plain.packed_same(packed, other)) end
    assert.is_true(plain.packed_same(packed, { a = 1, b = { c = "x" }, d = true, f = print }))
    assert.is_false(plain.packed_same(plain.packed { n = 0 }, { n = MINUS_ZERO }, true))
  end)

  it("tell 3 from 3.0, unless they are a machine's", function()
    local whole = plain.packed({ 3.0 }, true)
    assert.equal(plain.packed { 3 }, whole)
    assert.is_true(plain.packed_same(whole, { 3.0 }, true))
    if math.type then
      assert.is_false(plain.packed_same(whole, { 3.0 }))
      assert.are_not.equal(whole, plain.packed { 3.0 })
      local into = { 3.0, 4 }
      plain.unpacked(plain.packed({ 3, 4 }), into, true)
      assert.equal("float", math.type(into[1]))
    end
  end)

  it("change a table in place: tables in it stay, and what is not plain", function()
    local inner, other = { a = 1, gone = 2, f = print }, setmetatable({}, {})
    local into = { inner = inner, f = print, old = 1, was = 3, other = other }
    local changed = plain.unpacked(plain.packed { inner = { a = 2, b = { 3 } }, was = { 4 } }, into)
    assert.equal(into, changed)
    assert.same({ inner = inner, f = print, was = { 4 }, other = other }, into)
    assert.same({ a = 2, b = { 3 }, f = print }, inner)
  end)

  it("are none of what cannot be kept", function()
    local circle, other = {}, setmetatable({}, {})
    circle[1] = circle
    for _, odd in ipairs { { print }, { [print] = 1 }, { other }, other, circle, list(4097),
      nested(17) } do
      assert.is_nil(plain.packed_if_kept(odd))
    end
    assert.truthy(plain.packed_if_kept(list(4096)))
    assert.same({ 1, a = { 2 } }, plain.unpacked(plain.packed { 1, print, a = { 2, other } }))
    assert.same({}, plain.unpacked(plain.packed(7)))
    assert.has_error(function() plain.packed { ("x"):rep(2 ^ 20) } end,
      "too much to pass at once")
    assert.has_error(function() plain.packed_strictly({ a = print }, nil, "data") end,
      "data.a is a function; only plain data can be kept there")
  end)

  it("are as many bytes as may cross, in whatever order the table has its keys", function()
    local function texts(size, from, till, step)
      local t = {}
      for i = from, till, step do t["key" .. i] = ("x"):rep(size) end
      return t
    end
    for _, size in ipairs { 6000, 10469, 10470 } do
      local one, other = texts(size, 100, 199, 1), texts(size, 199, 100, -1)
      local packed = plain.packed_if_kept(one)
      assert.equal(size <= 10469, packed ~= nil)
      assert.equal(packed, plain.packed_if_kept(other))
    end
  end)

  it("are looked over: what is cut, or changed, is none, or is other data", function()
    local packed = plain.packed(GIVEN)
    for length = 0, #packed - 1 do assert.is_nil(plain.packed_weight(packed:sub(1, length))) end
    assert.is_nil(plain.packed_weight(packed .. "\0"))
    for at = 1, #packed do
      for _, byte in ipairs { 0, 1, 5, 6, 7, 255 } do
        local broken = packed:sub(1, at - 1) .. string.char(byte) .. packed:sub(at + 1)
        if plain.packed_weight(broken) then plain.unpacked(broken) end
      end
    end
    local claims = "\6\255\255\255\127\0\0\0\0\0"
    assert.is_nil(plain.packed_weight(claims))
  end)
end)
