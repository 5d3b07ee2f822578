--- The figures of a beginners' guide: every cell of a search with its F, G and H.
--
--   +-------+-------+     F at the top left, G below it, H at the bottom right, and an arrow
--   |74 o  ↘|60 x  ↓|     towards the parent. In between: A the start, B the goal, x closed,
--   |14   60|10   50|     o open, - passed. What cannot be entered is filled with its letter.
--   +-------+-------+     A parent may be farther away than the next cell.

local figure = {}

--- By dy and dx of a step.
figure.ARROWS = {
  [-1] = { [-1] = "↖", [0] = "↑", "↗" }, [0] = { [-1] = "←", [0] = "o", "→" },
  { [-1] = "↙", [0] = "↓", "↘" },
}

local LETTERS = { closed = "x", passed = "-" }   -- all others: o

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

--- The number of a cell, as a key.
function figure.cell_key(picture, x, y)
  return y * picture.width + x
end

local cell_key = figure.cell_key

-- What each cell came to, and how many digits the longest number has.
local function collect(picture)
  local nodes, digits = {}, 2
  for _, event in ipairs(picture.given.trace) do
    local at = cell_key(picture, event.x, event.y)
    nodes[at] = {
      f = event.f, g = event.g, h = event.h, kind = LETTERS[event.kind] or "o",
      arrow = figure.ARROWS[sign(event.py - event.y)][sign(event.px - event.x)],
    }
    digits = math.max(digits, #("%d"):format(event.f))
  end
  return nodes, digits
end

-- The ends of the path stand in place of o and x. The start has no parent.
local function mark_ends(picture, nodes)
  local first = picture.given.trace[1]
  local start = first and nodes[cell_key(picture, first.x, first.y)]
  if start then start.kind, start.arrow = "A", " " end
  local path = picture.given.path
  if path then
    local x, y = path:cell(-1)
    local goal = nodes[cell_key(picture, x, y)]
    if goal then goal.kind = "B" end
  end
end

-- A line of a cell with `middle` in the middle; middle and right are one character each.
local function top_line(left, middle, right, width)
  local before = math.floor((width - 1) / 2)
  return left .. (" "):rep(before - #left) .. middle .. (" "):rep(width - 2 - before) .. right
end

-- The two lines of a cell, each `width` characters.
local function cell_lines(picture, node, name, width)
  if node then
    local f, g, h = ("%d"):format(node.f), ("%d"):format(node.g), ("%d"):format(node.h)
    return top_line(f, node.kind, node.arrow, width), g .. (" "):rep(width - #g - #h) .. h
  end
  local letter = picture.letters[name]
  if picture.map:terrain(name) then
    return top_line("", letter, " ", width), (" "):rep(width)
  end
  return letter:rep(width), letter:rep(width)
end

--- The figure for the part of the map in view.
function figure.of(picture)
  local view, nodes, digits = picture.view, collect(picture)
  mark_ends(picture, nodes)
  local width = 2 * digits + 3
  local rule = ("+" .. ("-"):rep(width)):rep(view.width) .. "+"
  local lines = { rule }
  for y = view.y, view.y + view.height - 1 do
    local top, bottom = {}, {}
    for x = view.x, view.x + view.width - 1 do
      local node = nodes[cell_key(picture, x, y)]
      top[#top + 1], bottom[#bottom + 1] =
        cell_lines(picture, node, picture.map:get(x, y), width)
    end
    lines[#lines + 1] = "|" .. table.concat(top, "|") .. "|"
    lines[#lines + 1] = "|" .. table.concat(bottom, "|") .. "|"
    lines[#lines + 1] = rule
  end
  return table.concat(lines, "\n") .. "\n"
end

return figure
