--- copied(list) -> a new table with the same keys and values.

local pairs = require "astar.pairs".pairs

return function(list)
  local copy = {}
  for key, value in pairs(list) do copy[key] = value end
  return copy
end
