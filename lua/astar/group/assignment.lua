--- Assigns points to as many places, such that no two of the straight lines between them cross.
--
-- If the lines of two pairs cross, exchanging their places makes the sum of the lengths smaller
-- (the triangle inequality). So an assignment with the least sum has no crossing, nor has one that
-- no exchange of two places improves. On one line many assignments have the same sum. Among these
-- the one with the smallest sum of squares is taken, in which no unit overtakes another.
--
-- Up to EXACT points the sum is the least of all (the Hungarian method, by shortest augmenting
-- paths: R. Jonker, A. Volgenant, 1987). For more points it is one that no exchange improves.
-- Lengths are square roots, correctly rounded on every machine; ties go by the order given.

local assignment = {}

local EXACT, SCALE, NEAR, ROUNDS = 64, 2 ^ 20, 1e-9, 200
local sqrt, floor = math.sqrt, math.floor

local function square(from, to)
  local dx, dy = from.x - to.x, from.y - to.y
  return dx * dx + dy * dy
end

-- One more point gets a place: by the cheapest chain of points that give way to each other. `taken`
-- is from place to point, 0 stands for the new one; u and v are the dual prices.
local function augment(n, length, taken, u, v)
  local least, before, done, place = {}, {}, {}, 0
  for j = 0, n do least[j] = math.huge end
  repeat
    done[place] = true
    local row, point, best, step = length[taken[place]], taken[place], nil, math.huge
    for j = 1, n do
      if not done[j] then
        local rest = row[j] - u[point] - v[j]
        if rest < least[j] then least[j], before[j] = rest, place end
        if least[j] < step then step, best = least[j], j end
      end
    end
    for j = 0, n do
      if done[j] then
        u[taken[j]], v[j] = u[taken[j]] + step, v[j] - step
      else
        least[j] = least[j] - step
      end
    end
    place = best
  until taken[place] == 0
  repeat
    local one = before[place]
    taken[place], place = taken[one], one
  until place == 0
end

local function exact(points, places)
  local n, length, taken, u, v = #points, {}, {}, {}, { [0] = 0 }
  for i = 1, n do
    local row = {}
    for j = 1, n do row[j] = floor(sqrt(square(points[i], places[j])) * SCALE + 0.5) end
    length[i], taken[i], u[i], v[i] = row, 0, 0, 0
  end
  for i = 1, n do
    taken[0] = i
    augment(n, length, taken, u, v)
  end
  local place_of = {}
  for j = 1, n do place_of[taken[j]] = j end
  return place_of
end

local function sort_part(order, first, last, by, then_by)
  local part = {}
  for i = first, last do part[#part + 1] = order[i] end
  table.sort(part, function(a, b)
    if by[a] ~= by[b] then return by[a] < by[b] end
    if then_by[a] ~= then_by[b] then return then_by[a] < then_by[b] end
    return a < b
  end)
  for i = first, last do order[i] = part[i - first + 1] end
end

-- The order along a direction, rank by rank, and across it in each rank.
local function sorted(list, dx, dy)
  local order, along, across, n = {}, {}, {}, #list
  for i, one in ipairs(list) do
    order[i], along[i], across[i] = i, one.x * dx + one.y * dy, one.y * dx - one.x * dy
  end
  sort_part(order, 1, n, along, across)
  local rank = math.ceil(sqrt(n))
  for first = 1, n, rank do
    sort_part(order, first, math.min(first + rank - 1, n), across, along)
  end
  return order
end

-- The foremost goes to the foremost place.
local function by_order(points, places)
  local dx, dy, n = 0, 0, #points
  for i = 1, n do
    dx, dy = dx + places[i].x - points[i].x, dy + places[i].y - points[i].y
  end
  if dx == 0 and dy == 0 then dx = 1 end
  local from, to, place_of = sorted(points, dx, dy), sorted(places, dx, dy), {}
  for i = 1, n do place_of[from[i]] = to[i] end
  return place_of
end

-- Is it better if the two exchange their places?
local function crossing(a, b, place_a, place_b)
  local ax, ay, bx, by = place_a.x, place_a.y, place_b.x, place_b.y
  local aax, aay, bbx, bby = a.x - ax, a.y - ay, b.x - bx, b.y - by
  local abx, aby, bax, bay = a.x - bx, a.y - by, b.x - ax, b.y - ay
  local a_now, b_now = aax * aax + aay * aay, bbx * bbx + bby * bby
  local a_then, b_then = abx * abx + aby * aby, bax * bax + bay * bay
  local gain = sqrt(a_now) + sqrt(b_now) - sqrt(a_then) - sqrt(b_then)
  if gain > NEAR then return true end
  return gain > -NEAR and a_then + b_then < a_now + b_now
end

local function exchange_once(points, places, place_of)
  local changed = false
  for i = 1, #points do
    local a, mine = points[i], places[place_of[i]]
    for j = i + 1, #points do
      local b, other = points[j], places[place_of[j]]
      if crossing(a, b, mine, other) then
        place_of[i], place_of[j], changed, mine = place_of[j], place_of[i], true, other
      end
    end
  end
  return changed
end

--- The place of each point, a list of indices into `places`; both are lists of tables with x and
-- y, equally long.
function assignment.of(points, places)
  local place_of = (#points <= EXACT and exact or by_order)(points, places)
  for _ = 1, ROUNDS do
    if not exchange_once(points, places, place_of) then break end
  end
  return place_of
end

return assignment
