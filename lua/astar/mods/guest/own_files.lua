--- A mod's own files: what `require` gives, and mod.lua, which says what the mod brings.

local arguments = require "astar.mods.arguments"
local blame = require "astar.arguments.blame"
local bridge = require "astar.mods.guest.bridge"
local options = require "astar.arguments.options"
local parameters = require "astar.mods.guest.parameters"
local squads = require "astar.squads"
local think = require "astar.think"

local pairs = bridge.pairs                       -- in order, as files are run in it

local files = { behaviours = {} }

local loaded, loading, silent = {}, {}, {}

-- What failed is run again when it is required again: only within one call of the host's it can be
-- that a file has come back to itself.
local function run(file)
  if loaded[file] ~= nil then return loaded[file] end
  if loading[file] == bridge.activation then error(("%s requires itself"):format(file), 3) end
  local chunk = bridge.compile(bridge.ask("source", file))
  loading[file] = bridge.activation
  local value = chunk(file)
  loading[file] = nil
  if type(value) == "function" then blame.action(value, chunk) end
  if value == nil then value, silent[file] = true, true end
  loaded[file] = value
  return value
end

-- The path of the file that a name stands for.
local function path_of(name)
  local problem, path = arguments.file(name)
  if problem then blame.fail("require", 1, "%s", problem) end
  return path
end

local function is_silent(name) return silent[path_of(name)] end

-- What the library itself uses stays as it is; what it has not is the same error as there.
local function shown(module, name)
  local copy = setmetatable({}, { __index = module })
  for key, value in pairs(module) do copy[key] = value end
  return bridge.readonly(copy, name .. " is read-only")
end

local LIBRARY = { ["astar.think"] = shown(think, "astar.think"),
  ["astar.squads"] = shown(squads, "astar.squads"), ["astar.parameters"] = parameters.values }

--- In mods: "astar.think", "astar.squads", "astar.parameters", or a file of the mod's own, "ways"
-- or "tools.ways", .lua or not.
function files.require(name)
  if name == "astar.parameters" and not parameters.is_known then
    blame.fail("require", 1, "mod.lua declares the parameters: read them in other files")
  end
  if LIBRARY[name] then return LIBRARY[name] end
  return run(path_of(name))
end

bridge.environment.require = files.require

-- ---- mod.lua ------------------------------------------------------------------------------------

local KEYS = {
  name = "string", version = "string", behaviours = "table", author = "string",
  description = "string", parameters = "table",
}

local function reject(format, ...)
  error(("mod.lua: %s"):format(format:format(...)), 0)
end

local function check(main)
  if type(main) ~= "table" then
    reject("it returns a table with name, version and behaviours, and not %s",
      is_silent("mod.lua") and "nothing" or "a " .. type(main))
  end
  for key, value in pairs(main) do
    if not KEYS[key] then
      reject("unknown key '%s'%s", tostring(key),
        options.hint(tostring(key), KEYS))
    elseif type(value) ~= KEYS[key] then
      reject("%s is not a %s, but a %s", key, KEYS[key], type(value))
    end
  end
  for _, key in ipairs { "name", "version", "behaviours" } do
    if main[key] == nil then reject("'%s' is missing", key) end
  end
end

local function read_behaviour(name, given)
  if type(name) ~= "string" then reject("behaviours: %s is not a name", tostring(name)) end
  local value = given
  if type(given) == "string" then value = files.require(given) end
  if type(value) ~= "function" then
    local what = type(given) == "string" and is_silent(given) and "nothing" or "a " .. type(value)
    reject("behaviours.%s: %s%s, and not a function", name,
      type(given) == "string" and given .. " returns " or "", what)
  end
  files.behaviours[name] = value
end

-- As plain a table as it should be: one with metamethods may say something else each time.
local function plain_copy(given, what)
  if type(given) ~= "table" then return given end
  local copy = {}
  for key, value in pairs(given) do
    if copy[key] ~= nil then reject("%s has '%s' twice", what, tostring(key)) end
    copy[key] = value
  end
  return copy
end

--- Reads mod.lua and the files of its behaviours: what there is to say of the mod, and the names of
-- its behaviours. `given`: the parameters that the game sets.
function files.load(given)
  local main = plain_copy(run("mod.lua"), "it")
  if type(main) == "table" then
    main.behaviours = plain_copy(main.behaviours, "behaviours")
    main.parameters = plain_copy(main.parameters, "parameters")
  end
  check(main)
  local declared = parameters.declare(main.parameters, given)
  bridge.readonly(parameters.values, "astar.parameters is read-only")
  local names = {}
  for name, behaviour in pairs(main.behaviours) do
    read_behaviour(name, behaviour)
    names[#names + 1] = name
  end
  table.sort(names)
  return { name = main.name, version = main.version, author = main.author,
    description = main.description, names = names, parameters = declared }
end

return files
