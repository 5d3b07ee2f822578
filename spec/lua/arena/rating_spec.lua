-- lua/astar/arena/rating.lua, rate.lua: what is known of the model, and how often intervals hold.

local Rate = require "astar.arena.rate"
local random = require "astar.world.random"
local rating = require "astar.arena.rating"

-- `wins` games that the first has won, `losses` that it has lost, each of a group of its own.
local function pair(wins, losses)
  local games = {}
  for i = 1, wins + losses do games[i] = { 1, 2, i <= wins and 1 or 0, i } end
  return games
end

describe("ratings", function()
  it("are those of two players: the logarithm of the odds", function()
    local list = rating.of(pair(75000, 25000), 2)
    local difference = list[1].rating - list[2].rating
    assert.near(400 * math.log(3) / math.log(10), difference, 0.01)
    -- the error of a logarithm of odds is 1 / sqrt(n p (1 - p)); each has half of the difference
    local expected = 1.959964 / math.sqrt(100000 * 0.75 * 0.25) * 400 / math.log(10) / 2
    assert.near(expected, list[1].error, 0.01)
  end)

  it("are equal where nobody is better, and draws are halves", function()
    local list = rating.of({ { 1, 2, 0.5, 1 }, { 2, 3, 0.5, 1 }, { 3, 1, 0.5, 2 } }, 3)
    for i = 1, 3 do assert.near(0, list[i].rating, 1e-6) end
  end)

  it("stay finite where a player always wins, and without any game", function()
    local list = rating.of(pair(20, 0), 2)
    assert.is_true(list[1].rating > 200 and list[1].rating < 1000)
    assert.is_true(list[1].error > 50 and list[1].error < 1000)
    list = rating.of({}, 2)
    assert.near(0, list[1].rating, 1e-6)
  end)

  it("follow through others: the first beats the second, and that beats the third", function()
    local games = {}
    for i = 1, 400 do
      games[#games + 1] = { 1, 2, i % 4 > 0 and 1 or 0, i }
      games[#games + 1] = { 2, 3, i % 4 > 0 and 1 or 0, i }
    end
    local list = rating.of(games, 3)
    assert.near(2 * 400 * math.log(3) / math.log(10), list[1].rating - list[3].rating, 6)
  end)

  -- Players whose strengths are known, 200 times: the intervals are those of 95 %. `luck`: by how
  -- much a seed helps one of a pair, in both of its games.
  local function share_within(ratings, seeds)
    local draw, within = random.new(7), 0
    for _ = 1, 200 do
      local games = {}
      for seed = 1, seeds do
        for a = 1, #ratings do
          for b = 1, #ratings do
            local chance = 1 / (1 + 10 ^ ((ratings[b] - ratings[a]) / 400))
            if a ~= b then games[#games + 1] = { a, b, draw() < chance and 1 or 0, seed } end
          end
        end
      end
      for i, one in ipairs(rating.of(games, #ratings)) do
        if math.abs(one.rating - ratings[i]) <= one.error then within = within + 1 end
      end
    end
    return within / 200 / #ratings
  end

  it("have intervals that hold as often as they say", function()
    for _, case in ipairs { { { 100, 0, -100 }, 30 }, { { 50, -50 }, 20 }, { { 200, -200 }, 50 },
      { { 60, 0, -60 }, 5 } } do
      local share = share_within(case[1], case[2])
      assert.is_true(share > 0.91 and share < 0.99, tostring(share))
    end
  end)
end)

describe("rates", function()
  it("are means, with the error of independent groups", function()
    local rate = Rate.new()
    for i = 1, 400 do rate:add(i % 4 > 0 and 1 or 0, i) end
    assert.equal(0.75, rate:mean())
    assert.near(1.96 * math.sqrt(0.75 * 0.25 / 400), rate:error(0, 1), 0.0005)
  end)

  it("do not become surer by games that go the same way as another one", function()
    local one, four = Rate.new(), Rate.new()
    for i = 1, 100 do
      one:add(i % 2, i)
      for _ = 1, 4 do four:add(i % 2, i) end
    end
    assert.near(one:error(0, 1), four:error(0, 1), 1e-9)
  end)

  it("are never quite sure", function()
    local rate = Rate.new()
    assert.equal(1, rate:error(0, 1))
    for i = 1, 100 do rate:add(1, i) end
    assert.equal(1, rate:mean())
    assert.is_true(rate:error(0, 1) > 0.01 and rate:error(0, 1) < 0.03)
  end)

  it("have errors that hold as often as they say", function()
    local draw = random.new(3)
    for _, case in ipairs { { 0.5, 30 }, { 0.8, 40 }, { 0.95, 100 } } do
      local within = 0
      for _ = 1, 1000 do
        local rate = Rate.new()
        for i = 1, 2 * case[2] do rate:add(draw() < case[1] and 1 or 0, i % case[2]) end
        if math.abs(rate:mean() - case[1]) <= rate:error(0, 1) then within = within + 1 end
      end
      assert.is_true(within > 915 and within < 990, tostring(within))
    end
  end)
end)
