--- A map as text: terrain, a search, paths, units, danger, and what a player knows.
--
-- One letter a cell. Later layers lie over earlier ones:
--   terrain     its letter (letters.lua, or `legend`); with `player`: blank where unseen
--   influence   1 … 9, where 9 is the greatest value drawn; with `color` shades of red
--               under the letters, from a fifth of that value on
--   field       arrows: the step from each cell; o where one stays, & where a link
--               leads elsewhere
--   areas       a, b, … in the cells of the first, second … area; + in the cells of chokes
--   trace       o opened, x closed, - passed
--   path        A start, B goal, * between; + the end of a partial path
--   links       a, b, … at both ends of the first, second … link; capitals where it is closed
--   units       the first letter of the player's name, or what a function(unit) returns
--   marks       { {x =, y =, letter =, color =}, … }: anything else
-- `level` draws one level; without it, and without x, y, width and height, all levels of a map that
-- has some are drawn below one another, each under its name.
-- `numbers = true` draws a trace as a beginners' guide would, see figure.lua.

local cell_at = require("astar.arguments.cells").at
local copied = require "astar.copied"
local figure = require "astar.map.figure"
local letters = require "astar.formats.letters"
local levels = require "astar.map.level"
local options = require "astar.arguments.options"

local draw = {}

-- What each option may be: the Lua types, and in words.
local FLAG = { "boolean", "a boolean" }
local NUMBER, TABLE = { "number", "a number" }, { "table", "a table" }
local VALID = {
  path = { "userdata table", "a path or a list of paths", object = "path" }, trace = TABLE,
  numbers = FLAG, units = { "boolean function", "a boolean or a function" },
  player = { "userdata", "a player", object = "player" },
  influence = { "userdata", "an influence map", object = "influence" },
  areas = { "userdata", "areas", object = "areas" },
  field = { "userdata", "a field", object = "field" }, marks = TABLE, links = FLAG,
  legend = TABLE, level = { "string", "the name of a level" }, color = FLAG, colors = TABLE,
  x = NUMBER, y = NUMBER, width = NUMBER, height = NUMBER,
}

--- What is sent to a terminal for each terrain and mark (ANSI SGR parameters); `colors` of the
-- options comes before it. "seen" is added to what is known, but not visible now.
draw.colors = {
  plain = "32", grass = "32", wall = "37", mountain = "37", road = "33", bridge = "33",
  swamp = "36", water = "34", wood = "32;1", tree = "32;1", house = "35", sand = "33;1",
  seen = "2", path = "1;97", opened = "92", closed = "94", unit = "1;97",
}

local SHADES = { "48;5;52", "48;5;88", "48;5;124", "48;5;160" }

-- The state of one drawing, a `picture`:
--   view    x, y, width, height: the part of the map that is drawn
--   over    by cell: { letter, color } laid over the terrain
--   shade   by cell: color laid under whatever is there

-- A number of the options, from 1 to `most`.
local function within(given, name, default, most)
  options.check_range("draw", 1, given, name, 1, most)
  return given[name] or default
end

local function level_view(map, given)
  local level = levels.find(map, given.level)
  if not level then options.reject("draw", "level: %s", levels.missing(map, given.level)) end
  if given.x or given.y or given.width or given.height then
    options.reject("draw", "level and x, y, width, height: only one of the two")
  end
  return { x = level.x, y = level.y, width = level.width, height = level.height }
end

local function view_of(map, given)
  if given.level then return level_view(map, given) end
  local view = { x = within(given, "x", 1, map.width), y = within(given, "y", 1, map.height) }
  local right, below = map.width - view.x + 1, map.height - view.y + 1
  view.width = within(given, "width", right, right)
  view.height = within(given, "height", below, below)
  return view
end

local key = figure.cell_key

local function put(picture, x, y, letter, color)
  picture.over[key(picture, x, y)] = { letter, color }
end

-- ---- layers ------------------------------------------------------------------------------------

local function each_cell(view)
  local x, y = view.x - 1, view.y
  return function()
    x = x + 1
    if x == view.x + view.width then x, y = view.x, y + 1 end
    if y < view.y + view.height then return x, y end
  end
end

local function add_influence(picture)
  local influence, most, values = picture.given.influence, 0, {}
  for x, y in each_cell(picture.view) do
    local value = influence:get(x, y)
    if value > 0 then
      values[#values + 1] = { x, y, value }
      most = math.max(most, value)
    end
  end
  for _, item in ipairs(values) do
    local x, y, share = item[1], item[2], item[3] / most
    if picture.given.color then
      picture.shade[key(picture, x, y)] = SHADES[math.ceil(share * (#SHADES + 1)) - 1]
    else
      put(picture, x, y, ("%d"):format(math.ceil(share * 9)))
    end
  end
end

local function add_field(picture)
  for x, y in each_cell(picture.view) do
    local to_x, to_y = picture.given.field:step(x, y)
    local row = to_x and figure.ARROWS[to_y - y]
    if to_x then put(picture, x, y, row and row[to_x - x] or "&") end
  end
end

local function add_areas(picture)
  local areas, letter_of = picture.given.areas, {}
  for number, area in ipairs(areas:list() or {}) do
    letter_of[area.id] = string.char(97 + (number - 1) % 26)
  end
  for x, y in each_cell(picture.view) do
    local id = areas:at(x, y)
    if letter_of[id] then put(picture, x, y, letter_of[id]) end
  end
  for _, choke in ipairs(areas:chokes() or {}) do
    for _, cell in ipairs(choke.cells) do
      put(picture, cell[1], cell[2], "+", picture.colors.path)
    end
  end
end

local function add_trace(picture)
  for _, event in ipairs(picture.given.trace) do
    local closed = event.kind == "closed"
    put(picture, event.x, event.y, closed and "x" or event.kind == "passed" and "-" or "o",
      closed and picture.colors.closed or picture.colors.opened)
  end
end

local function add_path(picture, path)
  local last = #path
  for x, y, i in path:cells() do
    local letter = "*"
    if i == last then
      letter = path.status == "partial" and "+" or "B"
    elseif i == 1 then
      letter = "A"
    end
    put(picture, x, y, letter, picture.colors.path)
  end
end

-- One path, or a list of paths.
local function add_paths(picture)
  local given = picture.given.path
  local list = type(given) == "table" and not given.cells and given or { given }
  for _, path in ipairs(list) do add_path(picture, path) end
end

local function unit_letter(unit)
  return unit.player.name:match("^[%z\1-\127\194-\244][\128-\191]*") or "@"
end

local function put_unit(picture, unit, letter, color)
  local size = unit.class.size
  for y = unit.y, unit.y + size - 1 do
    for x = unit.x, unit.x + size - 1 do put(picture, x, y, letter, color) end
  end
end

local function is_known(picture, x, y)
  local player = picture.given.player
  return not player or player:knows(x, y) ~= "unseen"
end

local function add_links(picture)
  local number = 0
  for link in picture.map:links() do
    local letter = string.char((link.is_open and 97 or 65) + number % 26)
    local x1, y1, x2, y2 = link:ends()
    if is_known(picture, x1, y1) then put(picture, x1, y1, letter) end
    if is_known(picture, x2, y2) then put(picture, x2, y2, letter) end
    number = number + 1
  end
end

local function add_units(picture)
  local look = picture.given.units == true and unit_letter or picture.given.units
  for unit in picture.map:units() do
    if not picture.given.player or unit:visible_to(picture.given.player) then
      local letter, color = look(unit)
      if letter then put_unit(picture, unit, letter, color or picture.colors.unit) end
    end
  end
end

local function add_marks(picture)
  for _, mark in ipairs(picture.given.marks) do
    local x, y = cell_at(mark)
    put(picture, x, y, mark.letter, mark.color or picture.colors.path)
  end
end

-- ---- the text ----------------------------------------------------------------------------------

-- Letter and color of the ground, as far as the player knows it.
local function ground(picture, x, y)
  local player = picture.given.player
  if not player then
    local name = picture.map:get(x, y)
    return picture.letters[name], picture.colors[name]
  end
  local known, name = player:knows(x, y)
  if known == "unseen" then return " ", nil end
  local color = picture.colors[name]
  if known == "seen" then
    color = picture.colors["seen " .. name] or (color and color .. ";" or "") .. picture.colors.seen
  end
  return picture.letters[name], color
end

-- What stands in a cell and, where colors are wanted, its color: these add up, from the ground to
-- what lies over it.
local function letter_at(picture, x, y)
  local at = key(picture, x, y)
  local over, shade = picture.over[at], picture.shade[at]
  if not picture.given.color then return over and over[1] or (ground(picture, x, y)) end
  local letter, color = ground(picture, x, y)
  local sum = "0" .. (color and ";" .. color or "") .. (shade and ";" .. shade or "")
  if not over then return letter, sum end
  return over[1], sum .. (over[2] and ";" .. over[2] or "")
end

local RESET = "\27[0m"

-- A row of squares: a code is sent where the color changes.
local function square_row(picture, y)
  local pieces, now, view = {}, nil, picture.view
  for x = view.x, view.x + view.width - 1 do
    local letter, color = letter_at(picture, x, y)
    if color ~= now then pieces[#pieces + 1] = "\27[" .. color .. "m" end
    now = color
    pieces[#pieces + 1] = letter
  end
  return table.concat(pieces) .. (now and RESET or "")
end

-- A line of hexagons: those of the columns from `first` on, `step` columns apart, with a blank
-- between, behind so many blanks.
local function hex_line(picture, y, first, step, blanks)
  local cells, view = {}, picture.view
  for x = first, view.x + view.width - 1, step do
    local letter, color = letter_at(picture, x, y)
    cells[#cells + 1] = color and "\27[" .. color .. "m" .. letter .. RESET or letter
  end
  return (" "):rep(blanks) .. table.concat(cells, " ")
end

-- A row of hexagons: every second one stands half a cell to the right.
local function hex_row(picture, y)
  return hex_line(picture, y, picture.view.x, 1, (y - 1) % 2)
end

-- Where tops are flat a row takes two lines: the columns that stand half a cell lower come second.
local function flat_hex_row(picture, y)
  local view, lines = picture.view, {}
  for shifted = 0, 1 do
    local first = view.x + (view.x - 1 + shifted) % 2
    if first < view.x + view.width then
      lines[#lines + 1] = hex_line(picture, y, first, 2, first - view.x)
    else
      lines[#lines + 1] = ""
    end
  end
  return table.concat(lines, "\n")
end

local ROWS = { square = square_row, hex = hex_row, flat_hex = flat_hex_row }

local function text_of(picture)
  local row, list, view = ROWS[picture.map.grid], {}, picture.view
  for y = view.y, view.y + view.height - 1 do list[#list + 1] = row(picture, y) end
  return table.concat(list, "\n") .. "\n"
end

local function picture_of(map, given)
  local picture = {
    map = map, width = map.width, view = view_of(map, given), given = given, over = {}, shade = {},
    letters = letters.of(map, given.legend),
    colors = setmetatable(copied(given.colors or {}), { __index = draw.colors }),
  }
  if given.numbers then
    if not given.trace then options.reject("draw", "numbers = true needs a trace") end
    if map.grid ~= "square" then options.reject("draw", "numbers = true is for square grids") end
    return figure.of(picture)
  end
  if given.influence then add_influence(picture) end
  if given.field then add_field(picture) end
  if given.areas then add_areas(picture) end
  if given.trace then add_trace(picture) end
  if given.path then add_paths(picture) end
  if given.links then add_links(picture) end
  if given.units then add_units(picture) end
  if given.marks then add_marks(picture) end
  return text_of(picture)
end

-- Each under its name.
local function all_levels(map, given)
  local list, copy = {}, copied(given)
  for level in levels.each(map) do
    copy.level = level.name
    list[#list + 1] = level.name .. "\n" .. picture_of(map, copy)
  end
  return table.concat(list)
end

--- map:draw{…}: the picture, every row ended by a newline.
function draw.picture(map, given)
  given = given or {}
  options.check("draw", given, VALID)
  local is_part = given.level or given.x or given.y or given.width or given.height
  if is_part or map:_level_count() == 0 then return picture_of(map, given) end
  return all_levels(map, given)
end

return draw
