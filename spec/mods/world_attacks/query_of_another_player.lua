-- Asks as the enemy would: with a query that names another player.
return { ticks = 2, code = [[
  return function(unit)
    local blue = unit.world:player "blue"
    local path = unit:path(10, 10)
    local places = { from = { ring = { 0, 3 } }, score = { { "distance", to = { 3, 3 } } } }
    for _, foreign in ipairs { blue, unit:enemies(60)[1] } do
      for _, query in ipairs { { player = foreign }, { unit = foreign } } do
        print(pcall(path.blocked, path, query))
        print(pcall(path.smooth, path, query))
        print(pcall(unit.path, unit, 5, 5, query))
        print(pcall(unit.nearest, unit, { { 3, 3 } }, query))
        print(pcall(unit.body.request_path, unit.body, { x = 3, y = 3 }, query))
        print(pcall(unit.reachable, unit, 3, 3, query))
        places.query = query
        print(pcall(unit.positions, unit, places))
        print(pcall(unit.find_position, unit, places))
      end
    end
  end]],
setup = function(ctx)
  ctx.world:unit { player = "blue", x = 35, y = 35, speed = 1, sight = 10 }
  ctx.world:unit { player = "blue", x = 4, y = 4, speed = 1, sight = 10 }
end,
broken = function(ctx)
  for _, line in ipairs(ctx.prints) do if line:find "^true" then return line end end
  if #ctx.prints ~= 32 then return ("%d lines"):format(#ctx.prints) end
end }
