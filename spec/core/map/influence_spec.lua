-- Influence maps.

local maps = require "support.maps"
local new_random = require "support.random"

local open_map = maps.open

--- The values of an influence map, row by row, as text.
local function values(map, influence)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = ("%d"):format(influence:get(x, y)) end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

local function sum(map, influence)
  local total = 0
  for y = 1, map.height do
    for x = 1, map.width do total = total + influence:get(x, y) end
  end
  return total
end

local function picture(text)
  return (text:gsub("^%s+", ""):gsub("%s*\n%s*", "\n"):gsub("%s+$", ""):gsub(" +", " "))
end

describe("an influence map #quick", function()
  it("is made on first use, with a name and a weight", function()
    local map = open_map(2, 2)
    local danger = map:influence("danger", { weight = 2 })
    assert.equal(danger, map:influence "danger")
    assert.equal("danger", danger.name)
    assert.equal(2, danger.weight)
    assert.equal(1, map:influence("scent").weight)
  end)

  it("is set and read cell by cell", function()
    local map = open_map(3, 1)
    local danger = map:influence "danger"
    danger:set(2, 1, 70):set(3, 1, -7)
    assert.equal("0 70 -7", values(map, danger))
    assert.equal("0 0 0", values(map, danger:clear()))
  end)

  it("is stamped, and falls off to nothing one cell beyond the radius", function()
    local map = open_map(7, 5)
    local danger = map:influence("danger"):add(4, 3, 30, 2)
    assert.equal(picture [[
      0  0  0 10  0  0  0
      0  0 16 20 16  0  0
      0 10 20 30 20 10  0
      0  0 16 20 16  0  0
      0  0  0 10  0  0  0
    ]], values(map, danger))
  end)

  it("is stamped without falling off", function()
    local map = open_map(5, 3)
    local danger = map:influence("danger"):add(1, 2, 8, 1, "none"):add(2, 2, -3, 1, "none")
    assert.equal(picture [[
      8 -3 0 0 0
      5 5 -3 0 0
      8 -3 0 0 0
    ]], values(map, danger))
  end)

  it("falls off with the distance as Euclid has it", function()
    local map = open_map(41, 41)
    local danger = map:influence("danger"):add(21, 21, 5000, 12)
    for y = 1, 41 do
      for x = 1, 41 do
        local far = math.sqrt((x - 21) ^ 2 + (y - 21) ^ 2)
        local expected = far <= 12 and 5000 * (13 - far) / 13 or 0
        assert.is_true(math.abs(danger:get(x, y) - expected) <= 1)
      end
    end
  end)

  it("decays towards nothing, whatever its sign", function()
    local map = open_map(4, 1)
    local danger = map:influence "danger"
    danger:set(1, 1, 100):set(2, 1, -101):set(3, 1, 1)
    assert.equal("50 -50 0 0", values(map, danger:decay(0.5)))
    assert.equal("50 -50 0 0", values(map, danger:decay(1)))
    assert.equal("0 0 0 0", values(map, danger:decay(0)))
  end)

  it("spreads to the eight neighbours in equal parts", function()
    local map = open_map(5, 3)
    local danger = map:influence("danger"):set(3, 2, 160)
    assert.equal(picture [[
      0 10 10 10 0
      0 10 80 10 0
      0 10 10 10 0
    ]], values(map, danger:spread(0.5)))
  end)

  it("spreads without losing anything, at the edges either", function()
    local random, map = new_random(11), open_map(37, 23)
    local danger = map:influence "danger"
    for _ = 1, 60 do
      local x, y = random:cell(map)
      danger:set(x, y, random:int(-3000, 9000))
    end
    local before = sum(map, danger)
    for _ = 1, 20 do
      danger:spread(random:int(0, 1024) / 1024)
      assert.equal(before, sum(map, danger))
    end
  end)

  it("stays within the largest cost", function()
    local map = open_map(2, 1)
    local danger = map:influence("danger"):add(1, 1, 60000):add(1, 1, 60000):add(2, 1, -60000)
    assert.equal("65535 -65535", values(map, danger:add(2, 1, -60000)))
  end)

  it("is included where a query says so, with its weight", function()
    local map = open_map(3, 1)
    local danger = map:influence("danger"):set(2, 1, 25)
    assert.equal(10, map:cost(2, 1))
    assert.equal(35, map:cost(2, 1, { influence = { danger = 1 } }))
    assert.equal(60, map:cost(2, 1, { influence = { [danger] = 2 } }))
    assert.equal(10 + 13, map:cost(2, 1, { influence = { danger = 0.5 } }))
    assert.equal(1, map:cost(2, 1, { influence = { danger = -1 } }))
    danger:set(2, 1, -10)
    assert.same({ 1, 4 }, { map:cost(2, 1, { influence = { danger = 1 } }) })
  end)

  it("is included for a unit with its own weight, unless the query says otherwise", function()
    local map = open_map(3, 1)
    map:influence("danger", { weight = 3 }):set(2, 1, 5)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    assert.equal(25, map:cost(2, 1, { unit = unit }))
    assert.equal(10, map:cost(2, 1, { unit = unit, influence = false }))
    assert.equal(15, map:cost(2, 1, { unit = unit, influence = { danger = 1 } }))
  end)

  it("counts with the largest part over the cells a unit covers", function()
    local map = open_map(3, 2)
    map:influence("danger"):set(2, 2, 9):set(2, 1, 4):set(3, 1, -5)
    map:influence("scent"):set(2, 1, 100)
    local query = { class = map:class { size = 2 }, influence = { danger = 1, scent = 0.25 } }
    assert.equal(10 + 9 + 25, map:cost(1, 1, query))
    assert.equal(10 + 9 + 25, map:cost(2, 1, query))
  end)

  it("is added to a diagonal step as it is", function()
    local map = open_map(2, 2)
    map:influence("danger"):set(2, 2, 7)
    assert.same({ 17, 21 }, { map:cost(2, 2, { influence = { danger = 1 } }) })
  end)

  it("leads paths round danger, and along what is welcome", function()
    maps.walks([[
      . * * * * . .
      A . . . . * B
      . . . . . . .
    ]], function(map)
      map:influence("danger"):add(4, 2, 30)
      map:influence("cover"):add(3, 1, -5):add(5, 1, -5)
      return { influence = { danger = 1, cover = 1 } }
    end)
  end)

  it("counts no longer once it is removed", function()
    local map = open_map(2, 1)
    local danger = map:influence("danger"):set(2, 1, 5)
    local unit = map:player("red"):unit { x = 1, y = 1 }
    danger:remove()
    assert.equal(10, map:cost(2, 1, { unit = unit }))
    assert.equal(0, map:influence("danger"):get(2, 1))
  end)
end)
