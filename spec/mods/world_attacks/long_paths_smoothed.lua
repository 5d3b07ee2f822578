-- Smooths a long path again and again: that is paid for by the cell.
return { size = { 2000, 12 }, ticks = 2, seconds = 1, code = [[
  return function(unit)
    local path = unit:path(2000, 12)
    while true do path:smooth() end
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
