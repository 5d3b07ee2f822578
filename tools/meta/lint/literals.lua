--- Literals where a type is expected: words, tables of options, functions.

local reader = require "meta.lint.reader"
local types = require "meta.types"

local KIND, tree = reader.KIND, reader.tree

local check = {}

-- A word where only some may be.
function check.String(self, node, list)
  local words = {}
  for _, one in ipairs(list) do
    if one.tag == "literal" then
      words[one.text:sub(2, -2)] = true
    elseif one.tag == "item" and one.item.kind == "words" then
      for _, word in ipairs(one.item.list) do words[word] = true end
    elseif one.tag ~= "plain" or one.name == "any" or one.name == "string" then
      return
    end
  end
  if next(words) and not words[node.value] then
    self:complain(node, "'%s' is none of the words that may be here", node.value)
  end
end

-- A table of options: its keys, and what they hold. Of several kinds the one with most of the keys.
function check.Table(self, node, list)
  local best, most
  local kinds = 0                                -- of tables that may be here
  for _, one in ipairs(list) do
    if one.tag == "list" or one.tag == "table" then
      best, kinds = best or one, kinds + 1
    elseif one.tag == "item" and one.item.kind ~= "class" and one.item.kind ~= "words" then
      local known = 0
      kinds = kinds + 1
      for _, item in ipairs(node.items) do
        local key = item.key and item.key.tag == "String" and item.key.value
        if key and (self:member(one.item, key) or self:member(one.item, "[string]")) then
          known = known + 1
        end
        if not item.key and self:member(one.item, "[integer]") then known = known + 1 end
      end
      if not most or known > most then best, most = one, known end
    end
  end
  local is_unknown = kinds > 1 and most == 0 and #node.items > 0
  if not best or is_unknown then return end
  for _, item in ipairs(node.items) do self:check_item(item, best) end
end

function reader:check_item(item, type)
  local key = item.key and item.key.tag == "String" and item.key.value
  local expected
  if type.tag == "list" then expected = not item.key and type.of
  elseif type.tag == "table" then expected = type.value
  elseif key then
    local field = self:member(type.item, key) or self:member(type.item, "[string]")
    if not field then
      self:complain(item, "unknown key '%s' of %s", key, type.item.name)
      return
    end
    expected = tree(field.type)
  elseif not item.key then
    expected = self:entry(type.item, "[integer]")
  end
  if expected then self:expect(item.value, expected) end
end

function check.Function(self, node, list)
  for _, one in ipairs(list) do
    if one.tag == "fun" and not node.is_typed then
      node.is_typed = true
      for i, variable in ipairs(node.parameters) do
        local parameter = one.parameters[i]
        if parameter and parameter.name ~= "..." and parameter.type then
          variable.type = parameter.type
        end
      end
      self:block(node.body)
      return
    end
  end
end

-- An expression where a type is expected.
function reader:expect(node, type)
  if not self:may_be(node, type) then
    self:complain(node, "%s expected, got a %s", types.text(type), KIND[node.tag] or "thing of "
      .. "another class")
  end
  if check[node.tag] then check[node.tag](self, node, self:alternatives(type)) end
end

return reader
