--- Parameters: numbers that mod.lua declares with the range of each, and the game may set when it
-- loads the mod. The mod's files read them as `require "astar.parameters"`, which is read-only.

local bridge = require "astar.mods.guest.bridge"
local options = require "astar.arguments.options"
local strict = require "astar.arguments.strict"

local pairs = bridge.pairs                       -- in order, so that the first mistake is the same

local parameters = { is_known = false }

local MOST = 64

-- What mods read, which is read-only as soon as it is known (own_files.lua). What it has not is an
-- error.
local values, names = {}, {}
parameters.values = setmetatable(values, {
  __index = function(_, key) return strict.read("parameters", key, names) end,
})

local function reject(format, ...)
  error(("mod.lua: parameters: %s"):format(format:format(...)), 0)
end

local function is_number(value)
  return type(value) == "number" and value == value and value > -math.huge and value < math.huge
end

local function is_whole(value) return value == nil or value % 1 == 0 end

local LONGEST = 64                               -- bytes of a name

-- Letters, digits and _: names are keys, and are written NAME=VALUE.
local function is_name(name)
  if type(name) ~= "string" or name == "" or #name > LONGEST then return false end
  for i = 1, #name do
    local byte = name:byte(i)
    local is_letter = byte >= 65 and byte <= 90 or byte >= 97 and byte <= 122 or byte == 95
    if not is_letter and (i == 1 or byte < 48 or byte > 57) then return false end
  end
  return true
end

-- What mod.lua says of one: { name, least, most, default, whole }.
local function read_one(name, range)
  if not is_name(name) then reject("'%s' is no name", tostring(name)) end
  local least, most, default
  if type(range) == "table" then least, most, default = range[1], range[2], range[3] end
  local is_range = is_number(least) and is_number(most) and least < most
  if not is_range or default ~= nil and not is_number(default) then
    reject("%s is { least, most } or { least, most, default }, numbers in this order", name)
  end
  local whole = is_whole(least) and is_whole(most) and is_whole(default)
  local middle = (least + most) / 2
  if default == nil then default = whole and math.floor(middle) or middle end
  if default < least or default > most then
    reject("%s: the default %s is out of range, %s to %s", name, tostring(default),
      tostring(least), tostring(most))
  end
  return { name = name, least = least, most = most, default = default, whole = whole }
end

-- What the game gives must be known and in range.
local function check_given(given, declared)
  for name, value in pairs(given) do
    local own = declared[name]
    if not own then
      reject("there is no '%s'%s", name, options.hint(name, declared))
    elseif not (value >= own.least and value <= own.most) then
      reject("%s = %s is out of range, %s to %s", name, tostring(value), tostring(own.least),
        tostring(own.most))
    elseif own.whole and value % 1 ~= 0 then
      reject("%s = %s is not a whole number", name, tostring(value))
    end
  end
end

--- Reads what mod.lua declares, and what the game has given: a list of what there is, with values.
function parameters.declare(ranges, given)
  local list, declared = {}, {}
  for name, range in pairs(ranges or {}) do
    if #list == MOST then reject("more than %d", MOST) end
    local own = read_one(name, range)
    list[#list + 1], declared[name] = own, own
  end
  check_given(given or {}, declared)
  for _, own in ipairs(list) do
    own.value = given and given[own.name]
    if own.value == nil then own.value = own.default end
    values[own.name], names[own.name] = own.value, true
  end
  parameters.is_known = true
  return list
end

return parameters
