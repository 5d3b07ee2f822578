--- Templates: objects in files of their own. An object of a map that is made from one says only
-- what is different.

local checked = require "astar.formats.tiled.checked"
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because
local tilesets = require "astar.formats.tiled.tilesets"

local templates = {}

local function read(file, name, default)
  local value, path, beside = file(name)
  if value.type ~= "template" or type(value.object) ~= "table" then
    reject("%s: no template", path)
  end
  return { object = value.object, properties = properties.of(value.object, path),
    sets = tilesets.read({ tilesets = { value.tileset } }, beside, default, path) }
end

--- A function that completes objects: complete(given, what) -> the object with all that it has, its
-- properties, and the tilesets that its tile is from. `file` and `default` as in tilesets.read,
-- `sets` are those of the map.
function templates.reader(file, sets, default)
  local known = {}
  return function(given, what)
    local own = properties.of(given, what)
    if given.template == nil then return given, own, sets end
    local name = checked.text(given, "template", what)
    known[name] = known[name] or read(file, name, default)
    local template, whole = known[name], {}
    properties.add(whole, given)
    properties.add(whole, template.object)
    properties.add(own, template.properties)
    return whole, own, given.gid and sets or template.sets
  end
end

return templates
