--- What a file that a command writes is to hold, by the ending of its name.

local files = require "astar.cli.files"
local stop = require "astar.cli.stop"

local extensions = {}

-- Endings by which people and programs know a kind of file that is no map and no text. A result
-- under such a name would be taken for a broken file.
local KNOWN = {}
for name in ([[avif bmp gif heic ico jfif jpe jpeg jpg pdf png ppm ps eps psd svg tga tif tiff webp
  csv doc docx htm html json lua md tmj tmx toml tsj tsx world xlsx xml yaml yml zip gz]])
    :gmatch "%S+" do
  KNOWN[name] = true
end

--- What `by_ending` has for the ending of a file; nil for an ending that says nothing. Ends the
-- command for the ending of a kind of file that cannot be written; `written` names those that can.
function extensions.meaning(name, by_ending, written)
  local ending = name and name ~= "-" and files.ending(name) or ""
  if by_ending[ending] then return by_ending[ending] end
  if KNOWN[ending] then
    stop.wrong("%s: .%s cannot be written; %s", name, ending, written)
  end
end

-- A name without the parts that lead nowhere.
local function plain(name)
  name = name:gsub("//+", "/")
  repeat
    local count
    name, count = name:gsub("/%./", "/")
  until count == 0
  return (name:gsub("^%./", ""))
end

--- Do two names clearly mean the same file? Links are not followed.
function extensions.is_same(one, other)
  return one ~= "-" and other ~= "-" and plain(one) == plain(other)
end

return extensions
