--- web.lua [-n]: puts the files of web/ into the Lua files that the library ships: what a page
-- needs in one table of texts, each without the comment at its top. With -n nothing is written:
-- the exit status is 1 where a Lua file is not what would be. `make web` and `make check-web` call
-- it.

local REPLAY = { "sight", "lattice", "hexagons", "reader", "notes", "growth", "looks", "ground",
  "hexground", "roles", "labels", "view", "land", "links", "heat", "paths", "units", "said",
  "scene", "card", "news", "panel", "layout", "player" }
local INSPECT = { "client", "elements", "follow", "unit", "watches", "places", "fork", "rewind",
  "main" }

--- By folder: the texts of its Lua file. Scripts stand in the order in which they need one another.
local BUNDLES = {
  replay = { page = { "page.html" }, style = { "style.css", "modes.css" }, script = REPLAY },
  inspect = { page = { "page.html" }, style = { "style.css" }, script = INSPECT },
  arena = { style = { "style.css" } },
}

local whole_file = dofile "tools/whole_file.lua"

-- A file of web/ without the comment at its top, which ends before an empty line.
local function source(folder, name)
  local text = whole_file.read(("web/%s/%s"):format(folder, name))
  if not text:find "^//" and not text:find "^/%*" then return text end
  return (text:gsub("^.-\n\n", "", 1))
end

local function text_of(folder, kind, names)
  local parts = {}
  for i, name in ipairs(names) do
    parts[i] = source(folder, kind == "script" and name .. ".js" or name)
  end
  return table.concat(parts, kind == "script" and "\n" or "")
end

local function bundle(folder)
  local out = { ("-- Written by `make web` from web/%s.\n\nreturn {\n"):format(folder) }
  for _, kind in ipairs { "page", "style", "script" } do
    local names = BUNDLES[folder][kind]
    local text = names and text_of(folder, kind, names)
    assert(not (text and text:find("]==]", 1, true)), folder)
    if text then out[#out + 1] = ("%s = [==[\n%s]==],\n"):format(kind, text) end
  end
  return table.concat(out) .. "}\n"
end

local only_looks, status = arg[1] == "-n", 0
for _, folder in ipairs { "replay", "inspect", "arena" } do
  local name, text = ("lua/astar/%s/web.lua"):format(folder), bundle(folder)
  if not whole_file.has(name, text) then
    if only_looks then
      print(name .. " is not what web/ makes of it: run `make web`")
      status = 1
    else
      whole_file.write(name, text)
    end
  end
end
os.exit(status)
