--- What there is to play with. Each scenario has `title`, `about`, `files`: { name =, from = }, of
-- which the page shows copies; `pieces`, which can be set on the map; new(given), which returns a
-- match as `astar mod run` has it (docs/command-line.md); drop(match, piece, x, y) and
-- reload(match, file, text).

local astar = require "astar"

local scenarios = {}

-- "red/soldier.lua" belongs to the mod "red".
local function reload_file(match, file, text) return match.world:reload(file, text) end

-- ---- the skirmish -------------------------------------------------------------------------------

local SIDES, ROLES = { "red", "blue" }, { "gatherer", "soldier", "scout" }

local NAMES = {
  red = { "soldier.lua", "gatherer.lua", "scout.lua", "commander.lua", "habits.lua", "mod.lua" },
  blue = { "soldier.lua", "gatherer.lua", "scout.lua", "habits.lua", "mod.lua" },
}

local function files_of_skirmish()
  local list = {}
  for _, side in ipairs(SIDES) do
    local folder = "/examples/skirmish/" .. side
    for _, name in ipairs(NAMES[side]) do
      list[#list + 1] = { name = ("%s/%s"):format(side, name),
        from = ("%s/%s"):format(folder, name) }
    end
  end
  return list
end

local function pieces_of_skirmish()
  local list = {}
  for _, side in ipairs(SIDES) do
    for _, role in ipairs(ROLES) do
      list[#list + 1] = { name = ("%s %s"):format(side, role), side = side, role = role }
    end
  end
  return list
end

scenarios.skirmish = {
  title = "A skirmish in a valley",
  about = "Two mods dig for ore, scout and fight. Change a behaviour: its units change their"
    .. " minds.",
  files = files_of_skirmish(), pieces = pieces_of_skirmish(), reload = reload_file,
  new = function(given)
    local file = "/examples/demo/match.lua"
    local match = assert(loadfile(file))(file)
    return match.new { file = "/examples/valley.txt", seed = given.seed, report = given.report,
      mods = { given.folder .. "red", given.folder .. "blue" }, options = { {}, {} },
      map = "/examples/valley.txt" }
  end,
  drop = function(match, piece, x, y)
    return match:add_unit(match.sides[piece.side], piece.role, x, y)
  end,
}

-- ---- the guide's example ------------------------------------------------------------------------

local GUIDE = [[
.......
...#...
...#...
...#...
.......
]]

local LEGEND = { ["."] = "plain", ["#"] = "wall", ["~"] = "swamp", ["="] = "road" }

local function open_map(text)
  return astar.map { rows = text, legend = LEGEND,
    terrains = { plain = 10, road = 5, swamp = 35, wall = false } }
end

local function match_on(map, folder, given)
  local world = astar.world { map = map, seed = given.seed, report = given.report }
  local mod, message = world:mod(given.folder .. folder)
  if not mod then return nil, message end
  return { world = world, map = map, mod = mod, tick = function() world:tick() end }
end

local function drop_of(match, piece, x, y)
  return match.world:unit { player = piece.side, x = x, y = y, speed = 0.5, sight = 8,
    home = { x = x, y = y }, behaviour = match.mod.name .. ".walker" }
end

local WALKER = { name = "first/walker.lua", from = "/playground/first/walker.lua" }
local MANIFEST = { name = "first/mod.lua", from = "/playground/first/mod.lua" }
local WALKERS = {
  { name = "a walker of red", side = "red" }, { name = "a walker of blue", side = "blue" },
}

scenarios.guide = {
  title = "The example of the guide",
  about = "Seven by five cells and a wall. Ask for a path, and see what A* has done, step by step.",
  files = { WALKER, MANIFEST }, pieces = WALKERS, drop = drop_of, reload = reload_file,
  new = function(given)
    local match, message = match_on(open_map(GUIDE), "first", given)
    if match then drop_of(match, { side = "red" }, 2, 3) end
    return match, message
  end,
}

-- ---- an open field ------------------------------------------------------------------------------

local FIELD = ("."):rep(64) .. "\n"

scenarios.field = {
  title = "An open field",
  about = "Draw walls, swamps and roads, set units on them, and write what they do.",
  files = { WALKER, MANIFEST }, pieces = WALKERS, drop = drop_of, reload = reload_file,
  new = function(given)
    local match, message = match_on(open_map(FIELD:rep(40)), "first", given)
    if match then
      for i = 1, 12 do drop_of(match, { side = i % 2 == 0 and "red" or "blue" }, 4 * i, 3 * i) end
    end
    return match, message
  end,
}

return scenarios
