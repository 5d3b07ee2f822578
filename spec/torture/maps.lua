--- torture: build=asan share=2 short=yes cases=2
--
-- Texts of maps: rows, MovingAI's format and the library's own, changed by a guided fuzzer. What is
-- read is a map or nil and a message with a line; a map, written, is read again as the same.

local astar = require "astar"
local kind = require "fuzz.kind"
local guided = require "fuzz.guided"
local Random = require "support.random"

local FILES = "lua/astar/[fm][oa][rp]"            -- formats/, map/

local WORDS = { "astar map 1", "size", "steps", "terrain", "map", "origin", "cell", "projection",
  "grid", "hex", "square", "isometric", "opaque", "blocked", "type octile", "height", "width",
  "--", "%20", "%00",
  "plain", "wall", "T", "@", "#", "~", "\226\153\163", "10", "14", "65535", "1 1", "2 3" }

--- A map in the library's own format, with terrains, letters and a place of its own.
local function own(random)
  local lines = { "astar map 1", "-- a comment" }
  local width, height = random:int(1, 9), random:int(1, 6)
  lines[#lines + 1] = ("size %d %d"):format(width, height)
  if random:chance(0.5) then lines[#lines + 1] = "steps 100 141" end
  if random:chance(0.5) then
    lines[#lines + 1] = "projection " .. random:pick { "square", "isometric" }
    lines[#lines + 1] = ("origin %d %.3f"):format(random:int(-9, 9), random:int(0, 999) / 7)
    lines[#lines + 1] = ("cell %d 0.5"):format(random:int(1, 64))
  end
  if random:chance(0.3) then
    lines[#lines + 1] = "grid " .. random:pick { "square", "hex", "flat_hex" }
  end
  local letters = { ".", "#", "~", "\226\153\163" }
  for i, letter in ipairs(letters) do
    lines[#lines + 1] = ("terrain %s kind%%2%d %s%s"):format(letter, i,
      random:chance(0.3) and "blocked" or tostring(random:int(1, 90)),
      random:chance(0.3) and " opaque" or "")
  end
  lines[#lines + 1] = "map"
  for _ = 1, height do
    local row = {}
    for x = 1, width do row[x] = random:pick(letters) end
    lines[#lines + 1] = table.concat(row)
  end
  return table.concat(lines, "\n") .. "\n"
end

local function rows(random, letters, width, height)
  local all = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = random:pick(letters) end
    all[y] = table.concat(row)
  end
  return table.concat(all, "\n") .. "\n"
end

local function movingai(random)
  local width, height = random:int(1, 9), random:int(1, 6)
  return ("type octile\nheight %d\nwidth %d\nmap\n%s"):format(height, width,
    rows(random, { ".", "G", "@", "O", "T", "S", "W" }, width, height))
end

--- The map as the library writes it. It has a file of its own for that.
local function written(map)
  local name = kind.file("written.map")
  assert(map:save_terrain(name))
  local again = assert(astar.load(name))
  return again
end

local function try(text)
  local map, message = astar.read(text)
  if not map then
    assert(type(message) == "string" and (message:find("^text:%d+: ") or message:find("^text: ")),
      "the message names no line: " .. tostring(message))
    return
  end
  assert(map.width * map.height <= #text, "more cells than bytes")
  local again = written(map)
  assert(again:hash() == map:hash(), "written and read it is another map")
  local x, y = again:center(1, 1)
  local x1, y1 = map:center(1, 1)
  assert(x == x1 and y == y1, "written and read it lies elsewhere")
  map:path(1, 1, map.width, map.height)
  map:close()
  again:close()
end

local CASES = 1500

kind.run("sessions", function(seed)
  local random = Random(seed)
  kind.count("ways through the lines", guided.session {
    random = random, words = WORDS, files = FILES, cases = CASES, try = try,
    texts = { own(random), own(random), movingai(random), rows(random, { ".", "#" }, 7, 4) },
    keep = function(text) kind.keep("program.bytes", text) end,
  })
  kind.count("texts", CASES)
end, try)
