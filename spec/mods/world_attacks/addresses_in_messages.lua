-- Looks for addresses in what the library and the game's calls say of values that they refuse.
return { ticks = 1, same = true, code = [[
  local function say(f, ...)
    local r = { pcall(f, ...) }
    for i = 2, #r do print(tostring(r[i])) end
  end
  local named = setmetatable({}, { __name = "x" })
  return function(unit)
    for _, value in ipairs { {}, print, coroutine.create(print), named } do
      say(error, value)
      say(string.format, "%q", value)
      say(string.format, "%d", value)
      say(string.format, "%s", value)
      say(string.rep, value, 1)
      say(table.concat, { value })
      say(require, value)
      say(select, value)
      say(setmetatable, value, value)
      say(unit.go, unit, value)
      say(unit.path, unit, value, value)
      say(unit.nearest, unit, value)
      say(unit.tell, unit, value)
      say(unit.tell, unit, "x", value)
      say(unit.behave, unit, value)
      say(unit.world.reserve, unit.world, value, value)
      say(unit.world.player, unit.world, value)
      say(function() unit.home = value end)
      say(function() unit.data[value] = 1 end)
      say(function() return value + 1 end)
      say(function() return value < value end)
      say(function() for i = 1, value do end end)
    end
    say(tostring, setmetatable({}, { __tostring = function() return {} end }))
    say(coroutine.wrap(error), {})
    print(unit, unit.player, unit.class, unit.world, unit.body, unit.world.map, unit:path(3, 3))
  end]], broken = function(ctx)
  if #ctx.prints < 60 then return ("only %d lines"):format(#ctx.prints) end
  for _, line in ipairs(ctx.prints) do
    if line:find "0x%x%x%x%x%x" then return "an address: " .. line end
  end
end }
