-- Lets the programs of this folder find the library in the source tree, wherever they are started
-- from. A game that has astar installed, or beside its own files, needs none of this.

local here = (arg[0] or ""):match("^(.*[/\\])") or "./"
local root = here .. "../"
local sources = root .. "lua/?.lua;" .. root .. "lua/?/init.lua"
local lua = jit and "luajit" or "lua" .. _VERSION:match("%d+%.%d+")
local module = root .. "build/" .. lua .. "/?.so"

-- A search path that is set already is kept.
if os.getenv("LUA_CPATH") then
  package.path, package.cpath = package.path .. ";" .. sources, package.cpath .. ";" .. module
else
  package.path, package.cpath = sources .. ";" .. package.path, module .. ";" .. package.cpath
end
package.path = here .. "?.lua;" .. package.path
return here
