local astar = require "astar"
local says = require "support.says"

describe("a plane #quick", function()
  local function world()
    local map = astar.map { rows = { "..#", "#.." } }
    return map, map:player("red"), map:influence("fear")
  end

  it("has the number of the terrain for each cell, row by row", function()
    local map = world()
    assert.equal("\1\1\2\2\1\1", map:_plane())
    map:set(3, 2, "wall")
    assert.equal("\1\1\2\2\1\2", map:_plane())
  end)

  it("has 0 where a player has seen nothing, 255 where it knows the land as it is", function()
    local map, red = world()
    assert.equal("\0\0\0\0\0\0", red:_plane())
    red:see(1, 1, 1)
    assert.equal("\255\255\0\255\0\0", red:_plane())
    red:end_sight()
    map:fill("wall")
    assert.equal("\1\1\0\255\0\0", red:_plane())
  end)

  it("has the half doublings of influence, around 128", function()
    local map, _, fear = world()
    for i, value in ipairs { 1, 2, 3, -1, 65535, -65535 } do
      fear:set((i - 1) % 3 + 1, i > 3 and 2 or 1, value)
    end
    assert.same({ 129, 131, 132, 127, 160, 96 }, { fear:_plane():byte(1, 6) })
    fear:clear()
    assert.equal(("\128"):rep(6), fear:_plane())
    map:close()
  end)

  it("is written as stretches of equal bytes that differ from before", function()
    local map, b, c = world(), ("b"):byte(), ("c"):byte()
    local function changes(now, before)
      local out, list = { 7 }, {}
      for i = 2, map:_recorder_changes(out, 1, now, before) do list[i - 1] = out[i] end
      return list
    end
    assert.same({ 0 }, changes("aaaa", "aaaa"))
    assert.same({ 1, 0, 3, b }, changes("bbbb", "aaaa"))
    assert.same({ 1, 2, 0, b }, changes("aaba", "aaaa"))
    assert.same({ 2, 0, 0, b, 0, 0, c }, changes("bcaa", "aaaa"))
    -- The same byte on both sides of what has not changed: two stretches.
    assert.same({ 2, 0, 0, b, 1, 0, b }, changes("baba", "aaaa"))
    assert.same({ 2, 1, 0, b, 3, 0, b }, changes("abaaab", "aaaaaa"))
    assert.same({ 2, 10, 0, b, 8, 1, b },
      changes(("a"):rep(9) .. "ab" .. ("a"):rep(8) .. "bb", ("a"):rep(21)))
  end)

  it("is refused by what is closed or removed", function()
    local map, red, fear = world()
    fear:remove()
    says("the influence was removed", fear._plane, fear)
    map:close()
    says("map is closed", map._plane, map)
    says("map is closed", red._plane, red)
  end)
end)
