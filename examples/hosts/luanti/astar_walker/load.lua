-- luacheck: globals core minetest

-- The library in Luanti's sandbox. A mod cannot load C modules there, so the server's owner names
-- it in `secure.trusted_mods`; then it may ask for the environment outside of the sandbox. That is
-- only given to a mod's init.lua, and the mod must let no other mod have it.
--
-- The folder of the mod has the library in it: lua/astar/, and astar/core.so made for LuaJIT.

return function(outside, folder)
  local loaders = outside.package.loaders
  table.insert(loaders, 2, function(name)
    if not name:find "^astar" then return nil end
    local file = folder .. "/lua/" .. name:gsub("%.", "/")
    local chunk = outside.loadfile(file .. ".lua") or outside.loadfile(file .. "/init.lua")
    return chunk and outside.setfenv(chunk, outside)
  end)
  outside.package.cpath = folder .. "/?.so;" .. outside.package.cpath
  local astar = outside.require "astar"
  table.remove(loaders, 2)
  return astar
end
