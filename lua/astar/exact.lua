--- Which numbers are the same in every Lua: what a world is saved with must be read alike where all
-- numbers are floats. What writes data asks here, and so does what saves them.

local exact = {}

local MOST = 2 ^ 53
local number_type = math.type or function() return "float" end

--- What is wrong with a value: "9007199254740993, above 2^53 and not the same number everywhere";
-- nil: it is no such number.
function exact.problem(value)
  if number_type(value) ~= "integer" or value >= -MOST and value <= MOST then return nil end
  return ("%d, above 2^53 and not the same number everywhere"):format(value)
end

--- Are two numbers the same for everyone who may look at them? 1 and 1.0 are not, nor 0.0 and -0.0.
function exact.same(a, b)
  if a ~= b then return a ~= a and b ~= b end
  return number_type(a) == number_type(b) and (a ~= 0 or 1 / a == 1 / b)
end

return exact
