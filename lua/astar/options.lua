--- Checking a table of options, with messages like those of the C side.

local core = require "astar.core"

local options = {}

local function names_of(valid)
  local names = {}
  for name in pairs(valid) do names[#names + 1] = name end
  table.sort(names)
  return names
end

--- The one of the keys of `valid` that is spelt most like `name`.
function options.nearest(name, valid)
  return core.nearest(name, names_of(valid))
end

local function blame(method, position, level, format, ...)
  error(("bad argument #%d to '%s' (%s)"):format(position, method, format:format(...)), level + 2)
end

--- Raises an error that blames the caller of the method `method`, which was called by Lua code.
-- `level`: 1 when reject is called by the method itself, and one more for each function between.
function options.reject(method, level, format, ...)
  blame(method, 1, level + 1, format, ...)
end

--- Checks `given`, the first argument of `method` unless it has another position, against `valid`:
-- from each key to the types that it may have, and to words for them.
function options.check(method, given, valid, position)
  position = position or 1
  if type(given) ~= "table" then
    blame(method, position, 2, "table expected, got %s", core.show(given))
  end
  for key, value in pairs(given) do
    local expected = valid[key]
    if not expected then
      blame(method, position, 2, "unknown key %s, the nearest is '%s'", core.show(key),
        options.nearest(tostring(key), valid))
    elseif not (" " .. expected[1] .. " "):find(" " .. type(value) .. " ", 1, true) then
      blame(method, position, 2, "%s = %s is not %s", key, core.show(value), expected[2])
    end
  end
end

return options
