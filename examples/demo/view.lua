-- How the skirmish looks: the picture of the valley, and the lines below it.

local view = {}

local LETTER = { gatherer = "g", soldier = "s", scout = "o" }
local UNIT_COLOR = { red = "1;97;48;5;160", blue = "1;97;48;5;27" }
local HURT_COLOR = { red = "38;5;217;48;5;88", blue = "38;5;153;48;5;18" }
local LOADED_COLOR = { red = "1;38;5;220;48;5;160", blue = "1;38;5;220;48;5;27" }
local WAY_COLOR = { red = "38;5;203", blue = "38;5;117" }
local HURT = 12               -- strength below which a soldier looks pale

-- What the library would write with other letters: those of the file, and for a terminal that has
-- more than ASCII, ♣ ▲ ≈.
local LEGEND = { [":"] = "scree", K = "keep" }
local FINE = {
  [":"] = "scree", K = "keep", ["\226\153\163"] = "wood", ["\226\150\178"] = "mountain",
  ["\226\137\136"] = "water",
}

local COLORS = {
  plain = "38;5;65;48;5;22", road = "38;5;179;48;5;94", bridge = "38;5;222;48;5;130",
  scree = "38;5;144;48;5;240", swamp = "38;5;101;48;5;58", wood = "38;5;34;48;5;22",
  water = "38;5;75;48;5;24", mountain = "38;5;250;48;5;238", house = "38;5;209;48;5;52",
  keep = "38;5;231;48;5;54", ore = "1;38;5;220;48;5;58",
}

-- Land that nobody sees now, from memory: dark.
local SEEN = {
  plain = "38;5;238;48;5;233", road = "38;5;137;48;5;234", bridge = "38;5;137;48;5;234",
  scree = "38;5;243;48;5;234", swamp = "38;5;240;48;5;233", wood = "38;5;28;48;5;233",
  water = "38;5;31;48;5;17", mountain = "38;5;243;48;5;235", house = "38;5;131;48;5;234",
  keep = "38;5;140;48;5;234", ore = "38;5;178;48;5;234",
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

--- In colour, with somebody's eyes. part: x, y, width, height
function view.color(game, eyes, utf8, part)
  return game.map:draw {
    player = player_of(game, eyes), units = look_of(game), influence = fear_of(game, eyes),
    color = true, marks = ways(game, eyes, utf8 and "\194\183" or "'"), colors = COLORS,
    legend = utf8 and FINE or LEGEND,
    x = part.x, y = part.y, width = part.width, height = part.height,
  }
end

--- In plain letters: red's units are small letters, blue's are capitals.
function view.plain(game)
  return game.map:draw { player = game.spectator, units = look_of(game), legend = LEGEND }
end

--- A part of the map around a cell, as large as there is room for.
function view.part(map, focus, columns, lines)
  local width, height = math.min(map.width, columns), math.min(map.height, lines)
  local x = math.floor(focus.x - width / 2)
  local y = math.floor(focus.y - height / 2)
  return {
    x = math.max(1, math.min(x, map.width - width + 1)), width = width,
    y = math.max(1, math.min(y, map.height - height + 1)), height = height,
  }
end

local function bar(share, width)
  local full = math.floor(share * width + 0.5)
  return "[" .. ("#"):rep(full) .. ("-"):rep(width - full) .. "]"
end

local function side_line(game, side)
  local seen = math.floor(game:explored(side.player) * 100)
  return ("%-4s %4d points  %2d units  %3d loads  %3d kills  %3d lost  bridge %4d ticks  %d%% seen")
    :format(side.name, game.score(side), game:units_of(side), side.loads, side.kills, side.lost,
      side.held, seen)
end

--- The lines under the picture while it plays, each at most `columns` wide. playing: ticks (of the
-- whole game), milliseconds (of a tick), speed, paused, eyes; error, a text or false.
function view.status(game, playing, columns)
  local ticks = game.world.ticks
  local lines = {
    ("%s tick %d of %d  %.2f ms a tick  speed %s%s  eyes: %s"):format(
      bar(ticks / playing.ticks, 20), ticks, playing.ticks, playing.milliseconds, playing.speed,
      playing.paused and "  PAUSED" or "", playing.eyes),
    side_line(game, game.sides[1]), side_line(game, game.sides[2]),
    "g gatherer (yellow: loaded), s soldier (pale: hurt), o scout; red ground: here many have died",
    playing.error or "q quit   space pause   + - speed   f whose fog",
  }
  for i, line in ipairs(lines) do lines[i] = line:gsub("%c", " "):sub(1, columns) end
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
