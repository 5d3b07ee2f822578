--- Which numbers are the same in every Lua: what a world is saved with must be read back equal
-- where all numbers are floats. Code that writes or saves data checks it here.

local core = require "astar.core"

local exact = {}

local MOST = 2 ^ 53
local number_type = math.type or function() return "float" end

--- What is wrong with a value: "9007199254740993, above 2^53 and not the same number everywhere";
-- nil: it is no such number.
function exact.problem(value)
  if number_type(value) ~= "integer" or value >= -MOST and value <= MOST then return nil end
  return ("%d, above 2^53 and not the same number everywhere"):format(value)
end

--- A number as text of so many digits, with a point in every locale: 17 tell it from all others.
function exact.digits(number, digits)
  return (("%." .. digits .. "g"):format(number):gsub("[^0-9a-z+-]+", "."))
end

--- The same of all that is in a value: "argument 1.list.3 is …", `place` being how the value is
-- called. What is no table has nothing in it. The first in the order of keys is named.
function exact.problem_in(value, place)
  if type(value) ~= "table" or getmetatable(value) ~= nil then
    local problem = exact.problem(value)
    return problem and ("%s is %s"):format(place, problem)
  end
  for _, key in ipairs(core.keys(value)) do
    local problem = exact.problem(key)
    if problem then return ("%s has a key that is %s"):format(place, problem) end
    problem = exact.problem_in(value[key], ("%s.%s"):format(place, tostring(key)))
    if problem then return problem end
  end
end

return exact
