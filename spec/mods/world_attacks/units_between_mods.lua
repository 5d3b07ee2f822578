-- Two mods of two players hand each other's units about: in events, arguments, homes and data.
local modded = require "support.modded"

local OTHER = {
  ["mod.lua"] = "return { name = 'other', version = '1', behaviours = { it = 'it.lua' } }",
  ["it.lua"] = [[
  local function take(unit, other)
    pcall(function() other.data.stolen = true end)
    pcall(function() other.home = { x = 1, y = 1 } end)
    pcall(function() other:behave "other.it" end)
    pcall(function() other:go(1, 1) end)
    pcall(function() other.body:stop() end)
    local ok, data = pcall(function() return other.data end)
    if ok and data and other.player ~= unit.player then print "foreign data" end
  end
  return function(unit, ...)
    for _, other in ipairs { ... } do take(unit, other) end
    while true do
      for name, sender, a, b in unit:events() do
        for _, other in ipairs { sender or false, a or false, b or false } do
          if type(other) ~= "boolean" and pcall(function() return other.player.name end) then
            take(unit, other)
          end
        end
      end
      unit:wait(1)
    end
  end]] }

return { ticks = 20, units = 2, code = [[
  return function(unit)
    while true do
      for other in unit.world:units() do
        pcall(other.tell, other, "here", unit, other)
        pcall(other.behave, other, "other.it", unit, other)
        pcall(function() other.data.stolen = true end)
        pcall(function() other.home = unit end)
        pcall(function() unit.home = other end)
      end
      unit:wait(1)
    end
  end]],
setup = function(ctx)
  local function listen(_, text) ctx.prints[#ctx.prints + 1] = text end
  assert(modded(ctx.world, OTHER, { print = listen }))
  ctx.blue = ctx.world:unit { player = "blue", x = 5, y = 5, sight = 10, behaviour = "other.it" }
  ctx.world:unit { player = "red", x = 7, y = 5, sight = 10, behaviour = "other.it" }
end,
broken = function(ctx)
  if ctx.blue.data.stolen or ctx.blue.behaviour ~= "other.it" then return "blue was changed" end
  return ctx.prints[1]
end }
