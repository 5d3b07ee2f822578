-- astar.map { from = table, walkable = … }: a game's own table as the source of a map.

local astar = require "astar"

local function picture(options)
  return table.concat((astar.map(options):rows()), "\n")
end

local function refusal(options)
  local ok, message = pcall(astar.map, options)
  assert.is_false(ok)
  return message:match("^.-%d+: bad argument #1 to 'map' %((.*)%)$") or message
end

describe("astar.map { from } #quick", function()
  describe("takes as walkable", function()
    it("a value, which is plain; all others are wall", function()
      assert.equal("..#\n.#.", picture { from = { { 0, 0, 1 }, { 0, 2, 0 } }, walkable = 0 })
      assert.equal(".#", picture { from = { { "grass", "rock" } }, walkable = "grass" })
      assert.equal("#.", picture { from = { { true, false } }, walkable = false })
    end)

    it("a function of the value and the cell", function()
      local asked = {}
      local map = astar.map { from = { { "a", "b" }, { "c", "d" } },
        walkable = function(value, x, y)
          asked[#asked + 1] = ("%s %d %d"):format(value, x, y)
          return x ~= y or nil
        end }
      assert.same({ "a 1 1", "b 2 1", "c 1 2", "d 2 2" }, asked)
      assert.equal("#.\n.#", table.concat((map:rows()), "\n"))
    end)

    it("a table from values to what they mean", function()
      local map = astar.map { from = { { 0, 1, 2 }, { 3, 4, 0 } },
        terrains = { plain = 10, wall = false, road = 5 },
        walkable = { [0] = true, [1] = false, [2] = "road", [3] = 35, [4] = 5 } }
      local names = {}
      for y = 1, 2 do
        for x = 1, 3 do names[#names + 1] = map:get(x, y) end
      end
      assert.same({ "plain", "wall", "road", "cost 35", "road", "plain" }, names)
      assert.equal(35, (map:terrain "cost 35"))
    end)

    it("costs from 1 to 65535, of which the dearest cannot be stepped on diagonally", function()
      local map = astar.map { from = { { "a", "b" } }, walkable = { a = 1, b = 46811 } }
      assert.same({ "cost 1", "cost 46811" }, { map:get(1, 1), map:get(2, 1) })
      assert.matches("cost = 65535 is too dear", refusal { from = { { 1 } }, walkable = { 65535 } })
      for _, cost in ipairs { 0, 65536, 1.5 } do
        assert.matches("expected a whole number from 1 to 65535",
          refusal { from = { { 1 } }, walkable = { cost } })
      end
    end)

    it("nothing, where the cells are names, true and false", function()
      assert.equal(".#.", picture { from = { { true, false, "plain" } } })
    end)
  end)

  it("makes the map that rows make", function()
    local rows, from = { "..#", "#.." }, { { 0, 0, 1 }, { 1, 0, 0 } }
    assert.equal(astar.map { rows = rows }:hash(), astar.map { from = from, walkable = 0 }:hash())
    assert.equal(astar.map { rows = rows, grid = "hex", cell = 4 }:hash(),
      astar.map { from = from, walkable = 0, grid = "hex", cell = 4 }:hash())
    local levels = { { name = "a", rows = rows }, { name = "b", rows = { "." } } }
    local same = { { name = "a", from = from }, { name = "b", from = { { 0 } } } }
    assert.equal(astar.map { levels = levels }:hash(),
      astar.map { levels = same, walkable = 0 }:hash())
  end)

  it("gives new terrains in the order of their costs, wherever they are", function()
    local function identity(value) return value end
    local one = astar.map { from = { { 3, 7, 10 } }, walkable = identity }
    local names = {}
    for id, name in one:terrains() do names[id] = name end
    assert.same({ "plain", "wall", "cost 3", "cost 7" }, names)
    local other = astar.map { from = { { 7, 3, 10 } }, walkable = identity }
    other:set(1, 1, "cost 3"):set(2, 1, "cost 7")
    assert.equal(one:hash(), other:hash())
  end)

  it("leaves the game's tables as they are", function()
    local terrains = { { name = "plain", cost = 10 }, { name = "wall", cost = false } }
    astar.map { from = { { 7, 0 } }, terrains = terrains, walkable = { [7] = 7, [0] = false } }
    assert.equal(2, #terrains)
    assert.equal("..", picture { rows = { ".." } })
  end)

  it("takes tables that only answer when they are asked", function()
    local row = setmetatable({}, {
      __index = function(_, x) return x >= 1 and x <= 2 and x or nil end,
      __len = function() return 2 end })
    if #row ~= 2 then return end                               -- Lua 5.1 has no __len for tables
    assert.equal(".#", picture { from = { row }, walkable = 1 })
  end)

  it("says what is wrong with a table, and where", function()
    assert.equal("from[2] has 2 cells, the first row has 3",
      refusal { from = { { 0, 0, 0 }, { 0, 0 } }, walkable = 0 })
    assert.equal("from[2] has 4 cells, the first row has 3",
      refusal { from = { { 0, 0, 0 }, { 0, 0, 0, 0 } }, walkable = 0 })
    assert.equal("from[1][2] is missing", refusal { from = { { 0, nil, 0 } }, walkable = 0 })
    assert.equal("from[2] is nil, not a row",
      refusal { from = { { 0 }, nil, { 0 } }, walkable = 0 })
    local rows = { { 0 } }
    rows[3] = { 0 }                              -- `#rows` is 1
    assert.equal("from[2] is nil, not a row", refusal { from = rows, walkable = 0 })
    rows[3], rows[2.5] = nil, { 0 }
    assert.equal(1, astar.map({ from = rows, walkable = 0 }).height)
    assert.equal("from[0] is there: rows are counted from 1 on",
      refusal { from = { [0] = { 0 }, { 0 } }, walkable = 0 })
    assert.equal("from[1][0] is there: cells are counted from 1 on",
      refusal { from = { { [0] = 0, 0 } }, walkable = 0 })
    assert.equal("from[1] is a string: that is what `rows` takes", refusal { from = { "00" } })
    assert.equal("from: it has no rows", refusal { from = {}, walkable = 0 })
    assert.equal("from[1] has no cells", refusal { from = { {} }, walkable = 0 })
    assert.equal("levels[2]: from[1][2] is missing", refusal { walkable = 0,
      levels = { { name = "a", width = 1, height = 1 },
        { name = "b", from = { { 0, nil, 0 } } } } })
  end)

  it("says what is wrong with what a cell means", function()
    local function meaning(walkable, terrains)
      return refusal { from = { { 1 } }, walkable = walkable, terrains = terrains }
    end
    assert.equal("from[1][1] is 1: `walkable` has to say what that means", meaning(nil))
    assert.equal("from[1][1] is 1, for which `walkable` has nothing", meaning { [2] = true })
    assert.equal("from[1][1] is 'wal', which is none of the terrains, the nearest is 'wall'",
      meaning { "wal" })
    assert.equal("from[1][1] costs 0, expected a whole number from 1 to 65535", meaning { 0 })
    assert.matches("^from%[1%]%[1%] costs .*nan", meaning { 0 / 0 })
    assert.matches("^from%[1%]%[1%] is .*, expected true, false, the name of a terrain, or a cost",
      meaning { {} })
    assert.equal("from[1][1] cannot be entered, but `terrains` has no 'wall': say the name of a "
      .. "terrain", meaning(0, { plain = 10, water = false }))
  end)

  it("takes the first terrain that has a cost", function()
    local map = astar.map { from = { { 7, 5 } }, walkable = { [7] = 7, [5] = 5 },
      terrains = { { name = "plain", cost = 10 }, { name = "mud", cost = 7 },
        { name = "sand", cost = 7 }, { name = "wall", cost = false } } }
    assert.equal("mud", map:get(1, 1))
    assert.equal("cost 5", map:get(2, 1))
  end)

  it("takes 255 terrains, and names the cell that would need one more", function()
    local function row(count)
      local list = {}
      for i = 1, count do list[i] = 100 + i end
      return list
    end
    local function same(value) return value end
    assert.equal("cost 353", astar.map { from = { row(253) }, walkable = same }:get(253, 1))
    assert.equal("from[1][254] costs 354, which would be terrain 256: a map has at most 255",
      refusal { from = { row(254) }, walkable = same })
    local rows = {}
    for y = 1, 128 do
      rows[y] = {}
      for x = 1, 128 do rows[y][x] = 100 + y * 128 + x end
    end
    local began = os.clock()
    assert.matches("^from%[2%]%[126%] costs 482, which would be terrain 256",
      refusal { from = rows, walkable = same })
    assert.is_true(os.clock() - began < 1)
  end)

  it("refuses two sources, and walkable without one", function()
    assert.equal("rows and from: only one of the two", refusal { from = { { 0 } }, rows = { "." } })
    assert.equal("levels and from: only one of the two",
      refusal { from = { { 0 } }, levels = { { name = "a", rows = { "." } } } })
    assert.equal("walkable says what the cells of `from` mean, which is missing",
      refusal { rows = { "." }, walkable = 0 })
    assert.equal("from of 1 x 1, but width = 2, height = nil",
      refusal { from = { { 0 } }, width = 2, walkable = 0 })
    assert.matches("^from = 3 is not a table", refusal { from = 3 })
  end)

  it("passes on what a function of the game's raises", function()
    local raised = { reason = "mine" }
    local ok, got = pcall(astar.map, { from = { { 0 } }, walkable = function() error(raised) end })
    assert.is_false(ok)
    assert.equal(raised, got)
    assert.matches("_spec.lua:%d+: no$",
      select(2, pcall(astar.map, { from = { { 0 } }, walkable = function() error "no" end })))
  end)
end)
