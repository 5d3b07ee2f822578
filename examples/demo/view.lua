-- How the skirmish looks: the picture of the valley, and the lines below it.

local doing = require "astar.world.doing"

local view = {}

local LETTER = { gatherer = "g", soldier = "s", scout = "o" }
local UNIT_COLOR = { red = "1;97;48;5;160", blue = "1;97;48;5;27" }
local HURT_COLOR = { red = "38;5;217;48;5;88", blue = "38;5;153;48;5;18" }
local LOADED_COLOR = { red = "1;38;5;220;48;5;160", blue = "1;38;5;220;48;5;27" }
local WAY_COLOR = { red = "38;5;203", blue = "38;5;117" }
local LEAST_VALLEY = 12       -- lines of it that are worth more than the cave
local HURT = 12               -- strength below which a soldier looks pale

-- What the library would write with other letters: those of the file, and for a terminal that has
-- more than ASCII, ♣ ▲ ≈.
local LEGEND = {
  [":"] = "scree", K = "keep", n = "cave mouth", [","] = "cave", ["#"] = "rock", f = "landing",
  ["/"] = "gate", r = "red gate", b = "blue gate",
}
local FINE = { ["\226\153\163"] = "wood", ["\226\150\178"] = "mountain",
  ["\226\137\136"] = "water" }
for letter, name in pairs(LEGEND) do FINE[letter] = name end

local COLORS = {
  plain = "38;5;65;48;5;22", road = "38;5;179;48;5;94", bridge = "38;5;222;48;5;130",
  scree = "38;5;144;48;5;240", swamp = "38;5;101;48;5;58", wood = "38;5;34;48;5;22",
  water = "38;5;75;48;5;24", mountain = "38;5;250;48;5;238", house = "38;5;209;48;5;52",
  keep = "38;5;231;48;5;54", ore = "1;38;5;220;48;5;58", ["cave mouth"] = "1;38;5;230;48;5;94",
  cave = "38;5;137;48;5;237", rock = "38;5;240;48;5;234", landing = "1;38;5;230;48;5;31",
  gate = "1;38;5;231;48;5;240", ["red gate"] = "1;38;5;231;48;5;124",
  ["blue gate"] = "1;38;5;231;48;5;20",
}

-- Land that nobody sees now, from memory: dark.
local SEEN = {
  plain = "38;5;238;48;5;233", road = "38;5;137;48;5;234", bridge = "38;5;137;48;5;234",
  scree = "38;5;243;48;5;234", swamp = "38;5;240;48;5;233", wood = "38;5;28;48;5;233",
  water = "38;5;31;48;5;17", mountain = "38;5;243;48;5;235", house = "38;5;131;48;5;234",
  keep = "38;5;140;48;5;234", ore = "38;5;178;48;5;234", ["cave mouth"] = "38;5;180;48;5;234",
  cave = "38;5;94;48;5;233", rock = "38;5;236;48;5;232", landing = "38;5;117;48;5;234",
  gate = "38;5;250;48;5;234", ["red gate"] = "38;5;203;48;5;234",
  ["blue gate"] = "38;5;75;48;5;234",
}
for name, color in pairs(SEEN) do COLORS["seen " .. name] = color end

--- Whose eyes to see with: both sides', red's, blue's, nobody's fog at all.
view.EYES = { "both", "red", "blue", "all" }

local function player_of(game, eyes)
  if eyes == "both" then return game.spectator end
  return game.sides[eyes] and game.sides[eyes].player
end

-- The ways that units have claimed, as marks under the units.
local function ways(game, eyes, dot)
  local marks = {}
  for unit in game.world:units() do
    local side, route, progress = unit.data.side, unit.route, unit.progress
    local shown = route and (eyes == "both" or eyes == "all" or eyes == side)
    for i = shown and progress + 1 or 1, shown and math.min(#route, progress + 12) or 0 do
      local x, y = route:cell(i)
      marks[#marks + 1] = { x = x, y = y, letter = dot, color = WAY_COLOR[side] }
    end
  end
  return marks
end

-- Texts that mods show, letter by letter to the right of their cells.
local function add_text(marks, text, x, y, color)
  local i = 0
  for letter in text:gsub("%c", " "):sub(1, 24):gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    marks[#marks + 1] = { x = x + i, y = y, letter = letter, color = color }
    i = i + 1
  end
end

local SAID_COLOR, MARK_COLOR = "1;38;5;16;48;5;230", "1;38;5;226;48;5;90"

-- A straight line of cells.
local function add_line(marks, one)
  local dx, dy = one.x2 - one.x, one.y2 - one.y
  local steps = math.min(200, math.max(1, math.floor(math.max(math.abs(dx), math.abs(dy)) + 0.5)))
  for i = 0, steps do
    marks[#marks + 1] = { x = math.floor(one.x + dx * i / steps + 0.5), letter = "*",
      y = math.floor(one.y + dy * i / steps + 0.5), color = MARK_COLOR }
  end
end

local function add_circle(marks, one)
  for i = 0, 63 do
    local angle = i * math.pi / 32
    marks[#marks + 1] = { x = math.floor(one.x + one.radius * math.cos(angle) + 0.5),
      y = math.floor(one.y + one.radius * math.sin(angle) + 0.5), letter = "*",
      color = MARK_COLOR }
  end
end

-- What mods say, mark and draw, as far as the player may see it with whose eyes one looks.
local function add_drawings(marks, game, eyes)
  for one in game.world:drawings() do
    local unit = one.unit and game.world:unit(one.unit)
    local is_shown = eyes == "both" or eyes == "all" or not one.player or one.player == eyes
    if is_shown and one.kind == "say" and unit then
      add_text(marks, one.text, unit.x + 1, unit.y, SAID_COLOR)
    elseif is_shown and one.kind == "mark" then
      add_text(marks, "+" .. one.text, math.floor(one.x), math.floor(one.y), MARK_COLOR)
    elseif is_shown and one.kind == "line" then
      add_line(marks, one)
    elseif is_shown and one.kind == "circle" then
      add_circle(marks, one)
    end
  end
end

-- Marks within the part of the map that is shown.
local function within(marks, part)
  local list = {}
  for _, mark in ipairs(marks) do
    if mark.x >= part.x and mark.x < part.x + part.width and mark.y >= part.y
      and mark.y < part.y + part.height then
      list[#list + 1] = mark
    end
  end
  return list
end

local function look_of(game)
  return function(body)
    local data = game.world:unit_at(body.x, body.y).data
    local letter = LETTER[data.role]
    local colors = data.load and LOADED_COLOR or data.hp < HURT and data.role == "soldier"
      and HURT_COLOR or UNIT_COLOR
    return data.side == "blue" and letter:upper() or letter, colors[data.side]
  end
end

-- The fear of the side that one sees with; of both, the one that has been hurt more.
local function fear_of(game, eyes)
  local side = game.sides[eyes]
  if not side then side = game.sides[game.sides[1].lost >= game.sides[2].lost and 1 or 2] end
  return side.fear
end

-- A part in colour, with somebody's eyes: a picture.
local function color_part(game, eyes, utf8, part, inspected)
  local marks = ways(game, eyes, utf8 and "\194\183" or "'")
  add_drawings(marks, game, eyes)
  if inspected and not inspected.removed then
    for _, x in ipairs { inspected.x - 1, inspected.x + 1 } do
      marks[#marks + 1] = { x = x, y = inspected.y, color = SAID_COLOR,
        letter = x < inspected.x and ">" or "<" }
    end
  end
  marks = within(marks, part)
  return game.map:draw {
    player = player_of(game, eyes), units = look_of(game), influence = fear_of(game, eyes),
    color = true, marks = marks, colors = COLORS,
    legend = utf8 and FINE or LEGEND,
    x = part.x, y = part.y, width = part.width, height = part.height,
  }
end

local CAVE = "The cave under the hill; its mouths are n, here and in the valley:\n"

--- In colour, with somebody's eyes. parts: see view.parts
function view.color(game, eyes, utf8, parts, inspected)
  local pictures = {}
  for i, part in ipairs(parts) do
    pictures[i] = (part.name == "cave" and CAVE or "")
      .. color_part(game, eyes, utf8, part, inspected)
  end
  return table.concat(pictures)
end

--- In plain letters: red's units are small letters, blue's are capitals.
function view.plain(game)
  return game.map:draw { player = game.spectator, units = look_of(game), legend = LEGEND }
end

-- The part of a level around a cell, as large as there is room for.
local function part_of(level, focus, columns, lines)
  local width, height = math.min(level.width, columns), math.min(level.height, lines)
  local x = math.floor(focus.x - width / 2)
  local y = math.floor(focus.y - height / 2)
  return {
    x = math.max(level.x, math.min(x, level.x + level.width - width)), width = width,
    y = math.max(level.y, math.min(y, level.y + level.height - height)), height = height,
    name = level.name,
  }
end

--- Is it in the cave?
function view.is_in_cave(map, place)
  local level = map:level_at(place.x, place.y)
  return level ~= nil and level.name == "cave"
end

--- What there is room for: of the valley the part around the camera, and below it the cave; where
-- there is room for one of them alone, the one where the focus is.
function view.parts(map, camera, focus, columns, lines)
  local valley, cave = map:level "valley", map:level "cave"
  local below = part_of(cave, cave, columns, lines)
  local left = lines - cave.height - 1                       -- its title takes a line
  if left >= LEAST_VALLEY then return { part_of(valley, camera, columns, left), below } end
  return { view.is_in_cave(map, focus) and below or part_of(valley, camera, columns, lines) }
end

local function bar(share, width)
  local full = math.floor(share * width + 0.5)
  return "[" .. ("#"):rep(full) .. ("-"):rep(width - full) .. "]"
end

local function side_line(game, side)
  local seen = math.floor(game:explored(side.player) * 100)
  return ("%-4s %4d points %2d units %3d loads %3d kills %3d lost  bridge %4d  %d%% seen")
    :format(side.name, game.score(side), game:units_of(side), side.loads, side.kills, side.lost,
      side.held, seen)
end

local LOG_LINES = 3
local LAND = "T wood ^ mountain ~ water % swamp : scree = road H bridge h house K keep $ ore"
local LAND_FINE = LAND:gsub("T", "\226\153\163"):gsub("%^", "\226\150\178"):gsub("~",
  "\226\137\136")
local PLACES = "n cave mouth  , cave  # rock  f ferry  %s; red ground: deaths"
local GATE = { open = "/ gate, open to all", red = "r gate, red's", blue = "b gate, blue's" }
local KEYS = "q quit  space pause  n one tick  i inspect  f whose fog  g gate  + - speed"

-- As much of a line as there is room for, in letters.
local function cut(line, columns)
  local letters = {}
  for letter in line:gmatch("[%z\1-\127\194-\244][\128-\191]*") do
    if #letters == columns then break end
    letters[#letters + 1] = letter
  end
  return table.concat(letters)
end

--- How many lines the status takes.
view.STATUS_LINES = 9 + LOG_LINES

--- A line of the world's log, for people.
function view.log_line(line)
  if line.kind ~= "print" then return line.text end
  local whose = line.unit and ("%s %d"):format(line.mod or "", line.unit) or line.mod or ""
  return ("%d %s: %s"):format(line.tick, whose, line.text)
end

-- The last lines of the world's log.
local function log_of(game)
  local all, list = {}, {}
  for line in game.world:log() do all[#all + 1] = view.log_line(line) end
  for i = #all - LOG_LINES + 1, #all do list[#list + 1] = all[i] or "" end
  return list
end

local function value_in_words(value)
  if type(value) ~= "table" then return tostring(value) end
  if value.x and value.y then return ("(%s, %s)"):format(tostring(value.x), tostring(value.y)) end
  return "{...}"
end

local function data_in_words(data)
  local keys, words = {}, {}
  for key in pairs(data) do keys[#keys + 1] = tostring(key) end
  table.sort(keys)
  for i, key in ipairs(keys) do
    local value = data[key]
    if value == nil then value = data[tonumber(key)] end
    words[i] = ("%s=%s"):format(key, value_in_words(value))
  end
  return table.concat(words, " ")
end

--- An error in one line, which is short: without the folder of its file.
function view.error(failure)
  local words = failure.text:match("behaviour '[^']+': (.*)") or failure.text
  return (words:gsub("[^%s]*/([^%s/]+:%d+)", "%1"))
end

--- What there is to say of a unit: two lines.
function view.inspect(unit)
  if not unit then return { "i inspects a unit, the next one with each press", "" } end
  if unit.removed then return { ("%s"):format(tostring(unit)), "" } end
  local failure = unit.error
  return {
    ("%s %s > %s"):format(tostring(unit), doing.behaviour(unit), doing.verbs(unit)),
    failure and "error: " .. view.error(failure) or data_in_words(unit.data),
  }
end

--- The lines under the picture while it plays, each at most `columns` wide. playing: ticks (of the
-- whole game), milliseconds (of a tick), speed, paused, eyes; inspected, a unit or nil; error, a
-- text or false.
function view.status(game, playing, columns)
  local ticks = game.world.ticks
  local lines = {
    ("%s tick %d of %d, %.2f ms each, speed %s%s, eyes: %s"):format(
      bar(ticks / playing.ticks, 12), ticks, playing.ticks, playing.milliseconds, playing.speed,
      playing.paused and "  PAUSED" or "", playing.eyes),
    side_line(game, game.sides[1]), side_line(game, game.sides[2]),
    "g gatherer, yellow: loaded; s soldier, pale: hurt; o scout; G S O blue's",
    playing.utf8 and LAND_FINE or LAND, PLACES:format(GATE[game:gate()]),
    playing.error or KEYS,
  }
  for _, line in ipairs(view.inspect(playing.inspected)) do lines[#lines + 1] = line end
  for _, line in ipairs(log_of(game)) do lines[#lines + 1] = line end
  for i, line in ipairs(lines) do lines[i] = cut(line:gsub("%c", " "), columns) end
  return table.concat(lines, "\n") .. "\n"
end

--- The score at the end.
function view.summary(game)
  local red, blue = game.sides[1], game.sides[2]
  local difference = game.score(red) - game.score(blue)
  local lines = { ("After %d ticks:"):format(game.world.ticks), "  " .. side_line(game, red),
    "  " .. side_line(game, blue) }
  lines[#lines + 1] = difference == 0 and "  Nobody wins."
    or ("  %s wins."):format(difference > 0 and "Red" or "Blue")
  return table.concat(lines, "\n") .. "\n"
end

return view
