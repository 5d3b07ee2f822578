local core = require "astar.core"

describe("plain data in C #quick", function()
  local function nested(depth)
    local t = {}
    for _ = 1, depth do t = { t } end
    return t
  end

  it("is copied with all tables in it", function()
    local given = { 1, "two", true, { x = 0.5, [2.5] = { false } } }
    local copy = core.copied(given, 10, 3)
    assert.same(given, copy)
    assert.are_not.equal(given[4], copy[4])
  end)

  it("is not copied where anything in it cannot be kept: nil", function()
    local other = setmetatable({}, {})
    for _, odd in ipairs { { print }, { [print] = 1 }, { other }, other } do
      assert.is_nil(core.copied(odd, 10, 3))
    end
    assert.is_nil(core.copied({ 1, 2, { 3 } }, 3, 3))
    assert.truthy(core.copied({ 1, 2, { 3 } }, 4, 3))
    assert.is_nil(core.copied(nested(4), 10, 3))
    assert.truthy(core.copied(nested(3), 10, 3))
    local most = math.tointeger and math.tointeger(2 ^ 53)
    if most then
      assert.is_nil(core.copied({ most + 1 }, 10, 3))
      assert.same({ most }, core.copied({ most }, 10, 3))
    end
    local circle = {}
    circle[1] = circle
    assert.is_nil(core.copied(circle, 100, 16))
  end)

  it("is much where there are more values than so many, with those in its tables", function()
    local function count(t, depth)
      local most = 0
      while core.holds_more(t, most, depth) do most = most + 1 end
      return most
    end
    assert.same({ 0, 1, 3 }, { count({}, 3), count({ false }, 3), count({ 1, 2, x = 3 }, 3) })
    local tables = { 1, x = { 2, 3, { 4 } }, [true] = { 5 }, [0.5] = {} }
    assert.same({ 4, 8, 9, 9 }, { count(tables, 0), count(tables, 1), count(tables, 2),
      count(tables, 3) })
    assert.is_false(core.holds_more("text", 0, 3))
  end)

  it("is not counted within what is not plain, nor under an object as a key", function()
    assert.is_false(core.holds_more({ setmetatable({ 1, 2, 3 }, {}) }, 1, 3))
    assert.is_false(core.holds_more({ [{}] = { 1, 2, 3 } }, 1, 3))
    assert.is_false(core.holds_more({ [print] = { 1, 2, 3 } }, 1, 3))
    local circle = {}
    circle[1] = circle
    assert.is_true(core.holds_more(circle, 3, 3))
    assert.is_false(core.holds_more(circle, 4, 3))
    assert.is_true(core.holds_more(circle, 100, 1000))
  end)

  it("has a weight", function()
    assert.equal(16, core.weight(1))
    assert.equal(43, core.weight "abc")
    assert.equal(64 + 16 + 41 + 16, core.weight { a = 1 })
    assert.equal(16, core.weight(setmetatable({ a = 1 }, {})))
    local circle = {}
    circle[1] = circle
    assert.has_error(function() core.weight(circle) end,
      "tables are nested too deeply, or in a circle")
    local deep, weight = {}, 64
    for _ = 1, 150 do deep, weight = { deep }, weight + 64 + 16 + 16 end
    -- Its stack has little room.
    local weigh = coroutine.wrap(function() return core.weight(deep) end)
    assert.equal(weight, weigh())
  end)
end)
