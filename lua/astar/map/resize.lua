--- map:resize and map:fork: a new map, of another size or the same, with all that belongs to a map.

local core = require "astar.core"
local options = require "astar.arguments.options"
local letters = require "astar.formats.letters"
local places = require "astar.formats.places"

local resize = {}

local VALID = { fill = { "string", "the name of a terrain" } }

--- map:resize(width, height [, dx, dy [, options]]) -> map | nil, "outside", units, links
function resize.resized(map, width, height, dx, dy, given)
  if given ~= nil then options.check("resize", given, VALID, 5) end
  local new, projection, origin_x, origin_y, cell_width, cell_height =
    core.resize(map, width, height, dx, dy, given and given.fill)
  if not new then return nil, projection, origin_x, origin_y end
  letters.hand_on(new, map)
  return places.remember(new, projection, { origin_x, origin_y }, { cell_width, cell_height })
end

--- map:fork() -> map
function resize.forked(map)
  local fork, projection, origin_x, origin_y, cell_width, cell_height = core.fork(map)
  letters.hand_on(fork, map)
  return places.remember(fork, projection, { origin_x, origin_y }, { cell_width, cell_height })
end

return resize
