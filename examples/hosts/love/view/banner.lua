--- Over the map: whose eyes one sees with, the clock, and what is wrong with the mods.

local theme = require "view.theme"

local banner = {}

local MOST_ERRORS = 4
local EYES = { both = "both sides' sight", red = "red's sight", blue = "blue's sight",
  all = "no fog" }

local function draw_chip(text, x, y, color)
  local width = theme.small:getWidth(text) + 20
  theme.box(x, y, width, 22, theme.panel, nil, 11)
  theme.write(text, x + 10, y + 4, color or theme.text, theme.small)
  return x + width + 6
end

local function draw_clock(stage)
  local clock = stage.clock
  local words = ("tick %d   %s"):format(stage.session.world.ticks,
    clock.paused and "paused" or ("speed %g"):format(clock:speed()))
  local x = stage.width - theme.PANEL_WIDTH - theme.small:getWidth(words) - 34
  draw_chip(words, x, 14, clock.paused and theme.accent)
end

local function draw_state(stage)
  local x = draw_chip("F  " .. EYES[stage.eyes], 14, 14)
  x = draw_chip("H  heat: " .. stage.heat_name, x, 14)
  x = draw_chip("P  paths: " .. stage.routes, x, 14)
  draw_chip("F1  help", x, 14, theme.accent)
end

local function draw_error(text, y, width)
  local _, lines = theme.small:getWrap(text, width - 54)
  local height = #lines * 14 + 14
  theme.box(14, y, width - 28, height, { 0.22, 0.09, 0.09, 0.94 }, theme.bad)
  theme.write("!", 26, y + height / 2 - 10, theme.bad, theme.bold)
  theme.write(text, 44, y + 7, theme.text, theme.small, width - 54)
  return y + height + 6
end

local function draw_news(stage, y)
  for _, line in ipairs(stage.news:recent()) do
    if line.kind ~= "error" then
      theme.write(line.text, 18, y, theme.text, theme.small)
      y = y + 15
    end
  end
end

function banner.draw(stage)
  draw_state(stage)
  draw_clock(stage)
  local y, width = 44, stage.width - theme.PANEL_WIDTH
  for i, text in ipairs(stage.news:open_errors(stage.session.world)) do
    if i <= MOST_ERRORS then y = draw_error(text, y, width) end
  end
  draw_news(stage, y)
end

return banner
