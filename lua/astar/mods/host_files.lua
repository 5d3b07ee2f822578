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

local DEEPEST, MOST_FILES, MOST_FOLDERS = 8, 1000, 1000

-- `found`: the folder's `place`, the `list` of paths, how many `folders` have been listed, and what
-- is to be said of it: the last `failure`, and the `limit` that was reached.
local function add_names(found, below, depth)
  if found.folders == MOST_FOLDERS then
    found.limit = ("more than %d folders"):format(MOST_FOLDERS)
    return
  end
  found.folders = found.folders + 1
  local names, message = files.list((found.place .. below):sub(1, -2))
  if message then found.failure = message end
  local list, folders = found.list, {}
  names = names or {}
  table.sort(names)
  for _, name in ipairs(names) do
    if name:sub(-1) == "/" then
      folders[#folders + 1] = below .. name
    elseif name:sub(-4) == ".lua" then
      if #list < MOST_FILES then list[#list + 1] = below .. name
      else found.limit = ("more than %d Lua files"):format(MOST_FILES) end
    end
  end
  for _, one in ipairs(folders) do
    if found.limit then return end
    if depth < DEEPEST then add_names(found, one, depth + 1) end
  end
end

--- The paths in a folder of its Lua files, those of folders in it as well, in order; and a message,
-- where one of them cannot be listed, or there are so many that not all have been looked at. Links
-- are not followed.
function host_files.names(folder)
  local found = { place = folder:gsub("/*$", "") .. "/", list = {}, folders = 0 }
  add_names(found, "", 1)
  table.sort(found.list)
  if found.limit then
    local format = "%s: it has %s; the rest has not been looked at"
    return found.list, format:format(folder, found.limit)
  end
  return found.list, found.failure
end

return host_files
