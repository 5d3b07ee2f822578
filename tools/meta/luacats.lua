--- Writes a set of declarations as annotations (LuaCATS): what language servers for Lua read.

local types = require "meta.types"

local luacats = {}

local PREFIX = { game = "astar.", mods = "astar.mods." }

-- Names of parameters that are words of Lua.
local RENAMED = { ["function"] = "f", ["end"] = "last" }

local writer = {}
writer.__index = writer

function writer:add(format, ...) table.insert(self.lines, select("#", ...) == 0 and format
  or format:format(...)) end

function writer:full(item, text)
  local ok, result = pcall(types.full, text, function(name)
    if self.set.by_name[name] then return self.prefix .. name end
    error(("there is no type '%s' in the set '%s'"):format(name, self.set.name), 0)
  end)
  if not ok then error(("%s '%s': %s"):format(item.kind, item.name, result), 0) end
  return result
end

function writer:say(text)
  if text then self:add("---%s", text) end
end

-- ---- words, types, fields -----------------------------------------------------------------------

local write = {}

function write.words(self, item)
  self:say(item.text)
  self:add("---@alias %s%s", self.prefix, item.name)
  for _, word in ipairs(item.list) do self:add("---| %q", word) end
end

function write.type(self, item)
  self:say(item.text)
  self:add("---@alias %s%s %s", self.prefix, item.name, self:full(item, item.type))
end

-- What a field is, in words: its text, its range and its default.
local function words_of(field)
  local range = field.range
  local default = field.default and "default " .. field.default
  local text = field.text:gsub("%[([^%[%]]+)%]%b()", "%1"):gsub(",? see below", "")
  local limits = range and default and range .. "; " .. default or range or default
  if not limits then return text end
  return ("%s %s."):format(text, (limits:gsub("^%l", string.upper)))
end

function writer:head(item)
  self:say(item.text)
  local exact = item.kind == "options" and "(exact) " or ""
  local parent = item.parent and ": " .. self.prefix .. item.parent or ""
  if item.parent and not self.set.by_name[item.parent] then
    error(("class '%s': there is no class '%s'"):format(item.name, item.parent), 0)
  end
  self:add("---@class %s%s%s%s", exact, self.prefix, item.name, parent)
  for _, field in ipairs(item.fields) do
    local text = field.text and " " .. words_of(field) or ""
    if field.settable then text = text .. " It can be set." end
    self:add("---@field %s%s %s%s", field.name, field.optional and "?" or "",
      self:full(item, field.type), text)
  end
  if item.length then self:add("---@operator len: %s", item.length) end
end

write.record = writer.head
write.options = writer.head

-- ---- methods ------------------------------------------------------------------------------------

local function join_types(list)
  local seen, parts = {}, {}
  for _, one in ipairs(list) do
    if not seen[one] and one ~= "nil" then parts[#parts + 1] = one end
    seen[one] = true
  end
  if seen["nil"] then parts[#parts + 1] = "nil" end
  return (table.concat(parts, "|"):gsub("true|false", "boolean"))
end

-- What a loop gets in each round.
function writer:iterator(item, each)
  local list = {}
  for i, one in ipairs(each) do
    local full = self:full(item, one.type)
    list[i] = one.name == "..." and "..." or full
  end
  return "fun(): " .. table.concat(list, ", ")
end

-- Results that are values, or kinds of them: their types say as much.
local NO_NAME = { ["nil"] = true, ["true"] = true, ["false"] = true, string = true, number = true,
  boolean = true, list = true, table = true, ["function"] = true }

--- The types of the results, place by place: { type =, name = }.
function writer:results(item, signature)
  local places, most = {}, 0
  for _, list in ipairs(signature.results) do most = math.max(most, #list) end
  for place = 1, most do
    local parts, name = {}, nil
    for _, list in ipairs(signature.results) do
      local one = list[place]
      if one and one.each then
        local each = self:iterator(item, one.each)
        parts[#parts + 1] = #signature.results > 1 and "(" .. each .. ")" or each
      elseif one then
        parts[#parts + 1] = self:full(item, one.type)
        if one.name:find "%.%.%.$" then name = "..." elseif not NO_NAME[one.name] then
          name = name or one.name:match "^[%a_]+$"
        end
      end
      if (not one or one.optional) and name ~= "..." then parts[#parts + 1] = "nil" end
    end
    places[place] = { type = join_types(parts), name = name }
  end
  return places
end

local function name_of(parameter) return RENAMED[parameter.name] or parameter.name end

function writer:as_fun(item, signature)
  local list = {}
  if signature.sign == ":" then list[1] = "self: " .. self.prefix .. item.name end
  for _, one in ipairs(signature.parameters) do
    list[#list + 1] = ("%s%s: %s"):format(name_of(one), one.optional and "?" or "",
      self:full(item, one.type))
  end
  local results = {}
  for i, one in ipairs(self:results(item, signature)) do
    results[i] = one.name == "..." and "..." or one.type
  end
  return ("fun(%s)%s"):format(table.concat(list, ", "),
    #results > 0 and ": " .. table.concat(results, ", ") or "")
end

function writer:method(item, method, variable)
  local first = method.overloads[1]
  self:say(first.text)
  for i = 2, #method.overloads do
    self:say("")
    self:say(("`%s`: %s"):format(method.overloads[i].signature.shown, method.overloads[i].text))
  end
  local names = {}
  for i, one in ipairs(first.signature.parameters) do
    names[i] = name_of(one)
    self:add("---@param %s%s %s", names[i], one.optional and names[i] ~= "..." and "?" or "",
      self:full(item, one.type))
  end
  for _, one in ipairs(self:results(item, first.signature)) do
    if one.name == "..." then
      self:add("---@return %s ...", one.type)
    else
      self:add("---@return %s%s", one.type, one.name and " " .. one.name or "")
    end
  end
  for i = 2, #method.overloads do
    self:add("---@overload %s", self:as_fun(item, method.overloads[i].signature))
  end
  self:add("function %s%s%s(%s) end", variable, first.signature.sign, method.name,
    table.concat(names, ", "))
  self:add ""
end

-- The objects themselves may be called.
function writer:calls(item)
  for _, method in ipairs(item.methods) do
    for _, overload in ipairs(method.name == "" and method.overloads or {}) do
      self:add("---@overload %s", self:as_fun(item, overload.signature))
    end
  end
end

function writer:methods(item, variable)
  for _, method in ipairs(item.methods) do
    if method.name ~= "" then self:method(item, method, variable) end
  end
end

function write.class(self, item)
  self:head(item)
  self:calls(item)
  if #item.methods == 0 then return end
  self:add("local %s = {}", item.name)
  self:add ""
  self:methods(item, item.name)
end

-- Functions that a table of Lua's has besides.
local LIBRARY = { string = true }

function write.module(self, item)
  if not LIBRARY[item.module] then
    self:head(item)
    self:add("local %s = {}", item.owner)
    self:add ""
  end
  self:methods(item, item.owner)
  if not LIBRARY[item.module] then self:add("return %s", item.owner) end
end

-- ---- files --------------------------------------------------------------------------------------

local HEAD = [[
---@meta %s
-- Written by `make meta` from tools/meta. Editors read it, see docs/editors.md; nothing here runs.

if ... then error(... .. " is for editors: it has types, and no code", 0) end
]]

local function body_of(set, items)
  local self = setmetatable({ set = set, prefix = PREFIX[set.name] or set.name .. ".", lines = {} },
    writer)
  for _, item in ipairs(items) do
    write[item.kind](self, item)
    if self.lines[#self.lines] ~= "" then self:add "" end
  end
  return table.concat(self.lines, "\n")
end

--- The files of a set: a list of { name =, text = }, the name without the set's folder. What each
-- module returns has a file of its own, named as `require` has it: so editors find it.
function luacats.files(set)
  local main, modules = {}, {}
  for _, item in ipairs(set.items) do
    local is_own = item.kind == "module" and item.module:find "^astar%."
    table.insert(is_own and modules or main, item)
  end
  -- What a module returns comes last.
  table.sort(main, function(a, b)
    local x, y = a.module == "astar" and 1 or 0, b.module == "astar" and 1 or 0
    if x ~= y then return x < y end
    return a.place < b.place
  end)
  local is_module = set.by_name.Module ~= nil
  local files = { { name = is_module and "astar.lua" or "mod.lua",
    text = HEAD:format(is_module and "astar" or "_") .. "\n" .. body_of(set, main) } }
  for _, item in ipairs(modules) do
    files[#files + 1] = { name = item.module:gsub("%.", "/") .. ".lua",
      text = HEAD:format(item.module) .. "\n" .. body_of(set, { item }) }
  end
  for _, file in ipairs(files) do file.text = file.text:gsub("\n+$", "\n") end
  return files
end

return luacats
