-- Paths that differ, by hand; that they are what is defined is tried in spec/c/questions.c.

local astar = require "astar"
local says = require "support.says"

describe("map:alternatives", function()
  local function two_bridges()
    return astar.map { rows = {
      "............",
      "............",
      "###.########",
      "............",
      "............",
      "############",
      "............",
    } }
  end

  it("leads over other bridges, each path with its bill", function()
    local map = two_bridges()
    map:set(11, 3, "plain")
    local list = map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1 })
    assert.equal(2, #list)
    assert.same({ 88, 228 }, { list[1].cost, list[2].cost })
    assert.equal(228, list[1]:compare(list[2]).other_cost)
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 2, apart = 1 }))
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1, count = 1 }))
  end)

  it("keeps apart from earlier paths on open ground", function()
    local map = astar.map { width = 40, height = 30 }
    local list = map:alternatives(3, 15, 38, 15, nil, { count = 5, apart = 4, share = 0.3 })
    assert.equal(3, #list)
    for i = 2, 3 do assert.is_true(list[i].cost >= list[i - 1].cost) end
    local _, y = list[1]:cell(18)
    local _, other = list[2]:cell(18)
    assert.is_true(math.abs(y - other) > 4)
  end)

  it("is asked by a unit, as far as its player knows", function()
    local map = two_bridges()
    map:set(11, 3, "plain")
    local red = map:player "red"
    red:reveal()
    local unit = red:unit { x = 1, y = 1 }
    assert.equal(2, #unit:alternatives(1, 5, nil, { stretch = 8, apart = 1 }))
    map:set(11, 3, "wall")
    assert.equal(2, #unit:alternatives(1, 5, nil, { stretch = 8, apart = 1 }))
    assert.equal(1, #map:alternatives(1, 1, 1, 5, nil, { stretch = 8, apart = 1 }))
    assert.equal(2, #unit:alternatives({ x = 1, y = 5, width = 2, height = 1 }, nil,
      { stretch = 8, apart = 1 }))
  end)

  it("takes links", function()
    local map = two_bridges()
    local link = map:link { from = { 2, 5 }, to = { 2, 7 }, cost = 20 }
    map:link { from = { 9, 5 }, to = { 9, 7 }, cost = 20, one_way = true }
    local list = map:alternatives(1, 5, 12, 7, nil, { apart = 1, share = 0.6 })
    assert.same({ 2, 130, 130 }, { #list, list[1].cost, list[2].cost })
    local taken = { list[1]:link(3), list[2]:link(3) }
    assert.is_true(taken[1] == link or taken[2] == link)
    for _, path in ipairs(list) do
      local sum = 0
      for _, step in ipairs(path:explain()) do sum = sum + step.terrain + (step.link or 0) end
      assert.equal(130, sum)
    end
  end)

  it("tells why there is no path, and has one where the start is the goal", function()
    local map = two_bridges()
    assert.same({ nil, "unreachable" }, { map:alternatives(1, 1, 1, 7) })
    assert.same({ nil, "goal_blocked" }, { map:alternatives(1, 1, 1, 6) })
    assert.same({ nil, "budget" }, { map:alternatives(1, 1, 12, 5, { budget = 1 }) })
    assert.equal(1, #map:alternatives(1, 1, 1, 1))
  end)

  it("refuses what means nothing to it", function()
    local map = two_bridges()
    local function ask(query, options)
      return function() map:alternatives(1, 1, 1, 5, query, options) end
    end
    for name, value in pairs { partial = true, any_angle = true, turn_cost = 3, traffic_cost = 5,
                               trace = {} } do
      says("query: '" .. name .. "' means nothing to alternatives", ask { [name] = value })
    end
    says("#6 to 'alternatives' (count = 0 is out of range, 1 to 2147483647)",
      ask(nil, { count = 0 }))
    says("#6 to 'alternatives' (stretch = 0.5 is out of range, 1 to 64)",
      ask(nil, { stretch = 0.5 }))
    says("#6 to 'alternatives' (share = 2 is out of range, 0 to 1)", ask(nil, { share = 2 }))
    says("#6 to 'alternatives' (apart = 255 is out of range, 0 to 254)", ask(nil, { apart = 255 }))
    says("#6 to 'alternatives' (plateau = -1 is out of range, 0 to 1)", ask(nil, { plateau = -1 }))
    says("#6 to 'alternatives' (options: unknown key 'plateu', the nearest is 'plateau')",
      ask(nil, { plateu = 1 }))
    says("#6 to 'alternatives' (options = 3 is not a table)", ask(nil, 3))
    says("map is locked while a callback runs", function()
      map:path(1, 1, 1, 5, { extra_cost = function() map:alternatives(1, 1, 1, 5) end })
    end)
    says("oh", ask { extra_cost = function() error "oh" end })
  end)
end)
