-- Floats that differ in their last bits only fall into one place of a table, which then grows.
-- for the vault
return { ticks = 1, code = [[
  return function(unit)
    local t = {}
    for i = 1, 200000 do t[1 + i * 2 ^ -45] = true end
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
