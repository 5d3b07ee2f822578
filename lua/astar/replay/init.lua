--- Replays: a recording as one HTML file that plays it, and loads nothing else.

local blame = require "astar.arguments.blame"
local base64 = require "astar.replay.base64"
local files = require "astar.files"
local json = require "astar.replay.json"

local replay = {}

--- The scripts of the page, in the order in which they need one another.
replay.scripts = { "sight", "lattice", "hexagons", "reader", "notes", "looks",
  "ground", "hexground", "roles", "labels", "view", "land", "links", "heat", "paths", "units",
  "said", "scene", "card", "news", "panel", "layout", "player" }

local function players_of(recording)
  local list = {}
  for i, one in ipairs(recording.players) do
    list[i] = { name = one.name, fog = one.player.removed or one.player.fog }
  end
  return list
end

-- Cells count from 0 on the page.
local function levels_of(map)
  local list = {}
  for level in map:levels() do
    list[level.number] = { name = level.name, x = level.x - 1, y = level.y - 1,
      width = level.width, height = level.height }
  end
  return list
end

local function terrains_of(map)
  local list = {}
  for id, name, cost, opaque in map:terrains() do
    list[id] = { name = name, cost = cost, opaque = opaque }
  end
  return list
end

local function values_of(recording)
  local list = {}
  for i, line in ipairs(recording.values) do
    local ticks, numbers = {}, {}
    for k, point in ipairs(line) do ticks[k], numbers[k] = point[1], point[2] end
    list[i] = { name = line.name, player = line.player, ticks = ticks, numbers = numbers }
  end
  return list
end

local function parts_of(recording)
  local list = {}
  for i, part in ipairs(recording:_all_parts()) do
    list[i] = { tick = part.tick, bytes = base64(part.bytes) }
  end
  return list
end

-- Everything that the page shows, as the reader wants it.
local function run_of(recording)
  local map = recording.map
  return {
    version = 2, title = recording.title, vault = recording.vault or nil,
    width = map.width, height = map.height,
    grid = map.grid, first = recording.first, last = recording.last, keys = recording.keys,
    levels = levels_of(map), straight = map.straight, terrains = terrains_of(map),
    players = players_of(recording),
    layers = recording.layers, cast = recording.cast, strings = recording.strings,
    notes = base64(recording:_all_notes()), values = values_of(recording),
    parts = parts_of(recording),
  }
end

-- What is between the braces of {{name}} is replaced; as text, not as a pattern.
local function fill(template, values)
  return (template:gsub("{{(%w+)}}", values))
end

local function escaped(text)
  return (text:gsub("[&<>\"']", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;",
    ['"'] = "&quot;", ["'"] = "&#39;" }))
end

local function styles()
  return require "astar.replay.page.style" .. require "astar.replay.page.modes"
end

local function scripts()
  local list = {}
  for i, name in ipairs(replay.scripts) do list[i] = require("astar.replay.page." .. name) end
  return table.concat(list, "\n")
end

--- The page, as a string.
function replay.page(recording)
  local title = recording.title ~= "" and recording.title or "A replay"
  return fill(require "astar.replay.page.document", {
    title = escaped(title), style = styles(), script = scripts(),
    run = json(run_of(recording)),
  })
end

--- Writes the page to a file: its size in bytes | nil, message.
function replay.write(recording, name)
  if type(recording) ~= "table" or not rawget(recording, "_parts") then
    blame.fail("replay", 1, "a recording expected, got %s", type(recording))
  elseif type(name) ~= "string" then
    blame.fail("replay", 2, "a file's name expected, got %s", type(name))
  end
  local page = replay.page(recording)
  local done, message = files.write(name, page)
  if not done then return nil, message end
  return #page
end

return replay
