-- A trusted function goes over a metatable, in which the sandbox keeps names that nobody may know.
return { ticks = 1, code = [[
  local think = require "astar.think"
  return function(unit)
    for _, name in ipairs { "__call", "__gc", "__mode", "__metatable" } do
      local t = { { evaluate = print, execute = print }, [name] = print }
      pcall(setmetatable, {}, t)
      t[name] = nil
      print(name, select(2, pcall(think.utility, t)))
      print(name, select(2, pcall(think.interrupt, print, t)))
      print(name, select(2, pcall(unit.path, unit, 3, 3, t)))
      print(name, select(2, pcall(unit.tell, unit, "x", t)))
    end
  end]], broken = function(ctx)
  if #ctx.prints < 12 then return ("only %d lines"):format(#ctx.prints) end
  for _, line in ipairs(ctx.prints) do
    if line:find "__[\128-\255]" then return line end
  end
end }
