--- astar path MAP X1 Y1 X2 Y2: finds a path, and draws it.

local core = require "astar.core"
local extensions = require "astar.cli.extensions"
local files = require "astar.cli.files"
local geometry = require "astar.cli.picture.geometry"
local json = require "astar.replay.json"
local no_path = require "astar.cli.no_path"
local options = require "astar.cli.query"
local pairs = require "astar.pairs".pairs
local paragraphs = require "astar.cli.paragraphs"
local raster = require "astar.cli.picture.raster"
local stop = require "astar.cli.stop"
local svg = require "astar.cli.picture.svg"

local path = {}

local FORMATS = { "text", "svg", "png", "json" }
local BY_ENDING = { txt = "text", svg = "svg", png = "png", json = "json" }
local CELLS = { { name = "x1", what = "The start." }, { name = "y1" },
  { name = "x2", what = "The goal." }, { name = "y2" } }
local MOST_PIXELS = 2 ^ 26

function path.add(parser)
  local command = parser:command("path", "Find a path and draw it.")
    :epilog(paragraphs [[
Cells count from 1; x grows to the right, y downwards. MAP may be in any format that the library
reads; - is standard input. Pictures show terrain in colours, the path as a line, its start in
green and its goal in blue.

The picture goes to standard output or to FILE; what the path costs is printed below the picture,
or, where only the picture may be on standard output, to standard error.

Exit status: 0 there is a path, 1 there is none or, with --partial, it does not reach the goal,
2 a mistake.

Examples:
  astar path map.txt 1 1 20 10
  astar path arena.map 3 4 60 41 -o path.png
  astar path map.txt 1 1 20 10 --costs swamp=80,water=no --size 2 --explain
  astar path map.txt 1 1 20 10 --any-angle --format svg >path.svg]])
  command:argument("map", "The map, or - for standard input.")
  for _, one in ipairs(CELLS) do
    command:argument(one.name, one.what):convert(options.whole(one.name))
  end
  command:group("The picture",
    command:option("--format", "text, svg, png, or json: the path as data. By default the ending"
      .. " of FILE, else text."):argname("FORMAT"):choices(FORMATS),
    command:option("-o --output", "Write the picture to FILE; - is standard output.")
      :argname "FILE",
    options.add_whole(command, "--scale", "Pixels of a cell, in SVG and PNG.", 1),
    command:flag("--color", "Colours in text, for a terminal."),
    command:flag("--no-picture", "Print only what the path costs."))
  command:group("The answer",
    command:flag("--explain", "What each layer adds to the cost; where there is no path, what is"
      .. " in the way."),
    command:flag("--partial", "If there is no path, find one to the cell nearest to the goal; the"
      .. " exit status is 1 then as well."),
    command:option("--level", "The coordinates are on this level of the map."):argname "NAME",
    command:option("--to-level", "Those of the goal are on this one."):argname "NAME")
  options.add(command)
end

-- ---- the question -------------------------------------------------------------------------------

local function level_of(map, name)
  local names = {}
  for level in map:levels() do
    if level.name == name then return level end
    names[#names + 1] = level.name
  end
  stop.wrong("the map has no level '%s'%s", name,
    names[1] and "; its levels are " .. table.concat(names, ", ") or ": it has no levels")
end

-- A cell of the map, from coordinates on the map or on a level.
local function cell_of(map, what, x, y, level_name)
  local level = level_name and level_of(map, level_name)
  local width, height = (level or map).width, (level or map).height
  if x > width or y > height then
    stop.wrong("the %s %d, %d is outside the %s, which has %d x %d cells, counted from 1", what, x,
      y, level and "level" or "map", width, height)
  end
  if level then return level:cell(x, y) end
  return x, y
end

local function question_of(map, given)
  for _, one in ipairs(CELLS) do
    local value = given[one.name]
    if value < 1 then stop.wrong("%s is %d: cells count from 1", one.name, value) end
  end
  local question = { start = { given.x1, given.y1 }, goal = { given.x2, given.y2 } }
  question.x1, question.y1 = cell_of(map, "start", given.x1, given.y1, given.level)
  question.x2, question.y2 = cell_of(map, "goal", given.x2, given.y2,
    given.to_level or given.level)
  question.query, question.options = options.of(map, given,
    { partial = given.partial, explain = given.explain })
  return question
end

-- ---- words --------------------------------------------------------------------------------------

local function plural(count, word)
  return ("%d %s%s"):format(count, word, count == 1 and "" or "s")
end

-- One digit behind the point, if it is not 0.
local function length(number)
  return (("%.1f"):format(number):gsub("%.0$", ""))
end

local function summary(found)
  return ("%s, cost %.0f, length %s, %s\n"):format(plural(#found - 1, "step"), found.cost,
    length(found.distance), plural(found.expanded, "node"))
end

-- Of a path that ends before the goal: the code, and words.
local function shortfall(map, given, found, question)
  if found.status ~= "partial" then return nil, "" end
  local code = no_path.code(map, question)
  return code, "goal not reached: " .. no_path.words(map, question, code, given.explain)
end

-- What each layer has added, summed up over the path.
local function explanation(found)
  local sums, pieces = {}, {}
  for _, step in ipairs(found:explain()) do
    for layer, cost in pairs(step) do
      if layer ~= "x" and layer ~= "y" then sums[layer] = (sums[layer] or 0) + cost end
    end
  end
  for _, layer in ipairs(core.keys(sums)) do
    if sums[layer] ~= 0 then
      pieces[#pieces + 1] = ("  %-12s %8.0f\n"):format(layer, sums[layer])
    end
  end
  return table.concat(pieces)
end

-- ---- pictures -----------------------------------------------------------------------------------

local function name_reader(map, player)
  if not player then return function(x, y) return map:get(x, y) end end
  return function(x, y)
    local state, name = player:knows(x, y)
    return state == "unseen" and "unseen" or name
  end
end

local function scale_of(map, given)
  local width, height = geometry.of(map).size(map)
  return given or math.max(1, math.min(24, math.floor(1024 / math.max(width, height))))
end

local function scene_of(map, given, found, question)
  local center = geometry.of(map).center
  local x, y = question.x2, question.y2
  if found.status == "complete" then x, y = found:cell(-1) end
  local first_x, first_y = found:cell(1)
  return {
    title = ("A path from %d, %d to %d, %d: cost %.0f"):format(question.x1, question.y1,
      question.x2, question.y2, found.cost),
    name_at = name_reader(map, question.options.player), scale = scale_of(map, given.scale),
    lines = geometry.lines(map, found, given.any_angle),
    ends = { { center(first_x, first_y) }, { center(x, y) } },
  }
end

local draw = {}

function draw.text(map, given, found, question)
  local goal = found.status == "partial" and
    { { x = question.x2, y = question.y2, letter = "B" } } or nil
  return map:draw { path = found, links = true, color = given.color, marks = goal,
    player = question.options.player }
end

function draw.svg(map, given, found, question)
  return svg.draw(map, scene_of(map, given, found, question))
end

function draw.png(map, given, found, question)
  local scene = scene_of(map, given, found, question)
  local width, height = raster.size(map, scene.scale)
  if width * height > MOST_PIXELS then
    stop.wrong("the picture would have %d x %d pixels: choose a smaller --scale", width, height)
  end
  return raster.draw(map, scene)
end

local function list_of(iterate, found)
  local cells = {}
  for _, x, y in iterate(found) do cells[#cells + 1] = { x, y } end
  return cells
end

-- `code`: why the path ends before the goal, or nil.
function draw.json(_, _, found, question, code)
  return json { status = found.status, cost = found.cost, steps = #found - 1,
    nodes = found.expanded, cells = list_of(found.cells, found), distance = found.distance,
    corners = list_of(found.corners, found), code = code,
    goal = code and { question.x2, question.y2 } } .. "\n"
end

-- The format of the picture. Ends the command if FILE cannot hold one.
local function format_of(given)
  local output = given.output
  if output and extensions.is_same(output, given.map) then
    stop.wrong("-o %s: this is the map itself, which would be lost", output)
  end
  return given.format or extensions.meaning(output, BY_ENDING,
    "a path can be written to .txt, .svg, .png and .json") or "text"
end

-- Writes the picture and the words; returns the exit status.
local function show(map, given, format, found, question)
  local code, why = shortfall(map, given, found, question)
  local words = summary(found) .. (given.explain and explanation(found) or "") .. why
  local is_apart = (given.output or "-") == "-" and format ~= "text"
  if not given.no_picture then
    files.write(given.output or "-", draw[format](map, given, found, question, code))
  end
  if given.no_picture or not is_apart then files.put(words)
  elseif format ~= "json" then io.stderr:write(words) end
  return code and stop.NONE or stop.FOUND
end

function path.run(given)
  local format = format_of(given)
  if format == "png" and not (given.output or given.no_picture) then
    stop.wrong "a PNG is no text for a terminal: give -o FILE, or -o - for standard output"
  end
  local map = files.map(given.map)
  local question = question_of(map, given)
  local found, code = options.ask(map.path, map, question.x1, question.y1, question.x2,
    question.y2, question.query)
  if found then return show(map, given, format, found, question) end
  if format == "json" and not given.no_picture then
    files.write(given.output or "-", json { status = code } .. "\n")
  end
  io.stderr:write("astar: no path: ", no_path.words(map, question, code, given.explain))
  return stop.NONE
end

return path
