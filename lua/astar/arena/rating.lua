--- Ratings by the model of Bradley and Terry: a player of strength s beats one of strength t with
-- probability s / (s + t). A draw is half a win of each.
--
-- The strengths are those that are most likely, found by the minorization of D. R. Hunter, "MM
-- algorithms for generalized Bradley-Terry models", The Annals of Statistics 32 (2004). Each player
-- also has one drawn game against a player of strength 1: that hardly moves a rating which is based
-- on many games, and keeps a rating finite where a player has always won.
--
-- The intervals: near the best strengths, the likelihood of ratings is that of a normal
-- distribution with the inverse of the information matrix as covariances. Games with the same map
-- and seed are not independent, and draws vary less than wins, so between these matrices stands how
-- much the groups of games vary (the "sandwich" of P. J. Huber, 1967).

local rating = {}

--- Points of a rating for a factor of ten in strength, as in chess.
rating.SCALE = 400

local PER_UNIT = rating.SCALE / math.log(10)
local PRIOR = 1                                  -- games
local MOST_ROUNDS, CLOSE = 10000, 1e-9
local LEAST_GROUPS = 10                          -- fewer say little of how they vary
local Z = 1.959964                               -- 95 %

-- ---- strengths ----------------------------------------------------------------------------------

local function zeros(n)
  local list = {}
  for i = 1, n do list[i] = 0 end
  return list
end

local function square(n)
  local rows = {}
  for i = 1, n do rows[i] = zeros(n) end
  return rows
end

-- How many games each pair has played, and what each player has won.
local function sums_of(games, n)
  local played, won = square(n), zeros(n)
  for _, game in ipairs(games) do
    local a, b = game[1], game[2]
    played[a][b], played[b][a] = played[a][b] + 1, played[b][a] + 1
    won[a], won[b] = won[a] + game[3], won[b] + 1 - game[3]
  end
  return played, won
end

local function improved(strengths, played, won, i)
  local sum = PRIOR / (strengths[i] + 1)
  for k = 1, #strengths do
    if k ~= i then sum = sum + played[i][k] / (strengths[i] + strengths[k]) end
  end
  return (won[i] + PRIOR / 2) / sum
end

local function strengths_of(played, won)
  local strengths = {}
  for i = 1, #won do strengths[i] = 1 end
  for _ = 1, MOST_ROUNDS do
    local change = 0
    for i = 1, #won do
      local new = improved(strengths, played, won, i)
      change = math.max(change, math.abs(math.log(new / strengths[i])))
      strengths[i] = new
    end
    if change < CLOSE then break end
  end
  return strengths
end

-- ---- matrices -----------------------------------------------------------------------------------

-- The inverse of a positive definite matrix, which it overwrites: Gauss and Jordan.
local function inverse(rows)
  local n, result = #rows, square(#rows)
  for i = 1, n do result[i][i] = 1 end
  for i = 1, n do
    local pivot = rows[i][i]
    for k = 1, n do rows[i][k], result[i][k] = rows[i][k] / pivot, result[i][k] / pivot end
    for j = 1, n do
      local factor = j ~= i and rows[j][i] or 0
      for k = 1, factor ~= 0 and n or 0 do
        rows[j][k] = rows[j][k] - factor * rows[i][k]
        result[j][k] = result[j][k] - factor * result[i][k]
      end
    end
  end
  return result
end

local function product(a, b)
  local n, result = #a, square(#a)
  for i = 1, n do
    for k = 1, n do
      local sum = 0
      for j = 1, n do sum = sum + a[i][j] * b[j][k] end
      result[i][k] = sum
    end
  end
  return result
end

-- ---- intervals ----------------------------------------------------------------------------------

local function chance(strengths, a, b) return strengths[a] / (strengths[a] + strengths[b]) end

-- What is known of the logarithms of strengths from games, and from the prior.
local function information(strengths, played)
  local n, rows, prior = #strengths, square(#strengths), square(#strengths)
  for i = 1, n do
    prior[i][i] = PRIOR * strengths[i] / (strengths[i] + 1) ^ 2
    for k = 1, n do
      local p = chance(strengths, i, k)
      local known = i ~= k and played[i][k] * p * (1 - p) or 0
      rows[i][i], rows[i][k] = rows[i][i] + known, rows[i][k] - known
    end
  end
  return rows, prior
end

-- For each group of games, by how much each player has won more than was to be expected.
local function surprises(games, strengths)
  local groups, list = {}, {}
  for _, game in ipairs(games) do
    local a, b, group = game[1], game[2], game[4]
    local sums = groups[group] or zeros(#strengths)
    if not groups[group] then
      groups[group] = sums
      list[#list + 1] = sums
    end
    local more = game[3] - chance(strengths, a, b)
    sums[a], sums[b] = sums[a] + more, sums[b] - more
  end
  return list
end

local function variation(groups, n)
  local rows, factor = square(n), #groups / (#groups - 1)
  for _, sums in ipairs(groups) do
    for i = 1, n do
      for k = 1, n do rows[i][k] = rows[i][k] + factor * sums[i] * sums[k] end
    end
  end
  return rows
end

local function add(a, b)
  for i = 1, #a do
    for k = 1, #a do a[i][k] = a[i][k] + b[i][k] end
  end
  return a
end

-- The covariances of logarithms of strengths.
local function covariances(games, strengths, played)
  local known, prior = information(strengths, played)
  local groups = surprises(games, strengths)
  local bread = inverse(add(known, prior))
  if #groups < LEAST_GROUPS then return bread end
  return product(product(bread, add(variation(groups, #strengths), prior)), bread)
end

-- ---- ratings ------------------------------------------------------------------------------------

-- Only differences mean something: the mean is 0, and the errors are those against it.
local function centred(strengths, spread)
  local n, mean, all, rows, list = #strengths, 0, 0, {}, {}
  for i = 1, n do
    mean = mean + math.log(strengths[i]) / n
    rows[i] = 0
    for k = 1, n do rows[i] = rows[i] + spread[i][k] / n end
    all = all + rows[i] / n
  end
  for i = 1, n do
    local variance = math.max(0, spread[i][i] - 2 * rows[i] + all)
    list[i] = { rating = PER_UNIT * (math.log(strengths[i]) - mean),
      error = PER_UNIT * Z * math.sqrt(variance) }
  end
  return list
end

--- The ratings of `n` players: a list of { rating =, error = }, where the true rating is within
-- `error` in 95 of 100 cases. The mean is 0; 400 points more are ten times the strength. `games`: a
-- list of { a, b, score of a from 0 to 1, group }; games of one group have the map and the seed in
-- common.
function rating.of(games, n)
  local played, won = sums_of(games, n)
  local strengths = strengths_of(played, won)
  return centred(strengths, covariances(games, strengths, played))
end

return rating
