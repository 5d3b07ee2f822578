--- The help: all keys, over the game.

local theme = require "view.theme"

local help = {}

local LEFT = {
  { "The map" },
  { "wheel, + middle button", "zoom, scroll" }, { "W A S D, arrows", "scroll" },
  { "Home", "the whole map" }, { "click on the small map", "go there" },
  { "Tools" },
  { "1  2  3  4", "choose, paint, drop, remove" }, { "Q  E", "another terrain or unit" },
  { "B", "width of the brush" }, { "G", "whose the gate is" },
  { "Orders" },
  { "click, box, + Shift", "choose units, more units" },
  { "right click", "go there, chase that enemy" },
  { "Shift + right click", "after the other orders" }, { "X", "no orders: the mod decides" },
}

local RIGHT = {
  { "What is shown" },
  { "F", "fog: both sides, red, blue, none" }, { "H", "heat of an influence map" },
  { "P", "paths: of chosen units, of all, none" }, { "M", "the grid" },
  { "Time" },
  { "Space", "pause" }, { "N", "one tick" }, { "+  -", "faster, slower" },
  { "Other" },
  { "F1", "this help" }, { "F5", "read the mods again" }, { "F12", "save a picture" },
  { "Esc", "choose nothing; quit" },
}

-- share: of the width, which the keys have.
local function draw_column(list, x, y, width, share)
  for i, entry in ipairs(list) do
    if not entry[2] then
      if i > 1 then y = y + 10 end
      theme.write(entry[1], x, y, theme.accent, theme.bold)
      y = y + 26
    else
      theme.write(entry[1], x, y, theme.text, nil, width * share)
      theme.write(entry[2], x + width * (share + 0.03), y, theme.dim, nil, width * (0.97 - share))
      y = y + 20
    end
  end
end

local FOOT = "The mods are Lua files in\n%s\nChange one while the game runs: it is taken up when "
  .. "you save it. A mistake is shown, with file and line, and the game goes on."

function help.draw(stage)
  theme.color(theme.back, 0.6)
  love.graphics.rectangle("fill", 0, 0, stage.width, stage.height)
  local width, height = math.min(820, stage.width - 40), 500
  local x, y = (stage.width - width) / 2, math.max(10, (stage.height - height) / 2)
  theme.box(x, y, width, height, theme.panel, theme.edge, 10)
  local column = (width - 72) / 2
  draw_column(LEFT, x + 28, y + 24, column, 0.46)
  draw_column(RIGHT, x + 44 + column, y + 24, column, 0.2)
  theme.write(FOOT:format(stage.mods), x + 28, y + height - 76, theme.dim, theme.small, width - 56)
end

return help
