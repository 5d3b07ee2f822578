-- Counts how far a script comes before its instructions end: another unit of the mod tells.
-- for the vault
return { ticks = 3, units = 2, same = true, code = [[
  local n = 0
  return function(unit)
    if unit.data.number == 2 then
      unit:wait(1)
      print(n)
      return
    end
    local t = {}
    while true do
      n = n + 1
      t["k" .. n % 3001] = n
      t["k" .. (n * 7) % 3001] = nil
    end
  end]], broken = function(ctx)
  if not ctx.reports[1] then return "it has not ended" end
end }
