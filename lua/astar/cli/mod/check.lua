--- astar mod check FOLDER: tries a mod without a game, and lists its mistakes.

local check = require "astar.mods.check"
local disk = require "astar.files"
local files = require "astar.cli.files"
local json = require "astar.replay.json"
local paragraphs = require "astar.cli.paragraphs"
local stop = require "astar.cli.stop"

local say = files.say

local command = {}

function command.add(parser)
  local own = parser:command("check", "List the mistakes of a mod.")
    :epilog(paragraphs [[
All files of the mod are read, and what does not exist is listed, also where it is never reached;
then its behaviours run for 600 ticks among friends and enemies. RULES is a Lua file of the game's
that says which events, data and influence maps there are: docs/mods.md.

Exit status: 0 no mistakes, 1 mistakes, 2 the command could not do its work.

Examples:
  astar mod check my-mod
  astar mod check my-mod --rules examples/demo/rules.lua]])
  own:argument("folder", "The mod."):args(1)
  own:option("--rules", "What the game has."):argname "RULES"
  own:flag("--json", "As JSON.")
end

local function rules_of(file)
  local chunk, message = loadfile(file)
  if not chunk then stop.wrong(message) end
  local ok, rules = pcall(chunk)
  if not ok then stop.wrong(tostring(rules)) end
  if type(rules) ~= "table" then stop.wrong("%s: it returns no table", file) end
  return rules
end

-- A folder of something else would have a page of mistakes.
local function check_place(folder)
  local place = folder:gsub("(.)/+$", "%1")
  local text, why = disk.read((place == "/" and "" or place) .. "/mod.lua")
  if text ~= nil then return end
  if why:find("No such file", 1, true) then
    stop.wrong("%s is no mod: it has no mod.lua", folder)
  elseif why:find("Not a directory", 1, true) then
    stop.wrong("%s is no mod: it is a file, and a mod is a folder", folder)
  end
end

function command.run(given)
  check_place(given.folder)
  local list, mod, ticks = check.list(given.folder, given.rules and rules_of(given.rules))
  if given.json then
    say(json { mistakes = list, ticks = ticks or 0, mod = mod and tostring(mod) or "" })
  else
    for _, line in ipairs(list) do say(line) end
    if mod and #list == 0 then
      say(("%s: no mistakes found in %d behaviours, %d ticks"):format(tostring(mod),
        #mod._revision.names, ticks))
    end
  end
  return #list == 0 and stop.FOUND or stop.NONE
end

return command
