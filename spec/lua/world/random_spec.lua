local random = require "astar.world.random"
local says = require "support.says"

local function draw(generator, count, ...)
  local numbers = {}
  for i = 1, count do numbers[i] = generator(...) end
  return table.concat(numbers, " ")
end

describe("random numbers #quick", function()
  it("are the same on every Lua", function()
    assert.equal("8 96 55 16 76 17 59 26", draw(random.new(1), 8, 100))
    assert.equal("70727835 956977723 541972550 153703559", draw(random.new(1), 4, 1e9))
    assert.equal("891860993 55487412 494668387 648459407", draw(random.new(5 * 2147483562), 4, 1e9))
  end)

  it("differ from seed to seed, and are equal for equal ones", function()
    for seed = 0, 20 do
      assert.equal(draw(random.new(seed), 5, 1000), draw(random.new(seed), 5, 1000))
      assert.not_equal(draw(random.new(seed), 5, 1000), draw(random.new(seed + 1), 5, 1000))
    end
    assert.not_equal(draw(random.new(7), 5, 1000), draw(random.new(7 + 2 ^ 40), 5, 1000))
  end)

  it("are spread evenly", function()
    local generator, counts = random.new(5), { 0, 0, 0, 0, 0, 0 }
    for _ = 1, 6000 do
      local n = generator(6)
      counts[n] = counts[n] + 1
    end
    for _, count in ipairs(counts) do assert.is_true(count > 900 and count < 1100) end
    for _ = 1, 1000 do
      local n, fraction = generator(-2, 2), generator()
      assert.is_true(n >= -2 and n <= 2 and n % 1 == 0)
      assert.is_true(fraction >= 0 and fraction < 1)
    end
  end)

  it("pick and shuffle", function()
    local generator = random.new(9)
    local list = generator:shuffle { 1, 2, 3, 4, 5 }
    local sum = 0
    for _, n in ipairs(list) do sum = sum + n end
    assert.equal(15, sum)
    assert.equal("only", generator:pick { "only" })
  end)

  it("shuffle into each order about equally often", function()
    local generator, found, orders = random.new(4), {}, 0
    for _ = 1, 600 do
      local order = table.concat(generator:shuffle { "a", "b", "c" })
      found[order] = (found[order] or 0) + 1
    end
    for order, count in pairs(found) do
      orders = orders + 1
      assert.is_true(count > 60 and count < 140, order .. " " .. count)
    end
    assert.equal(6, orders)
  end)

  it("go on from a state that was kept", function()
    local generator = random.new(9)
    generator()
    local a, b = generator:state()
    local expected = draw(generator, 5, 100)
    assert.equal(expected, draw(random.new(1):restore(a, b), 5, 100))
  end)

  it("have states from 1 to below the modulus", function()
    local MOST_A, MOST_B = 2147483562, 2147483398
    local function is_taken(a, b) return random.new(1):restore(a, b) ~= nil end
    assert.is_true(is_taken(1, 1) and is_taken(MOST_A, MOST_B))
    for _, wrong in ipairs { 0, 1.5, -1, "7", 0/0, 1/0, false } do
      assert.is_false(is_taken(wrong, 1) or is_taken(1, wrong), tostring(wrong))
    end
    assert.is_false(is_taken(MOST_A + 1, 1) or is_taken(1, MOST_B + 1))
  end)

  it("refuse what makes no sense", function()
    says("#1 to 'new' (seed = -1 is not a whole number from 0", random.new, -1)
    says("#1 to 'new' (seed = nil", random.new)
    says("#1 to 'random' (there is no number to choose from)", random.new(1), 0)
    says("#1 to 'random' (integer expected, got 1.5)", random.new(1), 1.5)
    says("calling 'random' on bad self (write world.random(6), with a dot)", function()
      local world = { random = random.new(1) }
      world:random(6)
    end)
    says("#1 to 'pick' (the list is empty", random.pick, random.new(1), {})
  end)
end)
