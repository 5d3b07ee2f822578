--- Where the library and the mods lie. Three ways to play one game:
--
--   love build/love/skirmish          a folder with all of it beside main.lua
--   love build/love/skirmish.love     the same as an archive; core.so lies beside it, because no
--                                     library can be loaded from inside an archive
--   love examples/hosts/love          in the source tree, with the tree's library, map and mods

local setup = {}

local LIBRARY = jit.os == "Windows" and "dll" or "so"

-- The tree's root is three folders up, where LÖVE does not look: Lua does.
local function in_source_tree()
  local root = love.filesystem.getSource() .. "/../../.."
  root = root:gsub("//+", "/"):gsub("/[^/]+/[^/]+/[^/]+/%.%./%.%./%.%.$", "")
  package.path = ("%s/lua/?.lua;%s/lua/?/init.lua;%s/examples/?.lua;"):format(root, root, root)
    .. package.path
  package.cpath = ("%s/build/luajit/?.%s;"):format(root, LIBRARY) .. package.cpath
  return { file = root .. "/examples/valley.txt", mods = root .. "/examples/skirmish" }
end

-- The names in a folder; those of folders end in a slash.
local function list(folder)
  local names = love.filesystem.getDirectoryItems(folder)
  for i, name in ipairs(names) do
    if love.filesystem.getInfo(folder .. "/" .. name, "directory") then names[i] = name .. "/" end
  end
  return names
end

-- LÖVE knows the time of a change in whole seconds: within one the size tells more.
local function changed(name)
  local info = love.filesystem.getInfo(name)
  return info and ("%d %d"):format(info.modtime or 0, info.size or 0)
end

-- The library reads through LÖVE, which shows the folder or the archive, and over it the folder
-- where the game may write: a file that lies there takes the place of the game's own. So the mods
-- in an archive can be changed, too.
local function shipped()
  local files = love.filesystem
  package.cpath = ("%s/?.%s;"):format(files.getSourceBaseDirectory(), LIBRARY) .. package.cpath
  local astar = require "astar"
  astar.files { read = files.read, list = list, write = files.write, changed = changed }
  return { file = "valley.txt", mods = "mods" }
end

--- Makes `require "astar"` work. Returns a table: file, the name of the map; mods, the folder with
-- the mods' folders.
function setup.prepare()
  local is_shipped = love.filesystem.getInfo("astar/init.lua") ~= nil
  return is_shipped and shipped() or in_source_tree()
end

return setup
