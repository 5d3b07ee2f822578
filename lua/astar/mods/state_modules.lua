--- What a mod's state is made of: those modules of the library that the host hands over to it.
--
-- To a machine of the vault the host hands them over as text, which is a part of the core: any Lua
-- can do that.
--
-- For a stock state it has them as functions, the loaders that `require` would run, wherever these
-- come from: a file, package.preload, an archive, the program itself. It passes on their code,
-- which is all of them: a loader uses nothing outside itself but globals. Names of files and lines
-- are removed from the code, since they differ between machines; Lua 5.1 and 5.2 keep them, and
-- there a mod cannot read them either, see la_report_own_place.

local lazy = require "astar.lazy"

-- The build runs this file without it.
local function core() return lazy.load "astar.core" end

local state_modules = {}

local dump = string.dump
local getupvalue = debug and debug.getupvalue

-- A mod's state runs each when it is first required there.
local INSIDE = {
  "astar.pairs", "astar.lazy", "astar.protected",
  "astar.world.random", "astar.save.exact", "astar.arguments.cells", "astar.arguments.options",
  "astar.arguments.strict",
  "astar.units.object", "astar.units.values", "astar.think.action", "astar.world.task",
  "astar.think.utility", "astar.think", "astar.squads", "astar.world.threats",
  "astar.units.levels", "astar.units.distance", "astar.positions.read", "astar.positions.terms",
  "astar.positions.candidates", "astar.positions.plan", "astar.positions.source",
  "astar.positions.moving", "astar.positions", "astar.world.senses",
  "astar.world.mind", "astar.world.drawings",
  "astar.mods.plain_data", "astar.mods.arguments", "astar.mods.guest.bridge",
  "astar.mods.guest.data", "astar.mods.guest.path", "astar.group.rally", "astar.mods.guest.group",
  "astar.mods.guest.body", "astar.mods.guest.reconnaissance", "astar.mods.guest.ground",
  "astar.mods.guest.influences",
  "astar.mods.guest.world", "astar.mods.guest.unit", "astar.mods.guest.parameters",
  "astar.mods.guest.own_files",
  "astar.mods.guest.run", "astar.mods.guest.watch", "astar.world.doing", "astar.verbs",
}
for _, name in ipairs {
  "wait", "await", "watch", "walk", "go", "patrol", "approach", "chase", "follow", "flee",
  "retreat", "explore", "gather", "engage", "defend", "guard", "escort", "attack_move",
  "hold_formation", "take_cover", "flank", "ambush", "harass", "hold", "pause",
} do
  INSIDE[#INSIDE + 1] = "astar.verbs." .. name
end

-- What a mod's state has in place of the game's.
local INSTEAD = {
  ["astar.units.object"] = "astar.mods.guest.object",
  ["astar.positions.source"] = "astar.mods.guest.positions",
}

-- ---- finding them -------------------------------------------------------------------------------

-- What a searcher of `require` has found: a loader in Lua | nil, what was there instead.
local function in_lua(loader)
  if type(loader) ~= "function" then return nil, type(loader) == "string" and loader or "" end
  local has_code, code = pcall(dump, loader, true)
  if not has_code then return nil, "\n\ta loader that is written in C" end
  local name = getupvalue and getupvalue(loader, 1)
  if name and (getupvalue(loader, 2) or name ~= "_ENV" and name ~= "(no name)" and name ~= "") then
    return nil, ("\n\ta loader that needs its variable '%s' from outside"):format(name)
  end
  return code
end

-- The code of a module, found as `require` finds it.
local function code_of(module)
  local code, problems = lazy.find(module, in_lua)
  if code then return code end
  error(("a mod needs '%s', and `require` does not find it as a function in Lua:%s"):format(module,
    table.concat(problems)), 0)
end

--- What there is, in the order in which it is handed over: lists of { name =, as = }, by which name
-- others require it; the first one runs at once.
function state_modules.modules()
  local list = { { name = "astar.mods.guest.boot" } }
  for _, name in ipairs(INSIDE) do
    list[#list + 1] = { name = INSTEAD[name] or name, as = name }
  end
  return list
end

local codes = {}                                 -- found once

local function code_for(box, name)
  if box.kind ~= "stock" then return core().vault_library(name) end
  codes[name] = codes[name] or code_of(name)
  return codes[name]
end

-- ---- handing them over --------------------------------------------------------------------------

local ENTRIES = 'require "astar.mods.guest.run" require "astar.mods.guest.watch"'

local function expect(name, ok, failure)
  if not ok then error(("%s: %s"):format(name, failure.message), 0) end
end

--- Puts what mods are made of into a box.
function state_modules.furnish(box)
  for _, one in ipairs(state_modules.modules()) do
    local code = code_for(box, one.name)
    if one.as then expect(one.name, box:define(code, "=" .. one.name, one.as))
    else expect(one.name, box:trust(code, "=" .. one.name)) end
  end
  expect("what mods begin with", box:trust(ENTRIES, "=astar.mods"))
end

return state_modules
