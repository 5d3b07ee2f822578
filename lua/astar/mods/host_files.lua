--- The files of mods, on the host's side.

local files = require "astar.files"

local host_files = {}

--- Bytes of a file, at most: no string of a mod's is longer.
host_files.LONGEST = 2 ^ 17

--- What reads the files of a folder: the text of a file of that name | nil, message.
function host_files.reader(folder)
  local place = folder:gsub("/*$", "") .. "/"
  return function(file) return files.read_in(place, file, host_files.LONGEST) end, place
end

local DEEPEST, MOST_FILES = 8, 1000

local function add_names(list, place, below, depth)
  local names, message = files.list((place .. below):sub(1, -2))
  local folders = {}
  for _, name in ipairs(names or {}) do
    if name:sub(-1) == "/" then
      folders[#folders + 1] = below .. name
    elseif name:sub(-4) == ".lua" and #list < MOST_FILES then
      list[#list + 1] = below .. name
    end
  end
  table.sort(folders)
  for _, one in ipairs(folders) do
    if depth < DEEPEST then message = add_names(list, place, one, depth + 1) or message end
  end
  return message
end

--- The paths in a folder of its Lua files, those of folders in it as well, in order; and a message,
-- where one of them cannot be listed. Links are not followed.
function host_files.names(folder)
  local list = {}
  local message = add_names(list, folder:gsub("/*$", "") .. "/", "", 1)
  table.sort(list)
  return list, message
end

return host_files
