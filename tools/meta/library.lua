--- Compares declarations with the library as it is at run time.

local keys = require "meta.keys"
local members = require "meta.members"
local mod_keys = require "meta.mod_keys"
local objects = require "meta.objects"
local words = require "meta.words"

local library = {}

local function check_game(set, complain)
  local env = objects.of_the_game()
  members.check(set, objects.members_of_the_game(set, env), complain)
  keys.check(set, env, keys.candidates "lua/astar src/binding src/sandbox", complain)
end

-- A mod's every instruction is counted, so it is asked for fewer words.
local function check_mods(set, complain)
  members.check(set, objects.members_of_mods(set), complain)
  mod_keys.check(set, keys.candidates "lua/astar/mods lua/astar/group", complain)
end

--- Compares the sets with the library. `complain(format, ...)` is called for each difference.
function library.check(sets, complain)
  for _, set in ipairs(sets) do
    words.check(set, complain)
    if set.name == "game" then check_game(set, complain) else check_mods(set, complain) end
  end
end

return library
