-- Reads what each search has looked at: the same in the world that goes on and in the loaded one.
local astar = require "astar"
local modded = require "support.modded"

local CODE = [[return function(unit)
  local r = unit.world.random
  while true do
    local p, c = unit:path(r(60), r(60))
    local q, d = unit:path(r(60), r(60), { engine = "astar" })
    local n = unit:nearest({ { r(60), r(60) }, { r(60), r(60) } })
    local f, g = unit:flight({ { x = r(60), y = r(60) } })
    unit.data.log = table.concat({ p and p.expanded or c, q and q.expanded or d,
      n and n.path.expanded or "none", f and #f or g, tostring(unit:reachable(r(60), r(60))) }, " ")
    local ticket = unit.body:request_path({ x = r(60), y = r(60) })
    unit:wait(2)
    unit.data.ticket = tostring(ticket.done) .. (ticket.code or ticket.path.expanded)
    unit:wait(1)
  end
end]]

local rows, seed = {}, 12345
for y = 1, 60 do
  local row = {}
  for x = 1, 60 do
    seed = (seed * 16807) % 2147483647
    row[x] = y > 1 and seed % 4 == 0 and "#" or "."
  end
  rows[y] = table.concat(row)
end

local function seen(world)
  local list = { world:hash() }
  for unit in world:units() do
    list[#list + 1] = ("%s | %s"):format(unit.data.log, unit.data.ticket)
  end
  return table.concat(list, "\n")
end

return { ticks = 7, units = 3, rows = rows, code = CODE,
each = function(ctx, tick)
  if tick < 7 then return end
  local text = assert(ctx.world:save())
  local loaded = assert(astar.read_world(text, { setup = function(world) modded(world, CODE) end }))
  for _ = 1, 12 do
    ctx.world:tick()
    loaded:tick()
    local a, b = seen(ctx.world), seen(loaded)
    if a ~= b and not ctx.apart then ctx.apart = ("%s\n<>\n%s"):format(a, b) end
  end
end,
broken = function(ctx) return ctx.apart end }
