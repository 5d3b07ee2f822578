--- What must be the same in every process: trace(kind, text) writes it down, where lockstep_spec
-- has set ASTAR_TRACE to the name of a file.

local name = os.getenv "ASTAR_TRACE"
local file = name and name ~= "" and assert(io.open(name, "ab"))

return function(kind, text)
  if file then file:write(kind, " ", tostring(text), "\n") end
end
