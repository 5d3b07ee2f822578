--- The mods that take part, and the maps on which they meet: what there is to know of them before
-- the first match.

local astar = require "astar"
local core = require "astar.core"
local files = require "astar.files"
local formats = require "astar.formats"
local host_files = require "astar.mods.host_files"
local match = require "astar.arena.match"

local entrants = {}

--- A checksum of all Lua files in the folder of a mod | nil, message.
function entrants.sum(folder)
  local names, message = host_files.names(folder)
  if message then return nil, message end
  local read, pieces = host_files.reader(folder), {}
  for _, name in ipairs(names) do
    local text
    text, message = read(name)
    if not text then return nil, message end
    pieces[#pieces + 1] = ("%s %d\n%s"):format(name, #text, text)
  end
  return core.checksum(table.concat(pieces, "\n"))
end

-- ---- mods ---------------------------------------------------------------------------------------

-- Names are those of folders. Where two are the same, more of the path is added: "old/red".
local function name_in(folder, parts)
  local list = {}
  for part in folder:gmatch("[^/]+") do
    if part ~= "." then list[#list + 1] = part end
  end
  return table.concat(list, "/", math.max(1, #list - parts + 1)), parts >= #list
end

local function count_of(names)
  local count = {}
  for _, name in ipairs(names) do count[name] = (count[name] or 0) + 1 end
  return count
end

local function names_of(folders)
  local names, is_whole, parts = {}, {}, 1
  for i, folder in ipairs(folders) do names[i], is_whole[i] = name_in(folder, parts) end
  while true do
    local count, has_more = count_of(names), false
    parts = parts + 1
    for i, folder in ipairs(folders) do
      if count[names[i]] > 1 and not is_whole[i] then
        names[i], is_whole[i] = name_in(folder, parts)
        has_more = true
      end
    end
    if not has_more then return names end
  end
end

-- A mod that is loaded, to read what its mod.lua says.
local function look_into(folder)
  local world = astar.world { map = astar.map { width = 1, height = 1, fill = "plain" } }
  return world:mod(folder)
end

--- The mods in these folders | nil, message: a list of { name =, folder =, sum =, own_name =,
-- parameters = }, where `own_name` is the name in mod.lua and `parameters` what it declares. Each
-- mod is loaded once, so that a broken one is found here.
function entrants.mods(folders)
  local names, list = names_of(folders), {}
  local count = count_of(names)
  for i, folder in ipairs(folders) do
    if count[names[i]] > 1 then return nil, ("%s takes part twice"):format(folder) end
    local sum, mod, message
    mod, message = look_into(folder)
    if mod then sum, message = entrants.sum(folder) end
    if not sum then return nil, message end
    list[i] = { name = names[i], folder = folder, sum = sum, own_name = mod.name,
      parameters = mod.parameters }
  end
  return list
end

--- Does a match of two mods begin on a map? true | nil, message.
function entrants.fit(game, map, a, b)
  local own, message = match.new(game, { mods = { a.folder, b.folder }, map = map.file or nil,
    seed = 1, options = entrants.options(a, b) }, {})
  return own and true, message
end

-- ---- maps ---------------------------------------------------------------------------------------

-- The game's own map has no file: what it is, a match shows.
local function sum_of_map(file, own)
  if not file then return core.checksum(formats.terrain(own.world.map, "text")) end
  local text, message = files.read(file)
  return text and core.checksum(text), message
end

--- The maps of these files | nil, message; without any, the game's own: a list of { name =, file =,
-- sum = }. Two of the mods begin a match on each, so that a game that does not fit is found here.
function entrants.maps(game, list, mods)
  local maps, seen = {}, {}
  for i = 1, math.max(1, #list) do
    local file = list[i]
    if file and seen[file] then return nil, ("the map %s is named twice"):format(file) end
    seen[file or ""] = true
    local other = mods[2] or mods[1]
    local own, message = match.new(game, { mods = { mods[1].folder, other.folder }, map = file,
      seed = 1, options = entrants.options(mods[1], other) }, {})
    local sum
    if own then sum, message = sum_of_map(file, own) end
    if not sum then return nil, message end
    maps[i] = { name = file and name_in(file, 1) or "the game's own", file = file or false,
      sum = sum }
  end
  return maps
end

-- ---- what a game passes on ----------------------------------------------------------------------

-- The second of two mods that would have the same name in a world, and are not the same.
local function is_other(a, b)
  return a.folder ~= b.folder or a.values or b.values
end

--- The options for world:mod of two mods that play against each other. `values` of an entrant are
-- its parameters.
function entrants.options(a, b)
  local first = a.values and { name = a.own_name, parameters = a.values } or {}
  local second = b.values and { name = b.own_name, parameters = b.values } or {}
  if a.own_name == b.own_name and is_other(a, b) then second.name = b.own_name .. "-2" end
  return { first, second }
end

return entrants
