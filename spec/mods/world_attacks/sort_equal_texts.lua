-- Sorts a list of one long text, which is compared with itself byte by byte.
-- for the vault
return { ticks = 2, code = [[
  local text, t = ("x"):rep(131000), {}
  return function(unit)
    for i = 1, 50000 do t[i] = text end
    unit:wait(1)
    table.sort(t)
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
