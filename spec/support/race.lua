--- A small game for specs of the arena, in a folder of its own: a race of two units, which takes a
-- millisecond. A mod is the Lua text of its behaviour.

local cli = require "support.cli"
local command = require "support.command"
local file = require "support.file"

local race = {}

race.GAME = [[
local astar = require "astar"
local game = {}
local function load_mod(world, folder, options)
  for mod in world:mods() do
    if mod.folder == folder and not options.name then return mod end
  end
  return world:mod(folder, options)
end
function game.new(given)
  local map, message = astar.load(given.map or FOLDER .. "/map.txt")
  if not map then return nil, message end
  local world = astar.world { map = map, seed = given.seed, report = given.report, log = given.log }
  local units = {}
  for i, side in ipairs { "red", "blue" } do
    local mod
    mod, message = load_mod(world, given.mods[i], given.options[i])
    if not mod then return nil, message end
    units[i] = world:unit { player = side, x = 1, y = 2 * i - 1, sight = 30,
      home = { x = map.width, y = 2 * i - 1 }, behaviour = mod.name .. ".runner" }
  end
  return { world = world, tick = function() world:tick() MORE end, scores = function()
    return { { name = "red", points = units[1].x }, { name = "blue", points = units[2].x } }
  end }
end
return game
]]

race.FAST = "return function(unit) unit:go(unit.home) end"
race.SLOW = "return function(unit) unit:wait(5) unit:go(unit.home) end"
race.RANDOM = "return function(unit) unit:wait(unit.world.random(1, 9)) unit:go(unit.home) end"

--- Makes the folder, with the game; `more` runs in each tick. Returns the folder.
function race.folder(more)
  local folder = cli.file(nil)
  command.output_of("mkdir -p " .. folder)
  local text = race.GAME:gsub("FOLDER", ("%q"):format(folder)):gsub("MORE", more or "")
  file.write(folder .. "/race.lua", text)
  file.write(folder .. "/map.txt", ("."):rep(12) .. "\n" .. ("."):rep(12) .. "\n" .. ("."):rep(12)
    .. "\n")
  return folder
end

--- Writes a mod into that folder: its own folder. `parameters`: Lua text, or nil.
function race.mod(folder, name, text, parameters)
  local own = folder .. "/" .. name
  command.output_of("mkdir -p " .. own)
  file.write(own .. "/mod.lua", ("return { name = %q, version = '1', behaviours = "
    .. "{ runner = 'runner.lua' }, parameters = %s }"):format(name:match "[^/]*$",
    parameters or "nil"))
  file.write(own .. "/runner.lua", text)
  return own
end

function race.remove(folder) command.output_of("rm -rf " .. folder) end

return race
