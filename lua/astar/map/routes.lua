--- Routes: the paths between some named places, found once, and kept as a string.
--
-- The string says on which ground they were found: what all cells and links cost under the query.
-- If a map that reads them has the same ground, its paths are the cheapest ones without any search.

local blame = require "astar.arguments.blame"
local cells = require "astar.arguments.cells"
local core = require "astar.core"
local options = require "astar.arguments.options"
local pairs = require "astar.pairs".pairs
local reject = require "astar.arguments.reject"
local strict = require "astar.arguments.strict"

local MOST_PLACES = 64
local HEAD = "astar routes 1 "                   -- and behind it the checksum of all that follows
local VALID = { places = { "table", "a table of places" },
  query = { "table userdata", "a query" } }

local Routes = {}                                -- the methods

-- ---- places -------------------------------------------------------------------------------------

local function place_of(map, name, cell)
  if type(name) ~= "string" or name == "" then
    options.reject("routes", "places: %s is not a name", core.show(name))
  end
  local x, y = cells.read("places." .. name, cell, map)
  if not x then options.reject("routes", "%s", y) end
  return { name, x, y }
end

-- A list of { name, x, y }, by name.
local function places_of(map, given)
  local list = {}
  for name, cell in pairs(given) do list[#list + 1] = place_of(map, name, cell) end
  table.sort(list, function(a, b) return core.before(a[1], b[1]) end)
  if #list < 2 or #list > MOST_PLACES then
    options.reject("routes", "%d places: 2 to %d make routes", #list, MOST_PLACES)
  end
  return list
end

local function numbers_of(places)
  local numbers = {}
  for i, place in ipairs(places) do numbers[place[1]] = i end
  return numbers
end

-- ---- finding ------------------------------------------------------------------------------------

-- Paths, or codes of those that there are not: paths[from][to].
local function find(map, places, query)
  local paths = {}
  for i, from in ipairs(places) do
    paths[i] = {}
    for j, to in ipairs(places) do
      if i ~= j then
        local path, code = map:path(from[2], from[3], to[2], to[3], query)
        paths[i][j] = path or code
      end
    end
  end
  return paths
end

local function new(map, places, query, paths)
  return setmetatable({ _map = map, _places = places, _numbers = numbers_of(places),
    _query = query, _paths = paths, _changed = false }, Routes)
end

-- ---- asking -------------------------------------------------------------------------------------

local function number_of(self, name, argument)
  local number = self._numbers[name]
  if number then return number end
  blame.fail("path", argument, "there is no place %s%s", core.show(name),
    options.hint(tostring(name), self._numbers))
end

--- The path from one place to another: path [, "changed"] | nil, code.
function Routes:path(from, to)
  local i, j = number_of(self, from, 1), number_of(self, to, 2)
  if i == j then blame.fail("path", 2, "'%s' is where the path begins", to) end
  local path = self._paths[i][j]
  if type(path) == "string" then return nil, path end
  if not self._changed then return path end
  if path:blocked(self._query) then return nil, "blocked" end
  return path, "changed"
end

--- Finds all of them again, for the map as it is now.
function Routes:update()
  self._paths = find(self._map, self._places, self._query)
  self._changed = false
  return self
end

--- for name, x, y in routes:places() do, by name.
function Routes:places()
  local i = 0
  return function()
    i = i + 1
    local place = self._places[i]
    if place then return place[1], place[2], place[3] end
  end
end

function Routes:__tostring()
  return ("routes (%d places%s)"):format(#self._places, self._changed and ", changed" or "")
end

-- ---- as a string --------------------------------------------------------------------------------

-- A piece of any length, which stands before it. (%s would end at a zero in Lua 5.1 and 5.2.)
local function packed(text) return ("%d:"):format(#text) .. text end

--- All places and paths as a string, for map:read_routes.
function Routes:save()
  local parts = { self._map:_ground(self._query), packed(tostring(#self._places)) }
  for _, place in ipairs(self._places) do
    for i = 1, 3 do parts[#parts + 1] = packed(i > 1 and ("%d"):format(place[i]) or place[i]) end
  end
  for i = 1, #self._places do
    for j = 1, #self._places do
      local path = self._paths[i][j]
      if path then
        local is_code = type(path) == "string"
        parts[#parts + 1] = packed(is_code and "c" .. path or "p" .. path:_save())
      end
    end
  end
  local text = table.concat(parts)
  return HEAD .. core.checksum(text) .. "\n" .. text
end

-- Reads one piece after the other; nil where there is none.
local function unpacker(text, at)
  return function()
    local first, last, length = text:find("^(%d+):", at)
    length = tonumber(length)
    if not first or #tostring(length) > 9 or last + length > #text then return nil end
    at = last + length + 1
    return text:sub(last + 1, at - 1)
  end, function() return at == #text + 1 end
end

local function whole_number(text, least, most)
  local number = text and text:find("^%d+$") and #text < 10 and tonumber(text)
  return number and number >= least and number <= most and number or nil
end

local function read_places(map, take)
  local count = whole_number(take(), 2, MOST_PLACES)
  local places = {}
  for i = 1, count or 0 do
    local name, x, y = take(), whole_number(take(), 1, map.width),
      whole_number(take(), 1, map.height)
    if not (name and name ~= "" and x and y) then return nil end
    if i > 1 and not core.before(places[i - 1][1], name) then return nil end
    places[i] = { name, x, y }
  end
  return count and places
end

local CODES = { unreachable = true, crowded = true, start_blocked = true, goal_blocked = true,
  budget = true, limit = true }

-- A path from a place, or a code; nil: it is neither.
local function read_route(map, from, piece)
  local kind, rest = piece:sub(1, 1), piece:sub(2)
  if kind == "c" then return CODES[rest] and rest or nil end
  if kind ~= "p" then return nil end
  local path = map:_load_path(rest)
  if not path then return nil end
  local x, y = path:cell(1)
  return x == from[2] and y == from[3] and path or nil
end

local function read_paths(map, places, take)
  local paths = {}
  for i = 1, #places do
    paths[i] = {}
    for j = 1, #places do
      if i ~= j then
        local piece = take()
        paths[i][j] = piece and read_route(map, places[i], piece)
        if not paths[i][j] then return nil end
      end
    end
  end
  return paths
end

local function code_of(text)
  if text:sub(1, #HEAD) == HEAD then return "damaged" end
  return text:find("^astar routes %d+ ") and "newer" or "foreign"
end

-- Returns routes, or nil and a code.
local function read(map, text, query, ground)
  local sum, body = text:match("^astar routes 1 (%x+)\n(.*)$")
  if not sum then return nil, code_of(text) end
  if core.checksum(body) ~= sum then return nil, "damaged" end
  local take, is_end = unpacker(body, 17)
  local places = read_places(map, take)
  if not places then return nil, "damaged" end
  local paths = read_paths(map, places, take)
  if not paths or not is_end() then return nil, "damaged" end
  local routes = new(map, places, query, paths)
  routes._changed = ground ~= body:sub(1, 16)
  return routes
end

-- ---- methods of the map -------------------------------------------------------------------------

local routes = {}

--- map:routes{ places = { name = { x, y }, … }, query = } -> routes
function routes.new(map, given)
  options.check("routes", given, VALID)
  if not given.places then options.reject("routes", "'places' is missing") end
  local places = places_of(map, given.places)
  return new(map, places, given.query, find(map, places, given.query))
end

--- map:read_routes(text [, query]) -> routes | nil, code
function routes.read(map, text, query)
  if type(text) ~= "string" then
    blame.fail("read_routes", 1, "a string expected, got %s", core.show(text))
  end
  local ground, problem = reject.caught(reject.attempt, "", map._ground, map, query)
  if problem then blame.fail("read_routes", 2, "%s", problem) end
  return read(map, text, query, ground)
end

strict.class("routes", Routes, { changed = "read" })

return routes
