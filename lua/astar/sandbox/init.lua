--- Sandboxes for mods: a box is a state with the safe library in it, in which no host's values are.
-- See docs/mods.md, and src/sandbox/box.h for what kinds there are.

local boxes = require "astar.sandbox.boxes"
local core = require "astar.core"
local strict = require "astar.arguments.strict"

local sandbox = {}

--- sandbox.new{ kind =, memory =, instructions =, host =, encode =, decode = }
function sandbox.new(options)
  local box
  if type(options) == "table" then box = boxes.new(options) else box = core.sandbox(options) end
  return box                                     -- no tail call: errors name the caller's line
end

--- What the sandbox promises, but this Lua, or another one ("5.1"), does not let it keep: a list.
sandbox.lacks = require("astar.sandbox.guarantees").lacks

return strict.functions("sandbox", sandbox)
