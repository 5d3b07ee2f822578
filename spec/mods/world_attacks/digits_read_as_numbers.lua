-- Texts of many digits where a number is wanted: positions in UTF-8, the base of tonumber, bits.
-- for the vault
return { ticks = 1, units = 3, limits = { total = 4000000 }, code = [[
  return function(unit)
    local one = ("0"):rep(130000) .. "1"
    local ten = one .. "0"
    if unit.data.number == 1 then while true do utf8.len("a", one, one) end end
    if unit.data.number == 2 then while true do tonumber("1", ten) end end
    while true do pcall(function() return one & 1 end) end
  end]], broken = function(ctx)
  for i = 1, 3 do
    local text = ctx.reports[i] and ctx.reports[i].text or "nothing"
    if not text:find("too many instructions", 1, true) then return text end
  end
end }
