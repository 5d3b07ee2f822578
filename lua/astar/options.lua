--- Checking a table of options, with messages like those of the C side.

local core = require "astar.core"

local options = {}

local function names_of(valid)
  local names = {}
  for name in pairs(valid) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- Raises an error that blames the caller of the method `method`, which was called by Lua code.
-- `level`: 1 when reject is called by the method itself, and one more for each function between.
function options.reject(method, level, format, ...)
  error(("bad argument #1 to '%s' (%s)"):format(method, format:format(...)), level + 2)
end

--- Checks `given`, the first argument of `method`, against `valid`: from each key to the types
-- that it may have, and to words for them.
function options.check(method, given, valid)
  if type(given) ~= "table" then
    options.reject(method, 2, "table expected, got %s", core.show(given))
  end
  for key, value in pairs(given) do
    local expected = valid[key]
    if not expected then
      options.reject(method, 2, "unknown key %s, the nearest is '%s'", core.show(key),
        core.nearest(tostring(key), names_of(valid)))
    elseif not (" " .. expected[1] .. " "):find(" " .. type(value) .. " ", 1, true) then
      options.reject(method, 2, "%s = %s is not %s", key, core.show(value), expected[2])
    end
  end
end

return options
