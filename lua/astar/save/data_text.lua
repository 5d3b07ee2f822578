--- Plain data as text, and back: booleans, numbers, strings, tables of such, however they hang
-- together, and the objects that somebody has names for.
--
-- Tables are numbered in the order in which they are come upon, and written one after the other, so
-- that neither writing nor reading goes deep: a table is "{", its keys and values, and "}", and
-- stands in others as "@2;". Keys are sorted, so the text does not tell how a table came to be.
--
--   T F                  true, false
--   #3.5;                a number
--   "5:hello             a string, with its length
--   u12; p"3:red d@7;    an object: a letter for its kind, and its name, a number, a string or a
--                        table; a table that has no metatable is no object

local core = require "astar.core"
local exact = require "astar.save.exact"
local next = require "astar.pairs".next

local plain = {}

local huge = math.huge
local number_type = math.type or function() return "float" end
local has_integers = math.type ~= nil

-- ---- numbers ------------------------------------------------------------------------------------

local function digits_of(number)
  if number ~= number then return "nan" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  return exact.digits(number, 17)
end

-- 3 and 3.0 are the same number here, and so they are where all numbers are floats.
local function canonical(number)
  return number == 0 and "0" or digits_of(number)
end

-- Whether it is an integer is kept, since a script may show it.
local function faithful(number)
  if number_type(number) == "integer" then return ("%d"):format(number) end
  local digits = digits_of(number)
  return has_integers and digits:find("^%-?%d+$") and digits .. ".0" or digits
end

-- ---- what is wrong ------------------------------------------------------------------------------

-- How a table was come to: units[3].data.path
local function path_of(entry)
  local parts = {}
  while entry.above do
    table.insert(parts, 1, entry.key)
    entry = entry.above
  end
  for i, key in ipairs(parts) do
    local is_name = type(key) == "string" and key:find("^[%a_][%w_]*$")
    local shown = type(key) == "string" and ("%q"):format(key) or tostring(key)
    parts[i] = is_name and (i > 1 and "." or "") .. key or ("[%s]"):format(shown)
  end
  return table.concat(parts)
end

local function fail(entry, key, what)
  error({ reason = ("%s is %s"):format(path_of({ above = entry, key = key }), what) })
end

-- ---- writing ------------------------------------------------------------------------------------

-- Strict writers refuse what could not be read again; others, for a hash, make do with its type.
local Writer = {}
Writer.__index = Writer

function Writer:put(piece)
  local count = self.count + 1
  self.count, self.pieces[count] = count, piece
end

function Writer:string(value)
  self:put(('"%d:'):format(#value))
  self:put(value)
end

function Writer:number(value, entry, key)
  local problem = self.strict and exact.problem(value)
  if problem then fail(entry, key, problem) end
  self:put(("#%s;"):format(self.strict and faithful(value) or canonical(value)))
end

-- The table is to be written, if it has not been come upon before.
function Writer:table(value, entry, key)
  local number = self.numbers[value]
  if not number then
    number = #self.entries + 1
    self.numbers[value] = number
    self.entries[number] = { value = value, above = entry, key = key }
  end
  self:put(("@%d;"):format(number))
end

function Writer:object(kind, name, entry, key)
  self:put(kind)
  if type(name) == "table" then self:table(name, entry, key)
  elseif type(name) == "string" then self:string(name)
  else self:put(("%d;"):format(name)) end
end

function Writer:other(what, entry, key)
  if self.strict then fail(entry, key, what) end
  self:put("?")
end

function Writer:value(value, entry, key)
  local kind = type(value)
  if kind == "string" then return self:string(value) end
  if kind == "number" then return self:number(value, entry, key) end
  if kind == "boolean" then return self:put(value and "T" or "F") end
  if kind == "table" and getmetatable(value) == nil then return self:table(value, entry, key) end
  local object, name = self.name_of(value)
  if object then return self:object(object, name, entry, key) end
  if name then return self:other(name, entry, key) end
  if kind ~= "table" then return self:other("a " .. kind, entry, key) end
  if self.strict then fail(entry, key, "a table with a metatable") end
  self:table(value, entry, key)
end

local before = core.before                      -- `<` goes by the locale of the game

local function order_by(name_of)
  return function(a, b)
    local kind_a, name_a = name_of(a)
    local kind_b, name_b = name_of(b)
    if kind_a ~= kind_b then return before(kind_a, kind_b) end
    if type(name_a) == "table" then return name_a.id < name_b.id end
    return before(name_a, name_b)
  end
end

local PLAIN = { boolean = true, number = true, string = true }

-- The keys that are objects, and the type of one that has no order.
function Writer:objects_of(entry)
  local objects, odd = {}, nil
  for key in next, entry.value do
    local kind = type(key)
    if not PLAIN[kind] and self.name_of(key) then objects[#objects + 1] = key
    elseif not PLAIN[kind] and (not odd or before(kind, odd)) then odd = kind end
  end
  if objects[2] then table.sort(objects, self.order) end
  return objects, odd
end

local function append(keys, list, from, to)
  for i = from, to do keys[#keys + 1] = list[i] end
end

-- Booleans, numbers, strings, objects.
function Writer:keys_of(entry)
  local objects, odd = self:objects_of(entry)
  if odd and self.strict then
    fail(entry.above, entry.key, ("a table with a key that is a %s"):format(odd))
  end
  local keys, list = {}, core.keys(entry.value)  -- where booleans are the last ones
  local count = #list
  local others = count
  while type(list[others]) == "boolean" do others = others - 1 end
  append(keys, list, others + 1, count)
  append(keys, list, 1, others)
  append(keys, objects, 1, #objects)
  return keys
end

function Writer:entry(entry)
  self:put("{")
  for _, key in ipairs(self:keys_of(entry)) do
    self:value(key, entry, key)
    self:value(rawget(entry.value, key), entry, key)
  end
  self:put("}")
end

local function write(self, root)
  self:table(root)
  local i = 1
  while self.entries[i] do
    self:entry(self.entries[i])
    i = i + 1
  end
  return table.concat(self.pieces, "", 2)          -- without the "@1;"
end

--- A table as text | nil, what is wrong: "units[3].data.path is a function". `name_of(value)` gives
-- kind and name of an object; nil where it is none; nil and a reason where it cannot be written.
-- `loosely`: nothing is wrong, and equal data have equal texts on all Luas.
function plain.write(root, name_of, loosely)
  -- Nearly all data are written in C, as they would be here. What is unusual comes here, and what
  -- is wrong, for the message.
  local text = core.write_data(root, name_of, not loosely)
  if text then return text end
  local self = setmetatable({ strict = not loosely, name_of = name_of, order = order_by(name_of),
    pieces = {}, count = 0, numbers = {}, entries = {} }, Writer)
  local done, result = pcall(write, self, root)
  if done then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil, result.reason
end

-- ---- reading ------------------------------------------------------------------------------------

--- The table that a text was written from; nil: it is no such text. `object_of(kind, name)` gives
-- an object, or nil where there is none.
function plain.read(text, object_of)
  local done, result = pcall(core.read_data, text, object_of)
  if done then return result end
  if type(result) ~= "table" then error(result, 0) end
  return nil
end

return plain
