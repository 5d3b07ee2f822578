-- Asks all it can of a place that its player has never seen: walls and enemies there change
-- nothing.
local modded = require "support.modded"
local small_world = require "support.small_world"

local CODE = [[return function(unit)
  local world = unit.world
  local function show(...)
    local r = {}
    for i = 1, select("#", ...) do r[i] = tostring((select(i, ...))) end
    print(table.concat(r, " "))
  end
  while true do
    local p, c = unit:path(20, 39)
    show(p, c, p and p.expanded, p and p.distance)
    show(unit:reachable(20, 39))
    show(unit:reachable(19, 20, { occupancy = true }))
    show(unit:path(19, 20, { occupancy = true }))
    show(unit:path(21, 25, { occupancy = true }))
    local n, code = unit:nearest({ { 19, 20 }, { 20, 25 }, { 21, 25 } }, nil, 3)
    show(n and #n or code, n and n[1].x, n and n[1].y, n and n[1].path.cost)
    show(#unit:units_near(100), #unit:enemies(100), #unit:enemies(5, { x = 20, y = 25 }),
      world:unit_at(20, 25))
    show(unit:knows(19, 20))
    show(pcall(unit.nearest, unit, "wall"))
    local found, why = unit:nearest { unseen = true }
    show(found and found.x, found and found.y, why)
    show(unit:flight { { x = 20, y = 24 } })
    show(unit:clear_shot(20, 25))
    show(world:holder "x", world.random())
    show(p and p:blocked(), p and p:blocked { occupancy = true, claims = true })
    show(unit:path(20, 39, { claims = true, claim_penalty = 100, occupancy = true }))
    local ticket = unit.body:request_path({ x = 20, y = 25 }, { occupancy = true })
    unit:wait(2)
    show(ticket.done, ticket.path, ticket.code)
    local count = 0
    for _ in world:units() do count = count + 1 end
    show(count)
  end
end]]

local function told(is_hidden)
  local world = small_world((("."):rep(40) .. "\n"):rep(40), { fog = true })
  local mod, lines = modded(world, CODE)
  assert(mod, lines)
  world:unit { player = "red", x = 20, y = 2, speed = 0, sight = 6, behaviour = "test.it" }
  if is_hidden then
    world.map:fill(19, 20, 4, 1, "wall")
    for x = 17, 23 do world:unit { player = "blue", x = x, y = 25, speed = 1 } end
    world:unit({ player = "blue", x = 10, y = 30, speed = 1 }):behave(function(unit)
      while true do
        unit:go(30, 30)
        unit:go(10, 30)
      end
    end)
  end
  world.run(12)
  return lines
end

return { broken = function()
  local plain, hidden = told(false), told(true)
  if #plain < 40 then return ("only %d answers"):format(#plain) end
  for i, line in ipairs(plain) do
    if line ~= hidden[i] then return ("%s <> %s"):format(line, tostring(hidden[i])) end
  end
end }
