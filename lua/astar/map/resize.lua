--- map:resize and map:fork: a new map, of another size or the same, with all that belongs to a map.

local core = require "astar.core"
local options = require "astar.arguments.options"
local letters = require "astar.formats.letters"

local resize = {}

local VALID = { fill = { "string", "the name of a terrain" } }

--- map:resize(width, height [, dx, dy [, options]]) -> map | nil, "outside", units, links
function resize.resized(map, width, height, dx, dy, given)
  if given ~= nil then options.check("resize", given, VALID, 5) end
  local new, code, units, links = core.resize(map, width, height, dx, dy, given and given.fill)
  if not new then return nil, code, units, links end
  return letters.hand_on(new, map)
end

--- map:fork() -> map
function resize.forked(map)
  return letters.hand_on(core.fork(map), map)
end

return resize
