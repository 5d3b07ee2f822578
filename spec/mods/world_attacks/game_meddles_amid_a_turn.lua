-- The game, which is told what a mod prints, removes units, saves, ticks and reloads amid the turn.
local function meddle(ctx, mod, text)
  local world, number = ctx.world, tonumber(text:match "(%d+)$")
  local unit
  for one in world:units() do if one.data.number == number then unit = one end end
  ctx.turn = (ctx.turn or 0) + 1
  if not unit then return end
  if number == 1 then unit:remove()
  elseif number == 2 then
    pcall(mod.restart, mod)
    pcall(world.save, world)
    pcall(world.tick, world)
  elseif number == 3 then
    unit:behave "test.it"
    unit:behave(function(one) one:wait(1) end)
  elseif number == 4 then
    pcall(world.reload, world, "test")
    pcall(world.reload, world, "test/it.lua", "return function(u) print('new', u.data.number) end")
  elseif number == 5 and ctx.turn > 20 then pcall(function() unit.player:remove() end)
  elseif number == 6 then
    unit.data = { 1, number = 6 }
    pcall(unit.place, unit, 30, 30)
    collectgarbage()
    world:unit { player = "blue", x = 1, y = 30 + ctx.turn % 9 }
  end
end

return { ticks = 12, units = 6, code = [[
  return function(unit)
    unit:defer(function()
      print("undo", unit.data.number)
      pcall(function()
        unit:stop()
        unit:tell "x"
      end)
    end)
    for n = 1, 50 do
      local ok, message = pcall(function()
        local path = unit:path(20, 20)
        local ticket = unit.body:request_path { x = 9, y = 9 }
        print("turn", unit.data.number)
        unit.world:reserve("k", unit)
        unit.home = { x = 3, y = 3 }
        unit.data.z = n
        if path then
          path:blocked()
          path:cells()()
          unit.body:follow_path(path)
        end
        local _ = ticket.done, unit.x, unit.player.name, unit.class.size, unit:knows(3, 3),
          unit:enemies(9), unit.route, unit.world.random(3)
        for other in unit.world:units() do _ = other.x end
        ticket:cancel()
      end)
      if not ok then print("failed", message) end
      unit:wait(1)
    end
  end]], print = meddle, broken = function(ctx)
  if not ctx.turn or ctx.turn < 15 then return "nothing has meddled" end
end }
