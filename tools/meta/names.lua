--- Sets of names: those that an item of a set of declarations has, and sets in order.

local names = {}

--- The names of a set, in order.
function names.sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

local function add(set, item, found)
  for _, field in ipairs(item.fields) do found[field.name] = true end
  for _, method in ipairs(item.methods) do found[method.name] = true end
  for name in pairs(item.hidden) do found[name] = true end
  local parent = item.parent and set.by_name[item.parent]
  if parent then add(set, parent, found) end
  return found
end

--- All that an item and those that it comes from declare, hidden names included: a set.
function names.declared(set, item) return add(set, item, {}) end

return names
