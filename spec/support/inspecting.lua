--- Games that are looked at: a skirmish, and a page's calls without a browser.

local json = require "astar.replay.json"
local literal = require "astar.formats.tiled.literal"

local inspecting = {}

--- The skirmish of the demo, as `astar mod run` plays it.
function inspecting.skirmish(seed)
  local file = "examples/demo/match.lua"
  local match = assert(loadfile(file))(file)
  return assert(match.new { file = "examples/valley.txt", map = "examples/valley.txt", seed = seed,
    mods = { "examples/skirmish/red", "examples/skirmish/blue" }, options = { {}, {} },
    report = function() end })
end

--- Calls of a page's, past the network: call(name, with) returns the reply; false: not yet.
function inspecting.caller(inspector)
  return function(name, with)
    local kind, text = inspector._session:answer("POST", "/call", json { name = name, with = with })
    if kind == false then return false end
    return assert(literal.read(text, "json"))
  end
end

return inspecting
