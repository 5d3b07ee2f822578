--- shown(value): a table in one line, its keys in order, four tables deep; other values as tostring
-- says, functions and objects that have no name of their own by their kinds.

local function shown(value, depth)
  if type(value) == "function" then return "function" end
  if type(value) ~= "table" or getmetatable(value) then return tostring(value) end
  if depth == 4 then return "…" end
  local parts = {}
  for key, one in pairs(value) do
    parts[#parts + 1] = ("%s=%s"):format(tostring(key), shown(one, depth + 1))
  end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

return function(value) return shown(value, 0) end
