-- busted, run by whichever Lua runs this file. The program /usr/bin/busted would do the same, but
-- it is not in the same place everywhere, and its first line names a Lua of its own.
--
-- The specs and busted loop as astar does, so that no mistake of a LuaJIT's ends them.
local safe = require "astar.pairs"
next, pairs = safe.next, safe.pairs                                    -- luacheck: ignore 121

-- Specs load text as in Lua 5.2 and later, and LuaJIT.
if not pcall(load, "") then
  local loadstring, setfenv = loadstring, setfenv                      -- luacheck: ignore 113
  load = function(text, name, _, environment)                          -- luacheck: ignore 121
    local chunk, message = loadstring(text, name)
    if chunk and environment then setfenv(chunk, environment) end
    return chunk, message
  end
end

-- ASTAR_SANDBOX names the sandbox in which the mods of specs run; else it is the default.
local astar = require "astar"
astar.sandbox = os.getenv "ASTAR_SANDBOX" or astar.sandbox

-- ASTAR_TOUCHED=1: all worlds are watched, see spec/support/touched.lua.
if os.getenv "ASTAR_TOUCHED" then require("support.touched").watch() end

require "busted.runner" { standalone = false }
