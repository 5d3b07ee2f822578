--- The game that two mods play: a Lua file that returns a table with a function new(given). What it
-- gets and returns is in docs/command-line.md, "A game of your own".

local core = require "astar.core"
local files = require "astar.files"
local pairs = require "astar.pairs".pairs

local game = {}

-- ---- what a game is made of ---------------------------------------------------------------------

-- The file that `require` finds for a module; nil: it is no Lua file.
local function file_of(module)
  local path = module:gsub("%.", "/")
  for template in package.path:gmatch("[^;]+") do
    local name = template:gsub("%?", (path:gsub("%%", "%%%%")))
    local text = files.read(name)
    if text then return text end
  end
end

local function names_of_loaded()
  local names = {}
  for name in pairs(package.loaded) do names[name] = true end
  return names
end

-- The modules that have been loaded since, without the library's, in order.
local function modules_since(before)
  local list = {}
  for name in pairs(package.loaded) do
    local is_new = type(name) == "string" and not before[name]
    if is_new and name ~= "astar" and name:sub(1, 6) ~= "astar." then list[#list + 1] = name end
  end
  table.sort(list)
  return list
end

-- A checksum of the game's file, and of the modules that it loads at once.
local function sum_of(file, before)
  local pieces = { files.read(file) or "" }
  for _, name in ipairs(modules_since(before)) do
    local text = file_of(name)
    if text then pieces[#pieces + 1] = ("%s %d\n%s"):format(name, #text, text) end
  end
  return core.checksum(table.concat(pieces, "\n"))
end

-- ---- loading ------------------------------------------------------------------------------------

local loaded = {}                                -- a module is loaded once: so is a game

local function load_file(file)
  local chunk, message = loadfile(file)
  if not chunk then return nil, message end
  local before = names_of_loaded()
  local ok, own = pcall(chunk, file)
  if not ok then return nil, ("%s: %s"):format(file, tostring(own)) end
  if type(own) ~= "table" or type(own.new) ~= "function" then
    return nil, ("%s: it returns no table with a function 'new'"):format(file)
  end
  return { file = file, new = own.new, sum = sum_of(file, before) }
end

--- The game of a file: { file =, new =, sum = } | nil, message. `sum` is another one if a file has
-- changed of which it is made.
function game.load(file)
  if loaded[file] then return loaded[file] end
  local own, message = load_file(file)
  loaded[file] = own
  return own, message
end

return game
