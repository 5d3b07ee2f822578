-- How many searches units ask for while `f` runs.

local core = require "astar.core"

return function(f)
  local methods, count = core.metatables.unit.methods, 0
  local request = methods.request_path
  methods.request_path = function(...)
    count = count + 1
    return request(...)
  end
  f()
  methods.request_path = request
  return count
end
