-- A long key, which is compared with one that differs in its last byte, in each of 1900 tables.
-- for the vault
return { ticks = 1, code = [[
  local k, other, t = ("x"):rep(131000), ("x"):rep(130999) .. "y", {}
  for _ = 1, 1900 do t = setmetatable({ [other] = 1 }, { __index = t }) end
  return function(unit)
    while true do local _ = t[k], t[k], t[k], t[k], t[k], t[k], t[k], t[k] end
  end]], broken = function(ctx) if not ctx.reports[1] then return "it was not ended" end end }
