--- The files of mods, on the host's side.

local core = require "astar.core"

local files = {}

--- Bytes of a file, at most: no string of a mod's is longer.
files.LONGEST = 2 ^ 17

--- What reads the files of a folder: the text of a file of that name | nil, message.
function files.reader(folder)
  local place = folder:gsub("/*$", "") .. "/"
  return function(file)
    local text, problem = core.read_file(place, file, files.LONGEST)
    if text then return text end
    return nil, ("%s%s: %s"):format(place, file, problem)
  end, place
end

local DEEPEST, MOST_FILES = 8, 1000

local function add_names(list, place, below, depth)
  local text, folders = core.list_folder(place .. below), {}
  for kind, name in (text or ""):gmatch("(%l) ([^\n]+)\n") do
    if kind == "d" then
      folders[#folders + 1] = below .. name .. "/"
    elseif name:sub(-4) == ".lua" and #list < MOST_FILES then
      list[#list + 1] = below .. name
    end
  end
  table.sort(folders)
  for _, one in ipairs(folders) do
    if depth < DEEPEST then add_names(list, place, one, depth + 1) end
  end
end

--- The paths in a folder of its Lua files, those of folders in it as well, in order. Links are not
-- followed. Where folders cannot be listed there are none.
function files.names(folder)
  local list = {}
  add_names(list, folder:gsub("/*$", "") .. "/", "", 1)
  table.sort(list)
  return list
end

return files
