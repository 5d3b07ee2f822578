--- The command line as a process: cli.run("path map.txt 1 1 3 1") -> what it prints, its exit
-- status, what it prints to standard error. The module is the one of this build.

local command = require "support.command"
local file = require "support.file"

local cli = {}

local function line_of(words, input, environment)
  return ("%s %s -l astar.core bin/astar %s %s"):format(environment or "", command.lua(), words,
    input and "<" .. input or "</dev/null")
end

--- `input`: the name of a file that it reads as standard input, or nil; `environment`:
-- "NAME=VALUE", or nil.
function cli.run(words, input, environment)
  local errors = os.tmpname()
  local output, status = command.output_of(line_of(words, input, environment) .. " 2>" .. errors)
  local said = file.read(errors)
  os.remove(errors)
  return output, status, said
end

--- A file with that text, which the spec removes by cli.clean.
local made = {}

function cli.file(text, ending)
  local name = os.tmpname()
  os.remove(name)
  name = name .. (ending or "")
  if text then file.write(name, text) end
  made[#made + 1] = name
  return name
end

function cli.clean()
  for _, name in ipairs(made) do os.remove(name) end
  made = {}
end

cli.MAP = [[
astar map 1
size 14 5
terrain . plain 10
terrain = road 5
terrain % swamp 35
terrain # wall blocked
map
....======....
...=......=...
..=..%%%%..=..
...%%%%%%%%...
....%%##%%....
]]

return cli
