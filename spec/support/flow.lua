--- Fields drawn as text.

local maps = require "support.maps"

local flow = {}

local DIRECTIONS = {
  { 1, 0, "→" }, { -1, 0, "←" }, { 0, 1, "↓" }, { 0, -1, "↑" },
  { 1, 1, "↘" }, { -1, 1, "↙" }, { 1, -1, "↗" }, { -1, -1, "↖" },
}

-- ---- pictures ---------------------------------------------------------------------------------

--- A picture as it stands in a spec, without indentation and with single blanks.
function flow.picture(text)
  return (text:gsub("^%s+", ""):gsub("%s*\n%s*", "\n"):gsub("%s+$", ""):gsub(" +", " "))
end

--- A map from a picture with a field on it: `make(map, at)` makes it.
function flow.on(text, make)
  local map, at = maps.read(text)
  return map, make(map, at)
end

--- Fails unless a field is drawn like a picture.
function flow.shows(expected, got)
  local picture = flow.picture(expected)
  if picture ~= got then error(("expected\n%s\ngot\n%s"):format(picture, got), 2) end
end

local function draw(map, letter)
  local rows = {}
  for y = 1, map.height do
    local row = {}
    for x = 1, map.width do row[x] = letter(x, y) end
    rows[y] = table.concat(row, " ")
  end
  return table.concat(rows, "\n")
end

local function arrow(dx, dy)
  for _, step in ipairs(DIRECTIONS) do
    if step[1] == dx and step[2] == dy then return step[3] end
  end
  return "o"
end

--- The cost of each cell, `#` where there is none.
function flow.costs(map, field)
  return draw(map, function(x, y)
    local cost = field:cost(x, y)
    return cost and ("%d"):format(cost) or "#"
  end)
end

--- The step of each cell as an arrow, `o` where one stays, `#` where there is none.
function flow.steps(map, field)
  return draw(map, function(x, y)
    local to_x, to_y = field:step(x, y)
    return to_x and arrow(to_x - x, to_y - y) or "#"
  end)
end

--- All that a field says of each cell: cost and step, or the reason why there is none.
function flow.all(map, field)
  return draw(map, function(x, y)
    local cost, why = field:cost(x, y)
    if not cost then return why end
    local to_x, to_y = field:step(x, y)
    return ("%d%s"):format(cost, arrow(to_x - x, to_y - y))
  end)
end

return flow
