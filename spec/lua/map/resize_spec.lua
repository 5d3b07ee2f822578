local astar = require "astar"
local says = require "support.says"

local ROWS = { "........", "..####..", "..#.....", "..#..~~.", "........" }

-- Everything at the same places of both maps, as seen from x0, y0.
local function peopled(options, x0, y0)
  options.terrains = { plain = 10, swamp = 35, wall = false }
  local map = astar.map(options)
  for y, row in ipairs(ROWS) do
    for x = 1, #row do
      local name = ({ ["."] = "plain", ["#"] = "wall", ["~"] = "swamp" })[row:sub(x, x)]
      map:set(x + x0, y + y0, name)
    end
  end
  local red, blue = map:player "red", map:player "blue"
  map:influence("danger", { weight = 2 }):add(4 + x0, 3 + y0, 30, 1)
  local big = map:class { size = 2, swamp = 15 }
  map:link { from = { 1 + x0, 5 + y0 }, to = { 8 + x0, 5 + y0 }, cost = 15 }
  local walker = red:unit { x = 3 + x0, y = 5 + y0, speed = 0.5, sight = 2 }
  blue:unit { x = 7 + x0, y = 1 + y0, class = big, speed = 1 }
  walker:follow_path(map:path(3 + x0, 5 + y0, 7 + x0, 5 + y0))
  return map
end

local function plain(width, height)
  return astar.map { width = width or 6, height = height or 4 }
end

describe("map:resize #quick", function()
  it("makes the map that would have been built at that size", function()
    local map = peopled({ width = 8, height = 5, cell = 10, origin = { 30, 20 } }, 0, 0)
    local built = peopled({ width = 12, height = 9, cell = 10, origin = { 10, -10 } }, 2, 3)
    local before = map:hash()
    local wide = map:resize(12, 9, 2, 3)
    assert.equal(built:hash(), wide:hash())
    assert.equal(before, map:hash())
    for _ = 1, 10 do
      built:tick()
      wide:tick()
      assert.equal(built:hash(), wide:hash())
    end
  end)

  it("and back is the same map", function()
    local map = peopled({ width = 8, height = 5 }, 0, 0)
    local back = map:resize(30, 20, 7, 4):resize(8, 5, -7, -4)
    assert.equal(map:hash(), back:hash())
    assert.same(map:rows(), back:rows())
  end)

  it("finds what belongs to the map, in its order", function()
    local map = peopled({ width = 8, height = 5 }, 0, 0)
    local wide, units, classes = map:resize(9, 6, 1, 1), {}, {}
    for unit in wide:units() do units[#units + 1] = tostring(unit) end
    for class in wide:classes() do classes[#classes + 1] = tostring(class) end
    assert.same({ "unit 1 (red at 4, 6)", "unit 2 (blue at 8, 2)" }, units)
    assert.same({ "class (size 1)", "class (size 2)" }, classes)
    assert.equal(wide:unit_at(8, 2).player, wide:player "blue")
    assert.equal(30, wide:influence("danger"):get(5, 4))
  end)

  it("fills new cells with the first terrain, or the one that was named", function()
    local map = plain(2, 1)
    assert.same({ "...", "..." }, map:resize(3, 2):rows())
    assert.same({ "###", "#.." }, map:resize(3, 2, 1, 1, { fill = "wall" }):rows())
  end)

  it("keeps game coordinates, also in a file", function()
    local map = astar.map { width = 4, height = 4, projection = "isometric", cell = { 64, 32 },
      origin = { 5, 7 } }
    local moved = map:resize(6, 6, 2, 1)
    assert.same({ 3, 4 }, { moved:cell_at(map:center(1, 3)) })
    local file = os.tmpname()
    moved:save_terrain(file)
    local again = astar.load(file)
    os.remove(file)
    assert.same({ moved:center(3, 4) }, { again:center(3, 4) })
  end)

  it("keeps the data of units, and leaves the map to be closed", function()
    local map = plain()
    local red = map:player "red"
    local one, two = red:unit { x = 1, y = 1 }, red:unit { x = 2, y = 2 }
    two.data.hp = 7
    local wide = map:resize(8, 8)
    assert.equal(two.data, wide:unit_at(2, 2).data)
    assert.is_nil(next(wide:unit_at(1, 1).data))
    assert.equal(1, one.x)
    map:close()
    assert.equal(7, wide:unit_at(2, 2).data.hp)
  end)

  it("keeps tickets that wait, if they can be answered", function()
    local map = plain(8, 2)
    map:request_path(1, 1, 4, 2)
    map:request_path(1, 1, 8, 2)
    local small, tickets = map:resize(5, 2), {}
    for ticket in small:tickets() do tickets[#tickets + 1] = ticket end
    small:work(1000)
    assert.equal(1, #tickets)
    assert.equal(4, #tickets[1].path)
    assert.equal(2, map.pending_requests)
  end)

  it("names the units and links that would be outside", function()
    local map = plain()
    local red = map:player "red"
    local big = map:class { size = 2 }
    red:unit { x = 3, y = 1 }
    local outside = red:unit { x = 5, y = 1 }
    local astride = red:unit { x = 4, y = 3, class = big }
    local link = map:link { from = { 1, 1 }, to = { 6, 4 }, cost = 15 }
    local before = map:hash()
    local small, code, units, links = map:resize(4, 4)
    assert.is_nil(small)
    assert.equal("outside", code)
    assert.same({ outside, astride }, units)
    assert.same({ link }, links)
    assert.equal(before, map:hash())
    outside:remove()
    astride:place(3, 3)
    link:remove()
    assert.equal(4, map:resize(4, 4).width)
  end)

  it("stops a unit whose path leads out", function()
    local map = plain(9, 1)
    local unit = map:player("red"):unit { x = 1, y = 1, speed = 0.5 }
    unit:follow_path(unit:path(9, 1))
    for _ = 1, 3 do map:tick() end
    local kept = map:resize(9, 2):unit_at(unit.x, 1)
    assert.equal("moving", kept.state)
    local stopped = map:resize(5, 1):unit_at(unit.x, 1)
    assert.equal("standing", stopped.state)
    assert.is_nil(stopped.route)
  end)

  it("finds the same paths over hexagons", function()
    for _, grid in ipairs { "hex", "flat_hex" } do
      local map = astar.map { width = 7, height = 7, grid = grid }
      for x = 1, 6 do map:set(x, 4, "wall") end
      local wide = map:resize(12, 12, 2, 4, { fill = "wall" })
      local cells = {}
      for x, y in wide:path(3, 5, 3, 11):cells() do cells[#cells + 1] = { x - 2, y - 4 } end
      for x, y, i in map:path(1, 1, 1, 7):cells() do assert.same({ x, y }, cells[i]) end
    end
  end)

  describe("refuses", function()
    local function refused(message, ...)
      local map, arguments, count = plain(), { ... }, select("#", ...)
      local before = map:hash()
      says(message, function() map:resize((unpack or table.unpack)(arguments, 1, count)) end)
      assert.equal(before, map:hash())
    end

    it("sizes and shifts that there are not", function()
      refused("width = 0 is out of range, 1 to 268435456", 0, 4)
      refused("height = 1.5 is not an integer", 4, 1.5)
      refused("width = nil is not an integer")
      refused("a map of 32768 x 32768 has more than 2^28 cells", 32768, 32768)
      refused("dx = 'x' is not an integer", 4, 4, "x")
      refused("dy = 268435457 is out of range, -268435456 to 268435456", 4, 4, 0, 268435457)
    end)

    it("options that there are not", function()
      refused("table expected, got 'wall'", 4, 4, 0, 0, "wall")
      refused("unknown key 'fil', the nearest is 'fill'", 4, 4, 0, 0, { fil = "wall" })
      refused("fill = 3 is not the name of a terrain", 4, 4, 0, 0, { fill = 3 })
      refused("fill = 'lava' is no terrain of the map", 4, 4, 0, 0, { fill = "lava" })
    end)

    it("maps with levels, and odd shifts of hexagons", function()
      local levels = astar.map { levels = { { name = "up", width = 3, height = 3 } } }
      says("a map with levels cannot be resized", function() levels:resize(9, 9) end)
      local hex = astar.map { width = 3, height = 3, grid = "hex" }
      says("dy = 1 is odd: every second row of a 'hex' map is shifted",
        function() hex:resize(9, 9, 1, 1) end)
      local flat = astar.map { width = 3, height = 3, grid = "flat_hex" }
      says("dx = -1 is odd: every second column of a 'flat_hex' map is shifted",
        function() flat:resize(9, 9, -1, -1) end)
    end)

    it("a map that would lie beyond all numbers", function()
      local map = astar.map { width = 3, height = 3, cell = 1e299 }
      says("the map's origin would be beyond 1e300", function() map:resize(3, 3, 20) end)
    end)

    it("a map that is closed, or that a callback works on", function()
      local map = plain()
      says("while", function()
        map:path(1, 1, 3, 3, { extra_cost = function() map:resize(9, 9) return 0 end })
      end)
      map:close()
      says("map is closed", function() map:resize(9, 9) end)
    end)
  end)
end)
