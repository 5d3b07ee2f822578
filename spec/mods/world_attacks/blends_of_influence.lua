-- Each query blends the game's influence maps with other weights, over the whole of a large map.
return { size = { 300, 300 }, ticks = 3, seconds = 1.5, setup = function(ctx)
  for i = 1, 4 do
    local map = ctx.world:influence("map" .. i, { weight = 0 })
    for k = 1, 60 do map:add((k * 37) % 300 + 1, (k * 91) % 300 + 1, 3, 20) end
  end
end, code = [[
  return function(unit)
    local n, code = 0, nil
    repeat
      n = n + 1
      local weights = { map1 = 0.01 * n % 60 + 0.02, map2 = 0.3, map3 = 1, map4 = 2 }
      code = select(2, unit:path(6, 6, { influence = weights }))
    until code == "budget"
    unit.data.n = n
  end]], broken = function(ctx)
  if not ctx.unit.data.n and not ctx.reports[1] then return "it has not ended" end
end }
