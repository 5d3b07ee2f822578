--- What is known of a value: a type. nil: nothing yet. `kind` is one of kinds.lua, or:
--
--   any        may be anything
--   number, boolean
--   string     with `value`, if it is always the same
--   list       of types `of`; iterator: what a `for` without ipairs goes through; pairs: with it
--   function   one of `nodes`; method: of a unit, of think, by its `name`, returns `results`
--   table      made at one of `nodes`, whose `fields` and `element` are types
--   library    the table or the function of Lua's library of that `name`
--   maker      what think has made: an action
--
-- A `weak` type is a guess, from the name of a parameter or from what is done with it.
-- Types only ever become more general, so that going through a mod again and again comes to an end.

local pairs = require "astar.pairs".pairs

local types = {}

local MOST = 12                                  -- nodes of one type

types.any = { kind = "any" }
types.unit = { kind = "unit" }
types.weak_unit = { kind = "unit", weak = true }

local function contains(list, one)
  for _, each in ipairs(list) do
    if each == one then return true end
  end
  return false
end

-- The nodes of both; `a` if it has them all.
local function with_nodes(a, b)
  local nodes
  for _, node in ipairs(b.nodes) do
    if not contains(nodes or a.nodes, node) then
      nodes = nodes or { (table.unpack or unpack)(a.nodes) }
      nodes[#nodes + 1] = node
    end
  end
  if not nodes then return a end
  return #nodes <= MOST and { kind = a.kind, nodes = nodes } or types.any
end

--- The type of what is of one of two types. It is `a` itself if `b` adds nothing.
function types.join(a, b)
  if b == nil or a == b then return a end
  if a == nil then return b end
  if a.kind == "any" then return a end
  if a.kind ~= b.kind or a.name ~= b.name then return types.any end
  if a.nodes then return with_nodes(a, b) end
  if a.kind == "string" and a.value ~= b.value and a.value then return { kind = "string" } end
  if a.of or b.of then
    local of = types.join(a.of, b.of)
    return of == a.of and a or { kind = a.kind, of = of }
  end
  return (b.weak and not a.weak) and b or a
end

--- Whether a type has `kind`, or is a guess of it.
function types.is(type, kind) return type ~= nil and type.kind == kind end

--- What is under a key of a table's type that is known; under any key without one.
function types.field(type, name)
  local found
  for _, node in ipairs(type.nodes) do
    found = types.join(found, name and node.fields[name] or node.element)
    if not name then
      for _, field in pairs(node.fields) do found = types.join(found, field) end
    end
  end
  return found
end

--- What a list, or a table used as one, holds.
function types.element(type)
  if type == nil then return nil end
  if type.kind == "list" then return type.of end
  if type.kind == "table" then return types.field(type) end
  return types.any
end

return types
