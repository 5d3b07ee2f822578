--- Checking a table of options, with messages like those of the C side.

local blame = require "astar.arguments.blame"
local core = require "astar.core"
local pairs = require "astar.pairs".pairs

local options = {}

--- The keys of a table, which are strings, in order.
function options.names(set) return (core.keys(set)) end

--- The one of the keys of `valid` that is spelt most like `name`.
function options.nearest(name, valid)
  return core.nearest(name, options.names(valid))
end

--- ", the nearest is 'x'" for messages; "" where none of the keys of `valid` is near `name`.
function options.hint(name, valid)
  return options.hint_of(name, options.names(valid))
end

--- The same for a list of words.
function options.hint_of(name, words)
  local found, _, is_near = core.nearest(name, words)
  return is_near and (", the nearest is '%s'"):format(found) or ""
end

local function reject(method, position, format, ...)
  blame.fail(method, position, "%s", format:format(...))
end

--- Raises an error about the first argument of `method` that names the line of its caller; nil: of
-- what the script has called.
function options.reject(method, format, ...)
  reject(method, 1, format, ...)
end

-- What is wrong with a key that is none of `keys`: a value without a key has a number for one.
local function unknown_key(key, keys)
  local hint = type(key) == "number" and (", the keys are '%s'"):format(table.concat(keys, "', '"))
    or options.hint_of(tostring(key), keys)
  return ("unknown key %s%s"):format(core.show(key), hint)
end

--- What is wrong with the first key that is none of `keys`; nil: there is none. `listed`: how many
-- values the table may have without a key.
function options.key_problem(given, keys, listed)
  local valid, wrong = {}, nil
  for _, key in ipairs(keys) do valid[key] = true end
  for key in pairs(given) do
    local is_listed = listed and type(key) == "number" and key >= 1 and key <= listed
      and key % 1 == 0
    if not valid[key] and not is_listed and (wrong == nil or core.before(key, wrong)) then
      wrong = key
    end
  end
  if wrong == nil then return nil end
  return unknown_key(wrong, keys)
end

--- What a table of valid keys has for a number: at least `least`, and at most `most`, if there is
-- one.
function options.number(least, most)
  local words = most and ("a number from %s to %s"):format(least, most)
    or ("a number of at least %s"):format(least)
  return { "number", words, least = least, most = most or math.huge }
end

--- The same for a whole number; without `most` it may be math.huge: there is no end.
function options.whole(least, most)
  local words = most and ("a whole number from %d to %.0f"):format(least, most)
    or ("a whole number from %d on"):format(least)
  return { "number", words, least = least, most = most or math.huge, whole = true }
end

local function is_in_range(value, range)
  if not (value >= range.least and value <= range.most) then return false end
  return not range.whole or value == math.huge or value % 1 == 0
end

-- Objects of the core are userdata, each kind with a metatable of its own.
local function is_expected(value, expected)
  local kind, object = type(value), expected.object
  if not (" " .. expected[1] .. " "):find(" " .. kind .. " ", 1, true) then return false end
  if kind == "number" and expected.least then return is_in_range(value, expected) end
  return kind ~= "userdata" or not object or getmetatable(value) == core.metatables[object]
end

--- What is wrong with a key of a table of options, and its value; nil: nothing.
function options.problem(key, value, valid)
  local expected = valid[key]
  if not expected then
    return unknown_key(key, options.names(valid))
  elseif not is_expected(value, expected) then
    return ("%s = %s is not %s"):format(key, core.show(value), expected[2])
  end
end

--- What is wrong with a table of options, nil: nothing. Of several problems it is the first one in
-- the order of keys; those that have no order come last.
function options.first_problem(given, valid)
  local any
  for key, value in pairs(given) do
    any = any or options.problem(key, value, valid)
  end
  if not any then return nil end
  for _, key in ipairs(core.keys(given)) do
    local problem = options.problem(key, given[key], valid)
    if problem then return problem end
  end
  return any
end

--- Checks `given`, the first argument of `method` unless it has another position, against `valid`:
-- from each key to the types that it may have, and to words for them, or to what options.number or
-- options.whole returns; `object` there is the kind of the core's objects that it may be.
function options.check(method, given, valid, position)
  position = position or 1
  if type(given) ~= "table" then
    reject(method, position, "table expected, got %s", core.show(given))
  end
  local problem = options.first_problem(given, valid)
  if problem then reject(method, position, "%s", problem) end
end

--- What is wrong with the value of a key that should be a whole number; nil: nothing.
function options.range_problem(key, value, least, most)
  if type(value) == "number" and value >= least and value <= most and value % 1 == 0 then return end
  return ("%s = %s is not a whole number from %d to %.0f"):format(key, core.show(value), least,
    most)
end

--- Checks that a key of `given`, an argument of `method`, is a whole number, if it is there.
function options.check_range(method, position, given, key, least, most)
  local value = given[key]
  local problem = value ~= nil and options.range_problem(key, value, least, most)
  if problem then reject(method, position, "%s", problem) end
end

return options
