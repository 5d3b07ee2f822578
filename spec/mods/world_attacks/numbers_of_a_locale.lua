-- The host has a locale whose numbers and letters are others: a mod must not notice.
-- for the vault
return { ticks = 1, code = [[
  return function(unit)
    print(tostring(1.5), ("%.1f"):format(1.5), tonumber "1.5", ("\xE4"):upper() == "\xE4")
  end]],
setup = function(ctx)
  ctx.locale = os.setlocale(nil)
  for _, name in ipairs { "de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "cs_CZ.UTF-8" } do
    if os.setlocale(name) then return end
  end
end,
broken = function(ctx)
  os.setlocale(ctx.locale)
  if ctx.prints[1] ~= "1.5\t1.5\t1.5\ttrue" then return ctx.prints[1] or "nothing" end
end }
