--- Arguments of a mod's calls that the host has to limit. Both sides of the wall use these checks:
-- the mod's instance first, because it knows which line to blame; the host again, because it takes
-- nothing from a mod unchecked. Each check returns nil, or what is wrong with the argument.

local arguments = {}

local LONGEST_KEY = 256                          -- bytes
local LONGEST_FILE = 128                         -- bytes of a file's name
local MOST_THREATS, MOST_FOUND = 1024, 1024
local A_GOAL = 5                                 -- instructions that it is worth

--- A key of a reservation.
function arguments.key(key)
  if type(key) ~= "string" and (type(key) ~= "number" or key ~= key) then
    return ("a string or a number expected, got %s"):format(type(key))
  elseif type(key) == "string" and #key > LONGEST_KEY then
    return ("a key has at most %d bytes, got %d"):format(LONGEST_KEY, #key)
  end
end

--- How many threats a unit may flee from at once.
function arguments.threats(count)
  if count > MOST_THREATS then
    return ("at most %d threats expected, got %d"):format(MOST_THREATS, count)
  end
end

--- A query of a mod's, or nil: some keys are not for mods, and some influence maps are not for that
-- instance of it. Returns a table.
function arguments.query(instance, query)
  if query == nil then return {} end
  if type(query) ~= "table" then error("query: a table expected", 0) end
  for _, key in ipairs { "extra_cost", "trace" } do
    if query[key] ~= nil then error(("query: a mod cannot use '%s'"):format(key), 0) end
  end
  instance:check_influence(query)
  return query
end

--- The same where a unit asks about its paths and places: as for unit:path, it names nobody else.
function arguments.query_of(instance, unit, query)
  query = arguments.query(instance, query)
  for _, key in ipairs { "class", "player", "unit" } do
    if query[key] ~= nil and query[key] ~= unit then
      error(("query: '%s' where a unit asks for itself"):format(key), 0)
    end
  end
  query.unit = unit.body
  return query
end

--- { x1, y1, x2, y2 … } as a list of cells.
function arguments.cells(list)
  local cells = {}
  for i = 1, #list, 2 do cells[#cells + 1] = { list[i], list[i + 1] } end
  return cells
end

--- The goals of which the nearest is wanted, as the library has them; and how many.
function arguments.goals(instance, goals)
  if type(goals) ~= "table" or goals.unseen then return goals end
  instance.box:charge(A_GOAL * #goals)
  return arguments.cells(goals)
end

function arguments.count(count)
  return type(count) == "number" and math.min(count, MOST_FOUND) or count
end

-- Is it a byte of [%w_-]? There are no patterns in a mod's state.
local function is_of_name(byte)
  return byte >= 48 and byte <= 57 or byte >= 65 and byte <= 90 or byte >= 97 and byte <= 122
    or byte == 95 or byte == 45
end

-- "tools.ways" as "tools/ways"; nil where a part is empty or has other characters.
local function path_of(stem)
  local letters, before = {}, "/"
  for i = 1, #stem do
    local letter = stem:sub(i, i)
    if letter == "." then letter = "/" end
    if letter == "/" and before == "/" or letter ~= "/" and not is_of_name(letter:byte()) then
      return nil
    end
    letters[i], before = letter, letter
  end
  return before ~= "/" and table.concat(letters) or nil
end

--- The name of a mod's file, "ways", "ways.lua" or "tools.ways". Returns what is wrong, or nil and
-- the file's path in the mod's folder, which never leads out of it.
function arguments.file(name)
  if type(name) ~= "string" then
    return ("a file's name expected, got %s"):format(type(name))
  elseif #name > LONGEST_FILE then
    return ("a file's name has at most %d bytes, got %d"):format(LONGEST_FILE, #name)
  end
  local path = path_of(name:sub(-4) == ".lua" and name:sub(1, -5) or name)
  if path then return nil, path .. ".lua" end
  return ("a mod's files are named by letters, digits, _ and -, got '%s'"):format(name)
end

return arguments
