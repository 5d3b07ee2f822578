--- Where the library and the mods lie. Three ways to play one game:
--
--   love examples/hosts/love          in the source tree, with the tree's library, map and mods
--   love build/love/skirmish          a folder with all of it beside main.lua
--   love build/love/skirmish.love     the same as an archive; core.so lies beside it, because no
--                                     library can be loaded from inside an archive

local setup = {}

local LIBRARY = jit.os == "Windows" and "dll" or jit.os == "OSX" and "dylib" or "so"

-- Lua searches these folders too, and for the library's C part that one.
local function search(folders, c_folder)
  for _, folder in ipairs(folders) do
    package.path = ("%s/?.lua;%s/?/init.lua;"):format(folder, folder) .. package.path
  end
  package.cpath = ("%s/?.%s;"):format(c_folder, LIBRARY) .. package.cpath
end

-- The tree's root is three folders up.
local function in_source_tree(source)
  local root = source:gsub("[/\\][^/\\]+[/\\][^/\\]+[/\\][^/\\]+$", "")
  search({ root .. "/lua", root .. "/examples" }, root .. "/build/luajit")
  return { file = root .. "/examples/valley.txt", mods = root .. "/examples/skirmish" }
end

local function in_folder(source)
  search({ source }, source)
  return { file = source .. "/valley.txt", mods = source .. "/mods" }
end

-- The names in a folder; those of folders end in a slash.
local function list(folder)
  local names = love.filesystem.getDirectoryItems(folder)
  for i, name in ipairs(names) do
    if love.filesystem.getInfo(folder .. "/" .. name, "directory") then names[i] = name .. "/" end
  end
  return names
end

-- The library reads through LÖVE, which shows the archive, and over it the folder where the game
-- may write: a file that lies there takes the place of the archive's. So mods can be changed here
-- as well.
local function in_archive()
  local files = love.filesystem
  search({}, files.getSourceBaseDirectory())
  local astar = require "astar"
  astar.files {
    read = files.read, list = list, write = files.write,
    changed = function(name)
      local info = files.getInfo(name)
      return info and info.modtime
    end,
  }
  return { file = "valley.txt", mods = "mods" }
end

--- Makes `require "astar"` work. Returns file, the name of the map, and mods, the folder with the
-- mods' folders.
function setup.prepare()
  local source = love.filesystem.getSource():gsub("[/\\]+$", "")
  if not love.filesystem.getInfo("astar/init.lua") then return in_source_tree(source) end
  local is_archive = love.filesystem.isFused() or source:find("%.love$") ~= nil
  return is_archive and in_archive() or in_folder(source)
end

return setup
