-- table.concat of a list that is behind 1900 tables, each the __index of another.
-- for the vault
return { ticks = 1, code = [[
  local t = {}
  for i = 1, 60000 do t[i] = "" end
  for _ = 1, 1900 do t = setmetatable({}, { __index = t }) end
  return function(unit) while true do table.concat(t, "", 1, 60000) end end]],
broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
