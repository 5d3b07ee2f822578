--- The command line, bin/astar: one file for each command. The library itself does not load it.
--
-- A command is a table: add(parser) adds it to argparse's parser; run(given, home) does it and
-- returns the exit status, or ends it by stop.lua.

local argparse = require "argparse"
local astar = require "astar"
local pairs = require "astar.pairs".pairs
local paragraphs = require "astar.cli.paragraphs"
local stop = require "astar.cli.stop"

local cli = {}

-- In the order of the help.
local NAMES = { "path", "info", "convert", "bench", "diff", "mod", "arena" }

local EPILOG = paragraphs [[
Exit status, as of grep and diff: 0 found or all well, 1 no path, a difference or mistakes found, 2
the command could not do its work.

Examples:
  astar path examples/valley.txt 10 24 90 24
  astar path arena.map 3 4 60 41 -o path.png
  astar mod check my-mod
  source <(astar completion bash)

`astar COMMAND --help` explains a command. The manual: docs/command-line.md]]

-- argparse takes a word that begins with - for an option, -5 as well. A blank before it says that
-- it is a number.
local function mark_numbers(words)
  local marked = {}
  for i, word in ipairs(words) do
    marked[i] = word:find("^%-%.?%d[%d.]*$") and " " .. word or word
  end
  return marked
end

local function unmarked(text) return (text:gsub("^ (%-%.?%d[%d.]*)$", "%1")) end

local function unmark(given)
  for key, value in pairs(given) do
    if type(value) == "string" then given[key] = unmarked(value) end
  end
  return given
end

local function refuse(parser, words)
  words = words:gsub("' (%-%.?%d)", "'%1")
  local command = parser:get_usage():match("^Usage: ([%l ]*%l)") or "astar"
  io.stderr:write(("astar: %s (`%s --help` explains the command)\n"):format(words, command))
  os.exit(stop.WRONG)
end

local function new_parser(commands)
  local parser = argparse("astar", "Pathfinding on grids: find and draw paths, convert and measure"
    .. " maps, check and run mods.", EPILOG)
  parser:help_max_width(80):help_description_margin(24)
  parser:flag("--version", "Show the version and exit."):action(function()
    print("astar " .. astar.version)
    os.exit(stop.FOUND)
  end)
  parser:require_command(true):command_target "command"
  for _, name in ipairs(NAMES) do
    commands[name] = require("astar.cli." .. name)
    commands[name].add(parser)
  end
  parser:add_complete_command()
  parser.error = refuse
  return parser
end

--- Does what the words of a command line say; returns the exit status. `home`: the folder of the
-- source tree, or the prefix of the installation.
function cli.run(words, home)
  local commands = {}
  local given = unmark(new_parser(commands):parse(mark_numbers(words)))
  local ok, result = pcall(commands[given.command].run, given, home)
  local written, why = io.stdout:flush()
  if ok and not written then ok, result = pcall(stop.wrong, "standard output: %s", why) end
  if ok then return result end
  local status, message = stop.read(result)
  io.stderr:write("astar: ", message, "\n")
  return status
end

return cli
