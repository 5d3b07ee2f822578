--- The files of mods, on the host's side: their text, and the library's own files that the host
-- loads into a mod's state.

local core = require "astar.core"

local files = {}

-- ---- a mod's ------------------------------------------------------------------------------------

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

-- ---- our own ------------------------------------------------------------------------------------

-- In the order in which they are handed over; `run` comes last, which requires the others.
local INSIDE = {
  "astar.pairs", "astar.protected",
  "astar.world.random", "astar.save.exact", "astar.arguments.options", "astar.arguments.renamed",
  "astar.arguments.strict",
  "astar.world.object", "astar.arguments.values", "astar.think.action", "astar.world.task",
  "astar.think.utility", "astar.think", "astar.squads", "astar.world.threats",
  "astar.world.levels", "astar.world.distance", "astar.positions.read", "astar.positions.terms",
  "astar.positions.candidates", "astar.positions.plan", "astar.positions.source",
  "astar.positions.moving", "astar.positions", "astar.world.senses",
  "astar.world.mind",
  "astar.world.drawn", "astar.mods.plain_data", "astar.mods.arguments", "astar.mods.guest.bridge",
  "astar.mods.guest.data", "astar.mods.guest.path", "astar.group.rally", "astar.mods.guest.group",
  "astar.mods.guest.body", "astar.mods.guest.reconnaissance", "astar.mods.guest.ground",
  "astar.mods.guest.influences",
  "astar.mods.guest.world", "astar.mods.guest.unit", "astar.mods.guest.own_files",
  "astar.mods.guest.run", "astar.world.doing", "astar.verbs",
}
for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation", "take_cover", "flank", "ambush", "harass", "hold",
} do
  INSIDE[#INSIDE + 1] = "astar.verbs." .. name
end

-- What a mod's state has in place of the game's.
local INSTEAD = {
  ["astar.world.object"] = "astar.mods.guest.object",
  ["astar.positions.source"] = "astar.mods.guest.positions",
}

-- Lua 5.1 has no package.searchpath.
local function path_of(module)
  if package.searchpath then return package.searchpath(module, package.path) end
  local path = module:gsub("%.", "/")
  for template in package.path:gmatch("[^;]+") do
    local name = template:gsub("%?", path)
    local file = io.open(name, "rb")
    if file then file:close() return name end
  end
end

local function text_of(module)
  local name = assert(path_of(module))
  local file = assert(io.open(name, "rb"))
  local text = assert(file:read("*a"))
  file:close()
  return text
end

local texts                                      -- read once

local function read_all()
  local list = { { name = "astar.mods.guest.boot", text = text_of("astar.mods.guest.boot") } }
  for _, name in ipairs(INSIDE) do
    local head, foot = ("define(%q, function(...) "):format(name), "\nend)"
    local module = INSTEAD[name] or name
    list[#list + 1] = { name = module, text = head .. text_of(module) .. foot }
  end
  list[#list + 1] = { name = "astar.mods", text = 'require "astar.mods.guest.run"' }
  return list
end

--- Puts what mods are made of into a box.
function files.furnish(box)
  texts = texts or read_all()
  for _, one in ipairs(texts) do
    local ok, failure = box:trust(one.text, "=" .. one.name)
    if not ok then error(("%s: %s"):format(one.name, failure.message), 0) end
  end
end

return files
