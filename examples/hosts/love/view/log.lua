--- The end of the world's log: what mods print, errors, and what was taken up.

local theme = require "view.theme"

local log = {}

local LINE = 14                        -- pixels
local COLORS = { error = theme.bad, reload = theme.good, print = theme.text }

local function text_of(line)
  if line.kind ~= "print" then return line.text:gsub("[^%s'(]*/([^%s/]+/[^%s/]+%.lua)", "%1") end
  local who = line.unit and ("%s %d"):format(line.mod or "game", line.unit) or line.mod or "game"
  return ("tick %d, %s: %s"):format(line.tick, who, line.text)
end

--- Draws as many of the last lines as there is room for, the newest at the top.
function log.draw(world, x, y, width, bottom)
  local lines = {}
  for line in world:log() do lines[#lines + 1] = line end
  if #lines == 0 then theme.write("Nothing yet.", x, y, theme.dim, theme.small) end
  for i = #lines, 1, -1 do
    local text = text_of(lines[i])
    local _, wrapped = theme.small:getWrap(text, width)
    if y + #wrapped * LINE > bottom then return end
    theme.write(text, x, y, COLORS[lines[i].kind] or theme.dim, theme.small, width)
    y = y + #wrapped * LINE + 4
  end
end

return log
