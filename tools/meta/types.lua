--- Types as declarations have them, in LuaCATS' own syntax with short names of classes: `Path|nil`,
-- `Unit[]`, `fun(x: integer): string`. A type that was read is a tree:
--
--   plain { name }               integer, any, nil …
--   class { name }               a class, or another name that a set declares
--   literal { text }             "always", with its quotes
--   list { of }                  of[]
--   table { key, value }         table<key, value>
--   shape { fields }             { key: type }; fields are { key, type }
--   fun { parameters, results }  parameters are { name, type }; a name may end with "?"
--   union { … }                  at least two types

local types = {}

local PLAIN = {}
for name in ([[any boolean false function integer lightuserdata nil number string table thread true
  unknown userdata]]):gmatch "%S+" do
  PLAIN[name] = true
end

-- ---- reading ------------------------------------------------------------------------------------

local reader = {}
reader.__index = reader

function reader:space() self.at = self.text:find("%S", self.at) or #self.text + 1 end

-- Takes what the pattern matches here, and blanks behind it; nil: it does not.
function reader:take(pattern)
  local from, to = self.text:find("^" .. pattern, self.at)
  if not from then return nil end
  self.at = to + 1
  self:space()
  return (self.text:sub(from, to))
end

function reader:expect(pattern, what)
  local found = self:take(pattern)
  if not found then
    error(("'%s': %s expected at '%s'"):format(self.text, what, self.text:sub(self.at)), 0)
  end
  return found
end

-- Parameters of a function, up to its bracket: `x: integer, ...: any`.
function reader:parameters()
  local list = {}
  while not self:take "%)" do
    if #list > 0 then self:expect(",", "a comma") end
    local name = self:take "%.%.%." or self:expect("[%a_][%w_]*%??", "the name of a parameter")
    list[#list + 1] = { name = name, type = self:take ":" and self:union() or nil }
  end
  return list
end

function reader:fun()
  local node = { tag = "fun", parameters = self:parameters(), results = {} }
  if not self:take ":" then return node end
  repeat
    local rest = self:take "%.%.%."
    node.results[#node.results + 1] = rest and { tag = "plain", name = "any", rest = true }
      or self:union()
  until not self:take ","
  return node
end

function reader:shape()
  local fields = {}
  while not self:take "}" do
    if #fields > 0 then self:expect(",", "a comma") end
    local key = self:expect("[%a_][%w_]*%??", "a key")
    self:expect(":", "a colon")
    fields[#fields + 1] = { key = key, type = self:union() }
  end
  return { tag = "shape", fields = fields }
end

function reader:primary()
  if self:take "%(" then
    local inner = self:union()
    self:expect("%)", "')'")
    return inner
  end
  if self:take "{" then return self:shape() end
  local quoted = self:take '"[^"]*"'
  if quoted then return { tag = "literal", text = quoted } end
  if self:take "fun%(" then return self:fun() end
  local name = self:expect("[%a_][%w_]*", "a type")
  if name == "table" and self:take "<" then
    local key = self:union()
    self:expect(",", "a comma")
    local value = self:union()
    self:expect(">", "'>'")
    return { tag = "table", key = key, value = value }
  end
  return { tag = PLAIN[name] and "plain" or "class", name = name }
end

function reader:postfix()
  local node = self:primary()
  while self:take "%[%]" do node = { tag = "list", of = node } end
  return node
end

function reader:union()
  local list = {}
  repeat
    local one = self:postfix()
    for _, node in ipairs(one.tag == "union" and one or { one }) do list[#list + 1] = node end
  until not self:take "|"
  if #list == 1 then return list[1] end
  list.tag = "union"
  return list
end

--- The tree of a type; what is wrong with its syntax is raised as a text.
function types.read(text)
  local self = setmetatable({ text = text, at = 1 }, reader)
  self:space()
  local result = self:union()
  if self.at <= #text then
    error(("'%s': the end expected at '%s'"):format(text, text:sub(self.at)), 0)
  end
  return result
end

-- ---- writing ------------------------------------------------------------------------------------

local write = {}

local function text_of(node, resolve) return write[node.tag](node, resolve) end

-- In front of [], in a union, and behind a union's bar.
local function guarded(node, resolve)
  local text = text_of(node, resolve)
  return (node.tag == "union" or node.tag == "fun") and "(" .. text .. ")" or text
end

function write.plain(node) return node.rest and "..." or node.name end
function write.class(node, resolve) return resolve(node.name) end
function write.literal(node) return node.text end
function write.list(node, resolve) return guarded(node.of, resolve) .. "[]" end

function write.table(node, resolve)
  return ("table<%s, %s>"):format(text_of(node.key, resolve), text_of(node.value, resolve))
end

function write.shape(node, resolve)
  local list = {}
  for i, field in ipairs(node.fields) do
    list[i] = field.key .. ": " .. text_of(field.type, resolve)
  end
  return "{ " .. table.concat(list, ", ") .. " }"
end

function write.fun(node, resolve)
  local list, results = {}, {}
  for i, one in ipairs(node.parameters) do
    list[i] = one.type and one.name .. ": " .. text_of(one.type, resolve) or one.name
  end
  for i, one in ipairs(node.results) do results[i] = text_of(one, resolve) end
  return ("fun(%s)%s"):format(table.concat(list, ", "),
    #results > 0 and ": " .. table.concat(results, ", ") or "")
end

function write.union(node, resolve)
  local list = {}
  for i, one in ipairs(node) do list[i] = guarded(one, resolve) end
  return table.concat(list, "|")
end

--- The type in full. `resolve(name)` returns the full name of a class, or raises an error.
function types.full(text, resolve)
  return text_of(types.read(text), resolve)
end

return types
