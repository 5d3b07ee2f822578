--- The plot of the ratings, with their intervals: SVG.

local text_tables = require "astar.arena.text_tables"

local WIDTH, ROW, TOP, BOTTOM = 640, 30, 10, 30
local LEFT, RIGHT = 170, 110                     -- for names and for numbers
local STEPS = { 10, 20, 50, 100, 200, 500, 1000, 2000, 5000 }

-- What the axis shows: from, to, and the step of its lines.
local function range_of(mods)
  local low, high = -10, 10
  for _, mod in ipairs(mods) do
    low, high = math.min(low, mod.rating - mod.error), math.max(high, mod.rating + mod.error)
  end
  local step = STEPS[#STEPS]
  for i = #STEPS, 1, -1 do
    if (high - low) / STEPS[i] <= 7 then step = STEPS[i] end
  end
  return step * math.floor(low / step), step * math.ceil(high / step), step
end

local function line(class, x1, y1, x2, y2)
  return ('<line class="%s" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>'):format(class, x1, y1, x2,
    y2)
end

local function text(x, y, anchor, class, content)
  return ('<text x="%.1f" y="%.1f" text-anchor="%s" class="%s">%s</text>'):format(x, y, anchor,
    class, content)
end

local SVG = [[
<svg viewBox="0 0 %d %d" role="img" aria-label="Ratings with intervals of 95 %%">
%s
</svg>]]

local LONGEST = 22                               -- characters of a name that fit

local function short(name)
  return #name > LONGEST and name:sub(1, LONGEST - 3) .. "..." or name
end

--- The plot of a list of { name, rating, error }. `escaped(text)` makes text fit for a page.
return function(mods, escaped)
  local low, high, step = range_of(mods)
  local function x_of(rating)
    return LEFT + (rating - low) / (high - low) * (WIDTH - LEFT - RIGHT)
  end
  local bottom, pieces = TOP + ROW * #mods, {}
  for at = low, high, step do
    pieces[#pieces + 1] = line("grid", x_of(at), TOP, x_of(at), bottom)
    pieces[#pieces + 1] = text(x_of(at), bottom + 18, "middle", "dim",
      at == 0 and "0" or ("%+d"):format(at))
  end
  for i, mod in ipairs(mods) do
    local y = TOP + ROW * (i - 0.5)
    pieces[#pieces + 1] = text(LEFT - 12, y + 4, "end", "", escaped(short(mod.name)))
    pieces[#pieces + 1] = line("range", x_of(mod.rating - mod.error), y,
      x_of(mod.rating + mod.error), y)
    pieces[#pieces + 1] = ('<circle class="dot" cx="%.1f" cy="%.1f" r="5"/>'):format(
      x_of(mod.rating), y)
    pieces[#pieces + 1] = text(WIDTH - RIGHT + 14, y + 4, "start", "dim", text_tables.rating(mod))
  end
  return SVG:format(WIDTH, bottom + BOTTOM, table.concat(pieces, "\n"))
end
