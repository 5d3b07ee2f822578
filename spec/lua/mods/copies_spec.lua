local core = require "astar.core"

describe("plain data in C", function()
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

  it("has a weight", function()
    assert.equal(16, core.weight(1))
    assert.equal(43, core.weight "abc")
    assert.equal(64 + 16 + 41 + 16, core.weight { a = 1 })
    assert.equal(16, core.weight(setmetatable({ a = 1 }, {})))
    local circle = {}
    circle[1] = circle
    assert.has_error(function() core.weight(circle) end,
      "tables are nested too deeply, or in a circle")
  end)
end)
