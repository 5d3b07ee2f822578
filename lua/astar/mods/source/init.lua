--- A mod's text, as far as it tells what the mod does, see program.lua: what is wrong in it, and
-- which events it tells and hears. Nothing is run.

local Program = require "astar.mods.source.program"
local calls = require "astar.mods.source.calls"
local sandbox = require "astar.sandbox"
local mistakes = require "astar.mods.source.mistakes"

local source = { advice = mistakes.advice }

local LISTING = [[
  for name, value in pairs(_G) do
    if type(value) ~= "table" or name == "_G" then
      print(name)
    else
      for key in pairs(value) do print(name .. " " .. key) end
    end
  end
]]

-- The names that mods have of Lua's library: true for a value, a set for a table.
local function library_names()
  local names = { require = true }
  local box = sandbox.new { host = function(_, text)
    local name, key = text:match("^(%S+) ?(%S*)$")
    if key == "" then
      names[name] = true
    else
      names[name] = names[name] or {}
      names[name][key] = true
    end
  end }
  local ok, failure = box:run(LISTING, "@listing")
  box:close()
  if not ok then error(failure.message, 0) end
  return names
end

local library                                    -- the same for all mods

--- The program that a mod is. `read(path)` returns the text of one of its files, or nil. `game`:
-- what is known of the game, see check.lua, or nil. `more`: a list of files that belong to it
-- although mod.lua does not lead to them, or nil.
function source.program(read, game, more)
  library = library or library_names()
  return Program.new(read, library, { mistakes = mistakes, calls = calls, game = game }, more)
end

return source
