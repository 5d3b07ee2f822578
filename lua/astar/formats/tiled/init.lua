--- Maps of Tiled (mapeditor.org): .tmj and .json, .lua, .tmx. All three are read into the tables
-- that the format as JSON describes, which the files beside this one make a map from.

local checked = require "astar.formats.tiled.checked"
local ground = require "astar.formats.tiled.ground"
local kinds = require "astar.formats.tiled.kinds"
local literal = require "astar.formats.tiled.literal"
local new_map = require "astar.map.new"
local objects = require "astar.formats.tiled.objects"
local properties = require "astar.formats.tiled.properties"
local rejection = require "astar.arguments.reject"
local templates = require "astar.formats.tiled.templates"
local tilesets = require "astar.formats.tiled.tilesets"
local xml = require "astar.formats.tiled.xml"

local attempt, reject = rejection.attempt, rejection.because
local tiled = {}

-- ---- files -------------------------------------------------------------------------------------

-- The table in a text, called `name` in messages.
local function table_in(text, name, instead)
  local language, value, line, message = literal.recognises(text), nil, nil, nil
  if language then value, line, message = literal.read(text, language)
  elseif xml.recognises(text) then value, line, message = xml.read(text, instead)
  else reject("%s: no file of Tiled's", name) end
  if not value then reject("%s:%s %s", name, line and (line .. ":") or "", message) end
  return value
end

local EMBED = "embed tilesets and detach templates when it exports the map"

-- A function that reads files whose names are relative to that of `source`: file(name) -> the table
-- in it, its name, and a function for files beside that one. Tiled writes relative names, and maps
-- are passed on: a name that means something on one machine only is refused.
local function files_beside(source, read)
  return function(name)
    if not read then
      reject("%s: '%s' is a file of its own: use astar.load, or let Tiled embed it", source, name)
    end
    if name:find("^[/\\]") or name:find("^%a:") or name:find("%z") then
      reject("%s: '%s' is no name relative to this file: save it again with Tiled, from the folder "
        .. "in which it is", source, name:sub(1, 200))
    end
    name = (source:match("^.*[/\\]") or "") .. name
    local text, why = read(name)
    if not text then reject("%s: %s", source, why) end
    text = text:gsub("^\239\187\191", "")
    return table_in(text, name, EMBED), name, files_beside(name, read)
  end
end

-- ---- the grid ----------------------------------------------------------------------------------

-- Where hexagons do not have the same proportions as ours, their centres still lie where Tiled has
-- them: the lines are three quarters of a cell apart, and the origin is moved by what is left over.
local function hexagons(job, map, what)
  local side = checked.whole(map, "hexsidelength", 0, 2 ^ 28, what)
  local index = checked.text(map, "staggerindex", what)
  if index ~= "odd" then
    reject("%s: its staggerindex is '%s', which fits no grid here", what, index:sub(1, 20))
  end
  local is_flat = map.staggeraxis == "x"
  if not is_flat and map.staggeraxis ~= "y" then reject("%s: it has no stagger axis", what) end
  local across = is_flat and job.tile_width or job.tile_height
  local length = (across + side) / 2 * 4 / 3
  job.grid = is_flat and "flat_hex" or "hex"
  job.cell = is_flat and { length, job.tile_height } or { job.tile_width, length }
  job.moved = (across - length) / 2
end

local ORIENTATIONS = {
  orthogonal = function() end,
  isometric = function(job) job.projection = "isometric" end,
  hexagonal = hexagons,
  oblique = function() end,                                    -- the skew is a matter of drawing
  staggered = function(_, _, what) reject("%s: 'staggered' fits no grid here", what) end,
}

local function job_of(map, source, read, given)
  if map.type ~= "map" and not (map.layers and map.orientation) then
    reject("%s: no map of Tiled's", source)
  end
  local job = { map = map, what = source, grid = "square", projection = "square", moved = 0,
    origin_of_tiles = 0, inflate = given.inflate, memory = given.memory,
    orientation = checked.text(map, "orientation", source),
    tile_width = checked.whole(map, "tilewidth", 1, 2 ^ 28, source),
    tile_height = checked.whole(map, "tileheight", 1, 2 ^ 28, source) }
  job.cell = { job.tile_width, job.tile_height }
  local orient = ORIENTATIONS[job.orientation]
  if not orient then reject("%s: unknown orientation '%s'", source, job.orientation:sub(1, 20)) end
  orient(job, map, source)
  job.properties = properties.of(map, source)
  local file = files_beside(source, read)
  local align = job.projection == "isometric" and "bottom" or "bottomleft"
  job.sets = tilesets.read(map, file, align, source)
  job.complete = templates.reader(file, job.sets, align)
  return job
end

-- ---- the map -----------------------------------------------------------------------------------

-- Where the first cell lies, so that the game's coordinates are the pixels of Tiled.
local function origin_of(job)
  local left, top = job.size.left, job.size.top
  if job.projection == "isometric" then
    job.origin_of_tiles = checked.whole(job.map, "height", 0, 2 ^ 28, job.what) * job.tile_width / 2
    return { job.origin_of_tiles + (left - top) * job.tile_width / 2,
      (left + top) * job.tile_height / 2 }
  elseif job.grid == "hex" then
    return { left * job.tile_width, top * job.cell[2] * 0.75 + job.moved }
  elseif job.grid == "flat_hex" then
    return { left * job.cell[1] * 0.75 + job.moved, top * job.tile_height }
  end
  return { left * job.tile_width, top * job.tile_height }
end

local function build(text, source, read, given)
  local job = job_of(table_in(text, source, "export the map as .tmj or .lua"), source, read, given)
  job.bytes = #text
  local found = kinds.new(given.terrains)
  local fill = found:of(job.properties, source)
  local layers = ground.layers(job.map, found, source)
  local size, decided, blocks = ground.read(job, layers, found)
  job.size = size
  if not fill and not given.terrains then fill = found:of({ terrain = "plain" }, source) end
  local map = attempt(source .. ": ", new_map, { width = size.width, height = size.height,
    grid = job.grid, projection = job.projection, cell = job.cell, origin = origin_of(job),
    terrains = found:terrains(), fill = fill and fill.name })
  ground.paint(map, size, decided, blocks)
  return map, objects.read(job, map, layers)
end

--- The map in a text, and its objects; or nil and what is wrong. `source` names the text in
-- messages; `read(name)` returns the text of another file, or nil and why, and is nil where there
-- are none. `given` has the options of astar.load.
function tiled.read(text, source, read, given)
  return rejection.caught(build, text, source, read, given)
end

return tiled
