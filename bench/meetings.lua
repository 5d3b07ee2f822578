--- Watches units for what must not happen in a tick: two in one cell, two that change places, two
-- that cross on the diagonals of a square, a step farther than to the next cell.

local meetings = {}
meetings.__index = meetings

local STRIDE = 2 ^ 20           -- more than any x

local function cells_of(xs, ys)
  local cells = {}
  for id, x in ipairs(xs) do cells[id] = x + ys[id] * STRIDE end
  return cells
end

--- Watches units that are at these places, two lists by unit, and move in 4 or 8 directions.
function meetings.new(directions, xs, ys)
  return setmetatable({ directions = directions, cells = cells_of(xs, ys) }, meetings)
end

-- Where each unit is, by cell; and how many have come to a cell where another one is.
local function by_cell(cells)
  local ids, shared = {}, 0
  for id, cell in ipairs(cells) do
    if ids[cell] then shared = shared + 1 end
    ids[cell] = id
  end
  return ids, shared
end

-- Whether a step between two cells is longer than one, or meets another: `went(from, to)` says
-- whether a unit has made that step.
local function is_wrong(directions, from, to, went)
  local dx = to % STRIDE - from % STRIDE
  local dy = math.floor(to / STRIDE) - math.floor(from / STRIDE)
  local is_diagonal = dx ~= 0 and dy ~= 0
  if math.abs(dx) > 1 or math.abs(dy) > 1 or is_diagonal and directions == 4 then return true end
  if went(to, from) then return true end
  local beside, above = from + dx, from + dy * STRIDE
  return is_diagonal and (went(beside, above) or went(above, beside))
end

--- The units are now at these places: how many of them are where another is, or have come there by
-- a step that must not be. Of two that meet, both are counted.
function meetings:count(xs, ys)
  local before, now = self.cells, cells_of(xs, ys)
  local ids_before = by_cell(before)
  local function went(from, to)
    local id = ids_before[from]
    return id and now[id] == to
  end
  local _, wrong = by_cell(now)
  for id, cell in ipairs(now) do
    local moved = cell ~= before[id]
    if moved and is_wrong(self.directions, before[id], cell, went) then wrong = wrong + 1 end
  end
  self.cells = now
  return wrong
end

return meetings
