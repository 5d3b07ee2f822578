--- The bar below the map: the tools, and what the chosen tool can do. Each button is a rectangle,
-- what it looks like, and the key that does the same.

local theme = require "view.theme"
local tools = require "tools"
local units = require "view.units"

local toolbar = {}

local HEIGHT, GAP = 36, 5

local WORDS = { choose = "Choose", paint = "Paint", drop = "Drop units", remove = "Remove" }

local function is_same(a, b) return a.side == b.side and a.role == b.role end

local function add(list, button, width)
  local last = list[#list]
  button.x = last and last.x + last.width + (button.gap or GAP) or 14
  button.width, button.height = width, HEIGHT
  list[#list + 1] = button
end

local function add_palette(list, stage)
  local chosen = stage.tools
  if chosen.name == "paint" then
    for i, name in ipairs(tools.TERRAINS) do
      add(list, { terrain = name, is_on = chosen.terrain == name, gap = i == 1 and 18 or GAP,
        press = function() chosen.terrain = name end }, HEIGHT)
    end
    add(list, { label = ("brush %d"):format(chosen.brush), key = "b",
      press = function() chosen:next_brush() end }, 76)
  elseif chosen.name == "drop" then
    for i, one in ipairs(tools.UNITS) do
      add(list, { unit = one, is_on = is_same(chosen.unit, one), gap = i == 1 and 18 or GAP,
        press = function() chosen.unit = one end }, HEIGHT)
    end
  end
end

--- The buttons as they are now.
function toolbar.buttons(stage)
  local list = {}
  for i, name in ipairs(tools.NAMES) do
    add(list, { label = WORDS[name], key = tostring(i), is_on = stage.tools.name == name,
      press = function() stage.tools.name = name end }, name == "drop" and 100 or 80)
  end
  add_palette(list, stage)
  for _, button in ipairs(list) do button.y = stage.height - theme.BAR_HEIGHT + 10 end
  return list
end

--- The button under a point of the screen, or nil.
function toolbar.at(stage, x, y)
  for _, button in ipairs(toolbar.buttons(stage)) do
    if x >= button.x and x < button.x + button.width and y >= button.y
      and y < button.y + button.height then
      return button
    end
  end
end

local function draw_button(button)
  local edge = button.is_on and theme.accent or theme.edge
  theme.box(button.x, button.y, button.width, button.height, theme.raised, edge)
  if button.terrain then
    theme.box(button.x + 7, button.y + 7, button.width - 14, button.height - 14,
      theme.terrains[button.terrain], nil, 4)
  elseif button.unit then
    local picture = { data = { side = button.unit.side, role = button.unit.role, hp = math.huge } }
    units.draw_one(picture, button.x + button.width / 2, button.y + button.height / 2 + 1, 10,
      -math.pi / 2, { is_plain = true })
  else
    theme.write(button.key, button.x + 9, button.y + 13, theme.dim, theme.small)
    theme.write(button.label, button.x + 12, button.y + 11,
      button.is_on and theme.accent or theme.text, nil, button.width - 14, "center")
  end
end

-- The name of what is painted or dropped, after the last button.
local function draw_words(stage, list)
  local chosen, last = stage.tools, list[#list]
  local words = chosen.name == "paint" and chosen.terrain
    or chosen.name == "drop" and ("%s %s"):format(chosen.unit.side, chosen.unit.role)
  if words then theme.write(words, last.x + last.width + 14, last.y + 11, theme.text) end
end

function toolbar.draw(stage)
  local top, width = stage.height - theme.BAR_HEIGHT, stage.width - theme.PANEL_WIDTH
  theme.color(theme.panel)
  love.graphics.rectangle("fill", 0, top, width, theme.BAR_HEIGHT)
  theme.color(theme.edge)
  love.graphics.line(0, top + 0.5, width, top + 0.5)
  local list = toolbar.buttons(stage)
  for _, button in ipairs(list) do draw_button(button) end
  draw_words(stage, list)
end

return toolbar
