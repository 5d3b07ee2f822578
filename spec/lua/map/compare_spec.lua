local astar = require "astar"

local function sums(list)
  local own, other, difference = 0, 0, 0
  for _, entry in ipairs(list) do
    own, other = own + entry.own, other + entry.other
    difference = difference + (entry.difference or 0)
  end
  return own, other, difference
end

local function only(y)
  return function(_, at) return at == y and 0 end
end

describe("path:compare #quick", function()
  local map, danger

  before_each(function()
    map = astar.map { rows = { ".....", "..#..", ".....", "..#..", "....." } }
    danger = map:influence("danger")
    danger:set(3, 3, 100)
  end)

  local function path(query)
    query.explain = true
    return map:path(1, 3, 5, 3, query)
  end

  it("tells the bills of both, the greatest difference first", function()
    local found = path { influence = { danger = 1 } }
    local straight = path { influence = { danger = 1 }, extra_cost = only(3) }
    local compared = found:compare(straight)
    assert.equal(68, compared.cost)                -- two diagonal steps and four straight ones
    assert.equal(140, compared.other_cost)
    assert.equal(72, compared.difference)
    assert.same({
      { name = "danger", own = 0, other = 100, difference = 100 },
      { name = "terrain", own = 68, other = 40, difference = -28 },
    }, compared.layers)
    assert.same({ { from = { 1, 3 }, to = { 5, 3 }, own = 68, other = 140 } }, compared.parts)
    assert.equal(-72, straight:compare(found).difference)
  end)

  it("finds no part of two equal paths", function()
    local one = path { influence = { danger = 1 } }
    local compared = one:compare(one)
    assert.equal(0, compared.difference)
    assert.same({}, compared.parts)
    assert.same({ { name = "terrain", own = 68, other = 68, difference = 0 } }, compared.layers)
  end)

  it("tells of paths with other ends that they do not begin or end together", function()
    local one, other = map:path(1, 3, 4, 3, { explain = true }),
      map:path(2, 3, 5, 3, { explain = true })
    assert.same({
      { from = nil, to = { 2, 3 }, own = 10, other = 0 },
      { from = { 4, 3 }, to = nil, own = 0, other = 10 },
    }, one:compare(other).parts)
    local step, stay = map:path(1, 1, 2, 1, { explain = true }),
      map:path(5, 5, 5, 5, { explain = true })
    assert.same({ { own = 10, other = 0 } }, step:compare(stay).parts)
  end)

  it("does not join a path that comes back to an earlier cell", function()
    local there, back = map:path(1, 1, 5, 1, { explain = true }),
      map:path(5, 1, 1, 1, { explain = true })
    assert.same({
      { from = nil, to = { 1, 1 }, own = 0, other = 40 },
      { from = { 1, 1 }, to = nil, own = 40, other = 0 },
    }, there:compare(back).parts)
  end)

  it("needs two explained paths", function()
    local explained, bare = path {}, map:path(1, 1, 5, 1)
    assert.same({ nil, "not explained" }, { explained:compare(bare) })
    assert.same({ nil, "not explained" }, { bare:compare(explained) })
  end)

  it("rejects what is not a path", function()
    local one = path {}
    for _, wrong in ipairs { 1, "path", {}, map } do
      assert.error_matches(function() one:compare(wrong) end,
        "bad argument #1 to 'compare' %(other = .* is not a path%)")
    end
    assert.error_matches(function() one:compare() end, "other = nil is not a path")
  end)

  it("adds up on random maps, in layers and in parts", function()
    local seed = 7
    local function random(n)
      seed = (seed * 16807) % 2147483647
      return seed % n + 1
    end
    local compared_paths = 0
    for _ = 1, 150 do
      local small = astar.map { width = 9, height = 7, terrains = { plain = 10, mud = 23,
        wall = false } }
      for _ = 1, 14 do small:set(random(9), random(7), "wall") end
      for _ = 1, 14 do small:set(random(9), random(7), "mud") end
      local fear = small:influence("fear")
      for _ = 1, 8 do fear:set(random(9), random(7), random(60)) end
      local avoided = random(7)
      local x1, y1, x2, y2 = random(9), random(7), random(9), random(7)
      local one = small:path(x1, y1, x2, y2, { influence = { fear = 1 }, explain = true })
      local other = small:path(x1, y1, x2, y2, { influence = { fear = 1 }, explain = true,
        extra_cost = function(_, y) return y == avoided and 30 or 0 end })
      if one and other then
        compared_paths = compared_paths + 1
        local result = one:compare(other)
        local own, others, difference = sums(result.layers)
        assert.same({ one.cost, other.cost, other.cost - one.cost },
          { own, others, difference })
        -- Outside of the parts the paths are one, but for the price that only the second pays.
        own, others = sums(result.parts)
        local extra = 0
        for _, step in ipairs(other:explain()) do extra = extra + step.extra end
        local apart = (other.cost - one.cost) - (others - own)
        assert.is_true(apart >= 0 and apart <= extra)
        assert.is_true(#result.parts > 0 or #one == #other)
      end
    end
    assert.is_true(compared_paths > 50)
  end)
end)
