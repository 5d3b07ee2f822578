--- What the declarations (tools/meta) say of values: which kinds of values a type takes.

package.path = "tools/?.lua;" .. package.path

local declarations = require "meta.declarations"
local types = require "meta.types"

local declared = {}

local PLAIN = { integer = "integer", number = "number", string = "string", boolean = "boolean",
  ["true"] = "boolean", ["false"] = "boolean", table = "table", ["function"] = "function",
  ["nil"] = "nil", any = "any" }
local OF_TAG = { list = "table", table = "table", shape = "table", fun = "function" }

local sets = {}

--- The set of a file of tools/meta.
function declared.set(name)
  sets[name] = sets[name] or declarations.read(name)
  return sets[name]
end

local function add_kinds(set, node, kinds)
  local item = node.tag == "class" and set.by_name[node.name]
  if node.tag == "union" then
    for _, one in ipairs(node) do add_kinds(set, one, kinds) end
  elseif item and item.kind == "type" then
    add_kinds(set, types.read(item.type), kinds)
  elseif item and (item.kind == "options" or item.kind == "record") then
    kinds.table = true
  elseif node.tag == "plain" then
    kinds[PLAIN[node.name] or "any"] = true
  elseif OF_TAG[node.tag] then
    kinds[OF_TAG[node.tag]] = true
  end
end

--- Adds the kinds of values that a type takes to a set of them: names as `type` has them, "integer"
-- where numbers have to be whole, "any". Words and objects of the library are of no kind.
function declared.add_kinds(set, text, kinds)
  add_kinds(set, types.read(text), kinds)
  return kinds
end

-- One of each kind, as text; a number that is not whole, as what takes numbers takes whole ones.
local ONE = { { "number", "1.5" }, { "string", '"no such word"' }, { "boolean", "true" },
  { "table", "{}" }, { "function", "f" }, { "nil", "NIL" } }

--- Values of all other kinds, as text, where f is a function and NIL stands for nil; and those just
-- out of the range of a field, if one is given.
function declared.wrong_values(kinds, field)
  local list = {}
  for _, one in ipairs(kinds.any and {} or ONE) do
    if not kinds[one[1]] then list[#list + 1] = one[2] end
  end
  if field and field.least then
    list[#list + 1] = ("%s - 1"):format(field.least)
  end
  if field and field.most then
    -- Also of 2^53 it is another number.
    list[#list + 1] = ("%s + math.max(1, (%s) / 2 ^ 20)"):format(field.most, field.most)
  end
  return list
end

return declared
