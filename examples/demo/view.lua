-- How the demo looks: the picture of the valley, and the lines below it.

local view = {}

local LETTER = { gatherer = "g", patrol = "p", scout = "s" }
local UNIT_COLOR = { red = "1;97;48;5;160", blue = "1;97;48;5;27" }
local WAY_COLOR = { red = "38;5;203", blue = "38;5;117" }

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

-- The ways that units have claimed, as marks under the units.
local function ways(game, dot)
  local marks = {}
  for _, side in ipairs(game.sides) do
    for _, unit in ipairs(side.units) do
      local route, progress = unit.route, unit.progress
      for i = route and progress + 1 or 1, route and math.min(#route, progress + 12) or 0 do
        local x, y = route:cell(i)
        marks[#marks + 1] = { x = x, y = y, letter = dot, color = WAY_COLOR[side.name] }
      end
    end
  end
  return marks
end

local function unit_look(unit)
  local letter, side = LETTER[unit.data.role], unit.data.side.name
  return side == "blue" and letter:upper() or letter, UNIT_COLOR[side]
end

-- In colour, as the two sides together know the valley. part: x, y, width, height
function view.color(game, utf8, part)
  return game.map:draw {
    player = game.spectator, units = unit_look, influence = game.danger, color = true,
    marks = ways(game, utf8 and "\194\183" or "'"), colors = COLORS,
    legend = utf8 and FINE or LEGEND,
    x = part.x, y = part.y, width = part.width, height = part.height,
  }
end

-- In plain letters: red's units are small letters, blue's are capitals.
function view.plain(game)
  return game.map:draw { player = game.spectator, units = unit_look, legend = LEGEND }
end

-- A part of the map around a cell, as large as there is room for.
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
  return ("%-5s %2d units  %2d lost  %2d loads of ore  %3d%% explored"):format(side.name,
    #side.units, side.lost, side.loads, math.floor(game:explored(side) * 100))
end

-- The lines under the picture while it plays, each at most `columns` wide.
function view.status(game, ticks, columns)
  local asked = game.asked
  local lines = {
    ("%s tick %d of %d, %d ticks lost to collisions"):format(bar(game.map.ticks / ticks, 20),
      game.map.ticks, ticks, game.map.waits),
    side_line(game, game.sides[1]), side_line(game, game.sides[2]),
    ("%d paths, %.0f microseconds each; letters: gatherer, patrol, scout; red ground: danger")
      :format(asked.paths, asked.seconds * 1e6 / math.max(asked.paths, 1)),
  }
  for i, line in ipairs(lines) do lines[i] = line:sub(1, columns) end
  return table.concat(lines, "\n") .. "\n"
end

function view.summary(game)
  local asked = game.asked
  local lines = { ("After %d ticks:"):format(game.map.ticks) }
  for _, side in ipairs(game.sides) do lines[#lines + 1] = "  " .. side_line(game, side) end
  lines[#lines + 1] = ("  %d paths asked, %d nodes expanded, %.3f s in searches"):format(
    asked.paths, asked.expanded, asked.seconds)
  return table.concat(lines, "\n") .. "\n"
end

return view
