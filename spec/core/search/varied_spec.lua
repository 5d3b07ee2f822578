-- Maps with more patterns of 3 x 3 cells than are kept, which plain A* searches, by landmarks where
-- they are prepared.

local astar = require "astar"
local maps = require "support.maps"
local new_random = require "support.random"

local SIDE = 320

local function varied(seed)
  local random, terrains, names = new_random(seed), { wall = false }, { "wall" }
  for i = 1, 12 do
    names[i + 1] = "ground" .. i
    terrains[names[i + 1]] = 10 + 3 * i
  end
  local map = astar.map { width = SIDE, height = SIDE, terrains = terrains, fill = names[2] }
  map:paint(function() return random:pick(names) end)
  return map:fill(1, 1, 2, 2, names[2]):fill(SIDE - 1, SIDE - 1, 2, 2, names[2]), random
end

local function shape(path) return path.cost .. ": " .. maps.cells(path) end

describe("a map that is too varied for patterns", function()
  local function asked(map, query) return map:path(1, 1, SIDE, SIDE - 9, query) end

  it("is searched by plain A*", function()
    local search = varied(1):search(1, 1, SIDE, SIDE)
    search:step(1)
    assert.equal("astar", search.engine)
  end)

  it("is searched by landmarks where it is prepared", function()
    local map = varied(1):set(SIDE, SIDE - 9, "ground1")
    local before = asked(map)
    map:prepare { landmarks = true }
    local prepared, named = asked(map), asked(map, { engine = "astar" })
    assert.equal(shape(before), shape(prepared))
    assert.equal(shape(before), shape(named))
    assert.equal(before.expanded, named.expanded)
    assert.is_true(prepared.expanded < before.expanded / 2)
  end)

  it("gives the same in steps", function()
    local map = varied(2):prepare { landmarks = true }
    local whole = map:path(1, 1, SIDE, SIDE)
    local search = map:search(1, 1, SIDE, SIDE)
    local path, why
    repeat path, why = search:step(97) until why ~= "running"
    assert.equal(shape(whole), shape(path))
    assert.equal(whole.expanded, path.expanded)
  end)

  it("has a search begin again where landmarks are made meanwhile", function()
    local map = varied(3)
    local search = map:search(1, 1, SIDE, SIDE)
    local other = map:search(1, 1, SIDE, SIDE, { engine = "astar" })
    search:step(500)
    other:step(500)
    map:prepare { landmarks = true }
    local fresh = map:path(1, 1, SIDE, SIDE, { engine = "astar" })
    local path, same = search:step(), other:step()
    assert.equal(shape(fresh), shape(path))
    assert.equal(shape(fresh), shape(same))
    assert.equal(fresh.expanded, same.expanded)
  end)

  it("stays exact where a road is built far away", function()
    for seed = 4, 9 do
      local map, random = varied(seed)
      map:prepare { landmarks = true }
      local search = map:search(1, 1, SIDE, SIDE)
      assert.same({ nil, "running" }, { search:step(random:int(50, 300)) })
      for i = 100, 299 do map:set(i, i + random:int(-1, 0), "ground1") end
      local fresh = map:path(1, 1, SIDE, SIDE, { engine = "astar" })
      assert.equal(shape(fresh), shape(map:path(1, 1, SIDE, SIDE)))
      assert.equal(shape(fresh), shape(search:step()))
    end
  end)
end)
