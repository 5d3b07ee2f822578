-- table.move from 1900 tables, each the __index of another: one call in C for all elements.
-- for the vault
return { ticks = 1, code = [[
  local t = {}
  for _ = 1, 1900 do t = setmetatable({}, { __index = t }) end
  return function(unit) table.move(t, 1, 900000, 1, {}) end]],
broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
