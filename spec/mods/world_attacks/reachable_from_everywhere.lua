-- Asks whether a goal as wide as the map can be reached, within as much: nothing is free.
return { size = { 300, 300 }, ticks = 1, seconds = 1, code = [[
  return function(unit)
    while true do
      unit:reachable({ x = 1, y = 1, width = 300, height = 300 }, { within = 300 })
    end
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
