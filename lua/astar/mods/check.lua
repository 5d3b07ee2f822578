--- Tries a mod and lists its mistakes: lua5.4 -l astar.mods.check FOLDER. Each of its behaviours
-- runs on a small map among friends and foes, where every event that the world raises occurs. Its
-- files are searched for names that are not defined.

local astar = require "astar"
local core = require "astar.core"
local globals = require "astar.mods.globals"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs

local check = {}

local MAPS = 100                                 -- of influence, one for each name that may be one
local TICKS, UNITS, EVERY = 600, 2, 7

-- Repeated ACROSS and DOWN: a mod may know the places of the map that it is made for.
local ACROSS, DOWN = 10, 20

local MAP = {
  rows = {
    "........................",
    ".........TT.............",
    "..####...TT....====.....",
    "..#..........###..=.....",
    "..#..~~~.......#..=..$..",
    "..####.~~......#..=.....",
    ".......~~...............",
    "........................",
    "...$......====.....TT...",
    "..........=..=.....TT...",
    "..TT...####..=..........",
    "........................",
  },
  legend = { ["."] = "plain", ["#"] = "wall", T = "wood", ["~"] = "water", ["="] = "road",
    ["$"] = "ore" },
  terrains = { plain = 10, wall = { cost = false, opaque = true }, wood = 20, water = false,
    road = 5, ore = false },
}

-- What mods have in place of what they miss from Lua's library.
local INSTEAD = {
  random = "unit.world.random(low, high)", time = "unit.world.ticks", clock = "unit.world.ticks",
  os = "unit.world.ticks for the time", io = "print", gmatch = "string.split",
  match = "string.find, which takes no patterns, and string.split", gsub = "string.replace",
}

local function with_advice(text)
  local name = text:match("a nil value %(%a+ '([%a_]+)'%)")
    or text:match("'([%a_]+)' %(a nil value%)") or text:match("there is no '([%a_]+)'")
  local advice = name and INSTEAD[name]
  return advice and ("%s; mods have %s"):format(text, advice) or text
end

-- Mistakes, each once, by where they are.
local function collector()
  local list, seen = {}, {}
  return list, function(text)
    text = with_advice(text)
    if not seen[text] then list[#list + 1] = text end
    seen[text] = true
  end
end

local function new_map()
  local rows = {}
  for i = 1, DOWN * #MAP.rows do
    rows[i] = MAP.rows[(i - 1) % #MAP.rows + 1]:rep(ACROSS)
  end
  return astar.map { rows = rows, legend = MAP.legend, terrains = MAP.terrains }
end

local function new_world(note)
  local world = astar.world { map = new_map(), seed = 1, report = function(report)
    local text = report.message
    if type(text) ~= "string" or not text:find(":%d+:") then
      text = (report.where and report.where .. ": " or "") .. tostring(text)
    end
    note(("%s (%s)"):format(text, report.behaviour or tostring(report.mod)))
  end }
  return world
end

-- A unit in the first free cell from a place eastwards.
local function place(world, x, y, unit)
  unit.x, unit.y = x, y
  while not world:unit(unit) do unit.x = unit.x + 1 end
end

-- Two units of each behaviour, and as many foes, which go about and strike at them.
local function people(world, mod)
  for i, name in ipairs(mod._state.names) do
    for n = 1, UNITS do
      place(world, 1 + 2 * n, i, { player = "red", speed = 0.5, sight = 6,
        behaviour = ("%s.%s"):format(mod.name, name), data = { number = n, hp = 10 } })
    end
  end
  for n = 1, 4 do
    place(world, 24, 2 * n, { player = "blue", speed = 0.4, sight = 6,
      behaviour = function(unit)
        while true do
          unit:attack_move(3, unit.home.y + 1)
          unit:attack_move(unit.home)
        end
      end })
  end
end

-- The strings and keys in a mod's files. What it waits for shall come about, and it may count
-- influence maps of the game that it is made for.
local function names_in(texts)
  local names, list = {}, {}
  for _, text in pairs(texts) do
    for name in text:gmatch("[\"']([%a_][%w_ -]*)[\"']") do names[name] = true end
    for name in text:gmatch("[{,]%s*([%a_][%w_]*)%s*=") do names[name] = true end
  end
  for _, name in ipairs(core.keys(names)) do
    if #name <= 32 then list[#list + 1] = name end
  end
  return list
end

local function run(world, mod)
  local names, red = names_in(mod._state.texts), world:player("red")
  for i = 1, math.min(#names, MAPS) do world:influence(names[i], { weight = 0 }) end
  people(world, mod)
  local told = 0
  for tick = 1, TICKS do
    world:tick()
    for unit in world:units(red) do
      if tick % EVERY == unit.id % EVERY and names[1] then
        told = told + 1
        unit:tell(names[told % #names + 1], unit:enemies(100)[1] or unit)
      end
    end
  end
end

-- The word among those that it may be a slip of the pen for.
local function meant(word, ...)
  local nearest, least
  for _, words in ipairs { ... } do
    local found, distance = core.nearest(word, words)
    if found and 2 * distance <= #word and (not least or distance < least) then
      nearest, least = found, distance
    end
  end
  return nearest and (", the nearest is '%s'"):format(nearest) or ""
end

local function look_for_unknown(mod, note)
  local known, list = {}, mod:known_globals()
  for _, name in ipairs(list) do known[name] = true end
  for _, file in ipairs(options.names(mod._state.texts)) do
    local unknown, own = globals.unknown(mod._state.texts[file], known)
    for _, one in ipairs(unknown) do
      note(("%s%s:%d: there is no '%s'%s"):format(mod._place, file, one.line, one.name,
        meant(one.name, own, list)))
    end
  end
end

--- The mistakes of a mod, given as to world:mod: a list of lines; and the mod, if it could be
-- loaded.
function check.list(given)
  local list, note = collector()
  local world = new_world(note)
  local mod, message = world:mod(given, { print = function() end })
  if not mod then
    note(message)
    return list
  end
  look_for_unknown(mod, note)
  run(world, mod)
  return list, mod
end

--- As a command: writes what there is to say, and returns the exit status.
function check.command(folder, write)
  local list, mod = check.list(folder)
  for _, line in ipairs(list) do write(line, "\n") end
  if mod and #list == 0 then
    write(("%s: no mistakes found in %d behaviours, %d ticks\n"):format(tostring(mod),
      #mod._state.names, TICKS))
  end
  return #list == 0 and 0 or 1
end

-- Named on the command line by -l: what stands behind it is the folder. Without one PUC Lua's list
-- begins elsewhere.
local NAME = "astar%.mods%.check$"

local function run_as_command()
  local folder = (arg[-1] or ""):find(NAME) and arg[0]
  if folder then os.exit(check.command(folder, function(...) io.stdout:write(...) end)) end
  local is_named = (arg[-1] or ""):find(NAME) or arg[1] == "-l" and (arg[2] or ""):find(NAME)
  if not is_named then return end
  io.stderr:write("usage: lua5.4 -l astar.mods.check FOLDER\n")
  os.exit(2)
end

if arg then run_as_command() end

return check
