--- What behaviours and the game may draw: unit:say, unit:mark, world:draw_line, world:draw_circle.
-- Here are their arguments, checked in a mod's state, where the line to blame is known, and again
-- by the host.

local blame = require "astar.arguments.blame"
local check = require "astar.units.values"

local drawings = {}

local TICKS, MOST_TICKS = 50, 1000
local FARTHEST = 2 ^ 20                          -- cells
local LONGEST = 400                              -- bytes of a text

--- A text as it is kept: cut between two letters of UTF-8 where it is too long.
function drawings.shortened(text)
  if #text <= LONGEST then return text end
  local last = LONGEST
  while last > LONGEST - 4 and text:byte(last + 1) >= 128 and text:byte(last + 1) < 192 do
    last = last - 1
  end
  return text:sub(1, last) .. "..."
end

local function cell(method, position, value)
  if type(value) == "number" and value >= -FARTHEST and value <= FARTHEST then return value end
  blame.fail(method, position, "a cell of the map expected, got %s", tostring(value))
end

local function words(method, position, text)
  local kind = type(text)
  if text == nil then return "" end
  if kind == "string" or kind == "number" then return drawings.shortened(tostring(text)) end
  blame.fail(method, position, "a text expected, got %s", kind)
end

local function duration(method, position, ticks)
  if ticks == nil then return TICKS end
  if type(ticks) == "number" and ticks >= 1 and ticks <= MOST_TICKS and ticks % 1 == 0 then
    return ticks
  end
  blame.fail(method, position, "1 to %d ticks expected, got %s", MOST_TICKS, tostring(ticks))
end

--- unit:say(text, ticks). Without a text the unit is silent.
function drawings.say(text, ticks)
  return { kind = "say", text = words("say", 1, text), ticks = duration("say", 2, ticks) }
end

local function mark(x, y, at, text, ticks)
  return { kind = "mark", x = cell("mark", 1, x), y = cell("mark", at - 1, y),
    text = words("mark", at, text), ticks = duration("mark", at + 1, ticks) }
end

--- unit:mark(x, y, text, ticks), unit:mark(place, text, ticks)
function drawings.mark(x, y, text, ticks)
  if type(x) == "number" then return mark(x, y, 3, text, ticks) end
  if not check.is_object(x) or check.field(x, "x") == nil then
    blame.fail("mark", 1, "x and y expected, or something that has them, got %s", type(x))
  end
  return mark(check.field(x, "x"), check.field(x, "y"), 2, y, text)
end

function drawings.line(x, y, x2, y2, text, ticks)
  local method = "draw_line"
  check.point(method, x, y)
  return { kind = "line", x = cell(method, 1, x), y = cell(method, 2, y), x2 = cell(method, 3, x2),
    y2 = cell(method, 4, y2), text = words(method, 5, text), ticks = duration(method, 6, ticks) }
end

function drawings.circle(x, y, radius, text, ticks)
  local method = "draw_circle"
  check.point(method, x, y)
  if type(radius) ~= "number" or not (radius >= 0 and radius <= FARTHEST) then
    blame.fail(method, 3, "a radius in cells expected, got %s", tostring(radius))
  end
  return { kind = "circle", x = cell(method, 1, x), y = cell(method, 2, y), radius = radius,
    text = words(method, 4, text), ticks = duration(method, 5, ticks) }
end

return drawings
