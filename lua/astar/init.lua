--- astar: exact pathfinding on grids for games. Most of it is written in C (astar.core). This file
-- is the interface: the table that `require "astar"` returns, and the methods that are better
-- written in Lua. What paths need stands here; every other part that is there adds its own, see
-- parts/.

-- The cause comes first, then what to do, then what Lua says.
local NOT_FOUND = [[
astar: astar/core.so was not found: run `make LUA=%s` in the folder of astar, and add the result to
LUA_CPATH (see its README, "In a game").
%s]]
local WRONG_LUA = [[
astar: %s is for %s, and this is %s: put the folder of build/%s before it in
LUA_CPATH (`make LUA=%s` makes it).
%s]]
local BROKEN = [[
astar: astar/core.so cannot be loaded by %s: `make LUA=%s` in the folder of astar makes another.
%s]]

-- What a core.so was made for: the words are in the file, see src/binding/which_lua.c. The system
-- only says which of Lua's functions it has not found.
local function made_for(path)
  local file = path and io and io.open(path, "rb")
  if not file then return nil end
  local text = file:read "*a"
  file:close()
  return text:match "this core%.so is for ([%w. ]+), and"
end

local function explained(message)
  local this = type(jit) == "table" and jit.version or _VERSION
  local make = type(jit) == "table" and "luajit" or this:lower():gsub(" ", "")
  local path = message:match "from file '(.-)'"
    or package.searchpath and package.searchpath("astar.core", package.cpath)
  local other = message:match "this core%.so is for ([%w. ]+), and" or made_for(path)
  if other and not other:find(this:match "^%a+ %d%.%d", 1, true) then
    return WRONG_LUA:format(path or "astar/core.so", other, this, make, make, message)
  elseif message:find("module 'astar.core' not found", 1, true) then
    return NOT_FOUND:format(make, message)
  end
  return BROKEN:format(this, make, message)
end

local has_core, core = pcall(require, "astar.core")
if not has_core then error(explained(tostring(core)), 0) end

local lazy = require "astar.lazy"
local levels = require "astar.map.level"
local paint = require "astar.map.paint"
local queue = require "astar.map.queue"
local strict = require "astar.arguments.strict"

local types = core.metatables
types.map.methods._ids = paint.ids

local api = {
  astar = { version = core.version, map = require "astar.map.new", features = {} },
  -- What is loaded when a program uses it: the module, and the name that it has there.
  lazy = {
    load = { "astar.formats", "load" }, read = { "astar.formats", "read" },
    files = { "astar.files", "set" },
  },
  map = {
    draw = lazy.method("astar.map.draw", "picture", "draw"),
    rows = lazy.method("astar.formats.rows", "of", "rows"),
    level = levels.get, level_at = levels.at, levels = levels.each,
    save = lazy.method("astar.formats", "save"),
    save_terrain = lazy.method("astar.formats", "save_terrain"),
    work = queue.work, routes = lazy.method("astar.map.routes", "new", "routes"),
    resize = lazy.method("astar.map.resize", "resized", "resize"),
    fork = lazy.method("astar.map.resize", "forked", "fork"),
    read_routes = lazy.method("astar.map.routes", "read", "read_routes"),
  },
  path = { compare = lazy.method("astar.map.compare", "paths", "compare") },
  ticket = { await = queue.await },
}

-- What the other parts add to it: each is a function, where the core has the part, and its files
-- are there.
for _, part in ipairs(core.parts) do
  local name = "astar.parts." .. part
  local is_there, add = pcall(require, name)
  if is_there then
    add(api)
  elseif not tostring(add):find("module '" .. name .. "' not found", 1, true) then
    error(add, 0)
  end
end

for _, kind in ipairs { "map", "path", "ticket" } do
  strict.methods(kind, types[kind], api[kind], types[kind].methods)
end

return strict.functions("astar", api.astar, api.lazy)
