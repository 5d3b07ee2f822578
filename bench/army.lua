--- Friendly units around the unit that asks, for the benches of layers.

local army = {}

local NEAR = 10 -- friendly units this near are counted, by default

local function cell_near(int, unit)
  while true do
    local dx, dy = int(-NEAR, NEAR), int(-NEAR, NEAR)
    if math.max(math.abs(dx), math.abs(dy)) > 1 then return unit.x + dx, unit.y + dy end
  end
end

local function place(map, player, int, unit)
  local x, y = cell_near(int, unit)
  if x < 1 or y < 1 or x > map.width or y > map.height then return nil end
  if not map:reachable(unit.x, unit.y, x, y) then return nil end
  return player:unit{ x = x, y = y, speed = 0 }
end

--- Puts `count` units near the one that asks, as far as there is room. Each follows a path, the
-- one half to the query's goal, the other half to the goals of others; `standing` more stand.
function army.raise(map, player, int, unit, order)
  local units = {}
  for i = 1, order.count + order.standing do
    local friend
    for _ = 1, 20 do
      friend = friend or place(map, player, int, unit)
    end
    if friend then
      units[#units + 1] = friend
      local goal = i % 2 == 0 and order.query or order.others[int(1, #order.others)]
      local path = i <= order.count and map:path(friend.x, friend.y, goal.goal_x, goal.goal_y)
      if path then friend:follow_path(path) end
    end
  end
  return units
end

function army.dismiss(units)
  for _, unit in ipairs(units) do unit:remove() end
end

local AHEAD = 16 -- cells of its path that a unit claims, by default

--- The cells that the units claim, as a list of { x, y }, each once; and those they stand on.
function army.cells(units)
  local claimed, standing, seen = {}, {}, {}
  for _, unit in ipairs(units) do
    local route = unit.route
    if not route then standing[#standing + 1] = { unit.x, unit.y } end
    local from = unit.progress or 1
    for i = from, route and math.min(#route, from + AHEAD) or 0 do
      local x, y = route:cell(i)
      local key = y * 65536 + x
      if not seen[key] then claimed[#claimed + 1] = { x, y } end
      seen[key] = true
    end
  end
  return { claimed = claimed, standing = standing }
end

return army
