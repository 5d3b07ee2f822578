-- Steps: which of them cross.

local astar = require "astar"

local DIAGONALS = { { 1, 1 }, { 1, -1 }, { -1, 1 }, { -1, -1 } }

local function covers(x, y, size, at_x, at_y)
  return at_x >= x and at_x < x + size and at_y >= y and at_y < y + size
end

-- Does a step of one cell from p to q cross that of a cell of a unit that steps from 10, 10?
local function crosses(size, step, p, q)
  if (q.x - p.x) * step[1] == (q.y - p.y) * step[2] then return false end
  for x = 10, 9 + size do
    for y = 10, 9 + size do
      if 2 * x + step[1] == p.x + q.x and 2 * y + step[2] == p.y + q.y then return true end
    end
  end
  return false
end

describe("a step on a diagonal #quick", function()
  -- One cell is under way from p to q; then a unit of this size wants to step from 10, 10.
  local function try(size, step, p, q)
    local map = astar.map { width = 20, height = 20 }
    local red, class = map:player("red"):reveal(), map:class { size = size }
    local slow = red:unit { x = p.x, y = p.y, speed = 0.25 }
    slow:follow_path(map:path(p.x, p.y, q.x, q.y))
    map:tick()
    local unit = red:unit { x = 10, y = 10, speed = 1, class = class }
    unit:follow_path(map:path(10, 10, 10 + 3 * step[1], 10 + 3 * step[2], { class = class }))
    map:tick()
    return unit.x ~= 10
  end

  it("crosses that of no other unit, with none of the unit's cells", function()
    for size = 1, 3 do
      for _, step in ipairs(DIAGONALS) do
        for x = 8, 12 + size do
          for y = 8, 12 + size do
            local free = not covers(10, 10, size, x, y) and
              not covers(10 + step[1], 10 + step[2], size, x, y)
            for _, from in ipairs(free and DIAGONALS or {}) do
              local p, q = { x = x - from[1], y = y - from[2] }, { x = x, y = y }
              assert.same({ size, step, p, q, not crosses(size, step, p, q) },
                { size, step, p, q, try(size, step, p, q) })
            end
          end
        end
      end
    end
  end)
end)
