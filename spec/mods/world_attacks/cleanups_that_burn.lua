-- Turns and cleanups that take all they may, in one tick and while the world is saved.
-- for the vault
local astar = require "astar"

return { ticks = 2, units = 4, code = [[
  local k, other, chain = ("y"):rep(131000), ("y"):rep(130999) .. "z", {}
  for _ = 1, 1900 do chain = setmetatable({ [other] = 1 }, { __index = chain }) end
  local function burn() while true do local _ = chain[k] end end
  return function(unit)
    unit:defer(burn)
    if unit.data.number == 1 then burn() end
    unit:sleep()
  end]], each = function(ctx)
  local began = os.clock()
  assert(astar.read_world(assert(ctx.world:save()), { behaviours = ctx.world._behaviours,
    report = function() end }))
  ctx.slowest = math.max(ctx.slowest, os.clock() - began)
end }
