--- astar convert IN OUT: a map from one format into another.

local extensions = require "astar.cli.extensions"
local files = require "astar.cli.files"
local formats = require "astar.formats"
local paragraphs = require "astar.cli.paragraphs"
local stop = require "astar.cli.stop"

local say = files.say

local convert = {}

local SAVED = "saved"
local BY_ENDING = { astar = SAVED, map = "movingai", txt = "text" }

local function names()
  local list = { SAVED }
  for _, name in ipairs(formats.written) do list[#list + 1] = name end
  return list
end

function convert.add(parser)
  local command = parser:command("convert", "Convert a map from one format into another.")
    :epilog(paragraphs [[
Formats that are read: MovingAI's .map, the library's text format, bare rows of . and #, saved
maps, and what else astar.load reads (docs/formats.md). They are told apart by what is in the file.

Formats that are written:
  text      terrain with costs, steps, game coordinates, levels
  movingai  .map of the MovingAI benchmarks: plain, wall, tree, swamp and water
  rows      . and # only
  saved     everything: also units, players, links, influence maps
Without --to the ending of OUT decides: .map is movingai if that can hold the map, else text;
.astar is saved; .txt and others are text. An ending that
belongs to something else, such as .png, is refused.

Exit status: 0 written, 1 the format cannot hold the map, 2 a mistake.

Examples:
  astar convert arena.map arena.txt
  astar convert --to movingai level.txt - | head
  astar convert game.astar terrain.txt]])
  command:argument("input", "The map, or - for standard input."):args(1)
  command:argument("output", "The file to write, or - for standard output."):args(1)
  command:option("--to", "The format: " .. table.concat(names(), ", ") .. ".")
    :argname("FORMAT"):choices(names())
end

local function content_of(map, name)
  if name == SAVED then return map:save() end
  return formats.terrain(map, name)
end

function convert.run(given)
  local name = given.to or extensions.meaning(given.output, BY_ENDING,
    "a map can be written to .txt, .map and .astar, `astar path` draws pictures") or "text"
  local map = files.map(given.input)
  local content, refusal = content_of(map, name)
  if not content and not given.to then
    name = "text"
    content, refusal = content_of(map, name)
  end
  if not content then
    io.stderr:write(("astar: %s cannot hold the map: %s\n"):format(name, refusal))
    return stop.NONE
  end
  files.write(given.output, content)
  if files.is_on_disk(given.output) then           -- into a pipe or a terminal goes the map alone
    say(("%s: %d x %d cells, %s"):format(given.output, map.width, map.height, name))
  end
  return stop.FOUND
end

return convert
