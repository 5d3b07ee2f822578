--- Templates: objects in files of their own. An object of a map that is made from one says only
-- what is different.

local checked = require "astar.formats.tiled.checked"
local pairs = require "astar.pairs".pairs
local properties = require "astar.formats.tiled.properties"
local reject = require("astar.arguments.reject").because
local tilesets = require "astar.formats.tiled.tilesets"

local templates = {}

local function read(file, name)
  local value, path, beside = file(name)
  if value.type ~= "template" or type(value.object) ~= "table" then
    reject("%s: no template", path)
  end
  local own, references = properties.of(value.object, path)
  return { object = value.object, properties = own, references = references,
    sets = tilesets.read({ tilesets = { value.tileset } }, beside, path) }
end

local function add(target, source)
  for key, value in pairs(source) do
    if target[key] == nil then target[key] = value end
  end
end

--- A function that completes objects: complete(given, what) -> the object with all that it has, its
-- properties, its references, and the tilesets that its tile is from. `file` as in tilesets.read,
-- `sets` are those of the map.
function templates.reader(file, sets)
  local known = {}
  return function(given, what)
    local own, references = properties.of(given, what)
    if given.template == nil then return given, own, references, sets end
    local name = checked.text(given, "template", what)
    known[name] = known[name] or read(file, name)
    local template, whole = known[name], {}
    add(whole, given)
    add(whole, template.object)
    add(references, template.references)
    for key, value in pairs(template.properties) do
      if own[key] == nil and references[key] == nil then own[key] = value end
    end
    return whole, own, references, given.gid and sets or template.sets
  end
end

return templates
