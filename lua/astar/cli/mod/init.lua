--- astar mod check, astar mod run: each in a file of its own.

local mod = {}

local NAMES = { "check", "run" }
local actions = {}

function mod.add(parser)
  local command = parser:command("mod", "Check a mod, or let two mods play.")
  command:require_command(true):command_target "action"
  for _, name in ipairs(NAMES) do
    actions[name] = require("astar.cli.mod." .. name)
    actions[name].add(command)
  end
end

function mod.run(given, home)
  return actions[given.action].run(given, home)
end

return mod
