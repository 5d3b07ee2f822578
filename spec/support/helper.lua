-- busted runs this before the specs (see .busted), so that they find the same Lua and the same
-- astar however they are run.

local is_there, astar = pcall(require, "astar")
if not is_there then
  if astar:find("was not found", 1, true) then
    local lua = os.getenv "LUA" or "lua5.4"
    local make = lua == "lua5.4" and "make" or "make LUA=" .. lua
    astar = ("the Lua module is not built: run `%s` first"):format(make)
  end
  io.stderr:write(astar:gsub("\n\tno [^\n]*", ""), "\n")
  os.exit(1)
end

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
if os.getenv "ASTAR_SANDBOX" then astar.sandbox = os.getenv "ASTAR_SANDBOX" end

-- ASTAR_TOUCHED=1: all worlds are watched, see spec/support/touched.lua.
if os.getenv "ASTAR_TOUCHED" then require("support.touched").watch() end

require("support.own_lines").watch()
