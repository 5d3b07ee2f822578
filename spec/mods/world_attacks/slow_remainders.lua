-- Remainders of floats that are far apart, which take the processor thousands of steps each.
-- for the vault
return { ticks = 1, code = [[
  return function(unit)
    local a, b, x = 1.7e308, 5e-324 * 3, 0
    while true do x = a % b x = a % b x = a % b x = math.fmod(a, b) x = a // b end
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
