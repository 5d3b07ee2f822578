--- Reading what position queries are made of: numbers, names, places. What is wrong is raised as a
-- table with the reason in it: plan.lua knows whom to blame.

local cells = require "astar.arguments.cells"
local check = require "astar.units.values"
local core = require "astar.core"
local length = require "astar.length"
local object = require "astar.units.object"
local options = require "astar.arguments.options"

local read = {}

local MOST_PLACES = 1024

function read.reject(format, ...)
  error({ reason = format:format(...) })
end

function read.expect_table(what, value)
  if type(value) ~= "table" then
    read.reject("%s: table expected, got %s", what, core.show(value))
  end
end

--- `where`: "" or "score[2]: ". The first wrong key in order is named. `listed`: how many values it
-- may have without a key.
function read.check_keys(where, given, valid, listed)
  for _, key in ipairs(core.keys(given)) do
    local is_listed = type(key) == "number" and key >= 1 and key <= (listed or 0)
    if not valid[key] and not is_listed then
      read.reject("%sunknown key %s%s", where, core.show(key),
        type(key) == "string" and options.hint(key, valid) or "")
    end
  end
end

local function is_number(value) return type(value) == "number" and value == value end

--- A whole number; nil: `default`.
function read.whole(what, value, least, most, default)
  if value == nil and default ~= nil then return default end
  if is_number(value) and value % 1 == 0 and value >= least and value <= most then return value end
  return read.reject("%s = %s is not a whole number from %d to %d", what, core.show(value),
    least, most)
end

--- Any number, in 1/1024.
function read.ratio(what, value, most, default)
  if value == nil and default ~= nil then return default * 1024 end
  if is_number(value) and value >= -most and value <= most then
    return math.floor(value * 1024 + 0.5)
  end
  return read.reject("%s = %s is not a number from -%d to %d", what, core.show(value), most,
    most)
end

function read.name(what, value, expected)
  if type(value) == "string" then return value end
  return read.reject("%s = %s is not %s", what, core.show(value), expected)
end

-- ---- places -------------------------------------------------------------------------------------

-- One that cannot be told where it is, as "gone" or "unseen"; nil: it can.
local function hidden(asker, place)
  if check.field(place, "removed") then return "gone" end
  if not object.is_unit(place) then return nil end
  if asker.unit and not asker.unit:sees(place) then return "unseen" end
  return nil
end

local function add_rectangle(asker, what, place, into)
  local problem = cells.problem(what, place, asker)
  if problem then read.reject("%s", problem) end
  local x, y = cells.at(place)
  local width, height = check.field(place, "width") or 1, check.field(place, "height") or 1
  read.whole(what .. ".width", width, 1, asker.width - x + 1)
  read.whole(what .. ".height", height, 1, asker.height - y + 1)
  local n = #into
  into[n + 1], into[n + 2], into[n + 3], into[n + 4] = x, y, width, height
end

--- One place, x, y, width, height behind those in `into`. A unit that cannot be told where it is:
-- the query has no answer, asker.code says why.
function read.place(asker, what, value, into)
  local code = hidden(asker, value)
  if code then
    asker.code = asker.code or code
  else
    add_rectangle(asker, what, value, into)
  end
end

-- What has one of x and y is meant to be a place.
local function is_one(value)
  return check.is_cell(value) or check.field(value, "x") ~= nil or check.field(value, "y") ~= nil
end

--- One place or a list of them. Of a list, units that cannot be told where they are are left out.
function read.places(asker, what, value, into)
  if is_one(value) then return read.place(asker, what, value, into) end
  if type(value) ~= "table" then
    read.reject("%s = %s is neither a place nor a list of places", what, core.show(value))
  elseif length(value) > MOST_PLACES then
    read.reject("%s: at most %d places expected, got %d", what, MOST_PLACES, length(value))
  end
  for i, one in ipairs(value) do
    local name = ("%s[%d]"):format(what, i)
    if not hidden(asker, one) then add_rectangle(asker, name, one, into) end
  end
end

return read
