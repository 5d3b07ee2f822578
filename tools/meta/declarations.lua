--- Reads declarations: tools/meta/*.txt. README.md there describes them.
--
-- A set is what one kind of script gets, "game" or "mods":
--   name, file
--   items     in order: { kind =, name =, text =, file =, line =, … }, where kind is
--             words     list, a list of strings
--             type      type
--             record, options, class, module
--                       parent; fields, a list of { name =, type =, text =, optional =,
--                       settable = }; methods, a list of { name =, overloads = {
--                       { signature =, text = }, … } }; hidden, a set of names; tries, a list of
--                       texts; owner, as methods are written; shown, as pages have it; module, what
--                       `require` takes
--   by_name   the same, by their names
-- Each signature's parameters and results have their types, in short names.

local signatures = require "meta.signatures"

local declarations = {}

local FOLDER = "tools/meta/"

local state = {}                                 -- of one reading
state.__index = state

function state:fail(format, ...)
  error(("%s%s:%d: %s"):format(FOLDER, self.file, self.line, format:format(...)), 0)
end

-- ---- types of names -----------------------------------------------------------------------------

local WORDS = { ["nil"] = true, ["true"] = true, ["false"] = true }

-- Other names than those that a declaration says are those of the library's usual arguments.
function state:add_type(entry)
  if entry.each then
    for _, one in ipairs(entry.each) do self:add_type(one) end
  elseif not entry.type then
    local name = entry.name
    if name:find '^"' or WORDS[name] then
      entry.type = name
    elseif name:find "%.%.%.$" then
      entry.type = "any"
    else
      entry.type = self.types[name]
      if not entry.type then
        self:fail("'%s' has no type: write '%s: TYPE', or '@ %s: TYPE' above for all that follow",
          name, name, name)
      end
    end
  end
  if entry.type and self.swap then
    entry.type = entry.type:gsub("%f[%w_]" .. self.swap[1] .. "%f[^%w_]", self.swap[2])
  end
end

function state:signature(text)
  local ok, signature = pcall(signatures.read, text)
  if not ok then self:fail("%s", signature) end
  for _, one in ipairs(signature.parameters) do self:add_type(one) end
  for _, list in ipairs(signature.results) do
    for _, one in ipairs(list) do self:add_type(one) end
  end
  return signature
end

function state:swapped(text)
  local swap = self.swap
  return swap and (text:gsub("%f[%w_]" .. swap[1] .. "%f[^%w_]", swap[2])) or text
end

-- ---- items --------------------------------------------------------------------------------------

function state:open(kind, name, more)
  local item = self.set.by_name[name]
  if item and (kind ~= "class" or item.kind ~= "class") then
    self:fail("'%s' is declared twice, first in %s%s:%d", name, FOLDER, item.file, item.line)
  end
  if not item then
    item = { kind = kind, name = name, file = self.file, line = self.line, fields = {},
      methods = {}, hidden = {}, tries = {}, place = #self.set.items }
    self.set.items[#self.set.items + 1], self.set.by_name[name] = item, item
  end
  for key, value in pairs(more) do item[key] = value end
  self.item = item
  return item
end

local top = {}                                   -- what a line that is not indented may be

function top.set(self, rest) self.set.name = rest end

top["@"] = function(self, rest)
  local names, type = rest:match "^(.-):%s*(.+)$"
  if not names then self:fail("'@ NAME…: TYPE' expected") end
  for name in names:gmatch "%S+" do self.types[name] = type end
end

function top.include(self, rest)
  local file, from, to = rest:match "^(%S+) with (%S+) = (%S+)$"
  local kept = { self.file, self.line, self.types, self.swap, self.item }
  self.types = setmetatable({}, { __index = self.types })
  if from then self.swap = { from, to } end
  self:read(file or rest)
  self.file, self.line, self.types = kept[1], kept[2], kept[3]
  self.swap, self.item = kept[4], kept[5]
end

function top.words(self, rest)
  local name, list, text = rest:match "^(%u%w*) = (.-) %-%- (.+)$"
  if not name then self:fail("'words NAME = a | b -- TEXT' expected") end
  local item = self:open("words", name, { text = text, list = {} })
  for word in (list .. " | "):gmatch "(.-) | " do item.list[#item.list + 1] = word end
end

function top.type(self, rest)
  local name, type, text = rest:match "^(%u%w*) = (.-) %-%- (.+)$"
  if not name then self:fail("'type NAME = TYPE -- TEXT' expected") end
  self:open("type", name, { text = text, type = self:swapped(type) })
end

local function open_table(kind)
  return function(self, rest)
    local head, text = rest:match "^(.-) %-%- (.+)$"
    if not head then self:fail("'%s NAME -- TEXT' expected", kind) end
    local name, parent = head:match "^(%u%w*)", head:match " : (%u%w*)"
    local shown = head:match " as ([%w_.]+)"
    if not name then self:fail("'%s' is no name of a class", head) end
    if kind == "class" and not shown then self:fail("'class NAME as name -- TEXT' expected") end
    local full = self:swapped(name)
    local more = { parent = parent, shown = shown, owner = shown and shown:match "[^.]*$" }
    local known = self.set.by_name[full]
    if not known or parent then more.text = text end
    self:open(kind, full, more)
  end
end

top.record, top.options, top.class = open_table "record", open_table "options", open_table "class"

function top.module(self, rest)
  local head, text = rest:match "^(.-) %-%- (.+)$"
  local owner, module = (head or ""):match "^(%S+) = (%S+)$"
  owner, module = owner or head, module or head
  if not owner then self:fail("'module NAME = astar.NAME -- TEXT' expected") end
  local name = owner == "astar" and "Module" or owner:sub(1, 1):upper() .. owner:sub(2)
  self:open("module", name, { text = text, owner = owner, shown = owner, module = module })
end

-- ---- members ------------------------------------------------------------------------------------

-- What stands behind a type: "integer [0 to 255] = 10", "integer [0 on]".
local function split_type(text)
  local head, default = text:match "^(.-) = (.+)$"
  head = head or text
  local type, range = head:match "^(.-) %[(.- %l+[^%[%]]*)%]$"
  local least, most = (range or ""):match "^(.-) to (.+)$"
  return type or head, least or range and range:match "^(.-) on$", most, default, range
end

function state:add_field(name, marks, declared, text)
  for _, field in ipairs(self.item.fields) do
    if field.name == name then self:fail("'%s' is there twice", name) end
  end
  local type, least, most, default, range = split_type(declared)
  table.insert(self.item.fields, { name = name, type = self:swapped(type), text = text,
    least = least, most = most, range = range, default = default,
    optional = marks:find "?" ~= nil, settable = marks:find "%*" ~= nil, line = self.line })
end

-- A method that a class has from an included file may be declared again: the later one stays.
-- `in_words`: a form that the pages describe without a signature.
function state:add_method(signature, text, in_words)
  local item = self.item
  if signature.owner ~= item.owner then
    self:fail("'%s' in the %s '%s': '%s' expected", signature.owner, item.kind, item.name,
      item.owner or "no methods")
  end
  if item.shown ~= item.owner then
    signature.shown = item.shown .. signature.shown:sub(#item.owner + 1)
  end
  local overload = { signature = signature, text = text, in_words = in_words, file = self.file,
    line = self.line }
  for i, method in ipairs(item.methods) do
    if method.name == signature.name then
      if method.file == self.file then
        table.insert(method.overloads, overload)
      else
        item.methods[i] = { name = signature.name, file = self.file, overloads = { overload } }
      end
      return
    end
  end
  table.insert(item.methods, { name = signature.name, file = self.file, overloads = { overload } })
end

function state:member(line)
  local item = self.item
  local is_list = item and item.kind == "words" and line:find "^try "
  if not item or item.kind == "type" or item.kind == "words" and not is_list then
    self:fail("a member outside of a class, record, options or module")
  end
  if line:find "^hide " then
    for name in line:sub(6):gmatch "%S+" do item.hidden[name] = true end
    return
  elseif line:find "^try " then
    for one in (line:sub(5) .. " | "):gmatch "(.-) | " do table.insert(item.tries, one) end
    return
  end
  local key, entry = line:match "^%[(%l+)%]: (.+)$"
  if key then
    local type, about = entry:match "^(.-) %-%- (.+)$"
    return self:add_field("[" .. key .. "]", "", type or entry, about)
  end
  local of, length = line:match "^#([%w_]+): (%l+)"
  if of then
    item.length = length
    return
  end
  local declared, text = line:match "^(.-) %-%- (.+)$"
  if not declared then self:fail("' -- TEXT' expected behind '%s'", line) end
  local name, marks, type = declared:match "^%.([%a_][%w_]*)([?*]*): (.+)$"
  if name then return self:add_field(name, marks, type, text) end
  local in_words = declared:match "^also (.+)$"
  self:add_method(self:signature(in_words or declared), text, in_words ~= nil)
end

-- ---- files --------------------------------------------------------------------------------------

function state:read(name)
  local file = assert(io.open(FOLDER .. name))
  self.file, self.line, self.item = name, 0, nil
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = line end
  file:close()
  self:read_lines(name, lines)
end

function state:read_lines(name, lines)
  for i, line in ipairs(lines) do
    self.file, self.line = name, i
    if line:find "^  " then
      self:member(line:match "^%s+(.-)%s*$")
    elseif line:find "^%S" and not line:find "^#" then
      local word, rest = line:match "^(%S+)%s*(.-)%s*$"
      if not top[word] then
        self:fail("'%s' is none of set, @, include, words, type, record, options, class, module",
          word)
      end
      top[word](self, rest)
    end
  end
end

local function new(name)
  return setmetatable({ types = {}, set = { items = {}, by_name = {}, file = name } }, state)
end

--- The set of a file of tools/meta.
function declarations.read(name)
  local self = new(name)
  self:read(name)
  return self.set
end

--- The set of a text, for tests.
function declarations.of_text(text, name)
  local self, lines = new(name or "text"), {}
  for line in (text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  self:read_lines(name or "text", lines)
  return self.set
end

return declarations
