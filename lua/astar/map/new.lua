--- astar.map: a map of options, its terrains and what is painted on it.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local from = require("astar.lazy").module "astar.map.from"
local letters = require "astar.formats.letters"
local levels = require "astar.map.level"
local option_table = require "astar.arguments.options"
local paint = require "astar.map.paint"
local pairs = require "astar.pairs".pairs
local places = require "astar.formats.places"
local rejection = require "astar.arguments.reject"

local hint_of, key_problem = option_table.hint_of, option_table.key_problem
local attempt, caught, reject = rejection.attempt, rejection.caught, rejection.because

-- ---- options ----------------------------------------------------------------------------------

local KEYS = { "cell", "diagonal", "fill", "from", "grid", "height", "legend", "levels", "origin",
  "projection", "rows", "straight", "terrains", "walkable", "width" }
local TYPES = { { "rows", "string or table" }, { "from", "table" }, { "legend", "table" },
  { "levels", "table" }, { "terrains", "table" }, { "fill", "string" }, { "origin", "table" },
  { "cell", "number or table" } }
local KIND_KEYS = { "cost", "current", "height", "name", "opaque" }
local LEVEL_KEYS = { "from", "height", "name", "rows", "width" }

local function check_keys(what, given, keys)
  local problem = key_problem(given, keys)
  if problem then reject("%s%s", what, problem) end
end

local function check_options(options)
  if type(options) ~= "table" then reject("table expected, got %s", core.show(options)) end
  check_keys("", options, KEYS)
  for _, one in ipairs(TYPES) do
    local key, expected = one[1], one[2]
    local value = options[key]
    if value ~= nil and not expected:find(type(value), 1, true) then
      reject("%s = %s is not a %s", key, core.show(value), expected)
    end
  end
end

-- ---- terrains: a list of { name =, cost =, opaque =, height =, current = } --------------------

local DEFAULT = {
  { name = "plain", cost = 10 }, { name = "wall", cost = false },
}

local function check_list(list)
  for i, kind in ipairs(list) do
    if type(kind) ~= "table" then reject("terrains[%d] is not a table", i) end
    check_keys(("terrains[%d]: "):format(i), kind, KIND_KEYS)
  end
  return list
end

-- By name, since the order of a table's keys differs from run to run.
local function sorted(terrains)
  local list = {}
  local wrong
  for name in pairs(terrains) do
    local is_first = wrong == nil or core.before(name, wrong)
    if type(name) ~= "string" and is_first then wrong = name end
  end
  if wrong ~= nil then reject("terrains: %s is not a name", core.show(wrong)) end
  for i, name in ipairs(core.keys(terrains)) do
    local kind = terrains[name]
    local full = type(kind) == "table" and kind or { cost = kind }
    check_keys(("terrains.%s: "):format(name), full, { "cost", "current", "height", "opaque" })
    list[i] = { name = name, cost = full.cost, opaque = full.opaque, height = full.height,
      current = full.current }
  end
  return list
end

local function position(list, name)
  for i, kind in ipairs(list) do
    if kind.name == name then return i end
  end
end

local function names_of(list)
  local names = {}
  for i, kind in ipairs(list) do names[i] = tostring(kind.name) end
  return names
end

-- The list, and the name of the kind that fills the map. That one comes first, unless the order
-- was given.
local function terrains_of(options)
  local given = options.terrains or DEFAULT
  local is_list = given[1] ~= nil
  local list = is_list and check_list(given) or sorted(given)
  if #list == 0 then reject("terrains: there is none") end
  local fill = options.fill or (position(list, "plain") and "plain") or list[1].name
  local at = position(list, fill)
  if not at then
    reject("fill = '%s' is none of the terrains%s", fill, hint_of(fill, names_of(list)))
  end
  if not is_list then table.insert(list, 1, table.remove(list, at)) end
  return list, fill
end

local function define(map, list)
  for i, kind in ipairs(list) do
    if position(list, kind.name) ~= i then reject("terrains: '%s' is there twice", kind.name) end
    attempt(("terrains.%s: "):format(tostring(kind.name)), map.terrain, map, kind.name,
      { cost = kind.cost, opaque = kind.opaque, height = kind.height, current = kind.current })
  end
end

-- ---- the constructor --------------------------------------------------------------------------

local function check_side(what, key, value)
  local is_whole = type(value) == "number" and value == math.floor(value)
  if not is_whole or value < 1 or value > 2 ^ 28 then
    reject("%s: %s = %s is out of range, 1 to %d", what, key, core.show(value), 2 ^ 28)
  end
  return value
end

local function check_size(given, what, width, height)
  if (given.width or width) ~= width or (given.height or height) ~= height then
    reject("%s of %d x %d, but width = %s, height = %s", what, width, height,
      core.show(given.width), core.show(given.height))
  end
end

-- Rows of hexagons may be drawn shifted, as map:draw does: with blanks between the cells.
local function rows_of(given, options)
  local rows, legend = paint.split(given), options.legend
  if options.grid ~= "hex" or legend and legend[" "] then return rows end
  local close = {}
  for i, row in ipairs(rows) do close[i] = type(row) == "string" and row:gsub(" ", "") or row end
  return close
end

-- What is painted on a map or a level: { what =, source =, legend =, width =, height = }, or false.
-- `given` are its options, `reader` reads tables.
local function painting(given, options, reader)
  if given.rows and given.from then reject("rows and from: only one of the two") end
  local one
  if given.from then
    local width, height = from.size(given.from, "from")
    one = { what = "from", width = width, height = height,
      source = from.names(reader, given.from, width, height, "from") }
  elseif given.rows then
    local rows = rows_of(given.rows, options)
    if type(rows[1]) ~= "string" or rows[1] == "" then reject("rows: there is none") end
    one = { what = "rows", source = rows, legend = options.legend or {},
      width = letters.count(rows[1]), height = #rows }
  end
  if one then check_size(given, one.what, one.width, one.height) end
  return one or false
end

-- What a level that is given so has painted on it, and its size.
local function level_of(given, options, reader, what)
  if given.from ~= nil and type(given.from) ~= "table" then reject("%s: from is no table", what) end
  if given.rows ~= nil and type(given.rows) ~= "table" and type(given.rows) ~= "string" then
    reject("%s: rows = %s is no text or table", what, core.show(given.rows))
  end
  local one, reason = caught(painting, given, options, reader)
  if one == nil then reject("%s: %s", what, reason) end
  local width, height = one and one.width or given.width, one and one.height or given.height
  return one, check_side(what, "width", width), check_side(what, "height", height)
end

-- What core.new takes for levels, and what is painted on each.
local function levels_of(options, reader)
  local list, painted, taken = {}, {}, {}
  if (options.grid or "square") ~= "square" then reject("levels are for square grids") end
  for i, given in ipairs(options.levels) do
    local what = ("levels[%d]"):format(i)
    if type(given) ~= "table" then reject("%s is not a table", what) end
    check_keys(what .. ": ", given, LEVEL_KEYS)
    local name = given.name
    if type(name) ~= "string" or not name:find("^[^%z]+$") or #name > 63 then
      reject("%s: name = %s is not a name of 1 to 63 bytes", what, core.show(name))
    end
    if taken[name] then reject("levels: '%s' is there twice", name) end
    local width, height
    painted[i], width, height = level_of(given, options, reader, what)
    taken[name], list[i] = true, { name, width, height }
  end
  if #list == 0 then reject("levels: there is none") end
  for _, key in ipairs { "from", "height", "rows", "width" } do
    if options[key] then reject("levels and %s: only one of the two", key) end
  end
  return list, painted
end

local function check_hexagons(options)
  if options.diagonal ~= nil then
    reject("diagonal is for square grids: all steps between hexagons cost the same")
  end
  if options.projection == "isometric" then
    reject("projection = 'isometric' is for square grids")
  end
end

local function new(options, width, height, given)
  if not given and width == nil and height == nil then
    reject("it needs rows, or width and height")
  end
  local origin, grid = options.origin or { 0, 0 }, options.grid or "square"
  local cell = places.cell(options.cell or 1, grid)
  local projection, straight = options.projection or "square", options.straight or 10
  if grid ~= "square" then check_hexagons(options) end
  local diagonal = options.diagonal or (grid == "square" and 14 or straight)
  return attempt("", core.new, width, height, straight, diagonal, projection, origin[1], origin[2],
    cell[1], cell[2], grid, given)
end

local function paint_cells(map, what, one, x, y)
  what = what .. one.what
  local ids, message = paint.ids(map, one.source, one.legend, one.width, one.height)
  if not ids then reject("%s: %s", what, message) end
  attempt(what .. ": ", map._paint, map, ids, x, y, one.width, one.height)
end

local function has_from(options)
  for _, given in ipairs(options.levels or {}) do
    if type(given) == "table" and given.from ~= nil then return true end
  end
  return options.from ~= nil
end

local function build(options)
  check_options(options)
  local list, fill = terrains_of(options)
  if options.walkable ~= nil and not has_from(options) then
    reject("walkable says what the cells of `from` mean, which is missing")
  end
  local reader = has_from(options) and from.new(list, fill, options.walkable)
  local given, painted, own
  if options.levels then given, painted = levels_of(options, reader)
  else own = painting(options, options, reader) end
  if reader then list = from.terrains(reader) end
  local map = new(options, own and own.width or options.width, own and own.height or options.height,
    given)
  define(map, list)
  if options.legend then letters.remember(map, options.legend) end
  if fill ~= list[1].name then map:fill(fill) end
  if own then paint_cells(map, "", own, 1, 1) end
  for level in levels.each(map) do
    local one = painted[level.number]
    if one then paint_cells(map, ("levels[%d]: "):format(level.number), one, level.x, level.y) end
  end
  return map
end

--- A new map, see docs/reference/map.md.
return function(options)
  local map, reason = caught(build, options)
  return map or blame.fail("map", 1, "%s", reason)
end
