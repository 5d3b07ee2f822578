--- What a mod's state is made of: those modules of the library that the host hands over to it.
--
-- The host has them as functions, the loaders that `require` would run, wherever these come from: a
-- file, package.preload, an archive, the program itself. It passes on their code, which is all of
-- them: a loader uses nothing outside itself but globals. Names of files and lines are removed from
-- the code, because they differ between machines and a mod can read the text of an error.

local inside = {}

local dump = string.dump
local getupvalue = debug and debug.getupvalue
local searchers = package and (package.searchers or package.loaders)

-- A mod's state runs each when it is first required there.
local INSIDE = {
  "astar.pairs", "astar.later",
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
  local tried = {}
  for i, searcher in ipairs(searchers or {}) do
    local code, problem = in_lua((searcher(module)))
    if code then return code end
    tried[i] = problem
  end
  error(("a mod needs '%s', and `require` does not find it as a function in Lua:%s"):format(module,
    table.concat(tried)), 0)
end

local codes                                      -- found once

local function find_all()
  local list = { { name = "astar.mods.guest.boot", code = code_of "astar.mods.guest.boot" } }
  for _, name in ipairs(INSIDE) do
    local module = INSTEAD[name] or name
    list[#list + 1] = { name = module, as = name, code = code_of(module) }
  end
  return list
end

-- ---- handing them over --------------------------------------------------------------------------

local function expect(name, ok, failure)
  if not ok then error(("%s: %s"):format(name, failure.message), 0) end
end

--- Puts what mods are made of into a box.
function inside.furnish(box)
  codes = codes or find_all()
  for _, one in ipairs(codes) do
    if one.as then expect(one.name, box:define(one.code, "=" .. one.name, one.as))
    else expect(one.name, box:trust(one.code, "=" .. one.name)) end
  end
  expect("astar.mods", box:trust('require "astar.mods.guest.run"', "=astar.mods"))
end

return inside
