--- Types as declarations have them, in LuaCATS' own syntax with short names of classes: `Path|nil`,
-- `Unit[]`, `fun(x: integer): string`. Reading one checks its syntax and gives every class its
-- full name.

local types = {}

local PLAIN = {}
for name in ([[any boolean false function integer lightuserdata nil number string table thread true
  unknown userdata]]):gmatch "%S+" do
  PLAIN[name] = true
end

local reader = {}
reader.__index = reader

function reader:space() self.at = self.text:find("%S", self.at) or #self.text + 1 end

-- Takes what the pattern matches here, and blanks behind it; nil: it does not.
function reader:take(pattern)
  local from, to = self.text:find("^" .. pattern, self.at)
  if not from then return nil end
  self.at = to + 1
  self:space()
  return self.text:sub(from, to)
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
    list[#list + 1] = self:take ":" and name .. ": " .. self:union() or name
  end
  return table.concat(list, ", ")
end

function reader:fun()
  local text = "fun(" .. self:parameters() .. ")"
  if not self:take ":" then return text end
  local results = {}
  repeat
    results[#results + 1] = self:take "%.%.%." and "..." .. (self:starts() and self:union() or "any")
      or self:union()
  until self.one_result or not self:take ","
  return text .. ": " .. table.concat(results, ", ")
end

-- Does a type begin here?
function reader:starts() return self.text:find('^[%a_{("]', self.at) ~= nil end

function reader:fields()
  local list = {}
  while not self:take "}" do
    if #list > 0 then self:expect(",", "a comma") end
    local key
    if self:take "%[" then
      key = "[" .. self:union() .. "]"
      self:expect("%]", "']'")
    else
      key = self:expect("[%a_][%w_]*%??", "a key")
    end
    self:expect(":", "a colon")
    list[#list + 1] = key .. ": " .. self:union()
  end
  return "{ " .. table.concat(list, ", ") .. " }"
end

function reader:primary()
  if self:take "%(" then
    local inner = self:union()
    self:expect("%)", "')'")
    return "(" .. inner .. ")"
  end
  if self:take "{" then return self:fields() end
  local quoted = self:take '"[^"]*"'
  if quoted then return quoted end
  if self:take "fun%(" then return self:fun() end
  local name = self:expect("[%a_][%w_]*", "a type")
  if name == "table" and self:take "<" then
    local key = self:union()
    self:expect(",", "a comma")
    local value = self:union()
    self:expect(">", "'>'")
    return ("table<%s, %s>"):format(key, value)
  end
  return PLAIN[name] and name or self.resolve(name)
end

function reader:postfix()
  local text = self:primary()
  while self:take "%[%]" do text = text .. "[]" end
  return text
end

function reader:union()
  local list = {}
  repeat list[#list + 1] = self:postfix() until not self:take "|"
  return table.concat(list, "|")
end

--- The type in full. `resolve(name)` returns the full name of a class, or raises an error.
function types.full(text, resolve)
  local self = setmetatable({ text = text, at = 1, resolve = resolve }, reader)
  self:space()
  local result = self:union()
  if self.at <= #text then
    error(("'%s': the end expected at '%s'"):format(text, text:sub(self.at)), 0)
  end
  return result
end

return types
