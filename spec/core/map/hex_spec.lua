-- Maps of hexagons: coordinates, drawing, influence, what counts steps, what is for squares only.

local astar = require "astar"
local cases = require "support.cases"
local hex = require "support.hex"
local maps = require "support.maps"
local new_random = require "support.random"

local GRIDS = { "hex", "flat_hex" }

local each_cell = maps.each_cell

-- Calls f(random, map) for random maps of both kinds.
local function on_maps(first, count, f)
  for seed = first, first + cases.of(count) - 1 do
    for _, grid in ipairs(GRIDS) do
      local random = new_random(seed)
      local map = astar.map { grid = grid, width = random:int(1, 40), height = random:int(1, 40) }
      f(random, map, ("seed %d, %s"):format(seed, grid))
      map:close()
    end
  end
end

describe("a map of hexagons", function()
  it("is found by a path over it: rows are shifted", function()
    local map, at = maps.read([[
      A . . . . .
      # # # # . .
      . . . . . .
      . # # # # #
      . . . . . B
    ]], { grid = "hex" })
    assert.are.equal("hex", map.grid)
    local path = map:path(at.A.x, at.A.y, at.B.x, at.B.y)
    assert.are.equal([[
A * * * * .
 # # # # * .
. * * * * .
 * # # # # #
. * * * * B
]], map:draw { path = path })
    assert.are.equal(10 * (#path - 1), path.cost)
  end)

  it("is found by a path over it: columns are shifted", function()
    local map = astar.map { grid = "flat_hex", width = 7, height = 3 }
    map:set(4, 1, "wall")
    map:set(4, 2, "wall")
    assert.are.equal([[
A . . B
 * # *
. * . .
 . # *
. * * .
 . * .
]], map:draw { path = map:path(1, 1, 7, 1) })
  end)

  it("has six neighbours for each cell, and all steps cost the same", function()
    on_maps(1, 10, function(random, map, where)
      local x, y = random:cell(map)
      local field = map:field { from = { x, y }, max_cost = 3 * map.straight }
      each_cell(map, function(to_x, to_y)
        local steps = hex.distance(map.grid, x, y, to_x, to_y)
        local expected = steps <= 3 and steps * map.straight or nil
        assert.are.equal(expected, (field:cost(to_x, to_y)), where)
        assert.are.equal(steps, map:distance(x, y, to_x, to_y), where)
      end)
    end)
  end)

  it("gives and takes axial coordinates", function()
    local map = astar.map { grid = "hex", width = 9, height = 9 }
    assert.are.same({ 1, 1 }, { map:to_axial(1, 1) })
    assert.are.same({ 3, 5 }, { map:to_axial(5, 5) })
    assert.are.same({ 5, 5 }, { map:from_axial(3, 5) })
    local flat = astar.map { grid = "flat_hex", width = 9, height = 9 }
    assert.are.same({ 5, 3 }, { flat:to_axial(5, 5) })
    assert.are.same({ 5, 5 }, { flat:from_axial(5, 3) })
    local square = astar.map { width = 9, height = 9 }
    assert.are.same({ 5, 5 }, { square:to_axial(5, 5) })
    assert.are.equal(4, square:distance(1, 1, 5, 3))
    assert.are.equal("square", square.grid)
  end)

  it("has regular hexagons where one number says how large they are", function()
    local high = astar.map { grid = "hex", width = 3, height = 3, cell = 2 }
    local flat = astar.map { grid = "flat_hex", width = 3, height = 3, cell = 2 }
    local function steps(map, x, y)
      local x1, y1 = map:center(1, 1)
      local x2, y2 = map:center(x, y)
      return ("%.6f %.6f"):format(x2 - x1, y2 - y1)
    end
    assert.equal(("2.000000 %.6f"):format(0), steps(high, 2, 1))
    assert.equal(("0.000000 %.6f"):format(2 * math.sqrt(3)), steps(high, 1, 3))
    assert.equal(("3.000000 %.6f"):format(0), steps(flat, 3, 1))
    assert.equal(("0.000000 %.6f"):format(math.sqrt(3)), steps(flat, 1, 2))
  end)

  it("is drawn shifted, in part too", function()
    local map = astar.map { grid = "hex", width = 4, height = 3 }
    map:set(2, 2, "wall")
    assert.are.equal(" . # . .\n. . . .\n", map:draw { y = 2 })
    assert.are.equal("# . .\n", (map:draw { x = 2, y = 2, height = 1 }:gsub("^ ", "")))
    local flat = astar.map { grid = "flat_hex", width = 3, height = 2 }
    flat:set(2, 1, "wall")
    assert.are.equal(". .\n #\n. .\n .\n", flat:draw())
    assert.are.equal(" .\n#\n .\n.\n", flat:draw { x = 2 })
  end)

  it("is read as it is drawn", function()
    local rows = { ". . # .", " . # . .", ". . . ." }
    local map = astar.map { grid = "hex", rows = rows }
    assert.are.equal(table.concat(rows, "\n") .. "\n", map:draw())
    local close = { "..#.", ".#..", "...." }
    assert.are.equal(map:hash(), astar.map { grid = "hex", rows = close }:hash())
  end)

  it("is another one than a map of squares, also when it is saved", function()
    local hashes = {}
    for i, grid in ipairs { "square", "hex", "flat_hex" } do
      local map = astar.map { grid = grid, width = 5, height = 5, straight = 10,
        diagonal = grid == "square" and 10 or nil, cell = { 1, 1 } }
      hashes[i] = map:hash()
      local again = astar.read(map:save())
      assert.are.same({ grid, hashes[i] }, { again.grid, again:hash() })
    end
    assert.are_not.equal(hashes[1], hashes[2])
    assert.are_not.equal(hashes[2], hashes[3])
  end)

  it("is kept in files of text", function()
    for _, grid in ipairs(GRIDS) do
      local file = os.tmpname()
      local map = astar.map { grid = grid, width = 4, height = 3, cell = 20, origin = { 7, 8 } }
      map:set(2, 2, "wall")
      map:save_terrain(file)
      local again = astar.load(file)
      os.remove(file)
      assert.are.same({ grid, map:hash() }, { again.grid, again:hash() })
    end
    local map, message = astar.read("astar map 1\nsize 1 1\ngrid round\n" ..
      "terrain . plain 10\nmap\n.\n")
    assert.is_nil(map)
    assert.matches("3: expected 'grid square', 'grid hex' or 'grid flat_hex'", message, 1, true)
    map, message = astar.read("astar map 1\nsize 1 1\nprojection isometric\ngrid hex\n" ..
      "terrain . plain 10\nmap\n.\n")
    assert.is_nil(map)
    assert.matches("4: 'projection isometric' is for square grids", message, 1, true)
  end)
end)

describe("the geometry of hexagons", function()
  it("finds the hexagon under each point, that with the nearest center", function()
    on_maps(100, 20, function(random, map, where)
      local width = random:int(2, 60)
      local placed = astar.map { grid = map.grid, width = map.width, height = map.height,
        cell = width, origin = { random:int(-50, 50), random:int(-50, 50) } }
      for _ = 1, 40 do
        local x, y = random:cell(map)
        local wx, wy = placed:center(x, y)
        local px = wx + random:int(-99, 99) * width / 100
        local py = wy + random:int(-99, 99) * width / 100
        local least, at = math.huge, nil
        for cy = y - 3, y + 3 do
          for cx = x - 3, x + 3 do
            local mx, my = placed:center(cx, cy)
            local far = (mx - px) ^ 2 + (my - py) ^ 2
            if far < least - 1e-9 * width then least, at = far, { cx, cy } end
          end
        end
        local inside = at[1] >= 1 and at[2] >= 1 and at[1] <= map.width and at[2] <= map.height
        local found = { placed:cell_at(px, py) }
        -- Between two cells either will do.
        local gap = inside and math.sqrt(least) < 0.49 * math.min(width, width * 0.86)
        if gap then assert.are.same(at, found, where) end
      end
      placed:close()
    end)
  end)

  it("has centers as far apart as hexagons lie", function()
    local map = astar.map { grid = "hex", width = 3, height = 3, cell = 10 }
    local x1, y1 = map:center(1, 1)
    local x2, y2 = map:center(1, 2)
    assert.are.equal(5, x2 - x1)
    assert.is_true(math.abs((x2 - x1) ^ 2 + (y2 - y1) ^ 2 - 100) < 1e-9)
    local path = map:path(1, 1, 1, 3)
    assert.is_true(math.abs(path.distance - 20) < 1e-9)
    local px, py = path:point(10)
    local mx, my = map:center(path:cell(2))
    assert.is_true(math.abs(px - mx) + math.abs(py - my) < 1e-9)
  end)

  it("blocks what a circle overlaps", function()
    local map = astar.map { grid = "hex", width = 5, height = 5, cell = 10 }
    local wx, wy = map:center(3, 3)
    assert.are.equal(1, map:block_circle(wx, wy, 4.9))
    assert.are.equal(6, map:block_circle(wx, wy, 5.1))
    assert.are.equal([[
. . . . .
 . # # . .
. # # # .
 . # # . .
. . . . .
]], map:draw())
  end)
end)

describe("influence on hexagons", function()
  it("is stamped in steps", function()
    on_maps(200, 10, function(random, map, where)
      local smell = map:influence "smell"
      local x, y = random:cell(map)
      local radius = random:int(0, 6)
      smell:add(x, y, 70, radius, "linear")
      each_cell(map, function(to_x, to_y)
        local steps = hex.distance(map.grid, x, y, to_x, to_y)
        local left = steps <= radius and 70 * (radius + 1 - steps) / (radius + 1) or 0
        assert.are.equal(math.floor(left + 0.5), smell:get(to_x, to_y), where)
      end)
    end)
  end)

  it("spreads to the six neighbours and keeps its sum", function()
    on_maps(300, 6, function(random, map, where)
      local smell, values = map:influence "smell", {}
      for _ = 1, 5 do smell:set(random:int(1, map.width), random:int(1, map.height), 600) end
      local sum = 0
      each_cell(map, function(x, y)
        values[y * 100 + x] = smell:get(x, y)
        sum = sum + smell:get(x, y)
      end)
      smell:spread(0.5)
      each_cell(map, function(x, y)
        local expected = values[y * 100 + x]
        for ny = y - 1, y + 1 do
          for nx = x - 1, x + 1 do
            local there = nx >= 1 and ny >= 1 and nx <= map.width and ny <= map.height
            if there and hex.distance(map.grid, x, y, nx, ny) == 1 then
              expected = expected + math.floor(values[ny * 100 + nx] / 12)
                - math.floor(values[y * 100 + x] / 12)
            end
          end
        end
        assert.are.equal(expected, smell:get(x, y), where)
        sum = sum - smell:get(x, y)
      end)
      assert.are.equal(0, sum)
    end)
  end)

  it("has the greatest value near a cell, peaks and slopes by steps", function()
    on_maps(400, 8, function(random, map, where)
      local smell = map:influence "smell"
      local radius = random:int(1, 5)
      local near = map:influence("near", { recipe = { "near", smell, radius = radius } })
      each_cell(map, function(x, y) smell:set(x, y, random:int(0, 9)) end)
      local function greatest(x, y, far)
        local most = -math.huge
        each_cell(map, function(nx, ny)
          if hex.distance(map.grid, x, y, nx, ny) <= far then
            most = math.max(most, smell:get(nx, ny))
          end
        end)
        return most
      end
      for _ = 1, 20 do
        local x, y = random:cell(map)
        assert.are.equal(greatest(x, y, radius), near:get(x, y), where)
        local _, _, most = smell:max_near(x, y, radius)
        assert.are.equal(greatest(x, y, radius), most, where)
        local up_x, up_y, above = smell:uphill(x, y)
        assert.are.equal(greatest(x, y, 1), above or smell:get(x, y), where)
        if up_x then assert.are.equal(1, hex.distance(map.grid, x, y, up_x, up_y), where) end
      end
      local spots = smell:peaks(5, { apart = radius })
      for i, spot in ipairs(spots) do
        assert.are.equal(greatest(spot.x, spot.y, radius), spot.value, where)
        for k = 1, i - 1 do
          local other = spots[k]
          local apart = hex.distance(map.grid, spot.x, spot.y, other.x, other.y)
          assert.is_true(apart > radius, where)
        end
      end
    end)
  end)
end)

describe("regions of hexagons", function()
  it("are what steps connect, also after edits", function()
    for seed = 1, cases.of(3) do
      local random = new_random(seed)
      local map = astar.map { grid = GRIDS[seed % 2 + 1], width = random:int(30, 70),
        height = random:int(30, 70) }
      local density = random:int(35, 60)
      each_cell(map, function(x, y)
        if random:int(1, 100) <= density then map:set(x, y, "wall") end
      end)
      for round = 1, 4 do
        for _ = 1, round > 1 and 15 or 0 do
          local x, y = random:cell(map)
          map:set(x, y, random:pick { "plain", "wall" })
        end
        local x, y = random:cell(map)
        local id, size = map:region(x, y)
        local field, count = id and map:field { from = { x, y } }, 0
        each_cell(map, function(to_x, to_y)
          local connected = id ~= nil and map:region(to_x, to_y) == id
          local reached = field and field:cost(to_x, to_y) ~= nil or false
          assert.are.equal(reached, connected, ("seed %d, round %d"):format(seed, round))
          count = count + (reached and 1 or 0)
        end)
        if id then assert.are.equal(count, size) end
      end
      map:close()
    end
  end)
end)

describe("the nearest of many on hexagons", function()
  it("is what the cheapest of all paths leads to, and its nearness counts steps", function()
    on_maps(700, 12, function(random, map, where)
      for _ = 1, map.width * map.height / 4 do
        local x, y = random:cell(map)
        map:set(x, y, "wall")
      end
      for _ = 1, 6 do
        local x, y = random:cell(map)
        local goals, query = {}, { within = random:int(0, 3) }
        for i = 1, random:int(1, 5) do goals[i] = { random:cell(map) } end
        local least
        for _, goal in ipairs(goals) do
          local path = map:path(x, y, goal[1], goal[2], query)
          if path and (not least or path.cost < least) then least = path.cost end
        end
        local found = map:nearest(x, y, goals, query)
        assert.are.equal(least, found and found.path.cost, where)
        if found then
          local end_x, end_y = found.path:cell(-1)
          local goal = goals[found.index]
          local near = hex.distance(map.grid, end_x, end_y, goal[1], goal[2])
          assert.is_true(near <= query.within, where)
        end
      end
    end)
  end)
end)

describe("what lies near on hexagons", function()
  it("is counted in steps: units, clearance, lines", function()
    on_maps(500, 10, function(random, map, where)
      local red, units = map:player "red", {}
      for _ = 1, 12 do
        local x, y = random:cell(map)
        units[#units + 1] = red:unit { x = x, y = y }
      end
      local x, y = random:cell(map)
      local radius, count = random:int(0, 9), 0
      for _, unit in ipairs(units) do
        if hex.distance(map.grid, x, y, unit.x, unit.y) <= radius then count = count + 1 end
      end
      assert.are.equal(count, #map:units_near(x, y, radius), where)
      for _ = 1, 20 do map:set(random:int(1, map.width), random:int(1, map.height), "wall") end
      local least = math.huge
      for ny = 0, map.height + 1 do
        for nx = 0, map.width + 1 do
          local there = nx >= 1 and ny >= 1 and nx <= map.width and ny <= map.height
          if not there or map:get(nx, ny) ~= "plain" then
            least = math.min(least, hex.distance(map.grid, x, y, nx, ny))
          end
        end
      end
      assert.are.equal(least, map:clearance(x, y), where)
    end)
  end)

  it("has straight lines that are cheapest ways over open ground, both ways", function()
    on_maps(600, 10, function(random, map, where)
      for _ = 1, 25 do map:set(random:int(1, map.width), random:int(1, map.height), "wall") end
      for _ = 1, 20 do
        local x1, y1 = random:cell(map)
        local x2, y2 = random:cell(map)
        if map:get(x1, y1) == "plain" and map:get(x2, y2) == "plain" then
          local there, back = map:line(x1, y1, x2, y2), map:line(x2, y2, x1, y1)
          assert.are.equal(there, back, where)
          if there then
            assert.are.equal(hex.distance(map.grid, x1, y1, x2, y2) * map.straight, there, where)
            assert.are.equal(there, map:path(x1, y1, x2, y2).cost, where)
          end
        end
      end
    end)
  end)
end)

describe("alternatives on hexagons", function()
  it("are paths whose bills are what their steps cost, the cheapest first", function()
    on_maps(800, 8, function(random, map, where)
      for _ = 1, map.width * map.height / 5 do
        local x, y = random:cell(map)
        map:set(x, y, "wall")
      end
      local x1, y1 = random:cell(map)
      local x2, y2 = random:cell(map)
      local best = map:path(x1, y1, x2, y2)
      local list = map:alternatives(x1, y1, x2, y2) or {}
      assert.are.equal(best and best.cost, list[1] and list[1].cost, where)
      for _, path in ipairs(list) do
        local last_x, last_y
        for x, y in path:cells() do
          local moved = last_x and hex.distance(map.grid, last_x, last_y, x, y) or 1
          assert.are.equal(1, moved, where)
          assert.are.equal("plain", map:get(x, y), where)
          last_x, last_y = x, y
        end
        assert.are.same({ x2, y2 }, { last_x, last_y }, where)
        assert.are.equal(10 * (#path - 1), path.cost, where)
      end
    end)
  end)
end)

describe("what is for squares only", function()
  local function refused(message, f, ...)
    local ok, said = pcall(f, ...)
    assert.is_false(ok)
    assert.matches(message, said, 1, true)
  end

  it("says so on hexagons", function()
    local map = astar.map { grid = "hex", width = 9, height = 9 }
    local path = map:path(1, 1, 5, 5)
    for options, message in pairs {
      [{ any_angle = true }] = "query: any_angle is for square grids",
      [{ turn_cost = 3 }] = "query: turn_cost is for square grids",
      [{ heuristic = "manhattan" }] =
        "query: a heuristic other than 'octile' and 'none' is for square grids",
    } do
      refused(message, map.path, map, 1, 1, 5, 5, options)
    end
    for _, engine in ipairs { "jps", "anya" } do
      local query = { engine = engine }
      refused("does not answer this exactly", map.path, map, 1, 1, 5, 5, query)
    end
    refused("(diagonal = 'always' is for square grids)", map.class, map, { diagonal = "always" })
    refused("smoothing is for square grids", path.smooth, path)
    local smell = map:influence "smell"
    refused("a gradient is for square grids", smell.gradient, smell, 1, 1)
    refused("a breach is for square grids", map.breach, map, 1, 1, 5, 5)
    refused("terrain analysis is for square grids", map.areas, map)
    refused("a position query is for square grids", map.positions, map, 1, 1, {})
    refused("a watched path is for square grids", map.watch_path, map, path)
    refused("numbers = true is for square grids", map.draw, map, { numbers = true, trace = {} })
    refused("diagonal is for square grids", astar.map,
      { grid = "hex", width = 3, height = 3, diagonal = 14 })
    refused("projection = 'isometric' is for square grids", astar.map,
      { grid = "hex", width = 3, height = 3, projection = "isometric" })
    refused("grid = 'hexagon' is not one of its words, the nearest is 'hex'", astar.map,
      { grid = "hexagon", width = 3, height = 3 })
  end)

end)

describe("near a goal on hexagons", function()
  -- Of the three rows and columns around 4, 4 two cells are two steps away: 3, 3 and 3, 5.
  it("is what `within` says, for all alternatives", function()
    local map = astar.map { grid = "hex", width = 7, height = 7 }
    local list = map:alternatives(1, 3, 4, 4, { within = 1 },
      { count = 4, stretch = 3, share = 0.5, apart = 0, plateau = 0 })
    assert.is_true(#list > 1)
    for _, path in ipairs(list) do
      local x, y = path:cell(-1)
      assert.equal(1, map:distance(x, y, 4, 4))
    end
  end)

  it("is where friendly units keep their places, and nowhere else", function()
    local map = astar.map { grid = "hex", rows = { "#####", "#####", "....#", "###.#", "#####" } }
    local red = map:player("red"):reveal()
    local one = red:unit { x = 1, y = 3, avoidance = "yield" }
    local other = red:unit { x = 3, y = 3, avoidance = "yield" }
    local query = { within = 1, claim_radius = 0 }
    assert.equal("1,3 2,3 3,3 4,3", maps.cells(one:path(4, 4, query)))
    other:place(4, 3)
    assert.same({ nil, "crowded" }, { one:path(4, 4, query) })
  end)
end)
